import { sql } from 'kysely'
import type { IssuableLot, NeededMaterial, PackMaterialEntry, PieceAccount } from '#contract/packing/pack-material.ts'
import type { packagingApi } from '#contract/packing/packaging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { zonesFor } from '#contract/warehouse/stock.ts'
import { isUsable, lotsInTurn, onHand, reserved, usable } from '#server/features/warehouse/stock/on-hand.ts'

/** The packaging materials of an order: what its plan needs, and how much of each may be issued now. */
export async function neededMaterials(tx: Tx, orderId: string): Promise<NeededMaterial[]> {
  const { rows } = await sql<NeededMaterial>`
    select m.material_id, material.name, material.unit, m.per_pack, m.per_box,
      (m.per_pack::bigint * o.planned_packs + m.per_box::bigint * ceil(o.planned_packs::numeric / spec.packs_per_box))::bigint as needed,
      (select coalesce(sum(greatest(${usable} - ${reserved}, 0)) filter (where ${isUsable}), 0)::bigint from ${lotsInTurn(sql`m.material_id`)}) as available,
      (select coalesce(sum(e.issued), 0)::bigint from pack_material_entry e join lot l on l.enterprise_id = e.enterprise_id and l.id = e.lot_id
        where e.packaging_order_id = o.id and l.material_id = m.material_id) as issued
    from packaging_order_material m join packaging_order o on o.enterprise_id = m.enterprise_id and o.id = m.packaging_order_id
      join pack_spec spec on spec.enterprise_id = o.enterprise_id and spec.id = o.pack_spec_id
      join material on material.enterprise_id = m.enterprise_id and material.id = m.material_id
    where m.packaging_order_id = ${orderId}::uuid order by material.code`.execute(tx)
  return rows
}

/** The lots of an order with what became of their pieces. */
export async function pieceAccounts(tx: Tx, orderId: string): Promise<PieceAccount[]> {
  const { rows } = await sql<Omit<PieceAccount, 'zone'> & Pick<Lot, 'kind' | 'state' | 'holds'>>`
    select e.lot_id, lot.kind, lot.state, lot.holds, lot.lot_no, lot.material_id, lot.name, lot.unit, sum(e.issued)::integer as issued, sum(e.used)::integer as used, sum(e.spoiled)::integer as spoiled,
      sum(e.destroyed)::integer as destroyed, sum(e.sampled)::integer as sampled, sum(e.returned)::integer as returned, sum(e.lost)::integer as lost,
      sum(e.issued - e.used - e.spoiled - e.destroyed - e.sampled - e.returned - e.lost)::integer as out
    from pack_material_entry e join lot on lot.enterprise_id = e.enterprise_id and lot.id = e.lot_id
    where e.packaging_order_id = ${orderId}::uuid group by e.lot_id, lot.kind, lot.state, lot.holds, lot.lot_no, lot.material_id, lot.name, lot.unit
    order by lot.lot_no`.execute(tx)
  return rows.map(({ kind, state, holds, ...row }) => ({ ...row, zone: zonesFor({ kind, state, holds })[0] ?? 'quarantine' }))
}

/** Every movement of pieces of an order, in turn, with its two persons. */
export const packMaterialEntries = (tx: Tx, orderId: string): Promise<PackMaterialEntry[]> =>
  tx
    .selectFrom('packMaterialEntry as e')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'e.enterpriseId').onRef('lot.id', '=', 'e.lotId'))
    .innerJoin('account as first', (join) => join.onRef('first.enterpriseId', '=', 'e.enterpriseId').onRef('first.id', '=', 'e.enteredBy'))
    .innerJoin('account as second', (join) =>
      join.onRef('second.enterpriseId', '=', 'e.enterpriseId').onRef('second.id', '=', 'e.secondBy'),
    )
    .select([
      'e.id',
      'e.kind',
      'lot.lotNo',
      'e.issued',
      'e.used',
      'e.spoiled',
      'e.destroyed',
      'e.sampled',
      'e.returned',
      'e.lost',
      'e.reason',
    ])
    .select(['first.name as enteredByName', 'second.name as secondByName', 'e.enteredAt'])
    .where('e.packagingOrderId', '=', orderId)
    .orderBy('e.id')
    .execute()

/** The lots that may be issued to an order now, material by material, those first that are due first. */
export const listIssuable: Handler<typeof packagingApi.issuable> = async (tx, _actor, { id }) => {
  const { rows } = await sql<IssuableLot>`
    select due.* from packaging_order_material m cross join lateral (
      select lot.id as lot_id, lot.lot_no, lot.material_id, lot.name, lot.unit, ${usable}::integer as available,
        (select array_agg(p.code order by p.code) from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
          where b.enterprise_id = lot.enterprise_id and b.lot_id = lot.id and b.is_real and b.quantity > 0) as bins
      from ${lotsInTurn(sql`m.material_id`)} where ${isUsable} and ${onHand} > 0 order by here.due_on, here.lot_id limit 50) due
    where m.packaging_order_id = ${id}::uuid`.execute(tx)
  return rows
}
