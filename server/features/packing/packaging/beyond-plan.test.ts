import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { packingStations } from '#server/demo/asset.ts'
import { approvedPackaging, labelledPackaging, usualCompletion } from '#server/demo/packaging.ts'
import { secondPerson, withQualityHead } from '#server/demo/person.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

/* Packing beyond the plan takes a second person's word, and never what another order counts on. */

const world = await openWorld()
after(() => world.close())
const { as } = world

const labels = async (id: string, packLabels: number, more: { reason?: string; approver?: string; boxLabels?: number } = {}) =>
  (await as('baozhuang')).ask(packagingApi.issueLabels, {
    ...{ id, packLabels, boxLabels: more.boxLabels ?? 2, reason: more.reason ?? '', stations: await packingStations(as, id) },
    ...(more.approver !== undefined && { approver: secondPerson(more.approver) }),
  })

test('labels beyond the plan are approved by another person, in the database too', async () => {
  const { orderId } = await approvedPackaging(as, { quantity: '50', packs: 20 })
  await refused(labels(orderId, 31), 'labels_need_reason', 'reason')
  await refused(labels(orderId, 31, { reason: '打印机损耗大' }), 'beyond_plan', 'approver')
  await refused(labels(orderId, 31, { reason: '打印机损耗大', approver: 'baozhuang' }), 'same_person')
  await refused(labels(orderId, 31, { reason: '打印机损耗大', approver: 'cangku' }), 'signer_lacks_duty')
  await refused(labels(orderId, 20, { reason: '打印机损耗大', boxLabels: 40 }), 'beyond_plan', 'approver')
  await labels(orderId, 31, { reason: '打印机损耗大', approver: 'shengchan2' })
  const { runs } = await (await as('baozhuang')).ask(packagingApi.read, { id: orderId })
  assert.equal(runs[0]?.approvedByName, '卫生产')
  await assert.rejects(
    world.change(
      `insert into label_run (enterprise_id, run_no, packaging_order_id, serial, pack_range_id, reason, issued_by, issued_at)
      select enterprise_id, 'X', packaging_order_id, 2, (select id from code_range r where r.enterprise_id = l.enterprise_id and r.id <> l.pack_range_id limit 1), 'x', issued_by, now()
      from label_run l where packaging_order_id = $1`,
      [orderId],
    ),
  )
})

test('more packs than planned take a third person, and never what another order has reserved', async () => {
  const batch = await conformingBatch(as, { quantity: '60' })
  const mine = await labelledPackaging(as, { batch, packs: 20, spare: 5, boxLabels: 4 })
  const packer = await as('baozhuang')
  const complete = async (packs: number, more: { approver?: string; loss?: string } = {}) => {
    const usual = await usualCompletion(as, { ...mine, packs, spare: 25 - packs })
    const { approver, loss } = more
    return packer.ask(packagingApi.complete, {
      ...usual,
      ...(approver !== undefined && { approver: secondPerson(approver) }),
      ...(loss !== undefined && { loss, charged: exact(usual.charged).minus(usual.loss).plus(loss).toFixed(), deviation: '撒落' }),
    })
  }
  await refused(complete(22), 'beyond_plan', 'approver')
  await refused(complete(22, { approver: 'baozhuang' }), 'same_person')
  await refused(complete(22, { approver: 'cangku' }), 'signer_lacks_duty')
  // Another order reserves all that is free: what was planned can be packed, and no more.
  const [{ available, specs }] = [present((await packer.ask(packagingApi.choices, { id: batch.lotId })).at(0))]
  const rest = Math.floor(exact(available).div(present(specs[0]).netQuantity).toNumber())
  await approvedPackaging(as, { batch, packs: rest })
  await refused(complete(23, { approver: 'shengchan2' }), 'short_stock', 'charged')
  await complete(20)
  assert.equal((await packer.ask(packagingApi.read, { id: mine.orderId })).record?.beyondPlanByName, null)

  const own = await labelledPackaging(as, { batch: await conformingBatch(as, { quantity: '40' }), packs: 20, spare: 5, boxLabels: 4 })
  const usual = await usualCompletion(as, { ...own, packs: 22, spare: 3 })
  await packer.ask(packagingApi.complete, { ...usual, approver: secondPerson('shengchan2') })
  assert.equal((await packer.ask(packagingApi.read, { id: own.orderId })).record?.beyondPlanByName, '卫生产')
})

test('nobody lifts a hold of a lot that is their own work', async () => {
  const lot = await releasedLot(as)
  const qa = await as('qa')
  const { holdId } = await qa.ask(stockApi.raw.freeze, { id: lot.lotId, kind: 'freeze', reason: '待查' })
  const receive = (who: string) =>
    world.change(
      `update receipt set checked_by = (select id from account where user_name = $2) where id = (select receipt_id from raw_lot where id = $1)`,
      [lot.lotId, who],
    )
  await world.change(`alter table receipt disable trigger user`)
  await receive('zhiliang')
  const lift = () => qa.ask(stockApi.raw.unfreeze, { id: lot.lotId, holdId, conclusion: '查无问题', ...withQualityHead() })
  await refused(lift(), 'hold_own_work', 'approver.userName')
  await receive('qa')
  await refused(lift(), 'hold_own_work')
  await assert.rejects(
    world.change(
      `update hold set lifted_at = now(), conclusion = 'x', lifted_by = (select id from account where user_name = 'qa'), lift_second_by = (select id from account where user_name = 'zhiliang') where id = $1`,
      [holdId],
    ),
    /hold_own_work/,
  )
  await receive('cangku2')
  await world.change(`alter table receipt enable trigger user`)
  assert.equal((await lift()).holds, 0)
})
