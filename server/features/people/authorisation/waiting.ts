import { sql } from 'kysely'
import { authorisationActions, authorisationApi, authorisationLooks, type AuthorisationStanding } from '#contract/people/authorisation.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** Authorisations that wait for their approval, that end soon, or that are suspended. */
export const waitingAuthorisations = waitingIn<AuthorisationStanding>({
  document: '上岗授权',
  actions: authorisationActions,
  looks: authorisationLooks,
  lists: { '31': authorisationApi.list },
  all: (state) => ({ by: 'authorisation', state }),
  one: ({ no }) => ({ by: 'authorisation', q: no }),
  select: (ids) => sql`
    select a.id, person.user_name as no, case when training_until(a) < a.valid_until then person.name || '（培训到期）' else person.name end as subject,
      jsonb_build_object('state', a.state, 'person', jsonb_build_object('id', a.person_id), 'givenBy', jsonb_build_object('id', a.given_by),
        'isRenewing', exists (select from authorisation next where next.enterprise_id = a.enterprise_id and next.person_id = a.person_id
          and next.activity = a.activity and next.state = 'proposed')) as standing
    from authorisation a join account person on person.enterprise_id = a.enterprise_id and person.id = a.person_id where a.id = ${anyOf(ids)}`,
})
