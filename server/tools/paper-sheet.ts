import type { Face, Line, Style, Typesetter } from './paper-text.ts'
import type { Align, Words } from './paper.ts'

/** A4 in points; the left margin has room for a binder. */
const paper = { width: 595.28, height: 841.89 }
export const page = {
  left: 58,
  right: paper.width - 36,
  width: paper.width - 36 - 58,
  top: 58,
  bottom: paper.height - 52,
}

const size = 9
const lineHeight = 13
const pad = { x: 4, y: 3.2 }
const headingHeight = 25
const ink = '#000'
const hair = '#555'
const headGround = '#efefef'

type Put = { x: number; y: number; size: number; face?: Face; colour?: string; align?: Align; width?: number }
type Cell = { lines: Line[]; width: number; align: Align; isHead: boolean }

/** A document of pages under the pen: what is put stays above the foot, and a table that does not fit goes on overleaf under its head. */
export class PaperSheet {
  y = page.top
  readonly document: PDFKit.PDFDocument
  readonly text: Typesetter
  constructor(document: PDFKit.PDFDocument, text: Typesetter) {
    this.document = document
    this.text = text
  }

  /** Told of each page that begins, with how many there are. */
  onPage: (pages: number) => void = () => {}
  #pages = 0
  /** How many rows of tables are on paper. */
  rowsSet = 0

  newPage(): void {
    this.document.addPage()
    this.y = page.top
    this.onPage(++this.#pages)
  }

  /** Makes sure that so much of the page is left. */
  room(height: number): void {
    if (this.y + height > page.bottom) this.newPage()
  }

  /** One line of text, its baseline at `y`. */
  put(words: string, { x, y, size, face = 'plain', colour = ink, align = 'left', width = 0 }: Put): void {
    const line: Line = this.text.wrap([{ text: words, bold: face === 'bold' }], size, Infinity)[0] ?? { runs: [], width: 0 }
    this.#drawLine(line, x + indentOf(align, width - line.width), y, colour)
  }

  /** The text at the largest size up to `size` at which it takes no more than `width`; cut where even 6 points are too large. */
  fit(words: string, size: number, face: Face, width: number): { text: string; size: number; width: number } {
    const wide = this.text.widthOf(words, size, face)
    const fitting = Math.max(6, Math.min(size, (size * width) / wide))
    let text = words
    while (text.length > 1 && this.text.widthOf(text, fitting, face) > width + 0.5)
      text = `${[...text.replace(/…$/, '')].slice(0, -1).join('')}…`
    return { text, size: fitting, width: this.text.widthOf(text, fitting, face) }
  }

  #drawLine(line: Line, x: number, y: number, colour: string): void {
    const { document } = this
    for (const run of line.runs) {
      document
        .font(run.style.face)
        .fontSize(run.style.size)
        .fillColor(colour)
        .text(run.text, x + run.x, y - run.style.rise, { lineBreak: false, baseline: 'alphabetic' })
      if (run.style.struck) this.#strike(run.style, x + run.x, y, run.width)
    }
  }

