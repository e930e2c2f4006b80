import { sql } from 'kysely'
import { choicesAtMost } from '#contract/kernel/values.ts'
import type { RepackLot, repackApi } from '#contract/packing/repack-api.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { unfitAmong } from '#server/features/warehouse/lot/standing.ts'
import { isUsableItself, lotsInTurn, reserved, usable } from '#server/features/warehouse/stock/on-hand.ts'
import { specChoices } from './spec-choices.ts'

type Found = Omit<RepackLot, 'specs'> & { productId: string }

/** kg that may be opened of a lot beside its specification. */
const stock = sql`lateral (select ${usable} - ${reserved} as free offset 0) stock`

/** A pack or more of a released lot in date and without a hold that nothing counts on. What it was made of is not asked. */
const isOpenable = sql<boolean>`(lot.kind = 'pack' and ${isUsableItself} and stock.free >= spec.net_quantity)`

async function openableThemselves(tx: Tx, q: string, id: string | undefined, most: number): Promise<Found[]> {
  const atMost = sql.lit(most)
  const columns = sql`lot.id, lot.lot_no, lot.name, lot.product_id, lot.expires_on, spec.name as spec_name, spec.pack_unit, spec.net_quantity,
    floor(stock.free / spec.net_quantity)::integer as packs_available`
  const numbered =
    id === undefined ? sql`lot.lot_no >= ${q.toUpperCase()} and lot.lot_no < ${`${q.toUpperCase()}\u{10FFFF}`}` : sql`lot.id = ${id}`
  const named = sql`select due.* from product join pack_spec spec on spec.product_id = product.id cross join lateral (
      select ${columns} from ${lotsInTurn(sql`spec.id`)} cross join ${stock} where ${isOpenable} order by here.due_on, here.lot_id limit ${atMost}) due
    where ${q === '' ? sql`true` : sql`(strpos(product.name, ${q}) > 0 or strpos(product.initials, ${q.toLowerCase()}) > 0)`}`
  const one = sql`(select ${columns} from lot join pack_spec spec on spec.id = lot.pack_spec_id cross join ${stock} where ${numbered} and ${isOpenable} limit ${atMost})`
  const { rows } = await sql<Found>`
    select * from (${id !== undefined ? one : q === '' ? named : sql`${named} union ${one}`}) openable order by expires_on, lot_no limit ${atMost}`.execute(
    tx,
  )
  return rows
}

/** The lots that may be opened, those that are due first. What they were made of is asked of all that come into question at once. */
async function openable(tx: Tx, q: string, id: string | undefined): Promise<Found[]> {
  for (let most = 2 * choicesAtMost; ; most *= 4) {
    const found = await openableThemselves(tx, q, id, most)
    const ids = found.map((lot) => lot.id)
    const unfit = ids.length === 0 ? new Set() : await unfitAmong(tx, ids)
    const fit = found.filter((lot) => !unfit.has(lot.id))
    if (fit.length >= choicesAtMost || found.length < most) return fit.slice(0, choicesAtMost)
  }
}

/** Released pack lots of which packs may be opened, and the specifications of their product: the one that is meant, or those whose number begins or whose name fits. */
export const listRepackLots: Handler<typeof repackApi.lots> = async (tx, _actor, { q, id }) => {
  const lots = await openable(tx, q, id)
  const specs = await specChoices(
    tx,
    lots.map(({ productId }) => productId),
  )
  return lots.map(({ productId, ...lot }) => ({
    ...lot,
    specs: specs.flatMap(({ productId: of, ...spec }) => (of === productId ? [spec] : [])),
  }))
}
