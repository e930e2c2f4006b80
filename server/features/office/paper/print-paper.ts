import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { present } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { exactTime } from '#contract/kernel/shown-value.ts'
import { paperKinds, type paperApi, type PaperKind } from '#contract/office/paper.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Actor, Download, Handler, Tx } from '#kernel/serve.ts'
import { printPaper as setPaper } from '#tools/print-paper.ts'
import { composePaper, contentOf } from './compose-paper.ts'
import { printsOf } from './queries.ts'

/**
 * Prints a document of the record as it is now, and keeps who printed what, when and why: number and person stand on every page. From the second
 * print on it takes a reason (`reprint_reason`).
 */
export const printPaper =
  (installation: Installation): Handler<typeof paperApi.print> =>
  async (tx, actor, { kind, id, reason }) => {
    const content = await contentOf(tx, actor, kind, id)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`paper ${kind} ${id}`}, 0))`.execute(tx)
    const printNo = (await printsOf(tx, kind, id)).length + 1
    if (printNo > 1 && reason === '') throw new Refusal('reprint_reason', [{ path: 'reason', message: '请写明再次打印的原因' }])
    const printedAt = tx.now().toISOString()
    const again = printNo > 1 ? `　原因：${reason}` : ''
    const foot = `第 ${printNo} 次打印　打印人 ${actor.name}　${exactTime(printedAt)}${again}`
    const { paper, formId, letterheadId } = await composePaper(tx, actor, installation, kind, content, { foot, madeAt: printedAt })
    const { bytes, pages } = await setPaper(paper)
    const digest = await keepPdf(tx, actor, installation, bytes)
    await tx
      .insertInto('paperPrint')
      .values({
        enterpriseId: actor.enterpriseId,
        kind,
        recordId: id,
        documentNo: content.documentNo,
        printNo,
        formId,
        letterheadId,
        marks: [...paper.marks],
        pages,
        digest,
        reason,
        printedBy: actor.id,
        printedAt,
      } satisfies EveryColumn<'paperPrint'>)
      .execute()
    return present((await printsOf(tx, kind, id)).at(-1))
  }

/** The print as it was made, under its digest. The clean-up may be forgetting the same bytes. */
async function keepPdf(tx: Tx, actor: Actor, { files }: Installation, bytes: Buffer): Promise<string> {
  const file = await files.receive(Readable.from([bytes]))
  try {
    await sql`select pg_advisory_xact_lock(hashtextextended(${file.digest}, 0))`.execute(tx)
    await files.keep(file)
    await tx
      .insertInto('storedFile')
      .values({ enterpriseId: actor.enterpriseId, digest: file.digest, mediaType: 'application/pdf', size: file.size })
      .onConflict((same) => same.columns(['enterpriseId', 'digest']).doNothing())
      .execute()
    return file.digest
  } finally {
    await files.drop(file)
  }
}

/** The document as it would be printed, which every page calls a preview: no paper that looks like a print leaves unrecorded. */
export const previewPaper =
  (installation: Installation) =>
  async (tx: Tx, actor: Actor, { kind, id }: { kind: PaperKind; id: string }): Promise<Download> => {
    const content = await contentOf(tx, actor, kind, id)
    const { paper } = await composePaper(tx, actor, installation, kind, content, {
      foot: '屏幕预览，未登记为打印',
      madeAt: `${dayInShanghai(tx.now())}T00:00:00+08:00`,
      marks: ['预览'],
    })
    const { bytes } = await setPaper(paper)
    return { fileName: `${paperKinds[kind].title} ${content.documentNo} 预览.pdf`, contentType: 'application/pdf', body: bytes }
  }
