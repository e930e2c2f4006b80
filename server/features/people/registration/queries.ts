import { sql } from 'kysely'
import type {
  foundingApi,
  joiningApi,
  RegistrationRow,
  RegistrationState,
  RegistrationKind,
  registrationApi,
} from '#contract/people/registration.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { actFor, type StrangerHandler } from '#kernel/stranger.ts'
import { placeOfSlip } from './confirm-registration.ts'
import { slipOf } from './slip.ts'

/** Registrations as those who decide see them; neither the password nor a link's hash is among the columns. */
const selectRegistrations = (tx: Tx) =>
  tx
    .selectFrom('registration')
    .select([
      'id',
      sql<RegistrationKind>`kind`.as('kind'),
      sql<RegistrationState>`state`.as('state'),
      'forPlatform',
      'enterpriseName',
      'creditCode',
      sql<boolean>`credit_code_taken(credit_code)`.as('creditCodeTaken'),
      'licenceKind',
      'licenceNo',
      'licenceValidUntil',
      sql<boolean>`coalesce(licence_valid_until < today(), false)`.as('licenceOver'),
      licenceFile.as('licenceFile'),
      'userName',
      sql<boolean>`state in ('unconfirmed', 'pending') and exists (select from find_account(user_name))`.as('userNameTaken'),
      'name',
      'post',
      'phone',
      'email',
      'emailConfirmedAt as confirmedAt',
      'createdAt',
      sql<string | null>`(select account.name from account where account.id = decided_by)`.as('decidedBy'),
      'decidedAt',
      'reason',
      'rowVersion',
    ])

const licenceFile = sql<
  RegistrationRow['licenceFile']
>`(select jsonb_build_object('name', licence_file, 'mediaType', media_type, 'size', size)
  from stored_file where digest = licence_digest)`

/** One registration of the kind that is decided here; any other is `not_found`. */
export async function registrationOf(tx: Tx, id: string, forPlatform: boolean): Promise<RegistrationRow> {
  const row = await selectRegistrations(tx).where('id', '=', id).where('forPlatform', '=', forPlatform).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

const listFor =
  (forPlatform: boolean): Handler<typeof joiningApi.list> =>
  (tx, _actor, { q, state, ...paging }) =>
    pageOf(
      tx,
      selectRegistrations(tx)
        .where('forPlatform', '=', forPlatform)
        .$call((query) => (state === undefined ? query : query.where('registration.state', '=', sql.lit(state))))
        .$if(q !== '', (query) =>
          query.where(
            sql<boolean>`(strpos(name, ${q}) > 0 or initials ^@ ${q.toLowerCase()} or strpos(enterprise_name, ${q}) > 0 or credit_code ^@ ${q.toUpperCase()}
              or user_name ^@ ${q.toLowerCase()} or email ^@ ${q})`,
          ),
        ),
      paging,
    )

/** What those who run the platform decide. */
export const listFounding: Handler<typeof foundingApi.list> = listFor(true)
/** What those who keep this enterprise's accounts decide. */
export const listJoining: Handler<typeof joiningApi.list> = listFor(false)

/** The state of a registration, for the person who has its receipt. */
export const readStatus =
  ({ masterKey }: Installation): StrangerHandler<typeof registrationApi.status> =>
  async (tx, { requestId }, { receipt }) => {
    const { enterpriseId, id } = await placeOfSlip(tx, masterKey, 'receipt', receipt)
    const status = await actFor(tx, { enterpriseId, as: 'public', requestId }, () =>
      tx
        .selectFrom('registration')
        .select([
          sql<RegistrationKind>`kind`.as('kind'),
          sql<RegistrationState>`state`.as('state'),
          'enterpriseName',
          'creditCode',
          'userName',
          'email',
          licenceFile.as('licenceFile'),
          'createdAt',
          'emailConfirmedAt as confirmedAt',
          'decidedAt',
          'reason',
        ])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    const asksForLicence = status.kind === 'new' && ['unconfirmed', 'pending'].includes(status.state)
    return { ...status, ticket: asksForLicence ? slipOf(masterKey, 'licence', id) : null }
  }
