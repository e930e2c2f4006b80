import { sql } from 'kysely'
import type { CorrectedValue } from '#contract/cases/corrected-value.ts'
import type { AttachmentOwner } from '#contract/office/attachment.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import type { PagePath } from '#contract/kernel/pages.ts'
import { exactTime } from '#contract/kernel/shown-value.ts'
import { onePlan } from '#server/db/connection.ts'
import type { Block, Piece, Words } from '#tools/paper.ts'
import { together } from '#tools/together.ts'
import { WorkQueue } from '#tools/work-queue.ts'
import type { Actor, Tx } from './serve.ts'

/** What a document says of a record, as it is at this moment. Firm, form, print and pages are added by the feature that prints. */
export type PaperContent = {
  /** Where the record calls for another title than its kind of document has. */
  title?: string
  documentNo: string
  /** What a reader must not miss about its state; none while it is good. */
  marks: readonly string[]
  /** Where the record is on the screen: the QR leads there. */
  page: PagePath
  q: string
  /** The record whose files belong to the document: photographs are drawn at its end, what is no picture is named there. */
  filesOf?: { table: AttachmentOwner; id: string }
  /** Where the QR leads instead: a page that whoever gets the paper may open. */
  link?: string
  blocks: readonly Block[]
}

/** How a kind of document is made of a record. One that is not there for this enterprise is `not_found`. */
export type PaperSource = { read: (tx: Tx, actor: Actor, id: string) => Promise<PaperContent> }

/** Documents are set two at a time in each process: each takes a thread and, while it is recorded, a connection. */
export const pressQueue = new WorkQueue({ atOnce: 2, waiting: 20, patience: 20_000 })

/** A value with what it was before each correction, struck through, and the numbers of the corrections. */
export function correctedWords(
  by: readonly CorrectedValue[],
  field: string,
  now: string,
  show: (text: string) => string = (text) => text,
): Words {
  const earlier = by.filter((one) => one.field === field)
  if (earlier.length === 0) return now
  return [
    ...earlier.flatMap(({ old }): Piece[] => [{ text: old === null || old === '' ? '（空）' : show(old), struck: true }, { text: ' ' }]),
    { text: now },
    ...earlier.map(({ correctionNo }): Piece => ({ text: ` ${correctionNo}`, small: true })),
  ]
}

/** Words as pieces, to stand among others. */
export const piecesOf = (words: Words): readonly Piece[] => (typeof words === 'string' ? [{ text: words }] : words)

type ShownSignature = {
  signerName: string
  meaning: string
  comment?: string
  signedAt: string
  holds: boolean
  supersededBy: string | null
  of?: string
}

/** The signatures on records, in the order of signing; `of` names the record where a document has several. */
export async function signaturesOf(
  tx: Tx,
  records: readonly { table: string; ids: readonly string[]; of?: string }[],
): Promise<ShownSignature[]> {
  const found = await together(
    records.map(({ table, ids }) =>
      sql<ShownSignature & { id: string }>`${sql.raw(onePlan)}
        select s.id, s.signer_name, s.meaning, s.comment, s.signed_at, signature_holds(s) as holds, signature_superseded(s) as superseded_by
        from signature s where s.record_table = any(table_names(${table})) and s.record_id = any(${[...ids]}::uuid[])`.execute(tx),
    ),
  )
  return records
    .flatMap(({ of }, place) => elementAt(found, place).rows.map((row) => (of === undefined ? row : { ...row, of })))
    .toSorted((one, other) => one.signedAt.localeCompare(other.signedAt) || one.id.localeCompare(other.id))
    .map(({ id: _, ...shown }) => shown)
}

const standingOf = ({ holds, supersededBy }: ShownSignature) =>
  holds ? '有效' : supersededBy === null ? '已失效：签名后记录被修改' : `已被更正 ${supersededBy} 取代`

/** 电子签名: who, when, with which meaning (21 CFR 11.50), and whether it stands. */
export function signatureBlocks(signatures: readonly ShownSignature[]): Block[] {
  if (signatures.length === 0) return []
  const hasRecords = signatures.some(({ of }) => of !== undefined)
  return [
    { is: 'heading', text: '电子签名' },
    {
      is: 'table',
      columns: [
        ...(hasRecords ? [{ title: '记录', share: 22 }] : []),
        { title: '含义', share: 18 },
        { title: '签名人', share: 12 },
        { title: '时间（北京时间）', share: 24 },
        { title: '意见', share: 18 },
        { title: '核验', share: 18 },
      ],
      rows: signatures.map((one) => [
        ...(hasRecords ? [one.of ?? ''] : []),
        one.meaning,
        one.signerName,
        exactTime(one.signedAt),
        one.comment ?? '',
        standingOf(one),
      ]),
    },
  ]
}
