import { rightsReviewApi } from '#contract/people/rights-review.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { carryOutLine } from './carry-out.ts'
import { listReviews, readDue, readReview } from './queries.ts'
import { approveReview, beginReview, decideLines, submitReview, turnReview } from './review-rights.ts'

refuseConstraint('rights_review_open', 'review_open')
refuseConstraint('rights_review_by_two', 'reviewer_approves')
refuseConstraint('rights_review_of_others', 'own_account')

export const rightsReviewRoutes: Route[] = [
  serve(rightsReviewApi.list, listReviews),
  serve(rightsReviewApi.due, readDue),
  serve(rightsReviewApi.read, readReview),
  serve(rightsReviewApi.begin, beginReview),
  serve(rightsReviewApi.decide, decideLines),
  serve(rightsReviewApi.submit, submitReview),
  serve(rightsReviewApi.approve, approveReview),
  serve(rightsReviewApi.sendBack, turnReview('sendBack')),
  serve(rightsReviewApi.carryOut, carryOutLine),
  serve(rightsReviewApi.cancel, turnReview('cancel')),
]
