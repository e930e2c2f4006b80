import { sql } from 'kysely'
import {
  foundingActions,
  foundingApi,
  joiningActions,
  joiningApi,
  registrationLooks,
  type RegistrationRow,
} from '#contract/people/registration.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

const waitingFor = (forPlatform: boolean) =>
  waitingIn<RegistrationRow>({
    document: forPlatform ? '企业入驻申请' : '人员注册申请',
    actions: forPlatform ? foundingActions : joiningActions,
    looks: registrationLooks,
    lists: forPlatform ? { '33': foundingApi.list } : { '31': joiningApi.list },
    all: (state) => ({ by: 'registration', state }),
    one: ({ no }) => ({ by: 'registration', q: no }),
    // Whatever speaks against an approval, it can be sent back.
    select: (states) => sql`
      select r.id, r.name as no, r.enterprise_name as subject, coalesce(r.email_confirmed_at, r.created_at) as since,
        jsonb_build_object('state', r.state, 'kind', r.kind) as standing, r.state as state, null::timestamptz as due
      from registration r where r.for_platform = ${forPlatform} and r.state = ${anyOf(states)}`,
  })

/** Registrations that wait for those who run the platform, and for those who keep the accounts of this enterprise. */
export const waitingRegistrations = { founding: waitingFor(true), joining: waitingFor(false) }
