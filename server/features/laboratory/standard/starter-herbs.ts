import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { keysOf } from '#contract/kernel/key-of.ts'
import { isMoisture, type FormulaName } from '#contract/laboratory/formula.ts'
import { usualMeasuring, type ItemGroup, type StandardItemInput } from '#contract/laboratory/standard-item.ts'
import { materialClasses } from '#contract/making/material.ts'

const limit = z.strictObject({
  item: z.string(),
  op: z.enum(['le', 'ge']),
  limit: z.string(),
  unit: z.string(),
  method: z.string().optional(),
})
export type HerbLimit = z.infer<typeof limit>
const limitsOf = z.strictObject({ of: z.string(), limits: z.array(limit).min(1) })
const herb = z.strictObject({
  code: z.string(),
  name: z.string(),
  initials: z.string(),
  latin: z.string(),
  species: z.array(z.string()).min(1),
  part: z.string(),
  class: z.enum(keysOf(materialClasses)),
  origin: z.string(),
  harvest: z.string(),
  storage: z.string(),
  retestMonths: z.int(),
  toxic: z.boolean().default(false),
  precious: z.boolean().default(false),
  growthYears: z.boolean().default(false),
  crude: z.array(limitsOf),
  pieces: z.array(limitsOf),
})
export type Herb = z.infer<typeof herb>
const herbsFile = z.strictObject({
  note: z.string(),
  /** The edition of the book that the limits were copied from. */
  edition: z.string(),
  herbs: z.array(herb),
  methods: z.array(z.strictObject({ name: z.string(), how: z.string(), auxiliary: z.string(), record: z.string() })),
})

/** The herbs and processing methods that are shipped. The file leaves out every limit on which sources disagree or that only one names. */
export const readHerbs = () => herbsFile.parse(JSON.parse(readFileSync(new URL('./starter-herbs.json', import.meta.url), 'utf8')))

const isOutsourced = (item: string) => /黄曲霉|玉米赤霉/.test(item)

export const groupOf = (item: string): ItemGroup =>
  /浸出物/.test(item) ? '浸出物' : /水分|灰分|杂质/.test(item) || isOutsourced(item) ? '检查' : '含量测定'

/** The general chapter by which an item is tested where the source names none: one chapter for one kind of item. Which assay is meant the monograph alone says. */
export const methodOf = ({ item, method }: HerbLimit): string => method ?? [...chapters].find(([, kind]) => kind.test(item))?.[0] ?? ''
const chapters = [
  ['0832', /水分/],
  ['2302', /灰分/],
  ['2201', /浸出物/],
  ['2301', /杂质/],
  ['2351', /黄曲霉|玉米赤霉/],
] as const
/** How a herb looks is described and examined as chapter 0212 says. */
export const lookMethod = '0212'

/** The formula of a limit, where the chapter that its method names leaves no doubt (domain §3.6). */
function formulaOf({ item, method = '', unit }: HerbLimit): FormulaName {
  if (!unit.startsWith('%')) return 'direct'
  if (item === '水分') return method === '0832二法' ? 'moisture_drying' : method === '0832四法' ? 'moisture_toluene' : 'direct'
  if (item === '总灰分') return 'total_ash'
  if (item === '酸不溶性灰分') return 'acid_insoluble_ash'
  if (item === '杂质') return 'foreign_matter'
  if (/浸出物/.test(item)) return 'extractives'
  return method === '0512' ? 'assay_external' : 'direct'
}

/** How each limit of a standard is measured. Extractives and assays count on the dried substance, so they are calculated only where the moisture is. */
export function measuringOf(limits: readonly HerbLimit[]): { formula: FormulaName; dryBasis: boolean }[] {
  const formulas = limits.map(formulaOf)
  const hasMoisture = formulas.some(isMoisture)
  return formulas.map((formula) => {
    const needsMoisture = formula === 'extractives' || formula === 'assay_external'
    return needsMoisture && !hasMoisture ? { formula: 'direct', dryBasis: false } : { formula, dryBasis: needsMoisture }
  })
}

const unlimited = {
  ...usualMeasuring,
  low: '',
  high: '',
  internalLow: '',
  internalHigh: '',
  isMandatory: true,
  quotedAllowed: false,
}
const look: StandardItemInput = {
  ...unlimited,
  group: '性状',
  name: '性状',
  specText: '应符合规定',
  op: 'qualitative',
  unit: '',
  method: lookMethod,
  parallels: 1,
  outsourcedAllowed: false,
}

/** The lines of a standard: how the herb looks, then its limits. */
export const itemsOf = (limits: readonly HerbLimit[]): StandardItemInput[] => [
  look,
  ...limits.map((line, at): StandardItemInput => ({
    ...unlimited,
    ...measuringOf(limits)[at],
    group: groupOf(line.item),
    name: line.item,
    specText: '',
    op: line.op,
    [line.op === 'le' ? 'high' : 'low']: line.limit,
    unit: line.unit,
    method: methodOf(line),
    parallels: 2,
    outsourcedAllowed: isOutsourced(line.item),
  })),
]
