import { concludeStandards, confirmedIn, judgeUnderEach, verdictUnder } from '#contract/laboratory/conclude.ts'
import { countingResults } from '#contract/laboratory/counting-results.ts'
import { appliedName, type AppliedStandard } from '#contract/laboratory/request.ts'
import type { TestedItem } from '#contract/laboratory/tested-item.ts'
import type { RecordRow, ResultRow } from '#contract/laboratory/record.ts'
import type { Tx } from '#kernel/serve.ts'
import { linesOfVersions, standardsOfEach } from '#server/features/laboratory/inspection/written-results.ts'

/**
 * What every standard says, where lists show it: computed from what is frozen with the inspections, for all rows of a page or a chart together. However many rows
 * there are, it is four statements.
 */

type Law = { standards: AppliedStandard[]; items: TestedItem[] }

/** The standards and the lines of each inspection. Inspections under the same standards share the lines. */
async function lawOfEach(tx: Tx, inspectionIds: readonly string[]): Promise<Map<string, Law>> {
  const standardsById = await standardsOfEach(tx, inspectionIds)
  const linesOf = await linesOfVersions(tx, [...standardsById.values()].flat())
  const shared = new Map<string, Law>()
  const lawById = new Map<string, Law>()
  for (const [id, standards] of standardsById) {
    const key = standards.map(({ versionId }) => versionId).join()
    const law = shared.get(key) ?? { standards, items: linesOf(standards) }
    shared.set(key, law)
    lawById.set(id, law)
  }
  return lawById
}

/** The cases of inspections, by inspection. */
async function casesOfEach(tx: Tx, inspectionIds: readonly string[]) {
  const cases = await tx
    .selectFrom('oosCase')
    .select(['id', 'inspectionId', 'standardItemId as itemId', 'testResultId as resultId', 'state'])
    .where('inspectionId', 'in', [...inspectionIds])
    .orderBy('openedAt')
    .orderBy('id')
    .execute()
  return Map.groupBy(cases, ({ inspectionId }) => inspectionId)
}

/** Every value of inspections, oldest first, by inspection. */
async function valuesOfEach(tx: Tx, inspectionIds: readonly string[]) {
  const values = await tx
    .selectFrom('testResult')
    .select(['id', 'inspectionId', 'standardItemId as itemId', 'source', 'individual', 'words', 'mean', 'part', 'caseId'])
    .where('inspectionId', 'in', [...inspectionIds])
    .orderBy('revision')
    .orderBy('id')
    .execute()
  return Map.groupBy(values, ({ inspectionId }) => inspectionId)
}

/** What each standard says of inspections: nothing yet of those whose results were not submitted. */
export async function judgeInspections(
  tx: Tx,
  rows: readonly Pick<RecordRow, 'id' | 'verdict'>[],
): Promise<Map<string, RecordRow['standards']>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const lawById = await lawOfEach(tx, ids)
  const casesById = await casesOfEach(tx, ids)
  const valuesById = await valuesOfEach(tx, ids)
  return new Map(
    rows.map(({ id, verdict }): [string, RecordRow['standards']] => {
      const { standards, items } = lawById.get(id) ?? { standards: [], items: [] }
      if (verdict === null) return [id, standards.map((one) => ({ name: appliedName(one), authority: one.authority, verdict: null }))]
      const oosCases = casesById.get(id) ?? []
      const concluded = concludeStandards({ standards, items, oosCases }, countingResults(valuesById.get(id) ?? [], oosCases))
      return [id, concluded.map((one) => ({ name: appliedName(one), authority: one.authority, verdict: verdictUnder(one) }))]
    }),
  )
}

/** What each of the standards that ask for it says of a result. */
export async function judgeResults(tx: Tx, resultIds: readonly string[]): Promise<Map<string, ResultRow['judgements']>> {
  if (resultIds.length === 0) return new Map()
  const results = await tx
    .selectFrom('testResult')
    .select(['id', 'inspectionId', 'standardItemId as itemId', 'source', 'individual', 'words', 'mean'])
    .where('id', 'in', [...resultIds])
    .execute()
  const inspectionIds = [...new Set(results.map(({ inspectionId }) => inspectionId))]
  const lawById = await lawOfEach(tx, inspectionIds)
  const casesById = await casesOfEach(tx, inspectionIds)
  return new Map(
    results.map((result) => {
      const item = lawById.get(result.inspectionId)?.items.find(({ id }) => id === result.itemId)
      const isConfirmed = confirmedIn(casesById.get(result.inspectionId) ?? []).has(result.itemId)
      return [result.id, item === undefined ? [] : judgeUnderEach(item, result, isConfirmed)]
    }),
  )
}
