import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import type { TestResult } from '#contract/laboratory/test-result.ts'
import type { TestedItem } from '#contract/laboratory/tested-item.ts'
import { calculate, isMoisture, type Readings } from '#contract/laboratory/formula.ts'
import { moistureOf } from '#contract/laboratory/counting-results.ts'
import { formulaOf, judgedBy, limitsOf } from '#contract/laboratory/tested-item.ts'
import { judgeItem, measuredIn } from '#contract/laboratory/judge.ts'
import type { MeansInput } from '#contract/laboratory/means.ts'

/** What is written in the cells of one item. */
export type Cells = {
  cells: string[]
  /** The readings of each parallel, where the item has a formula. */
  raw: Readings[]
  source: TestResult['source']
  referenceNo: string
  instrument: string
  /** Where the item was made with others than the rest of the sheet. */
  means?: MeansInput
  /** Of a commissioned result; what is not filled in yet is empty. */
  commission?: { laboratoryId: string; reportedOn: string; certificateId: string }
  /** Of the saved result these cells began from. The server refuses them when another person has saved a newer one. */
  revision: number
}
/** What is being written and not yet saved, item by item. */
export type Sheet = Record<string, Cells>

/** Nothing written yet: one cell for each parallel the standard asks for. */
export const emptyCells = (item: TestedItem): Cells => ({
  cells: Array.from({ length: item.parallels }, () => ''),
  raw: [],
  source: 'measured',
  referenceNo: '',
  instrument: '',
  revision: 0,
})

/** The cells as they were saved. */
function savedCells(item: TestedItem, result: TestResult | undefined): Cells {
  if (result === undefined) return emptyCells(item)
  const saved = result.words !== '' ? [result.words] : result.individual
  const { source, referenceNo, instrument, revision } = result
  return {
    cells: [...saved, ...emptyCells(item).cells.slice(saved.length)],
    raw: [...(result.raw ?? [])],
    source,
    referenceNo,
    instrument,
    revision,
  }
}

/** Nothing said yet about the report of another laboratory. */
export const noCommission = { laboratoryId: '', reportedOn: '', certificateId: '' }

/** Readings as the server wants them: up to the last parallel that has any, without the fields that are empty. */
function readingsIn(raw: readonly Readings[]): Record<string, string>[] {
  const filled = raw.map((one) => Object.fromEntries(Object.entries(one).filter(([, typed]) => typed !== '')))
  return filled.slice(0, filled.findLastIndex((one) => Object.keys(one).length > 0) + 1)
}

/** The cells as the server wants them. What is measured by a formula has readings; what is said elsewhere has a value. */
export function inputOf({ cells, raw, commission, means: _, ...given }: Cells) {
  const readings = given.source === 'measured' ? readingsIn(raw) : []
  return {
    ...given,
    raw: readings,
    ...(readings.length > 0 ? { individual: [], words: '' } : measuredIn(cells)),
    ...(given.source === 'outsourced' && commission !== undefined && { commission }),
  }
}

/** What is typed for an item as the judge reads it; of a formula the values of those parallels whose readings are whole. */
export function measuredOf(item: TestedItem, cells: Cells, moisture: string | null | undefined): { individual: string[]; text: string } {
  const formula = formulaOf(item, cells.source)
  if (formula === null) {
    const { individual, words } = measuredIn(cells.cells)
    return { individual, text: words }
  }
  const values = moisture === undefined ? [] : cells.raw.map((one) => calculate(formula, one, moisture, limitsOf(item)).value)
  return { individual: values.flatMap((value) => (value === undefined ? [] : [value])), text: '' }
}

/** The moisture that is taken off an item: null where none is; where it is not saved yet, the one that is being typed; undefined where there is none. */
export function moistureFor(item: TestedItem, file: InspectionFile, sheet: Sheet): string | null | undefined {
  if (!item.dryBasis) return null
  const saved = moistureOf(file)?.mean
  if (saved !== undefined) return saved
  const line = linesOf(file, sheet).find((one) => isMoisture(one.item.formula))
  if (line === undefined || line.isFixed) return undefined
  return judgeItem(judgedBy(line.item, line.cells.source), measuredOf(line.item, line.cells, null)).mean ?? undefined
}

/**
 * An item, what is written in its cells, and what is saved of it. A saved value is read only; `kept` of its parallels are, where the rest of them is
 * missing. `again`: its value was found invalid, and the test is done again.
 */
export type Line = {
  item: TestedItem
  cells: Cells
  result: TestResult | undefined
  oos: InspectionFile['oosCases'][number] | undefined
  isFixed: boolean
  kept: number
  again: boolean
}

/** Every item of the standard with its cells: those not saved yet, else those saved. */
export function linesOf(file: InspectionFile, sheet: Sheet): Line[] {
  return file.items.map((item) => {
    const ofItem = file.results.filter((one) => one.itemId === item.id)
    const last = ofItem.at(-1)
    const oos = file.oosCases.findLast((one) => one.itemId === item.id)
    const again = oos?.state === 'invalidated'
    const completes = oos === undefined && last?.reason === 'too_few_parallels'
    const result = again ? undefined : last
    const typed = sheet[item.id]
    const isFixed = result !== undefined && !completes
    return {
      item,
      result,
      oos,
      isFixed,
      kept: completes ? last.individual.length : 0,
      again,
      cells:
        isFixed || typed === undefined ? { ...savedCells(item, result), revision: last?.revision ?? 0 } : { ...emptyCells(item), ...typed },
    }
  })
}

/** What was found, as one text: not which entry it began from. */
const foundText = (cells: Cells) => JSON.stringify(inputOf({ ...cells, revision: 0 }))

/** Whether the cells differ from what is saved. */
const differs = ({ item, cells, result }: Line) => foundText(cells) !== foundText(savedCells(item, result))

/** The lines to be saved. */
export const changedLines = (file: InspectionFile, sheet: Sheet): Line[] => linesOf(file, sheet).filter(differs)
