import type { z } from 'zod'
import type { licenceApi } from '#contract/supply/licence.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'

type Fields = z.output<typeof licenceApi.addOwn.input>
/** Whose paper it is; an endpoint reaches only those of its own kind of owner. */
type Owner = 'own' | 'supplier' | 'customer'

function checkDays({ validFrom, validUntil }: Fields) {
  if (validFrom !== null && validUntil !== null && validUntil < validFrom)
    throw new Refusal('invalid_input', [{ path: 'validUntil', message: '有效期至不能早于有效期起' }])
}

async function add(tx: Tx, actor: Actor, owner: { supplierId?: string; customerId?: string }, fields: Fields) {
  checkDays(fields)
  return tx
    .insertInto('licence')
    .values({ enterpriseId: actor.enterpriseId, ...owner, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export const addOwnLicence: Handler<typeof licenceApi.addOwn> = (tx, actor, fields) => add(tx, actor, {}, fields)

export const addSupplierLicence: Handler<typeof licenceApi.addOfSupplier> = async (tx, actor, { id: supplierId, ...fields }) => {
  const supplier = await tx.selectFrom('supplier').select('state').where('id', '=', supplierId).executeTakeFirst()
  if (supplier === undefined) throw new Refusal('not_found')
  return add(tx, actor, { supplierId }, fields)
}

export const addCustomerLicence: Handler<typeof licenceApi.addOfCustomer> = async (tx, actor, { id: customerId, ...fields }) => {
  const customer = await tx.selectFrom('customer').select('id').where('id', '=', customerId).executeTakeFirst()
  if (customer === undefined) throw new Refusal('not_found')
  return add(tx, actor, { customerId }, fields)
}

/** Locks a paper in use of this kind of owner; any other is `not_found`. */
async function take(tx: Tx, owner: Owner, id: string) {
  const licence = await tx
    .selectFrom('licence')
    .selectAll()
    .where('id', '=', id)
    .where('isActive', '=', true)
    .$if(owner === 'supplier', (query) => query.where('supplierId', 'is not', null))
    .$if(owner === 'customer', (query) => query.where('customerId', 'is not', null))
    .$if(owner === 'own', (query) => query.where('supplierId', 'is', null).where('customerId', 'is', null))
    .forUpdate()
    .executeTakeFirst()
  if (licence === undefined) throw new Refusal('not_found')
  return licence
}

/** Corrects a paper, or prolongs it under its number. */
export const editLicence =
  (owner: Owner): Handler<typeof licenceApi.editOwn> =>
  async (tx, _actor, { id, rowVersion, ...fields }) => {
    const licence = await take(tx, owner, id)
    if (licence.rowVersion !== rowVersion) throw new Refusal('stale')
    checkDays(fields)
    await tx.updateTable('licence').set(fields).where('id', '=', id).execute()
    return { id }
  }

/** Puts a replaced paper aside: it can still be read, but no rule looks at it any more. */
export const putLicenceAside =
  (owner: Owner): Handler<typeof licenceApi.putAsideOwn> =>
  async (tx, _actor, { id, reason }) => {
    await take(tx, owner, id)
    await giveReason(tx, reason)
    await tx.updateTable('licence').set({ isActive: false }).where('id', '=', id).execute()
    return { id }
  }
