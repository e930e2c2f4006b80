import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { onePlan } from '#server/db/connection.ts'

/** How far back is looked for what is usual. */
const lookedThrough = 50

type Usual = Awaited<ReturnType<Handler<typeof productionApi.usual>>>

/**
 * What the forms of an order begin with: the scale of the last issue, and for each step the room, the machines and the kinds of loss of the last
 * time, as far as they may be used now, of the same product before others of the workshop. Nothing that is measured or checked is among it.
 */
export const findUsual: Handler<typeof productionApi.usual> = async (tx, _actor, { id }) => {
  const order = await tx.selectFrom('productionOrder').select('isToxic').where('id', '=', id).executeTakeFirst()
  if (order === undefined) throw new Refusal('not_found')
  const at = sql`${tx.now().toISOString()}::timestamptz`
  const { rows: scales } = await sql<{ scaleId: string }>`
    select a.id as scale_id from (select i.scale_id from production_issue i where i.enterprise_id = current_enterprise() order by i.id desc limit 1) last
      join asset a on a.enterprise_id = current_enterprise() and a.id = last.scale_id
    where asset_fault(a, ${id}, ${order.isToxic}, ${at}) is null`.execute(tx)
  // What stands on the line of the order and is registered for the step comes before what was used last.
  const standsThere = (
    kind: 'room' | 'equipment',
  ) => sql`a.enterprise_id = o.enterprise_id and a.kind = ${sql.lit(kind)} and a.place = o.line
    and position(step ->> 'name' in a.class) > 0 and asset_fault(a, o.id, o.is_toxic, ${at}) is null`
  // Of the product its last orders are looked through, of the others the last steps of that name.
  const { rows: steps } = await sql<Usual['steps'][number]>`
    select (step ->> 'no')::integer as step_no, coalesce(
        (select a.id from asset a where ${standsThere('room')} order by a.number limit 1),
        (select a.id from asset a where a.enterprise_id = o.enterprise_id and a.id = last.room_id and asset_fault(a, o.id, o.is_toxic, ${at}) is null)) as room_id,
      coalesce(
        (select array_agg(a.id order by a.number) from asset a where ${standsThere('equipment')}),
        (select array_agg(a.id order by a.number) from asset_use u join asset a on a.enterprise_id = u.enterprise_id and a.id = u.asset_id and a.kind = 'equipment'
          where u.enterprise_id = o.enterprise_id and u.production_order_id = last.order_id and u.step_id = last.id and asset_fault(a, o.id, o.is_toxic, ${at}) is null),
        '{}') as equipment_ids,
      array(select distinct l ->> 'kind' from jsonb_array_elements(last.losses) l order by 1) as losses
    from production_order o cross join jsonb_array_elements(o.process -> 'steps') step left join lateral (
      select * from (
        (select 0 as place, s.id, s.order_id, s.room_id, s.losses, s.started_at
          from (select * from production_order p where p.enterprise_id = o.enterprise_id and p.product_id = o.product_id order by p.id desc limit ${sql.lit(lookedThrough)}) other
          join production_step s on s.enterprise_id = other.enterprise_id and s.order_id = other.id
          where other.workshop = o.workshop and s.name = step ->> 'name' and s.ended_at is not null)
        union all
        (select 1, s.id, s.order_id, s.room_id, s.losses, s.started_at
          from (select * from production_step n where n.enterprise_id = o.enterprise_id and n.name = step ->> 'name' and n.ended_at is not null
            order by n.started_at desc limit ${sql.lit(lookedThrough)}) s
          join production_order other on other.enterprise_id = s.enterprise_id and other.id = s.order_id where other.workshop = o.workshop)) found
      order by place, started_at desc limit 1) last on true
    where o.enterprise_id = current_enterprise() and o.id = ${id}
    order by 1`.execute(tx)
  return { scaleId: scales[0]?.scaleId ?? null, steps }
}

/** The line where each of these products was last made, of the lines that no batch is on. */
export async function lastLines(
  tx: Tx,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, { lineId: string; number: string; place: string }>> {
  // As a range, so that the orders of a product are found by it even where nearly all orders are of one: the others may have none.
  const { rows } = await sql<{ productId: string; lineId: string; number: string; place: string }>`${sql.raw(onePlan)}
    with free as materialized (select id, number, place from asset where enterprise_id = current_enterprise() and kind = 'line' and state in ('clean', 'to_clean'))
    select product.id as product_id, last.line_id, last.number, last.place from unnest(${[...productIds]}::uuid[]) as product (id) cross join lateral (
      select o.line_id, free.number, free.place from (select * from production_order made where made.enterprise_id = current_enterprise()
          and made.product_id >= product.id and made.product_id <= product.id order by made.product_id desc, made.id desc limit ${sql.lit(lookedThrough)}) o
        join free on free.id = o.line_id
      where o.state <> 'cancelled'
      order by o.id desc limit 1) last`.execute(tx)
  return new Map(rows.map(({ productId, ...last }) => [productId, last]))
}
