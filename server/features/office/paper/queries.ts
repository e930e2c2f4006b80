import { Refusal } from '#contract/kernel/refusals.ts'
import { paperKind, paperKinds, type paperApi, type PaperKind, type PaperPrint } from '#contract/office/paper.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Actor, Download, Handler, Tx } from '#kernel/serve.ts'
import { contentOf, demandReader } from './compose-paper.ts'

const selectPrints = (tx: Tx) =>
  tx
    .selectFrom('paperPrint as p')
    .innerJoin('account as a', (on) => on.onRef('a.enterpriseId', '=', 'p.enterpriseId').onRef('a.id', '=', 'p.printedBy'))
    .leftJoin('paperForm as f', (on) => on.onRef('f.enterpriseId', '=', 'p.enterpriseId').onRef('f.id', '=', 'p.formId'))
    .select(['p.id', 'p.kind', 'p.documentNo', 'p.printNo', 'p.reason', 'p.marks', 'p.pages', 'p.digest', 'p.printedAt'])
    .select(['p.printedBy', 'a.name', 'f.formNo', 'f.version'])

type Selected = Awaited<ReturnType<ReturnType<typeof selectPrints>['executeTakeFirstOrThrow']>>

const printRow = ({ id, printNo, reason, marks, pages, digest, printedAt, ...print }: Selected): PaperPrint => ({
  id,
  printNo,
  reason,
  marks,
  pages,
  digest,
  printedAt,
  formNo: print.formNo ?? '',
  formVersion: print.version ?? 0,
  printedBy: { id: print.printedBy, name: print.name },
})

/** How often a record's document was printed, the first time first. */
export async function printsOf(tx: Tx, kind: PaperKind, recordId: string): Promise<PaperPrint[]> {
  const prints = await selectPrints(tx).where('p.kind', '=', kind).where('p.recordId', '=', recordId).orderBy('printNo').execute()
  return prints.map(printRow)
}

export const readPaper: Handler<typeof paperApi.read> = async (tx, actor, { kind, id }) => {
  const { documentNo, marks, title = paperKinds[kind].title } = await contentOf(tx, actor, kind, id)
  return { title, documentNo, marks: [...marks], prints: await printsOf(tx, kind, id) }
}

export const openPrint =
  ({ files }: Installation) =>
  async (tx: Tx, actor: Actor, { id }: { id: string }): Promise<Download> => {
    const print = await selectPrints(tx).where('p.id', '=', id).executeTakeFirst()
    if (print === undefined) throw new Refusal('not_found')
    const kind = paperKind.parse(print.kind)
    demandReader(actor, kind)
    return {
      fileName: `${paperKinds[kind].title} ${print.documentNo}.pdf`,
      contentType: 'application/pdf',
      body: await files.read(print.digest),
    }
  }
