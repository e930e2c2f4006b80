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
    select: (ids) =>
      sql`select r.id, r.name as no, r.enterprise_name as subject, null::jsonb as standing from registration r where r.id = ${anyOf(ids)}`,
  })

/** Registrations that wait for those who run the platform, and for those who keep the accounts of this enterprise. */
export const waitingRegistrations = { founding: waitingFor(true), joining: waitingFor(false) }
