import { sql, type NotNull } from 'kysely'
import type { authorityLockApi, AuthorityLockRow } from '#contract/cases/authority-lock.ts'
import { choicesAtMost } from '#contract/kernel/values.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { choiceOf } from '#kernel/ways-to.ts'

const name = (column: string) =>
  sql<string | null>`(select t.name from account t where t.enterprise_id = regulator_lock.enterprise_id and t.id = ${sql.ref(column)})`

const rows = (tx: Tx) =>
  tx
    .selectFrom('regulatorLock')
    .select([
      'regulatorLock.id',
      'level',
      'subject',
      'authority',
      'authorityNo',
      'orderedOn',
      'untilOn',
      'reason',
      'placedAt',
      'rowVersion',
    ])
    .select([
      sql<string>`${name('placedBy')}`.as('placedBy'),
      name('placedSecondBy').as('placedSecondBy'),
      sql<
        AuthorityLockRow['lifted']
      >`case when lifted_at is null then null else jsonb_build_object('by', ${name('liftedBy')}, 'second', ${name('liftSecondBy')},
        'at', lifted_at, 'no', coalesce(lift_no, ''), 'conclusion', coalesce(conclusion, '')) end`.as('lifted'),
    ])
    // Columns of a view have no NOT NULL; each of its three tables says these.
    .$narrowType<{
      id: NotNull
      level: NotNull
      subject: NotNull
      authority: NotNull
      authorityNo: NotNull
      reason: NotNull
      placedAt: NotNull
      rowVersion: NotNull
    }>()

/** 监管锁定登记: what the authority locked at each of its levels, the newest first, with how each was lifted. */
export const listAuthorityLocks: Handler<typeof authorityLockApi.list> = async (tx, _actor, { page, pageSize, sort, q, level, lasting }) =>
  pageOf(
    tx,
    rows(tx)
      .$if(level !== undefined, (query) => query.where('level', '=', level ?? 'code'))
      .$if(lasting !== undefined, (query) => query.where('liftedAt', lasting === 'yes' ? 'is' : 'is not', null)),
    { page, pageSize, sort, anyOf: q === '' ? [] : [sql<boolean>`authority_no ^@ ${q}`] },
  )

/** Products by name, number or initials, for the form. */
export const listLockableProducts: Handler<typeof authorityLockApi.products> = async (tx, _actor, asked) => {
  const choice = choiceOf('product', asked)
  return tx
    .selectFrom('product')
    .select(['id', 'name', 'code'])
    .where(choice.fits)
    .orderBy(choice.first)
    .orderBy('code')
    .limit(choicesAtMost)
    .execute()
}
