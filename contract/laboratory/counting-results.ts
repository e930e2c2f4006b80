import { isMoisture } from './formula.ts'
import type { InspectionFile, OosCase } from './inspection-file.ts'
import type { TestResult } from './test-result.ts'

/**
 * The result that counts for each item: the last one written, but for retests, which count once quality assurance has accepted them, and for
 * a value that a case confirmed, which then counts for good. An item whose value was found invalid has none until it is done again.
 */
export function countingResults<Result extends Pick<TestResult, 'id' | 'itemId' | 'part' | 'caseId'>>(
  results: readonly Result[],
  cases: readonly Pick<OosCase, 'id' | 'itemId' | 'resultId' | 'state'>[],
): Map<string, Result> {
  const invalid = new Set(
    cases.filter(({ state }) => state === 'invalidated' || state === 'repeated' || state === 'corrected').map(({ resultId }) => resultId),
  )
  const accepted = new Set(cases.filter(({ state }) => state === 'accepted').map(({ id }) => id))
  const counting = new Map<string, Result>()
  for (const result of results) {
    const counts = result.part === 'retest' ? result.caseId !== null && accepted.has(result.caseId) : !invalid.has(result.id)
    if (counts) counting.set(result.itemId, result)
  }
  for (const { state, resultId, itemId } of cases) {
    const confirmed = state === 'confirmed' ? results.find(({ id }) => id === resultId) : undefined
    if (confirmed !== undefined) counting.set(itemId, confirmed)
  }
  return counting
}

type Written = Pick<InspectionFile, 'items' | 'results' | 'oosCases'>

/** The moisture that is taken off where an item is counted on the dried substance: the counting result of the inspection, if it is a number that stands. */
export function moistureOf({ items, results, oosCases }: Written): { id: string; mean: string } | undefined {
  const item = items.find(({ formula }) => isMoisture(formula))
  const result = item && countingResults(results, oosCases).get(item.id)
  return result === undefined || result.mean === null || result.verdict === 'INCONCLUSIVE'
    ? undefined
    : { id: result.id, mean: result.mean }
}

/** Counting results that were calculated with a moisture that no longer counts. A confirmed failure stands as it is. */
export function staleResults(file: Written): TestResult[] {
  const counting = countingResults(file.results, file.oosCases)
  const moistures = new Set([...counting.values()].map(({ id }) => id))
  return [...counting.values()].filter(
    ({ itemId, moistureResultId }) =>
      moistureResultId !== null &&
      !moistures.has(moistureResultId) &&
      !file.oosCases.some((one) => one.itemId === itemId && one.state === 'confirmed'),
  )
}
