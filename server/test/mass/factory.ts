import { exact } from '#contract/kernel/exact-decimal.ts'
import type { releasedPack } from '#server/demo/packaging.ts'
import { Refused, type Person } from '#server/demo/person.ts'
import type { awaitedReturn } from '#server/demo/return.ts'
import type { deliveredSale } from '#server/demo/sale.ts'
import type { World } from '#server/test/world.ts'

/** What there is to be worked on; all people work on the same few things. */
export type There = {
  raws: { lotId: string; lotNo: string }[]
  /** Bought lots that were rejected. */
  rejected: string[]
  /** Orders that were weighed out. */
  orders: string[]
  /** Those of which parts may be handed over. */
  started: string[]
  /** Those that are finished. */
  finished: string[]
  /** Requests whose samples are in the laboratory. */
  sampled: string[]
  /** Batches that were rejected. */
  failed: string[]
  batches: { lotId: string; batchNo: string }[]
  /** Co-products that are tested. */
  coProducts: { lotId: string; batchNo: string }[]
  packs: Awaited<ReturnType<typeof releasedPack>>[]
  sales: string[]
  delivered: Awaited<ReturnType<typeof deliveredSale>>[]
  /** Returns that quality assurance agreed to. */
  awaited: Awaited<ReturnType<typeof awaitedReturn>>[]
  /** Returns that lie in the 退货区. */
  returns: string[]
  /** Samples of packs that are kept. */
  kept: string[]
  holds: { lotId: string; holdId: string; side: 'raw' | 'pack' }[]
}

export const nothingThere = (): There => ({
  ...{ raws: [], rejected: [], orders: [], started: [], finished: [], sampled: [], failed: [], batches: [], coProducts: [], packs: [] },
  ...{ sales: [], delivered: [], awaited: [], returns: [], kept: [], holds: [] },
})

/** Which of the things, which place, how much (%) and one of two ways: what chance says of an action. */
export type Choice = { lot: number; place: number; percent: number; who: boolean }

export type Factory = { as: (userName: string) => Promise<Person>; there: There; world: World }

/** There is nothing of the kind that an action needs, or it is not as it needs it: it was not taken. */
export class NothingOfTheKind extends Error {}

export function pick<Thing>(things: readonly Thing[], place: number): Thing {
  const thing = things[place % things.length]
  if (thing === undefined) throw new NothingOfTheKind()
  return thing
}

export const part = (quantity: string, percent: number) => exact(quantity).times(percent).div(100).toDecimalPlaces(3).toFixed()

/** What was asked and what was answered. */
export type Seen = { requests: number; refusals: Map<string, number>; failures: string[] }

/** People as ever, whose answers are counted. */
export const countedPeople =
  (world: World, seen: Seen): Factory['as'] =>
  async (userName) => {
    const person = await world.as(userName)
    return {
      ...person,
      async ask(endpoint, input, headers) {
        seen.requests += 1
        try {
          return await person.ask(endpoint, input, headers)
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          seen.refusals.set(error.code, (seen.refusals.get(error.code) ?? 0) + 1)
          // 503 asks to come again; anything else above is a fault.
          if (error.status >= 500 && error.status !== 503) seen.failures.push(error.message)
          throw error
        }
      },
    }
  }
