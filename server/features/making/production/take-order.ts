import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import { sumOf, type DeviationKind } from '#contract/making/mass-balance.ts'
import type { ProductionStanding } from '#contract/making/production.ts'
import { processSnapshot, type Weighing } from '#contract/making/production-record.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { compareText } from '#tools/compare-text.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { reasonsAgainstCharge, refuseReasons } from '#server/features/warehouse/lot/standing.ts'
import { together } from '#tools/together.ts'

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
  const [charged, row, steps] = await together([
    takeCharge(tx, id),
    // Read after the wait for the locks: a correction may have found a deviation or changed what was issued meanwhile.
    tx
      .selectFrom('productionOrder')
      .selectAll('productionOrder')
      .select([piecesOf('production_issue').as('issued'), piecesOf('production_return').as('returned'), issuedAtOf])
      .select([deviationKindsOf, openCasesOf, isChargeDoubtful('production_order'), partsOf, coProductsOf])
      .where('productionOrder.id', '=', id)
      .executeTakeFirst(),
    tx.selectFrom('productionStep').selectAll().where('orderId', '=', id).orderBy('stepNo').execute(),
  ])
  if (row === undefined) throw new Refusal('not_found')
  const process = processSnapshot.parse(row.process)
  const ended = steps.filter(isEnded)
  const running = steps.find((step) => step.endedAt === null)
  const order = {
    ...row,
    process,
    charged,
    steps,
    ended,
    running,
    operatorIds: row.operatorIds ?? [],
    stepsDone: ended.length,
    stepsTotal: process.steps.length,
    isStepRunning: running !== undefined,
    partsHandedOver: row.parts.length,
  }
  const no = refusal(action, order, actor)
  if (no !== undefined) throw new Refusal(no)
  return order
}

/** Locks the lots of an order and then the order, in one statement. Neither the lots of an order nor what is planned of each ever changes. */
async function takeCharge(tx: Tx, orderId: string): Promise<Charged[]> {
  const taken = await tx
    .selectFrom('productionInput as input')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'input.enterpriseId').onRef('lot.id', '=', 'input.lotId'))
    .innerJoin('productionOrder as order', (join) =>
      join.onRef('order.enterpriseId', '=', 'input.enterpriseId').onRef('order.id', '=', 'input.orderId'),
    )
    .selectAll('lot')
    .select(['input.id as inputId', 'input.role', 'input.quantity as planned', 'input.ratio', 'input.tolerance'])
    .where('input.orderId', '=', orderId)
    .orderBy('lot.id')
    // Each lot before the order, as this names them.
    .forUpdate(['lot', 'order'])
    .execute()
  return taken
    .toSorted((one, other) => compareText(other.role, one.role) || compareText(one.inputId, other.inputId))
    .map(({ inputId: _, role, planned, ratio, tolerance, ...lot }) => ({ lot, role, quantity: planned, ratio, tolerance }))
}

/** The rejected batch that an order works again; null for any other order. */
export const sourceOf = ({ reworkOf, charged }: Pick<Order, 'reworkOf' | 'charged'>): Lot | null =>
  charged.find(({ lot }) => lot.id === reworkOf)?.lot ?? null

/** What was weighed out for a taken order that has been issued, and what of it went back. Throws before: the actions that ask for it are refused. */
export function issueOf({ orderNo, issued, returned, issuedAt }: Order) {
  if (issuedAt === null) throw new Error(`order ${orderNo} was not issued`)
  return { weighings: issued, returned, issuedAt }
}

/** Refuses to go on with a batch when a lot of its charge, or an ancestor of one, may not be used any more (`ancestor_unfit`). */
export async function refuseDoubtfulCharge(tx: Tx, { id, state, isChargeDoubtful, batchNo, orderNo }: Order): Promise<void> {
  // Of a batch on the line the order has said so already; before its first step nobody has asked.
  if ((state === 'in_progress' || state === 'paused') && !isChargeDoubtful) return
  refuseReasons(await reasonsAgainstCharge(tx, id), batchNo ?? orderNo, 'lots')
}

/** Whether what is on the line may not be used any more, as a column of a query about orders that it calls `order`. */
export const isChargeDoubtful = (order: string) =>
  sql<boolean>`${sql.ref(`${order}.state`)} in ('in_progress', 'paused') and exists (select from charge_reasons(${sql.ref(`${order}.id`)}))`.as(
    'isChargeDoubtful',
  )

