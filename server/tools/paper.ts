import { Worker } from 'node:worker_threads'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { PressAnswer } from './paper-worker.ts'

/** A stretch of words in one manner. */
export type Piece = { text: string; bold?: boolean; struck?: boolean; small?: boolean }

/** What stands in a cell or a paragraph: text, or pieces of it in their own manner. */
export type Words = string | readonly Piece[]

export type Align = 'left' | 'right' | 'center'

/** A label as it is cut out of a sheet and put on a package or a sample. */
export type Card = { title: string; name: string; facts: readonly (readonly [label: string, value: string])[]; code: string; foot: string }

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

export type Printed = { bytes: Buffer; pages: number }

/** How long a document may be set at most, in ms: a transaction waits for it. */
const patience = 12_000

/**
 * Sets a document in a thread of its own, so that hundred pages stop nobody else. Signs that the font lacks are refused by name (`glyph_missing`):
 * a box on paper could be anything.
 */
export async function printPaper(paper: Paper): Promise<Printed> {
  const answer = await inThread(paper)
  if ('missing' in answer)
    throw new Refusal('glyph_missing', [{ path: '', message: `打印字体中没有这些字：${answer.missing.join(' ')}，请改用通用的写法` }])
  return { bytes: Buffer.from(answer.bytes), pages: answer.pages }
}

function inThread(paper: Paper): Promise<PressAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PressAnswer>()
  const worker = new Worker(new URL('./paper-worker.ts', import.meta.url), {
    workerData: paper,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const late = setTimeout(() => void worker.terminate(), patience)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => {
    clearTimeout(late)
    reject(new Refusal('paper_too_long'))
  })
  return promise
}
