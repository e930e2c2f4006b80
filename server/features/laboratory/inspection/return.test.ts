import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { correctionApi } from '#contract/cases/correction.ts'
import { caseApi } from '#contract/cases/impact.ts'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { bulkInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { returnApi } from '#contract/selling/return-api.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { receivedSamples, reported, sampledReturn, sampleOf } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { provenReturn, receivedReturn } from '#server/demo/return.ts'
import { allocatedSale, codesOf, deliveredSale } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const packed = releasedPack(as)
/** Packs that a customer had and that lie in the 退货区 again, with the codes of each. */
async function returned(packs = 4, of = packed) {
  const pack = await of
  const { codes, id: returnId, rowVersion } = await receivedReturn(as, { packs, sale: await deliveredSale(as, { pack, packs }) })
  const placeId = await binIn(await as('cangku'), 'returned', { code: 'C' })
  return {
    pack,
    placeId,
    codes,
    returnId,
    rowVersion,
    inStock: await codesOf(as, pack.lotNo, 1),
    grams: exact(pack.spec.netQuantity).times(packs).times(1000).toFixed(),
  }
}
const stateOf = async (id: string) =>
  (await world.admin.query<{ state: string }>(`select state from lot where id = $1`, [id])).rows[0]?.state
const lying = async (lotId: string, placeId: string) =>
  (
    await world.admin.query<{ quantity: string }>(`select quantity::text from stock_balance where lot_id = $1 and place_id = $2`, [
      lotId,
      placeId,
    ])
  ).rows[0]?.quantity
const stateOfCode = async (code: string) => (await (await as('baozhuang')).ask(qrApi.lookUp, { code })).state

test('what came back is tested by itself: its own bin, its quantity and packages of now; the lot stays what it is', async () => {
  const { pack, placeId, codes, inStock, grams } = await returned()
  const qa = await as('qa')
  const { rows } = await qa.ask(bulkInspectionApi.returned, { q: pack.lotNo })
  assert.deepEqual(
    rows.map((row) => [row.placeId, row.packs]),
    [[placeId, 4]],
  )
  const asked = { lotId: pack.lotId, placeId, packageCount: 4, department: '质量部', remark: '客户退货：外箱受潮' }
  await refused((await as('shengchan')).ask(bulkInspectionApi.requestReturn, asked), 'no_permission')
  await refused(qa.ask(bulkInspectionApi.requestReturn, { ...asked, packageCount: 5 }), 'invalid_input', 'packageCount')
  const elsewhere = (
    await world.admin.query<{ id: string }>(
      `select place_id as id from stock_balance where lot_id = $1 and is_real and quantity > 0 and place_id <> $2`,
      [pack.lotId, placeId],
    )
  ).rows
  await refused(qa.ask(bulkInspectionApi.requestReturn, { ...asked, placeId: elementAt(elsewhere, 0).id }), 'short_stock', 'placeId')
  const { id, requestKind, lotQuantity } = await qa.ask(bulkInspectionApi.requestReturn, asked)
  assert.deepEqual([requestKind, exact(lotQuantity).times(1000).toFixed()], ['return', grams])
  await refused(qa.ask(bulkInspectionApi.requestReturn, asked), 'inspection_open')
  assert.equal((await qa.ask(bulkInspectionApi.returned, { q: pack.lotNo })).total, 0)
  await (await as('zhuguan')).ask(bulkInspectionApi.accept, { id })
  const quyang = await as('quyang')
  const need = exact(grams).div(4).toFixed()
  const drawn = { id, ...sampleOf('bulk'), testNeed: need, test: need, recheck: need, retention: exact(need).times(2).toFixed() }
  await refused(quyang.ask(bulkInspectionApi.sample, drawn), 'packs_not_whole', 'packs')
  await refused(quyang.ask(bulkInspectionApi.sample, { ...drawn, packs: inStock }), 'code_not_in_stock', 'packs.0')
  await refused(quyang.ask(bulkInspectionApi.sample, { ...drawn, packs: [...codes, elementAt(codes, 0)] }), 'code_twice')
  await refused(quyang.ask(bulkInspectionApi.sample, { ...drawn, packs: ['99999999999999999999'] }), 'code_unknown', 'packs.0')
  await quyang.ask(bulkInspectionApi.sample, { ...drawn, packs: codes })
  assert.equal(await lying(pack.lotId, placeId), '0.0000', 'the sample left the bin of the return, no other')
  assert.equal(await stateOfCode(elementAt(codes, 0)), 'sampled')
  await receivedSamples(as, id, 'bulk')
  const { reportNo } = await reported(as, id, 'bulk')
  assert.match(reportNo, /^BG/)
  assert.equal(await stateOf(pack.lotId), 'released')
  const { balances } = await qa.ask(traceApi.view, { id: pack.lotId })
  assert.ok(balances.length > 0)
})

test('a sampled pack is neither sold nor returned to stock, and packs leave as whole ones also by direct SQL', async () => {
  const { pack, placeId, codes, grams } = await returned()
  const { inspectionId } = await sampledReturn(as, { lotId: pack.lotId, placeId, packageCount: 4 }, { codes, grams })
  const { rows } = await world.admin.query<{ state: string; packs: string }>(
    `select s.state, sum(s.last_index - s.first_index + 1)::text as packs from code_span s join code_range r on r.id = s.range_id and r.level = 1 where s.lot_id = $1 and s.state = 'sampled' group by 1`,
    [pack.lotId],
  )
  assert.deepEqual(rows, [{ state: 'sampled', packs: '8' }])
  await refused(
    (await as('cangku')).ask(saleApi.scan, { id: (await allocatedSale(as, { pack, packs: 1 })).id, code: elementAt(codes, 0) }),
    'code_not_in_stock',
    'code',
  )
  await assert.rejects(
    world.change(`update sampling set total = total + 1 where inspection_id = $1`, [inspectionId]),
    /packs_not_whole|correction/,
  )
  await reported(as, inspectionId, 'bulk')
})

test('a request for a return goes back, is taken back, or is given up with its samples scrapped: packs that were opened stay opened', async () => {
  const { pack, placeId, codes, grams } = await returned()
  const qa = await as('qa')
  const zhuguan = await as('zhuguan')
  const asked = { lotId: pack.lotId, placeId, packageCount: 4, department: '质量部', remark: '客户退货' }
  const first = await qa.ask(bulkInspectionApi.requestReturn, asked)
  await zhuguan.ask(bulkInspectionApi.return, { id: first.id, reason: '件数不清' })
  const { inspectionId } = await sampledReturn(as, { lotId: pack.lotId, placeId, packageCount: 4 }, { codes, grams })
  const given = { id: inspectionId, reason: '退货单撤销', signature: signed(), second: secondPerson('qa') }
  await refused(zhuguan.ask(bulkInspectionApi.giveUp, { ...given, samples: 'return' }), 'sample_no_home', 'samples')
  assert.equal((await zhuguan.ask(bulkInspectionApi.giveUp, { ...given, samples: 'scrap' })).state, 'cancelled')
  assert.equal(await stateOf(pack.lotId), 'released')
  present(await lying(pack.lotId, placeId))
})

test('a return that is found wanting holds the lot and tells quality assurance', async () => {
  const { pack, placeId, codes, grams, returnId, rowVersion } = await returned()
  const { inspectionId, requestNo } = await sampledReturn(as, { lotId: pack.lotId, placeId, packageCount: 4 }, { codes, grams })
  await reported(as, inspectionId, 'bulk', 'fail')
  const { rows } = await world.admin.query<{ kind: string }>(`select kind from hold where lot_id = $1 and lifted_at is null`, [pack.lotId])
  assert.deepEqual(rows, [{ kind: 'oos' }])
  assert.equal(await stateOf(pack.lotId), 'released')
  const { inspection } = await (await as('qa')).ask(bulkTestApi.file, { id: inspectionId })
  assert.deepEqual([inspection.verdict, inspection.requestNo], ['FAIL', requestNo])
  // What the laboratory found stands in the way of selling the goods again, whatever their inspection says.
  await provenReturn(as, returnId)
  const qa = await as('qa')
  const inspected = await qa.ask(returnApi.inspect, { id: returnId, rowVersion, conforms: true, findings: '包装完好', signature: signed() })
  const { receipt } = await qa.ask(returnApi.read, { id: returnId })
  await refused(
    qa.ask(returnApi.decide, {
      id: returnId,
      rowVersion: inspected.rowVersion,
      decisions: present(receipt).items.map(({ id }) => ({ itemId: id, decision: 'restock' as const })),
      conclusion: '重新入库',
      ...withQualityHead(),
    }),
    'lot_held',
  )
})

test('what was drawn of a return is corrected within its own bin: the stock of the lot that nobody opened stays', async () => {
  const { pack, placeId, codes, grams } = await returned(4, releasedPack(as))
  const qa = await as('qa')
  const asked = { lotId: pack.lotId, placeId, packageCount: 4, department: '质量部', remark: '客户退货' }
  const { id: inspectionId } = await qa.ask(bulkInspectionApi.requestReturn, asked)
  await (await as('zhuguan')).ask(bulkInspectionApi.accept, { id: inspectionId })
  const need = exact(grams).div(5)
  const drawn = { testNeed: need.toFixed(), test: need.toFixed(), recheck: need.toFixed(), retention: need.times(3).toFixed() }
  await (await as('quyang')).ask(bulkInspectionApi.sample, { id: inspectionId, ...sampleOf('bulk'), ...drawn, packs: codes })
  await receivedSamples(as, inspectionId, 'bulk')
  const bins = async () =>
    (
      await world.admin.query<{ place: string; quantity: string }>(
        `select b.place_id as place, b.quantity::text from stock_balance b join place p on p.id = b.place_id
          where b.lot_id = $1 and p.kind = 'bin' and b.quantity > 0 order by 1`,
        [pack.lotId],
      )
    ).rows
  await qa.ask(caseApi.open, { id: pack.batch.lotId, reason: '取样量录错，评估已发货物', signature: signed() })
  const before = await bins()
  const { sampling } = await qa.ask(bulkTestApi.file, { id: inspectionId })
  const proposed = await qa.ask(correctionApi.sampling, {
    ...{ id: present(sampling).id, reason: '检验样与留样称量写反', signature: signed() },
    changes: { test: need.plus(1).toFixed(), retention: need.times(3).minus(1).toFixed() },
  })
  await (await as('zhiliang')).ask(correctionApi.approve, { id: proposed.id, signature: signed() })
  assert.deepEqual(await bins(), before)
  const { rows } = await world.admin.query<{ place: string }>(
    `select distinct from_place_id as place from stock_entry where document_id = $1 and kind in ('sample', 'retention')`,
    [proposed.id],
  )
  assert.deepEqual(rows, [{ place: placeId }])
})
