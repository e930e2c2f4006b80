import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import { readZip, unzip, ZipProblem } from './zip.ts'

// Reads the first sheet of a workbook in a thread of its own, which has little memory and may be ended: what a stranger's file
// does to a parser, it does here. Answers with rows of text, or with why not.

/**
 * What a workbook answers with: every cell as text, or the first thing that is wrong with it. `numbers` names the cells that were numbers,
 * as `row:column` from 0.
 */
export type SheetAnswer =
  | { rows: (string | null)[][]; numbers: string[] }
  | { problem: 'unreadable' | 'formula' | 'too_wide' | 'too_long'; at: string }

const { bytes: given, rowLimit }: { bytes: Uint8Array; rowLimit: number } = workerData
const bytes = Buffer.from(given)
const columnLimit = 100

/** Looks at the cells' addresses before memory is taken for them, and refuses formulas: their stored result may be out of date. */
function scan(): SheetAnswer | undefined {
  for (const entry of readZip(bytes, { unpackedLimit: 60 * 1024 * 1024 })) {
    const content = unzip(bytes, entry)
    if (!/^xl\/worksheets\/[^/]+\.xml$/.test(entry.name)) continue
    const sheet = content.toString('utf8')
    if (/<!DOCTYPE|<!ENTITY/i.test(sheet)) return { problem: 'unreadable', at: '' }
    for (const [, column = '', row = ''] of sheet.matchAll(/\b(?:r|ref)="(?:[A-Z]+\d+:)?([A-Z]+)(\d+)"/g)) {
      if (column.length > 2 || columnNumber(column) > columnLimit) return { problem: 'too_wide', at: `${column}${row}` }
      if (Number(row) > rowLimit) return { problem: 'too_long', at: row }
    }
    const [, formula] = /<c\b[^>]*\br="([A-Z]+\d+)"[^>]*>(?:(?!<\/c>)[\s\S])*?<(?:\w+:)?f[\s>/]/.exec(sheet) ?? []
    if (formula !== undefined) return { problem: 'formula', at: formula }
  }
  return undefined
}

const columnNumber = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** A number as Excel shows it: 15 significant digits, so that 0.1 + 0.2 typed in is 0.3 and not its binary tail. */
function exact(written: string): string {
  const number = Number(written)
  if (!Number.isFinite(number)) return written
  const [digits = '', exponent = '0'] = number.toExponential(14).split('e')
  const negative = digits.startsWith('-')
  const bare = digits.replace(/[-.]/g, '').replace(/0+$/, '')
  const point = Number(exponent) + 1
  if (bare === '' || Math.abs(point) > 30) return bare === '' ? '0' : written
  const whole = point > 0 ? bare.slice(0, point).padEnd(point, '0') : '0'
  const fraction = point > 0 ? bare.slice(point) : '0'.repeat(-point) + bare
  return `${negative ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

class SheetNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof SheetNumber) return value.text
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '').replace('T', ' ').replace('.000Z', '')
  if (value === true) return '是'
  if (value === false) return '否'
  const text = String(value).trim()
  return text === '' ? null : text
}

async function answer(): Promise<SheetAnswer> {
  try {
    const wrong = scan()
    if (wrong !== undefined) return wrong
    const rows: unknown[][] = await readSheet(bytes, { parseNumber: (written: string) => new SheetNumber(exact(written)) })
    const numbers = rows.flatMap((row, at) => row.flatMap((cell, column) => (cell instanceof SheetNumber ? `${at}:${column}` : [])))
    return { rows: rows.map((row) => row.map(cellText)), numbers }
  } catch (error) {
    return { problem: 'unreadable', at: error instanceof ZipProblem ? error.message : '' }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await answer())