/** Every container that was weighed out for an order, first and later; or every one that went back before its end. */
const piecesOf = (table: 'production_issue' | 'production_return') =>
  sql<
    Weighing[]
  >`(select coalesce(jsonb_agg(piece order by i.id, at), '[]') from ${sql.table(table)} i cross join jsonb_array_elements(i.weighings) with ordinality w (piece, at)
    where i.enterprise_id = production_order.enterprise_id and i.order_id = production_order.id)`

const issuedAtOf = sql<string | null>`(select i.issued_at from production_issue i
  where i.enterprise_id = production_order.enterprise_id and i.order_id = production_order.id and not i.is_supplement)`.as('issuedAt')

/** A part that was handed over and that no other took the place of. */
type Part = { id: string; partNo: string; lotId: string; placeId: string; quantity: string }

const partsOf = sql<
  Part[]
>`(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'partNo', p.part_no, 'lotId', p.lot_id, 'placeId', p.place_id, 'quantity', trim_scale(p.quantity)::text)
    order by p.id), '[]') from production_part p where p.enterprise_id = production_order.enterprise_id and p.order_id = production_order.id and p.quantity > 0
  and not exists (select from production_part later where later.enterprise_id = p.enterprise_id and later.replaces = p.id))`.as('parts')

/** A co-product that was kept, and what each lot of the charge gave to it. */
type CoProductLot = { lotId: string; quantity: string; from: { lotId: string; quantity: string }[] }

const coProductsOf = sql<
  CoProductLot[]
>`(select coalesce(jsonb_agg(jsonb_build_object('lotId', c.lot_id, 'quantity', trim_scale(c.quantity)::text, 'from', (
    select jsonb_agg(jsonb_build_object('lotId', e.from_lot_id, 'quantity', trim_scale(e.quantity)::text)) from lot_edge e
    where e.enterprise_id = c.enterprise_id and e.to_lot_id = c.lot_id)) order by c.id), '[]') from production_co_product c
  where c.enterprise_id = production_order.enterprise_id and c.order_id = production_order.id and c.lot_id is not null)`.as('coProducts')

/** What a lot of the charge gave to co-products, kg. */
export const drawnOf = ({ coProducts }: Pick<Order, 'coProducts'>, lotId: string): string =>
  sumOf(coProducts.flatMap(({ from }) => from.filter((one) => one.lotId === lotId).map(({ quantity }) => quantity)))

/** What was handed over in parts, kg. */
export const handedOverOf = ({ parts }: Pick<Order, 'parts'>): string => sumOf(parts.map(({ quantity }) => quantity))

/** The open cases that name the order, as people read them. */
const openCasesOf = sql<
  string[]
>`array(select concat(i.case_no, ' ', i.subject) from incident i where i.enterprise_id = production_order.enterprise_id
  and i.source_table = 'production_order' and i.source_id = production_order.id and i.state not in ('closed', 'unfounded') order by i.id limit 20)`.as(
  'openCases',
)

const deviationKindsOf = sql<
  DeviationKind[]
>`array(select distinct kind from production_deviation d where d.enterprise_id = production_order.enterprise_id and d.order_id = production_order.id)`.as(
  'deviationKinds',
)

type Added = Omit<Updateable<Schema['productionOrder']>, 'state' | 'id' | 'enterpriseId' | 'batchNo'> & { batchNo?: RawBuilder<string> }

/** Sets a taken order to the state the action leads to, with the columns that this step adds. It is locked: what it becomes is known before it is written. */
export async function advanceOrder(tx: Tx, order: Order, action: StandingAction, added: Added = {}) {
  await tx.later(
    tx
      .updateTable('productionOrder')
      .set({ ...added, state: action.to })
      .where('id', '=', order.id),
  )
  return { ...standingOf(order), state: action.to, rowVersion: order.rowVersion + 1 }
}

/** An order that a step left as it was. */
export const standingOf = ({ id, orderNo, batchNo, state, rowVersion }: Order) => ({ id, orderNo, batchNo, state, rowVersion })

/** The persons who worked on this batch, with those who join them now. */
export const withOperators = (order: Order, ...ids: string[]): string[] => [...new Set([...order.operatorIds, ...ids])]

export const orderDocument = (order: { id: string; orderNo: string }) => ({ kind: 'production_order', id: order.id, no: order.orderNo })

/** How a message to the next person names the order. */
export const titleOf = (order: { orderNo: string; productName: string; batchNo: string | null }) =>
  `${order.productName} ${order.batchNo ?? order.orderNo}`
