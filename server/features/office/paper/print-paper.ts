import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import { present } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { exactTime } from '#contract/kernel/shown-value.ts'
import { paperKinds, type paperApi, type PaperKind } from '#contract/office/paper.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import type { Installation } from '#kernel/installation.ts'
import { Outdated, type Actor, type Download, type Tx } from '#kernel/serve.ts'
import { printPaper as setPaper } from '#tools/print-paper.ts'
import { composePaper, contentOf, type Composed } from './compose-paper.ts'
import { placeOf, shown } from './progress.ts'
import { printsOf } from './queries.ts'

type Asked = { kind: PaperKind; id: string; reason: string }
/** A print that is set and not yet registered. */
type Set = Omit<Composed, 'finish'> & { printNo: number; printedAt: string; marks: readonly string[]; bytes: Buffer; pages: number }

/** Reads what the print says, and sets it: number and person stand on every page. From the second print on it takes a reason (`reprint_reason`). */
export const setPrint =
  (installation: Installation) =>
  async (tx: Tx, actor: Actor, { kind, id, reason }: Asked): Promise<() => Promise<Set>> => {
    const content = await contentOf(tx, actor, kind, id)
    const printNo = await nextPrintNo(tx, kind, id, reason)
    const printedAt = tx.now().toISOString()
    const again = printNo > 1 ? `　原因：${reason}` : ''
    const foot = `第 ${printNo} 次打印　打印人 ${actor.name}　${exactTime(printedAt)}${again}`
    const { finish, ...composed } = await composePaper(tx, actor, installation, kind, content, { foot, madeAt: printedAt })
    return () =>
      shown(placeOf(actor, 'print', kind, id), async (tell) => {
        const paper = await finish()
        return { ...composed, printNo, printedAt, marks: paper.marks, ...(await setPaper(paper, tell)) }
      })
  }

async function nextPrintNo(tx: Tx, kind: PaperKind, id: string, reason: string): Promise<number> {
  const printNo = (await printsOf(tx, kind, id)).length + 1
  if (printNo > 1 && reason === '') throw new Refusal('reprint_reason', [{ path: 'reason', message: '请写明再次打印的原因' }])
  return printNo
}

/** Keeps who printed what, when and why. What was printed by another person meanwhile, or of a record that says something else by now, is set again. */
export const registerPrint =
  (installation: Installation) =>
  async (tx: Tx, actor: Actor, { kind, id, reason }: Asked, made: Set): Promise<z.input<typeof paperApi.print.output>> => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`paper ${kind} ${id}`}, 0))`.execute(tx)
    const { printNo, printedAt, pages, formId, letterheadId } = made
    if ((await nextPrintNo(tx, kind, id, reason)) !== printNo) throw new Outdated()
    if (!isDeepStrictEqual(await contentOf(tx, actor, kind, id), made.content)) throw new Outdated()
    const digest = await keepPdf(tx, actor, installation, made.bytes)
    await tx
      .insertInto('paperPrint')
      .values({
        enterpriseId: actor.enterpriseId,
        kind,
        recordId: id,
        documentNo: made.content.documentNo,
        printNo,
        formId,
        letterheadId,
        marks: [...made.marks],
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
export const setPreview =
  (installation: Installation) =>
  async (tx: Tx, actor: Actor, { kind, id }: { kind: PaperKind; id: string }): Promise<() => Promise<Download>> => {
    const content = await contentOf(tx, actor, kind, id)
    const { finish } = await composePaper(tx, actor, installation, kind, content, {
      foot: '屏幕预览，未登记为打印',
      madeAt: `${dayInShanghai(tx.now())}T00:00:00+08:00`,
      marks: ['预览'],
    })
    return () =>
      shown(placeOf(actor, 'preview', kind, id), async (tell) => {
        const { bytes } = await setPaper(await finish(), tell)
        return { fileName: `${paperKinds[kind].title} ${content.documentNo} 预览.pdf`, contentType: 'application/pdf', body: bytes }
      })
  }
