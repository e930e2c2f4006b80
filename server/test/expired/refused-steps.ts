import { correctionApi } from '#contract/cases/correction.ts'
import { oosLaboratoryApi } from '#contract/cases/oos-api.ts'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { bulkTestApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { reworkApi } from '#contract/making/rework.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { repackApi } from '#contract/packing/repack-api.ts'
import { returnApi } from '#contract/selling/return-api.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { acceptanceApi } from '#contract/warehouse/acceptance.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { packingStations, scaleFor } from '#server/demo/asset.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { filledBox } from '#server/demo/box.ts'
import { findingFor } from '#server/demo/finding.ts'
import { recorded, release, sampled } from '#server/demo/inspection.ts'
import { retestApproved } from '#server/demo/investigation.ts'
import { bottle } from '#server/demo/laboratory-means.ts'
import { issueInput, usualAcceptance } from '#server/demo/pack-material.ts'
import { releaseOf, usualCompletion } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { approveRework } from '#server/demo/rework.ts'
import { doneStep, orderedProduction, supplemented, weighingsOf } from '#server/demo/production.ts'
import { approvedOrder, deliveryNote, receivedLot } from '#server/demo/purchase.ts'
import { usualTransport } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import type { Goods } from './goods.ts'

const issuing = async ({ as }: Goods, id: string) =>
  (await as('cangku')).ask(productionApi.issue, {
    ...{ id, scaleId: await scaleFor(await as('cangku')), weighings: await weighingsOf(as, id) },
    ...{ signature: signed(), checker: secondPerson('shengchan') },
  })

/** What a maker gave a last day: auxiliaries and packaging material, in a batch or order of which all else is in date. */
export async function auxiliariesRefused(goods: Goods): Promise<void> {
  const { as, herb, made } = goods
  const quality = await as('qa')
  await refused(orderedProduction(as, herb.stirred), 'lot_expired', 'auxiliaries.0')
  await refused(issuing(goods, herb.withBran.id), 'lot_expired')
  await refused(release(as, herb.newBran.reportId), 'lot_expired')
  await refused(quality.ask(acceptanceApi.accept, await usualAcceptance(as, made.newBags.lotId)), 'lot_expired')
  const more = issueInput(made.supplied.orderId, [{ lotId: made.bags.lotId, pieces: 1 }])
  await refused((await as('baozhuang')).ask(packagingApi.issueMaterials, more), 'lot_expired')
  const keeper = await as('cangku')
  const order = await approvedOrder(as, { material: '麦麸', quantity: '20' })
  const yesterday = addDays(dayInShanghai(keeper.time.now()), -1)
  const late = await deliveryNote(as, order.id, { material: '麦麸', quantity: '20', line: { expiresOn: yesterday } })
  await refused(keeper.ask(purchaseApi.receive, late), 'invalid_input', 'lots.0.expiresOn')
}

/** A herb on its retest day. */
export async function herbsRefused(goods: Goods): Promise<void> {
  const { as, herb } = goods
  const lots = [{ lotId: herb.raw.lotId, quantity: '5', reason: '按计划' }]
  await refused(orderedProduction(as, { lots }), 'lot_expired', 'lots.0')
  await refused((await as('shengchan2')).ask(productionApi.approve, { id: herb.drafted.id, signature: signed() }), 'lot_expired')
  await refused(issuing(goods, herb.approved.id), 'lot_expired')
  await refused(supplemented(as, herb.issued.id, { lotNo: herb.raw.lotNo, net: '1' }), 'lot_expired')
  // It was weighed out in time, and is not fed any more.
  await refused(doneStep(as, herb.issued.id), 'lot_expired', 'lots')
  // More of it than was booked would leave its bin today.
  await refused((await as('zhiliang')).ask(correctionApi.approve, { id: herb.corrected.id, signature: signed() }), 'lot_expired')
}

/** A batch after its last good day, and a rejected one that would be worked again. */
export async function packingRefused({ as, made }: Goods): Promise<void> {
  const packer = await as('baozhuang')
  await refused((await as('shengchan')).ask(reworkApi.create, made.worked), 'lot_expired')
  await refused(approveRework(as, made.again.id), 'lot_expired')
  const { spec } = made.drafted
  const order = { bulkLotId: made.batch.lotId, packSpecId: spec.id, plannedPacks: 4, packagingMaterial: '', labelVersion: 'BQ-01' }
  await refused(packer.ask(packagingApi.create, order), 'lot_expired')
  await refused((await as('shengchan2')).ask(packagingApi.approve, { id: made.drafted.orderId, signature: signed() }), 'lot_expired')
  const stations = await packingStations(as, made.approved.orderId)
  const labels = { id: made.approved.orderId, packLabels: 4, boxLabels: 1, stations }
  await refused(packer.ask(packagingApi.issueLabels, labels), 'lot_expired')
  await refused(packer.ask(packagingApi.complete, await usualCompletion(as, made.labelled)), 'lot_expired')
  await refused(releaseOf(as, made.unreleased), 'lot_expired')
}

/** Packs after their last good day: in the house, ready for a customer, and back from one. */
export async function sellingRefused({ as, made: { pack }, out }: Goods): Promise<void> {
  const keeper = await as('cangku')
  await refused(keeper.ask(saleApi.allocate, { id: out.toAllocate.id }), 'short_stock')
  const box = elementAt(out.boxes, 1).code
  await refused(keeper.ask(saleApi.pick, { id: out.toPick.id, codes: [box], signature: signed() }), 'lot_expired')
  await refused((await as('wuliu')).ask(saleApi.ship, { id: out.toShip.id, ...usualTransport(), signature: signed() }), 'lot_expired')
  const quality = await as('qa')
  const went = { id: out.toCorrect.shipmentId, changes: { went: out.loose.slice(0, 1) }, reason: '多发一袋', signature: signed() }
  await refused(quality.ask(correctionApi.shipment, went), 'lot_expired')
  const { receipt } = await quality.ask(returnApi.read, { id: out.toDecide.id })
  const decisions = present(receipt).items.map(({ id: itemId }) => ({ itemId, decision: 'restock' as const }))
  const { id, rowVersion } = out.toDecide
  await refused(quality.ask(returnApi.decide, { id, rowVersion, decisions, conclusion: '完好', ...withQualityHead() }), 'lot_expired')
  const home = { id: out.toRestock.id, rowVersion: out.toRestock.rowVersion, placeId: await binIn(keeper, 'pack_released') }
  await refused(keeper.ask(returnApi.restock, home), 'lot_expired')
  await refused(filledBox(as, { packs: out.loose }), 'lot_expired')
  const packer = await as('baozhuang')
  const [signature, checker] = [signed(), secondPerson('qa2')]
  const torn = { code: elementAt(out.loose, 0), reason: '标签破损', signature, checker }
  await refused(packer.ask(qrApi.replace, torn), 'lot_expired', 'code')
  const anew = { lotId: pack.lotId, codes: [elementAt(out.loose, 0)], ground: 'damaged' as const, reason: '外袋破损' }
  const into = { packSpecId: pack.spec.id, plannedPacks: 1, packagingMaterial: '', labelVersion: 'BQ-01' }
  await refused(packer.ask(repackApi.create, { ...anew, ...into }), 'lot_expired')
  // A second label of them is printed before two, as of goods that are frozen.
  const again = { id: pack.packRangeId, first: pack.packs, last: pack.packs, reason: '补印' }
  await refused(packer.ask(qrApi.print, again), 'reprint_needs_second')
}

/** A bottle after its last day, for a first value and for a retest, on both sides of the laboratory. */
export async function reagentsRefused({ as, made }: Goods): Promise<void> {
  const keeper = await as('zhuguan')
  const today = dayInShanghai(keeper.time.now())
  const old = await bottle(keeper, today, { number: 'SJ-900', useBy: addDays(today, -1), receivedOn: addDays(today, -300) })
  const means = { instrumentIds: [], reagentIds: [old] }
  const received = await receivedLot(as)
  for (const side of ['raw', 'bulk'] as const) {
    const { inspectionId: id } = await sampled(as, side === 'raw' ? received.lotId : made.untested.lotId, side)
    const api = side === 'raw' ? rawInspectionApi : bulkTestApi
    const analyst = await as('jianyan')
    const { items } = await analyst.ask(api.file, { id })
    const item = present(items.find(({ op, dryBasis }) => (op === 'le' || op === 'ge') && !dryBasis))
    const first = [{ itemId: item.id, revision: 0, ...findingFor(item, true) }]
    await refused(analyst.ask(api.record, { id, means, results: first }), 'reagent_expired', 'means')
    const { oosCases } = await recorded(as, id, side, 'fail')
    const approved = await retestApproved(as, elementAt(oosCases, 0).id)
    const value = findingFor(approved.item, true)
    const again = { id: approved.case.id, rowVersion: approved.case.rowVersion, values: [value, value], means, signature: signed() }
    await refused(approved.analyst.ask(oosLaboratoryApi[side].retest, again), 'reagent_expired', 'values.0.means')
  }
}
