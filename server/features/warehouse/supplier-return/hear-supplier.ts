import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { supplierReturnTolerance, type supplierReturnApi } from '#contract/warehouse/supplier-return.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { supplierReturnFileOf } from './queries.ts'
import { takeSupplierReturn } from './take-supplier-return.ts'

/** 登记供应商确认: what the supplier's own paper says, with the paper beside it. Where it counts otherwise, why. */
export const confirmSupplierReturn: Handler<typeof supplierReturnApi.confirm> = async (tx, actor, { id, rowVersion, ...told }) => {
  const { row } = await takeSupplierReturn(tx, actor, 'confirm', { id, rowVersion })
  const sentOn = dayInShanghai(new Date(row.sentAt ?? tx.now()))
  if (told.confirmedOn < sentOn || told.confirmedOn > dayInShanghai(tx.now()))
    throw new Refusal('invalid_input', [{ path: 'confirmedOn', message: `应在发出日期 ${sentOn} 至今天之间` }])
  const sent = exact(row.weighed ?? row.quantity)
  if (exact(told.confirmedQuantity).greaterThan(sent.times(exact('1').plus(supplierReturnTolerance))))
    throw new Refusal('supplier_return_difference', [
      { path: 'confirmedQuantity', message: `发出 ${sent.toFixed()} ${row.unit}，确认数量不能更多` },
    ])
  if (!sent.equals(told.confirmedQuantity) && told.differenceReason === '')
    throw new Refusal('supplier_return_difference', [
      { path: 'differenceReason', message: `发出 ${sent.toFixed()} ${row.unit}，请说明数量为什么不同` },
    ])
  await tx
    .updateTable('supplierReturn')
    .set({ state: 'confirmed', confirmedBy: actor.id, confirmedAt: tx.now().toISOString(), ...told })
    .where('id', '=', id)
    .execute()
  return supplierReturnFileOf(tx, id)
}

/** 撤销确认: another person says that the confirmation was written by mistake. What it said stays in the history. */
export const unconfirmSupplierReturn: Handler<typeof supplierReturnApi.unconfirm> = async (tx, actor, { id, reason }) => {
  const { row } = await takeSupplierReturn(tx, actor, 'unconfirm', { id })
  await tx
    .updateTable('supplierReturn')
    .set({
      state: 'sent',
      unconfirmedBy: actor.id,
      unconfirmedAt: tx.now().toISOString(),
      unconfirmReason: reason,
      confirmedBy: null,
      confirmedAt: null,
      confirmedOn: null,
      confirmedQuantity: null,
      confirmedPerson: null,
      confirmationNo: null,
      differenceReason: null,
    })
    .where('id', '=', id)
    .execute()
  await notify(tx, actor, {
    duty: '14:dispose',
    title: `退供应商 ${row.returnNo} 的确认已撤销，请重新登记`,
    body: reason,
    page: '/yuanliao-kucun',
    at: { view: 'supplier', id },
    about: { table: 'supplier_return', id, asks: 'sent' },
  })
  return supplierReturnFileOf(tx, id)
}
