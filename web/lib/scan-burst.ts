import { readScanned } from '#contract/packing/scanned-code.ts'

/** Between two signs of a scanner pass no more than so many ms; between two keys of a person more. */
const betweenSigns = 60
/** After so many ms without a key something new begins. A scanner by radio, or a browser that is busy, may take nearly as long for a sign. */
const pause = 250
/** A scanned label has at least so many signs. */
const fewestSigns = 8

/** What was typed without a pause and ended with Enter. */
export type Burst = { text: string; isTooFastForHands: boolean }

/** Hears every key with its time in ms; at Enter it answers what came before it without a pause. */
export function scanBurst() {
  let typed = ''
  let last = Number.NEGATIVE_INFINITY
  let slowest = 0
  return {
    /** Whether a sign at this time begins a text. */
    begins: (at: number) => typed === '' || at - last > pause,
    key(key: string, at: number): Burst | undefined {
      const [before, gap] = [at - last > pause ? '' : typed, at - last]
      // Shift and its like come between the signs of a scanner.
      if (key !== 'Enter' && [...key].length !== 1) return undefined
      slowest = before === '' ? 0 : Math.max(slowest, gap)
      last = at
      typed = key === 'Enter' ? '' : before + key
      if (key !== 'Enter' || before.length < fewestSigns) return undefined
      return { text: before, isTooFastForHands: slowest <= betweenSigns }
    },
  }
}

/** Whether a text is a code of goods, which no ordinary field takes. Anything else, such as the label of a supplier, may be meant for the field. */
export const isCodeOfGoods = (text: string) => readScanned(text).is !== 'text'

/** What marks a field that takes codes. `kept`: it keeps the code as its value, so the scanner's Enter is not for it. */
export const takesCodes = { itself: { 'data-takes-codes': 'itself' }, kept: { 'data-takes-codes': 'kept' } } as const
