import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '#contract/kernel/refusals.ts'
import { saleActions } from '#contract/selling/sale.ts'
import { type saleApi } from '#contract/selling/sale-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { documentNo, numberAtEnd } from '#kernel/number.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { submitSale } from './approve-sale.ts'
import { licensedCustomer, takeSale } from './take-sale.ts'

type Order = { customerId: string; addressId: string; lines: readonly { packSpecId: string; packs: number }[]; remark: string }

/** 新建销售单: for a customer whose licence allows it, to an address of that licence. */
export const createSale: Handler<typeof saleApi.create> = async (tx, actor, input) => {
  await checkOrder(tx, input)
  const { customerId, addressId, remark, lines } = input
  const id = randomUUIDv7()
  const orderNo = await numberAtEnd(tx, documentNo('XS', dayInShanghai(tx.now())))
  await tx.later(
    tx.insertInto('salesOrder').values({
      id,
      enterpriseId: actor.enterpriseId,
      orderNo: orderNo.column,
      customerId,
      addressId,
      remark,
      createdBy: actor.id,
    }),
  )
  await writeLines(tx, actor, id, lines)
  const { state } = input.submits ? await submitSale(tx, actor, { id }) : { state: 'draft' as const }
  return { id, orderNo: orderNo.told, state }
}

/** 修改销售单草稿, by its author, on the version they saw. */
export const editSale: Handler<typeof saleApi.edit> = async (tx, actor, input) => {
  const order = await takeSale(tx, actor, saleActions.edit, input.id)
  if (order.rowVersion !== input.rowVersion) throw new Refusal('stale')
  await checkOrder(tx, input)
  const { customerId, addressId, remark, lines } = input
  await tx.updateTable('salesOrder').set({ customerId, addressId, remark }).where('id', '=', order.id).execute()
  await tx.deleteFrom('salesLine').where('orderId', '=', order.id).execute()
  await writeLines(tx, actor, order.id, lines)
  return input.submits ? submitSale(tx, actor, { id: order.id }) : { id: order.id, state: 'draft' }
}

async function checkOrder(tx: Tx, { customerId, addressId, lines }: Order) {
  const packSpecIds = lines.map((line) => line.packSpecId)
  const known = await tx
    .selectFrom('packSpec')
    .innerJoin('product', 'product.id', 'packSpec.productId')
    .select('packSpec.id')
    .where('packSpec.id', 'in', packSpecIds)
    .where('packSpec.isActive', '=', true)
    .where('product.isActive', '=', true)
    .execute()
  const unknown = packSpecIds.findIndex((id) => !known.some((spec) => spec.id === id))
  if (unknown >= 0) throw new Refusal('not_found', [{ path: `lines.${unknown}.packSpecId`, message: '没有这个包装规格，或已停用' }])
  await licensedCustomer(tx, { customerId, addressId, packSpecIds })
}

const writeLines = (tx: Tx, actor: Actor, orderId: string, lines: Order['lines']) =>
  tx.later(
    tx
      .insertInto('salesLine')
      .values(lines.map((line, index) => ({ enterpriseId: actor.enterpriseId, orderId, line: index + 1, ...line }))),
  )
