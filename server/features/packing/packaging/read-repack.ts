import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import type { RepackOrder } from '#contract/packing/repack.ts'
import type { Tx } from '#kernel/serve.ts'

/** What a repack is of: why, which packs, where their lot lies, and who of QA signed. */
export async function readRepack(tx: Tx, orderId: string): Promise<RepackOrder> {
  const { rows } = await sql<RepackOrder>`
    select o.repack_ground as ground, o.repack_reason as reason, spec.name as spec_name, spec.pack_unit, spec.net_quantity, named.packs, named.runs,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'code', p.code, 'name', p.name) order by p.code), '[]') from stock_balance b
        join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin' and p.zone <> 'returned'
        where b.enterprise_id = l.enterprise_id and b.lot_id = l.id and b.is_real and b.quantity > 0) as bins,
      (select a.name from account a where a.enterprise_id = o.enterprise_id and a.id = o.repack_approved_by) as approved_by_name
    from packaging_order o join lot l on l.enterprise_id = o.enterprise_id and l.id = o.repack_of
      join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
      cross join lateral (select sum(c.last_index - c.first_index + 1)::integer as packs,
          jsonb_agg(jsonb_build_object('runNo', run.run_no, 'first', c.first_index - r.first_index + 1, 'last', c.last_index - r.first_index + 1)
            order by run.run_no, c.first_index) as runs
        from repack_code c join code_range r on r.enterprise_id = c.enterprise_id and r.id = c.range_id
          join label_run run on run.enterprise_id = r.enterprise_id and run.pack_range_id = r.id
        where c.enterprise_id = o.enterprise_id and c.packaging_order_id = o.id) named
    where o.id = ${orderId}::uuid`.execute(tx)
  return only(rows)
}
