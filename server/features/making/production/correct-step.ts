import type { z } from 'zod'
import type { batchChanges, stepChanges } from '#contract/cases/correction-changes.ts'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { balanceOf, mostOfStep, mostWaterFor, sumOf, type Balance, type Masses } from '#contract/making/mass-balance.ts'
import { keepsRange, rangeText } from '#contract/making/production-record.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { askedOf, type CorrectionPlan, type Patch } from '#kernel/correction.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Tx } from '#kernel/serve.ts'
import { reissueReports } from '#server/features/laboratory/inspection/reissue-reports.ts'
import { rebookBirth } from '#server/features/warehouse/stock/rebook-birth.ts'
import type { Clock } from '#tools/clock.ts'
import {
  coProductsAfter,
  hasOtherWeight,
  keptOfStep,
  lockCoProducts,
  newlyStray,
  patchesOf,
  rebookCoProducts,
  refuseUncorrectable,
} from './correct-co-products.ts'
import {
  checkBatchMass,
  limitsOf,
  lockBatch,
  massesOf,
  noteDeviations,
  percentsOf,
  readBatch,
  tellLot,
  type Batch,
  type Purpose,
} from './corrected-batch.ts'

type StepChanges = z.output<typeof stepChanges>
type BatchChanges = z.output<typeof batchChanges>
type Step = Batch['steps'][number]

async function readStep(tx: Tx, id: string, purpose: Purpose) {
  const found = await tx.selectFrom('productionStep').select('orderId').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  if (purpose === 'change') {
    await lockCoProducts(tx, id)
    await lockBatch(tx, found.orderId)
  }
  const batch = await readBatch(tx, found.orderId)
  const step = only(batch.steps.filter((one) => one.id === id))
  // A step that runs is ended first; what it says then can be corrected.
  if (step.endedAt === null) throw new Refusal('wrong_state')
  return { ...batch, step }
}

const subjectOf = ({ order }: Batch, step?: Step) =>
  `${order.productName} ${order.batchNo ?? order.orderNo}${step === undefined ? ' 物料平衡' : ` 第${step.stepNo}道 ${step.name}`}`

/** What the form of a correction shows of a step. */
export async function correctableStep(tx: Tx, id: string) {
  const { step, ...batch } = await readStep(tx, id, 'show')
  const { startedAt, endedAt, inputQuantity: input, outputQuantity: output, waterQuantity: water } = step
  return {
    subject: subjectOf(batch, step),
    values: { startedAt, endedAt, input, output, water },
    losses: [...(step.losses ?? [])],
    parameters: (step.parameters ?? []).map(({ code, name, unit, value }) => ({ code, name, unit, value })),
    coProducts: (await keptOfStep(tx, id)).map(({ lotNo, name, quantity }) => ({ lotNo, name, quantity })),
  }
}

/** What the form of a correction shows of a batch's balance. */
export async function correctableBatch(tx: Tx, id: string) {
  const { batch, ...rest } = await readFinished(tx, id, 'show')
  const { outputQuantity: output, sampledQuantity: sampled, leftoverQuantity: leftover } = batch
  return { subject: subjectOf({ ...rest, batch }), values: { output, sampled, leftover } }
}

async function readFinished(tx: Tx, id: string, purpose: Purpose) {
  const found = await tx.selectFrom('bulkLot').select('orderId').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  if (purpose === 'change') await lockBatch(tx, found.orderId)
  const { batch, ...rest } = await readBatch(tx, found.orderId)
  if (batch === undefined) throw new Error(`bulk lot ${id} is gone`) // it was just read
  return { ...rest, batch }
}

