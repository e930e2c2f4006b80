import type { Updateable } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { ReturnStanding, ReturnState } from '#contract/selling/return.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

/**
 * Locks a return until the transaction ends, having made sure that this actor may do this to it now. The order of its shipment is locked first, as
 * by every step of a sale, so that nothing else of the shipment moves; lots come after it.
 */
export async function takeReturn(
  tx: Tx,
  actor: Actor,
  action: Action<ReturnStanding>,
  { id, rowVersion }: { id: string; rowVersion?: number },
) {
  const shipment = await tx
    .selectFrom('customerReturn')
    .innerJoin('shipment', (join) =>
      join.onRef('shipment.enterpriseId', '=', 'customerReturn.enterpriseId').onRef('shipment.id', '=', 'customerReturn.shipmentId'),
    )
    .select(['shipment.id', 'shipment.shipmentNo', 'shipment.orderId', 'shipment.orderNo', 'shipment.customerName', 'shipment.departedAt'])
    .where('customerReturn.id', '=', id)
    .executeTakeFirst()
  if (shipment === undefined) throw new Refusal('not_found')
  await tx.selectFrom('salesOrder').select('id').where('id', '=', shipment.orderId).forUpdate().execute()
  const row = await tx.selectFrom('customerReturn').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (rowVersion !== undefined && row.rowVersion !== rowVersion) throw new Refusal('stale')
  const code = refusal(action, { state: row.state, kind: row.kind, createdBy: { id: row.createdBy } }, actor)
  if (code !== undefined) throw new Refusal(code)
  return { ...row, shipment }
}

export type TakenReturn = Awaited<ReturnType<typeof takeReturn>>

type Added = Omit<Updateable<Schema['customerReturn']>, 'state' | 'id' | 'enterpriseId'>

/** Moves a return to a state, with the columns that the step adds, and returns what a step answers. */
export async function advanceReturn(
  tx: Tx,
  id: string,
  state: ReturnState,
  added: Added = {},
): Promise<{ id: string; state: ReturnState; rowVersion: number }> {
  return tx
    .updateTable('customerReturn')
    .set({ ...added, state })
    .where('id', '=', id)
    .returning(['id', 'state', 'rowVersion'])
    .executeTakeFirstOrThrow()
}

/** The receipt in force of a return, which its state says there is. */
export const receiptOf = (tx: Tx, returnId: string) =>
  tx.selectFrom('returnReceipt').selectAll().where('returnId', '=', returnId).where('takenBackAt', 'is', null).executeTakeFirstOrThrow()

/** What came back with a receipt. */
export const itemsOf = (tx: Tx, receiptId: string) =>
  tx
    .selectFrom('returnItem')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'returnItem.enterpriseId').onRef('lot.id', '=', 'returnItem.lotId'))
    .select(['returnItem.id', 'returnItem.lotId', 'lot.lotNo', 'lot.isToxic', 'lot.expiresOn', 'returnItem.condition', 'returnItem.packs'])
    .select(['returnItem.quantity', 'returnItem.decision', 'returnItem.settledAt'])
    .where('returnItem.receiptId', '=', receiptId)
    .orderBy('lot.id')
    .orderBy('returnItem.id')
    .execute()

/** The codes of items, as runs. */
export async function codesOfItems(tx: Tx, itemIds: readonly string[]) {
  if (itemIds.length === 0) return []
  return tx
    .selectFrom('returnCode')
    .select(['itemId', 'rangeId', 'firstIndex as first', 'lastIndex as last'])
    .where('itemId', 'in', itemIds)
    .orderBy('rangeId')
    .orderBy('firstIndex')
    .execute()
}
