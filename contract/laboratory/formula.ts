import { z } from 'zod'
import type { Decimal } from 'decimal.js'
import { decimalsOf, exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { keyOf, keysOf } from '#contract/kernel/key-of.ts'
import {
  ash,
  assayByExternalStandard,
  extractives,
  foreignMatter,
  isConstantWeight,
  moistureByDrying,
  moistureByToluene,
  sulphurDioxide,
  volatileOil,
} from './laboratory-formula.ts'

/**
 * 计算公式 (domain §2.2, §3.6): which readings an item of a standard is calculated from. The analyst writes the readings, the server calculates; the
 * screen shows the same calculation while it is typed.
 */

/** One reading: what it is called beside its field, its letter in the sentence of the formula, and its unit. */
export type Reading = { label: string; letter: string; unit: string }

/** The readings of one parallel, by their names, as they were written down. */
export type Readings = Readonly<Record<string, string>>

/** What cannot be about a parallel; `reading` names the field. */
export type ReadingError = { reading: string; message: string }

export type Formula = {
  label: string
  /** Where the calculation stands in the pharmacopoeia. */
  chapter: string
  /** Of this calculation: it is written beside every result, and another calculation gets another number. */
  version: number
  sentence: string
  readings: Readonly<Record<string, Reading>>
  /** How the unit of the limit begins: the calculation gives no other. */
  unit: string
  /** Whether a monograph may ask for the dried substance (按干燥品计算). */
  mayBeDry: boolean
  /** What is wrong with readings that are all numbers. */
  impossible: (given: Readings) => ReadingError[]
  /** The value, undefined where a divisor is nothing. `moisture` is in percent, null where nothing is taken off. */
  value: (given: Readings, moisture: string | null, decimals: number) => string | undefined
}

type Told<Name extends string> = Omit<Formula, 'readings' | 'impossible' | 'value'> & {
  readings: Record<Name, Reading>
  impossible: (of: (name: Name) => Decimal) => (readonly [name: Name, isWrong: boolean, message: string])[]
  value: (of: (name: Name) => string, moisture: string | null, decimals: number) => string | undefined
}

const formula = <Name extends string>({ impossible, value, ...told }: Told<Name>): Formula => ({
  ...told,
  impossible: (given) =>
    impossible((name) => exact(given[name] ?? '')).flatMap(([reading, isWrong, message]) => (isWrong ? [{ reading, message }] : [])),
  value: (given, moisture, decimals) => value((name) => given[name] ?? '', moisture, decimals),
})

const grams = (label: string, letter: string): Reading => ({ label, letter, unit: 'g' })
const sample = grams('取样量', 'W')
const isNothing = (value: Decimal) => value.isZero()
const noSample = '取样量须大于0'

/** Two weighings in mg after each other: 通则0832 second method allows 5 mg, 通则2302 asks for constant weight, 0.3 mg. */
const notConstant = (first: Decimal, second: Decimal, limit: '5' | '0.3') =>
  limit === '0.3' ? !isConstantWeight(first.toFixed(), second.toFixed()) : first.minus(second).abs().greaterThan('0.005')

const ashOf = (label: string): Formula =>
  formula({
    label,
    chapter: '通则2302',
    version: 1,
    sentence: 'X=(W₂−W₀)÷W×100%；W₁、W₂为连续两次炽灼后称重，相差不超过0.3 mg',
    readings: {
      crucible: grams('坩埚重', 'W₀'),
      sample,
      ignited1: grams('炽灼后第1次', 'W₁'),
      ignited2: grams('炽灼后第2次', 'W₂'),
    },
    unit: '%',
    mayBeDry: false,
    impossible: (of) => [
      ['sample', isNothing(of('sample')), noSample],
      ['ignited2', notConstant(of('ignited1'), of('ignited2'), '0.3'), '两次称重相差超过0.3 mg，请再炽灼后称重'],
      ['ignited2', of('ignited2').lessThan(of('crucible')), '炽灼后不能轻于坩埚重，请核对'],
      ['ignited2', of('ignited2').greaterThan(of('crucible').plus(of('sample'))), '炽灼后不能重于坩埚与样品之和，请核对'],
    ],
    value: (of, _moisture, decimals) => ash({ crucible: of('crucible'), ignited: of('ignited2'), sample: of('sample') }, decimals),
  })

/** The formulas there are. `direct`: the reading is the result (a colour, a count, a pH). */
export const formulas = {
  direct: null,
  foreign_matter: formula({
    label: '杂质',
    chapter: '通则2301',
    version: 1,
    sentence: 'X=W₁÷W×100%',
    readings: { foreign: grams('杂质重', 'W₁'), sample },
    unit: '%',
    mayBeDry: false,
    impossible: (of) => [
      ['sample', isNothing(of('sample')), noSample],
      ['foreign', of('foreign').greaterThan(of('sample')), '杂质不能重于取样量，请核对'],
    ],
    value: (of, _moisture, decimals) => foreignMatter({ foreign: of('foreign'), sample: of('sample') }, decimals),
  }),
  moisture_drying: formula({
    label: '水分 烘干法',
    chapter: '通则0832 第二法',
    version: 1,
    sentence: 'X=(W₀+W−W₂)÷W×100%；W₁、W₂为连续两次干燥后称重，相差不超过5 mg',
    readings: {
      dish: grams('称量瓶重', 'W₀'),
      sample,
      dried1: grams('干燥后第1次', 'W₁'),
      dried2: grams('干燥后第2次', 'W₂'),
    },
    unit: '%',
    mayBeDry: false,
    impossible: (of) => [
      ['sample', isNothing(of('sample')), noSample],
      ['dried2', notConstant(of('dried1'), of('dried2'), '5'), '两次称重相差超过5 mg，请再烘干后称重'],
      ['dried2', of('dried2').lessThan(of('dish')), '干燥后不能轻于称量瓶重，请核对'],
      ['dried2', of('dried2').greaterThan(of('dish').plus(of('sample'))), '干燥后不能重于称量瓶与样品之和，请核对'],
    ],
    value: (of, _moisture, decimals) => moistureByDrying({ dish: of('dish'), sample: of('sample'), dried: of('dried2') }, decimals),
  }),
  moisture_toluene: formula({
    label: '水分 甲苯法',
    chapter: '通则0832 第四法',
    version: 1,
    sentence: 'X=V÷W×100%',
    readings: { water: { label: '水量', letter: 'V', unit: 'mL' }, sample },
    unit: '%',
    mayBeDry: false,
    impossible: (of) => [
      ['sample', isNothing(of('sample')), noSample],
      ['water', of('water').greaterThan(of('sample')), '水量不能超过取样量，请核对'],
    ],
    value: (of, _moisture, decimals) => moistureByToluene({ water: of('water'), sample: of('sample') }, decimals),
  }),
  total_ash: ashOf('总灰分'),
  acid_insoluble_ash: ashOf('酸不溶性灰分'),
  extractives: formula({
    label: '浸出物',
    chapter: '通则2201',
    version: 1,
    sentence: 'X=(W₁−W₀)×V÷[W×(1−Q)×V₁]×100%',
    readings: {
      sample,
      extract: { label: '提取液总量', letter: 'V', unit: 'mL' },
      aliquot: { label: '移取量', letter: 'V₁', unit: 'mL' },
      dish: grams('蒸发皿重', 'W₀'),
      dried: grams('干燥后重', 'W₁'),
    },
    unit: '%',
    mayBeDry: true,
    impossible: (of) => [
      ['sample', isNothing(of('sample')), noSample],
      ['extract', isNothing(of('extract')), '提取液总量须大于0'],
      ['aliquot', isNothing(of('aliquot')), '移取量须大于0'],
      ['aliquot', of('aliquot').greaterThan(of('extract')), '移取量不能超过提取液总量，请核对'],
      ['dried', of('dried').lessThan(of('dish')), '干燥后不能轻于蒸发皿重，请核对'],
    ],
    value: (of, moisture, decimals) =>
      extractives(
        {
          dish: of('dish'),
          dried: of('dried'),
          sample: of('sample'),
          extract: of('extract'),
          aliquot: of('aliquot'),
          moisture: moisture ?? '0',
        },
        decimals,
      ),
  }),
  sulphur_dioxide: formula({
    label: '二氧化硫残留 酸碱滴定法',
    chapter: '通则2331 第一法',
    version: 1,
    sentence: 'X=|A−B|×C×0.032×10⁶÷W',
    readings: {
      titrant: { label: '供试品滴定液', letter: 'A', unit: 'mL' },
      blank: { label: '空白滴定液', letter: 'B', unit: 'mL' },
      concentration: { label: '滴定液浓度', letter: 'C', unit: 'mol/L' },
      sample,
    },
    unit: 'mg/kg',
    mayBeDry: false,
    impossible: (of) => [
      ['concentration', isNothing(of('concentration')), '滴定液浓度须大于0'],
      ['sample', isNothing(of('sample')), noSample],
    ],
    value: (of, _moisture, decimals) =>
      sulphurDioxide({ titrant: of('titrant'), blank: of('blank'), concentration: of('concentration'), sample: of('sample') }, decimals),
  }),
  volatile_oil: formula({
    label: '挥发油',
    chapter: '通则2204',
    version: 1,
    sentence: 'X=V÷W×100%',
    readings: { oil: { label: '挥发油量', letter: 'V', unit: 'mL' }, sample },
    unit: '%',
    mayBeDry: false,
    impossible: (of) => [
      ['sample', isNothing(of('sample')), noSample],
      ['oil', of('oil').greaterThan(of('sample')), '挥发油量不能超过取样量，请核对'],
    ],
    value: (of, _moisture, decimals) => volatileOil({ oil: of('oil'), sample: of('sample') }, decimals),
  }),
  assay_external: formula({
    label: '含量测定 外标法',
    chapter: '通则0512、0521',
    version: 1,
    sentence: 'X=A×C×f÷[A₀×W×(1−Q)×1000]×100%',
    readings: {
      referenceArea: { label: '对照品峰面积', letter: 'A₀', unit: '' },
      referenceConcentration: { label: '对照品浓度', letter: 'C', unit: 'mg/mL' },
      sample,
      volume: { label: '稀释体积', letter: 'f', unit: 'mL' },
      sampleArea: { label: '供试品峰面积', letter: 'A', unit: '' },
    },
    unit: '%',
    mayBeDry: true,
    impossible: (of) => [
      ['referenceArea', isNothing(of('referenceArea')), '对照品峰面积须大于0'],
      // No detector is linear over so wide a range; a peak that is not there is nothing.
      [
        'referenceArea',
        !isNothing(of('sampleArea')) && of('referenceArea').greaterThan(of('sampleArea').times(10_000)),
        '两个峰面积相差超过一万倍，请核对',
      ],
      ['referenceConcentration', isNothing(of('referenceConcentration')), '对照品浓度须大于0'],
      ['sample', isNothing(of('sample')), noSample],
      ['volume', isNothing(of('volume')), '稀释体积须大于0'],
    ],
    value: (of, moisture, decimals) =>
      assayByExternalStandard(
        {
          sampleArea: of('sampleArea'),
          referenceArea: of('referenceArea'),
          referenceConcentration: of('referenceConcentration'),
          volume: of('volume'),
          sample: of('sample'),
          moisture,
        },
        decimals,
      ),
  }),
} satisfies Record<string, Formula | null>
export type FormulaName = keyof typeof formulas
export const formulaName = keyOf(formulas, '请选择计算公式')
export const calculatedBy = formulaName.exclude(['direct'])

/** What a formula is called in a list. */
export const formulaLabel = (name: FormulaName) => formulas[name]?.label ?? '直接读数'

/** Whether a formula gives the moisture that others are counted without. */
export const isMoisture = (name: FormulaName) => name === 'moisture_drying' || name === 'moisture_toluene'

/** One reading as it is sent: nothing that is read from an instrument is below nothing. */
const reading = z.string('请填写读数').regex(/^(0|[1-9]\d{0,8})(\.\d{1,6})?$/, '请填写读数，最多6位小数')
/** The readings of one parallel, by name; which names there are, the formula of the item says. */
const readings = z.record(z.string().max(30, '没有这种读数'), reading)
export const readingsOfParallels = z.array(readings).max(6, '平行份数最多6份')

/** The readings of a formula that is none of the item's kind are none. */
const named = (of: Formula, given: Readings): ReadingError[] => [
  ...keysOf(of.readings).flatMap((name) =>
    isDecimal(given[name] ?? '') ? [] : [{ reading: name, message: `请填写${of.readings[name]?.label ?? name}` }],
  ),
  ...Object.keys(given).flatMap((name) => (Object.hasOwn(of.readings, name) ? [] : [{ reading: name, message: '该公式没有这种读数' }])),
]

/** The most that is weighed, measured or dissolved in a laboratory, by its unit: more is a slip of typing. */
const most: Readonly<Record<string, string>> = { g: '10000', mL: '10000', 'mg/mL': '1000', 'mol/L': '20' }

const tooMuch = (of: Formula, given: Readings): ReadingError[] =>
  Object.entries(of.readings).flatMap(([reading, { label, unit }]) => {
    const limit = most[unit]
    return limit !== undefined && exact(given[reading] ?? '').greaterThan(limit)
      ? [{ reading, message: `${label}不能超过${limit} ${unit}，请核对` }]
      : []
  })

/**
 * One parallel calculated from its readings, rounded to the limit's decimals and one more; or what is wrong with the readings. `moisture` is the percentage
 * that is taken off, null where none is.
 */
export function calculate(
  of: Formula,
  given: Readings,
  moisture: string | null,
  limit: string,
): { value: string; errors: [] } | { value: undefined; errors: ReadingError[] } {
  const missing = named(of, given)
  const errors = missing.length > 0 ? missing : [...tooMuch(of, given), ...of.impossible(given)]
  if (errors.length > 0) return { value: undefined, errors }
  const decimals = Math.max(...(limit.match(/\d+(\.\d+)?/g) ?? []).map(decimalsOf), 0) + 1
  const value = of.value(given, moisture, decimals)
  return value === undefined ? { value, errors: [{ reading: 'sample', message: '无法计算，请核对取样量与水分' }] } : { value, errors: [] }
}

/** The readings as they are printed: name, letter, number, unit. */
export const readingsSentence = (of: Formula, given: Readings) =>
  keysOf(of.readings)
    .map((name) => {
      const { label, letter, unit } = of.readings[name] ?? { label: name, letter: '', unit: '' }
      return `${label}${letter} ${given[name] ?? '—'}${unit && ` ${unit}`}`
    })
    .join('，')
