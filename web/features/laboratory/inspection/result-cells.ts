import { isDecimal } from '#contract/kernel/exact-decimal.ts'
import type { InspectionFile, TestedItem, TestResult } from '#contract/laboratory/inspection.ts'

/** What is written in the cells of one item. */
export type Cells = {
  cells: string[]
  source: TestResult['source']
  referenceNo: string
  laboratory: string
  instrument: string
  correction: string
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
  laboratory: '',
  instrument: '',
  correction: '',
  revision: 0,
})

/** The cells as they were saved; the reason of a correction belongs to the next one only. */
function savedCells(item: TestedItem, result: TestResult | undefined): Cells {
  if (result === undefined) return emptyCells(item)
  const saved = result.words !== '' ? [result.words] : result.individual
  const { source, referenceNo, laboratory, instrument, revision } = result
  return {
    cells: [...saved, ...emptyCells(item).cells.slice(saved.length)],
    source,
    referenceNo,
    laboratory,
    instrument,
    correction: '',
    revision,
  }
}

/** One cell that is no number is the result in words; else every filled cell is one parallel. */
export function measuredIn(cells: readonly string[]): { individual: string[]; words: string } {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const [first, ...others] = filled
  const isWords = first !== undefined && others.length === 0 && !isDecimal(first)
  return isWords ? { individual: [], words: first } : { individual: filled, words: '' }
}

/** The cells as the server wants them. */
export const inputOf = ({ cells, ...given }: Cells) => ({ ...given, ...measuredIn(cells) })

/** An item, what is written in its cells, and what is saved of it. */
export type Line = { item: TestedItem; cells: Cells; result: TestResult | undefined }

/** Every item of the standard with its cells: those not saved yet, else those saved. */
export function linesOf(file: InspectionFile, sheet: Sheet): Line[] {
  return file.items.map((item) => {
    const result = file.results.filter((one) => one.itemId === item.id).at(-1)
    return { item, result, cells: sheet[item.id] ?? savedCells(item, result) }
  })
}

/** What was found, as one text: not why it is corrected, nor which entry it began from. */
const foundText = (cells: Cells) => JSON.stringify(inputOf({ ...cells, correction: '', revision: 0 }))

/** Whether the cells differ from what is saved. */
export const differs = ({ item, cells, result }: Line) => foundText(cells) !== foundText(savedCells(item, result))

/** The lines to be saved. */
export const changedLines = (file: InspectionFile, sheet: Sheet): Line[] => linesOf(file, sheet).filter(differs)
