import { sql } from 'kysely'
import { doubleLocked, type MovementKind, type Zone } from '#contract/warehouse/movement.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { ColumnNumber } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { reserved, usable } from './on-hand.ts'

/** A place by its id, or the one of a kind that is not a bin. */
type Place = string | { only: PlaceKind }

const placeId = (place: Place) => (typeof place === 'string' ? place : sql<string>`place_of_kind(${place.only})`)

/** One line of the stock ledger: `quantity` kg of a lot from one place to another, because of a document. */
export type Movement = {
  lotId: string
  from: Place
  to: Place
  /** kg, greater than zero */
  quantity: string
  kind: Exclude<MovementKind, 'reversal'>
  document: { kind: string; id: string; no: ColumnNumber }
  reason?: string
  /** When it happened; the ledger keeps the time of recording apart. */
  occurredAt: string
}

/**
 * Writes the stock ledger; the database keeps the balances, refuses what is short (`short_stock`), held, unreleased or
 * out of date (I3, I8). The only writer of stock_entry. Lock the lots first (`lockLots`).
 */
export async function moveStock(tx: Tx, actor: Actor, movements: readonly Movement[]): Promise<void> {
  if (movements.length === 0) return
  await tx.later(
    tx.insertInto('stockEntry').values(
      movements.map(({ lotId, from, to, quantity, kind, document, reason = '', occurredAt }) => ({
        enterpriseId: actor.enterpriseId,
        lotId,
        fromPlaceId: placeId(from),
        toPlaceId: placeId(to),
        quantity,
        kind,
        documentKind: document.kind,
        documentId: document.id,
        documentNo: document.no,
        reason,
        byId: actor.id,
        occurredAt,
      })),
    ),
  )
}

type PlaceKind = 'laboratory' | 'retention' | 'production' | 'packing' | 'supplier' | 'customer' | 'loss' | 'adjustment' | 'transformation'

/** The one place of each kind that is not a bin (供应商, 实验室, 留样柜, 生产, 包装, 客户, 损耗 …). */
export async function placesOfKind<Kind extends PlaceKind>(tx: Tx, ...kinds: Kind[]): Promise<Record<Kind, string>> {
  const places = await tx
    .selectFrom('place')
    .select(['kind', 'id'])
    .where('kind', 'in', kinds)
    .where('isActive', '=', true)
    .orderBy('code', 'desc')
    .execute()
  // Without the cast the keys are any text; the next line looks for each.
  const found = Object.fromEntries(places.map(({ kind, id }) => [kind, id])) as Record<Kind, string>
  for (const kind of kinds) if (found[kind] === undefined) throw new Error(`the enterprise has no place of kind ${kind}`)
  return found
}

/** Whether a bin is the right store: toxic goods lie in the double-locked one and nothing else does (domain §3.8). */
const canTake = (bin: { storageCondition: string }, { isToxic }: { isToxic: boolean }): boolean =>
  (bin.storageCondition === doubleLocked) === isToxic

/** Whether a bin may hold goods of these zones now: it is in use, lies in one of them and is the right store. */
export const mayHold = (
  bin: { isActive: boolean; zone: Zone | null; storageCondition: string },
  { zones, isToxic }: { zones: readonly Zone[]; isToxic: boolean },
): boolean => bin.isActive && zones.some((zone) => zone === bin.zone) && canTake(bin, { isToxic })

/**
 * The bin that goods are to be put into, when it may hold them: it lies in one of `zones` (`zone_mismatch`), and toxic
 * goods lie in the double-locked store and nothing else does (`toxic_store`). `path` is the field to blame.
 */
export async function takeBin(
  tx: Tx,
  placeId: string,
  { zones, isToxic, path }: { zones: readonly Zone[]; isToxic: boolean; path: string },
) {
  const bin = await tx
    .selectFrom('place')
    .select(['id', 'code', 'name', 'zone', 'storageCondition'])
    .where('id', '=', placeId)
    .where('kind', '=', 'bin')
    .where('isActive', '=', true)
    // No other step disables it or changes its zone before the goods are in.
    .forKeyShare()
    .executeTakeFirst()
  if (bin === undefined) throw new Refusal('not_found', [{ path, message: '没有这个货位' }])
  if (!zones.some((zone) => zone === bin.zone)) throw new Refusal('zone_mismatch', [{ path, message: '此货位不在相应的库区' }])
  if (!canTake(bin, { isToxic })) throw new Refusal('toxic_store', [{ path, message: isToxic ? '请选择毒性库的货位' : '请勿放入毒性库' }])
  return bin
}

type Document = { kind: string; id: string }

/**
 * Reserves so many kg of each of these locked lots for a document (预留). More than lies in bins and is not reserved by others is
 * refused (`short_stock`).
 */
export async function reserve(
  tx: Tx,
  actor: Actor,
  document: Document,
  shares: readonly { lotId: string; quantity: string }[],
): Promise<void> {
  if (shares.length === 0) return
  await tx.later(
    tx
      .insertInto('lotReservation')
      .values(
        shares.map(({ lotId, quantity }) => ({
          enterpriseId: actor.enterpriseId,
          lotId,
          documentKind: document.kind,
          documentId: document.id,
          quantity,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['enterpriseId', 'lotId', 'documentId']).doUpdateSet((eb) => ({ quantity: eb.ref('excluded.quantity') })),
      ),
  )
  const short = await tx
    .selectFrom('lot')
    .select('id')
    .where(
      'id',
      'in',
      shares.map(({ lotId }) => lotId),
    )
    .where(sql<boolean>`${reserved} > ${usable}`)
    .executeTakeFirst()
  if (short !== undefined) throw new Refusal('short_stock')
}

/** Ends what a document has reserved, of all its lots. It is never refused and needs no lock on a lot. */
export async function endReservations(tx: Tx, document: Document): Promise<void> {
  await tx.later(
    tx
      .updateTable('lotReservation')
      .set({ quantity: '0' })
      .where('documentId', '=', document.id)
      .where('documentKind', '=', document.kind)
      .where('quantity', '>', '0'),
  )
}
