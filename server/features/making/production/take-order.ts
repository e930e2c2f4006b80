import { sql, type Selectable, type Updateable } from 'kysely'
import { valueIn } from '#contract/kernel/certain.ts'
import { refusal, type Action } from '#contract/kernel/action.ts'
import type { DeviationKind } from '#contract/making/mass-balance.ts'
import type { ProductionStanding } from '#contract/making/production.ts'
import { processSnapshot } from '#contract/making/production-record.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { lockLots, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { reasonsReaching, refuseReasons } from '#server/features/warehouse/lot/standing.ts'

/** One lot of the charge: the plan of the order in kg, and the lot as it is now, locked. */
export type Charged = { lot: Lot; role: 'main' | 'auxiliary'; quantity: string; ratio: string | null; tolerance: string | null }

type Step = Selectable<Schema['productionStep']>

/** A step with what its end wrote down; the database takes all of it or nothing. */
type EndedStep = Step & { endedAt: string; outputQuantity: string; waterQuantity: string; losses: NonNullable<Step['losses']> }

const isEnded = (step: Step): step is EndedStep =>
  step.endedAt !== null && step.outputQuantity !== null && step.waterQuantity !== null && step.losses !== null

/** A production order locked for a step: with its lots, its process as snapshotted, and how far its steps have come. */
export type Order = Awaited<ReturnType<typeof takeOrder>>

/** An order whose first step has begun: from then on it has its batch number and 生产日期 (I2). */
export type FedOrder = Order & { batchNo: string; productionDate: string }

/** The order as one that was fed. Throws when it was not: the actions that ask for it are refused before. */
export function fedOrder(order: Order): FedOrder {
  const { batchNo, productionDate } = order
  if (batchNo === null || productionDate === null) throw new Error(`order ${order.orderNo} was not fed`)
  return { ...order, batchNo, productionDate }
}

type StandingAction = Action<ProductionStanding>

/** Locks an order, its lots first. Refused when the actor may not do this to it now; an order of another enterprise is `not_found`. */
export async function takeOrder(tx: Tx, actor: Actor, action: StandingAction, id: string) {
  // The inputs of an order never change, so they may be read before anything is locked.
  const inputs = await tx
    .selectFrom('productionInput')
    .selectAll()
    .where('orderId', '=', id)
    .orderBy('role', 'desc')
    .orderBy('id')
    .execute()
  const lots = await lockLots(
    tx,
    inputs.map((input) => input.lotId),
  )
  const lotById = new Map(lots.map((lot) => [lot.id, lot]))
  await tx.selectFrom('productionOrder').select('id').where('id', '=', id).forUpdate().execute()
  // Read after the wait for the lock: a correction may have found a deviation meanwhile.
  const row = await tx
    .selectFrom('productionOrder')
    .selectAll()
    .select([deviationKindsOf, isChargeDoubtful('production_order')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  const steps = await tx.selectFrom('productionStep').selectAll().where('orderId', '=', id).orderBy('stepNo').execute()
  const process = processSnapshot.parse(row.process)
  const ended = steps.filter(isEnded)
  const running = steps.find((step) => step.endedAt === null)
  const order = {
    ...row,
    process,
    charged: inputs.map(({ lotId, role, quantity, ratio, tolerance }): Charged => ({
      lot: valueIn(lotById, lotId),
      role,
      quantity,
      ratio,
      tolerance,
    })),
    steps,
    ended,
    running,
    operatorIds: row.operatorIds ?? [],
    stepsDone: ended.length,
    stepsTotal: process.steps.length,
    isStepRunning: running !== undefined,
  }
  const no = refusal(action, order, actor)
  if (no !== undefined) throw new Refusal(no)
  return order
}

/** Refuses to go on with a batch when a lot of its charge, or an ancestor of one, may not be used any more (`ancestor_unfit`). */
export async function refuseDoubtfulCharge(tx: Tx, { charged, batchNo, orderNo }: Order): Promise<void> {
  const reasons = await reasonsReaching(
    tx,
    charged.map(({ lot }) => lot.id),
  )
  refuseReasons(reasons, batchNo ?? orderNo, 'lots')
}

/** Whether what is on the line may not be used any more, as a column of a query about orders that it calls `order`. */
export const isChargeDoubtful = (order: string) =>
  sql<boolean>`${sql.ref(`${order}.state`)} in ('in_progress', 'paused') and exists (select from reasons_reaching(array(
    select i.lot_id from production_input i where i.enterprise_id = ${sql.ref(`${order}.enterprise_id`)} and i.order_id = ${sql.ref(`${order}.id`)})))`.as(
    'isChargeDoubtful',
  )

const deviationKindsOf = sql<
  DeviationKind[]
>`array(select distinct kind from production_deviation d where d.enterprise_id = production_order.enterprise_id and d.order_id = production_order.id)`.as(
  'deviationKinds',
)

type Added = Omit<Updateable<Schema['productionOrder']>, 'state' | 'id' | 'enterpriseId'>

/** Sets a taken order to the state the action leads to, with the columns that this step adds. */
export function advanceOrder(tx: Tx, order: Order, action: StandingAction, added: Added = {}) {
  return tx
    .updateTable('productionOrder')
    .set({ ...added, state: action.to })
    .where('id', '=', order.id)
    .returning(['id', 'orderNo', 'batchNo', 'state', 'rowVersion'])
    .executeTakeFirstOrThrow()
}

/** The persons who worked on this batch, with those who join them now. */
export const withOperators = (order: Order, ...ids: string[]): string[] => [...new Set([...order.operatorIds, ...ids])]

export const orderDocument = (order: { id: string; orderNo: string }) => ({ kind: 'production_order', id: order.id, no: order.orderNo })

/** How a message to the next person names the order. */
export const titleOf = (order: { orderNo: string; productName: string; batchNo: string | null }) =>
  `${order.productName} ${order.batchNo ?? order.orderNo}`
