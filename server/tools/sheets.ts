import { Worker } from 'node:worker_threads'
import type { SheetData } from 'write-excel-file/node'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { SheetAnswer } from './sheets-worker.ts'

/** The largest workbook that is read, in bytes, and how many rows it may have below its heading. */
const workbookLimits = { bytes: 5 * 1024 * 1024, rows: 5_000 }

const sentences: Record<Extract<SheetAnswer, { problem: unknown }>['problem'], (at: string) => string> = {
  unreadable: () => '文件打不开，请另存为 Excel 工作簿（.xlsx）后再试',
  formula: (at) => `${at} 是公式，请改成数值或文字（复制后“选择性粘贴—数值”）`,
  too_wide: (at) => `${at} 超出了表格范围，请删除多余的列`,
  too_long: (at) => `第${at}行超出了上限：一次最多导入${workbookLimits.rows}行，请分成几个文件`,
}

/**
 * The first sheet of a workbook, every cell as text: numbers exact as they are shown, days as 2026-03-05, yes and no as 是 and 否.
 * Nothing is calculated; a formula is refused with its cell.
 */
export const readWorkbook = async (bytes: Buffer): Promise<(string | null)[][]> => (await readWorkbookCells(bytes)).rows

/** The same, and which cells were numbers: where 3 and 3.0 differ, a number has lost what tells them apart. Rows and columns from 0. */
export async function readWorkbookCells(
  bytes: Buffer,
): Promise<{ rows: (string | null)[][]; isNumber: (row: number, column: number) => boolean }> {
  if (bytes.length > workbookLimits.bytes) throw new Refusal('sheet_unreadable', [{ path: '', message: '文件超过5 MB，请分成几个文件' }])
  const answer = await inThread(bytes)
  if ('problem' in answer) throw new Refusal('sheet_unreadable', [{ path: answer.at, message: sentences[answer.problem](answer.at) }])
  const numbers = new Set(answer.numbers)
  return { rows: answer.rows, isNumber: (row, column) => numbers.has(`${row}:${column}`) }
}

function inThread(bytes: Buffer): Promise<SheetAnswer> {
  const { promise, resolve } = Promise.withResolvers<SheetAnswer>()
  const worker = new Worker(new URL('./sheets-worker.ts', import.meta.url), {
    workerData: { bytes, rowLimit: workbookLimits.rows + 1 },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  // Out of memory, out of time: for the person it is a file that cannot be read.
  const late = setTimeout(() => void worker.terminate(), 12_000)
  worker.once('message', resolve)
  worker.once('error', () => resolve({ problem: 'unreadable', at: '' }))
  worker.once('exit', () => {
    clearTimeout(late)
    resolve({ problem: 'unreadable', at: '' })
  })
  return promise
}

/** What a column of a sheet to be filled in takes. */
export type FillColumn = {
  /** Text, so that 0093 keeps its zeros and 3.0 its decimal; or whole numbers. */
  as: 'text' | 'whole'
  /** What the cells offer to choose from; `several` lets more than one of them be written. */
  choices?: { words: readonly string[]; several: boolean }
}

/** A sheet to be written: its name, the widths of its columns, its heading and rows. All text is typed as text, so none of it is a formula. */
export type Sheet = {
  name: string
  widths: readonly number[]
  heading: readonly string[]
  rows: readonly (readonly string[])[]
  /** What its columns take below the rows, to the end of the sheet. */
  fill?: readonly FillColumn[]
}

const choicesName = '可选内容'

/** A workbook of these sheets. */
export async function workbookOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const cell = (value: string, fontWeight?: 'bold'): SheetData[number][number] => ({
    value,
    type: String,
    format: '@',
    wrap: true,
    ...(fontWeight && { fontWeight }),
  })
  // A row of empty cells that have their columns' formats: `fillable` takes them from there for all rows.
  const blanks = (fill: readonly FillColumn[]) =>
    fill.map(({ as }): SheetData[number][number] =>
      as === 'whole' ? { type: Number, format: '0' } : { value: '', type: String, format: '@' },
    )
  const lists = sheets.flatMap(({ fill = [] }) => fill.flatMap(({ choices }) => (choices ? [choices.words] : [])))
  const longest = Math.max(0, ...lists.map((words) => words.length))
  const written = sheets.map(({ name, widths, heading, rows, fill }) => ({
    sheet: name,
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: 1,
    data: [
      heading.map((title) => cell(title, 'bold')),
      ...rows.map((row) => row.map((value) => cell(value))),
      ...(fill ? [blanks(fill)] : []),
    ],
  }))
  const choices = {
    sheet: choicesName,
    columns: lists.map(() => ({ width: 24 })),
    data: Array.from({ length: longest }, (_, row) => lists.map((words) => cell(words[row] ?? ''))),
  }
  const { default: writeWorkbook } = await import('write-excel-file/node') // with the first workbook
  return writeWorkbook(longest > 0 ? [...written, choices] : written, { features: [fillable(sheets)] }).toBuffer()
}

/** Gives whole columns their format and their choices. The words lie in a sheet of their own: a list inside a cell's rule ends at 255 characters. */
function fillable(sheets: readonly Sheet[]) {
  let list = 0
  const placeOfList = new Map(
    sheets.flatMap(({ fill = [] }) => fill.flatMap((column) => (column.choices ? [[column, ++list] as const] : []))),
  )
  const transform = (xml: string, _options: unknown, { sheetIndex }: { sheetIndex: number }) => {
    const { fill, rows } = sheets[sheetIndex] ?? {}
    if (fill === undefined || rows === undefined) return xml
    const first = rows.length + 2
    const styleOf = (column: string) => new RegExp(`<c r="${column}${first}" s="(\\d+)"`).exec(xml)?.[1]
    const rules = fill.flatMap((column, index) => {
      const words = column.choices?.words
      const place = placeOfList.get(column)
      if (words === undefined || place === undefined) return []
      const source = `'${choicesName}'!$${columnName(place)}$1:$${columnName(place)}$${words.length}`
      const stops = column.choices?.several ? '' : ' showErrorMessage="1" errorTitle="请从下拉列表选择" error="请从下拉列表中选择一项"'
      const name = columnName(index + 1)
      return [
        `<dataValidation type="list" allowBlank="1"${stops} sqref="${name}${first}:${name}${workbookLimits.rows + 1}"><formula1>${source}</formula1></dataValidation>`,
      ]
    })
    return xml
      .replaceAll(/<col min="(\d+)" max="\d+"/g, (col, place: string) => {
        const style = styleOf(columnName(Number(place)))
        return style === undefined ? col : `${col} style="${style}"`
      })
      .replace('</sheetData>', () =>
        rules.length === 0 ? '</sheetData>' : `</sheetData><dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`,
      )
  }
  return { files: { transform: { 'xl/worksheets/sheet{id}.xml': { transform } } } }
}

/** The letters of a column, the first being 1: A … Z, AA … */
const columnName = (place: number): string =>
  place > 26 ? columnName(Math.floor((place - 1) / 26)) + columnName(((place - 1) % 26) + 1) : String.fromCharCode(64 + place)
