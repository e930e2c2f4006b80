import { sql } from 'kysely'
import { allDuties } from '#contract/kernel/duties.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { administrativeRights } from '#contract/kernel/separation.ts'
import type { userApi, UserRow } from '#contract/people/user.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { guessesAllowed } from '#kernel/guess.ts'

const open = sql`revoked_at is null and expires_at > now() and last_seen_at + make_interval(secs => idle_seconds) > now()`

/** Accounts of persons as 用户管理 shows them. The hash of the password is not among the columns. */
const selectUsers = (tx: Tx) =>
  tx
    .selectFrom('account')
    .where(sql<boolean>`not exists (select from api_token where api_token.id = account.id)`)
    .select(['account.id', 'userName', 'name', 'post', 'phone', 'email', 'mustChangePassword', 'oneTimeUntil', 'createdAt', 'rowVersion'])
    .select([
      'account.state',
      sql<boolean>`email_confirmed_at is not null`.as('emailConfirmed'),
      sql<boolean>`exists (select from second_factor f where f.account_id = account.id and confirmed_at is not null)`.as('secondFactor'),
      sql<boolean>`greatest(guesses('sign-in:' || user_name, '15 minutes'), guesses('sign-in:' || user_name || ' from known browsers', '15 minutes'), guesses('sign:' || account.id, '15 minutes'), guesses('second:' || account.id, '15 minutes')) >= ${guessesAllowed.atSigning}::integer`.as(
        'locked',
      ),
      sql<UserRow['roles']>`(select coalesce(jsonb_agg(jsonb_build_object('id', role.id, 'name', role.name) order by role.name), '[]')
        from account_role held join role on role.enterprise_id = held.enterprise_id and role.id = held.role_id where held.account_id = account.id)`.as(
        'roles',
      ),
      sql<string[]>`array(select distinct right_code from account_role held join role_right using (enterprise_id, role_id)
        where held.account_id = account.id and right_code = any(${[...administrativeRights]}) order by right_code)`.as('administers'),
      sql<
        UserRow['proposedRoles']
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', role_id, 'name', role_name) order by role_name), '[]')
        from rights_proposal p where p.account_id = account.id and p.state = 'waiting')`.as('proposedRoles'),
      sql<boolean>`secret_waits(account.id)`.as('secretWaiting'),
      sql<number>`(select count(*)::integer from session where session.account_id = account.id and ${open})`.as('openSessions'),
      sql<string | null>`(select max(last_seen_at) from session where session.account_id = account.id)`.as('lastSeenAt'),
    ])

/** One account, as it is now. */
export async function userOf(tx: Tx, id: string): Promise<UserRow> {
  const user = await selectUsers(tx).where('account.id', '=', id).executeTakeFirst()
  if (user === undefined) throw new Refusal('not_found')
  return user
}

export const listUsers: Handler<typeof userApi.list> = (tx, _actor, { q, state, roleId, ...paging }) =>
  pageOf(
    tx,
    selectUsers(tx)
      .$call((query) => (state === undefined ? query : query.where('account.state', '=', sql.lit(state))))
      .$call((query) =>
        roleId === undefined
          ? query
          : query.where((eb) =>
              eb.exists(
                eb.selectFrom('accountRole').select('roleId').whereRef('accountId', '=', 'account.id').where('roleId', '=', roleId),
              ),
            ),
      )
      .$if(q !== '', (query) =>
        query.where(sql<boolean>`(user_name ^@ ${q.toLowerCase()} or strpos(name, ${q}) > 0 or initials ^@ ${q.toLowerCase()})`),
      ),
    paging,
  )

export const listRoleChoices: Handler<typeof userApi.roleChoices> = (tx) =>
  tx
    .selectFrom('role')
    .select([
      'id',
      'name',
      sql<string[]>`array(select right_code from role_right where role_id = role.id order by right_code)`.as('rights'),
    ])
    .orderBy('name')
    .execute()

/** Every duty in the order of the menu with the persons in use who have it; a duty that nobody has is there with an empty list. */
export const listDutyHolders: Handler<typeof userApi.dutyHolders> = async (tx) => {
  const held = await sql<{ duty: string; id: string; name: string }>`
    select distinct right_code as duty, account.id, account.name
    from account_role held join role_right using (enterprise_id, role_id) join account on account.id = held.account_id
    where account.state = 'active' and right_code like '%:%'
    order by account.name, account.id`.execute(tx)
  return allDuties.map((duty) => ({
    duty,
    holders: held.rows.filter((row) => row.duty === duty).map(({ id, name }) => ({ id, name })),
  }))
}

export const readUser: Handler<typeof userApi.read> = async (tx, _actor, { id }) => {
  const user = await userOf(tx, id)
  const sessions = await tx
    .selectFrom('session')
    .select(['id', 'createdAt', 'lastSeenAt', 'userAgent', 'address'])
    .where('accountId', '=', id)
    .where(sql<boolean>`${open}`)
    .orderBy('lastSeenAt', 'desc')
    .execute()
  const events = await tx
    .selectFrom('securityLog')
    .select([
      'id',
      'at',
      'event',
      'address',
      sql<string | null>`case when facts ->> 'by' <> account_id::text then facts ->> 'byName' end`.as('by'),
      sql<string | null>`facts ->> 'reason'`.as('reason'),
    ])
    .where('accountId', '=', id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return { ...user, sessions, events }
}
