import { releasedPack, packedLot } from '#server/demo/packaging.ts'
import { inspect, rejectedLot, releasedLot, sampled, tested } from '#server/demo/inspection.ts'
import type { Person } from '#server/demo/person.ts'
import { issuedProduction, producedBatch } from '#server/demo/production.ts'
import { approvedOrder, draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { approvedSale, deliveredSale, draftSale, pickedSale, shippedSale } from '#server/demo/sale.ts'
import { withdrawnRelease } from '#server/demo/withdrawal.ts'

type As = (userName: string) => Promise<Person>

/** Not the specification of the template: what is sold is taken from the oldest lot, and an episode sells what it packed itself. */
const spec = '500 g'

/** A life with all its papers, from the order of the herb until the last pack is with a customer. */
export async function wholeLife(as: As) {
  const pack = await releasedPack(as, { spec, packs: 80, isWhole: true, buy: { quantity: '60' } })
  await deliveredSale(as, { pack, packs: 80 })
}

/** What did not go well: a herb that was rejected, a release that was taken back. */
export async function badDay(as: As) {
  await rejectedLot(as)
  await withdrawnRelease(as)
}

/** Something in each state that waits for somebody. */
export async function underWay(as: As) {
  await draftOrder(as)
  await approvedOrder(as)
  await receivedLot(as)
  await sampled(as, (await receivedLot(as)).lotId, 'raw')
  const test = await sampled(as, (await receivedLot(as)).lotId, 'raw')
  await tested(as, test.inspectionId, 'raw')
  await inspect(as, (await receivedLot(as)).lotId, { side: 'raw' })
  const lot = await releasedLot(as)
  // Not begun: a line of the workshop takes one order at a time.
  await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '50', reason: '按生产计划使用该批' }] })
  await producedBatch(as, { lot, quantity: '60' })
  const pack = await releasedPack(as, { spec, packs: 100, buy: { quantity: '200' } })
  await packedLot(as, { batch: pack.batch, packs: 20, spec })
  await draftSale(as, { pack, packs: 5 })
  await approvedSale(as, { pack, packs: 5 })
  await pickedSale(as, { pack, packs: 5 })
  await shippedSale(as, { pack, packs: 5 })
}
