import type { supplierApi } from '#contract/supply/supplier-api.ts'
import { supplierActions, type stopCauses, type SupplierRow } from '#contract/supply/supplier.ts'
import { present } from '#contract/kernel/certain.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { checkInDate } from './check-in-date.ts'
import { supplierRowOf } from './queries.ts'
import { takeSupplier } from './take-supplier.ts'
import { tellOfResumption, tellOfSuspension } from './tell-of-standing.ts'

type Stop = { cause: keyof typeof stopCauses; reason: string }

/**
 * Stops a locked qualified supplier at once, by one person: from this moment nothing is ordered or taken in. A second person confirms
 * or lifts it (decision 0036).
 */
export async function placeStop(tx: Tx, actor: Actor, supplier: SupplierRow, { cause, reason }: Stop): Promise<void> {
  await giveReason(tx, reason)
  await tx
    .insertInto('supplierStop')
    .values({ enterpriseId: actor.enterpriseId, supplierId: supplier.id, cause, reason, placedBy: actor.id })
    .execute()
  await tx.updateTable('supplier').set({ state: 'stopped', stateReason: reason }).where('id', '=', supplier.id).execute()
  await tellOfSuspension(tx, actor, supplier, reason)
  await notify(tx, actor, {
    duty: '37:approve',
    title: `供应商 ${supplier.name} 临时暂停，待第二人确认或解除`,
    body: reason,
    page: '/system-qiye',
    q: supplier.code,
    about: { table: 'supplier', id: supplier.id, asks: 'stopped' },
  })
}

/** 紧急暂停. No signature is asked, so that it is done at once; the second person signs. */
export const stopSupplier: Handler<typeof supplierApi.stop> = async (tx, actor, { id, reason }) => {
  const supplier = await takeSupplier(tx, actor, supplierActions.stop, id)
  await placeStop(tx, actor, supplier, { cause: 'urgent', reason })
  return supplierRowOf(tx, id)
}

/** The second person agrees: the supplier is suspended until a change brings it back. */
export const confirmStop: Handler<typeof supplierApi.confirmStop> = async (tx, actor, { id, conclusion, signature }) => {
  const action = supplierActions.confirmStop
  const supplier = await takeSupplier(tx, actor, action, id)
  await giveReason(tx, conclusion)
  const stop = await endStop(tx, actor, supplier, { endedAs: 'confirmed', conclusion })
  await tx.updateTable('supplier').set({ state: action.to }).where('id', '=', id).execute()
  await sign(tx, actor, signature, { meaning: action.signs, table: 'supplier_stop', id: stop })
  return supplierRowOf(tx, id)
}

/** The second person finds no reason to go on: the supplier, audited and with papers in date, may deliver again. */
export const liftStop: Handler<typeof supplierApi.liftStop> = async (tx, actor, { id, conclusion, signature }) => {
  const action = supplierActions.liftStop
  const supplier = await takeSupplier(tx, actor, action, id)
  checkInDate(tx, supplier)
  await giveReason(tx, conclusion)
  const stop = await endStop(tx, actor, supplier, { endedAs: 'lifted', conclusion })
  await tx.updateTable('supplier').set({ state: action.to, stateReason: '' }).where('id', '=', id).execute()
  await sign(tx, actor, signature, { meaning: action.signs, table: 'supplier_stop', id: stop })
  await tellOfResumption(tx, actor, supplier)
  return supplierRowOf(tx, id)
}

type Ending = { endedAs: 'confirmed' | 'lifted'; conclusion: string }

async function endStop(tx: Tx, actor: Actor, supplier: SupplierRow, ending: Ending): Promise<string> {
  const { id } = present(supplier.stop)
  await tx
    .updateTable('supplierStop')
    .set({ ...ending, endedBy: actor.id })
    .where('id', '=', id)
    .execute()
  return id
}
