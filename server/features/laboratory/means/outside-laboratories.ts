import { sql } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { outsideLaboratoryActions, type outsideLaboratoryApi, type OutsideLaboratoryRow } from '#contract/laboratory/outside-laboratory.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { pinyinInitials } from '#tools/pinyin.ts'

const selectLaboratories = (tx: Tx) =>
  tx
    .selectFrom('outsideLaboratory')
    .select(['id', 'name', 'accreditationNo', 'scope', 'validFrom', 'validUntil', 'contact', 'rowVersion'])
    .select(sql<OutsideLaboratoryRow['state']>`case when is_active then 'active' else 'inactive' end`.as('state'))

async function laboratoryOf(tx: Tx, id: string): Promise<OutsideLaboratoryRow> {
  const found = await selectLaboratories(tx).where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  return found
}

export const listLaboratories: Handler<typeof outsideLaboratoryApi.list> = (tx, _actor, { q, state, ...paging }) =>
  pageOf(
    tx,
    selectLaboratories(tx)
      .$if(state !== undefined, (query) => query.where('isActive', '=', state === 'active'))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'accreditationNo', name: 'name', initials: 'initials' }))),
    paging,
  )

export const createLaboratory: Handler<typeof outsideLaboratoryApi.create> = async (tx, actor, input) => {
  const { id } = await tx
    .insertInto('outsideLaboratory')
    .values({ enterpriseId: actor.enterpriseId, ...input, initials: pinyinInitials(input.name) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return laboratoryOf(tx, id)
}

export const editLaboratory: Handler<typeof outsideLaboratoryApi.edit> = async (tx, actor, { id, rowVersion, ...fields }) => {
  const laboratory = await takeLaboratory(tx, actor, id, outsideLaboratoryActions.edit)
  if (laboratory.rowVersion !== rowVersion) throw new Refusal('stale')
  await tx
    .updateTable('outsideLaboratory')
    .set({ ...fields, initials: pinyinInitials(fields.name) })
    .where('id', '=', id)
    .execute()
  return laboratoryOf(tx, id)
}

export const disableLaboratory: Handler<typeof outsideLaboratoryApi.disable> = async (tx, actor, { id, reason }) => {
  await takeLaboratory(tx, actor, id, outsideLaboratoryActions.disable)
  await giveReason(tx, reason)
  await tx.updateTable('outsideLaboratory').set({ isActive: false }).where('id', '=', id).execute()
  return laboratoryOf(tx, id)
}

export const enableLaboratory: Handler<typeof outsideLaboratoryApi.enable> = async (tx, actor, { id }) => {
  await takeLaboratory(tx, actor, id, outsideLaboratoryActions.enable)
  await tx.updateTable('outsideLaboratory').set({ isActive: true }).where('id', '=', id).execute()
  return laboratoryOf(tx, id)
}

async function takeLaboratory(tx: Tx, actor: Actor, id: string, action: Action<OutsideLaboratoryRow>): Promise<OutsideLaboratoryRow> {
  await tx.selectFrom('outsideLaboratory').select('id').where('id', '=', id).forUpdate().execute()
  const laboratory = await laboratoryOf(tx, id)
  const code = refusal(action, laboratory, actor)
  if (code !== undefined) throw new Refusal(code)
  return laboratory
}
