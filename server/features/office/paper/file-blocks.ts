import { fileTypeNames, type AttachmentOwner } from '#contract/office/attachment.ts'
import { dateTime } from '#contract/kernel/shown-value.ts'
import type { Tx } from '#kernel/serve.ts'
import type { FileStore } from '#tools/files.ts'
import type { Block, Picture } from '#tools/paper.ts'

/** How many photographs a document draws; those beyond are named. */
const mostPictures = 60
/** As wide as half a page needs at 200 dots per inch. */
const widest = 960
const mostPixels = 60_000_000

type OneFile = Awaited<ReturnType<typeof filesBeside>>[number]

/** The files beside a record as a document shows them: photographs with captions, and a list of all with type, size and digest. */
export async function fileBlocks(files: FileStore, found: readonly OneFile[]): Promise<Block[]> {
  if (found.length === 0) return []
  const drawn = new Map<string, Picture>()
  for (const [at, file] of found.entries()) {
    if (!isPhotograph(file) || drawn.size === mostPictures) continue
    const bytes = await forPaper(await files.read(file.digest))
    if (bytes !== undefined) drawn.set(file.id, { bytes, caption: captionOf(file, at + 1) })
  }
  return [
    { is: 'heading', text: '附件' },
    {
      is: 'table',
      columns: [
        { title: '序号', share: 7, align: 'center' },
        { title: '名称', share: 33 },
        { title: '类型', share: 15 },
        { title: '添加人 / 时间', share: 24 },
        { title: 'SHA-256（前16位）', share: 21 },
      ],
      rows: found.map((file, at) => [
        String(at + 1),
        file.voidReason === null
          ? file.name
          : [
              { text: file.name, struck: true },
              { text: `\n已作废：${file.voidReason}`, small: true },
            ],
        `${file.kind}\n${fileTypeNames[file.mediaType] ?? file.mediaType}${drawn.has(file.id) ? '' : '，见原文件'}`,
        `${file.addedBy}\n${dateTime(file.addedAt)}`,
        file.digest.slice(0, 16),
      ]),
    },
    ...(drawn.size === 0 ? [] : [{ is: 'pictures', pictures: [...drawn.values()] } satisfies Block]),
  ]
}

/** The files beside a record, in the order in which they were added. */
export const filesBeside = (tx: Tx, { table, id }: { table: AttachmentOwner; id: string }) =>
  tx
    .selectFrom('attachment')
    .innerJoin('storedFile', (on) =>
      on.onRef('storedFile.enterpriseId', '=', 'attachment.enterpriseId').onRef('storedFile.digest', '=', 'attachment.digest'),
    )
    .innerJoin('account', (on) =>
      on.onRef('account.enterpriseId', '=', 'attachment.enterpriseId').onRef('account.id', '=', 'attachment.addedBy'),
    )
    .leftJoin('attachmentVoid', (on) =>
      on.onRef('attachmentVoid.enterpriseId', '=', 'attachment.enterpriseId').onRef('attachmentVoid.attachmentId', '=', 'attachment.id'),
    )
    .select(['attachment.id', 'attachment.name', 'attachment.kind', 'attachment.digest', 'storedFile.mediaType'])
    .select(['attachment.addedAt', 'account.name as addedBy', 'attachmentVoid.reason as voidReason'])
    .where('attachment.ownerTable', '=', table)
    .where('attachment.ownerId', '=', id)
    .orderBy('attachment.id')
    .limit(500)
    .execute()

/** What is drawn: a picture that stands. A voided one is only named. */
const isPhotograph = ({ mediaType, voidReason }: OneFile) => mediaType.startsWith('image/') && voidReason === null

const captionOf = ({ name, kind, addedBy, addedAt }: OneFile, number: number) =>
  `附件 ${number}　${kind}　${name}\n${addedBy}　${dateTime(addedAt)}`

/** Upright, at most as wide as paper shows, without what the camera wrote into it; undefined where it is no picture that can be read. */
async function forPaper(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    const { default: sharp } = await import('sharp') // with the first picture: it takes 15 MB
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .rotate()
      .resize({ width: widest, height: widest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 82 })
      .toBuffer()
  } catch {
    return undefined
  }
}
