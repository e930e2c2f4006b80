import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { countActions, type LineState, type stocktakeApi } from '#contract/warehouse/stocktake.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { lineFor } from './plan-count.ts'
import { countRowOf } from './queries.ts'

/** 计划外找到: a line for goods that lie where the plan has none, named by what stands on their label and on the bin. It is counted like any other. */
export const addLine: Handler<typeof stocktakeApi.addLine> = async (tx, actor, { id, lotNo, placeCode }) => {
  const lot = await tx.selectFrom('lot').select('id').where('lotNo', '=', lotNo.toUpperCase()).executeTakeFirst()
  if (lot === undefined) throw new Refusal('not_found', [{ path: 'lotNo', message: `没有批号 ${lotNo}` }])
  const place = await tx
    .selectFrom('place')
    .select('id')
    .where('code', '=', placeCode.toUpperCase())
    .where('kind', '=', 'bin')
    .executeTakeFirst()
  if (place === undefined) throw new Refusal('not_found', [{ path: 'placeCode', message: `没有货位 ${placeCode}` }])
  await lockLot(tx, lot.id)
  await tx.selectFrom('stocktake').select('id').where('id', '=', id).forShare().execute()
  const count = await countRowOf(tx, id)
  const code = refusal(countActions.count, count, actor)
  if (code !== undefined) throw new Refusal(code)
  const line = (await lineFor(tx, id, lot.id, place.id)) ?? (await foundLine(tx, actor, { id, lotId: lot.id, placeId: place.id }))
  return { lineId: line.id }
}

/** Goods that lie where the plan has none: a line of their own. */
export async function foundLine(
  tx: Tx,
  actor: Actor,
  { id, lotId, placeId }: { id: string; lotId: string; placeId: string },
): Promise<{ id: string; state: LineState }> {
  const bin = await tx
    .selectFrom('place')
    .select('id')
    .where('id', '=', placeId)
    .where('kind', '=', 'bin')
    .where('isActive', '=', true)
    .forKeyShare()
    .executeTakeFirst()
  if (bin === undefined) throw new Refusal('not_found', [{ path: 'placeId', message: '没有这个货位' }])
  return tx
    .insertInto('stocktakeLine')
    .values({ enterpriseId: actor.enterpriseId, stocktakeId: id, lotId, placeId, state: 'open' })
    .returning(['id', 'state'])
    .executeTakeFirstOrThrow()
}
