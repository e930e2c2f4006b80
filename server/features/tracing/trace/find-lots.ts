import { sql } from 'kysely'
import { readScanned } from '#contract/packing/scanned-code.ts'
import { recentAtMost, type FoundLot, type traceApi } from '#contract/tracing/trace.ts'
import { onePlan } from '#server/db/connection.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Handler } from '#kernel/serve.ts'
import { begins } from '#kernel/ways-to.ts'
import { findCode } from '#server/features/packing/codes/code-spans.ts'

/** How many lots one search shows. */
const lotsAtMost = 50

/**
 * Lots by anything a person has in hand: a pack's code, a lot or batch number, a document's number, or the name of the herb
 * or product and its pinyin initials. What names a thing exactly comes first.
 */
export const findLots =
  ({ masterKey }: Installation): Handler<typeof traceApi.search> =>
  async (tx, _actor, { q }) => {
    const code = await findCode(tx, masterKey, q)
    const coded = code === undefined ? [] : code.packs.flatMap((run) => run.lotId ?? [])
    const scanned = readScanned(q)
    const number = (scanned.is === 'text' ? scanned.text : q).toUpperCase()
    const { rows } = await sql<FoundLot>`${sql.raw(onePlan)}
      with hit(id, by, rank) as (
        (select id, 'code', 0 from unnest(${coded}::uuid[]) as id)
        union all (select id, 'lot', 1 from lot where ${begins('lot_no', number)} order by lot_no limit ${lotsAtMost})
        union all (select id, 'batch', 2 from lot where ${begins('batch_no', number)} order by batch_no limit ${lotsAtMost})
        union all (select lot_id, 'document', 3 from trace_event where document_no <> '' and document_no = ${number} limit ${lotsAtMost})
        union all (select a.lot_id, 'document', 3 from sales_order o join sales_allocation a on a.order_id = o.id where o.order_no = ${number} limit ${lotsAtMost})
        union all (select newest.id, 'name', 4 from material cross join lateral
          (select lot.id from lot where lot.enterprise_id = material.enterprise_id and lot.material_id = material.id order by lot.id desc limit ${lotsAtMost}) newest
          where strpos(material.name, ${q}) > 0 or material.initials ^@ ${q.toLowerCase()} order by newest.id desc limit ${lotsAtMost})
        union all (select newest.id, 'name', 4 from product cross join lateral
          (select lot.id from lot where lot.enterprise_id = product.enterprise_id and lot.product_id = product.id order by lot.id desc limit ${lotsAtMost}) newest
          where strpos(product.name, ${q}) > 0 or product.initials ^@ ${q.toLowerCase()} order by newest.id desc limit ${lotsAtMost})
      ), best as (select distinct on (id) id, by, rank from hit order by id, rank)
      -- One by one: there are never many.
      select lot.id, kind, lot_no, batch_no, name, unit, state, holds, quantity, born_on, by
      from best cross join lateral (select * from lot l where l.enterprise_id = current_enterprise() and l.id = best.id offset 0) lot order by rank, born_on desc, lot_no limit ${lotsAtMost}`.execute(
      tx,
    )
    return rows
  }

/** The lots that came last, before anything is looked for: ids grow with time, so the end of the primary key is read and nothing else. */
export const recentLots: Handler<typeof traceApi.recent> = async (tx) =>
  tx
    .selectFrom('lot')
    .select(['id', 'kind', 'lotNo', 'batchNo', 'name', 'unit', 'state', 'holds', 'quantity', 'bornOn'])
    .orderBy('id', 'desc')
    .limit(recentAtMost)
    .execute()
