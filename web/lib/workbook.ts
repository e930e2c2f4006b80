import type { SheetData } from 'write-excel-file/browser'

/** What a cell shows, as the screen shows it; numbers and days become numbers and days where nothing is lost. */
export type ShownCell = string | null

/** A column of a workbook; one of numbers has them as numbers, anything else is text, so that a batch number keeps its zeros. */
export type SheetColumn = { title: string; isNumber: boolean }

/**
 * Makes a workbook of what is shown and hands it to the browser to save. Text is typed as text, so that none of it is ever a
 * formula. The library that writes it is fetched with the first file.
 */
export async function keepWorkbook(name: string, columns: readonly SheetColumn[], rows: readonly (readonly ShownCell[])[]): Promise<void> {
  const { default: write } = await import('write-excel-file/browser')
  const { data, options, more } = workbookParts(columns, rows)
  await write(data, options, more).toFile(`${name}.xlsx`)
}

/** What a workbook is written of: its cells, a heading that stays in sight, and a filter over every column. */
export function workbookParts(columns: readonly SheetColumn[], rows: readonly (readonly ShownCell[])[]) {
  const widths = columns.map(({ title }, index) =>
    Math.min(60, Math.max(...[title, ...rows.slice(0, 200).map((row) => row[index] ?? '')].map(widthOf)) + 2),
  )
  const head = columns.map(({ title }) => ({ value: title, type: String, format: '@', fontWeight: 'bold' as const }))
  const data: SheetData = [head, ...rows.map((row) => row.map((shown, index) => cellOf(shown, columns[index]?.isNumber ?? false)))]
  const reach = `A1:${columnName(columns.length)}${rows.length + 1}`
  const filter = {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml: string) => xml.replace('</sheetData>', `</sheetData><autoFilter ref="${reach}"/>`),
        },
        // Spreadsheets look for the filter under this name as well.
        'xl/workbook.xml': {
          transform: (xml: string) =>
            xml.replace(
              '<definedNames/>',
              () =>
                `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'导出'!${reach.replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2')}</definedName></definedNames>`,
            ),
        },
      },
    },
  }
  return { data, options: { sheet: '导出', columns: widths.map((width) => ({ width })), stickyRowsCount: 1 }, more: { features: [filter] } }
}

/** The letters of a column, the first being 1: A … Z, AA … */
const columnName = (place: number): string =>
  place > 26 ? columnName(Math.floor((place - 1) / 26)) + columnName(((place - 1) % 26) + 1) : String.fromCharCode(64 + place)

// A Chinese character is as wide as two figures.
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0xff ? 2 : 1), 0)

/** A number as columns of numbers show it: grouped or not, then perhaps a unit that holds no figure: %, kg, 袋. */
const shownNumber = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?( ?)([\p{L}%‰°℃][^\d"]{0,11})?$/u

function numberCell(shown: string) {
  const [, sign = '', whole = '', fraction = '', blank = '', unit = ''] = shownNumber.exec(shown) ?? []
  const digits = whole.replaceAll(',', '')
  // More digits than a spreadsheet keeps stay text; so does what is no number, and what begins with a zero that means something.
  if (digits === '' || /^0\d/.test(digits) || `${digits}${fraction}`.replace('.', '').replace(/^0+/, '').length > 15) return undefined
  const format = `${whole.includes(',') || fraction !== '' ? '#,##0' : '0'}${fraction.replaceAll(/\d/g, '0')}`
  if (unit === '%') return { value: Number(`${sign}${digits}${fraction}e-2`), type: Number, format: `${format}%` }
  return { value: Number(`${sign}${digits}${fraction}`), type: Number, format: unit === '' ? format : `${format}"${blank}${unit}"` }
}

/** How a shown text is written into a cell. */
export function cellOf(shown: ShownCell, isNumber: boolean) {
  if (shown === null || shown === '' || shown === '—') return null
  const number = isNumber ? numberCell(shown) : undefined
  if (number) return number
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
  return { value: shown, type: String, format: '@' }
}
