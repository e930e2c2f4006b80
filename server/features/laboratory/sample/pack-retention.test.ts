import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { changeApi } from '#contract/cases/change-api.ts'
import { packRetentionApi } from '#contract/laboratory/pack-retention.ts'
import { sampleApi, sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { keptPacks, packCodes, packedLot, releasedPack, releaseOf } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { allocatedSale, codesOf, pickedSale } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const singleCodes = (lotNo: string, packs: number) => packCodes(as, lotNo, packs)
const stateOfCode = async (code: string) => (await (await as('baozhuang')).ask(qrApi.lookUp, { code })).state
/** The lot of what lies in a box. */
const lotOfBox = async (code: string) => {
  const { contents } = await (await as('baozhuang')).ask(qrApi.lookUp, { code })
  const { rows } = await world.admin.query<{ id: string }>(`select id from lot where lot_no = $1`, [elementAt(contents, 0).lotNo])
  return elementAt(rows, 0).id
}
const lyingIn = async (lotId: string, kind: string) =>
  (
    await world.admin.query<{ kg: string }>(
      `select coalesce(sum(b.quantity), 0)::text as kg from stock_balance b join place p on p.id = b.place_id where b.lot_id = $1 and p.kind = $2`,
      [lotId, kind],
    )
  ).rows[0]?.kg
const closes = async (lotId: string) => {
  const { balances } = await (await as('qa')).ask(traceApi.view, { id: lotId })
  assert.deepEqual(
    balances.filter((one) => !one.closes || one.difference !== '0'),
    [],
  )
}

test('packs are kept with their codes: they leave the stock, are received by another, and are neither sold nor counted twice', async () => {
  const pack = await releasedPack(as)
  const [one = '', other = ''] = await singleCodes(pack.lotNo, 2)
  const quyang = await as('quyang')
  const keep = { lotId: pack.lotId, codes: [one, other], signature: signed() }
  const offered = present((await quyang.ask(packRetentionApi.lots, { lotId: pack.lotId })).rows[0])
  assert.deepEqual([offered.packsOnHand, offered.packsKept], [pack.packs, 0])
  await refused((await as('cangku')).ask(packRetentionApi.draw, keep), 'no_permission')
  await refused(quyang.ask(packRetentionApi.draw, { ...keep, codes: [one, one] }), 'code_twice', 'codes.1')
  await refused(quyang.ask(packRetentionApi.draw, { ...keep, codes: ['12345678901234567890'] }), 'code_unknown', 'codes.0')
  const { sample } = await quyang.ask(packRetentionApi.draw, keep)
  assert.deepEqual([sample.state, sample.packs, sample.side, sample.requestNo], ['collected', 2, 'bulk', null])
  assert.equal(await stateOfCode(one), 'sampled')
  const net = exact(pack.spec.netQuantity)
  assert.equal(await lyingIn(pack.lotId, 'retention'), net.times(2).toFixed(4))
  assert.equal(await lyingIn(pack.lotId, 'bin'), net.times(pack.packs - 2).toFixed(4))
  await refused(quyang.ask(packRetentionApi.draw, keep), 'code_not_in_stock', 'codes.0')
  const sale = await allocatedSale(as, { pack, packs: 1 })
  await refused((await as('cangku')).ask(saleApi.scan, { id: sale.id, code: one }), 'code_not_in_stock', 'code')
  const jianyan = await as('jianyan')
  const receiving = { id: sample.id, container: '原包装', shelf: '留样柜', retentionShelf: '留样柜 5-1' }
  const { sample: kept } = await jianyan.ask(sampleLaboratoryApi.bulk.receive, receiving)
  const { rows } = await world.admin.query<{ until: string }>(
    `select (expires_on + interval '12 months')::date::text as until from lot where id = $1`,
    [pack.lotId],
  )
  assert.deepEqual(
    [kept.state, kept.shelf, kept.retainUntil, kept.observeOn],
    ['retained', '留样柜 5-1', rows[0]?.until, addMonths(dayInShanghai(new Date()), 12)],
  )
  assert.equal((await jianyan.ask(sampleApi.list, { q: pack.lotNo })).total, 1, 'found by its lot')
  assert.equal((await jianyan.ask(sampleApi.list, { side: 'bulk', kind: 'retention', q: kept.sampleNo })).total, 1)
  await closes(pack.lotId)
})

test('whoever kept the packs does not receive them, neither in the step nor by direct SQL', async () => {
  const pack = await releasedPack(as)
  const { sample } = await (
    await as('quyang')
  ).ask(packRetentionApi.draw, { lotId: pack.lotId, codes: await singleCodes(pack.lotNo, 1), signature: signed() })
  await assert.rejects(
    world.change(
      `update sample set state = 'retained', container = 'x', shelf = 'y', received_at = now(), received_by = (select id from account where user_name = 'quyang') where id = $1`,
      [sample.id],
    ),
    /sampler_receives/,
  )
})

test('packs are kept at packing, before the lot is released: the rest is released without them', async () => {
  const packed = await packedLot(as)
  const [code = ''] = await singleCodes(packed.lotNo, 1)
  await (await as('quyang')).ask(packRetentionApi.draw, { lotId: packed.lotId, codes: [code], signature: signed() })
  await releaseOf(as, packed)
  assert.equal(await stateOfCode(code), 'sampled')
  await closes(packed.lotId)
})

test('what lies ready for an order is not kept', async () => {
  const { codes } = await pickedSale(as, { pack: await releasedPack(as) })
  const code = elementAt(codes, 0)
  const { lot } = await (await as('baozhuang')).ask(qrApi.lookUp, { code })
  const inside = lot === null ? await lotOfBox(code) : lot.id
  await refused((await as('quyang')).ask(packRetentionApi.draw, { lotId: inside, codes: [code], signature: signed() }), 'code_twice')
})

test('the product says what a test needs: less than two are not kept', async () => {
  const pack = await releasedPack(as)
  await world.change(`update product set test_amount = 900000 where id = (select product_id from lot where id = $1)`, [pack.lotId])
  const keep = { lotId: pack.lotId, codes: await singleCodes(pack.lotNo, 1), signature: signed() }
  await refused((await as('quyang')).ask(packRetentionApi.draw, keep), 'retention_too_small', 'codes')
  await world.change(`update product set test_amount = null where enterprise_id = current_enterprise()`)
})

test('packs kept by mistake go back unopened, by two; what was drawn from packages does not', async () => {
  const pack = await releasedPack(as)
  const [code = ''] = await singleCodes(pack.lotNo, 1)
  const { sample } = await keptPacks(as, { lotId: pack.lotId, codes: [code] })
  const jianyan = await as('jianyan')
  const back = { id: sample.id, reason: '多留一袋', signature: signed(), second: secondPerson('qa') }
  await refused(jianyan.ask(packRetentionApi.putBack, { ...back, second: secondPerson('jianyan') }), 'same_person')
  await refused(jianyan.ask(packRetentionApi.putBack, { ...back, second: secondPerson('cangku') }), 'signer_lacks_duty')
  await assert.rejects(world.change(`update sample set state = 'returned' where id = $1`, [sample.id]), /by two persons/)
  const { sample: gone, events } = await jianyan.ask(packRetentionApi.putBack, back)
  assert.deepEqual([gone.state, events.at(-1)?.witnessName !== null], ['returned', true])
  assert.equal(await stateOfCode(code), 'in_stock')
  assert.equal(await lyingIn(pack.lotId, 'retention'), '0.0000')
  await closes(pack.lotId)
  const { rows } = await jianyan.ask(sampleApi.list, { side: 'bulk', kind: 'retention', state: 'retained' })
  const parted = present(rows.find(({ packs }) => packs === null))
  await refused(jianyan.ask(packRetentionApi.putBack, { ...back, id: parted.id }), 'sample_opened')
  assert.equal((await codesOf(as, pack.lotNo, 1)).length, 1)
})

test('kept packs are looked at every year and disposed of before a witness once their time is over', async () => {
  const pack = await releasedPack(as)
  const { sample } = await keptPacks(as, { lotId: pack.lotId, codes: await singleCodes(pack.lotNo, 1) })
  const jianyan = await as('jianyan')
  const disposal = { id: sample.id, leftOver: '0', reason: '留样期满', signature: signed(), witness: secondPerson('qa') }
  await refused(jianyan.ask(sampleLaboratoryApi.bulk.dispose, disposal), 'retention_not_over')
  await world.change(`update sample set retain_until = today() - 1, observe_on = today() where id = $1`, [sample.id])
  await jianyan.ask(sampleLaboratoryApi.bulk.observe, { id: sample.id, isChanged: false, signature: signed() })
  await jianyan.ask(sampleLaboratoryApi.bulk.dispose, disposal)
  assert.equal(await lyingIn(pack.lotId, 'retention'), '0.0000')
  await closes(pack.lotId)
})

test('by direct SQL packs are not kept without their codes and their stock', async () => {
  const pack = await releasedPack(as)
  await assert.rejects(
    world.change(
      `insert into pack_retention (enterprise_id, retention_no, lot_id, packs, drawn_by, drawn_at)
       select enterprise_id, 'LY-x', id, 1, (select id from account where user_name = 'quyang'), now() from lot where id = $1`,
      [pack.lotId],
    ),
    /packs_not_whole/,
  )
})

test('how long is kept is changed by two from a day on, never to less than a year; what is received from then on is kept so long', async () => {
  const pack = await releasedPack(as)
  const { rows } = await world.admin.query<{ id: string; until: string }>(
    `select product_id as id, (expires_on + interval '24 months')::date::text as until from lot where id = $1`,
    [pack.lotId],
  )
  const { id, until } = elementAt(rows, 0)
  const asked = {
    id,
    reason: '客户协议要求留样两年',
    impact: '此后留样的批次',
    effectiveOn: dayInShanghai(new Date()),
    signature: signed(),
  }
  const qa = await as('qa')
  await refused(qa.ask(changeApi.product, { ...asked, changes: { retentionMonths: 11 } }), 'invalid_input', 'changes.retentionMonths')
  const change = await qa.ask(changeApi.product, { ...asked, changes: { retentionMonths: 24 } })
  await refused(qa.ask(changeApi.approve, { id: change.id, signature: signed() }), 'no_permission')
  await assert.rejects(world.change(`update product set retention_months = 36 where id = $1`, [id]), /change_open|change_required/)
  await (await as('zhiliang')).ask(changeApi.approve, { id: change.id, signature: signed() })
  await assert.rejects(world.change(`update product set retention_months = 36 where id = $1`, [id]), /change_required/)
  const { sample } = await keptPacks(as, { lotId: pack.lotId, codes: await singleCodes(pack.lotNo, 1) })
  assert.equal(sample.retainUntil, until)
})
