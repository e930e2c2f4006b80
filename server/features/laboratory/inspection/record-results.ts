import type { z } from 'zod'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { testActivity } from '#contract/people/authorisation.ts'
import { isMoisture } from '#contract/laboratory/formula.ts'
import { moistureOf } from '#contract/laboratory/counting-results.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import type { TestResult } from '#contract/laboratory/test-result.ts'
import { judgedBy, type TestedItem } from '#contract/laboratory/tested-item.ts'
import { judgeItem, reasons } from '#contract/laboratory/judge.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { openOos, releaseHold, type Suspected } from '#server/features/cases/oos/open-oos.ts'
import { beginTest } from './begin-test.ts'
import { calculated, type Calculated } from './calculate-result.ts'
import type { MeansInput } from '#contract/laboratory/means.ts'
import { checkedCommissions, refuseUnknownQuotes, writeCommissions } from '#server/features/laboratory/means/commissions.ts'
import { checkedMeans, drawReagents, writeMeans } from '#server/features/laboratory/means/write-means.ts'
import { needAuthorisation } from '#server/features/people/authorisation/need-authorisation.ts'
import { inspectionFileOf } from './queries.ts'
import { takeInspection } from './take-inspection.ts'
import { writeResult } from './written-results.ts'

type Given = z.output<typeof rawInspectionApi.record.input>['results'][number]

/**
 * 录入结果: the analyst writes down what was found, item by item. Each value is judged by its frozen limit at once and is never replaced: one that fails, or
 * looks wrong, opens its case here, before anybody submits anything (I6). An item is written again only after its value was found invalid.
 */
export const recordResults =
  (side: InspectionSide): Handler<typeof rawInspectionApi.record> =>
  async (tx, actor, { id, results, means, draws, environment }) => {
    await takeInspection(tx, actor, side, 'record', id)
    const file = await inspectionFileOf(tx, side, id)
    await needAuthorisation(tx, actor, testsOf(file, results))
    const measured = results.filter(({ source }) => source === 'measured')
    if (measured.length > 0)
      await beginTest(
        tx,
        file,
        measured.every(({ itemId }) => isInvalidated(file, itemId)),
      )
    const suspected: Suspected[] = []
    const made = await madeWith(tx, file, results, means)
    // Moisture first: what is counted on the dried substance may be saved together with it.
    let moisture = moistureOf(file)
    for (const { given, item, at, index } of moistureFirst(file, results)) {
      const { itemId, revision, source, referenceNo, instrument } = given
      const laboratory = made.of(index)?.commission?.name ?? ''
      const earlier = file.results.filter((result) => result.itemId === itemId)
      if ((earlier.at(-1)?.revision ?? 0) !== revision) throw new Refusal('stale')
      const invalidated = invalidatedOf(file, item, given, at)
      const last = earlier.at(-1)
      if (last !== undefined && invalidated === undefined) refuseUnlessCompleting(file, item, last, given, at)
      const values = calculated(item, source, given, moisture, at)
      if (last !== undefined && invalidated === undefined) refuseUnlessSame(item, last, values, at)
      refuseInconclusive(item, source, values, at)

      const written = await writeResult(
        tx,
        actor,
        { inspectionId: id, item, revision: revision + 1 },
        { source, referenceNo, laboratory, instrument, ...values },
        invalidated === undefined
          ? { part: 'first', correction: earlier.length === 0 ? '' : '补录平行结果' }
          : { part: 'repeat', caseId: invalidated.id, correction: '原结果无效，重做' },
      )
      made.writtenAs(index, written.id)
      const again = invalidated === undefined ? null : await endRepeated(tx, actor, invalidated.id, written.suspicion === null)
      const result = { id: written.id, mean: null, individual: values.individual, words: values.words }
      if (written.suspicion !== null && again !== null)
        await openOos(tx, actor, file.inspection, [{ item, result, kind: written.suspicion }], again.holdId)
      else if (written.suspicion !== null) suspected.push({ item, result, kind: written.suspicion })
      if (isMoisture(item.formula)) moisture = moistureOf(await inspectionFileOf(tx, side, id))
    }
    await writeMeans(tx, actor, made.results(), environment)
    await writeCommissions(tx, actor, made.commissions())
    await drawReagents(
      tx,
      actor,
      {
        inspectionId: id,
        used: made.results().map(({ means: used }) => used),
      },
      draws,
    )
    await openOos(tx, actor, file.inspection, suspected)
    return inspectionFileOf(tx, side, id)
  }

/** The method groups that are measured here, each by the first value that it is written for. */
const testsOf = ({ items }: InspectionFile, results: readonly Given[]) =>
  results.flatMap(({ itemId, source }, index) => {
    const item = items.find(({ id }) => id === itemId)
    return item === undefined || source !== 'measured' ? [] : [{ activity: testActivity(item.group), path: `results.${index}` }]
  })

type Written = { given: Given; item: TestedItem; at: string; index: number }

