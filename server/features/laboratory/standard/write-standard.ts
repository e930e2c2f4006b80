import { sql, type ExpressionBuilder } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { standardActions, type standardApi } from '#contract/laboratory/standard.ts'
import { checkChoices } from '#server/features/office/dictionary/check-choices.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { customerKind } from '#contract/laboratory/authority.ts'
import type { Schema } from '#server/db/schema.ts'
import { editionOf, itemsOfEdition } from './queries.ts'
import { takeEdition } from './take-edition.ts'
import { writeItems } from './write-items.ts'

/** A standard of a material or product, with its first edition as a draft. */
export const createStandard: Handler<typeof standardApi.create> = async (
  tx,
  actor,
  { of, subjectId, kind, customerId = null, name, ...header },
) => {
  await checkChoices(tx, 'standard_type', 'label', [{ value: kind, path: 'kind' }])
  const subject = await tx.selectFrom(of).select('id').where('id', '=', subjectId).where('isActive', '=', true).executeTakeFirst()
  if (subject === undefined) throw new Refusal('not_found', [{ path: 'subjectId', message: '没有这个物料或产品，或已停用' }])
  await checkCustomer(tx, kind, customerId)
  const { id: standardId } = await tx
    .insertInto('standard')
    .values({
      enterpriseId: actor.enterpriseId,
      materialId: of === 'material' ? subjectId : null,
      productId: of === 'product' ? subjectId : null,
      kind,
      customerId,
      name,
      initials: pinyinInitials(name),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('standardVersion')
    .values({ enterpriseId: actor.enterpriseId, standardId, version: 1, ...header })
    .returning('id')
    .executeTakeFirstOrThrow()
  return editionOf(tx, id)
}

/** A customer's standard names a customer in use, and no other standard names one. */
async function checkCustomer(tx: Tx, kind: string, customerId: string | null) {
  const refuse = (message: string) => {
    throw new Refusal('invalid_input', [{ path: 'customerId', message }])
  }
  if (kind !== customerKind) {
    if (customerId !== null) refuse(`只有“${customerKind}”填写客户`)
    return
  }
  if (customerId === null) return refuse('请选择客户')
  const customer = await tx.selectFrom('customer').select('id').where('id', '=', customerId).where('isActive', '=', true).executeTakeFirst()
  if (customer === undefined) throw new Refusal('not_found', [{ path: 'customerId', message: '没有这个客户，或已停用' }])
}

/** The number after all that the standard's editions have had. */
export const nextVersion = (eb: ExpressionBuilder<Schema, 'standardVersion'>, standardId: string) =>
  eb
    .selectFrom('standardVersion')
    .select(sql<number>`max(version) + 1`.as('next'))
    .where('standardId', '=', standardId)

/** The next edition, which begins as a copy of an earlier one. */
export const renewStandard: Handler<typeof standardApi.renew> = async (tx, actor, { id, ...header }) => {
  const { standardId } = await takeEdition(tx, actor, id, standardActions.renew)
  const draft = await tx
    .insertInto('standardVersion')
    .values((eb) => ({
      enterpriseId: actor.enterpriseId,
      standardId,
      version: nextVersion(eb, standardId),
      ...header,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeItems(tx, actor, draft.id, await itemsOfEdition(tx, id))
  return editionOf(tx, draft.id)
}

/** Writes the draft anew: heading and every line. */
export const editStandard: Handler<typeof standardApi.edit> = async (tx, actor, { id, rowVersion, items, ...header }) => {
  await takeEdition(tx, actor, id, standardActions.edit, rowVersion)
  await writeItems(tx, actor, id, items)
  await tx.updateTable('standardVersion').set(header).where('id', '=', id).execute()
  return editionOf(tx, id)
}

/** A draft that nobody needs is discarded; its version number is not used again. */
export const discardStandard: Handler<typeof standardApi.discard> = async (tx, actor, { id, reason }) => {
  await takeEdition(tx, actor, id, standardActions.discard)
  await giveReason(tx, reason)
  await tx.updateTable('standardVersion').set({ state: 'discarded' }).where('id', '=', id).execute()
  return editionOf(tx, id)
}
