import { refusal, type Action } from '#contract/kernel/action.ts'
import { dictionaryTypes } from '#contract/office/dictionary-items.ts'
import { dictionaryActions, type dictionaryApi, type DictionaryRow } from '#contract/office/dictionary.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { itemOf } from './queries.ts'

/** Adds a word. Its code never changes, since records keep it. */
export const createItem: Handler<typeof dictionaryApi.create> = async (tx, actor, input) => {
  if (dictionaryTypes[input.type].isSystem) throw new Refusal('dictionary_type_is_system')
  const { id } = await tx
    .insertInto('dictionaryItem')
    .values({ enterpriseId: actor.enterpriseId, ...input, initials: pinyinInitials(input.label) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return itemOf(tx, id)
}

/** Changes the name or the place in the list. Records that keep the code show the new name. */
export const editItem: Handler<typeof dictionaryApi.edit> = async (tx, actor, { id, rowVersion, ...fields }) => {
  const item = await takeItem(tx, actor, id, dictionaryActions.edit)
  if (item.rowVersion !== rowVersion) throw new Refusal('stale')
  await tx
    .updateTable('dictionaryItem')
    .set({ ...fields, initials: pinyinInitials(fields.label) })
    .where('id', '=', id)
    .execute()
  return itemOf(tx, id)
}

/** Forms offer the word code more; records that have it keep it. */
export const disableItem: Handler<typeof dictionaryApi.disable> = async (tx, actor, { id, reason }) => {
  await takeItem(tx, actor, id, dictionaryActions.disable)
  await giveReason(tx, reason)
  await tx.updateTable('dictionaryItem').set({ isActive: false }).where('id', '=', id).execute()
  return itemOf(tx, id)
}

export const enableItem: Handler<typeof dictionaryApi.enable> = async (tx, actor, { id }) => {
  await takeItem(tx, actor, id, dictionaryActions.enable)
  await tx.updateTable('dictionaryItem').set({ isActive: true }).where('id', '=', id).execute()
  return itemOf(tx, id)
}

async function takeItem(tx: Tx, actor: Actor, id: string, action: Action<DictionaryRow>): Promise<DictionaryRow> {
  await tx.selectFrom('dictionaryItem').select('id').where('id', '=', id).forUpdate().execute()
  const item = await itemOf(tx, id)
  const code = refusal(action, item, actor)
  if (code !== undefined) throw new Refusal(code)
  return item
}
