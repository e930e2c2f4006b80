/** Keys and addresses of GS1 (General Specifications; GB/T 31775 for 中药): GTIN, SSCC, Digital Link. */

/** The last digit of a GTIN, GLN or SSCC from the digits before it: weights 3, 1, 3 … from the right, modulo 10 (GS1 General Specifications §7.9). */
export function checkDigit(digits: string): string {
  if (!/^\d+$/.test(digits)) throw new RangeError(`not digits: ${digits}`)
  const sum = [...digits].reverse().reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

const isKey = (length: number, text: string) => new RegExp(`^\\d{${length}}$`).test(text) && checkDigit(text.slice(0, -1)) === text.at(-1)

/** Whether `text` is a 14-digit GTIN with the right check digit. */
export const isGtin14 = (text: string) => isKey(14, text)

/** Whether `text` is an 18-digit SSCC with the right check digit. */
export const isSscc = (text: string) => isKey(18, text)

/** The number of a box or pallet: extension digit, company prefix (7 to 10 digits), serial reference filled up to 17 digits, check digit. */
export function sscc({ extension, companyPrefix, serial }: { extension: number; companyPrefix: string; serial: number }): string {
  const reference = String(serial).padStart(16 - companyPrefix.length, '0')
  const digits = `${extension}${companyPrefix}${reference}`
  if (!/^\d{7,10}$/.test(companyPrefix) || !/^\d{17}$/.test(digits)) throw new RangeError(`no SSCC has these parts: ${digits}`)
  return digits + checkDigit(digits)
}

/** The characters of lot and serial numbers: GS1 character set 82, at most 20 of them. */
const isElement = (text: string) => /^[!-"%-?A-Z_a-z]{1,20}$/.test(text)

/** One pack or one lot of a trade item. */
export type LinkedItem = { gtin: string; lot: string | null; serial: string | null }

/** The GS1 Digital Link of a pack: /01/{gtin}/10/{lot}/21/{serial} (Digital Link URI syntax; lot before serial). */
export function digitalLink(origin: string, { gtin, lot, serial }: LinkedItem): string {
  const elements = [lot, serial].filter((element) => element !== null)
  if (!isGtin14(gtin) || !elements.every(isElement))
    throw new RangeError(`no Digital Link has these parts: ${[gtin, ...elements].join(' ')}`)
  return [
    origin,
    '01',
    gtin,
    ...(lot === null ? [] : ['10', encodeURIComponent(lot)]),
    ...(serial === null ? [] : ['21', encodeURIComponent(serial)]),
  ].join('/')
}

/**
 * What a Digital Link's path names, or undefined when it is not one of /01/{gtin}[/22/{variant}][/10/{lot}][/21/{serial}]. The
 * order is fixed (Digital Link URI syntax); the variant is not kept.
 */
export function parseDigitalLink(path: string): LinkedItem | undefined {
  const form = /^\/01\/(\d{14})(?:\/22\/[^/]{1,60})?(?:\/10\/([^/]{1,60}))?(?:\/21\/([^/]{1,60}))?$/
  const [, gtin = '', lot, serial] = form.exec(path) ?? []
  const [lotNo, serialNo] = [decoded(lot), decoded(serial)]
  return lotNo === undefined || serialNo === undefined ? undefined : itemOf(gtin, lotNo, serialNo)
}

function decoded(part: string | undefined): string | null | undefined {
  if (part === undefined) return null
  // A stray % makes decodeURIComponent throw; such a link is simply not ours.
  if (/%(?![0-9A-Fa-f]{2})|%[89A-Fa-f]/.test(part)) return undefined
  return decodeURIComponent(part)
}

function itemOf(gtin: string, lot: string | null, serial: string | null): LinkedItem | undefined {
  const isPart = (part: string | null) => part === null || isElement(part)
  return isGtin14(gtin) && isPart(lot) && isPart(serial) ? { gtin, lot, serial } : undefined
}

/** Ends an element of variable length: how a scanner sends the FNC1 of a symbol. */
export const separator = '\u001D'

// Length of identifier and value together, by the identifier's first two digits. These elements need no separator and hold
// digits alone (General Specifications §7.8, element strings with predefined length).
const predefinedLength: ReadonlyMap<string, number> = new Map([
  ['00', 20],
  ...['01', '02', '03', '41'].map((ai) => [ai, 16] as const),
  ['04', 18],
  ...['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((ai) => [ai, 8] as const),
  ['20', 4],
  ...['31', '32', '33', '34', '35', '36'].map((ai) => [ai, 10] as const),
])

type Element = readonly [ai: string, value: string]

/** The longest lot and the longest serial of GS1 (AI 10 and 21). */
const longest = 20

/** The elements of a scanned message. An identifier of 3 or 4 digits is cut behind its second digit: none of them is used here. */
function elementsOf(message: string): Element[] | undefined {
  const elements: Element[] = []
  for (let rest = message; rest !== '';) {
    if (rest.startsWith(separator)) {
      rest = rest.slice(1)
      continue
    }
    const ai = rest.slice(0, 2)
    const predefined = predefinedLength.get(ai)
    const end = predefined ?? `${rest}${separator}`.indexOf(separator)
    const value = rest.slice(2, end)
    rest = rest.slice(end)
    if (!/^\d\d$/.test(ai) || (predefined !== undefined && (value.length !== predefined - 2 || /\D/.test(value)))) return undefined
    // A longer value shows that the scanner dropped the separators. A serial of 20 characters can still be found: nothing is
    // longer, so it ends where it must, or it is the last element. Where a lot ends is not known.
    if (ai === '21' && value.length > longest) {
      elements.push([ai, value.slice(0, longest)])
      rest = value.slice(longest) + rest
    } else if (ai === '10' && value.length > longest) {
      const [, serial] = /^.+21(.{20})$/.exec(value) ?? []
      if (serial === undefined) return undefined
      elements.push(['21', serial])
    } else elements.push([ai, value])
  }
  return elements
}

/** (01)09521234000013(10)26031201(21)… as printed below a symbol. Blanks are ignored. */
function printedElements(text: string): Element[] | undefined {
  const [before, ...parts] = text.replaceAll(/\s/g, '').split(/\((\d{2,4})\)/)
  if (before !== '') return undefined
  return parts.flatMap((ai, place) => (place % 2 === 0 ? [[ai, parts[place + 1] ?? ''] as const] : []))
}

/** SSCC, GTIN, lot and serial: the elements that name something. */
const naming: readonly string[] = ['00', '01', '10', '21']

/** What element strings name: one pack or lot of a trade item, or a box or pallet by its SSCC. */
export type NamedByElements = { is: 'item'; item: LinkedItem } | { is: 'sscc'; sscc: string }

/**
 * Reads GS1 element strings, as a scanner sends them or as people read them below the symbol. Undefined when they are broken,
 * contradict themselves or name nothing, and for a wrong check digit. Other elements (dates, weights) are passed over.
 */
export function parseElements(text: string): NamedByElements | undefined {
  const elements = text.startsWith('(') ? printedElements(text) : elementsOf(text)
  const named = elements?.filter(([ai]) => naming.includes(ai)) ?? []
  const values = new Map(named)
  // The same identifier twice: it is not known which was meant.
  if (values.size < named.length) return undefined
  const [sscc, gtin] = [values.get('00'), values.get('01')]
  if (sscc !== undefined && !isSscc(sscc)) return undefined
  if (gtin === undefined) return sscc === undefined ? undefined : { is: 'sscc', sscc }
  const item = itemOf(gtin, values.get('10') ?? null, values.get('21') ?? null)
  return item && { is: 'item', item }
}
