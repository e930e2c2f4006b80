import { parseDigitalLink } from './gs1.ts'

/** The schemes of trace codes (dictionary `code_system`; domain §1.4). */
export type CodeScheme = 'NMPA20' | 'GS1' | 'INTERNAL'

/** Digits and capital letters without I and O, which are read as 1 and 0. */
export const codeAlphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Every INTERNAL code begins with this letter, so that it can never be taken for the 20 digits of NMPA20. */
export const internalLetter = 'B'

/** A code that has the form of one of the schemes; whether such a code was ever issued is another question. */
export type ReadCode =
  | { scheme: 'NMPA20'; code: string; /** 药品标识码, the first 7 digits. */ product: string }
  | { scheme: 'GS1'; code: string; gtin: string; /** The lot beside it in the link: claimed, not proven. */ lot: string | null }
  | { scheme: 'INTERNAL'; code: string }

/** A code as people type it or scanners send it: small and full-width letters, blanks, dashes, O for 0, I for 1 are forgiven. */
const tidy = (typed: string) =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s\u2010-\u2015\u2212-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll('I', '1')

const isNmpa20 = (code: string) => /^\d{20}$/.test(code)
const isInternal = (code: string) => /^B[0-9A-HJ-NP-Z]{19}$/.test(code)
const isSerial = (code: string) => /^[0-9A-HJ-NP-Z]{20}$/.test(code)

function readBare(typed: string): ReadCode | undefined {
  const code = tidy(typed)
  if (isNmpa20(code)) return { scheme: 'NMPA20', code, product: code.slice(0, 7) }
  return isInternal(code) ? { scheme: 'INTERNAL', code } : undefined
}

function readPath(path: string): ReadCode | undefined {
  const item = parseDigitalLink(path)
  const serial = tidy(item?.serial ?? '')
  return item && isSerial(serial) ? { scheme: 'GS1', code: serial, gtin: item.gtin, lot: item.lot } : undefined
}

/** (01)09521234000013(10)26031201(21)… as printed below a symbol. */
const printed = /^\(01\)(\d{14})(?:\(10\)([^()]{1,20}))?\(21\)(.{20,40})$/

/**
 * Reads what was typed or scanned: a bare code, a printed GS1 line, or one of our addresses (/c/…, /index?c=…, a Digital
 * Link), whatever its host. Undefined when it has the form of no scheme; looks at no more than 300 characters.
 */
export function readCode(typed: string): ReadCode | undefined {
  if (typed.length > 300) return undefined
  const text = typed.trim()
  const [, gtin, lot, serial] = printed.exec(text) ?? []
  if (gtin !== undefined) return readPath(`/01/${gtin}${lot === undefined ? '' : `/10/${encodeURIComponent(lot)}`}/21/${tidy(serial!)}`)
  if (text.startsWith('/01/')) return readPath(text)
  if (!/^https?:\/\//i.test(text)) return readBare(text)
  if (!URL.canParse(text)) return undefined
  const { pathname, searchParams } = new URL(text)
  if (pathname.startsWith('/01/')) return readPath(pathname)
  if (pathname.startsWith('/c/')) return readBare(pathname.slice(3))
  return pathname === '/index' ? readBare(searchParams.get('c') ?? '') : undefined
}

/** A code in groups of four, as it is printed for people: B7K2 90XN … */
export const inGroups = (code: string) => code.replaceAll(/.{4}(?=.)/g, '$& ')
