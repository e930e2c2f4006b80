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

/** What a Digital Link's path names, or undefined when it is not one of /01/{gtin}[/10/{lot}][/21/{serial}]. */
export function parseDigitalLink(path: string): LinkedItem | undefined {
  const [, gtin = '', lot, serial] = /^\/01\/(\d{14})(?:\/10\/([^/]{1,60}))?(?:\/21\/([^/]{1,60}))?$/.exec(path) ?? []
  if (!isGtin14(gtin)) return undefined
  const [lotNo, serialNo] = [decoded(lot), decoded(serial)]
  return lotNo === undefined || serialNo === undefined ? undefined : { gtin, lot: lotNo, serial: serialNo }
}

function decoded(part: string | undefined): string | null | undefined {
  if (part === undefined) return null
  // A stray % makes decodeURIComponent throw; such a link is simply not ours.
  if (/%(?![0-9A-Fa-f]{2})|%[89A-Fa-f]/.test(part)) return undefined
  const text = decodeURIComponent(part)
  return isElement(text) ? text : undefined
}
