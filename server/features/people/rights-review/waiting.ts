import { sql } from 'kysely'
import {
  reviewActions,
  reviewDueActions,
  reviewDueLooks,
  reviewLooks,
  rightsReviewApi,
  type ReviewDueStanding,
  type ReviewStanding,
} from '#contract/people/rights-review.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** Reviews of rights that are going on. */
export const waitingReviews = waitingIn<ReviewStanding>({
  document: '权限复核',
  actions: reviewActions,
  looks: reviewLooks,
  lists: { '31': rightsReviewApi.list },
  all: (state) => ({ by: 'review', state }),
  one: ({ id }) => ({ by: 'review', review: id }),
  opens: 'itself',
  select: (ids) => sql`
    select r.id, r.review_no as no, concat((select count(*) from rights_review_line l where l.enterprise_id = r.enterprise_id and l.review_id = r.id), '个账号') as subject,
      jsonb_build_object('state', r.state, 'submittedBy', jsonb_build_object('id', r.submitted_by), 'uncarried', 0,
        'undecided', (select count(*) from rights_review_line l where l.enterprise_id = r.enterprise_id and l.review_id = r.id and l.decision is null),
        'deciderIds', array(select distinct l.decided_by from rights_review_line l where l.enterprise_id = r.enterprise_id and l.review_id = r.id
          and l.decided_by is not null)) as standing
    from rights_review r where r.id = ${anyOf(ids)}`,
})

/** That the next review is to begin, from two weeks before its day. */
export const waitingReviewDue = waitingIn<ReviewDueStanding>({
  document: '季度权限复核',
  actions: reviewDueActions,
  looks: reviewDueLooks,
  lists: { '31': rightsReviewApi.list },
  all: () => ({ by: 'review' }),
  one: () => ({ by: 'review' }),
  opens: 'itself',
  select: (ids) => sql`select e.id, '权限复核' as no, concat('不晚于 ', rights_review_due(e.id)) as subject, null::jsonb as standing
    from enterprise e where e.id = ${anyOf(ids)}`,
})