/** The items that are written, moisture before those that are counted without it. Refused when one is no item of the standard, or comes twice. */
function moistureFirst(file: InspectionFile, results: readonly Given[]): Written[] {
  const written = results.map((given, index): Written => {
    const at = `results.${index}`
    const item = file.items.find((candidate) => candidate.id === given.itemId)
    if (item === undefined || results.findIndex((other) => other.itemId === given.itemId) !== index)
      throw new Refusal('invalid_input', [{ path: `${at}.itemId`, message: '不是本标准的检验项目，或重复填写' }])
    return { given, item, at, index }
  })
  const [first, others] = [written.filter(({ item }) => isMoisture(item.formula)), written.filter(({ item }) => !isMoisture(item.formula))]
  return [...first, ...others]
}

/** The case that found the item's value invalid, so that it is written again. Refused when the value may not come from where it does. */
function invalidatedOf({ oosCases }: InspectionFile, item: TestedItem, { source }: Given, at: string) {
  if ((source === 'quoted' && !item.quotedAllowed) || (source === 'outsourced' && !item.outsourcedAllowed))
    throw new Refusal('quote_not_allowed', [{ path: `${at}.source`, message: `${item.name}：请选择本厂检验` }])
  return oosCases.find(({ itemId, state }) => itemId === item.id && state === 'invalidated')
}

const isInvalidated = ({ oosCases }: InspectionFile, id: string) =>
  oosCases.some(({ itemId, state }) => itemId === id && state === 'invalidated')

const kept = (item: TestedItem, last: TestResult, at: string) =>
  new Refusal('result_kept', [{ path: at, message: `${item.name}：已有结果 ${last.mean ?? (last.words || last.individual.join('，'))}` }])

/** Refuses a value for an item that has one, unless the rest of its parallels is missing and comes now. */
function refuseUnlessCompleting({ oosCases }: InspectionFile, item: TestedItem, last: TestResult, { individual, raw }: Given, at: string) {
  const given = Math.max(individual.length, raw.length)
  if (oosCases.some(({ itemId }) => itemId === item.id) || last.reason !== 'too_few_parallels' || given <= last.individual.length)
    throw kept(item, last, at)
}

/** Refuses the rest of the parallels when it changes those that are written. */
function refuseUnlessSame(item: TestedItem, last: TestResult, { individual, raw }: Calculated, at: string) {
  const isSame = (was: readonly unknown[], is: readonly unknown[]) =>
    was.every((one, index) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(is[index])))
  if (!isSame(last.individual, individual) || !isSame(last.raw ?? [], raw ?? [])) throw kept(item, last, at)
}

/** Readings in the order of their names: the database keeps its own. */
const sorted = (one: unknown) =>
  typeof one === 'object' && one !== null ? Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)) : one

/** What each value of the sheet was made with, checked before anything is written; afterwards it is known by the ids of the results. */
async function madeWith(tx: Tx, { inspection, items, sampling }: InspectionFile, results: readonly Given[], sheet: MeansInput | undefined) {
  const values = results.flatMap((given, index) => {
    const item = items.find(({ id }) => id === given.itemId)
    return item === undefined ? [] : [{ index, item, given, at: `results.${index}` }]
  })
  const means = await checkedMeans(tx, values, sheet)
  await refuseUnknownQuotes(
    tx,
    inspection.lotId,
    values.filter(({ item }) => item.quotedAllowed),
  )
  const sampledOn = sampling === null ? '' : dayInShanghai(new Date(sampling.sampledAt))
  const commissions = await checkedCommissions(tx, { inspectionId: inspection.id, sampledOn }, values)
  const made = values.map(({ index, given: { source } }, at) => ({
    index,
    source,
    resultId: '',
    means: means[at] ?? { instrumentIds: [], reagentIds: [] },
    commission: commissions[at] ?? null,
  }))
  const of = (index: number) => made.find((one) => one.index === index)
  return {
    of,
    writtenAs(index: number, resultId: string) {
      const one = of(index)
      if (one !== undefined) one.resultId = resultId
    },
    results: () => made.map(({ resultId, source, means: used }) => ({ id: resultId, source, means: used })),
    commissions: () => made.flatMap(({ resultId, commission }) => (commission === null ? [] : [{ resultId, commission }])),
  }
}

/** Refuses what the limit cannot be compared with; parallels may come one after the other. */
function refuseInconclusive(item: TestedItem, source: Given['source'], { individual, words }: Calculated, at: string) {
  const { verdict, reason } = judgeItem(judgedBy(item, source), { individual, text: words })
  if (verdict === 'INCONCLUSIVE' && reason !== 'too_few_parallels' && reason !== 'parallels_disagree')
    throw new Refusal('invalid_input', [
      { path: `${at}.${words === '' ? 'individual' : 'words'}`, message: `${item.name}：${reasons[reason]}` },
    ])
}

/** The test that an invalid value asked for is done: its case ends. What holds the lot goes with the case of the new value, if that fails too. */
async function endRepeated(tx: Tx, actor: Actor, caseId: string, passes: boolean): Promise<{ holdId: string | null }> {
  const conclusion = '原结果无效，已重做'
  const ended = await tx
    .updateTable('oosCase')
    .set({ state: 'repeated', conclusion, concludedBy: actor.id, concludedAt: tx.now().toISOString() })
    .where('id', '=', caseId)
    .returning(['id', 'holdId', 'invalidatedBy', 'inspectionId'])
    .executeTakeFirstOrThrow()
  if (passes && ended.invalidatedBy !== null)
    await releaseHold(tx, actor, ended, { conclusion, secondId: ended.invalidatedBy, evidence: ended.inspectionId })
  return ended
}
