import { createHash } from 'node:crypto'
import type pg from 'pg'
import { Refusal } from '#contract/kernel/refusals.ts'
import { keepsItsType } from '#tools/file-type.ts'
import type { FileStore } from '#tools/files.ts'
import { shown, type Find } from './verify-ledgers.ts'

type StoredFile = { digest: string; media_type: string; size: number; is_idle: boolean }

/** The bytes of every file are those of its digest, as many as were kept, and of the type that was found in them. Gives back how many there are. */
export async function verifyFiles(client: pg.ClientBase, enterprise: string, files: FileStore, find: Find): Promise<number> {
  // A file that no record names is cleared away after a day: first its bytes, then its row.
  const { rows } = await client.query<StoredFile>(
    `select digest, media_type, size, stored_at < now() - interval '1 day' and digest not in (
        select digest from attachment where enterprise_id = $1
        union all select digest from spreadsheet_import where enterprise_id = $1
        union all select licence_digest from registration where enterprise_id = $1 and licence_digest is not null) as is_idle
    from stored_file where enterprise_id = $1 order by digest`,
    [enterprise],
  )
  let found = 0
  for (const file of rows) {
    const wrong = await faultOf(file, files)
    if (wrong !== undefined && (found += 1) <= shown) find(`文件 ${file.digest}：${wrong}`)
  }
  await verifyAvatars(client, enterprise, find)
  return rows.length
}

async function faultOf(
  { digest, media_type: mediaType, size, is_idle: isIdle }: StoredFile,
  files: FileStore,
): Promise<string | undefined> {
  try {
    const bytes = await files.read(digest)
    if (bytes.length !== size) return `记录为 ${size} 字节，实有 ${bytes.length} 字节`
    return (await keepsItsType(mediaType, bytes)) ? undefined : `内容不是记录的类型 ${mediaType}`
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'file_damaged') return '内容被改动过'
    if (error.code === 'file_missing') return isIdle ? undefined : '不在存储中'
    throw error // the store does not answer: nothing can be said of its files
  }
}

/** Pictures of people lie in their rows, made anew as WebP from what was handed in. */
async function verifyAvatars(client: pg.ClientBase, enterprise: string, find: Find) {
  const { rows } = await client.query<{ account_id: string; digest: string; image: Buffer }>(
    `select account_id, digest, image from avatar where enterprise_id = $1`,
    [enterprise],
  )
  for (const { account_id: account, digest, image } of rows) {
    if (createHash('sha256').update(image).digest('hex') !== digest) find(`头像 ${account}：内容与摘要不符`)
    else if (image.toString('latin1', 0, 4) !== 'RIFF' || image.toString('latin1', 8, 12) !== 'WEBP')
      find(`头像 ${account}：内容不是 WebP 图片`)
  }
}
