import type { z } from 'zod'
import { present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { ledgerApi } from '#contract/warehouse/ledger.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { stocktakeApi, type CountFile } from '#contract/warehouse/stocktake.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>
type Plan = z.input<typeof stocktakeApi.plan.input>

/** A count that was planned. */
export const plannedCount = async (as: As, plan: Plan): Promise<CountFile> => (await as('cangku')).ask(stocktakeApi.plan, plan)

/** What one person finds of a line; of packs the codes. */
export async function counted(
  as: As,
  { count: { id } }: CountFile,
  { lotId, placeId }: { lotId: string; placeId: string },
  found: { quantity: string } | { codes: string[] },
  who = 'cangku',
): Promise<void> {
  await (await as(who)).ask(stocktakeApi.count, { id, lotId, placeId, ...found })
}

/** The keeper ends the count beside quality assurance, with one cause for every difference. */
export async function settledCount(as: As, { count: { id } }: CountFile, cause: 'moisture' | 'scale' = 'moisture'): Promise<CountFile> {
  const keeper = await as('cangku')
  const { count, lines } = await keeper.ask(stocktakeApi.read, { id })
  return keeper.ask(stocktakeApi.settle, {
    id,
    rowVersion: count.rowVersion,
    causes: lines.filter(({ state }) => state === 'within').map((line) => ({ lineId: line.id, cause })),
    signature: signed(),
    approver: secondPerson('qa'),
  })
}

/** Two keepers sign the ledgers of a month that is over. */
export async function signedMonths(as: As, month: string): Promise<void> {
  const keeper = await as('cangku')
  for (const goodsClass of ['raw', 'auxiliary', 'bulk', 'pack'] as const)
    await keeper.ask(ledgerApi.sign, { month, goodsClass, signature: signed(), checker: secondPerson('cangku2') })
}

/** All of a herb is counted: each bin holds a little less than the book says, as a herb does that dries. */
export async function driedCount(as: As, herb: string): Promise<CountFile> {
  const keeper = await as('cangku')
  const planned = await plannedCount(as, { scope: 'herb', subject: herb })
  for (const { lotId, placeId } of planned.lines) {
    const { places } = await keeper.ask(stockApi.raw.stock, { id: lotId })
    const { quantity } = present(places.find(({ id }) => id === placeId))
    await counted(as, planned, { lotId, placeId }, { quantity: exact(quantity).times('0.997').toDecimalPlaces(2).toFixed() })
  }
  return settledCount(as, planned)
}
