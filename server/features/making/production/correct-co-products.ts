import { sql } from 'kysely'
import { Decimal } from 'decimal.js'
import type { z } from 'zod'
import type { stepChanges } from '#contract/cases/correction-changes.ts'
import { only } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { coProductShare, sumOf } from '#contract/making/mass-balance.ts'
import type { ApprovedCorrection, Patch } from '#kernel/correction.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { reissueReports } from '#server/features/laboratory/inspection/reissue-reports.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { rebookBirth, takeBackDraws } from '#server/features/warehouse/stock/rebook-birth.ts'
import type { Batch } from './corrected-batch.ts'

type Given = NonNullable<z.output<typeof stepChanges>['coProducts']>
type Part = { lotId: string; quantity: string }

/** A 联产品 of a step that became a lot, and what each lot of the charge gave to it; kg, and % of the step's input. */
type Kept = { id: string; productId: string; lotId: string; lotNo: string; name: string; quantity: string; share: string; from: Part[] }
/** The same as it was in truth. */
type Corrected = Kept & { is: string; isShare: string; isFrom: Part[] }

/** Those of one step, in the order in which they were told. */
export async function keptOfStep(tx: Tx, stepId: string): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select c.id, c.product_id as "productId", c.lot_id as "lotId", l.lot_no as "lotNo", l.name, trim_scale(c.quantity)::text as quantity, trim_scale(c.share)::text as share,
      (select jsonb_agg(jsonb_build_object('lotId', e.from_lot_id, 'quantity', trim_scale(e.quantity)::text) order by e.from_lot_id) from lot_edge e
        where e.enterprise_id = c.enterprise_id and e.to_lot_id = c.lot_id) as from
    from production_co_product c join lot l on l.enterprise_id = c.enterprise_id and l.id = c.lot_id
    where c.step_id = ${stepId}::uuid order by c.id`.execute(tx)
  return rows
}

/** Locks what a correction of co-products moves, before the order is locked: the lots of the charge and the co-products themselves. */
export async function lockCoProducts(tx: Tx, stepId: string): Promise<void> {
  const { rows } = await sql<{ ids: string[] }>`
    select array(select i.lot_id from production_step s join production_input i on i.enterprise_id = s.enterprise_id and i.order_id = s.order_id where s.id = ${stepId}::uuid
      union select c.lot_id from production_co_product c where c.step_id = ${stepId}::uuid and c.lot_id is not null) as ids`.execute(tx)
  await lockLots(tx, only(rows).ids)
}

/** The co-products of a step with the given weights, and with the shares of its input. */
export function coProductsAfter(kept: readonly Kept[], given: Given, input: string): Corrected[] {
  for (const [index, { lotNo }] of given.entries()) {
    const path = `changes.coProducts.${index}.lotNo`
    if (!kept.some((one) => one.lotNo === lotNo)) throw new Refusal('invalid_input', [{ path, message: '本工序没有这批联产品' }])
    if (given.findIndex((one) => one.lotNo === lotNo) !== index) throw new Refusal('invalid_input', [{ path, message: '同一批填写了两次' }])
  }
  return kept.map((one) => {
    const is = exact(given.find(({ lotNo }) => lotNo === one.lotNo)?.quantity ?? one.quantity).toFixed()
    return { ...one, is, isShare: coProductShare(is, input), isFrom: inShares(is, one) }
  })
}

/** What each lot gave, in the shares in which it gave before; what rounding leaves over is the largest one's. */
function inShares(is: string, { quantity, from }: Kept): Part[] {
  const parts = from.map((part) => ({ ...part, now: exact(is).times(part.quantity).div(quantity).toDecimalPlaces(4, Decimal.ROUND_DOWN) }))
  const over = parts.reduce((rest, { now }) => rest.minus(now), exact(is))
  const largest = parts.reduce((most, part) => (part.now.greaterThan(most.now) ? part : most))
  return parts.map((part) => ({ lotId: part.lotId, quantity: (part === largest ? part.now.plus(over) : part.now).toFixed() }))
}

export const hasOtherWeight = ({ quantity, is }: Corrected) => !exact(quantity).equals(is)

/** The columns that become others: of what was told in the step, and of the lot. */
export const patchesOf = (corrected: readonly Corrected[]): Patch[] =>
  corrected.flatMap((one): Patch[] => [
    ...(hasOtherWeight(one) || !exact(one.share).equals(one.isShare)
      ? [{ table: 'production_co_product' as const, id: one.id, values: { quantity: one.is, share: one.isShare } }]
      : []),
    ...(hasOtherWeight(one) ? [{ table: 'lot' as const, id: one.lotId, values: { quantity: one.is } }] : []),
  ])

/** How much more each lot of the charge gave, kg. */
function moreOf(corrected: readonly Corrected[]): Map<string, string> {
  const lots = [...new Set(corrected.flatMap(({ from }) => from.map(({ lotId }) => lotId)))]
  const of = (parts: readonly Part[], lotId: string) => sumOf(parts.filter((part) => part.lotId === lotId).map(({ quantity }) => quantity))
  return new Map(
    lots.map((lotId) => [
      lotId,
      exact(
        of(
          corrected.flatMap(({ isFrom }) => isFrom),
          lotId,
        ),
      )
        .minus(
          of(
            corrected.flatMap(({ from }) => from),
            lotId,
          ),
        )
        .toFixed(),
    ]),
  )
}

/** Refuses what the charge has not: something of each lot is left for the batch. A batch that comes in parts is put right when it is whole, an ended one never. */
export async function refuseUncorrectable(tx: Tx, { order, batch, handedOver }: Batch, corrected: readonly Corrected[]): Promise<void> {
  if (!corrected.some(hasOtherWeight)) return
  if (order.state === 'cancelled') throw new Refusal('wrong_state')
  if (batch === undefined && !exact(handedOver).isZero()) throw new Refusal('batch_unfinished_correction')
  const { rows } = await sql<{ lotId: string; lotNo: string; left: string }>`
    select i.lot_id as "lotId", l.lot_no as "lotNo", coalesce((select e.quantity from lot_edge e where e.enterprise_id = i.enterprise_id and e.to_lot_id = ${batch?.id ?? null}::uuid
        and e.from_lot_id = i.lot_id and e.step = 'production'),
      (select coalesce(sum((w ->> 'net')::numeric), 0) from production_issue p cross join jsonb_array_elements(p.weighings) w
        where p.enterprise_id = i.enterprise_id and p.order_id = i.order_id and (w ->> 'lotId')::uuid = i.lot_id)
      - (select coalesce(sum((w ->> 'net')::numeric), 0) from production_return p cross join jsonb_array_elements(p.weighings) w
        where p.enterprise_id = i.enterprise_id and p.order_id = i.order_id and (w ->> 'lotId')::uuid = i.lot_id)
      - drawn_for_co_products(i.order_id, i.lot_id))::text as left
    from production_input i join lot l on l.enterprise_id = i.enterprise_id and l.id = i.lot_id where i.order_id = ${order.id}::uuid`.execute(
    tx,
  )
  for (const [lotId, more] of moreOf(corrected)) {
    const { lotNo, left } = only(rows.filter((row) => row.lotId === lotId))
    if (exact(more).greaterThanOrEqualTo(left))
      throw new Refusal('co_product_exceeds_charge', [
        { path: 'changes.coProducts', message: `${lotNo} 除联产品外还有 ${exact(left).toFixed()} kg` },
      ])
  }
}

/** Which of them are out of their limits now and were not before. */
export const newlyStray = ({ process }: Pick<Batch, 'process'>, stepNo: number, corrected: readonly Corrected[]): string[] =>
  corrected.flatMap(({ productId, name, share, is, isShare }) => {
    const planned = process.coProducts.find((one) => one.productId === productId && one.stepNo === stepNo)
    if (planned === undefined) return []
    const isWithin = (of: string) => exact(of).greaterThanOrEqualTo(planned.min) && exact(of).lessThanOrEqualTo(planned.max)
    return isWithin(share) && !isWithin(isShare)
      ? [`联产品 ${name} ${is} kg，占投入 ${exact(isShare).toFixed()}%，应为 ${planned.min}～${planned.max}%`]
      : []
  })

/** What follows in the ledger, the graph, the reports and the history: each co-product is born anew, and its parents gave more or less. */
export async function rebookCoProducts(
  tx: Tx,
  actor: Actor,
  correction: ApprovedCorrection,
  {
    batch: { order, batch, issues, steps },
    stepEndedAt,
    corrected,
  }: { batch: Batch; stepEndedAt: string; corrected: readonly Corrected[] },
): Promise<void> {
  const document = { kind: 'correction', id: correction.id, no: correction.correctionNo }
  const { reason } = correction
  for (const one of corrected.filter(hasOtherWeight)) {
    await rebookBirth(tx, actor, { lotId: one.lotId, quantity: one.is, document, reason })
    await sql`select tell_co_product_edges(${one.lotId}::uuid, ${JSON.stringify(one.isFrom)}::jsonb)`.execute(tx)
    await reissueReports(tx, actor, one.lotId, correction, (sheet) =>
      exact(sheet.quantity).equals(one.quantity) ? { ...sheet, quantity: one.is } : sheet,
    )
    const privateFacts = { reason, output: one.is, order: order.orderNo }
    await recordTrace(tx, actor, [
      { lotId: one.lotId, kind: 'corrected', occurredAt: tx.now().toISOString(), documentNo: correction.correctionNo, privateFacts },
    ])
  }
  // A finished batch took in everything: only who got what of it is another.
  if (batch !== undefined) return void (await sql`select tell_edges(${batch.id}::uuid)`.execute(tx))
  const records = [...issues, ...steps].map(({ id }) => id)
  const earlier = await tx.selectFrom('correction').select('id').where('recordId', 'in', records).where('state', '=', 'approved').execute()
  const documentIds = [order.id, ...earlier.map(({ id }) => id)]
  for (const [lotId, more] of moreOf(corrected)) {
    if (exact(more).isZero()) continue
    await takeBackDraws(tx, actor, { lotId, kinds: ['production_input'], documentIds, document, reason })
    const { rows } = await sql<{ drawn: string }>`select drawn_for_co_products(${order.id}::uuid, ${lotId}::uuid)::text as drawn`.execute(
      tx,
    )
    const input = { lotId, quantity: only(rows).drawn, from: { only: 'production' as const }, to: { only: 'transformation' as const } }
    await moveStock(tx, actor, [{ ...input, kind: 'production_input', document, reason, occurredAt: stepEndedAt }])
  }
}
