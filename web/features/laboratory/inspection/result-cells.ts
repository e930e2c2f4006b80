import type { InspectionFile, TestedItem, TestResult } from '#contract/laboratory/inspection.ts'
import type { MeansInput } from '#contract/laboratory/means.ts'
import { measuredIn } from '#contract/laboratory/judge.ts'

/** What is written in the cells of one item. */
export type Cells = {
  cells: string[]
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
    source,
    referenceNo,
    instrument,
    revision,
  }
}

/** Nothing said yet about the report of another laboratory. */
export const noCommission = { laboratoryId: '', reportedOn: '', certificateId: '' }

/** The cells as the server wants them. */
export const inputOf = ({ cells, commission, means: _, ...given }: Cells) => ({
  ...given,
  ...measuredIn(cells),
  ...(given.source === 'outsourced' && commission !== undefined && { commission }),
})

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
      cells: isFixed || typed === undefined ? { ...savedCells(item, result), revision: last?.revision ?? 0 } : typed,
    }
  })
}

/** What was found, as one text: not which entry it began from. */
const foundText = (cells: Cells) => JSON.stringify(inputOf({ ...cells, revision: 0 }))

/** Whether the cells differ from what is saved. */
const differs = ({ item, cells, result }: Line) => foundText(cells) !== foundText(savedCells(item, result))

/** The lines to be saved. */
export const changedLines = (file: InspectionFile, sheet: Sheet): Line[] => linesOf(file, sheet).filter(differs)
