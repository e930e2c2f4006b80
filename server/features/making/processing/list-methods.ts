import { sql } from 'kysely'
import type { methodApi, MethodRow } from '#contract/making/processing-method.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const selectMethods = (tx: Tx) =>
  tx
    .selectFrom('processingMethod as m')
    .select([
      'm.id',
      'm.name',
      'm.how',
      'm.auxiliary',
      'm.toRecord',
      'm.rowVersion',
      sql<MethodRow['state']>`case when m.is_active then 'active' else 'disabled' end`.as('state'),
      sql<number>`(select count(*)::integer from product p where p.enterprise_id = m.enterprise_id and p.processing_method = m.name)`.as(
        'products',
      ),
    ])

/** One method, as it is now. */
export async function methodOf(tx: Tx, id: string): Promise<MethodRow> {
  const method = await selectMethods(tx).where('m.id', '=', id).executeTakeFirst()
  if (method === undefined) throw new Refusal('not_found')
  return method
}

export const listMethods: Handler<typeof methodApi.list> = (tx, _actor, { q, state, ...paging }) =>
  pageOf(
    tx,
    selectMethods(tx)
      .$if(state !== undefined, (query) => query.where('m.isActive', '=', state === 'active'))
      .$if(q !== '', (query) => query.where(matches(q, { name: 'm.name', initials: 'm.initials' }))),
    paging,
  )
