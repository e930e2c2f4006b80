import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'
import { sizeOf } from '#tools/ranges.ts'
import { outside } from '#server/features/selling/sale/named-packs.ts'
import type { LotRun } from '#server/features/selling/sale/pick-sale.ts'
import type { ComingBack } from './bring-back.ts'

type Counted = { lotId: string; packs: number }

/**
 * The codes of packs that came back and cannot be read. They are those of the lot that left with the shipment, never came back with it, are not
 * scanned now, and do not stay with the customer: as many as were counted, else nobody knows which they are (`codes_undetermined`).
 */
export async function countedBack(
  tx: Tx,
  shipmentId: string,
  counted: readonly Counted[],
  scanned: readonly ComingBack[],
  kept: readonly ComingBack[],
): Promise<ComingBack[]> {
  if (counted.length === 0) return []
  const out = await packsStillOut(tx, shipmentId)
  const known = [...scanned, ...kept].flatMap(({ packs }) => packs)
  const stray = kept.find(({ packs }) => packs.every((run) => !counted.some(({ lotId }) => lotId === run.lotId)))
  if (stray !== undefined) throw new Refusal('codes_undetermined', [{ path: stray.path, message: `${stray.code} 不是这几批的码` }])
  return counted.map(({ lotId, packs }, place) => {
    const path = `counted.${place}.packs`
    const runs = outside(
      out.filter((run) => run.lotId === lotId),
      known,
    )
    const left = sizeOf(runs)
    if (left < packs) throw new Refusal('more_than_shipped', [{ path, message: `这批随这张出库单还在外 ${left} 件` }])
    if (left > packs)
      throw new Refusal('codes_undetermined', [
        {
          path,
          message: `还有 ${left} 件的码既没有扫到，也没有写明留在客户处，所填 ${packs} 件；请补写留在客户处的 ${left - packs} 件的码`,
        },
      ])
    return { code: '', level: 'pack', path, packs: runs, box: null }
  })
}

/** Packs of a shipment that are out and never came back with a return of it: what came back once and left again left with another. */
async function packsStillOut(tx: Tx, shipmentId: string): Promise<LotRun[]> {
  const { rows: left } = await sql<LotRun>`
    select s.range_id, s.lot_id, greatest(s.first_index, c.first_index) as first, least(s.last_index, c.last_index) as last
    from codes_of_shipment(${shipmentId}::uuid) c cross join lateral spans_within(c.range_id, c.first_index, c.last_index) s
    where s.lot_id is not null and s.state = 'shipped' order by s.range_id, first`.execute(tx)
  const { rows: back } = await sql<{ rangeId: string; first: number; last: number }>`
    select k.range_id, k.first_index as first, k.last_index as last
    from customer_return r join return_receipt c on c.enterprise_id = r.enterprise_id and c.return_id = r.id and c.taken_back_at is null
      join return_item i on i.enterprise_id = c.enterprise_id and i.receipt_id = c.id
      join return_code k on k.enterprise_id = i.enterprise_id and k.item_id = i.id
    where r.shipment_id = ${shipmentId}::uuid`.execute(tx)
  return outside(left, back)
}
