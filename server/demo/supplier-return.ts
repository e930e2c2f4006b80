import { attachmentApi } from '#contract/office/attachment.ts'
import { supplierReturnApi, type SupplierReturnFile } from '#contract/warehouse/supplier-return.ts'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { binIn } from './bin-in.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

/** What the warehouse proposes to give back: everything of a rejected lot in its bin. */
export async function proposedSupplierReturn(
  as: As,
  { lotId, quantity }: { lotId: string; quantity?: string },
): Promise<SupplierReturnFile> {
  const keeper = await as('cangku')
  const bin = elementAt(await keeper.ask(supplierReturnApi.choices, { lotId }), 0)
  return keeper.ask(supplierReturnApi.propose, {
    lotId,
    placeId: bin.placeId,
    quantity: quantity ?? bin.quantity,
    reason: '检验不符合规定，按合同退货',
  })
}

/** The 质量负责人 agrees. */
export const approvedSupplierReturn = async (as: As, { row: { id, rowVersion } }: SupplierReturnFile): Promise<SupplierReturnFile> =>
  (await as('zhiliang')).ask(supplierReturnApi.approve, { id, rowVersion, opinion: '同意退货', signature: signed() })

/** What weighs an agreed return out, as much as was agreed. */
export const usualSending = ({ row: { id, rowVersion, quantity } }: SupplierReturnFile) => ({
  id,
  rowVersion,
  weighed: quantity,
  carrier: '顺达物流 甘A12345',
  signature: signed(),
  checker: secondPerson('cangku2'),
})

/** A return that two persons weighed out. */
export async function sentSupplierReturn(as: As, of: { lotId: string; quantity?: string }): Promise<SupplierReturnFile> {
  const approved = await approvedSupplierReturn(as, await proposedSupplierReturn(as, of))
  return (await as('cangku')).ask(supplierReturnApi.send, usualSending(approved))
}

/** The supplier's signed paper stands beside the return. */
export async function provenSupplierReturn(as: As, { row: { id, returnNo } }: SupplierReturnFile): Promise<void> {
  const keeper = await as('cangku')
  const name = `${returnNo} 供应商签收单.txt`
  const { digest } = await keeper.hand(attachmentApi.upload, { name }, `${returnNo} 供应商签收`)
  await keeper.ask(attachmentApi.add, { of: 'supplier_return', id, name, kind: '其他', digest })
}

/** What the supplier confirms: all that left, on the day it left. */
export const usualConfirmation = ({ row: { id, rowVersion, weighed, quantity, sentAt } }: SupplierReturnFile) => ({
  id,
  rowVersion,
  confirmedOn: dayInShanghai(new Date(present(sentAt))),
  confirmedQuantity: weighed ?? quantity,
  confirmedPerson: '马建国',
  confirmationNo: 'TS-0098',
})

/** A return that its supplier confirmed. */
export async function confirmedSupplierReturn(as: As, of: { lotId: string }): Promise<SupplierReturnFile> {
  const sent = await sentSupplierReturn(as, of)
  await provenSupplierReturn(as, sent)
  return (await as('cangku')).ask(supplierReturnApi.confirm, usualConfirmation(sent))
}

/** What brings a return back that its supplier did not take. */
export async function usualBringingBack(as: As, { row: { id, rowVersion } }: SupplierReturnFile, weight: string) {
  return {
    id,
    rowVersion,
    weight,
    placeId: await binIn(await as('cangku'), 'rejected'),
    reason: '供应商到货时拒收',
    signature: signed(),
    checker: secondPerson('cangku2'),
  }
}
