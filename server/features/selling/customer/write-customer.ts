import type { z } from 'zod'
import { refusal, type Action } from '#contract/kernel/action.ts'
import { customerActions, type customerApi, type CustomerRow } from '#contract/selling/customer.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { nextCode } from '#kernel/next-code.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { customerRowOf } from './queries.ts'

/** Locks a customer, having made sure this actor may do this to it now; a shipment under way is then either before or after. */
async function takeCustomer(tx: Tx, actor: Actor, action: Action<CustomerRow>, id: string): Promise<CustomerRow> {
  await tx.selectFrom('customer').select('id').where('id', '=', id).forUpdate().execute()
  const customer = await customerRowOf(tx, id)
  const code = refusal(action, customer, actor)
  if (code !== undefined) throw new Refusal(code)
  return customer
}

/** Adds a customer with the licence under which they buy and its addresses. */
export const createCustomer: Handler<typeof customerApi.create> = async (tx, actor, input) =>
  customerRowOf(tx, await writeCustomer(tx, actor, input))

export async function writeCustomer(
  tx: Tx,
  actor: Actor,
  { addresses, ...input }: z.output<typeof customerApi.create.input>,
): Promise<string> {
  const { id } = await tx
    .insertInto('customer')
    .values({
      enterpriseId: actor.enterpriseId,
      code: await nextCode(tx, 'customer'),
      ...input,
      initials: pinyinInitials(input.name),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAddresses(tx, actor, id, addresses)
  return id
}

/** Changes licence, scope or addresses. Orders that are not shipped yet are judged by the new ones. */
export const editCustomer: Handler<typeof customerApi.edit> = async (tx, actor, { id, rowVersion, addresses, ...input }) => {
  const customer = await takeCustomer(tx, actor, customerActions.edit, id)
  if (customer.rowVersion !== rowVersion) throw new Refusal('stale')
  await tx
    .updateTable('customer')
    .set({ ...input, initials: pinyinInitials(input.name) })
    .where('id', '=', id)
    .execute()
  await writeAddresses(tx, actor, id, addresses)
  return customerRowOf(tx, id)
}

/** 停用: nothing more is sold to them, and what is not shipped stays. */
export const disableCustomer: Handler<typeof customerApi.disable> = async (tx, actor, { id, reason }) => {
  await takeCustomer(tx, actor, customerActions.disable, id)
  await giveReason(tx, reason)
  await tx.updateTable('customer').set({ isActive: false }).where('id', '=', id).execute()
  return customerRowOf(tx, id)
}

export const enableCustomer: Handler<typeof customerApi.enable> = async (tx, actor, { id }) => {
  await takeCustomer(tx, actor, customerActions.enable, id)
  await tx.updateTable('customer').set({ isActive: true }).where('id', '=', id).execute()
  return customerRowOf(tx, id)
}

type Addresses = z.output<typeof customerApi.create.input>['addresses']

/** Writes the addresses of the licence. An address that is no longer given is disabled and not removed, since orders name it. */
async function writeAddresses(tx: Tx, actor: Actor, customerId: string, addresses: Addresses) {
  const known = await tx.selectFrom('customerAddress').select('id').where('customerId', '=', customerId).execute()
  const foreign = addresses.findIndex((address) => address.id !== undefined && !known.some((one) => one.id === address.id))
  if (foreign >= 0) throw new Refusal('not_found', [{ path: `addresses.${foreign}.address`, message: '这个地址不属于该客户，请重新填写' }])
  const namedIds = addresses.flatMap((address) => address.id ?? [])
  for (const { id } of known.filter((one) => !namedIds.includes(one.id)))
    await tx.updateTable('customerAddress').set({ isActive: false }).where('id', '=', id).where('isActive', '=', true).execute()
  for (const { id, ...address } of addresses) {
    if (id === undefined)
      await tx
        .insertInto('customerAddress')
        .values({ enterpriseId: actor.enterpriseId, customerId, ...address })
        .execute()
    else
      await tx
        .updateTable('customerAddress')
        .set({ ...address, isActive: true })
        .where('id', '=', id)
        .execute()
  }
}
