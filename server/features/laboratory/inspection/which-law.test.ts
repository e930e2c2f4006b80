import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { only, present } from '#contract/kernel/certain.ts'
import { oosLaboratoryApi, oosApi } from '#contract/cases/oos-api.ts'
import { bulkTestApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { recordApi } from '#contract/laboratory/record.ts'
import { reportApi } from '#contract/laboratory/report.ts'
import { standardApi } from '#contract/laboratory/standard.ts'
import { paperApi } from '#contract/office/paper.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { findingFor, measuredAs } from '#server/demo/finding.ts'
import { inspect, sampled } from '#server/demo/inspection.ts'
import { confirmed, nothingAmiss } from '#server/demo/investigation.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { signed } from '#server/demo/person.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { allocatedSale, approvedSale, checkedSale, usualTransport } from '#server/demo/sale.ts'
import { customersStandardOf, ownStandardOf, standardInForce } from '#server/demo/standard.ts'
import { takeFile } from '#server/test/file-hand.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const own = await standardInForce(as, ownStandardOf('当归', '13.5'))
const customers = await standardInForce(as, customersStandardOf('当归', { water: '13.0', ash: '6.0' }))

/** A batch of 当归 under test. */
async function underTest() {
  const { lotId, batchNo } = await producedBatch(as)
  const { inspectionId } = await sampled(as, lotId, 'bulk')
  const { items } = await (await as('jianyan')).ask(bulkTestApi.file, { id: inspectionId })
  return { lotId, batchNo, inspectionId, items }
}
type UnderTest = Awaited<ReturnType<typeof underTest>>

/** Writes all results, these items as given and the others well. */
const record = async ({ inspectionId, items }: UnderTest, found: Record<string, string[]>) =>
  (await as('jianyan')).ask(bulkTestApi.record, {
    id: inspectionId,
    results: items.map((item) => {
      const individual = found[item.name]
      return { itemId: item.id, revision: 0, ...(individual === undefined ? findingFor(item, true) : measuredAs(item, individual)) }
    }),
  })

async function reportOf({ inspectionId }: UnderTest) {
  await (await as('jianyan')).ask(bulkTestApi.submit, { id: inspectionId, signature: signed() })
  await (await as('fuhe')).ask(bulkTestApi.review, { id: inspectionId, signature: signed() })
  const { reportId } = await (await as('zhuguan')).ask(bulkTestApi.approve, { id: inspectionId, signature: signed('同意') })
  return (await as('qa')).ask(reportApi.read, { id: present(reportId) })
}

/** The cause is found by the reviewer and accepted by quality assurance. */
async function accepted(caseId: string) {
  const { case: opened } = await (await as('fuhe')).ask(oosApi.file, { id: caseId })
  const { case: checked } = await (
    await as('fuhe')
  ).ask(oosLaboratoryApi.bulk.check, {
    ...{ id: caseId, rowVersion: opened.rowVersion, checklist: nothingAmiss, finding: 'none', explanation: '未发现差错' },
    signature: signed(),
  })
  await (
    await as('qa')
  ).ask(oosApi.decide, {
    ...{ id: caseId, rowVersion: checked.rowVersion, decision: 'accepted', conclusion: '法定标准符合，贮存期内可控' },
    signature: signed(),
  })
}

test('a request takes every standard in force; what several ask for is measured once and judged by all', async () => {
  const { inspectionId, items } = await underTest()
  const { standards, inspection } = await (await as('jianyan')).ask(bulkTestApi.file, { id: inspectionId })
  assert.deepEqual(
    standards.map(({ name, authority, customer }) => [name, authority, customer]),
    [
      ['《中国药典》2020年版一部', 'legal', ''],
      ['企业标准 QB-当归-01（演示）', 'internal', ''],
      ['客户标准 KH-当归-01（演示）', 'customer', '北京和安堂中医医院'],
    ],
  )
  assert.equal(inspection.standardName, '《中国药典》2020年版一部、企业标准 QB-当归-01（演示）、客户标准 KH-当归-01（演示）')
  assert.deepEqual(
    items.map(({ name, limit, authority, decides, others }) => [name, limit, authority, decides, others.map((other) => other.limit)]),
    [
      ['性状', '', 'legal', true, []],
      ['水分', '15.0', 'legal', true, ['13.5', '13.0']],
      ['总灰分', '7.0', 'legal', true, ['6.0']],
      ['浸出物(70%乙醇,热浸)', '45.0', 'legal', true, []],
      ['二氧化硫残留量', '100', 'internal', false, []],
    ],
  )
  assert.equal((await (await as('zhuguan')).ask(standardApi.read, { id: own.id })).openInspections, 1)
})

test('the register finds what breaks any standard, also where the lot conforms', async () => {
  const kept = await underTest()
  await record(kept, { 水分: ['12.0', '12.0'], 总灰分: ['5.0', '5.0'] })
  await reportOf(kept)
  const missed = await underTest()
  await record(missed, { 水分: ['12.0', '12.0'], 总灰分: ['6.5', '6.5'] })
  assert.ok((await reportOf(missed)).conforms)
  const found = async (verdict: 'PASS' | 'FAIL' | 'any_fail') => {
    const { rows } = await (await as('qa')).ask(recordApi.list, { verdict, pageSize: 200 })
    return [kept, missed].map(({ batchNo }) => rows.some(({ lotNo }) => lotNo === batchNo))
  }
  assert.deepEqual(await found('PASS'), [true, true])
  assert.deepEqual(await found('FAIL'), [false, false])
  assert.deepEqual(await found('any_fail'), [false, true])
})

test('a value that only the firm’s own standard forbids is out of trend: quality assurance decides, and the report names it', async () => {
  const batch = await underTest()
  const { oosCases, results } = await record(batch, { 水分: ['13.8', '13.8'], 总灰分: ['5.0', '5.0'], 二氧化硫残留量: ['120', '121'] })
  assert.deepEqual(oosCases.map(({ kind, itemName }) => `${kind} ${itemName}`).sort(), ['oot 二氧化硫残留量', 'oot 水分'])
  assert.deepEqual(
    results.filter(({ outOfTrend }) => outOfTrend).map(({ verdict, reason }) => [verdict, reason]),
    [
      ['PASS', 'beyond_internal'],
      ['PASS', 'beyond_internal'],
    ],
  )
  for (const { id } of oosCases) await accepted(id)
  const { conforms, sheet } = await reportOf(batch)
  assert.ok(conforms)
  assert.equal(sheet.basis, '《中国药典》2020年版一部')
  assert.match(
    sheet.conclusion,
    /结果符合规定；不符合企业标准 QB-当归-01（演示）；不符合客户标准 KH-当归-01（演示）（北京和安堂中医医院）$/,
  )
  assert.deepEqual(
    sheet.others.map(({ authority, conforms, items }) => [authority, conforms, items.map(({ name, verdict }) => `${name} ${verdict}`)]),
    [
      ['internal', false, ['水分 FAIL', '二氧化硫残留量 FAIL']],
      ['customer', false, ['水分 FAIL', '总灰分 PASS']],
    ],
  )
  // What the firm asks beyond the law is no item of the report, and no business of the public.
  assert.ok(!sheet.items.some(({ name }) => name === '二氧化硫残留量'))
  const { rows } = await world.admin.query<{ facts: string }>(
    `select public_facts::text as facts from trace_event where lot_id = $1 and kind = 'reported'`,
    [batch.lotId],
  )
  assert.ok(!/二氧化硫|13\.5|企业标准|客户/.test(only(rows).facts))
})

test('register, results and trend say what every standard says, not the leading one alone', async () => {
  const reader = await as('qa')
  const batch = await underTest()
  const named = {
    legal: '《中国药典》2020年版一部',
    own: '企业标准 QB-当归-01（演示）',
    customer: '客户标准 KH-当归-01（演示）（北京和安堂中医医院）',
  }
  const registered = async () => {
    const { rows } = await reader.ask(recordApi.list, { q: batch.batchNo })
    return only(rows).standards.map(({ name, verdict }) => [name, verdict])
  }
  assert.deepEqual(await registered(), [
    [named.legal, null],
    [named.own, null],
    [named.customer, null],
  ])
  const { oosCases } = await record(batch, { 水分: ['13.3', '13.3'], 总灰分: ['5.0', '5.0'] })
  for (const { id } of oosCases) await accepted(id)
  await reportOf(batch)
  assert.deepEqual(await registered(), [
    [named.legal, 'PASS'],
    [named.own, 'PASS'],
    [named.customer, 'FAIL'],
  ])

  const byEach = [
    [named.legal, 'PASS'],
    [named.own, 'PASS'],
    [named.customer, 'FAIL'],
  ]
  const { rows } = await reader.ask(recordApi.results, { q: batch.batchNo, item: '水分' })
  assert.deepEqual(
    only(rows).judgements.map(({ name, verdict }) => [name, verdict]),
    byEach,
  )
  const { goods } = await reader.ask(recordApi.choices, {})
  const product = present(goods.find(({ name, kind }) => name === '当归' && kind === 'product'))
  const { points } = await reader.ask(recordApi.trend, { goodsId: product.id, item: '水分' })
  const point = present(points.find(({ lotNo }) => lotNo === batch.batchNo))
  assert.deepEqual(
    point.judgements.map(({ name, verdict }) => [name, verdict]),
    byEach,
  )
  assert.match(present(point.judgements[1]).specText, /13\.5/)

  // So does the record of the bench, on paper.
  const { content } = await takeFile(world, 'qa', paperApi.preview, { kind: 'test_record', id: batch.inspectionId })
  const text = (await readPdf(content)).join('')
  for (const words of ['不得过13.5%', '不得过13.0%', '企业标准符合规定', '客户标准不符合规定']) assert.ok(text.includes(words), words)
})

test('a confirmed failure fails the standards that decide; the others say what they say of the value', async () => {
  const reader = await as('qa')
  const batch = await underTest()
  const { oosCases } = await record(batch, { 水分: ['15.6', '15.6'], 总灰分: ['5.0', '5.0'] })
  for (const { id } of oosCases) await confirmed(as, id)
  await reportOf(batch)
  const { rows } = await reader.ask(recordApi.list, { q: batch.batchNo })
  assert.deepEqual(
    only(rows).standards.map(({ authority, verdict }) => [authority, verdict]),
    [
      ['legal', 'FAIL'],
      ['internal', 'FAIL'],
      ['customer', 'FAIL'],
    ],
  )
})

test('a value that the law forbids fails, whatever the others say', async () => {
  const batch = await underTest()
  const { oosCases } = await record(batch, { 水分: ['15.6', '15.6'], 总灰分: ['5.0', '5.0'] })
  assert.deepEqual(
    oosCases.map(({ kind, itemName }) => [kind, itemName]),
    [['oos', '水分']],
  )
})

test('a lot that misses a customer’s standard is refused to that customer, by the step and by the database, and goes to any other', async () => {
  const batch = await underTest()
  const { oosCases, results } = await record(batch, { 水分: ['13.2', '13.2'], 总灰分: ['5.0', '5.0'] })
  assert.deepEqual(oosCases, [])
  assert.ok(results.some(({ verdict, reason }) => verdict === 'PASS' && reason === 'beyond_customer'))
  const { conforms, sheet } = await reportOf(batch)
  assert.ok(conforms)
  assert.deepEqual(
    sheet.others.map(({ authority, conforms }) => [authority, conforms]),
    [
      ['internal', true],
      ['customer', false],
    ],
  )
  const pack = await releasedPack(as, { batch: { lotId: batch.lotId, batchNo: batch.batchNo } })
  const toBarred = await approvedSale(as, { pack, packs: 3, customer: '北京' })
  await refused((await as('cangku')).ask(saleApi.allocate, { id: toBarred.id }), 'customer_barred', 'lines.0.packs')
  await assert.rejects(
    world.change(
      `insert into sales_allocation (enterprise_id, order_id, lot_id, line, packs, quantity) select enterprise_id, id, '${pack.lotId}', 1, 3, 1.5 from sales_order where id = $1`,
      [toBarred.id],
    ),
    /customer_barred/,
  )
  const toOther = await allocatedSale(as, { pack, packs: 3, customer: '上海' })
  assert.equal(toOther.packs, 3)
})

test('goods that were set aside before a customer’s standard was found not to be kept are not sent to them', async () => {
  const batch = await underTest()
  await record(batch, {})
  await reportOf(batch)
  const pack = await releasedPack(as, { batch: { lotId: batch.lotId, batchNo: batch.batchNo } })
  const { id } = await checkedSale(as, { pack, packs: 2, customer: '北京' })
  // A later report, as a retest would bring it.
  const { reportId } = await inspect(as, (await receivedLot(as)).lotId, { side: 'raw' })
  await world.change(
    `insert into customer_verdict (enterprise_id, report_id, standard_version_id, lot_id, customer_id, conforms)
       select enterprise_id, $2, standard_version_id, lot_id, customer_id, false from customer_verdict where lot_id = $1`,
    [batch.lotId, reportId],
  )
  const ship = (await as('wuliu')).ask(saleApi.ship, { id, ...usualTransport(), signature: signed() })
  await refused(ship, 'customer_barred')
})

test('a customer’s standard names its customer, and no other standard names one', async () => {
  const author = await as('zhuguan')
  const product = only((await author.ask(standardApi.subjects, { of: 'product', q: '黄芪' })).filter(({ name }) => name === '黄芪'))
  const customer = only(await author.ask(standardApi.customers, { q: '上海' }))
  const write = (more: object) =>
    author.ask(standardApi.create, {
      ...{ of: 'product' as const, subjectId: product.id, kind: '客户标准', name: '黄芪', edition: 'KH-1', effectiveFrom: '2099-01-01' },
      ...more,
    })
  await refused(write({}), 'invalid_input', 'customerId')
  await refused(write({ kind: '企业标准', customerId: customer.id }), 'invalid_input', 'customerId')
  await refused(write({ customerId: product.id }), 'not_found', 'customerId')
  assert.equal((await write({ customerId: customer.id })).customer, customer.name)
  await refused(write({ customerId: customer.id }), 'standard_exists')
  assert.equal(customers.customer, '北京和安堂中医医院')
})

test('the standard that an order of before named is honoured after its series has ended, unless a later edition took over', async () => {
  const { lotId } = await receivedLot(as, { material: '川芎' })
  const lots = async () => only((await (await as('cangku')).ask(rawInspectionApi.lots, { lotId })).rows).standards
  const [named] = await lots()
  const admin = await world.admin.connect()
  try {
    await admin.query('begin; set local session_replication_role = replica')
    await admin.query(
      `update purchase_line set standard_version_id = $2 where id in (select purchase_line_id from raw_lot where id = $1)`,
      [lotId, present(named).versionId],
    )
    await admin.query('commit')
  } finally {
    admin.release()
  }
  await world.change(`update standard_version set effective_to = today() where id = $1`, [present(named).versionId])
  assert.deepEqual(await lots(), [named])
  const next = await standardInForce(as, {
    ...{ of: 'material', name: '川芎', kind: '企业标准', edition: 'QB-CX-01' },
    items: [{ group: '检查', name: '水分', op: 'le', high: '11.0', unit: '%', method: '0832' }],
  })
  assert.deepEqual(
    (await lots()).map(({ versionId, authority }) => [versionId, authority]),
    [
      [present(named).versionId, 'legal'],
      [next.id, 'internal'],
    ],
  )
})

test('a formula that the law leaves open is chosen in the firm’s own standard; until then the value is typed', async () => {
  const analyst = await as('jianyan')
  const benchOf = async () => {
    const { lotId } = await receivedLot(as, { material: '红花' })
    const { inspectionId: id } = await sampled(as, lotId, 'raw')
    const water = present((await analyst.ask(rawInspectionApi.file, { id })).items.find(({ name }) => name === '水分'))
    const record = (found: { individual: string[] } | { raw: Record<string, string>[] }) =>
      analyst.ask(rawInspectionApi.record, { id, results: [{ itemId: water.id, revision: 0, ...found }] })
    return { water, record }
  }
  const typed = ['9.0', '9.0']
  const before = await benchOf()
  assert.equal(before.water.formula, 'direct')
  await standardInForce(as, {
    ...{ of: 'material', name: '红花', kind: '企业标准', edition: 'QB-HH-01' },
    items: [
      { group: '检查', name: '水分', op: 'le', high: before.water.limit, unit: '%', method: '0832第二法', formula: 'moisture_drying' },
    ],
  })
  // What was asked for before is tested as its own standards say.
  assert.equal((await before.record({ individual: typed })).results.length, 1)
  const after = await benchOf()
  assert.deepEqual([after.water.formula, after.water.authority], ['moisture_drying', 'legal'])
  await refused(after.record({ individual: typed }), 'raw_required', 'results.0.raw')
  const { results } = await after.record(measuredAs(after.water, typed))
  const [result] = results
  assert.deepEqual([result?.mean, result?.formula], ['9.0', 'moisture_drying'])
  // By direct SQL a typed value is refused as well.
  await assert.rejects(
    world.change(
      `insert into test_result (enterprise_id, inspection_id, standard_item_id, revision, source, individual, verdict, reason, mean, out_of_trend, near_limit, entered_by)
       select enterprise_id, inspection_id, standard_item_id, 9, 'measured', '{9.0,9.0}', 'PASS', 'within', '9.0', false, false, entered_by from test_result where id = $1`,
      [result?.id],
    ),
    /raw_required/,
  )
})
