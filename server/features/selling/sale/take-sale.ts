import { sql, type NotNull, type Updateable } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { customerRefusal, earliestEnd, type SaleStanding, type SaleState } from '#contract/selling/sale.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { compareText } from '#tools/compare-text.ts'
import { together } from '#tools/together.ts'

/**
 * Locks an order until the transaction ends, having made sure that this actor may do this to it now. The order is locked
 * before its lots: a step that holds a lot never waits for an order.
 */
export async function takeSale(tx: Tx, actor: Actor, action: Action<SaleStanding>, id: string) {
  const [order, picking] = await together([
    tx.selectFrom('salesOrder').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    tx.selectFrom('picking').selectAll().where('orderId', '=', id).where('state', '<>', 'void').executeTakeFirst(),
  ])
  if (order === undefined) throw new Refusal('not_found')
  const person = (personId: string | null | undefined) => (personId ? { id: personId } : null)
  const standing: SaleStanding = {
    state: order.state,
    createdBy: { id: order.createdBy },
    submittedBy: person(order.submittedBy),
    pickedBy: person(picking?.pickedBy),
  }
  const code = refusal(action, standing, actor)
  if (code) throw new Refusal(code)
  return { ...order, picking }
}

/** The same for an order whose state says that its goods are picked: with the picking that counts. */
export async function takePickedSale(tx: Tx, actor: Actor, action: Action<SaleStanding>, id: string) {
  const { picking, ...order } = await takeSale(tx, actor, action, id)
  if (picking === undefined) throw new Error(`sales order ${id} is ${order.state} without a picking`)
  return { ...order, picking }
}

type Added = Omit<Updateable<Schema['salesOrder']>, 'state' | 'id' | 'enterpriseId'>

/** Moves an order to the state the action leads to, with the columns that this step adds, and returns what a step answers. */
export async function advanceSale(
  tx: Tx,
  id: string,
  action: Action<SaleStanding>,
  added: Added = {},
): Promise<{ id: string; state: SaleState }> {
  await tx.later(
    tx
      .updateTable('salesOrder')
      .set({ ...added, state: action.to })
      .where('id', '=', id),
  )
  return { id, state: action.to }
}

/**
 * The customer of an order, whose licence must be in date today and cover what is sold (asked at the order and again at
 * shipping, domain §2.10), and the address, which must be one of that licence.
 */
export async function licensedCustomer(tx: Tx, order: { customerId: string; addressId: string; packSpecIds: readonly string[] }) {
  const [customer, address] = await together([
    tx
      .selectFrom('customer')
      .selectAll()
      .select(sql<string | null>`licences_until(enterprise_id, id)`.as('licencesUntil'))
      .where('id', '=', order.customerId)
      .forShare() // a licence being changed meanwhile is seen wholly before or wholly after
      .executeTakeFirst(),
    tx
      .selectFrom('customerAddress')
      .selectAll()
      .select(
        sql<boolean>`exists (select from pack_spec join product on product.enterprise_id = pack_spec.enterprise_id and product.id = pack_spec.product_id
        where pack_spec.id = any(${[...order.packSpecIds]}::uuid[]) and product.is_toxic)`.as('hasToxic'),
      )
      .where('id', '=', order.addressId)
      .executeTakeFirst(),
  ])
  if (customer === undefined) throw new Refusal('not_found', [{ path: 'customerId', message: '没有这个客户' }])
  if (address === undefined || address.customerId !== customer.id || !address.isActive)
    throw new Refusal('address_not_licensed', [{ path: 'addressId', message: '请选择该客户许可证上的地址' }])
  const code = customerRefusal(customer, address, dayInShanghai(tx.now()))
  if (code)
    throw new Refusal(code, [
      {
        path: 'customerId',
        message: code === 'licence_expired' ? `${customer.name} 的证照有效期至 ${earliestEnd(customer)}` : customer.name,
      },
    ])
  return { customer, address }
}

/** The lines of an order, with what a pack of each weighs. */
export function linesOf(tx: Tx, orderId: string) {
  return tx
    .selectFrom('salesLine')
    .innerJoin('packSpec', 'packSpec.id', 'salesLine.packSpecId')
    .innerJoin('product', 'product.id', 'packSpec.productId')
    .select([
      'salesLine.line',
      'salesLine.packSpecId',
      'salesLine.packs',
      'packSpec.netQuantity',
      'packSpec.name as specName',
      'packSpec.packUnit',
      'packSpec.packsPerBox',
      'product.name as productName',
      'product.isToxic',
    ])
    .where('salesLine.orderId', '=', orderId)
    .orderBy('salesLine.line')
    .execute()
}

/** What is allocated to an order: lots, packs, kg. */
export const allocationsOf = (tx: Tx, orderId: string) =>
  allocations(tx, orderId).orderBy('salesAllocation.line').orderBy('lot.expiresOn').orderBy('lot.lotNo').execute()

/** The same, with the lots locked until the transaction ends, in the order of their ids. */
export async function takeAllocations(tx: Tx, orderId: string) {
  const taken = await allocations(tx, orderId).orderBy('lot.id').forUpdate('lot').execute()
  return taken.toSorted(
    (one, other) => one.line - other.line || compareText(one.expiresOn, other.expiresOn) || compareText(one.lotNo, other.lotNo),
  )
}

function allocations(tx: Tx, orderId: string) {
  return (
    tx
      .selectFrom('salesAllocation')
      .innerJoin('lot', 'lot.id', 'salesAllocation.lotId')
      .select([
        'salesAllocation.lotId',
        'salesAllocation.line',
        'salesAllocation.packs',
        'salesAllocation.quantity',
        'lot.lotNo',
        'lot.batchNo',
        'lot.expiresOn',
        'lot.packSpecId',
        'lot.name',
      ])
      .where('salesAllocation.orderId', '=', orderId)
      // A pack lot has its specification, and is born with its shelf life.
      .$narrowType<{ packSpecId: NotNull; expiresOn: NotNull }>()
  )
}
