import { z } from 'zod'
import { parseDigitalLink, parseElements, separator, type LinkedItem } from './gs1.ts'
import type { ReadCode } from './trace-code.ts'

/** The only reader of what a scanner sends or a person types where a code is expected. A field passes the text on; this file decides. */

/** No code and no link of ours is longer, in UTF-16 code units. */
const longest = 300

// Controls, zero-width and bidi characters, which come with pasted text or from a scanner's framing; the separator of GS1 stays.
const invisible = /[\u0000-\u0008\u000E-\u001C\u001E\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu

// Blanks and separators at either end say nothing.
const edges = /^[\s\u001D]+|[\s\u001D]+$/g

/**
 * The input of every endpoint that takes a scanned code or a search that may be one: 1 to 300 characters. Unlike `text` it lets
 * the separators of GS1 pass and drops what cannot be seen instead of refusing it.
 */
export const scannedText = z
  .string('请填写文字')
  .meta({ minLength: 1, maxLength: longest })
  .refine((value) => value.length <= longest, `不能超过${longest}个字`)
  .transform((value) => value.normalize('NFC').replaceAll(invisible, '').replaceAll(edges, ''))
  .pipe(
    z
      .string()
      .min(1, '不能为空')
      // again, since a composed form may be longer than what was typed
      .refine((value) => value.length <= longest, `不能超过${longest}个字`)
      .refine((value) => value.isWellFormed(), '含有不可见或不允许的字符'),
  )

/** What a scanned or typed text is. */
export type Scanned =
  /** It has the form of a trace code of ours. */
  | { is: 'trace_code'; read: ReadCode }
  /** A GS1 item or lot without a serial, or with one that we never issue: it has not our length or alphabet. */
  | { is: 'item'; item: LinkedItem }
  /** A box or pallet with an SSCC. Our boxes carry trace codes, so it belongs to another firm. */
  | { is: 'sscc'; sscc: string }
  /** Anything else, such as a lot number: full-width letters made narrow, a scanner's prefix and what cannot be seen taken away. */
  | { is: 'text'; text: string }

/** A bare code as people type it: small letters, blanks, dashes, O for 0, I for 1 are forgiven. */
const tidy = (typed: string) =>
  typed
    .replaceAll(/[\s\u2010-\u2015\u2212-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll('I', '1')

const isNmpa20 = (code: string) => /^\d{20}$/.test(code)
const isInternal = (code: string) => /^B[0-9A-HJ-NP-Z]{19}$/.test(code)
const isSerial = (code: string) => /^[0-9A-HJ-NP-Z]{20}$/.test(code)

/**
 * A code with nothing around it. Twenty digits are NMPA20, although an SSCC with its identifier has as many: only a symbol of GS1
 * makes it one. A GS1 serial that begins with B looks like an INTERNAL code; only the keys can tell them apart.
 */
function readBare(typed: string): Scanned | undefined {
  const code = tidy(typed)
  if (isNmpa20(code)) return { is: 'trace_code', read: { scheme: 'NMPA20', code, product: code.slice(0, 7) } }
  if (isInternal(code)) return { is: 'trace_code', read: { scheme: 'INTERNAL', code } }
  return isSerial(code) ? { is: 'trace_code', read: { scheme: 'GS1', code, gtin: null, lot: null } } : undefined
}

function readItem(item: LinkedItem): Scanned {
  const code = tidy(item.serial ?? '')
  return isSerial(code) ? { is: 'trace_code', read: { scheme: 'GS1', code, gtin: item.gtin, lot: item.lot } } : { is: 'item', item }
}

function readElements(text: string): Scanned | undefined {
  const named = parseElements(text)
  return named?.is === 'item' ? readItem(named.item) : named
}

function readDigitalLink(path: string): Scanned | undefined {
  const start = path.search(/\/01\/\d{14}(?:\/|$)/)
  const item = start === -1 ? undefined : parseDigitalLink(path.slice(start))
  return item && readItem(item)
}

// The host may be missing and may be any; a path may lie before ours.
const address = /^(?:https?:\/\/[^/?#\s]+|[^/?#\s:]+(?::\d+)?)?(\/[^?#\s]*)(?:\?([^#\s]*))?(?:#.*)?$/i

/** A Digital Link, /c/{code}, or /index?c=, which holds either. What else the query says (?17=… or a campaign) is not asked. */
function readAddress(text: string): Scanned | undefined {
  const [, path, query] = address.exec(text) ?? []
  if (path === undefined) return undefined
  const [, short] = /\/c\/([^/]+)$/i.exec(path) ?? []
  if (short !== undefined) return readBare(short)
  if (!path.endsWith('/index')) return readDigitalLink(path)
  const asked = new URLSearchParams(query).get('c') ?? ''
  return asked.startsWith('/') ? readDigitalLink(asked) : readBare(asked)
}

/** Which symbol was read, as scanners put it in front (ISO/IEC 15424): ]d2, ]C1, ]Q3 … */
const symbology = /^\]([a-z][0-9a-z])/i

/** GS1-128, GS1 DataMatrix, GS1 QR Code, GS1 DataBar, GS1 DotCode: they hold element strings and nothing else. */
const symbologiesOfGs1: readonly string[] = ['c1', 'd2', 'q3', 'e0', 'j1']

/** Says what a scanned or typed text is. It never throws, looks at no more than 300 characters, and knows no key and no database. */
export function readScanned(typed: string): Scanned {
  if (typed.length > longest) return { is: 'text', text: typed }
  const plain = typed
    .normalize('NFKC')
    // how scanners that cannot send the separator write it
    .replaceAll(/<GS>|\u241D/g, separator)
    .replaceAll(invisible, '')
    .replaceAll(edges, '')
  const [prefix = '', symbol = ''] = symbology.exec(plain) ?? []
  const text = plain.slice(prefix.length).trim()
  const read = symbologiesOfGs1.includes(symbol.toLowerCase())
    ? readElements(text)
    : (readBare(text) ?? readElements(text) ?? readAddress(text))
  // A prefix with nothing behind it stays: an empty number would match every number.
  return read ?? { is: 'text', text: text === '' ? typed.trim() : text }
}

/** The trace code in a scanned or typed text, or undefined when it holds none. */
export function readCode(typed: string): ReadCode | undefined {
  const scanned = readScanned(typed)
  return scanned.is === 'trace_code' ? scanned.read : undefined
}
