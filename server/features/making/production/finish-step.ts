import { only } from '#contract/kernel/certain.ts'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { mostOfStep, mostWaterFor, sumOf } from '#contract/making/mass-balance.ts'
import { checkMeaning, productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { lastedText, unheldDurations } from '#contract/making/step-time.ts'
import { keepsRange, rangeText, type ProcessParameter, type Weighing } from '#contract/making/production-record.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { netOf } from './issue-materials.ts'
import { isKept, keepCoProducts, refuseUnkeepable, strayShares, wasteOf, yielded } from './keep-co-products.ts'
import { caseBefore, refuseOpenCases } from './note-deviations.ts'
import { advanceOrder, fedOrder, handedOverOf, issueOf, standingOf, takeOrder, withOperators, type Order } from './take-order.ts'

/**
 * Ends the running step: what came out and what was lost in kg, the parameters against their ranges. The checker signs every step,
 * since at the operator's screen only a password says who the checker is; the operator signs the critical steps (domain §2.0).
 */
export const finishStep: Handler<typeof productionApi.finishStep> = async (tx, actor, input) => {
  const action = productionActions.finishStep
  const order = await takeOrder(tx, actor, action, input.id)
  const { running } = order
  if (running === undefined) throw new Refusal('no_step_running')
  if (running.stepNo !== input.stepNo) throw new Refusal('wrong_step')
  refuseOpenCases(order)
  const coProducts = yielded(order, running, input.coProducts)
  const losses = [...input.losses, ...wasteOf(coProducts)]
  const kept = sumOf(coProducts.filter(isKept).map(({ quantity }) => quantity))
  const masses = { ...input, losses, kept }
  checkMasses(order, running.inputQuantity, masses)
  refuseLessThanParts(order, input.output)
  const planned = only(order.process.steps.filter((step) => step.no === running.stepNo))
  const parameters = recorded(planned.parameters, input.parameters)
  const findings = [...outOfRange(parameters), ...strayShares(coProducts), ...surplusOf(order, running.inputQuantity, masses)]
  if (running.isCritical && input.signature === undefined)
    throw new Refusal('signature_required', [{ path: 'signature.password', message: '请输入签名口令' }])
  const endedAt = occurredAt(tx, input.endedAt, 'endedAt', { at: running.startedAt, what: '开始时间' })
  if (endedAt <= running.startedAt) throw new Refusal('invalid_input', [{ path: 'endedAt', message: '结束时间应晚于开始时间' }])
  const unheld = unheldDurations(parameters, { startedAt: running.startedAt, endedAt })
  if (unheld.length > 0 && input.timeReason === '')
    throw new Refusal(
      'duration_unexplained',
      unheld.map(({ name, value, unit }) => ({
        path: 'timeReason',
        message: `${name} ${value} ${unit}，本工序只用了${lastedText({ startedAt: running.startedAt, endedAt })}`,
      })),
    )

  await refuseUnkeepable(tx, order, coProducts)
  const caseNo = await caseBefore(tx, actor, order, { stepNo: running.stepNo, findings, note: input.deviation })
  if (caseNo !== null) return { ...standingOf(order), caseNo }

  const operator = input.signature === undefined ? undefined : await proveSigner(actor, input.signature)
  const checker = await proveSecond(actor, input.checker, '15:check')
  await tx.later(
    tx
      .updateTable('productionStep')
      .set({
        checkedBy: checker.id,
        endedBy: actor.id,
        endedAt,
        outputQuantity: input.output,
        waterQuantity: input.water,
        losses: JSON.stringify(losses),
        coProductQuantity: kept,
        parameters: JSON.stringify(parameters),
        remark: input.remark,
        timeReason: unheld.length > 0 ? input.timeReason : null,
        isLateEntry: running.isLateEntry || input.endedAt !== undefined,
      })
      .where('id', '=', running.id),
  )
  const record = { table: 'production_step', id: running.id }
  await writeSignatures(tx, [
    ...(operator === undefined ? [] : [{ signer: operator, meaning: action.signs, ...record }]),
    { signer: checker, meaning: checkMeaning, ...record },
  ])
  await keepCoProducts(tx, actor, fedOrder(order), { id: running.id, stepNo: running.stepNo, endedAt }, coProducts)
  const changed = await advanceOrder(tx, order, action, { operatorIds: withOperators(order, actor.id, checker.id) })
  return { ...changed, caseNo: null }
}

/** A part that lies in the store came of this step. */
function refuseLessThanParts(order: Order, output: string) {
  const handedOver = handedOverOf(order)
  if (exact(output).lessThan(handedOver))
    throw new Refusal('less_than_handed_over', [{ path: 'output', message: `已分次交料 ${handedOver} kg` }])
}

/** `kept`: the co-products that become lots. */
type Weighed = { output: string; water: string; losses: readonly { quantity: string }[]; kept: string }

/** What comes out of a step, in words. */
const cameOutOf = (kept: string) => (exact(kept).isZero() ? '产出与损耗' : '产出、联产品与损耗')

/** Refused when a step gives more than it took (domain §2.5); the trigger of the database says the same. */
function checkMasses(order: Order, input: string, { output, water, losses, kept }: Weighed) {
  if (exact(water).greaterThan(mostWaterFor(input)))
    throw new Refusal('water_exceeds', [
      { path: 'water', message: `投入 ${exact(input).toFixed()} kg，最多吸水 ${mostWaterFor(input)} kg` },
    ])
  const most = mostOfStep(
    { input, water },
    {
      fed: order.ended[0]?.inputQuantity ?? input,
      earlierWater: sumOf(order.ended.map((step) => step.waterQuantity)),
      earlierKept: sumOf(order.ended.map((step) => step.coProductQuantity)),
      auxiliaries: auxiliariesOf(order),
    },
  )
  const together = sumOf([output, kept, ...losses.map(({ quantity }) => quantity)])
  const named = ['output', ...losses.map((_, index) => `losses.${index}.quantity`)]
  if (exact(together).greaterThan(most.together))
    throw new Refusal(
      'mass_from_nothing',
      named.map((path) => ({ path, message: `${cameOutOf(kept)}合计 ${together} kg，最多 ${most.together} kg` })),
    )
  if (exact(output).plus(kept).greaterThan(most.output))
    throw new Refusal('mass_from_nothing', [{ path: 'output', message: `最多 ${most.output} kg` }])
}

type Recorded = ProcessParameter & { value: string }

/** The parameters out of their ranges. */
const outOfRange = (parameters: readonly Recorded[]) =>
  parameters
    .filter((parameter) => !keepsRange(parameter, parameter.value))
    .map((parameter) => ({
      kind: 'parameter' as const,
      finding: `${parameter.name} ${parameter.value} ${parameter.unit}，应为 ${rangeText(parameter)}`,
      path: 'deviation',
    }))

/** More that came out than went in: possible within what scales and damp air add, and looked into. */
function surplusOf(order: Order, input: string, { output, water, losses, kept }: Weighed) {
  const cameOut = exact(sumOf([output, kept, ...losses.map(({ quantity }) => quantity)]))
  const wentIn = exact(sumOf([input, water, auxiliariesOf(order)]))
  return cameOut.lessThanOrEqualTo(wentIn)
    ? []
    : [{ kind: 'surplus' as const, finding: `${cameOutOf(kept)} ${cameOut.toFixed()} kg，投入 ${wentIn.toFixed()} kg`, path: 'deviation' }]
}

/** What of auxiliaries was weighed out and did not go back, kg. */
export function auxiliariesOf(order: Order): string {
  const { weighings, returned } = issueOf(order)
  const lots = order.charged.filter(({ role }) => role === 'auxiliary').map(({ lot }) => lot.id)
  const massOf = (pieces: readonly Weighing[]) => sumOf(lots.map((lotId) => netOf(pieces, lotId)))
  return exact(massOf(weighings)).minus(massOf(returned)).toFixed()
}

/** Each parameter of the process with its value: none missing, none unknown, a number where there is a range. */
function recorded(asked: readonly ProcessParameter[], given: readonly { code: string; value: string }[]) {
  const stray = given.findIndex(
    ({ code }, index) => !asked.some((parameter) => parameter.code === code) || given.findIndex((other) => other.code === code) !== index,
  )
  if (stray >= 0) throw new Refusal('invalid_input', [{ path: `parameters.${stray}.code`, message: '工艺规程没有这个参数，或重复填写' }])
  return asked.map((parameter) => {
    const index = given.findIndex(({ code }) => code === parameter.code)
    const value = given[index]?.value ?? ''
    const path = `parameters.${index < 0 ? asked.indexOf(parameter) : index}.value`
    if (value === '') throw new Refusal('invalid_input', [{ path, message: `请填写${parameter.name}` }])
    if ((parameter.min !== null || parameter.max !== null) && !isDecimal(value))
      throw new Refusal('invalid_input', [{ path, message: `${parameter.name}请填写数字` }])
    return { ...parameter, value }
  })
}
