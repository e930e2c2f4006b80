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
  select: (ids) => sql`
    select s.id, person.user_name as no, person.name as subject,
      jsonb_build_object('state', s.state, 'setById', s.set_by, 'accountId', s.account_id, 'isOneTime', ${isOneTime('s', 'person')}) as standing
    from secret_confirmation s join account person on person.enterprise_id = s.enterprise_id and person.id = s.account_id
    where s.id = ${anyOf(ids)}`,
})
