import { sql, type RawBuilder } from 'kysely'
import { mostUnread, type accountApi, type Session } from '#contract/people/account.ts'
import { only } from '#contract/kernel/certain.ts'
import { allDuties } from '#contract/kernel/duties.ts'
import { groupCodes, pageCodes, pages } from '#contract/kernel/pages.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { pageOf } from '#kernel/paging.ts'
import { written } from '#server/db/connection.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'

type Held = Pick<Session, 'codes' | 'duties'>
const heldBy = new WeakMap<readonly string[], Held>()

/** The duties of a person and the seed's codes: their pages, the home page, and each menu group in which they hold a page. Worked out once of the rights that are remembered. */
function heldOf(rights: readonly string[]): Held {
  const known = heldBy.get(rights)
  if (known !== undefined) return known
  const pagesHeld = pageCodes.filter((code) => rights.includes(code))
  const groups = Object.entries(groupCodes)
    .filter(
      ([code, title]) => code === '0' || pages.some((page) => page.group === title && page.code !== null && pagesHeld.includes(page.code)),
    )
    .map(([code]) => code)
  const held = { codes: [...groups, ...pagesHeld], duties: allDuties.filter((duty) => rights.includes(duty)) }
  heldBy.set(rights, held)
  return held
}

/** Unread is what asks for a step that nobody has taken, and news that has not lapsed. Bell, list and answer to a move say the same. */
const isUnread = sql<boolean>`(read_at is null and binned_at is null and done_at is null and coalesce(lapses_at > now(), true))`

/** How many are unread, counted no further than the bell shows: who leaves them unread makes no page dearer. */
const unreadOf = (accountId: RawBuilder<string>) =>
  sql<number>`(select count(*)::integer from (select from notification where account_id = ${accountId} and ${isUnread} limit ${sql.lit(mostUnread)}) counted)`

/** Who is signed in and what they may do now; one statement, written down once, since every page begins with it. */
const sessionStatement = written
  .selectFrom('account')
  .innerJoin('enterprise', 'enterprise.id', 'account.enterpriseId')
  .leftJoin('avatar', 'avatar.accountId', 'account.id')
  .select([
    'account.id',
    'account.userName',
    'account.name',
    'account.post',
    'account.phone',
    'account.email',
    'account.mustChangePassword',
    'avatar.digest as avatar',
  ])
  .select([
    sql<boolean>`email_confirmed_at is not null`.as('emailConfirmed'),
    // Said here and not by `secret_waits` and `in_founding_mode`: a function that reads is planned and begun for itself, which costs as much as all the rest.
    sql<boolean>`exists (select from secret_confirmation waits where waits.account_id = account.id and waits.state = 'waiting')`.as(
      'secretWaiting',
    ),
    sql<boolean>`not exists (select from founding_end) and in_founding_mode()`.as('isFounding'),
  ])
  .select(['enterprise.id as enterpriseId', 'enterprise.name as enterpriseName', 'enterprise.isOperating', 'enterprise.isDemo'])
  .select([
    sql<
      string[]
    >`array(select role.name from account_role held join role on role.enterprise_id = held.enterprise_id and role.id = held.role_id
        where held.account_id = account.id order by role.name)`.as('roles'),
    unreadOf(sql.ref('account.id')).as('unread'),
  ])
  .where('account.id', '=', sql<string>`current_actor()`)
  .compile()

export const sessionOf = async (tx: Tx, actor: Actor): Promise<Session> => {
  const { rows } = await tx.getExecutor().executeQuery(sessionStatement)
  const { enterpriseId, enterpriseName, isOperating, isDemo, isFounding, roles, unread, ...user } = only(rows)
  return {
    user: { ...user, secondFactorDue: actor.secondFactorDue },
    enterprise: { id: enterpriseId, name: enterpriseName, isOperating, isDemo, isFounding },
    roles,
    ...heldOf(actor.rights),
    unread,
  }
}

/** Who can give a role to others: a person who lacks a right is told their names. */
export const listRoleGivers: Handler<typeof accountApi.roleGivers> = (tx) =>
  tx
    .selectFrom('account')
    .select(['name', 'post'])
    .where('state', '=', 'active')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('accountRole')
          .innerJoin('roleRight', 'roleRight.roleId', 'accountRole.roleId')
          .whereRef('accountRole.accountId', '=', 'account.id')
          .where('rightCode', '=', '31:manage'),
      ),
    )
    .orderBy('name')
    .limit(5)
    .execute()

export const listSessions: Handler<typeof accountApi.sessions> = async (tx, actor) => {
  const sessions = await tx
    .selectFrom('session')
    .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'userAgent', 'address'])
    .where('accountId', '=', actor.id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .where(sql<string>`last_seen_at + make_interval(secs => idle_seconds)`, '>', sql<string>`now()`)
    .orderBy('lastSeenAt', 'desc')
    .execute()
  return sessions.map((session) => ({ ...session, current: session.id === actor.sessionId }))
}

export const listNotifications: Handler<typeof accountApi.notifications> = (tx, actor, { box, q, page, pageSize }) =>
  pageOf(
    tx,
    tx
      .selectFrom('notification')
      .select(['id', 'title', 'body', 'path', 'createdAt', 'readAt', 'doneAt', 'binnedAt'])
      .where('accountId', '=', actor.id)
      .$if(box === 'unread', (query) => query.where(isUnread))
      .$if(box === 'read', (query) => query.where('binnedAt', 'is', null).where(sql<boolean>`not ${isUnread}`))
      .$if(box === 'bin', (query) => query.where('binnedAt', 'is not', null))
      .$if(q !== '', (query) => query.where(sql<boolean>`strpos(title || body, ${q}) > 0`)),
    { page, pageSize, sort: '-createdAt' },
  )

/** Moves one's own messages between unread, read and bin, or throws binned ones away. */
export const moveNotifications: Handler<typeof accountApi.moveNotifications> = async (tx, actor, { ids, to }) => {
  const mine = tx.selectFrom('notification').select('id').where('accountId', '=', actor.id).where('id', 'in', ids)
  const found = await mine.execute()
  if (found.length !== new Set(ids).size) throw new Refusal('not_found')
  if (to === 'gone') await tx.deleteFrom('notification').where('id', 'in', ids).where('binnedAt', 'is not', null).execute()
  else
    await tx
      .updateTable('notification')
      .set({ readAt: to === 'unread' ? null : sql`coalesce(read_at, now())`, binnedAt: to === 'bin' ? sql`now()` : null })
      .where('id', 'in', ids)
      .execute()
  return tx.selectNoFrom(unreadOf(sql`${actor.id}::uuid`).as('unread')).executeTakeFirstOrThrow()
}
