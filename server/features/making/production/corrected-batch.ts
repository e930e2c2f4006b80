import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { balanceOf, mostOfBatch, sumOf, type Balance, type Masses } from '#contract/making/mass-balance.ts'
import { processSnapshot } from '#contract/making/production-record.ts'
import type { ApprovedCorrection } from '#kernel/correction.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { placeHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { netOf } from './issue-materials.ts'
import { readIssues } from './read-issue.ts'

/** Locks a production order, then its batch, as the steps of production do (`takeOrder`): what is read afterwards nobody else changes. */
export async function lockBatch(tx: Tx, orderId: string): Promise<void> {
  await tx.selectFrom('productionOrder').select('id').where('id', '=', orderId).forUpdate().executeTakeFirstOrThrow()
  const made = await tx.selectFrom('bulkLot').select('id').where('orderId', '=', orderId).executeTakeFirst()
  if (made !== undefined) await lockLot(tx, made.id)
}

/** Everything of a batch that a correction of one of its steps has to agree with. A plan locks it first (`lockBatch`); a form only looks. */
export async function readBatch(tx: Tx, orderId: string) {
  const order = await tx.selectFrom('productionOrder').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const batch = await tx.selectFrom('bulkLot').selectAll().where('orderId', '=', orderId).executeTakeFirst()
  const steps = await tx.selectFrom('productionStep').selectAll().where('orderId', '=', orderId).orderBy('stepNo').execute()
  const inputs = await tx
    .selectFrom('productionInput as i')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'i.enterpriseId').onRef('lot.id', '=', 'i.lotId'))
    .select(['i.lotId', 'i.role', 'i.quantity', 'i.materialId', 'lot.lotNo', 'lot.name'])
    .where('i.orderId', '=', orderId)
    .orderBy('i.role', 'desc')
    .orderBy('i.id')
    .execute()
  const issues = await readIssues(tx, orderId)
  const returns = await tx.selectFrom('productionReturn').select(['id', 'weighings']).where('orderId', '=', orderId).execute()
  const { handedOver, drawn } = await givenOf(tx, orderId)
  const pieces = issues.flatMap(({ weighings }) => weighings)
  const back = returns.flatMap(({ weighings }) => weighings)
  const there = (role: 'main' | 'auxiliary') => {
    const own = inputs.filter((input) => input.role === role)
    return exact(sumOf(own.map(({ lotId }) => netOf(pieces, lotId))))
      .minus(sumOf(own.map(({ lotId }) => netOf(back, lotId))))
      .toFixed()
  }
  return {
    batch,
    order,
    process: processSnapshot.parse(order.process),
    steps,
    inputs,
    issues,
    returnIds: returns.map(({ id }) => id),
    /** What was weighed out and did not go back before the end, kg. */
    fed: there('main'),
    auxiliaries: there('auxiliary'),
    handedOver,
    /** What each lot gave to co-products, kg. */
    drawn: new Map(drawn.map(({ lotId, quantity }) => [lotId, quantity])),
  }
}

/** What of a batch was handed over in parts, and what its lots gave to co-products, kg. */
async function givenOf(tx: Tx, orderId: string) {
  const { rows } = await sql<{ handedOver: string; drawn: { lotId: string; quantity: string }[] }>`
    select handed_over(${orderId}::uuid)::text as "handedOver", coalesce((select jsonb_agg(jsonb_build_object('lotId', i.lot_id, 'quantity',
      drawn_for_co_products(i.order_id, i.lot_id)::text)) from production_input i where i.order_id = ${orderId}::uuid), '[]') as drawn`.execute(
    tx,
  )
  return only(rows)
}

/** A production order as `readBatch` reads it. */
export type Batch = Awaited<ReturnType<typeof readBatch>>

/** Whether what is read is to be changed in this transaction, or only shown. */
export type Purpose = 'change' | 'show'

export const limitsOf = ({ yieldMin, yieldMax, balanceMin, balanceMax }: NonNullable<Batch['batch']>) => ({
  yieldMin,
  yieldMax,
  balanceMin,
  balanceMax,
})

/** The masses of a finished batch as it says them. */
export const massesOf = (batch: NonNullable<Batch['batch']>) => ({
  issued: batch.issuedQuantity,
  returned: batch.returnedQuantity,
  auxiliaries: batch.auxiliaryQuantity,
  water: batch.waterQuantity,
  output: batch.outputQuantity,
  losses: batch.lossQuantity,
  coProducts: batch.coProductQuantity,
  sampled: batch.sampledQuantity,
  leftover: batch.leftoverQuantity,
})

/** The percentages of a balance by the columns of the batch. */
export const percentsOf = ({ yieldPercent, balancePercent }: Balance) => ({ yield_percent: yieldPercent, balance_percent: balancePercent })

/** Output, sample and remainder together are no more than went in; the trigger of the database says the same. */
export function checkBatchMass(masses: Masses, lastOutput: string, fields: readonly string[]) {
  const together = sumOf([masses.output, masses.sampled, masses.leftover])
  const most = mostOfBatch(masses, lastOutput)
  if (exact(together).greaterThan(most))
    throw new Refusal(
      'mass_from_nothing',
      fields.map((field) => ({ path: `changes.${field}`, message: `产出、取样与尾料合计 ${together} kg，最多 ${most} kg` })),
    )
}

/** Writes into the history of the batch that it was corrected; a batch that is not finished has none. */
export async function tellLot(
  tx: Tx,
  actor: Actor,
  correction: ApprovedCorrection,
  { batch }: Batch,
  facts: Record<string, string>,
): Promise<void> {
  if (batch === undefined) return
  await recordTrace(tx, actor, [
    {
      lotId: batch.id,
      kind: 'corrected',
      occurredAt: tx.now().toISOString(),
      documentNo: correction.correctionNo,
      privateFacts: { reason: correction.reason, ...facts },
    },
  ])
}

type Found = {
  stepNo: number | null
  /** Parameters out of their ranges. */
  outside: readonly string[]
  /** What else is not as planned. */
  events?: readonly string[]
  balance: Balance | undefined
}

/** What only the corrected values show to be out of range is a deviation now, and holds the batch until quality assurance concludes. */
export async function noteDeviations(
  tx: Tx,
  actor: Actor,
  correction: ApprovedCorrection,
  { batch, order }: Batch,
  { stepNo, outside, events = [], balance }: Found,
): Promise<void> {
  const before = batch === undefined ? [] : balanceOf(massesOf(batch), limitsOf(batch)).deviations
  const added = [
    ...(outside.length > 0 ? [{ kind: 'parameter' as const, finding: outside.join('；') }] : []),
    ...(events.length > 0 ? [{ kind: 'event' as const, finding: events.join('；') }] : []),
    ...(balance?.deviations ?? [])
      .filter((kind) => !before.includes(kind))
      .map((kind) => ({ kind, finding: `更正后收率 ${balance?.yieldPercent}%，物料平衡 ${balance?.balancePercent}%` })),
  ]
  if (added.length === 0) return
  const note = `${correction.correctionNo}：${correction.reason}`
  await tx
    .insertInto('productionDeviation')
    .values(
      added.map((one) => ({
        enterpriseId: actor.enterpriseId,
        orderId: order.id,
        stepNo,
        ...one,
        note,
        foundBy: actor.id,
        foundAt: tx.now().toISOString(),
      })),
    )
    .execute()
  if (batch !== undefined)
    await placeHold(tx, actor, {
      lotId: batch.id,
      kind: 'deviation',
      reason: `更正 ${correction.correctionNo} 后超出规定范围`,
      correctionId: correction.id,
    })
}
