import { sql } from 'kysely'
import { acceptableLooks, acceptanceActions, type Acceptable } from '#contract/warehouse/acceptance.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** Lots of counted packaging material that wait for their 验收检验. */
export const waitingAcceptances = waitingIn<Acceptable>({
  document: '包材批',
  actions: acceptanceActions,
  looks: acceptableLooks,
  lists: { '14': stockApi.list },
  path: '/yuanliao-kucun',
  all: () => ({ view: 'packaging', state: 'quarantine' }),
  one: ({ id, no }) => ({ view: 'packaging', q: no, lot: id }),
  opens: 'itself',
  select: (ids) => sql`select l.id, l.lot_no as no, l.name as subject, null::jsonb as standing from lot l where l.id = ${anyOf(ids)}`,
})
