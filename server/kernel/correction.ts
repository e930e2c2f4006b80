import { sql } from 'kysely'
import type { z } from 'zod'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import type { signature } from '#contract/kernel/values.ts'
import type { Actor, Tx } from './serve.ts'

/** A record of evidence and the values it gets, by the names of its columns. */
export type Patch = {
  table:
    | 'raw_lot'
    | 'receipt'
    | 'lot'
    | 'production_step'
    | 'production_co_product'
    | 'bulk_lot'
    | 'packaging_record'
    | 'pack_lot'
    | 'pack_release'
    | 'shipment'
    | 'shipment_line'
    | 'production_issue'
    | 'sampling'
    | 'sample'
  id: string
  values: Record<string, unknown>
}

/** An approved correction, as the effects of it name it. */
export type ApprovedCorrection = { id: string; correctionNo: string; reason: string; signature: z.output<typeof signature> }

/**
 * What a correction of one record would do. A room plans it for its own records; planning refuses what cannot be true and writes nothing,
 * so it is asked when the correction is proposed and again when it is approved.
 */
export type CorrectionPlan = {
  /** What the record is called. */
  subject: string
  /** The lot it is about; null while a batch in work has none. */
  lotId: string | null
  /** Every lot whose goods must be in the house still; none where the record is about goods that left. */
  lotIds: readonly string[]
  /** The values asked for beside those there are. */
  asked: readonly { field: string; old: string | null; new: string | null; value: unknown }[]
  /** What changes in evidence: what was asked for, and the figures that follow. */
  patches: readonly Patch[]
  /** What follows outside the record once it is corrected: stock, deviations, reports, the history of the lot. */
  follow: (tx: Tx, actor: Actor, correction: ApprovedCorrection) => Promise<void>
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text)

/** Whether two texts are one value: 12 and 12.0 kg, one instant in two zones. */
const isSame = (a: string | null, b: string | null) =>
  a === b ||
  (a !== null &&
    b !== null &&
    ((isDecimal(a) && isDecimal(b) && exact(a).equals(b)) || (isInstant(a) && isInstant(b) && Date.parse(a) === Date.parse(b))))

/** The values asked for that differ from those there are. */
export const askedOf = (changes: Record<string, unknown>, was: Record<string, unknown>): CorrectionPlan['asked'] =>
  Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => ({ field, old: textOf(was[field]), new: textOf(value), value }))
    .filter((one) => !isSame(one.old, one.new))

/** Writes the values of an approved correction; the database keeps the old ones beside them and demands the approval (decision 0035). */
export async function correctRecord(tx: Tx, correctionId: string, { table, id, values }: Patch): Promise<void> {
  await sql`select correct_record(${correctionId}::uuid, ${table}, ${id}::uuid, ${JSON.stringify(values)}::jsonb)`.execute(tx)
}
