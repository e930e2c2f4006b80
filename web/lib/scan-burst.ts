import { readScanned } from '#contract/packing/scanned-code.ts'

/** Between two signs of a scanner pass no more than so many ms; between two keys of a person more. */
const betweenSigns = 60
/** A scanned label has at least so many signs. */
const fewestSigns = 8

/** Tells a scanner from a person by the speed of the keys. `key` hears every key with its time in ms; at Enter it answers what was scanned, if anything was. */
export function scanBurst() {
  let typed = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    /** Whether this key begins a text. */
    begins: (at: number) => typed === '' || at - last > betweenSigns,
    key(key: string, at: number): string | undefined {
      const isLate = at - last > betweenSigns
      if (key === 'Enter') {
        const scanned = isLate ? '' : typed
        typed = ''
        return scanned.length >= fewestSigns ? scanned : undefined
      }
      // Shift and its like come between the signs of a scanner.
      if ([...key].length !== 1) return undefined
      typed = isLate ? key : typed + key
      last = at
      return undefined
    },
  }
}

/** Whether a scanned text is a code of goods, which no ordinary field takes. Anything else, such as the label of a supplier, may be meant for the field. */
export const isCodeOfGoods = (text: string) => readScanned(text).is !== 'text'

/** What marks a field that takes codes. `kept`: it keeps the code as its value, so the scanner's Enter is not for it. */
export const takesCodes = { itself: { 'data-takes-codes': 'itself' }, kept: { 'data-takes-codes': 'kept' } } as const
