import { sql } from 'kysely'
import type { ShipmentSide } from '#contract/cases/correction-changes.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'
import { withoutRuns } from '#tools/ranges.ts'
import { findCodes, type CodeRun, type FoundCode } from '#server/features/packing/codes/code-spans.ts'
import type { LotRun } from './pick-sale.ts'

/** The packs that went with a shipment, as its corrections put them right. */
export async function packsOfShipment(tx: Tx, shipmentId: string): Promise<LotRun[]> {
  const { rows } = await sql<LotRun>`
    select s.range_id, s.lot_id, greatest(s.first_index, c.first_index) as first, least(s.last_index, c.last_index) as last
    from codes_of_shipment(${shipmentId}::uuid) c cross join lateral spans_within(c.range_id, c.first_index, c.last_index) s
    where s.lot_id is not null order by s.range_id, first`.execute(tx)
  return rows
}

/** The parts of runs that others name, too. */
export const within = <R extends CodeRun>(runs: readonly R[], others: readonly CodeRun[]): R[] =>
  runs.flatMap((run) =>
    others
      .filter(({ rangeId, first, last }) => rangeId === run.rangeId && first <= run.last && last >= run.first)
      .map(({ first, last }) => ({ ...run, first: Math.max(first, run.first), last: Math.min(last, run.last) })),
  )

/** The parts of runs that none of the others names. */
export const outside = <R extends CodeRun>(runs: readonly R[], others: readonly CodeRun[]): R[] =>
  runs.flatMap((run) =>
    withoutRuns(
      run,
      others.filter(({ rangeId }) => rangeId === run.rangeId).toSorted((one, other) => one.first - other.first),
    ),
  )

type Named = {
  masterKey: Uint8Array
  shipment: { id: string; orderId: string }
  side: ShipmentSide
  codes: readonly string[]
}

/** One code that was named, with the packs it stands for here, and the box that is opened for them or moves whole. */
export type NamedCode = Pick<FoundCode, 'code' | 'level'> & {
  packs: LotRun[]
  box: { rangeId: string; index: number } | null
  path: string
}

/**
 * What was scanned for a correction: of a box that stayed, the packs that were counted as gone with this shipment; of one that went, its packs in
 * stock. Refused when there are none, or when they are of a specification the order does not name, or ready for another order.
 */
export async function namedCodes(tx: Tx, { masterKey, shipment, side, codes }: Named): Promise<NamedCode[]> {
  if (codes.length === 0) return []
  const found = await findCodes(tx, masterKey, codes)
  const counted = side === 'stayed' ? await packsOfShipment(tx, shipment.id) : []
  const ordered = await tx.selectFrom('salesLine').select('packSpecId').where('orderId', '=', shipment.orderId).execute()
  const named = found.map((one, place): NamedCode => {
    const path = `changes.${side}.${place}`
    if (one === undefined) throw new Refusal('code_unknown', [{ path, message: '没有这个追溯码，请重新扫描' }])
    const owned = one.packs.flatMap(({ rangeId, first, last, lotId, state }) =>
      lotId === null ? [] : [{ rangeId, first, last, lotId, state }],
    )
    const packs = side === 'stayed' ? within(owned, counted) : owned.filter(({ state }) => state === 'in_stock')
    if (packs.length === 0)
      throw side === 'stayed'
        ? new Refusal('code_not_shipped', [{ path, message: `${one.code} 不在这张出库单上` }])
        : new Refusal('code_not_in_stock', [{ path, message: `${one.code} 不在库：已计入发出、已作废或尚未放行` }])
    if (side === 'went' && !ordered.some(({ packSpecId }) => packSpecId === one.packSpecId))
      throw new Refusal('code_of_other_product', [{ path, message: `${one.code} 不是本单的包装规格` }])
    const box = one.level === 'box' ? { rangeId: one.rangeId, index: one.index } : one.box
    return { code: one.code, level: one.level, box, path, packs: packs.map(({ state: _, ...run }) => run) }
  })
  if (side === 'went') await refusePicked(tx, named)
  return named
}

/** What lies ready for another order did not leave with this one before that order gives it back. */
async function refusePicked(tx: Tx, named: readonly NamedCode[]): Promise<void> {
  const rangeIds = [...new Set(named.flatMap(({ packs }) => packs.map(({ rangeId }) => rangeId)))]
  const picked = await tx
    .selectFrom('pickingCode')
    .select(['rangeId', 'firstIndex as first', 'lastIndex as last'])
    .where('isOpen', '=', true)
    .where('rangeId', 'in', rangeIds)
    .execute()
  const taken = named.find(({ packs }) => within(packs, picked).length > 0)
  if (taken !== undefined) throw new Refusal('packs_picked', [{ path: taken.path, message: `${taken.code} 已为另一张销售单拣货` }])
}
