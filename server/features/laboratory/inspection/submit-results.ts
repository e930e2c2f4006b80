import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import {
  inspectionActions,
  judgedBy,
  printedResult,
  type InspectionFile,
  type InspectionSide,
  type TestedItem,
  type TestResult,
} from '#contract/laboratory/inspection.ts'
import { judgeItem, judgeStandard, reasons } from '#contract/laboratory/judge.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { placeHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { currentResults, inspectionFileOf } from './queries.ts'
import { advanceInspection, takeInspection } from './take-inspection.ts'

/**
 * 提交结果: the analyst signs for the whole record. Every item has its conclusion; an empty one never passes. A failing item
 * opens an OOS case and holds the lot, without a further step (domain §2.11).
 */
export const submitResults =
  (side: InspectionSide): Handler<typeof rawInspectionApi.submit> =>
  async (tx, actor, { id, signature }) => {
    const { inspection, lot } = await takeInspection(tx, actor, side, 'submit', id)
    const file = await inspectionFileOf(tx, side, id)
    const tested = concluded(file)
    const analystIds = [...new Set([actor.id, ...tested.flatMap(({ result }) => (result === undefined ? [] : [result.enteredBy]))])]
    const failed = tested.flatMap(({ item, result }): Failed[] => (result?.verdict === 'FAIL' ? [{ item, result }] : []))
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

    await openCases(tx, actor, file, failed)
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
        title: `${lot.name} ${lot.lotNo} 检验不符合规定，已开立OOS`,
        body: facts.failed.join('、'),
        page,
        q: inspection.requestNo,
        about: { table: 'lot', id: lot.id, asks: 'decide' },
      })
    return advanceInspection(tx, inspection, 'submit')
  }

/** Each item with the result that counts. Refused with `results_incomplete` while an item has no conclusion. */
function concluded(file: InspectionFile): { item: TestedItem; result: TestResult | undefined }[] {
  const results = currentResults(file.results)
  const tested = file.items.map((item) => {
    const result = results.get(item.id)
    const measured = result === undefined ? null : { individual: result.individual, text: result.words }
    return { item, result, line: { item: judgedBy(item, result?.source ?? 'measured'), measured } }
  })
  const missing = tested.flatMap(({ item, result, line }) => {
    const { verdict, reason } = judgeItem(line.item, line.measured ?? { individual: [], text: '' })
    return verdict === 'INCONCLUSIVE' && (item.isMandatory || result !== undefined)
      ? [{ path: item.name, message: `${item.name}：${reasons[reason]}` }]
      : []
  })
  if (missing.length > 0 || judgeStandard(tested.map(({ line }) => line)).verdict === 'INCONCLUSIVE')
    throw new Refusal('results_incomplete', missing)
  return tested
}

type Failed = { item: TestedItem; result: TestResult }

/** Opens an OOS case for each failing item that has none yet, and one hold on the lot for all of them. */
async function openCases(tx: Tx, actor: Actor, { inspection, oosCases }: InspectionFile, failed: readonly Failed[]) {
  const fresh = failed.filter(({ item }) => !oosCases.some((known) => known.itemId === item.id))
  if (fresh.length === 0) return
  const reason = `OOS：${fresh.map(({ item, result }) => `${item.name} ${printedResult(item, result)}（规定${item.specText}）`).join('；')}`
  // The state of a rejected lot keeps it from every use; a hold would have no end.
  const holdId = inspection.lotState === 'rejected' ? null : await placeHold(tx, actor, { lotId: inspection.lotId, kind: 'oos', reason })
  await tx
    .insertInto('oosCase')
    .values(
      fresh.map(({ item, result }) => ({
        enterpriseId: actor.enterpriseId,
        inspectionId: inspection.id,
        lotId: inspection.lotId,
        standardItemId: item.id,
        testResultId: result.id,
        holdId,
        openedAt: tx.now().toISOString(),
      })),
    )
    .execute()
}
