import { claimApi, returnApi } from '#contract/selling/return-api.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { decideReturn, inspectReturn, restockReturn, withdrawDecision } from './decide-return.ts'
import { listClaims, listReturnable, listReturns, readClaim, readReturn } from './queries.ts'
import { receiveReturn, scanForReturn, takeBackReceipt } from './receive-return.ts'
import { approveReturn, cancelReturn, createReturn, declineReturn, missReturn } from './request-return.ts'
import { reopenClaim, settleClaim } from './settle-claim.ts'

refuseConstraint('return_by_two', 'author_approves')
refuseConstraint('return_decided_by_two', 'same_person')
refuseConstraint('return_decision_withdrawn_by_two', 'same_person')
refuseConstraint('receipt_of_return_taken_back_by_two', 'same_person')
refuseConstraint('loss_by_two', 'same_person')
refuseConstraint('opened_pack_stays_out', 'return_opened')
refuseConstraint('return_position_alone', 'position_taken')
refuseConstraint('claim_outcome_enterprise_id_takes_back_key', 'entry_taken_back')

/** 退货与承运索赔. */
export const returnRoutes = (installation: Installation): Route[] => [
  serve(returnApi.list, listReturns),
  serve(returnApi.shipments, listReturnable),
  serve(returnApi.read, readReturn(installation)),
  serve(returnApi.create, createReturn),
  serve(returnApi.approve, approveReturn),
  serve(returnApi.decline, declineReturn),
  serve(returnApi.cancel, cancelReturn),
  serve(returnApi.miss, missReturn),
  serve(returnApi.scan, scanForReturn(installation)),
  serve(returnApi.receive, receiveReturn(installation)),
  serve(returnApi.takeBack, takeBackReceipt),
  serve(returnApi.inspect, inspectReturn),
  serve(returnApi.decide, decideReturn),
  serve(returnApi.withdraw, withdrawDecision),
  serve(returnApi.restock, restockReturn),
  serve(claimApi.list, listClaims),
  serve(claimApi.read, readClaim),
  serve(claimApi.settle, settleClaim(installation)),
  serve(claimApi.reopen, reopenClaim),
]
