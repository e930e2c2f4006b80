import type { supplierApi } from '#contract/supply/supplier-api.ts'
import { supplierActions } from '#contract/supply/supplier.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { checkInDate } from './check-in-date.ts'
import { supplierRowOf } from './queries.ts'
import { takeSupplier } from './take-supplier.ts'
import type { Clock } from '#tools/clock.ts'

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