/** What a correction of an ended step does: times, masses, losses, parameters, and the balance of the batch. */
export async function planStepCorrection(tx: Tx, id: string, changes: StepChanges): Promise<CorrectionPlan> {
  const { step, ...batch } = await readStep(tx, id, 'change')
  const parameters = changes.parameters === undefined ? undefined : withValues(step, changes.parameters)
  const kept = await keptOfStep(tx, id)
  const coProducts = coProductsAfter(kept, changes.coProducts ?? [], changes.input ?? step.inputQuantity)
  const corrected: Step = {
    ...step,
    coProductQuantity: coProducts.some(hasOtherWeight) ? sumOf(coProducts.map(({ is }) => is)) : step.coProductQuantity,
    ...timesOf(tx, batch, step, changes),
    inputQuantity: changes.input ?? step.inputQuantity,
    outputQuantity: changes.output ?? step.outputQuantity,
    waterQuantity: changes.water ?? step.waterQuantity,
    losses: changes.losses ?? step.losses,
    parameters: parameters ?? step.parameters,
  }
  checkMasses(batch, step, corrected)
  await refuseUncorrectable(tx, batch, coProducts)
  const balance = balanceAfter(batch, corrected)
  if (balance !== undefined && hasOtherMasses(step, corrected)) checkBatchMass(balance.masses, balance.lastOutput, Object.keys(changes))
  const { startedAt, endedAt, inputQuantity: input, outputQuantity: output, waterQuantity: water, losses } = step
  const weightsOf = (field: 'quantity' | 'is') => coProducts.map((one) => ({ lotNo: one.lotNo, quantity: exact(one[field]).toFixed() }))
  const was = { startedAt, endedAt, input, output, water, losses, parameters: valuesOf(step), coProducts: weightsOf('quantity') }
  const asked = askedOf(
    { ...changes, ...(parameters && { parameters: valuesOf(corrected) }), ...(changes.coProducts && { coProducts: weightsOf('is') }) },
    was,
  )
  return {
    subject: subjectOf(batch, step),
    lotId: batch.batch?.id ?? null,
    lotIds: [...(batch.batch === undefined ? [] : [batch.batch.id]), ...coProducts.filter(hasOtherWeight).map(({ lotId }) => lotId)],
    asked,
    patches: [
      { table: 'production_step', id, values: columnsOf(changes, corrected) },
      ...patchesOf(coProducts),
      ...(balance?.patches ?? []),
    ],
    async follow(within, actor, correction) {
      const outside = (corrected.parameters ?? [])
        .filter((parameter) => !keepsRange(parameter, parameter.value) && !valuesOf(step).some(isSame(parameter)))
        .map(({ name, value, unit, ...range }) => `${name} ${value} ${unit}，应为 ${rangeText({ unit, ...range })}`)
      if (coProducts.some(hasOtherWeight))
        await rebookCoProducts(within, actor, correction, {
          batch,
          stepEndedAt: corrected.endedAt ?? within.now().toISOString(),
          corrected: coProducts,
        })
      await tellLot(within, actor, correction, batch, { name: step.name })
      const events = newlyStray(batch, step.stepNo, coProducts)
      await noteDeviations(within, actor, correction, batch, { stepNo: step.stepNo, outside, events, balance: balance?.balance })
    },
  }
}

const valuesOf = (step: Step) => (step.parameters ?? []).map(({ code, value }) => ({ code, value }))
const isSame = (parameter: { code: string; value: string }) => (other: { code: string; value: string }) =>
  other.code === parameter.code && other.value === parameter.value

const columnsOf = (changes: StepChanges, corrected: Step) => ({
  ...(changes.startedAt !== undefined && { started_at: corrected.startedAt }),
  ...(changes.endedAt !== undefined && { ended_at: corrected.endedAt }),
  ...(changes.input !== undefined && { input_quantity: corrected.inputQuantity }),
  ...(changes.output !== undefined && { output_quantity: corrected.outputQuantity }),
  ...(changes.water !== undefined && { water_quantity: corrected.waterQuantity }),
  ...(changes.losses !== undefined && { losses: corrected.losses }),
  ...(changes.parameters !== undefined && { parameters: corrected.parameters }),
  ...(changes.coProducts !== undefined && { co_product_quantity: corrected.coProductQuantity }),
})

