import { sql } from 'kysely'
import { changeApi } from '#contract/cases/change-api.ts'
import { changeActions, changeLooks, type ChangeStanding } from '#contract/cases/change.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 变更 that wait for their second person. */
export const waitingChanges = waitingIn<ChangeStanding>({
  document: '变更',
  actions: changeActions,
  looks: changeLooks,
  lists: { '37': changeApi.list },
  path: '/zhiliang-shijian',
  all: (state) => ({ view: 'change', state }),
  one: ({ no }) => ({ view: 'change', q: no }),
  select: (ids) => sql`
    select c.id, q.case_no as no, c.subject, null::jsonb as standing
    from change_request c join quality_case q on q.enterprise_id = c.enterprise_id and q.id = c.case_id where c.id = ${anyOf(ids)}`,
})
