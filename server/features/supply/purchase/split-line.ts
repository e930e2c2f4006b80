import { Decimal } from 'decimal.js'
import type { z } from 'zod'
import { abnormalPackages } from '#contract/supply/purchase.ts'
import type { receiptLineInput } from '#contract/supply/receipt.ts'
import type { OrderLine } from './queries.ts'

type Delivered = z.output<typeof receiptLineInput>
type Abnormal = Delivered['abnormal'][number]
/** A line at the door and the order line it came against. */
export type LineAtDoor = { delivered: Delivered; line: OrderLine }

/** What becomes one lot: the sound packages of a line, or those of one kind that were set apart. */
export type LotAtDoor = {
  line: OrderLine
  /** The line as it is of this lot alone: its own packages, weights, place and exception. */
  delivered: Omit<Delivered, 'abnormal' | 'doubtReason'>
  abnormal: Abnormal['kind'] | null
  /** Where the input names its place. */
  placePath: string
  doorLine: number
  lineNet: string
  lineNote: string
  linePackages: number
}

const sumOf = (parts: readonly Abnormal[], weight: 'gross' | 'tare' | 'net') =>
  parts.reduce((sum, part) => sum.plus(part[weight]), new Decimal(0))

/** What is left of a line when its abnormal packages are set apart; with no packages left nothing may be left of the weights. */
export function soundPart({ abnormal, ...delivered }: Delivered) {
  const left = (weight: 'gross' | 'tare' | 'net') => new Decimal(delivered[weight]).minus(sumOf(abnormal, weight)).toFixed()
  return {
    ...delivered,
    packageCount: delivered.packageCount - abnormal.reduce((sum, part) => sum + part.packageCount, 0),
    gross: left('gross'),
    tare: left('tare'),
    net: left('net'),
    noteQuantity: leftOfNote(delivered.noteQuantity, left('net'), sumOf(abnormal, 'net')),
  }
}

/** The delivery note has one quantity for a line: a lot set apart counts as its net weight, what remains of the note is the rest's. */
function leftOfNote(noted: string, net: string, apart: Decimal): string {
  const left = new Decimal(noted).minus(apart)
  return left.greaterThan(0) ? left.toFixed() : net
}

/** The lots of a line: the sound packages first, where there are any. Together they are the line; the database holds that. */
export function splitLine({ delivered, line }: LineAtDoor, at: number): LotAtDoor[] {
  const { abnormal, doubtReason: _, ...shared } = delivered
  const { doubtReason: __, ...sound } = soundPart(delivered)
  const whole = { line, doorLine: at + 1, lineNet: delivered.net, lineNote: delivered.noteQuantity, linePackages: delivered.packageCount }
  // Where nothing sound is left, what was said about the line is said about its parts.
  const ofLine = sound.packageCount === 0 && shared.exceptionNote !== '' ? `；${shared.exceptionNote}` : ''
  const apart = abnormal.map(({ kind, note, ...own }, index): LotAtDoor => ({
    ...whole,
    abnormal: kind,
    placePath: `lots.${at}.abnormal.${index}.placeId`,
    delivered: {
      ...shared,
      ...own,
      noteQuantity: own.net,
      exceptionNote: `${abnormalPackages[kind]}：${note}${ofLine}`,
      labelComplete: shared.labelComplete && kind !== 'unlabelled',
      defects: kind === 'unlabelled' ? [] : [kind],
    },
  }))
  return sound.packageCount === 0 ? apart : [{ ...whole, abnormal: null, placePath: `lots.${at}.placeId`, delivered: sound }, ...apart]
}
