import type { StandardAuthority } from './authority.ts'
import type { InspectionFile } from './inspection-file.ts'
import { printedResult, type TestResult } from './test-result.ts'
import { judgedBy, type TestedItem } from './tested-item.ts'
import { decidingAuthority } from './merge-items.ts'
import { conclusionSentence, gapsIn } from './report.ts'
import { judgeItem, type Verdict } from './judge.ts'

type Line = Pick<TestedItem, 'standardVersionId' | 'standardName' | 'authority' | 'specText' | 'op' | 'limit' | 'decides'>
type Value = Pick<TestResult, 'source' | 'individual' | 'words' | 'mean'>
type Standings = readonly Pick<InspectionFile['oosCases'][number], 'itemId' | 'state'>[]
/** What one of the standards says of an inspection. */
export type Concluded = {
  versionId: string
  name: string
  authority: StandardAuthority
  customerId: string | null
  customer: string
  conforms: boolean
  items: { group: string; name: string; specText: string; result: string; verdict: Verdict }[]
}

/**
 * Each standard by itself: its own items, judged by its own limits. A case that was confirmed speaks for the value under the standards that decide. A standard of
 * which a mandatory item was not tested is not kept.
 */
export function concludeStandards(
  { standards, items, oosCases }: Pick<InspectionFile, 'standards' | 'items'> & { oosCases: Standings },
  results: ReadonlyMap<string, Value>,
): Concluded[] {
  const confirmed = confirmedIn(oosCases)
  return standards.map(({ versionId, name, authority, customerId, customer }) => {
    const asked = items.flatMap((item) => {
      const line = [item, ...item.others].find(({ standardVersionId }) => standardVersionId === versionId)
      return line === undefined ? [] : [{ item, line }]
    })
    const tested = asked.flatMap(({ item, line }) => {
      const result = results.get(item.id)
      if (result === undefined) return []
      const verdict = verdictBy(item, line, result, confirmed.has(item.id))
      return [{ group: item.group, name: item.name, specText: line.specText, result: printedResult(item, result), verdict }]
    })
    const isWhole = asked.every(({ item }) => !item.isMandatory || results.has(item.id))
    const conforms = isWhole && tested.length > 0 && tested.every(({ verdict }) => verdict === 'PASS')
    return { versionId, name, authority, customerId, customer, conforms, items: tested }
  })
}

/** What a report says of the whole: by which standards it is decided, what they leave open, and the sentence. */
export function concludeReport(
  file: Pick<InspectionFile, 'standards' | 'items' | 'oosCases'>,
  results: ReadonlyMap<string, TestResult>,
  conforms: boolean,
) {
  const concluded = concludeStandards(file, results)
  const deciding = decidingAuthority(concluded.map(({ authority }) => authority))
  const basis = concluded.flatMap(({ authority, name }) => (authority === deciding ? [name] : [])).join('、')
  const decided = file.items.filter(({ decides }) => decides)
  const gaps = gapsIn(decided.map((item) => ({ ...item, isTested: results.has(item.id) })))
  // The standard that leads is the table of the report; the others follow it.
  const others = concluded.slice(1).map(({ versionId: _, customerId: __, ...one }) => one)
  return { concluded, basis, decided, gaps, others, conclusion: conclusionSentence({ basis, conforms, gaps, others }) }
}

/** Items whose failure was confirmed. */
export const confirmedIn = (cases: Standings) => new Set(cases.flatMap(({ itemId, state }) => (state === 'confirmed' ? [itemId] : [])))

/** The verdict of one standard: failed with its first failing item, open while a mandatory item has no result. */
export const verdictUnder = ({ conforms, items }: Concluded): Verdict =>
  conforms ? 'PASS' : items.some(({ verdict }) => verdict === 'FAIL') ? 'FAIL' : 'INCONCLUSIVE'

/** What each of the standards that ask for an item says of its value, the one that leads first. */
export const judgeUnderEach = (item: TestedItem, result: Value, isConfirmed: boolean) =>
  [item, ...item.others].map((line) => ({
    name: line.standardName,
    authority: line.authority,
    specText: line.specText,
    verdict: verdictBy(item, line, result, isConfirmed),
  }))

/** A value by the limit of one line alone; a failure that was confirmed stands under the standards that decide. */
function verdictBy(item: TestedItem, { op, limit, decides }: Line, result: Value, isConfirmed: boolean): Verdict {
  if (decides && isConfirmed) return 'FAIL'
  const alone = { ...judgedBy(item, result.source), op, limit, internal: null, decides: true, others: [] }
  return judgeItem(alone, { individual: result.individual, text: result.words }).verdict
}
