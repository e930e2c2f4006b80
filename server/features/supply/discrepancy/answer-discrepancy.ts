import { Refusal } from '#contract/kernel/refusals.ts'
import type { discrepancyApi } from '#contract/supply/discrepancy.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { discrepancyFileOf } from './queries.ts'
import { takeDiscrepancy } from './take-discrepancy.ts'

/** 登记答复: what the supplier says about it, as the buyer heard it. */
export const answerDiscrepancy: Handler<typeof discrepancyApi.answer> = async (tx, actor, { id, rowVersion, ...told }) => {
  const row = await takeDiscrepancy(tx, actor, 'answer', { id, rowVersion })
  const { arrivedAt } = await discrepancyFileOf(tx, id)
  const arrivedOn = dayInShanghai(new Date(arrivedAt))
  if (told.answeredOn < arrivedOn || told.answeredOn > dayInShanghai(tx.now()))
    throw new Refusal('invalid_input', [{ path: 'answeredOn', message: `应在到货日期 ${arrivedOn} 至今天之间` }])
  await tx
    .updateTable('receiptDiscrepancy')
    .set({ state: 'answered', answeredBy: actor.id, answeredAt: tx.now().toISOString(), ...told })
    .where('id', '=', id)
    .execute()
  await notify(tx, actor, {
    duty: '11:approve',
    title: `到货差异 ${row.discrepancyNo} 供应商已答复，待结案`,
    body: told.answer,
    page: '/yuanliao-caigou',
    at: { list: 'discrepancies', id },
    about: { table: 'receipt_discrepancy', id, asks: 'answered' },
  })
  return discrepancyFileOf(tx, id)
}

/** 退回重新答复: the answer does not do; the buyer asks the supplier again. What it said stays in the history. */
export const sendBackDiscrepancy: Handler<typeof discrepancyApi.sendBack> = async (tx, actor, { id, reason }) => {
  const row = await takeDiscrepancy(tx, actor, 'sendBack', { id })
  await tx
    .updateTable('receiptDiscrepancy')
    .set({
      state: 'open',
      sentBackReason: reason,
      answeredBy: null,
      answeredAt: null,
      answeredOn: null,
      answeredPerson: null,
      answer: null,
    })
    .where('id', '=', id)
    .execute()
  await notify(tx, actor, {
    duty: '11:create',
    title: `到货差异 ${row.discrepancyNo} 的答复被退回，请重新联系供应商`,
    body: reason,
    page: '/yuanliao-caigou',
    at: { list: 'discrepancies', id },
    about: { table: 'receipt_discrepancy', id, asks: 'open' },
  })
  return discrepancyFileOf(tx, id)
}
