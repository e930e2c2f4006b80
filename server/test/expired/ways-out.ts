import assert from 'node:assert/strict'
import { correctionApi } from '#contract/cases/correction.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { packLotApi } from '#contract/release/pack-lot.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { returnApi } from '#contract/selling/return-api.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { stockApi, type StockSide } from '#contract/warehouse/stock.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { openedBox } from '#server/demo/box.ts'
import { destroyed } from '#server/demo/disposal.ts'
import { inspect, reject, release } from '#server/demo/inspection.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { gaveBack, terminatedProduction } from '#server/demo/production.ts'
import { broughtBack, startedRecall } from '#server/demo/recall.ts'
import { arrivalOf, packsOut } from '#server/demo/return.ts'
import { driedCount } from '#server/demo/stocktake.ts'
import { sentSupplierReturn } from '#server/demo/supplier-return.ts'
import type { Goods } from './goods.ts'

/** Out of the house, aside, or to another test: none of it asks for the days of the goods. */
export async function leadOut(goods: Goods): Promise<void> {
  await offTheLine(goods)
  await asideInTheStore(goods)
  await backAndAway(goods)
  await testedAgain(goods)
}

/** What was weighed out goes back, orders are cancelled, a batch on the line is ended. */
async function offTheLine({ as, herb, made }: Goods): Promise<void> {
  await gaveBack(as, herb.issued.id, { lotNo: herb.raw.lotNo, net: '2' })
  const manager = await as('shengchan2')
  await manager.ask(productionApi.cancel, { id: herb.issued.id, reason: '复验期已到', signature: signed() })
  await terminatedProduction(as, herb.onLine.id, { remains: '10' })
  await (
    await as('baozhuang')
  ).ask(packagingApi.returnMaterials, {
    ...{
      id: made.supplied.orderId,
      lotId: made.bags.lotId,
      returned: 5,
      placeId: await binIn(await as('cangku'), 'released', { code: 'F' }),
    },
    ...{ reason: '包材过期', signature: signed(), keeper: secondPerson('cangku') },
  })
  await manager.ask(packagingApi.cancel, { id: made.approved.orderId, reason: '待包装品过期' })
}

/** Moved, held and set free again, counted, corrected, judged. */
async function asideInTheStore({ as, herb, made }: Goods): Promise<void> {
  const [keeper, quality] = [await as('cangku'), await as('qa')]
  const sides: [StockSide, string][] = [
    ['raw', herb.raw.lotId],
    ['pack', made.pack.lotId],
  ]
  for (const [side, id] of sides) {
    const { places } = await keeper.ask(stockApi[side].stock, { id })
    const from = present(places.find(({ zone }) => zone === 'released' || zone === 'pack_released'))
    const to = present((await keeper.ask(stockApi[side].targets, { id })).find((bin) => bin.id !== from.id))
    await keeper.ask(stockApi[side].transfer, { id, fromPlaceId: from.id, toPlaceId: to.id, quantity: '1', reason: '过期隔离' })
    const { holdId } = await quality.ask(stockApi[side].freeze, { id, kind: 'freeze', reason: '过期待处理' })
    await quality.ask(stockApi[side].unfreeze, { id, holdId, conclusion: '按过期处置', ...withQualityHead() })
  }
  const changes = { supplierLotNo: 'G260401' }
  await quality.ask(correctionApi.receiptLine, { id: herb.white.lotId, changes, reason: '抄错', signature: signed() })
  await driedCount(as, '白术')
  await reject(as, herb.failing.reportId)
  const rejected = { basis: '超过有效期', placeId: await binIn(quality, 'rejected'), ...withQualityHead() }
  await quality.ask(releaseApi.rejectLot, { id: herb.newBran.lotId, ...rejected })
  await sentSupplierReturn(as, { lotId: herb.rejected.lotId })
  const releaser = await as('shouquan')
  const refusal = { id: made.unreleased.lotId, reason: '超过有效期', placeId: await binIn(releaser, 'rejected'), signature: signed() }
  await releaser.ask(packLotApi.reject, { ...refusal, approver: secondPerson('zhiliang') })
}

/** Sales are given back, customers send packs back and have them recalled, and what is in the house is destroyed. */
async function backAndAway({ as, made: { pack }, out }: Goods): Promise<void> {
  const [keeper, quality] = [await as('cangku'), await as('qa')]
  for (const { id } of [out.toPick, out.toShip]) await keeper.ask(saleApi.giveBack, { id, reason: '超过有效期' })
  await openedBox(as, elementAt(out.boxes, 1).code)
  const codes = (await packsOut(as, out.toReceive.sale)).slice(0, out.toReceive.packs).map(({ code }) => code)
  const { id, rowVersion } = out.toReceive
  await keeper.ask(returnApi.receive, { id, rowVersion, ...(await arrivalOf(as, [{ condition: 'intact', codes }])) })
  const seen = { id: out.toInspect.id, rowVersion: out.toInspect.rowVersion, conforms: false, findings: '超过有效期', signature: signed() }
  await quality.ask(returnApi.inspect, seen)
  await destroyed(as, { lotId: pack.lotId, ground: 'expired', reason: '超过有效期' })
  const recall = await startedRecall(as, pack)
  const { lines } = await quality.ask(recallApi.read, { id: recall.id })
  const { recallCustomerId: customerId } = present(present(lines).find(({ lotId }) => lotId === pack.lotId))
  assert.equal((await broughtBack(as, { id: recall.id, customerId, sale: out.toReceive.sale, packs: 1 })).length, 1)
}

/** A herb that conforms when its day has come gets another one, and may be used again. */
async function testedAgain({ as, herb }: Goods): Promise<void> {
  const { reportId } = await inspect(as, herb.raw.lotId, { side: 'raw' })
  await release(as, reportId)
  await (await as('shengchan2')).ask(productionApi.approve, { id: herb.drafted.id, signature: signed() })
}
