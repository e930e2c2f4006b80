import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { Refusal, type RefusalCode } from '#contract/kernel/refusals.ts'
import { choicesAtMost } from '#contract/kernel/values.ts'
import type { ReworkCase, ReworkLot, reworkApi } from '#contract/making/rework.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { refuseHeld, refuseUnusable } from '#server/features/warehouse/lot/standing.ts'
import { reserved, usable } from '#server/features/warehouse/stock/on-hand.ts'
import { together } from '#tools/together.ts'
import { findProcesses } from './find-processes.ts'
import { sourceOf, type Order } from './take-order.ts'

/** How people read a case: its number, or the request and the item that failed. */
export const caseNo = (table: string, id: string) => sql<string>`case ${sql.ref(table)}
  when 'incident' then (select i.case_no from incident i where i.enterprise_id = current_enterprise() and i.id = ${sql.ref(id)})
  else (select concat_ws(' ', n.request_no, s.name) from oos_case c join inspection n on n.enterprise_id = c.enterprise_id and n.id = c.inspection_id
    join standard_item s on s.enterprise_id = c.enterprise_id and s.id = c.standard_item_id
    where c.enterprise_id = current_enterprise() and c.id = ${sql.ref(id)}) end`

type Source = { id: string; lotNo: string; holds: number }

/** Refuses a lot that may not be worked again on this case; the trigger of the database says the same. `path` is the field to blame. */
export async function refuseUnreworkable(tx: Tx, lot: Source, { table, id, path }: { table: ReworkCase; id: string; path: string }) {
  await refuseHeld(tx, lot, path)
  const { rows } = await sql<{ code: RefusalCode | null }>`select rework_refusal(${lot.id}::uuid, ${table}, ${id}::uuid) as code`.execute(
    tx,
  )
  const { code } = only(rows)
  if (code !== null) throw new Refusal(code, [{ path, message: lot.lotNo }])
}

/** Refuses an order of which a lot may not be used now: a rework takes a rejected one, any other order what is released. */
export async function refuseUnusableCharge(
  tx: Tx,
  order: Pick<Order, 'reworkOf' | 'reworkCaseTable' | 'reworkCaseId' | 'charged'>,
  path: string,
): Promise<void> {
  const source = sourceOf(order)
  if (source === null || order.reworkCaseTable === null || order.reworkCaseId === null)
    return refuseUnusable(
      tx,
      order.charged.map(({ lot }) => ({ ...lot, path })),
    )
  return refuseUnreworkable(tx, source, { table: order.reworkCaseTable, id: order.reworkCaseId, path })
}

type Found = Omit<ReworkLot, 'maxBatch' | 'steps'> & { productId: string }

/** The rejected batches of which something lies in a bin, with the cases that ended so; those that may not be worked again are left out. */
export const listReworkLots: Handler<typeof reworkApi.lots> = async (tx, _actor, { q, id }) => {
  const { rows } = await sql<Found>`
    select lot.id, lot.lot_no as "lotNo", lot.name, lot.expires_on as "expiresOn", lot.product_id as "productId",
      greatest(${usable} - ${reserved}, 0)::numeric(14, 4) as available, known.cases
    from lot_at_hand here join lot on lot.enterprise_id = here.enterprise_id and lot.id = here.lot_id
    cross join lateral (select jsonb_agg(jsonb_build_object('id', c.id, 'table', c.of_table, 'no', c.no, 'title', c.title) order by c.no) as cases from (
      select i.id, 'incident' as of_table, i.case_no as no, i.subject as title
        from incident_lot x join incident i on i.enterprise_id = x.enterprise_id and i.id = x.incident_id
        where x.enterprise_id = lot.enterprise_id and x.lot_id = lot.id
      union select o.id, 'oos_case', n.request_no, s.name
        from oos_case o join inspection n on n.enterprise_id = o.enterprise_id and n.id = o.inspection_id
          join standard_item s on s.enterprise_id = o.enterprise_id and s.id = o.standard_item_id
        where o.enterprise_id = lot.enterprise_id and o.lot_id = lot.id) c
      where rework_refusal(lot.id, c.of_table, c.id) is null) known
    where here.state = 'rejected' and here.kind = 'bulk' and known.cases is not null
      and (${id ?? null}::uuid is null or lot.id = ${id ?? null}::uuid)
      and (${id ?? null}::uuid is not null or strpos(lot.lot_no, ${q.toUpperCase()}) > 0 or strpos(lot.name, ${q}) > 0 or lot.initials ^@ ${q.toLowerCase()})
    order by lot.lot_no limit ${choicesAtMost}`.execute(tx)
  const products = [...new Set(rows.map(({ productId }) => productId))]
  const processes = (await together(products.map((productId) => findProcesses(tx, { productId })))).flat()
  return rows.flatMap(({ productId, ...lot }) => {
    const process = processes.find((one) => one.id === productId)?.process
    // Without a process in effect there is nothing to do it by.
    return process === undefined
      ? []
      : [{ ...lot, maxBatch: process.maxBatch, steps: process.steps.map(({ no, name, option }) => ({ no, name, option })) }]
  })
}
