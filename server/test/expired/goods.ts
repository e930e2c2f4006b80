import { reworkApi } from '#contract/making/rework.ts'
import { correctionApi } from '#contract/cases/correction.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { lineFor } from '#server/demo/asset.ts'
import { boxesOf, openedBox } from '#server/demo/box.ts'
import { inspect, rejectedLot, releasedLot } from '#server/demo/inspection.ts'
import { acceptedPieces, bag, bagAndCarton, carton, issueInput, receivedPieces, specTakes } from '#server/demo/pack-material.ts'
import { approvedPackaging, labelledPackaging, packedLot, plannedPackaging, releasedPack } from '#server/demo/packaging.ts'
import { signed, type Person } from '#server/demo/person.ts'
import {
  approvedProduction,
  conformingBatch,
  doneStep,
  issuedProduction,
  orderedProduction,
  producedBatch,
} from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { awaitedReturn, decidedReturn, inspectedReturn, provenReturn, receivedReturn } from '#server/demo/return.ts'
import { failedBatch, orderedRework } from '#server/demo/rework.ts'
import { allocatedSale, approvedSale, checkedSale, deliveredSale, shippedSale } from '#server/demo/sale.ts'

type As = (userName: string) => Promise<Person>
const because = { reason: '按计划' }

/** Herbs and auxiliaries, and orders that wait for each step that uses them. */
export async function herbs(as: As) {
  const raw = await releasedLot(as, { quantity: '400' })
  const charge = (quantity: string) => ({ lots: [{ lotId: raw.lotId, quantity, ...because }] })
  const drafted = await orderedProduction(as, charge('10'))
  const approved = await approvedProduction(as, charge('11'))
  const issued = await issuedProduction(as, charge('12'))
  const onLine = await issuedProduction(as, charge('13'))
  await doneStep(as, onLine.id)
  // More was weighed out than was written down.
  const wrong = await issuedProduction(as, charge('14'))
  const issue = present((await (await as('shengchan')).ask(productionApi.read, { id: wrong.id })).issue)
  const weighing = elementAt(issue.weighings, 0)
  const changes = { weighings: [{ piece: 1, gross: exact(weighing.gross).plus(3).toFixed(), tare: weighing.tare }] }
  const corrected = await (await as('qa')).ask(correctionApi.issue, { id: issue.id, changes, reason: '读错', signature: signed() })

  const white = await releasedLot(as, { material: '白术', quantity: '80' })
  const bran = await releasedLot(as, { material: '麦麸', quantity: '60' })
  const stirred = { product: '麸炒白术', lots: [{ lotId: white.lotId, quantity: '10', ...because }] }
  const auxiliaries = [{ lotId: bran.lotId, quantity: '1' }]
  const withBran = await approvedProduction(as, { ...stirred, auxiliaries })
  const newBran = await receivedLot(as, { material: '麦麸', quantity: '50' })
  const reported = await inspect(as, newBran.lotId, { side: 'raw' })
  const failing = await receivedLot(as, { material: '麦麸', quantity: '30' })
  const failed = await inspect(as, failing.lotId, { side: 'raw', outcome: 'fail' })
  const rejected = await rejectedLot(as, { material: '麦麸', quantity: '30' })
  return {
    ...{ raw, white, drafted, approved, issued, onLine, corrected, bran, stirred: { ...stirred, auxiliaries }, withBran },
    ...{ newBran: { ...newBran, reportId: reported.reportId }, failing: { ...failing, reportId: failed.reportId }, rejected },
  }
}

/** A batch, and orders that wait for each step that packs it; bags on a line and bags that wait for their acceptance. */
export async function batches(as: As) {
  const batch = await conformingBatch(as, { quantity: '150', buy: { quantity: '200' } })
  const drafted = await plannedPackaging(as, { batch, packs: 4 })
  const approved = await approvedPackaging(as, { batch, packs: 4 })
  const labelled = await labelledPackaging(as, { batch, packs: 4 })
  const unreleased = await packedLot(as, { batch, packs: 5 })
  const pack = await releasedPack(as, { batch, packs: 90 })
  await specTakes(as, drafted.spec.id, bagAndCarton)
  const bags = await acceptedPieces(as, { material: bag, pieces: 500 })
  const cartons = await acceptedPieces(as, { material: carton, pieces: 50 })
  const supplied = await labelledPackaging(as, { batch, packs: 4 })
  const lots = [
    { lotId: bags.lotId, pieces: 5 },
    { lotId: cartons.lotId, pieces: 1 },
  ]
  await (await as('baozhuang')).ask(packagingApi.issueMaterials, issueInput(supplied.orderId, lots))
  const newBags = await receivedPieces(as, { pieces: 300 })
  const rejected = await failedBatch(as, { quantity: '60', buy: { quantity: '80' } })
  const again = await orderedRework(as, { lotId: rejected.lotId, quantity: '5' })
  const author = await as('shengchan')
  const lot = only(await author.ask(reworkApi.lots, { id: rejected.lotId }))
  const { process } = await author.ask(productionApi.read, { id: again.id })
  const { id: caseId, table: caseTable } = elementAt(lot.cases, 0)
  const worked = {
    ...{ lotId: rejected.lotId, caseId, caseTable, quantity: '5', steps: [elementAt(lot.steps, -1).no], yieldMin: '90' },
    ...{ reason: '水分略高，摊晾后重新筛选', lineId: await lineFor(as, process) },
  }
  const untested = await producedBatch(as, { quantity: '40', buy: { quantity: '60' } })
  return { batch, drafted, approved, labelled, unreleased, pack, bags, newBags, supplied, again, worked, untested }
}

/** All of it. */
export type Goods = {
  as: As
  herb: Awaited<ReturnType<typeof herbs>>
  made: Awaited<ReturnType<typeof batches>>
  out: Awaited<ReturnType<typeof packsOf>>
}

/** Packs of one lot: for sale, on their way, with customers, and on their way back. */
export async function packsOf(as: As, pack: Awaited<ReturnType<typeof releasedPack>>) {
  const sold = { pack, packs: 4 }
  const toAllocate = await approvedSale(as, sold)
  const toPick = await allocatedSale(as, sold)
  const toShip = await checkedSale(as, sold)
  const toCorrect = await shippedSale(as, sold)
  const back = async () => ({ sale: await deliveredSale(as, { pack, packs: 4 }), packs: 2 })
  const toReceive = await awaitedReturn(as, await back())
  const toInspect = await receivedReturn(as, await back())
  const toDecide = await inspectedReturn(as, await back())
  await provenReturn(as, toDecide.id)
  const toRestock = await decidedReturn(as, await back())
  const { boxes } = await boxesOf(as, pack.lotNo)
  const box = elementAt(boxes, -1)
  const loose = box.packs.slice(0, 3)
  await openedBox(as, box.code, loose)
  return { toAllocate, toPick, toShip, toCorrect, toReceive, toInspect, toDecide, toRestock, boxes, loose }
}
