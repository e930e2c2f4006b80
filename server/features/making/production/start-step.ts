import { elementAt } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { sumOf } from '#contract/making/mass-balance.ts'
import { productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { documentNo } from '#kernel/number.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Handler } from '#kernel/serve.ts'
import { netOf } from './issue-materials.ts'
import { heededRestrictions } from './heed-restrictions.ts'
import { advanceOrder, issueOf, refuseDoubtfulCharge, takeOrder, withOperators, type Order } from './take-order.ts'

/**
 * Starts the next step. The first one is the feeding (投料): its day is the 生产日期, and the batch number of that day is
 * given now and not earlier, so that the two agree however long the material waited on the line (I2, domain §3.1).
 */
export const startStep: Handler<typeof productionApi.startStep> = async (tx, actor, input) => {
  const action = productionActions.startStep
  const order = await takeOrder(tx, actor, action, input.id)
  const step = elementAt(order.process.steps, order.stepsDone)
  if (step.no !== input.stepNo) throw new Refusal('wrong_step')
  await refuseDoubtfulCharge(tx, order)
  const restrictions = await heededRestrictions(tx, order, input.restrictionsHeeded)
  const before = order.ended.at(-1) ?? feeding(order)
  if (exact(input.input).greaterThan(before.outputQuantity))
    throw new Refusal('input_exceeds', [{ path: 'input', message: `最多 ${before.outputQuantity} kg` }])
  const startedAt = occurredAt(tx, input.startedAt, 'startedAt', { at: before.endedAt, what: '上一步的时间' })

  await tx
    .insertInto('productionStep')
    .values({
      enterpriseId: actor.enterpriseId,
      orderId: order.id,
      stepNo: step.no,
      name: step.name,
      option: step.option,
      isCritical: step.isCritical,
      preChecks: JSON.stringify(input.preChecks),
      room: input.room,
      temperature: input.temperature,
      humidity: input.humidity,
      equipment: input.equipment,
      isLateEntry: input.startedAt !== undefined,
      startedBy: actor.id,
      startedAt,
      inputQuantity: input.input,
      restrictions,
    })
    .execute()
  const begun = order.batchNo === null ? beginBatch(startedAt) : {}
  return advanceOrder(tx, order, action, { ...begun, operatorIds: withOperators(order, actor.id) })
}

/** What the first step may take in, and from when: the main herb as weighed out. */
function feeding(order: Order) {
  const issue = issueOf(order)
  const main = order.charged.filter(({ role }) => role === 'main')
  return { outputQuantity: sumOf(main.map(({ lot }) => netOf(issue.weighings, lot.id))), endedAt: issue.issuedAt }
}

/** 批号 of the feeding date, usually YYMMDD and the day's serial: 26031201. */
function beginBatch(fedAt: string) {
  const productionDate = dayInShanghai(new Date(fedAt))
  return { productionDate, batchNo: documentNo('batch', productionDate) }
}
