import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { ReviewFile, ReviewLine, ReviewRow, rightsReviewApi } from '#contract/people/rights-review.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const personOf = (column: string) =>
  sql<{ id: string; name: string } | null>`(select jsonb_build_object('id', account.id, 'name', account.name) from account
    where account.enterprise_id = r.enterprise_id and account.id = ${sql.ref(column)})`
const nameOf = (column: string) =>
  sql<string | null>`(select account.name from account where account.enterprise_id = r.enterprise_id and account.id = ${sql.ref(column)})`
const counted = (which: string) =>
  sql<number>`(select count(*)::integer from rights_review_line l where l.enterprise_id = r.enterprise_id and l.review_id = r.id and ${sql.raw(which)})`

const selectReviews = (tx: Tx) =>
  tx
    .selectFrom('rightsReview as r')
    .select(['r.id', 'r.reviewNo', 'r.occasion', 'r.state', 'r.begunAt', 'r.submittedAt', 'r.approvedAt', 'r.closedAt', 'r.reason'])
    .select([
      counted('true').as('accounts'),
      counted('l.decision is null').as('undecided'),
      counted(`l.decision in ('revoke', 'disable')`).as('changed'),
      counted(`l.decision in ('revoke', 'disable') and l.carried_at is null`).as('uncarried'),
      // Whoever began it has an account.
      sql<ReviewRow['begunBy']>`${personOf('r.begunBy')}`.as('begunBy'),
      personOf('r.submittedBy').as('submittedBy'),
      personOf('r.approvedBy').as('approvedBy'),
      sql<
        string[]
      >`array(select distinct l.decided_by from rights_review_line l where l.enterprise_id = r.enterprise_id and l.review_id = r.id
        and l.decided_by is not null)`.as('deciderIds'),
    ])

/** One review without its lines, as it is now. */
export async function reviewRowOf(tx: Tx, id: string): Promise<ReviewRow> {
  const review = await selectReviews(tx).where('r.id', '=', id).executeTakeFirst()
  if (review === undefined) throw new Refusal('not_found')
  return review
}

/** One review with its accounts, as it is now. */
export async function reviewOf(tx: Tx, id: string): Promise<ReviewFile> {
  const review = await reviewRowOf(tx, id)
  const lines: ReviewLine[] = await tx
    .selectFrom('rightsReviewLine as r')
    .innerJoin('account as a', (join) => join.onRef('a.enterpriseId', '=', 'r.enterpriseId').onRef('a.id', '=', 'r.accountId'))
    .select([
      'r.id',
      'r.accountId',
      'a.userName',
      'a.name',
      'a.post',
      'r.roles',
      'r.rights',
      'r.lastSeenAt',
      'r.decision',
      'r.takenRoleIds',
    ])
    .select([
      'r.reason',
      'r.decidedAt',
      'r.carriedAt',
      nameOf('r.decidedBy').as('decidedByName'),
      nameOf('r.carriedBy').as('carriedByName'),
    ])
    .where('r.reviewId', '=', id)
    .orderBy('a.userName')
    .execute()
  return { ...review, lines }
}

export const readReview: Handler<typeof rightsReviewApi.read> = (tx, _actor, { id }) => reviewOf(tx, id)

export const listReviews: Handler<typeof rightsReviewApi.list> = (tx, _actor, { q, state, ...paging }) =>
  pageOf(
    tx,
    selectReviews(tx)
      .$call((query) => (state === undefined ? query : query.where('r.state', '=', state)))
      .$if(q !== '', (query) => query.where(sql<boolean>`r.review_no ^@ ${q.toUpperCase()}`)),
    paging,
  )

export const readDue: Handler<typeof rightsReviewApi.due> = async (tx) => {
  const open = await tx.selectFrom('rightsReview').select('id').where('state', 'in', ['open', 'submitted', 'approved']).executeTakeFirst()
  const { dueOn } = await tx.selectNoFrom(sql<string>`rights_review_due(current_enterprise())`.as('dueOn')).executeTakeFirstOrThrow()
  return { dueOn, openId: open?.id ?? null }
}