  #strike({ size }: Style, x: number, y: number, width: number): void {
    this.document
      .lineWidth(0.7)
      .strokeColor(ink)
      .moveTo(x, y - size * 0.34)
      .lineTo(x + width, y - size * 0.34)
      .stroke()
  }

  /** Small words within a width, over so many lines at most. */
  caption(words: string, { x, y, width, lines }: { x: number; y: number; width: number; lines: number }): void {
    const set = this.text.wrap(words, 8, width)
    set.slice(0, lines).forEach((line, at) => this.#drawLine(line, x, y + at * 11, ink))
  }

  rule(y: number): void {
    this.document.lineWidth(0.6).strokeColor(hair).moveTo(page.left, y).lineTo(page.right, y).stroke()
  }

  /** Faint words across the page. */
  across(words: string): void {
    const { document } = this
    const large = Math.min(84, (84 * 560) / this.text.widthOf(words, 84, 'bold'))
    const [x, y] = [paper.width / 2, paper.height / 2]
    document
      .save()
      .rotate(-40, { origin: [x, y] })
      .fillOpacity(0.07)
    this.put(words, { x: x - 400, y: y + large / 3, size: large, face: 'bold', align: 'center', width: 800 })
    document.restore()
  }

  #waiting: string | undefined

  /** A heading is put when what it stands over begins, so that it is never alone at the foot of a page. */
  heading(words: string): void {
    this.begin(0)
    this.#waiting = words
  }

  /** Makes room for a block of this height, as far as a page has it, and puts the heading that waits over it. */
  begin(height: number): void {
    const words = this.#waiting
    this.room(Math.min(height, page.bottom - page.top - headingHeight) + (words === undefined ? 0 : headingHeight))
    if (words === undefined) return
    this.#waiting = undefined
    this.put(words, { x: page.left, y: this.y + 19, size: 11, face: 'bold' })
    this.y += headingHeight
  }

  paragraph(words: Words): void {
    this.begin(lineHeight)
    for (const line of this.text.wrap(words, size, page.width)) {
      this.room(lineHeight)
      this.#drawLine(line, page.left, this.y + 10, ink)
      this.y += lineHeight
    }
    this.y += 3
  }

  facts(rows: readonly (readonly [label: string, value: Words])[], isSingle: boolean): void {
    this.begin(2 * (lineHeight + 2 * pad.y))
    const label = 74
    const half = (page.width - 2 * label) / 2
    const isLong = (value: Words) => isSingle || this.text.wrap(value, size, half - 2 * pad.x).length > 2
    const cellsOf = ([name, value]: readonly [string, Words], width: number) => [
      this.#cell([{ text: name, bold: true }], label, 'left', true),
      this.#cell(value, width),
    ]
    let first: readonly [string, Words] | undefined
    const alone = (row: readonly [string, Words]) => this.#row(cellsOf(row, page.width - label))
    for (const row of rows) {
      if (isLong(row[1])) {
        if (first !== undefined) alone(first)
        first = undefined
        alone(row)
      } else if (first === undefined) first = row
      else {
        this.#row([...cellsOf(first, half), ...cellsOf(row, half)])
        first = undefined
      }
    }
    if (first !== undefined) alone(first)
    this.y += 6
  }

  table(columns: readonly { title: string; share: number; align?: Align }[], rows: readonly (readonly Words[])[], sums: number): void {
    const widths = this.#widths(columns, rows)
    const head = columns.map(({ title, align }, at) => this.#cell([{ text: title, bold: true }], widths[at] ?? 0, align, true))
    const drawHead = () => this.#row(head)
    const drawn = rows.map((row, line) => this.#cellsOf(columns, widths, row, line >= rows.length - sums))
    const height = [head, ...drawn].reduce((sum, cells) => sum + heightOf(cells), 0)
    // A short table stays whole; a long one begins with a few of its rows.
    this.begin(rows.length <= 12 ? Math.min(height, (page.bottom - page.top) / 2) : heightOf(head) + 2 * lineHeight)
    drawHead()
    for (const cells of drawn) {
      this.#row(cells, drawHead)
      this.rowsSet += 1
    }
    this.y += 6
  }

  #cellsOf(columns: readonly { align?: Align }[], widths: readonly number[], row: readonly Words[], isSum: boolean): Cell[] {
    return columns.map(({ align }, at) => {
      const words = row[at] ?? ''
      return this.#cell(isSum && typeof words === 'string' ? [{ text: words, bold: true }] : words, widths[at] ?? 0, align)
    })
  }

  /** The columns by their shares, but none narrower than a number or a day in it: the others give of what they have to spare. */
  #widths(columns: readonly { title: string; share: number }[], rows: readonly (readonly Words[])[]): number[] {
    const all = columns.reduce((sum, { share }) => sum + share, 0)
    const asked = columns.map(({ share }) => (page.width * share) / all)
    const least = columns.map(({ title }, at) => {
      const parts = [[{ text: title, bold: true }], ...rows.map((row) => row[at] ?? '')].map((words) => this.text.widestPart(words, size))
      return Math.min(Math.max(...parts) + 2 * pad.x + 0.5, page.width / 4)
    })
    const lacking = asked.reduce((sum, width, at) => sum + Math.max(0, (least[at] ?? 0) - width), 0)
    const spare = asked.map((width, at) => Math.max(0, width - (least[at] ?? 0)))
    const allSpare = spare.reduce((sum, width) => sum + width, 0)
    if (lacking > allSpare) return asked
    return asked.map((width, at) => Math.max(width, least[at] ?? 0) - ((spare[at] ?? 0) * lacking) / Math.max(allSpare, 1))
  }

  blanks(labels: readonly string[]): void {
    this.begin(54)
    this.y += 8
    const width = page.width / labels.length
    labels.forEach((label, at) => this.put(label, { x: page.left + at * width, y: this.y + 12, size: 9.5 }))
    this.y += 46
  }

  #cell(words: Words, width: number, align: Align = 'left', isHead = false): Cell {
    return { lines: this.text.wrap(words, size, width - 2 * pad.x), width, align, isHead }
  }

  /** A row of cells. One that the rest of the page cannot hold begins overleaf; one longer than a page goes on there. */
  #row(cells: readonly Cell[], drawHead?: () => void): void {
    const most = linesIn(cells)
    const fits = () => Math.floor((page.bottom - this.y - 2 * pad.y) / lineHeight)
    const overleaf = () => {
      this.newPage()
      drawHead?.()
    }
    const whole = Math.floor((page.bottom - page.top) / lineHeight) - 6
    if (fits() < Math.min(most, whole)) overleaf()
    for (let from = 0; from < most;) {
      if (fits() < 1) overleaf()
      const count = Math.min(most - from, fits())
      this.#slice(cells, from, count)
      from += count
    }
  }

  #slice(cells: readonly Cell[], from: number, count: number): void {
    const height = count * lineHeight + 2 * pad.y
    let x = page.left
    for (const { lines, width, align, isHead } of cells) {
      const { document } = this
      if (isHead) document.rect(x, this.y, width, height).fill(headGround)
      document.lineWidth(0.5).strokeColor(hair).rect(x, this.y, width, height).stroke()
      const shown = lines.slice(from, from + count)
      const above = pad.y + ((count - shown.length) * lineHeight) / 2
      shown.forEach((line, at) =>
        this.#drawLine(line, x + pad.x + indentOf(align, width - 2 * pad.x - line.width), this.y + above + at * lineHeight + 9.8, ink),
      )
      x += width
    }
    this.y += height
  }
}

const linesIn = (cells: readonly Cell[]) => Math.max(1, ...cells.map(({ lines }) => lines.length))
const heightOf = (cells: readonly Cell[]) => linesIn(cells) * lineHeight + 2 * pad.y

const indentOf = (align: Align, left: number) => (align === 'left' ? 0 : align === 'right' ? left : left / 2)
