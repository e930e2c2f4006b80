import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { supplierApi } from '#contract/supply/supplier-api.ts'
import { supplierActions, supplierTrouble, type SupplierRow } from '#contract/supply/supplier.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { supplierRowOf } from './queries.ts'
import { takeSupplier } from './take-supplier.ts'
import { tellOfSuspension } from './tell-of-suspension.ts'
import type { Clock } from '#tools/clock.ts'

/** A supplier that goes on the list could deliver today: it is audited and its papers are in date. Else `supplier_papers_over`. */
function checkInDate(clock: Clock, supplier: SupplierRow) {
  const trouble = supplierTrouble({ ...supplier, state: 'qualified', stateReason: '' }, dayInShanghai(clock.now()))
  if (trouble !== undefined) throw new Refusal('supplier_papers_over', [{ path: '', message: trouble }])
}

const onTheList = (clock: Clock, actor: Actor) => ({
  state: 'qualified' as const,
  stateReason: '',
  qualifiedBy: actor.id,
  qualifiedAt: clock.now().toISOString(),
})

/** 列入合格供应商名录: a person of quality assurance signs, other than the person who brought the supplier in. */
export const qualifySupplier: Handler<typeof supplierApi.qualify> = async (tx, actor, { id, signature }) => {
  const supplier = await takeSupplier(tx, actor, supplierActions.qualify, id)
  checkInDate(tx, supplier)
  await tx.updateTable('supplier').set(onTheList(tx, actor)).where('id', '=', id).execute()
  await sign(tx, actor, signature, { meaning: supplierActions.qualify.signs, table: 'supplier', id })
  await notify(tx, actor, { duty: '11:create', title: `${supplier.name} 已列入合格供应商`, page: '/yuanliao-caigou', q: '' })
  return supplierRowOf(tx, id)
}

/** 暂停: from this moment nothing is ordered or taken in; open orders are marked. No signature is asked, so that it is done at once. */
export const suspendSupplier: Handler<typeof supplierApi.suspend> = async (tx, actor, { id, reason }) => {
  const supplier = await takeSupplier(tx, actor, supplierActions.suspend, id)
  await giveReason(tx, reason)
  await tx.updateTable('supplier').set({ state: 'suspended', stateReason: reason }).where('id', '=', id).execute()
  await tellOfSuspension(tx, actor, supplier, reason)
  return supplierRowOf(tx, id)
}

/** 恢复: what was wrong is put right, and audit and papers are in date. */
export const resumeSupplier: Handler<typeof supplierApi.resume> = async (tx, actor, { id, signature }) => {
  const supplier = await takeSupplier(tx, actor, supplierActions.resume, id)
  checkInDate(tx, supplier)
  await tx.updateTable('supplier').set({ state: 'qualified', stateReason: '' }).where('id', '=', id).execute()
  await sign(tx, actor, signature, { meaning: supplierActions.resume.signs, table: 'supplier', id })
  return supplierRowOf(tx, id)
}

/** 除名: for good. The firm may be brought in anew as a candidate, and is then looked at from the beginning. */
export const removeSupplier: Handler<typeof supplierApi.remove> = async (tx, actor, { id, reason, signature }) => {
  const supplier = await takeSupplier(tx, actor, supplierActions.remove, id)
  await giveReason(tx, reason)
  await tx.updateTable('supplier').set({ state: 'removed', stateReason: reason }).where('id', '=', id).execute()
  await sign(tx, actor, signature, { meaning: supplierActions.remove.signs, table: 'supplier', id })
  if (supplier.state === 'qualified') await tellOfSuspension(tx, actor, supplier, reason)
  return supplierRowOf(tx, id)
}
