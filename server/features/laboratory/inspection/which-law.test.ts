import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { only, present } from '#contract/kernel/certain.ts'
import { oosLaboratoryApi, oosApi } from '#contract/cases/oos.ts'
import { bulkTestApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { reportApi } from '#contract/laboratory/report.ts'
import { standardApi } from '#contract/laboratory/standard.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { findingFor, measuredAs } from '#server/demo/finding.ts'
import { inspect, sampled } from '#server/demo/inspection.ts'
import { nothingAmiss } from '#server/demo/investigation.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { signed } from '#server/demo/person.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { allocatedSale, approvedSale, checkedSale, usualTransport } from '#server/demo/sale.ts'
import { customersStandardOf, ownStandardOf, standardInForce } from '#server/demo/standard.ts'
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

test('the standard that the order named is honoured after its series has ended, unless a later edition took over', async () => {
  const { lotId } = await receivedLot(as, { material: '川芎' })
  const lots = async () => only((await (await as('cangku')).ask(rawInspectionApi.lots, { lotId })).rows).standards
  const [named] = await lots()
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
