import type { SheetData } from 'write-excel-file/browser'

/** What a cell shows, as the screen shows it; numbers and days become numbers and days where nothing is lost. */
export type ShownCell = string | null

/**
 * Makes a workbook of what is shown and hands it to the browser to save. Text is typed as text, so that none of it is ever a
 * formula. The library that writes it is fetched with the first file.
 */
export async function keepWorkbook(name: string, heading: readonly string[], rows: readonly (readonly ShownCell[])[]): Promise<void> {
  const { default: write } = await import('write-excel-file/browser')
  const widths = heading.map((title, index) =>
    Math.min(60, Math.max(...[title, ...rows.slice(0, 200).map((row) => row[index] ?? '')].map(widthOf)) + 2),
  )
  const head = heading.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const data: SheetData = [head, ...rows.map((row) => row.map(cellOf))]
  await write(data, { sheet: '导出', columns: widths.map((width) => ({ width })), stickyRowsCount: 1 }).toFile(`${name}.xlsx`)
}

// A Chinese character is as wide as two figures.
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0xff ? 2 : 1), 0)

/** How a shown text is written into a cell. */
export function cellOf(shown: ShownCell) {
  if (shown === null || shown === '' || shown === '—') return null
  const number = /^-?(\d{1,3}(,\d{3})+|\d+)(\.(\d+))?$/.exec(shown)
  const digits = shown.replace(/[-,.]/g, '')
  // More digits than a spreadsheet keeps, or a number whose zeros in front mean something, stays text.
  if (number && digits.replace(/^0+/, '').length <= 15 && !/^-?0\d/.test(shown))
    return {
      value: Number(shown.replaceAll(',', '')),
      type: Number,
      format: `${shown.includes(',') || number[4] ? '#,##0' : '0'}${number[4] ? `.${'0'.repeat(number[4].length)}` : ''}`,
    }
  const day = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d)(?::(\d\d))?)?$/.exec(shown)
  if (day) {
    const [, year = '', month = '', date = '', hour = '0', minute = '0', second = '0'] = day
    // A spreadsheet's days have no zone: they are written as they are shown.
    const value = new Date(Date.UTC(+year, +month - 1, +date, +hour, +minute, +second))
    return {
      value,
      type: Date,
      format: day[4] === undefined ? 'yyyy-mm-dd' : day[6] === undefined ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd hh:mm:ss',
    }
  }
  return { value: shown, type: String }
}
