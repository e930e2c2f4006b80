import { Readable } from 'node:stream'

/** A cell: text, a decimal as text, a whole number, or nothing. */
export type Cell = string | number | null

const trueNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/
// A spreadsheet takes a cell beginning so for a formula, in full-width forms too. Cells that begin with apostrophes before such
// a sign get one more, so that taking one away always gives back what was written.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const needsQuotes = /[",;\t\r\n]|^\s|\s$/

function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const harmless = formula.test(cell) && !trueNumber.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line of CSV (RFC 4180), with its line end; what a spreadsheet would run as a formula begins with an apostrophe (safety G3). */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`

async function* csvChunks(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>,
) {
  // The byte-order mark is what tells Excel that the file is UTF-8.
  yield `\uFEFF${csvLine(header)}`
  for await (const rows of batches) yield rows.map(csvLine).join('')
}

/** A CSV file in UTF-8 as a stream: the header, then each batch of rows as it comes; never the whole file in memory. */
export const csvStream = (
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>,
): Readable => Readable.from(csvChunks(header, batches), { objectMode: false })
