import { only } from '#contract/kernel/certain.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { discrepancyApi, type DiscrepancyFile, type DiscrepancyRow } from '#contract/supply/discrepancy.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { signed, type Person } from './person.ts'
import { approvedOrder, deliveryNote } from './purchase.ts'

type As = (userName: string) => Promise<Person>

/** A delivery of 100 kg of which 92 came: its discrepancy waits for the supplier's answer. */
export async function shortDelivery(as: As, material = '当归') {
  const order = await approvedOrder(as, { material, quantity: '100' })
  const short = { noteQuantity: '100', gross: '96', tare: '4', net: '92', exceptionNote: '少8 kg，司机已确认' }
  const note = await deliveryNote(as, order.id, { quantity: '100', line: short })
  const receipt = await (await as('cangku')).ask(purchaseApi.receive, note)
  const { rows } = await (await as('caigou')).ask(discrepancyApi.list, { q: receipt.receiptNo })
  return { order, receipt, row: only(rows) }
}

/** What the supplier says: as the buyer heard it today. */
export async function answeredDiscrepancy(as: As, { id, rowVersion }: DiscrepancyRow): Promise<DiscrepancyFile> {
  const buyer = await as('caigou')
  const answer = '装车时漏一袋，货款按实收扣减'
  return buyer.ask(discrepancyApi.answer, {
    ...{ id, rowVersion, answeredOn: dayInShanghai(buyer.time.now()), answeredPerson: '马建国', answer },
  })
}

/** One that the supplier made good by a credit, and its order closed to it. */
export async function creditedDiscrepancy(as: As): Promise<DiscrepancyFile> {
  const { row } = await answeredDiscrepancy(as, (await shortDelivery(as, '甘草')).row)
  const credit = { settledAs: 'credited', paperNo: 'HZ-0021', conclusion: '按实收92 kg结算，红字发票已到' } as const
  return (await as('shengchan2')).ask(discrepancyApi.settle, { id: row.id, rowVersion: row.rowVersion, ...credit, signature: signed() })
}