/** The parameters of the step with the given values; one that the process does not ask for is refused, and words where it sets a number. */
function withValues(step: Step, given: readonly { code: string; value: string }[]) {
  const asked = step.parameters ?? []
  const wrong = given.flatMap(({ code, value }, index) => {
    const parameter = asked.find((one) => one.code === code)
    if (parameter === undefined) return [{ path: `changes.parameters.${index}.code`, message: '工艺规程没有这个参数' }]
    const isNumber = (parameter.min === null && parameter.max === null) || isDecimal(value)
    return isNumber ? [] : [{ path: `changes.parameters.${index}.value`, message: `${parameter.name}请填写数字` }]
  })
  if (wrong.length > 0) throw new Refusal('invalid_input', wrong)
  return asked.map((parameter) => ({ ...parameter, value: given.find(({ code }) => code === parameter.code)?.value ?? parameter.value }))
}

/** When the step began and ended: after what came before, before what came next, and the first one on the day that is the 生产日期. */
function timesOf(clock: Clock, { steps, issues, order, batch }: Batch, step: Step, changes: StepChanges) {
  const before = steps.findLast(({ stepNo }) => stepNo < step.stepNo)?.endedAt ?? elementAt(issues, 0).issuedAt
  const next = steps.find(({ stepNo }) => stepNo > step.stepNo)?.startedAt ?? batch?.finishedAt
  const startedAt =
    changes.startedAt === undefined
      ? step.startedAt
      : occurredAt(clock, changes.startedAt, 'changes.startedAt', { at: before, what: '上一步的时间' })
  const endedAt =
    changes.endedAt === undefined
      ? step.endedAt
      : occurredAt(clock, changes.endedAt, 'changes.endedAt', { at: startedAt, what: '开始时间' })
  const say = (field: string, message: string) => new Refusal('invalid_input', [{ path: `changes.${field}`, message }])
  if (order.reworkOf === null && step.stepNo === elementAt(steps, 0).stepNo && dayInShanghai(new Date(startedAt)) !== order.productionDate)
    throw say('startedAt', '首道工序的日期就是生产日期和批号，不能改到别的日期')
  if (endedAt !== null && endedAt <= startedAt) throw say('endedAt', '结束时间应晚于开始时间')
  if (next !== undefined && endedAt !== null && Date.parse(endedAt) > Date.parse(next)) throw say('endedAt', '时间不能晚于下一步')
  return { startedAt, endedAt }
}

/** No step takes in more than there was, nor gives more than it took; the trigger of the database says the same. */
function checkMasses({ steps, fed, auxiliaries, batch, handedOver }: Batch, was: Step, is: Step) {
  const before = steps.findLast(({ stepNo }) => stepNo < is.stepNo)?.outputQuantity ?? fed
  const output = is.outputQuantity ?? '0'
  if (is.inputQuantity !== was.inputQuantity && exact(is.inputQuantity).greaterThan(before))
    throw new Refusal('input_exceeds', [{ path: 'changes.input', message: `最多 ${exact(before).toFixed()} kg` }])
  const next = steps.find(({ stepNo }) => stepNo > is.stepNo)?.inputQuantity ?? batch?.outputQuantity ?? handedOver
  if (exact(output).lessThan(next))
    throw new Refusal('input_exceeds', [{ path: 'changes.output', message: `下一步已用 ${exact(next).toFixed()} kg，请先更正下一步` }])
  if (!hasOtherMasses(was, is)) return
  const water = is.waterQuantity ?? '0'
  if (exact(water).greaterThan(mostWaterFor(is.inputQuantity)))
    throw new Refusal('water_exceeds', [{ path: 'changes.water', message: `最多吸水 ${mostWaterFor(is.inputQuantity)} kg` }])
  const earlier = steps.filter(({ stepNo }) => stepNo < is.stepNo)
  const most = mostOfStep(
    { input: is.inputQuantity, water },
    {
      fed: earlier[0]?.inputQuantity ?? is.inputQuantity,
      earlierWater: sumOf(earlier.map((step) => step.waterQuantity ?? '0')),
      earlierKept: sumOf([is, ...earlier].map((step) => step.coProductQuantity)),
      auxiliaries,
    },
  )
  const together = sumOf([output, is.coProductQuantity, ...(is.losses ?? []).map(({ quantity }) => quantity)])
  if (exact(together).greaterThan(most.together))
    throw new Refusal('mass_from_nothing', [
      { path: 'changes.output', message: `产出与损耗（含联产品）合计 ${together} kg，最多 ${most.together} kg` },
    ])
  if (exact(output).greaterThan(most.output))
    throw new Refusal('mass_from_nothing', [{ path: 'changes.output', message: `最多 ${most.output} kg` }])
}

