import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

type Usual = Awaited<ReturnType<Handler<typeof productionApi.usual>>>

/**
 * What the forms of an order begin with: the scale of the last issue, and for each step the room, the machines and the kinds of loss of the last
 * time, of the same product before others of the workshop. Nothing that is measured or checked is among it.
 */
export const findUsual: Handler<typeof productionApi.usual> = async (tx, _actor, { id }) => {
  const order = await tx.selectFrom('productionOrder').select('id').where('id', '=', id).executeTakeFirst()
  if (order === undefined) throw new Refusal('not_found')
  const scale = await tx
    .selectFrom('productionIssue')
    .select(['scaleNo', 'scaleValidUntil'])
    .where('scaleValidUntil', '>=', dayInShanghai(tx.now()))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { rows: steps } = await sql<Usual['steps'][number]>`
    select (step ->> 'no')::integer as step_no, last.room, last.equipment, last.losses
    from production_order o cross join jsonb_array_elements(o.process -> 'steps') step
      cross join lateral (select s.room, s.equipment,
          array(select distinct l ->> 'kind' from jsonb_array_elements(s.losses) l order by 1) as losses
        from production_step s join production_order other on other.enterprise_id = s.enterprise_id and other.id = s.order_id
        where s.enterprise_id = o.enterprise_id and s.name = step ->> 'name' and s.ended_at is not null and other.workshop = o.workshop
        order by (other.product_id = o.product_id) desc, s.started_at desc limit 1) last
    where o.enterprise_id = current_enterprise() and o.id = ${id}
    order by 1`.execute(tx)
  return { scale: scale ?? null, steps }
}

/** The workshop and line where each of these products was last made, of the lines that no batch is on. */
export async function lastLines(tx: Tx, productIds: readonly string[]): Promise<ReadonlyMap<string, { workshop: string; line: string }>> {
  const { rows } = await sql<{ productId: string; workshop: string; line: string }>`
    select product.id as product_id, last.* from unnest(${[...productIds]}::uuid[]) as product (id) cross join lateral (
      select o.workshop, o.line from production_order o
      where o.enterprise_id = current_enterprise() and o.product_id = product.id and o.state <> 'cancelled' and not exists (select from production_order busy
        where busy.enterprise_id = o.enterprise_id and busy.workshop = o.workshop and busy.line = o.line and busy.state in ('in_progress', 'paused'))
      order by o.id desc limit 1) last`.execute(tx)
  return new Map(rows.map(({ productId, ...last }) => [productId, last]))
}
