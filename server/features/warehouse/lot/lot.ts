import { Decimal } from 'decimal.js'
import type { Selectable } from 'kysely'
import { lotLife, type LotState } from '#contract/warehouse/lot.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { only } from '#contract/kernel/certain.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

/** A lot as the database holds it. */
export type Lot = Selectable<Schema['lot']>

/** The state begins as quarantine; holds are counted by the database, which also draws the public token. */
type NewLot = EveryColumn<'lot', 'state' | 'holds' | 'publicToken'>

/** Creates a lot, in quarantine (I4). */
export const createLot = async (tx: Tx, actor: Actor, lot: Omit<NewLot, 'enterpriseId'>): Promise<Lot> =>
  only(await createLots(tx, actor, [lot]))

/** Creates lots, in quarantine (I4), and returns them in the order given. The only place where a lot begins. */
export const createLots = (tx: Tx, actor: Actor, lots: readonly Omit<NewLot, 'enterpriseId'>[]): Promise<Lot[]> =>
  tx
    .insertInto('lot')
    .values(lots.map((lot) => ({ ...lot, enterpriseId: actor.enterpriseId }) satisfies NewLot))
    .returningAll()
    .execute()

/** Locks lots until the transaction ends, in the order of their ids so that two steps never wait for each other in a circle. */
export async function lockLots(tx: Tx, ids: readonly string[]): Promise<Lot[]> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return []
  const lots = await tx.selectFrom('lot').selectAll().where('id', 'in', distinct).orderBy('id').forUpdate().execute()
  if (lots.length !== distinct.length) throw new Refusal('not_found')
  return lots
}

/** Locks one lot. A lot of another enterprise is not found. */
export async function lockLot(tx: Tx, id: string): Promise<Lot> {
  return only(await lockLots(tx, [id]))
}

/** Moves a locked lot along its life; a step the life does not have is `wrong_state`. The only writer of lot.state. */
export async function setLotState(tx: Tx, lot: Lot, to: LotState): Promise<Lot> {
  if (!lotLife[lot.kind][lot.state].includes(to)) throw new Refusal('wrong_state')
  return tx.updateTable('lot').set({ state: to }).where('id', '=', lot.id).returningAll().executeTakeFirstOrThrow()
}

/** A batch in parts is as much as its parts come to, kg; the database compares the two. */
export async function setPartedQuantity(tx: Tx, lot: Lot, quantity: string): Promise<void> {
  await tx.later(tx.updateTable('lot').set({ quantity }).where('id', '=', lot.id))
}

/** Sets the day from which a released raw lot is due for retest (复验期). */
export async function setRetestDay(tx: Tx, lot: Lot, retestOn: string): Promise<void> {
  await tx.updateTable('lot').set({ retestOn }).where('id', '=', lot.id).execute()
}

type Parent = { lotId: string; quantity: string; role: 'main' | 'auxiliary' | 'packaging' }

/**
 * Writes into the graph what went into `child`, with each parent's share of the whole; counted packaging materials have none (decision 0096). The only writer of
 * lot_edge.
 */
export async function linkLots(
  tx: Tx,
  actor: Actor,
  {
    child,
    parents,
    step,
    document,
  }: { child: string; parents: Parent[]; step: 'production' | 'packaging' | 'rework' | 'repack'; document: { id: string; no: string } },
): Promise<void> {
  if (parents.length === 0) return
  const weighed = parents.filter(({ role }) => role !== 'packaging')
  const whole = weighed.reduce((sum, parent) => sum.plus(parent.quantity), new Decimal(0))
  await tx.later(
    tx.insertInto('lotEdge').values(
      parents.map((parent) => ({
        enterpriseId: actor.enterpriseId,
        fromLotId: parent.lotId,
        toLotId: child,
        step,
        role: parent.role,
        quantity: parent.quantity,
        share: parent.role === 'packaging' ? '0' : new Decimal(parent.quantity).div(whole).toFixed(6),
        documentId: document.id,
        documentNo: document.no,
      })),
    ),
  )
}