const massesText = (step: Step) =>
  JSON.stringify([step.inputQuantity, step.outputQuantity, step.waterQuantity, step.losses, step.coProductQuantity])
const hasOtherMasses = (was: Step, is: Step) => massesText(was) !== massesText(is)

type Balanced = { patches: Patch[]; balance: Balance; masses: Masses; lastOutput: string }

/** The balance of a finished batch once a step of it says otherwise; undefined while the batch is not finished. */
function balanceAfter({ batch, steps }: Batch, corrected: Step): Balanced | undefined {
  if (batch === undefined) return undefined
  const all = steps.map((step) => (step.id === corrected.id ? corrected : step))
  const masses = {
    ...massesOf(batch),
    water: sumOf(all.map((step) => step.waterQuantity ?? '0')),
    losses: sumOf(all.flatMap((step) => (step.losses ?? []).map(({ quantity }) => quantity))),
    coProducts: sumOf(all.map((step) => step.coProductQuantity)),
  }
  const balance = balanceOf(masses, limitsOf(batch))
  const values = {
    ...{ water_quantity: masses.water, loss_quantity: masses.losses, co_product_quantity: masses.coProducts },
    ...percentsOf(balance),
  }
  const lastOutput = elementAt(all, -1).outputQuantity ?? '0'
  return { patches: [{ table: 'bulk_lot', id: batch.id, values }], balance, masses, lastOutput }
}

/** What a correction of a batch's balance does: what came out of production, the batch's stock and its report with it. */
export async function planBatchCorrection(tx: Tx, id: string, changes: BatchChanges): Promise<CorrectionPlan> {
  const { batch, ...rest } = await readFinished(tx, id, 'change')
  const was = { output: batch.outputQuantity, sampled: batch.sampledQuantity, leftover: batch.leftoverQuantity }
  const is = { ...was, ...changes }
  const last = elementAt(rest.steps, -1).outputQuantity ?? '0'
  if (exact(is.output).greaterThan(last))
    throw new Refusal('output_exceeds', [{ path: 'changes.output', message: `末道工序产出 ${exact(last).toFixed()} kg` }])
  const masses = { ...massesOf(batch), ...is }
  checkBatchMass(masses, last, ['output', 'sampled', 'leftover'])
  const balance = balanceOf(masses, limitsOf(batch))
  const hasMoved = !exact(is.output).equals(was.output)
  return {
    subject: subjectOf({ ...rest, batch }),
    lotId: id,
    lotIds: [id],
    asked: askedOf(changes, was),
    patches: [
      {
        table: 'bulk_lot',
        id,
        values: { output_quantity: is.output, sampled_quantity: is.sampled, leftover_quantity: is.leftover, ...percentsOf(balance) },
      },
      ...(hasMoved ? [{ table: 'lot' as const, id, values: { quantity: is.output } }] : []),
    ],
    async follow(within, actor, correction) {
      if (hasMoved) {
        const document = { kind: 'correction', id: correction.id, no: correction.correctionNo }
        await rebookBirth(within, actor, { lotId: id, quantity: is.output, document, reason: correction.reason })
      }
      await tellLot(within, actor, correction, { ...rest, batch }, hasMoved ? { output: is.output } : {})
      await noteDeviations(within, actor, correction, { ...rest, batch }, { stepNo: null, outside: [], balance })
      await reissueReports(within, actor, id, correction, (sheet) =>
        hasMoved && exact(sheet.quantity).equals(was.output) ? { ...sheet, quantity: is.output } : sheet,
      )
    },
  }
}
