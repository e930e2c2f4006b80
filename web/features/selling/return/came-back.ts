import type { z } from 'zod'
import { scannedCondition } from '#contract/selling/return.ts'
import type { ScannedReturn } from '#contract/selling/return-api.ts'

/** `text` is what the scanner sent. */
export type CameBack = ScannedReturn & { text: string; condition: z.infer<typeof scannedCondition> }

/** The items of a receipt: codes by their condition. */
export const itemsOf = (scanned: readonly CameBack[]) =>
  scannedCondition.options.flatMap((condition) => {
    const codes = scanned.filter((one) => one.condition === condition).map((one) => one.text)
    return codes.length === 0 ? [] : [{ condition, codes }]
  })

/** How many packs of a lot were scanned. */
export const countOf = (scanned: readonly CameBack[], lotId: string) =>
  scanned
    .flatMap((one) => one.packs)
    .filter((one) => one.lotId === lotId)
    .reduce((sum, one) => sum + one.packs, 0)
