import { sql } from 'kysely'
import { Refusal, type RefusalCode } from '#contract/kernel/refusals.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { isExpired } from '#contract/warehouse/shelf-life.ts'
import { reasonText, standingReasons, type ReasonKind, type StandingReason } from '#contract/warehouse/standing.ts'
import type { Tx } from '#kernel/serve.ts'

// The only reader of where a lot stands: the worst over itself and all its ancestors. The database computes it (definitions/standing.sql) and its
// triggers ask the same where stock moves; the steps ask here first, so that the refusal names the lot and the reason.

const severity = keysOf(standingReasons)
export const worstFirst = (reasons: readonly StandingReason[]) =>
  reasons.toSorted((one, other) => severity.indexOf(one.kind) - severity.indexOf(other.kind))

/** Everything that speaks against a lot, the worst first; nothing when it may be used. To decide by it, lock the lot first (`lockLot`). */
export async function reasonsAgainst(tx: Tx, lotId: string): Promise<StandingReason[]> {
  const { rows } = await sql<StandingReason>`
    select kind, lot_id, lot_no, lot_name, lot_id = ${lotId}::uuid as is_own from lot_reasons(${lotId}::uuid)`.execute(tx)
  return worstFirst(rows)
}

/** Those of these lots against which anything speaks. */
export async function unfitAmong(tx: Tx, lotIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ ofLot: string }>`select distinct of_lot from reasons_of(${[...lotIds]}::uuid[])`.execute(tx)
  return new Set(rows.map(({ ofLot }) => ofLot))
}

/** What speaks against the charge of a production order: for a batch that is on the line and is no lot yet. */
export async function reasonsAgainstCharge(tx: Tx, orderId: string): Promise<StandingReason[]> {
  const { rows } = await sql<StandingReason>`
    select kind, lot_id, lot_no, lot_name, false as is_own from charge_reasons(${orderId}::uuid)`.execute(tx)
  return worstFirst(rows)
}

const ownCodes: Record<ReasonKind, RefusalCode> = {
  recall: 'lot_held',
  rejected: 'lot_not_released',
  regulator: 'lot_held',
  withdrawn: 'lot_not_released',
  oos: 'lot_held',
  impact: 'lot_held',
  freeze: 'lot_held',
  deviation: 'lot_held',
  complaint: 'lot_held',
  doc_missing: 'lot_held',
  expired: 'lot_expired',
  retest_due: 'lot_expired',
  not_released: 'lot_not_released',
}

/** Refuses when anything speaks against the lot of `lotNo`: what is wrong with itself first, then what is wrong with an ancestor. */
export function refuseReasons(reasons: readonly StandingReason[], lotNo: string, path: string): void {
  const worst = reasons.find(({ isOwn }) => isOwn) ?? reasons[0]
  if (worst === undefined) return
  throw new Refusal(
    worst.isOwn ? ownCodes[worst.kind] : 'ancestor_unfit',
    reasons.map((reason) => ({ path, message: `${lotNo}：${reasonText(reason)}` })),
  )
}

/**
 * Refuses the first of these lots that may not be used now (I3, and its ancestors): not released, out of date, held, or made of what may not be used.
 * `path` is the field to blame. All are asked in one statement.
 */
export async function refuseUnusable(tx: Tx, lots: readonly { id: string; lotNo: string; path: string }[]): Promise<void> {
  const { rows } = await sql<StandingReason & { ofLot: string }>`
    select of_lot, kind, lot_id, lot_no, lot_name, lot_id = of_lot as is_own from reasons_of(${[...new Set(lots.map(({ id }) => id))]}::uuid[])`.execute(
    tx,
  )
  for (const { id, lotNo, path } of lots) refuseReasons(worstFirst(rows.filter(({ ofLot }) => ofLot === id)), lotNo, path)
}

/** Refuses a lot after the last good day that its maker or its product gave it: no test makes that day later, while a retest day is set anew. */
export function refuseExpired({ lotNo, expiresOn }: { lotNo: string; expiresOn: string | null }, today: string, path: string): void {
  if (expiresOn !== null && isExpired(expiresOn, today))
    throw new Refusal('lot_expired', [{ path, message: `${lotNo} 有效期至 ${expiresOn}` }])
}

/** Refuses a lot that is held itself, and says by what. */
export async function refuseHeld(tx: Tx, { id, lotNo, holds }: { id: string; lotNo: string; holds: number }, path: string): Promise<void> {
  if (holds === 0) return
  const reasons = await reasonsAgainst(tx, id)
  refuseReasons(
    reasons.filter(({ isOwn, kind }) => isOwn && ownCodes[kind] === 'lot_held'),
    lotNo,
    path,
  )
}
