import { elementAt } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { mostOfBatch, sumOf, type Masses } from '#contract/making/mass-balance.ts'
import type { Weighing } from '#contract/making/production-record.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'
import { netOf } from './issue-materials.ts'
import { returnBin } from './return-bin.ts'
import { drawnOf, type Order } from './take-order.ts'

/** One lot of the charge: what was issued, what went back in all, what of that goes back now and into which bin, what was used, and of that what its co-products did not take; kg. */
export type Used = {
  lotId: string
  lotNo: string
  role: 'main' | 'auxiliary'
  issued: string
  returned: string
  goesBack: string
  quantity: string
  ofBatch: string
  bin: string
}

type Return = { lotId: string; quantity: string; placeId?: string | undefined }

/**
 * What was issued, returned and used of each lot, kg. Refused when more goes back than was issued, or when it may not lie any more in the bin it
 * came from and none is given.
 */
export async function usedOf(
  tx: Tx,
  order: Order,
  { weighings, returned: earlier }: { weighings: readonly Weighing[]; returned: readonly Weighing[] },
  returns: readonly Return[],
): Promise<Used[]> {
  const stray = returns.findIndex(({ lotId }) => !order.charged.some(({ lot }) => lot.id === lotId))
  if (stray >= 0) throw new Refusal('wrong_lot', [{ path: `returns.${stray}.lotId`, message: '该批不在本指令中' }])
  if (order.parts.length > 0 && returns.length > 0) throw new Refusal('part_handed_over', [{ path: 'returns', message: '请删去退料' }])
  const used: Used[] = []
  for (const { lot, role } of order.charged) {
    const issued = netOf(weighings, lot.id)
    const index = returns.findIndex(({ lotId }) => lotId === lot.id)
    const { quantity: goesBack, placeId: chosen } = returns[index] ?? { quantity: '0' }
    const left = exact(issued).minus(netOf(earlier, lot.id))
    const quantity = left.minus(goesBack)
    const drawn = drawnOf(order, lot.id)
    if (quantity.lessThan(drawn))
      throw new Refusal('return_exceeds', [{ path: `returns.${index}.quantity`, message: `最多 ${left.minus(drawn).toFixed()} kg` }])
    const from = elementAt(
      weighings.filter((weighing) => weighing.lotId === lot.id),
      0,
    )
    const bin = exact(goesBack).isZero() ? from.placeId : await returnBin(tx, lot, { from, chosen, path: `returns.${index}.placeId` })
    used.push({
      ...{ lotId: lot.id, lotNo: lot.lotNo, role, issued, goesBack, bin },
      returned: exact(issued).minus(quantity).toFixed(),
      quantity: quantity.toFixed(),
      ofBatch: quantity.minus(drawn).toFixed(),
    })
  }
  return used
}

/** The masses of the whole batch, kg. Refused when feed and returns together exceed the issue, the output exceeds that of the last step, or more comes out than went in. */
export function massesOf(
  order: Order,
  used: readonly Used[],
  { output, sampled, leftover }: { output: string; sampled: string; leftover: string },
): Masses {
  const main = used.filter(({ role }) => role === 'main')
  const [issued, returned] = [sumOf(main.map((lot) => lot.issued)), sumOf(main.map((lot) => lot.returned))]
  const fed = elementAt(order.ended, 0).inputQuantity
  if (exact(fed).plus(returned).greaterThan(issued))
    throw new Refusal('return_exceeds', [
      { path: 'returns', message: `已投料 ${exact(fed).toFixed()} kg，最多可退 ${exact(issued).minus(fed).toFixed()} kg` },
    ])
  const last = elementAt(order.ended, -1).outputQuantity
  if (exact(output).greaterThan(last))
    throw new Refusal('output_exceeds', [{ path: 'output', message: `末道工序产出 ${exact(last).toFixed()} kg` }])
  const masses = {
    issued,
    returned,
    output,
    sampled,
    leftover,
    auxiliaries: sumOf(used.filter(({ role }) => role === 'auxiliary').map(({ quantity }) => quantity)),
    water: sumOf(order.ended.map((step) => step.waterQuantity)),
    losses: sumOf(order.ended.flatMap((step) => step.losses.map(({ quantity }) => quantity))),
    coProducts: sumOf(order.coProducts.map(({ quantity }) => quantity)),
  }
  const most = mostOfBatch(masses, last)
  const together = sumOf([output, sampled, leftover])
  if (exact(together).greaterThan(most))
    throw new Refusal(
      'mass_from_nothing',
      Object.entries({ output, sampled, leftover })
        .filter(([, mass]) => !exact(mass).isZero())
        .map(([path]) => ({ path, message: `产出、取样与尾料合计 ${together} kg，最多 ${most} kg` })),
    )
  return masses
}
