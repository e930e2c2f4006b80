import { testActivity } from '#contract/people/authorisation.ts'
import { needAuthorisation } from '#server/features/people/authorisation/need-authorisation.ts'
import type { OosRow, oosApi, oosLaboratoryApi } from '#contract/cases/oos-api.ts'
import { oosActions } from '#contract/cases/oos.ts'
import type { MeansInput } from '#contract/laboratory/means.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { moistureOf } from '#contract/laboratory/counting-results.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { beginTest } from '#server/features/laboratory/inspection/begin-test.ts'
import { calculated } from '#server/features/laboratory/inspection/calculate-result.ts'
import { inspectionFileOf } from '#server/features/laboratory/inspection/queries.ts'
import { writeResult } from '#server/features/laboratory/inspection/written-results.ts'
import { checkedMeans, drawReagents, writeMeans } from '#server/features/laboratory/means/write-means.ts'
import { releaseHold } from './open-oos.ts'
import { oosFileOf, retestersOf } from './queries.ts'
import { takeOos } from './take-oos.ts'

const testDuty = ({ side }: OosRow) => (side === 'raw' ? '12:test' : '17:test')
const testPage = ({ side }: OosRow) => (side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-zhijian')

/** 判原结果无效: phase I proved an error of the laboratory or the sampling. The value stays readable; the test is done again. */
export const invalidateResult: Handler<typeof oosApi.invalidate> = async (tx, actor, input) => {
  const row = await takeOos(tx, actor, 'invalidate', input)
  await tx
    .updateTable('oosCase')
    .set({ state: 'invalidated', invalidatedBy: actor.id, invalidatedAt: tx.now().toISOString(), invalidReason: input.reason })
    .where('id', '=', row.id)
    .execute()
  await sign(tx, actor, input.signature, { meaning: oosActions[row.side].invalidate.signs, table: 'oos_case', id: row.id })
  await notify(tx, actor, {
    duty: testDuty(row),
    title: `${row.lotName} ${row.lotNo} ${row.itemName}：原结果无效，请重做`,
    body: input.reason,
    page: testPage(row),
    q: row.requestNo,
    about: { table: 'oos_case', id: row.id, asks: 'invalidated' },
  })
  return oosFileOf(tx, row.id)
}

/** 批准复检: without a proved error the value stands beside its retests, whose number and analyst are fixed before the first of them. */
export const approveRetest: Handler<typeof oosApi.approveRetest> = async (tx, actor, input) => {
  const row = await takeOos(tx, actor, 'approveRetest', input)
  const { retests, analystId, reason, resampled } = input
  await refuseRetester(tx, actor, row, analystId)
  if (resampled && row.finding !== 'sampling_error') throw new Refusal('resample_unproved')
  await tx
    .updateTable('oosCase')
    .set({
      state: 'retesting',
      retests,
      retestAnalyst: analystId,
      retestReason: reason,
      resampled,
      retestBy: actor.id,
      retestAt: tx.now().toISOString(),
    })
    .where('id', '=', row.id)
    .execute()
  await sign(tx, actor, input.signature, { meaning: oosActions[row.side].approveRetest.signs, table: 'oos_case', id: row.id })
  await notify(tx, actor, {
    duty: testDuty(row),
    title: `${row.lotName} ${row.lotNo} ${row.itemName}：已批准复检 ${retests} 次`,
    page: '/zhiliang-shijian',
    at: { view: 'oos', id: row.id },
    about: { table: 'oos_case', id: row.id, asks: 'retesting' },
  })
  return oosFileOf(tx, row.id)
}

/** 改派复检人: whoever was to test again cannot; another does, as often as was approved. Nobody has seen a value yet, since all are saved at once. */
export const reassignRetest: Handler<typeof oosApi.reassign> = async (tx, actor, input) => {
  const row = await takeOos(tx, actor, 'reassign', input)
  await refuseRetester(tx, actor, row, input.analystId)
  await tx
    .updateTable('oosCase')
    .set({ retestAnalyst: input.analystId, retestReason: input.reason, retestBy: actor.id, retestAt: tx.now().toISOString() })
    .where('id', '=', row.id)
    .execute()
  await sign(tx, actor, input.signature, { meaning: oosActions[row.side].reassign.signs, table: 'oos_case', id: row.id })
  await notify(tx, actor, {
    duty: testDuty(row),
    title: `${row.lotName} ${row.lotNo} ${row.itemName}：复检已改派`,
    body: input.reason,
    page: '/zhiliang-shijian',
    at: { view: 'oos', id: row.id },
    about: { table: 'oos_case', id: row.id, asks: 'retesting' },
  })
  return oosFileOf(tx, row.id)
}

/** Refuses, as the one who tests again, whoever approves it, was to do it before, or wrote a value of the inspection. */
async function refuseRetester(tx: Tx, actor: Actor, row: OosRow, analystId: string): Promise<void> {
  const isOther = analystId !== actor.id && analystId !== row.retestAnalyst
  if (!isOther || !(await retestersOf(tx, row)).some(({ id }) => id === analystId))
    throw new Refusal('retest_by_other', [{ path: 'analystId', message: '请选择没有做过本次检验的另一名检验人' }])
}

/** 复检: the analyst fixed beforehand writes all values at once and signs. None can be left out, and none is written a second time. */
export const recordRetests =
  (side: InspectionSide): Handler<typeof oosLaboratoryApi.raw.retest> =>
  async (tx, actor, input) => {
    const row = await takeOos(tx, actor, 'retest', input, side)
    const { item, results, retests } = await oosFileOf(tx, row.id)
    await needAuthorisation(tx, actor, [{ activity: testActivity(item.group), path: '' }])
    if (input.values.length !== retests)
      throw new Refusal('retests_incomplete', [{ path: 'values', message: `批准的复检是 ${retests} 次，请一次填写全部结果` }])
    const file = await inspectionFileOf(tx, row.side, row.inspectionId)
    await beginTest(tx, file, true)
    const moisture = moistureOf(file)
    const given = input.values.map(({ words }, index) => ({
      item,
      given: { source: 'measured' as const, words, instrument: '', means: input.means },
      at: `values.${index}`,
    }))
    const means = await checkedMeans(tx, given, undefined)
    const written: { id: string; source: string; means: MeansInput }[] = []
    for (const [index, value] of input.values.entries()) {
      const at = `values.${index}`
      const values = calculated(item, 'measured', value, moisture, at)
      const { id, isConclusive } = await writeResult(
        tx,
        actor,
        { inspectionId: row.inspectionId, item, revision: results.length + index + 1 },
        { source: 'measured', referenceNo: '', laboratory: '', instrument: '', ...values },
        { part: 'retest', caseId: row.id, correction: `复检 ${index + 1}/${retests}` },
      )
      if (!isConclusive) throw new Refusal('results_incomplete', [{ path: at, message: `第${index + 1}次复检没有结论，请补齐平行结果` }])
      written.push({ id, source: 'measured', means: means[index] ?? { instrumentIds: [], reagentIds: [] } })
    }
    await writeMeans(tx, actor, written, input.environment)
    await drawReagents(tx, actor, { inspectionId: row.inspectionId, used: means }, input.draws)
    await tx.updateTable('oosCase').set({ state: 'retested' }).where('id', '=', row.id).execute()
    await sign(tx, actor, input.signature, { meaning: oosActions[row.side].retest.signs, table: 'oos_case', id: row.id })
    await notify(tx, actor, {
      duty: '13:decide',
      title: `${row.lotName} ${row.lotNo} ${row.itemName}：复检完成，待裁定`,
      page: '/zhiliang-shijian',
      at: { view: 'oos', id: row.id },
      about: { table: 'oos_case', id: row.id, asks: 'retested' },
    })
    return oosFileOf(tx, row.id)
  }

/**
 * OOS裁定: quality assurance confirms the failure, or accepts after every retest has passed, with the cause. A value that only broke the firm's own limit,
 * or was not mistyped after all, is accepted with a reason: the legal standard decides about conformity (domain §2.7). The hold of a confirmed failure ends with the rejection.
 */
export const decideOos: Handler<typeof oosApi.decide> = async (tx, actor, input) => {
  const row = await takeOos(tx, actor, 'decide', input)
  const { results } = await oosFileOf(tx, row.id)
  const retests = results.filter(({ part, caseId }) => part === 'retest' && caseId === row.id)
  const allPass = retests.every(({ verdict }) => verdict === 'PASS')
  if (input.decision === 'confirmed' && row.kind !== 'oos' && allPass) throw new Refusal('oot_passes')
  const isUnproved = !allPass || row.state === 'retesting' || (row.kind === 'oos' && retests.length === 0)
  if (input.decision === 'accepted' && isUnproved) throw new Refusal('oos_unproved')
  await tx
    .updateTable('oosCase')
    .set({ state: input.decision, conclusion: input.conclusion, concludedBy: actor.id, concludedAt: tx.now().toISOString() })
    .where('id', '=', row.id)
    .execute()
  await sign(tx, actor, input.signature, { meaning: oosActions[row.side].decide.signs, table: 'oos_case', id: row.id })
  const { holdId, checkedBy } = await tx
    .selectFrom('oosCase')
    .select(['holdId', 'checkedBy'])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  if (input.decision === 'accepted' && checkedBy !== null)
    await releaseHold(tx, actor, { id: row.id, holdId }, { conclusion: input.conclusion, secondId: checkedBy, evidence: row.requestNo })
  return oosFileOf(tx, row.id)
}
