import { sql } from 'kysely'
import { deputyActions, deputyApi, deputyLooks, type DeputyStanding } from '#contract/people/deputy.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** Deputies that wait to be confirmed, until their first day. */
export const waitingDeputies = waitingIn<DeputyStanding>({
  document: '代理',
  actions: deputyActions,
  looks: deputyLooks,
  lists: { '31': deputyApi.list },
  all: (state) => ({ by: 'deputy', state }),
  one: ({ no }) => ({ by: 'deputy', q: no }),
  select: (ids) => sql`
    select d.id, principal.user_name as no, substitute.name || ' 代 ' || principal.name as subject,
      jsonb_build_object('state', d.state, 'givenBy', jsonb_build_object('id', d.given_by), 'deputy', jsonb_build_object('id', d.deputy_id)) as standing
    from deputy d join account principal on principal.enterprise_id = d.enterprise_id and principal.id = d.principal_id
      join account substitute on substitute.enterprise_id = d.enterprise_id and substitute.id = d.deputy_id where d.id = ${anyOf(ids)}`,
})
