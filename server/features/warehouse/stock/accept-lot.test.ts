import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { workApi } from '#contract/office/work.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { acceptanceApi } from '#contract/warehouse/acceptance.ts'
import { disposalApi } from '#contract/warehouse/disposal.ts'
import { ledgerApi } from '#contract/warehouse/ledger.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { stocktakeApi } from '#contract/warehouse/stocktake.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { destroyed } from '#server/demo/disposal.ts'
import { acceptedPieces, bag, carton, receivedPieces, usualAcceptance } from '#server/demo/pack-material.ts'
import { secondPerson, withQualityHead } from '#server/demo/person.ts'
import { approvedOrder, deliveryNote, draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { counted, plannedCount, settledCount } from '#server/demo/stocktake.ts'
import { sentSupplierReturn } from '#server/demo/supplier-return.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* Packaging materials are bought, received, accepted, rejected, moved, counted, given back and destroyed in whole pieces. */

const world = await openWorld()
after(() => world.close())
const { as } = world

const stateOf = async (lotId: string) => (await as('cangku')).ask(stockApi.read, { id: lotId })
const accept = async (lotId: string, change: object = {}, who = 'qa') =>
  (await as(who)).ask(acceptanceApi.accept, { ...(await usualAcceptance(as, lotId)), ...change })
const reject = async (lotId: string) =>
  (await as('qa')).ask(releaseApi.rejectLot, {
    id: lotId,
    basis: '验收检验不符合',
    placeId: await binIn(await as('qa'), 'rejected'),
    ...withQualityHead(),
  })

async function findings() {
  const client = await world.admin.connect()
  try {
    return (await verifyDatabase(client)).findings
  } finally {
    client.release()
  }
}

test('bags are ordered and received in pieces, without a standard, a tare or a half', async () => {
  const order = await approvedOrder(as, { material: bag, quantity: '1000', grade: '' })
  assert.equal(order.unit, '个')
  const note = await deliveryNote(as, order.id, { packages: 5 })
  const line = elementAt(note.lots, 0)
  const receive = async (change: object) => (await as('cangku')).ask(purchaseApi.receive, { ...note, lots: [{ ...line, ...change }] })
  await refused(receive({ gross: '1001', tare: '1' }), 'pieces_whole', 'lots.0.net')
  await refused(receive({ gross: '999.5', net: '999.5', noteQuantity: '999.5' }), 'pieces_whole', 'lots.0.net')
  const { lots } = await receive({})
  const { lotId, unit } = elementAt(lots, 0)
  const lot = await stateOf(lotId)
  assert.deepEqual([unit, lot.unit, lot.state, lot.onHand, lot.category], ['个', '个', 'quarantine', '1000.0000', 'packaging'])
  await refused(draftOrder(as, { material: bag, quantity: '10.5', grade: '' }), 'pieces_whole', 'lines.0.quantity')
  await refused(
    (await as('cangku')).ask(rawInspectionApi.request, { lotId, priority: 'normal', department: '仓库', remark: '' }),
    'pieces_accepted',
    'lotId',
  )
  const offered = await (await as('cangku')).ask(rawInspectionApi.lots, { lotId })
  assert.equal(offered.rows.length, 0)
})

test('quality assurance accepts a lot beside the one who looked; neither bought or received it, and a lot that waits is somebody’s work', async () => {
  const { lotId, lotNo } = await receivedPieces(as, { pieces: 400 })
  const waits = async () => (await (await as('qa')).ask(workApi.waiting, {})).find((one) => one.document === '包材批')
  assert.ok(await waits())
  await refused(accept(lotId, { inspector: secondPerson('cangku') }), 'signer_lacks_duty')
  await refused(accept(lotId, { inspector: secondPerson('qa') }), 'same_person')
  await refused(accept(lotId, { placeId: await binIn(await as('qa'), 'quarantine', { code: 'F' }) }), 'zone_mismatch', 'placeId')
  await refused(accept(lotId, { usedUp: 33 }), 'invalid_input', 'usedUp')
  await refused(accept(lotId, { appearance: 'fail' }), 'invalid_input', 'note')
  await refused(accept(lotId, { signature: { password: 'no', comment: '' } }), 'wrong_password')
  await refused(accept(lotId, {}, 'cangku'), 'no_permission')
  const sheet = await accept(lotId, { usedUp: 2 })
  assert.deepEqual([sheet.conforms, sheet.decidedBy.name, sheet.inspectedBy.name], [true, '郑质保', '李检验'])
  const lot = await stateOf(lotId)
  assert.deepEqual([lot.state, lot.onHand, lot.available], ['released', '398.0000', '398.0000'])
  await refused(accept(lotId), 'wrong_state')
  assert.equal(only(await (await as('qa')).ask(acceptanceApi.list, { id: lotId })).acceptanceNo, sheet.acceptanceNo)
  const moved = async (quantity: string) => {
    const { places } = await (await as('cangku')).ask(stockApi.raw.stock, { id: lotId })
    const from = elementAt(places, 0)
    const targets = await (await as('cangku')).ask(stockApi.raw.targets, { id: lotId })
    const to = present(targets.find(({ id }) => id !== from.id))
    return (await as('cangku')).ask(stockApi.raw.transfer, { id: lotId, fromPlaceId: from.id, toPlaceId: to.id, quantity, reason: '理货' })
  }
  await refused(moved('0.5'), 'pieces_whole')
  await moved('10')
  const { rows } = await (await as('cangku')).ask(stockApi.list, { category: 'packaging', q: lotNo })
  assert.equal(only(rows).unit, '个')
  assert.deepEqual(await findings(), [])
})

test('a lot whose retest day has come is accepted again for its months', async () => {
  const { lotId } = await acceptedPieces(as, { pieces: 100 })
  await world.change(`update lot set retest_on = today() where id = $1`, [lotId])
  const sheet = await accept(lotId)
  assert.equal((await stateOf(lotId)).retestOn, sheet.retestOn)
})

test('what does not conform waits for its rejection, goes back to the supplier in whole pieces, or is destroyed', async () => {
  const { lotId } = await receivedPieces(as, { material: carton, pieces: 60 })
  const sheet = await accept(lotId, { dimensions: 'fail', note: '长度短 12 mm' })
  assert.deepEqual([sheet.conforms, (await stateOf(lotId)).state], [false, 'quarantine'])
  await reject(lotId)
  await refused(accept(lotId), 'wrong_state')
  const sent = await sentSupplierReturn(as, { lotId, quantity: '20' })
  assert.deepEqual([sent.row.unit, sent.row.weighed], ['个', '20.0000'])
  const keeper = await as('cangku')
  const [bin] = await keeper.ask(disposalApi.choices, { ground: 'rejected', lotId })
  const half = { ground: 'rejected' as const, reason: '不合格', disposalMethod: 'burn' as const }
  await refused(
    keeper.ask(disposalApi.propose, { ...half, lines: [{ lotId, placeId: present(bin).placeId, quantity: '0.5' }] }),
    'pieces_whole',
  )
  const { disposal } = await destroyed(as, { lotId })
  assert.deepEqual([disposal.pieces, disposal.quantity], [40, '0.0000'])
  assert.equal((await stateOf(lotId)).onHand, '0.0000')
  const accepted = await acceptedPieces(as, { pieces: 30 })
  await reject(accepted.lotId)
  assert.equal((await stateOf(accepted.lotId)).state, 'rejected')
  assert.deepEqual(await findings(), [])
})

test('pieces are counted whole, and have a month of their own', async () => {
  const { lotId, lotNo } = await acceptedPieces(as, { material: carton, pieces: 1000 })
  const count = await plannedCount(as, { scope: 'class', goodsClass: 'packaging' })
  const line = present(count.lines.find((one) => one.lotId === lotId))
  assert.equal(line.unit, '个')
  await refused(counted(as, count, line, { quantity: '999.5' }), 'pieces_whole')
  for (const other of count.lines) {
    const { places } = await (await as('cangku')).ask(stockApi.raw.stock, { id: other.lotId })
    const { quantity } = present(places.find(({ id }) => id === other.placeId))
    await counted(as, count, other, { quantity: other.id === line.id ? '998' : quantity.replace(/\.0+$/, '') })
  }
  await settledCount(as, count, 'scale')
  assert.equal((await stateOf(lotId)).onHand, '998.0000')
  const month = dayInShanghai(new Date()).slice(0, 7)
  const { rows } = await (await as('cangku')).ask(ledgerApi.list, { goodsClass: 'packaging', month, q: lotNo })
  assert.equal(only(rows).closing, '998.0000')
  const weighed = await (await as('cangku')).ask(ledgerApi.list, { goodsClass: 'auxiliary', month, q: lotNo })
  assert.equal(weighed.rows.length, 0)
  assert.ok((await (await as('cangku')).ask(stocktakeApi.list, {})).rows.length > 0)
  assert.deepEqual(await findings(), [])
})

test('the database accepts no lot unsigned, by one who brought it, or without a sheet that conforms; goods by the kg have none', async () => {
  const { lotId } = await receivedPieces(as, { pieces: 10 })
  const enterprise = `(select enterprise_id from lot where id = '${lotId}')`
  const person = (name: string) => `(select id from account where user_name = '${name}' and enterprise_id = ${enterprise})`
  const sheet = (lot: string, decider = 'qa', inspector = 'jianyan') =>
    world.change(`insert into pack_acceptance (enterprise_id, acceptance_no, lot_id, looked_at, used_up, appearance, dimensions, printing, conforms, retest_on, decided_by, inspected_by, decided_at)
      values (${enterprise}, 'X', '${lot}', 1, 0, 'pass', 'pass', 'none', true, '2030-01-01', ${person(decider)}, ${person(inspector)}, now())`)
  await assert.rejects(sheet(lotId), /signed by two/)
  await assert.rejects(sheet(lotId, 'cangku'), /neither bought nor received/)
  await assert.rejects(sheet(lotId, 'qa', 'qa'), /pack_acceptance_by_two/)
  const herb = await receivedLot(as)
  await assert.rejects(sheet(herb.lotId), /wrong_state/)
  await refused(accept(herb.lotId), 'wrong_state')
  await assert.rejects(world.change(`update lot set state = 'released' where id = '${lotId}'`), /pieces_accepted/)
  await accept(lotId, { appearance: 'fail', note: '污渍' })
  await assert.rejects(world.change(`update lot set state = 'released' where id = '${lotId}'`), /pieces_accepted/)
  await assert.rejects(world.change(`update material set unit = '个' where name = '黄酒'`), /material_counted_is_packaging|material_used/)
})
