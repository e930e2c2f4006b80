import { Decimal } from 'decimal.js'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { decimalsOf } from '#contract/kernel/exact-decimal.ts'
import type { FormulaName } from '#contract/laboratory/formula.ts'
import type { TestedItem } from '#contract/laboratory/tested-item.ts'

type Raw = Record<string, string>
export type Finding = { individual: string[] } | { words: string } | { raw: Raw[] }

/** The moisture that the readings of the demo are made with; the laboratory calculates with the one it found, which is near. */
const usualMoisture = '12'

/**
 * Believable parallels for an item, well within its limit or plainly outside. `lean`, between -1 and 1, says by how much a good one is better or worse
 * than usual.
 */
export function findingFor(item: TestedItem, pass: boolean, lean = 0): Finding {
  if (item.op === 'qualitative') return { words: pass ? '符合规定' : '不符合规定' }
  if (item.op === 'absent') return { words: pass ? '未检出' : '检出' }
  // The two ends of a range, or the one number there is.
  const ends = item.op === 'range' ? item.limit.split('～') : [item.limit]
  const middle = new Decimal(elementAt(ends, 0)).plus(elementAt(ends, -1)).div(2)
  const factor = pass ? (item.op === 'ge' ? '1.12' : item.op === 'le' ? '0.82' : '1') : item.op === 'ge' ? '0.8' : '1.3'
  const usual = middle.times(factor).times(pass ? 1 + lean * 0.08 : 1)
  // What passes keeps the firm's own limit as well, and those of the other standards.
  const tighter = [item.internal, ...item.others.flatMap(({ op, limit, internal }) => (op === item.op ? [limit, internal] : []))]
  const value =
    !pass || item.op === 'range' ? usual : Decimal[item.op === 'ge' ? 'max' : 'min'](usual, ...tighter.filter((limit) => limit !== null))
  const decimals = decimalsOf(elementAt(ends, 0)) + 1
  const step = new Decimal(10).pow(-decimals)
  return measuredAs(
    item,
    Array.from({ length: item.parallels }, (_, index) => value.plus(step.times(index)).toFixed(decimals)),
  )
}

/** Parallels that keep the standard and not the firm's own narrower limit. */
export function betweenLimits(item: TestedItem): Finding {
  const value = new Decimal(item.limit)
    .plus(present(item.internal))
    .div(2)
    .toFixed(decimalsOf(item.limit) + 1)
  return measuredAs(
    item,
    Array.from({ length: item.parallels }, () => value),
  )
}

/** Parallels of an item as the analyst writes them: as values, or as the readings that its formula makes them of. */
export function measuredAs(item: TestedItem, individual: string[]): { individual: string[] } | { raw: Raw[] } {
  const { formula, dryBasis } = item
  return formula === 'direct'
    ? { individual }
    : { raw: individual.map((value) => readingsOf[formula](new Decimal(value).div(100), dryBasis ? usualMoisture : '0')) }
}

/** Moisture by toluene as it is written for these values: what the standard of 当归 asks for. */
export const waterRead = (...values: string[]) => ({
  raw: values.map((value) => readingsOf.moisture_toluene(new Decimal(value).div(100), '0')),
})

const grams = (value: Decimal) => value.toDecimalPlaces(6).toFixed()

const ash = (share: Decimal): Raw => {
  const ignited = new Decimal('28.4321').plus(share.times(3))
  return { crucible: '28.4321', sample: '3.0000', ignited1: grams(ignited.plus('0.0002')), ignited2: grams(ignited) }
}

/** Readings from which each formula makes a share of the whole, on the substance without that much moisture. */
const readingsOf: Record<Exclude<FormulaName, 'direct'>, (share: Decimal, moisture: string) => Raw> = {
  foreign_matter: (share) => ({ foreign: grams(share.times(500)), sample: '500.0' }),
  moisture_drying: (share) => {
    const dried = new Decimal('30.1234').minus(share.times(5))
    return { dish: '25.1234', sample: '5.0000', dried1: grams(dried.plus('0.0012')), dried2: grams(dried) }
  },
  moisture_toluene: (share) => ({ water: grams(share.times(50)), sample: '50.00' }),
  total_ash: ash,
  acid_insoluble_ash: ash,
  extractives: (share, moisture) => ({
    sample: '4.0000',
    extract: '100.0',
    aliquot: '25.00',
    dish: '60.1234',
    dried: grams(share.times(dry(moisture)).plus('60.1234')),
  }),
  // A share of a hundred here is 1 mg/kg: the limit is no percentage.
  sulphur_dioxide: (share) => ({
    titrant: grams(share.times(100).div(32).plus('0.05')),
    blank: '0.05',
    concentration: '0.01',
    sample: '10.0000',
  }),
  volatile_oil: (share) => ({ oil: grams(share.times(50)), sample: '50.00' }),
  assay_external: (share, moisture) => ({
    referenceArea: '1843.2',
    referenceConcentration: '0.05',
    sample: '0.5000',
    volume: '50',
    sampleArea: grams(share.times('1843.2').times('0.5').times(dry(moisture)).times(1000).div('2.5')),
  }),
}

const dry = (moisture: string) => new Decimal(1).minus(new Decimal(moisture).div(100))
