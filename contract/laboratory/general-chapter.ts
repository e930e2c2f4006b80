import type { FormulaName } from './formula.ts'
import { usualMeasuring, type StandardItemInput } from './standard-item.ts'

/** What a standard is of, as far as the general chapters ask about it. */
export type GeneralSubject = { of: 'material' | 'product'; isHerb: boolean; herb: string; isMineral: boolean }

/** Where chapter 0212 allows 400 mg/kg of sulphur dioxide. 山药 stands in it as well, but its slices have a limit of their own: the monograph must say which. */
const sulphured = new Set(['牛膝', '粉葛', '天冬', '天麻', '天花粉', '白及', '白芍', '白术', '党参'])
const ownSulphurLimit = new Set(['山药'])

const line = (name: string, high: string, unit: string, method: string, formula: FormulaName = 'direct'): StandardItemInput => ({
  ...usualMeasuring,
  formula,
  ...{ group: '检查', name, specText: `不得过${high}${unit}（通则0212）`, op: 'le', low: '', high, internalLow: '', internalHigh: '' },
  ...{ unit, method, parallels: 2, isMandatory: true, quotedAllowed: false, outsourcedAllowed: false },
})

/** What the pharmacopoeia's chapter 0212 asks of every herb or slice whose monograph does not say otherwise (domain §3.4). */
export function generalItems({ of, isHerb, herb, isMineral }: GeneralSubject): StandardItemInput[] {
  if (!isHerb) return []
  const ofSlices = of === 'product' ? [line('水分', '13', '%', '通则0832'), line('药屑及杂质', '3', '%', '通则2301', 'foreign_matter')] : []
  const sulphur =
    isMineral || ownSulphurLimit.has(herb) ? [] : [line('二氧化硫残留量', sulphured.has(herb) ? '400' : '150', 'mg/kg', '通则2331')]
  return [...ofSlices, ...sulphur]
}

/** What kind of thing an item is about, whatever the monograph calls it. */
const kinds = [/水分|干燥失重/, /杂质/, /二氧化硫/]

/** Those of them about which a standard is silent. */
export const missingGeneral = (
  general: readonly StandardItemInput[],
  items: readonly Pick<StandardItemInput, 'name'>[],
): StandardItemInput[] =>
  general.filter(({ name: wanted }) => {
    const kind = kinds.find((pattern) => pattern.test(wanted))
    return !items.some(({ name }) => kind?.test(name) ?? name === wanted)
  })
