import { elementAt } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import type { StandardAuthority } from './authority.ts'
import type { TestedItem } from './tested-item.ts'

/** One line of one of the standards that apply to a lot. */
export type StandardLine = Omit<TestedItem, 'decides' | 'others' | 'line'>

/**
 * What is tested where several standards apply: an item that several of them ask for by the same group, name and unit is one measurement, held under the line
 * of the first of them, measured as that one says, and judged by all. The lines come in the order of their standards, the one that leads first.
 */
export function mergeItems(lines: readonly StandardLine[]): TestedItem[] {
  const deciding = decidingAuthority(lines.map(({ authority }) => authority))
  const twins = Map.groupBy(lines, ({ group, name, unit, op }) => [group, name, unit, op === 'qualitative' || op === 'absent'].join('/'))
  return [...twins.values()].map((same, index): TestedItem => {
    const lead = elementAt(same, 0)
    const measured = measuredAs(lead, same)
    return {
      ...lead,
      formula: measured.formula,
      dryBasis: measured.dryBasis,
      line: index + 1,
      decides: lead.authority === deciding,
      method: same.find(({ method }) => method !== '')?.method ?? '',
      parallels: Math.max(...same.map(({ parallels }) => parallels)),
      isMandatory: same.some(({ isMandatory }) => isMandatory),
      quotedAllowed: same.every(({ quotedAllowed }) => quotedAllowed),
      outsourcedAllowed: same.every(({ outsourcedAllowed }) => outsourcedAllowed),
      deviationLimit: tightest(same.flatMap(({ deviationLimit }) => deviationLimit ?? [])),
      others: same.slice(1).map(({ standardVersionId, standardName, authority, specText, op, limit, internal, unit }) => ({
        ...{ standardVersionId, standardName, authority, specText, op, limit, internal, unit },
        decides: authority === deciding,
      })),
    }
  })
}

/**
 * The line that says by which formula an item is calculated: the first, and where it leaves the formula open the next of the law's or of the firm's own. A
 * monograph that names a chapter alone does not say which of its methods is meant; the firm's own standard does (`measuring_line` says the same).
 */
const measuredAs = (lead: StandardLine, same: readonly StandardLine[]): StandardLine =>
  lead.formula === 'direct' && (lead.op === 'le' || lead.op === 'ge' || lead.op === 'range')
    ? (same.find(({ formula, authority }) => formula !== 'direct' && authority !== 'customer') ?? lead)
    : lead

const tightest = (limits: readonly string[]): string | null => limits.toSorted((a, b) => exact(a).comparedTo(b))[0] ?? null

/** The law decides about conformity where it has a standard, else the firm's own does; a customer's never. */
export const decidingAuthority = (authorities: readonly StandardAuthority[]): StandardAuthority =>
  authorities.includes('legal') ? 'legal' : 'internal'
