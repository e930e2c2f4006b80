import { z } from 'zod'
import { day, decimalOut, id, instant, person } from '#contract/kernel/values.ts'
import { recallReport } from './recall-report.ts'
import { lotKind, lotState } from '#contract/warehouse/lot.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import { incidentState, measureState } from './incident.ts'
import { recallKind, recallClass, scopeShape, recallState, recallOutcome, notice } from './recall.ts'

/** Pack lots concerned, kg: made, and what became of it; of goods in the house all kinds of lots. */
const figures = {
  made: decimalOut,
  inHouse: decimalOut,
  shipped: decimalOut,
  other: decimalOut,
}

export const recallRow = z.strictObject({
  id,
  caseNo: z.string(),
  kind: recallKind,
  recallClass,
  subject: z.string(),
  reason: z.string(),
  state: recallState,
  createdBy: person,
  createdAt: instant,
  startedAt: instant.nullable(),
  notifyBy: instant.nullable(),
  /** Until when the next report of progress, and until which day the final report is due. */
  reportBy: instant.nullable(),
  finalBy: day.nullable(),
  closedAt: instant.nullable(),
  lots: z.int(),
  customers: z.int(),
  /** Customers who have not answered and of whom nothing is explained. */
  unanswered: z.int(),
  shipped: decimalOut.nullable(),
  seconds: decimalOut.nullable(),
  recoveredPercent: decimalOut.nullable(),
  knownPercent: decimalOut.nullable(),
  rowVersion: z.int(),
})
export type RecallRow = z.infer<typeof recallRow>

const recallLot = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  kind: lotKind,
  role: z.enum(['source', 'made']),
  /** As it is now: after the recall each lot is decided about by itself. */
  state: lotState,
  holds: z.int(),
  /** Whether the hold of this recall is on it. */
  isHeld: z.boolean(),
  /** In which its quantities are: kg, or pieces of what is counted. */
  unit: materialUnit,
  quantity: decimalOut,
  inHouse: decimalOut,
  shipped: decimalOut,
  other: decimalOut,
})
export type RecallLot = z.infer<typeof recallLot>

const recallCustomer = z.strictObject({
  id,
  customerId: id,
  name: z.string(),
  contact: z.string(),
  phone: z.string(),
  deliveries: z.int(),
  packs: z.int(),
  quantity: decimalOut,
  notice,
  /** The path of the public page on which they answer. */
  link: z.string().nullable(),
  /** The mailbox that the notice went to; null where the customer has none. */
  mailedTo: z.string().nullable(),
  notifiedAt: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  acknowledgedName: z.string().nullable(),
  notedBy: z.string().nullable(),
  silenceReason: z.string().nullable(),
  rowVersion: z.int(),
})
export type RecallCustomer = z.infer<typeof recallCustomer>

/** A lot that a customer received: packs and kg, and of how many packs is known what became of them. */
const recallLine = z.strictObject({
  recallCustomerId: id,
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  packUnit: z.string(),
  packs: z.int(),
  quantity: decimalOut,
  recovered: z.int(),
  consumed: z.int(),
  destroyed: z.int(),
  unaccounted: z.int(),
  /** Packs of which nothing is known yet. */
  open: z.int(),
})
export type RecallLine = z.infer<typeof recallLine>

const recallEntry = z.strictObject({
  id,
  recallCustomerId: id,
  lotNo: z.string(),
  outcome: recallOutcome,
  packs: z.int(),
  quantity: decimalOut,
  note: z.string(),
  recordedBy: z.string(),
  recordedAt: instant,
  takesBack: id.nullable(),
  isTakenBack: z.boolean(),
  /** The return with which it lies in the 退货区. */
  returnNo: z.string().nullable(),
  returnId: id.nullable(),
})
export type RecallEntry = z.infer<typeof recallEntry>

/** A case that was told from it: what the recall or drill brought to light, and who puts it right until when. */
const recallFinding = z.strictObject({
  id,
  caseNo: z.string(),
  subject: z.string(),
  state: incidentState,
  measures: z.array(
    z.strictObject({ serial: z.int(), action: z.string(), owner: z.string(), dueOn: day, state: measureState, isLate: z.boolean() }),
  ),
})
export type RecallFinding = z.infer<typeof recallFinding>

export const recallFile = z.strictObject({
  recall: recallRow,
  scope: z.strictObject({ ...scopeShape, ids: z.array(id), words: z.string(), last: z.string(), from: day.nullable(), to: day.nullable() }),
  advice: z.string(),
  authorityNo: z.string(),
  startedBy: z.string().nullable(),
  closedBy: z.string().nullable(),
  conclusion: z.string().nullable(),
  cancelReason: z.string().nullable(),
  withdrawn: z.strictObject({ by: z.string(), second: z.string(), at: instant, reason: z.string() }).nullable(),
  figures: z.strictObject(figures).nullable(),
  lots: z.array(recallLot),
  /** Null for those who may not see to whom goods went (22, 110). */
  customers: z.array(recallCustomer).nullable(),
  lines: z.array(recallLine).nullable(),
  entries: z.array(recallEntry).nullable(),
  /** What the authority was told, the oldest first. */
  reports: z.array(recallReport),
  findings: z.array(recallFinding),
})
export type RecallFile = z.infer<typeof recallFile>

/** What a question would reach at this moment. */
export const recallPreview = z.strictObject({
  subject: z.string(),
  lots: z.int(),
  packLots: z.int(),
  customers: z.int(),
  ...figures,
  /** The first of the lots, sources before what was made of them. */
  first: z.array(recallLot),
})
export type RecallPreview = z.infer<typeof recallPreview>
export const previewedAtMost = 20
