import { randomUUIDv7 } from 'node:crypto'
import { elementAt } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { sumOf } from '#contract/making/mass-balance.ts'
import { overrunOf } from '#contract/making/step-time.ts'
import { productionActions } from '#contract/making/production.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import type { Weighing } from '#contract/making/production-record.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai, isExpired, isRetestDue } from '#contract/warehouse/shelf-life.ts'
import { documentNo, numberAtEnd, reworkNo } from '#kernel/number.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Handler } from '#kernel/serve.ts'
import { netOf } from './issue-materials.ts'
import { caseBefore, refuseOpenCases } from './note-deviations.ts'
import { heededRestrictions } from './heed-restrictions.ts'
import { advanceOrder, issueOf, refuseDoubtfulCharge, sourceOf, standingOf, takeOrder, withOperators, type Order } from './take-order.ts'
import { chosenAssets, inWords, useAssets, type NamedAsset } from '#server/features/making/asset/take-assets.ts'
import { together } from '#tools/together.ts'

/**
 * Starts the next step. The first one is the feeding (投料): its day is the 生产日期, and the batch number of that day is
 * given now and not earlier, so that the two agree however long the material waited on the line (I2, domain §3.1).
 */
export const startStep: Handler<typeof productionApi.startStep> = async (tx, actor, input) => {
  const action = productionActions.startStep
  const order = await takeOrder(tx, actor, action, input.id)
  const step = elementAt(order.process.steps, order.stepsDone)
  if (step.no !== input.stepNo) throw new Refusal('wrong_step')
  refuseOpenCases(order)
  const [, restrictions] = await together([refuseDoubtfulCharge(tx, order), heededRestrictions(tx, order, input.restrictionsHeeded)])
  const before = order.ended.at(-1) ?? feeding(order)
  if (exact(input.input).greaterThan(before.outputQuantity))
    throw new Refusal('input_exceeds', [{ path: 'input', message: `最多 ${before.outputQuantity} kg` }])
  const startedAt = occurredAt(tx, input.startedAt, 'startedAt', { at: before.endedAt, what: '上一步的时间' })
  if (order.batchNo === null) refuseOverdue(order, startedAt)
  const late = overrunBefore(order, startedAt)
  const chosen = await chosenAssets(tx, namedIn(order, input), { orderId: order.id, isToxic: order.isToxic, at: startedAt })
  const caseNo = await caseBefore(tx, actor, order, { stepNo: step.no, findings: late, note: late.length > 0 ? input.deviation : '' })
  if (caseNo !== null) return { ...standingOf(order), caseNo }

  const stepId = randomUUIDv7()
  await tx.later(
    tx.insertInto('productionStep').values({
      id: stepId,
      enterpriseId: actor.enterpriseId,
      orderId: order.id,
      stepNo: step.no,
      name: step.name,
      option: step.option,
      isCritical: step.isCritical,
      preChecks: JSON.stringify(input.preChecks),
      room: chosen
        .filter(({ id }) => id === input.roomId)
        .map(inWords)
        .join(),
      roomId: input.roomId,
      temperature: input.temperature,
      humidity: input.humidity,
      equipment: chosen.filter(({ kind }) => kind === 'equipment').map(({ number }) => number),
      isLateEntry: input.startedAt !== undefined,
      startedBy: actor.id,
      startedAt,
      inputQuantity: input.input,
      restrictions,
    }),
  )
  await useAssets(tx, actor, chosen, { productionOrderId: order.id, stepId, isToxic: order.isToxic, startedAt })
  const operatorIds = withOperators(order, actor.id)
  if (order.batchNo !== null) return { ...(await advanceOrder(tx, order, action, { operatorIds })), caseNo: null }
  const { productionDate, no } = beginBatch(order, startedAt)
  const batchNo = await numberAtEnd(tx, no)
  const begun = await advanceOrder(tx, order, action, { productionDate, batchNo: batchNo.column, operatorIds })
  return { ...begun, batchNo: batchNo.told, caseNo: null }
}

/** The line of the order, and what the step is made in and with. Orders written before the register have a line in words only. */
const namedIn = (order: Order, { roomId, equipmentIds }: { roomId: string; equipmentIds: readonly string[] }): NamedAsset[] => [
  ...(order.lineId === null ? [] : [{ id: order.lineId, kind: 'line' as const, path: 'lineId' }]),
  { id: roomId, kind: 'room', path: 'roomId' },
  ...equipmentIds.map((id, index) => ({ id, kind: 'equipment' as const, path: `equipmentIds.${index}` })),
]

/** What is fed is in date on the day that it is fed: it may have been weighed out days before. The database says the same. */
function refuseOverdue({ charged, issued, returned }: Order, startedAt: string): void {
  const day = dayInShanghai(new Date(startedAt))
  const overdue = charged.filter(
    ({ lot: { id, retestOn, expiresOn } }) =>
      ((retestOn !== null && isRetestDue(retestOn, day)) || (expiresOn !== null && isExpired(expiresOn, day))) &&
      exact(netOf(issued, id)).greaterThan(netOf(returned, id)),
  )
  if (overdue.length > 0)
    throw new Refusal(
      'lot_expired',
      overdue.map(({ lot }) => ({ path: 'lots', message: `${lot.lotNo} 已到复验期或超过有效期，请退料或作废指令` })),
    )
}

/** Goods that lay longer since the step before than that one allows (存放时限) are a deviation; a pause stops no clock. */
function overrunBefore(order: Order, startedAt: string) {
  const last = order.ended.at(-1)
  const allowed = order.process.steps.find(({ no }) => no === last?.stepNo)?.holdHours ?? null
  if (last === undefined || allowed === null) return []
  // While the case was looked into the goods went on lying: what it is about is that they lay too long.
  return overrunOf(allowed, { endedAt: last.endedAt, startedAt }) === undefined
    ? []
    : [{ kind: 'hold_time' as const, finding: `${last.name}后存放超过 ${allowed} 小时`, path: 'deviation' }]
}

/** What the first step may take in, and from when: the main herb as weighed out, less what went back. */
function feeding(order: Order) {
  const issue = issueOf(order)
  const main = order.charged.filter(({ role }) => role === 'main')
  const massOf = (pieces: readonly Weighing[]) => sumOf(main.map(({ lot }) => netOf(pieces, lot.id)))
  return { outputQuantity: exact(massOf(issue.weighings)).minus(massOf(issue.returned)).toFixed(), endedAt: issue.issuedAt }
}

/** 批号 of the feeding date, usually YYMMDD and the day's serial: 26031201. A rework keeps number and 生产日期 of its batch, with the suffix R: 26031201R1. */
function beginBatch(order: Order, fedAt: string) {
  const source = sourceOf(order)
  if (source !== null) return { productionDate: source.bornOn, no: reworkNo(source.batchNo, source.bornOn) }
  const productionDate = dayInShanghai(new Date(fedAt))
  return { productionDate, no: documentNo('batch', productionDate) }
}
