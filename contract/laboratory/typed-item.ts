import { formulaLabel, type FormulaName } from './formula.ts'
import type { StandardItemInput } from './standard-item.ts'

/** Which formulas a chapter of the pharmacopoeia gives, by its number in the method, or by what the item is called where no method is named. */
const chapters = [
  { chapter: /0832/, name: /水分|干燥失重/, formulas: ['moisture_drying', 'moisture_toluene'] },
  { chapter: /2302/, name: /灰分/, formulas: ['total_ash', 'acid_insoluble_ash'] },
  { chapter: /2201/, name: /浸出物/, formulas: ['extractives'] },
  { chapter: /2301/, name: /杂质/, formulas: ['foreign_matter'] },
  { chapter: /2331/, name: /二氧化硫/, formulas: ['sulphur_dioxide'] },
  { chapter: /2204/, name: /挥发油/, formulas: ['volatile_oil'] },
] as const satisfies readonly { chapter: RegExp; name: RegExp; formulas: readonly FormulaName[] }[]

type Measured = Pick<StandardItemInput, 'group' | 'name' | 'op' | 'unit' | 'method' | 'formula'>

/**
 * The formulas by which an item could be calculated from readings while its line has none: the analyst types its result, and nobody can follow it to the
 * balance. Empty for a line that has its formula, and for what no formula is kept for.
 */
export function formulasFor({ group, name, op, unit, method, formula }: Measured): readonly FormulaName[] {
  if (formula !== 'direct' || op === 'qualitative' || op === 'absent' || op === 'eq') return []
  const found = chapters.find((one) => one.chapter.test(method)) ?? chapters.find((one) => one.name.test(name))
  if (found !== undefined) return found.formulas
  const isAssay = group === '含量测定' && unit.startsWith('%') && (method === '' || /0512|0521/.test(method))
  return isAssay ? ['assay_external'] : []
}

/** What of a standard the analyst will type although it could be calculated. Whoever approves the standard reads these names and accepts them, or sends it back. */
export const typedItems = (items: readonly Measured[]): string[] =>
  items.filter((item) => formulasFor(item).length > 0).map(({ name }) => name)

/** By which formula a line could be calculated, as its editor says it. */
export const couldBe = (item: Measured): string => formulasFor(item).map(formulaLabel).join('、')
