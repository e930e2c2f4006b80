import { refusal, type Action } from '#contract/kernel/action.ts'
import { placeActions, type placeApi, type PlaceRow } from '#contract/warehouse/place.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { checkChoices } from '#server/features/office/dictionary/check-choices.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { placeOf } from './queries.ts'

/** Adds a bin to a zone of a warehouse. */
export const createPlace: Handler<typeof placeApi.create> = async (tx, actor, input) => {
  await checkCondition(tx, input.storageCondition)
  const { id } = await tx
    .insertInto('place')
    .values({ enterpriseId: actor.enterpriseId, kind: 'bin', ...input, initials: pinyinInitials(input.name) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return placeOf(tx, id)
}

/** Changes name, warehouse, zone or condition. A bin with goods in it keeps its zone and condition; the database refuses the change. */
export const editPlace: Handler<typeof placeApi.edit> = async (tx, actor, { id, rowVersion, ...fields }) => {
  const place = await takePlace(tx, actor, id, placeActions.edit)
  if (place.rowVersion !== rowVersion) throw new Refusal('stale')
  if (fields.storageCondition !== place.storageCondition) await checkCondition(tx, fields.storageCondition)
  await tx
    .updateTable('place')
    .set({ ...fields, initials: pinyinInitials(fields.name) })
    .where('id', '=', id)
    .execute()
  return placeOf(tx, id)
}

/** Steps offer an empty bin no more. */
export const disablePlace: Handler<typeof placeApi.disable> = async (tx, actor, { id, reason }) => {
  await takePlace(tx, actor, id, placeActions.disable)
  await giveReason(tx, reason)
  await tx.updateTable('place').set({ isActive: false }).where('id', '=', id).execute()
  return placeOf(tx, id)
}

export const enablePlace: Handler<typeof placeApi.enable> = async (tx, actor, { id }) => {
  await takePlace(tx, actor, id, placeActions.enable)
  await tx.updateTable('place').set({ isActive: true }).where('id', '=', id).execute()
  return placeOf(tx, id)
}

const checkCondition = (tx: Tx, storageCondition: string) =>
  checkChoices(tx, 'storage_condition', 'label', [{ value: storageCondition, path: 'storageCondition' }])

async function takePlace(tx: Tx, actor: Actor, id: string, action: Action<PlaceRow>): Promise<PlaceRow> {
  await tx.selectFrom('place').select('id').where('id', '=', id).forUpdate().execute()
  const place = await placeOf(tx, id)
  const code = refusal(action, place, actor)
  if (code !== undefined) throw new Refusal(code)
  return place
}
