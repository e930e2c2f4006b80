/** A stretch of words in one manner. */
export type Piece = { text: string; bold?: boolean; struck?: boolean; small?: boolean }

/** What stands in a cell or a paragraph: text, or pieces of it in their own manner. */
export type Words = string | readonly Piece[]

export type Align = 'left' | 'right' | 'center'

/** A label as it is cut out of a sheet and put on a package or a sample. */
export type Card = { title: string; name: string; facts: readonly (readonly [label: string, value: string])[]; code: string; foot: string }

/** A photograph that belongs to the record: JPEG or PNG, upright and small enough for paper. */
export type Picture = { bytes: Uint8Array; caption: string }

/** A part of a document, from the top down. */
export type Block =
  | { is: 'heading'; text: string }
  | { is: 'paragraph'; words: Words }
  /** Pairs of label and value, two to a line; one that is long takes the line. */
  | { is: 'facts'; rows: readonly (readonly [label: string, value: Words])[]; isSingle?: boolean }
  /** `share` is the part of the width; the head stands on every page. The last `sums` rows are bold. */
  | {
      is: 'table'
      columns: readonly { title: string; share: number; align?: Align }[]
      rows: readonly (readonly Words[])[]
      sums?: number
    }
  /** Lines to be filled in by hand, side by side. */
  | { is: 'blanks'; labels: readonly string[] }
  | { is: 'cards'; cards: readonly Card[] }
  /** Six on a page, each over its caption. */
  | { is: 'pictures'; pictures: readonly Picture[] }
  | { is: 'page' }

/** A document of A4 pages, all of it text and data: what is drawn follows from this alone, to the last byte. */
export type Paper = {
  firm: string
  /** PNG or JPEG */
  logo: Uint8Array | null
  title: string
  documentNo: string
  /** 表单编号 and what else names the form; empty where the enterprise has none. */
  form: string
  /** What a reader must not miss about its state: 已作废, 演示. */
  marks: readonly string[]
  /** What the QR leads to. */
  address: string
  blocks: readonly Block[]
  /** Which print it is, by whom and when. */
  foot: string
  /** 保存期限 and the like. */
  retention: string
  /** ISO 8601; the PDF's own date. */
  madeAt: string
}

/** What the thread that sets documents answers: the PDF, or the signs for which there is no glyph. */
export type PressAnswer = { bytes: Uint8Array; pages: number } | { missing: string[] }

/** How far a document is: the part of it that is set, from 0 to 1, and the pages that this makes so far. */
export type PressProgress = { part: number; pages: number }
