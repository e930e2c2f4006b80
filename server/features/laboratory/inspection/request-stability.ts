import { sql } from 'kysely'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { placesOfKind } from '#server/features/warehouse/stock/move-stock.ts'
import { describePacks } from './describe-lot.ts'
import { writeRequest } from './request-inspection.ts'

/** 稳定性考察: quality assurance has packs that are kept tested at a time point of the plan, within its days. The lot stays what it is. */
export const requestStability: Handler<typeof bulkInspectionApi.requestStability> = async (tx, actor, { lotId, month, ...input }) => {
  const lot = await lockLot(tx, lotId)
  if (lot.kind !== 'pack') throw new Refusal('not_found')
  if (lot.state === 'rejected') throw new Refusal('wrong_state')
  const point = await openPoint(tx, lotId, month)
  if (point.opensOn > dayInShanghai(tx.now()))
    throw new Refusal('stability_not_due', [
      { path: 'month', message: `${month}个月的考察日是 ${point.testOn}，最早 ${point.opensOn} 可以请验` },
    ])
  const { netQuantity, ...described } = await describePacks(tx, lot, point.packs)
  const kept = await keptOf(tx, lot)
  if (point.packs >= kept)
    throw new Refusal('short_stock', [
      {
        path: 'month',
        message: kept === 0 ? '该批没有已接收的成品留样' : `方案每次取用 ${point.packs} 袋，现有留样 ${kept} 袋，至少留下一袋`,
      },
    ])
  const { retention } = await placesOfKind(tx, 'retention')
  const quantity = exact(netQuantity).times(point.packs).toFixed()
  const row = await writeRequest(
    tx,
    actor,
    { lot, side: 'bulk', requestKind: 'stability', placeId: retention, stabilityMonth: month, quantity, described },
    input,
  )
  await tx
    .updateTable('stabilityPoint')
    .set({ state: 'begun', inspectionId: row.id, items: point.items })
    .where('id', '=', point.id)
    .execute()
  return row
}

/** The time point of a lot that nobody has begun, with what its plan asks for. Refused where there is none: it was begun or missed already, or no plan has it. */
async function openPoint(tx: Tx, lotId: string, month: number) {
  const [point] = await tx
    .selectFrom('stabilityPoint')
    .innerJoin('stabilityLot', (join) =>
      join
        .onRef('stabilityLot.enterpriseId', '=', 'stabilityPoint.enterpriseId')
        .onRef('stabilityLot.id', '=', 'stabilityPoint.stabilityLotId'),
    )
    .innerJoin('stabilityPlan', (join) =>
      join.onRef('stabilityPlan.enterpriseId', '=', 'stabilityLot.enterpriseId').onRef('stabilityPlan.id', '=', 'stabilityLot.planId'),
    )
    .leftJoin('inspection', (join) =>
      join.onRef('inspection.enterpriseId', '=', 'stabilityPoint.enterpriseId').onRef('inspection.id', '=', 'stabilityPoint.inspectionId'),
    )
    .select(['stabilityPoint.id', 'stabilityPoint.state', 'testOn', 'opensOn', 'inspection.requestNo'])
    .select(['stabilityPlan.items', 'stabilityPlan.packsPerPoint as packs'])
    .where('stabilityPoint.lotId', '=', lotId)
    .where('month', '=', month)
    // What is open comes first, then what was done last.
    .orderBy(sql`stability_point.state <> 'open'`)
    .orderBy('stabilityPoint.id', 'desc')
    .limit(1)
    .execute()
  if (point === undefined) throw new Refusal('stability_not_planned', [{ path: 'month', message: '考察方案没有这个时间点' }])
  if (point.state === 'begun' || point.state === 'done')
    throw new Refusal('stability_month_tested', [{ path: 'month', message: `已有 ${point.requestNo}` }])
  if (point.state !== 'open') throw new Refusal('stability_point_closed', [{ path: 'month', message: `${month}个月` }])
  return point
}

/** How many whole packs of a lot are kept, received and not opened. */
async function keptOf(tx: Tx, lot: Lot): Promise<number> {
  const { netQuantity } = await tx.selectFrom('packSpec').select('netQuantity').where('id', '=', lot.packSpecId).executeTakeFirstOrThrow()
  const { grams } = await tx
    .selectFrom('sample')
    .select(sql<string | null>`sum(quantity - coalesce(opened_quantity, 0))`.as('grams'))
    .where('lotId', '=', lot.id)
    .where('packRetentionId', 'is not', null)
    .where('state', '=', 'retained')
    .executeTakeFirstOrThrow()
  return exact(grams ?? '0')
    .div(exact(netQuantity).times(1000))
    .toNumber()
}
