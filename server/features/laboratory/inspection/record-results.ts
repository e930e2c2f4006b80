import type { z } from 'zod'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { judgedBy, type InspectionFile, type InspectionSide, type TestedItem, type TestResult } from '#contract/laboratory/inspection.ts'
import { impossibleIn, judgeItem, reasons } from '#contract/laboratory/judge.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { openOos, releaseHold, type Suspected } from '#server/features/cases/oos/open-oos.ts'
import type { MeansInput } from '#contract/laboratory/means.ts'
import { checkedCommissions, refuseUnknownQuotes, writeCommissions } from '#server/features/laboratory/means/commissions.ts'
import { checkedMeans, drawReagents, writeMeans } from '#server/features/laboratory/means/write-means.ts'
import { inspectionFileOf } from './queries.ts'
import { takeInspection } from './take-inspection.ts'
import { refuseImpossible, writeResult } from './written-results.ts'

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
    const suspected: Suspected[] = []
    const made = await madeWith(tx, file, results, means)
    for (const [index, { itemId, revision, means: _, commission: __, ...found }] of results.entries()) {
      const at = `results.${index}`
      const item = file.items.find((candidate) => candidate.id === itemId)
      if (item === undefined || results.findIndex((other) => other.itemId === itemId) !== index)
        throw new Refusal('invalid_input', [{ path: `${at}.itemId`, message: '不是本标准的检验项目，或重复填写' }])
      const earlier = file.results.filter((result) => result.itemId === itemId)
      if ((earlier.at(-1)?.revision ?? 0) !== revision) throw new Refusal('stale')
      const invalidated = refuseUnlessWanted(file, item, earlier.at(-1), found, at)
      refuseInconclusive(item, found, at)

      const written = await writeResult(
        tx,
        actor,
        { inspectionId: id, item, revision: revision + 1 },
        { ...found, laboratory: made.of(index)?.commission?.name ?? '' },
        invalidated === undefined
          ? { part: 'first', correction: earlier.length === 0 ? '' : '补录平行结果' }
          : { part: 'repeat', caseId: invalidated.id, correction: '原结果无效，重做' },
      )
      made.writtenAs(index, written.id)
      const again = invalidated === undefined ? null : await endRepeated(tx, actor, invalidated.id, written.suspicion === null)
      const result = { id: written.id, mean: null, individual: found.individual, words: found.words }
      if (written.suspicion !== null && again !== null)
        await openOos(tx, actor, file.inspection, [{ item, result, kind: written.suspicion }], again.holdId)
      else if (written.suspicion !== null) suspected.push({ item, result, kind: written.suspicion })
    }
    await writeMeans(tx, actor, made.results(), environment)
    await writeCommissions(tx, actor, made.commissions())
    await drawReagents(tx, actor, id, draws)
    await openOos(tx, actor, file.inspection, suspected)
    return inspectionFileOf(tx, side, id)
  }

/** What each value of the sheet was made with, checked before anything is written; afterwards it is known by the ids of the results. */
async function madeWith(tx: Tx, { inspection, items }: InspectionFile, results: readonly Given[], sheet: MeansInput | undefined) {
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
  const commissions = await checkedCommissions(tx, inspection.id, values)
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

/** Refuses a value for an item that has one, unless that one was found invalid or the rest of its parallels was missing. Gives back the case that asks for it. */
function refuseUnlessWanted(
  { oosCases }: InspectionFile,
  item: TestedItem,
  last: TestResult | undefined,
  found: Pick<Given, 'source' | 'individual' | 'words'>,
  at: string,
) {
  if ((found.source === 'quoted' && !item.quotedAllowed) || (found.source === 'outsourced' && !item.outsourcedAllowed))
    throw new Refusal('quote_not_allowed', [{ path: `${at}.source`, message: `${item.name}：请选择本厂检验` }])
  if (last === undefined) return undefined
  const ofItem = oosCases.filter((one) => one.itemId === item.id)
  const invalidated = ofItem.find(({ state }) => state === 'invalidated')
  if (invalidated !== undefined) return invalidated
  const completes =
    ofItem.length === 0 &&
    last.reason === 'too_few_parallels' &&
    found.individual.length > last.individual.length &&
    last.individual.every((value, index) => found.individual[index] === value)
  if (!completes)
    throw new Refusal('result_kept', [
      { path: at, message: `${item.name}：已有结果 ${last.mean ?? (last.words || last.individual.join('，'))}` },
    ])
  return undefined
}

/** Refuses what no measurement can give, and what the limit cannot be compared with; parallels may come one after the other. */
function refuseInconclusive(item: TestedItem, found: Pick<Given, 'source' | 'individual' | 'words'>, at: string) {
  const measured = { individual: found.individual, text: found.words }
  refuseImpossible(impossibleIn(item, measured), at, item.name)
  const { verdict, reason } = judgeItem(judgedBy(item, found.source), measured)
  if (verdict === 'INCONCLUSIVE' && reason !== 'too_few_parallels' && reason !== 'parallels_disagree')
    throw new Refusal('invalid_input', [
      { path: `${at}.${found.words === '' ? 'individual' : 'words'}`, message: `${item.name}：${reasons[reason]}` },
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
