import { sql } from 'kysely'
import { disposalActions, disposalApi, disposalLooks, type DisposalStanding } from '#contract/warehouse/disposal.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 处置 that wait for the decision, or to be carried out. */
export const waitingDisposals = waitingIn<DisposalStanding>({
  document: '处置单',
  actions: disposalActions,
  looks: disposalLooks,
  lists: { '14': disposalApi.list, '19': disposalApi.list },
  path: '/yuanliao-kucun',
  all: (state) => ({ view: 'disposal', state }),
  one: ({ id }) => ({ view: 'disposal', id }),
  opens: 'itself',
  select: (ids) => sql`
    select c.id, c.disposal_no as no, (select string_agg(distinct l.name, '、') from disposal_line d join lot l on l.enterprise_id = d.enterprise_id and l.id = d.lot_id
        where d.enterprise_id = c.enterprise_id and d.case_id = c.id) as subject, null::jsonb as standing
    from disposal_case c where c.id = ${anyOf(ids)}`,
})
