import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { toleranceApproval, toleranceMeaning, type stocktakeApi } from '#contract/warehouse/stocktake.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'

type Tolerance = Awaited<ReturnType<Handler<typeof stocktakeApi.tolerances>>>[number]

/** What holds of each class: what the factory set last, else a start value. */
async function tolerances(tx: Tx): Promise<Tolerance[]> {
  const { rows } = await sql<Tolerance>`
    select c.goods_class, coalesce(t.percent, c.usual)::numeric(5, 2) as percent, setter.name as set_by, approver.name as approved_by, t.set_at
    from (values ('raw', 0.5, 1), ('auxiliary', 0.5, 2), ('packaging', 0.5, 3), ('bulk', 0.5, 4), ('toxic', 0.1, 5)) c (goods_class, usual, place)
      left join lateral (select * from count_tolerance x where x.enterprise_id = current_enterprise() and x.goods_class = c.goods_class order by x.id desc limit 1) t on true
      left join account setter on setter.enterprise_id = t.enterprise_id and setter.id = t.set_by
      left join account approver on approver.enterprise_id = t.enterprise_id and approver.id = t.approved_by
    order by c.place`.execute(tx)
  return rows
}

export const listTolerances: Handler<typeof stocktakeApi.tolerances> = (tx) => tolerances(tx)

/** 盘点允差 of a class, set by two: what is counted from now on is judged by it. */
export const setTolerance: Handler<typeof stocktakeApi.setTolerance> = async (
  tx,
  actor,
  { goodsClass, percent, reason, signature, approver },
) => {
  const signer = await proveSigner(actor, signature)
  const second = await proveSecond(actor, approver, '13:decide')
  const { id } = only(
    await tx
      .insertInto('countTolerance')
      .values({
        enterpriseId: actor.enterpriseId,
        goodsClass,
        percent,
        reason,
        setBy: actor.id,
        approvedBy: second.id,
        setAt: tx.now().toISOString(),
      })
      .returning('id')
      .execute(),
  )
  await writeSignatures(tx, [
    { signer, meaning: toleranceMeaning, table: 'count_tolerance', id },
    { signer: second, meaning: toleranceApproval, table: 'count_tolerance', id },
  ])
  return tolerances(tx)
}
