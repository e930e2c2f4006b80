import { sql } from 'kysely'
import { secretActions, secretApi, secretLooks, type SecretStanding } from '#contract/people/secret.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'
import { isOneTime } from './queries.ts'

/** Secrets that an administrator set and another one has to confirm. */
export const waitingSecrets = waitingIn<SecretStanding>({
  document: '账号口令',
  actions: secretActions,
  looks: secretLooks,
  lists: { '31': secretApi.list },
  all: (state) => ({ by: 'secret', state }),
  one: ({ no }) => ({ by: 'secret', q: no }),
  select: (states) => sql`
    select s.id as id, person.user_name as no, person.name as subject, s.set_at as since,
      jsonb_build_object('state', s.state, 'setById', s.set_by, 'accountId', s.account_id, 'isOneTime', ${isOneTime('s', 'person')}) as standing, s.state as state, case when ${isOneTime('s', 'person')} then person.one_time_until end as due
    from secret_confirmation s join account person on person.enterprise_id = s.enterprise_id and person.id = s.account_id
    where s.state = ${anyOf(states)}`,
})
