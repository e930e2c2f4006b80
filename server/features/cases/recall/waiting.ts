import { sql } from 'kysely'
import { recallActions, recallLooks, type RecallStanding } from '#contract/cases/recall.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 召回 that wait to be started, or are going on. */
export const waitingRecalls = waitingIn<RecallStanding>({
  document: '召回',
  actions: recallActions,
  looks: recallLooks,
  lists: { '37': recallApi.list },
  path: '/zhiliang-shijian',
  all: (state) => ({ view: 'recall', state }),
  one: ({ id }) => ({ view: 'recall', id }),
  opens: 'itself',
  select: (ids) => sql`select id, case_no as no, subject, null::jsonb as standing from recall_case where id = ${anyOf(ids)}`,
})
