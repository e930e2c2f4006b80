import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { staleResults } from '#contract/laboratory/counting-results.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { inspectionActions, type InspectionSide } from '#contract/laboratory/inspection.ts'
import type { TestResult } from '#contract/laboratory/test-result.ts'
import { judgedBy, type TestedItem } from '#contract/laboratory/tested-item.ts'
import { judgeItem, reasons } from '#contract/laboratory/judge.ts'
import { openOosStates, oosLooks } from '#contract/cases/oos.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { inspectionFileOf } from './queries.ts'
import { plannedItems } from './stability-points.ts'
import { advanceInspection, takeInspection } from './take-inspection.ts'
import { currentResults } from './written-results.ts'

/**
 * 提交结果: the analyst signs for the whole record. Every item has its conclusion, an empty one never passes, and every value that was looked
 * into is settled (domain §2.11).
 */
export const submitResults =
  (side: InspectionSide): Handler<typeof rawInspectionApi.submit> =>
  async (tx, actor, { id, signature }) => {
    const { inspection, lot } = await takeInspection(tx, actor, side, 'submit', id)
    const file = await inspectionFileOf(tx, side, id)
    refuseOpenCases(file)
    refuseStaleBasis(file)
    const tested = concluded(file, await plannedItems(tx, id))
    const written = file.results.filter(({ part }) => part !== 'correction')
    const analystIds = [...new Set([actor.id, ...written.map(({ enteredBy }) => enteredBy)])]
    const failed = tested.filter(({ fails }) => fails)
    const submittedAt = tx.now().toISOString()
    const record = await tx
      .insertInto('testRecord')
      .values({
        enterpriseId: actor.enterpriseId,
        inspectionId: id,
        revision: file.records.length + 1,
        results: JSON.stringify(tested.map(({ item, result }) => ({ item: item.name, specText: item.specText, ...result }))),
        verdict: failed.length > 0 ? 'FAIL' : 'PASS',
        analystIds,
        submittedBy: actor.id,
        submittedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sign(tx, actor, signature, { meaning: inspectionActions[side].submit.signs, table: 'test_record', id: record.id })

    const facts = { verdict: failed.length > 0 ? '不符合规定' : '符合规定', failed: failed.map(({ item }) => item.name) }
    await recordTrace(tx, actor, [
      { lotId: lot.id, kind: 'tested', occurredAt: submittedAt, documentNo: inspection.requestNo, privateFacts: facts },
    ])
    const page = side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-zhijian'
    await notify(tx, actor, {
      duty: side === 'raw' ? '12:review' : '17:review',
      title: `${lot.name} ${lot.lotNo} 检验结果待复核`,
      page,
      q: inspection.requestNo,
      about: { table: 'inspection', id: inspection.id, asks: 'submitted' },
    })
    if (failed.length > 0)
      await notify(tx, actor, {
        duty: '13:decide',
        title: `${lot.name} ${lot.lotNo} 检验不符合规定，OOS已确认`,
        body: facts.failed.join('、'),
        page,
        q: inspection.requestNo,
        about: { table: 'lot', id: lot.id, asks: 'decide' },
      })
    return advanceInspection(tx, inspection, 'submit')
  }

/** Refused with `oos_open` while a value of the inspection is looked into: what counts is not settled. */
function refuseOpenCases({ oosCases }: InspectionFile) {
  const open = oosCases.filter(({ state }) => openOosStates.some((one) => one === state))
  if (open.length > 0)
    throw new Refusal(
      'oos_open',
      open.map(({ itemName, state }) => ({ path: itemName, message: `${itemName}：${oosLooks[state].label}` })),
    )
}

/** Refused with `dry_basis_stale` while a result stands on a moisture that no longer counts. */
function refuseStaleBasis(file: InspectionFile) {
  const stale = staleResults(file).map(({ itemId }) => file.items.find(({ id }) => id === itemId)?.name ?? '')
  if (stale.length > 0)
    throw new Refusal(
      'dry_basis_stale',
      stale.map((name) => ({ path: name, message: `${name}：请重算` })),
    )
}

/**
 * Each item with the result that counts, and whether it fails. Refused with `results_incomplete` while an item that is asked for has no conclusion: a mandatory one,
 * or at a time point of a stability plan those of the plan (`planned`).
 */
function concluded(
  file: InspectionFile,
  planned: readonly string[] | null,
): { item: TestedItem; result: TestResult | undefined; fails: boolean }[] {
  const results = currentResults(file)
  const tested = file.items.map((item) => {
    const result = results.get(item.id)
    const judged =
      result === undefined ? undefined : judgeItem(judgedBy(item, result.source), { individual: result.individual, text: result.words })
    // A case that was confirmed speaks for the value: its parallels may disagree, or only one of them may fail.
    const fails = judged?.verdict === 'FAIL' || file.oosCases.some(({ itemId, state }) => itemId === item.id && state === 'confirmed')
    return { item, result, judged, fails }
  })
  const missing = tested.flatMap(({ item, judged, fails }) =>
    !fails && judged?.verdict !== 'PASS' && ((planned === null ? item.isMandatory : planned.includes(item.name)) || judged !== undefined)
      ? [{ path: item.name, message: `${item.name}：${reasons[judged?.reason ?? 'no_result']}` }]
      : [],
  )
  // A standard of which nothing was tested conforms to nothing.
  if (missing.length > 0 || tested.every(({ result }) => result === undefined)) throw new Refusal('results_incomplete', missing)
  return tested
}
