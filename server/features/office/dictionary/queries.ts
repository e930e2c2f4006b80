import { sql } from 'kysely'
import { dictionaryTypes } from '#contract/office/dictionary-items.ts'
import { systemChoices, type dictionaryApi, type DictionaryRow } from '#contract/office/dictionary.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const selectItems = (tx: Tx) =>
  tx
    .selectFrom('dictionaryItem')
    .select(['id', 'code', 'label', 'sort', 'remark', 'isShipped', 'isLocked', 'rowVersion'])
    .select([
      sql<DictionaryRow['type']>`type`.as('type'),
      sql<DictionaryRow['state']>`case when is_active then 'active' else 'disabled' end`.as('state'),
    ])

/** One item, as it is now. */
export async function itemOf(tx: Tx, id: string): Promise<DictionaryRow> {
  const item = await selectItems(tx).where('id', '=', id).executeTakeFirst()
  if (item === undefined) throw new Refusal('not_found')
  return item
}

export const listItems: Handler<typeof dictionaryApi.list> = (tx, _actor, { q, type, state, ...paging }) => {
  if (dictionaryTypes[type].isSystem) throw new Refusal('dictionary_type_is_system')
  return pageOf(
    tx,
    selectItems(tx)
      .where('type', '=', type)
      .$if(state !== undefined, (query) => query.where('isActive', '=', state === 'active'))
      .$if(q !== '', (query) =>
        query.where((eb) =>
          eb.or([matches(q, { name: 'label', initials: 'initials' }), sql<boolean>`starts_with(lower(code), ${q.toLowerCase()})`]),
        ),
      ),
    paging,
  )
}

/** The words of a type in the factory's order: forms offer the active ones, old records are shown by all. */
export const listChoices: Handler<typeof dictionaryApi.choices> = async (tx, _actor, { type }) =>
  systemChoices(type) ??
  (await tx
    .selectFrom('dictionaryItem')
    .select(['code', 'label', 'isActive'])
    .where('type', '=', type)
    .orderBy('sort')
    .orderBy('code')
    .execute())
