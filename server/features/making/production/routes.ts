import { productionApi } from '#contract/making/production-api.ts'
import { reworkApi } from '#contract/making/rework.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { approveOrder } from './approve-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { createOrder } from './create-order.ts'
import { createRework } from './create-rework.ts'
import { finishProduction } from './finish-production.ts'
import { finishStep } from './finish-step.ts'
import { findUsual } from './find-usual.ts'
import { giveBack } from './give-back.ts'
import { handOver, replacePart } from './hand-over.ts'
import { issueMaterials } from './issue-materials.ts'
import { pauseProduction, resumeProduction } from './pause-production.ts'
import { listBins, listProductions, listProducts, listUsableLots, readProduction } from './queries.ts'
import { reviewRecord } from './review-record.ts'
import { listReworkLots } from './rework-lots.ts'
import { answerReturns, sendBack } from './send-back.ts'
import { startStep } from './start-step.ts'
import { supplementMaterials } from './supplement-materials.ts'
import { terminateBatch } from './terminate-batch.ts'

refuseConstraint('production_author_approves', 'author_approves')
refuseConstraint('production_operator_reviews', 'operator_reviews')
refuseConstraint('production_batch_too_large', 'batch_too_large')
refuseConstraint('production_blend_not_allowed', 'blend_not_allowed')
refuseConstraint('production_blend_needs_qa', 'blend_needs_qa')
refuseConstraint('production_rework_needs_quality_head', 'rework_needs_quality_head')
refuseConstraint('production_rework_third_person', 'same_person')
refuseConstraint('production_line_busy', 'line_busy')
refuseConstraint('one_main_lot', 'blend_not_allowed')
refuseConstraint('production_issuer_checks', 'issuer_checks')
refuseConstraint('record_return_answered_by_another', 'sender_answers')
refuseConstraint('production_supplement_third_person', 'same_person')
refuseConstraint('production_return_checked', 'same_person')
refuseConstraint('production_part_received', 'same_person')
refuseConstraint('production_operator_checks', 'operator_checks')
refuseConstraint('production_steps_overlap', 'step_running')
refuseConstraint('production_termination_second_person', 'same_person')

export const productionRoutes: Route[] = [
  serve(productionApi.list, listProductions),
  serve(productionApi.products, listProducts),
  serve(productionApi.usableLots, listUsableLots),
  serve(productionApi.read, readProduction),
  serve(productionApi.bins, listBins),
  serve(productionApi.usual, findUsual),
  serve(productionApi.create, createOrder),
  serve(reworkApi.lots, listReworkLots),
  serve(reworkApi.create, createRework),
  serve(productionApi.approve, approveOrder),
  serve(productionApi.issue, issueMaterials),
  serve(productionApi.supplement, supplementMaterials),
  serve(productionApi.giveBack, giveBack),
  serve(productionApi.startStep, startStep),
  serve(productionApi.finishStep, finishStep),
  serve(productionApi.handOver, handOver),
  serve(productionApi.replacePart, replacePart),
  serve(productionApi.pause, pauseProduction),
  serve(productionApi.resume, resumeProduction),
  serve(productionApi.finish, finishProduction),
  serve(productionApi.sendBack, sendBack),
  serve(productionApi.answer, answerReturns),
  serve(productionApi.review, reviewRecord),
  serve(productionApi.cancel, cancelOrder),
  serve(productionApi.terminate, terminateBatch),
]
