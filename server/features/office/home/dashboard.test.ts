import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { present } from '#contract/kernel/certain.ts'
import { dashboardApi } from '#contract/office/dashboard.ts'
import { customerApi } from '#contract/selling/customer.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { packLotApi } from '#contract/release/pack-lot.ts'
import { rawInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { demoPeople } from '#server/db/seed/roles.ts'
import { findingFor } from '#server/demo/finding.ts'
import { inspect, rejectedLot, releasedLot, sampled } from '#server/demo/inspection.ts'
import { packedLot, releasedPack } from '#server/demo/packaging.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { codesOf, shippedSale } from '#server/demo/sale.ts'
import { recordApi } from '#contract/laboratory/record.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { enterpriseApi } from '#contract/people/enterprise.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { licenceApi, validityOf } from '#contract/supply/licence.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { foldMonths } from './fold-months.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

/** The list that is on a page, or in one of its views. */
const lists: Record<string, Endpoint> = {
  '/yuanliao-qingyan': rawInspectionApi.list,
  '/yuanliao-kucun': stockApi.list,
  '/yinpian-shengchan': productionApi.list,
  '/yinpian-zhijian': bulkTestApi.list,
  '/yinpian-kucun': packLotApi.list,
  '/yinpian-xiaoshou': saleApi.list,
  '/suyuan-erweima scans': qrApi.scans,
  '/system-qiye': supplierApi.list,
  '/system-kehu': customerApi.list,
  '/yuanliao-fangxing': releaseApi.list,
  '/yinpian-baozhuang': packagingApi.list,
  '/system-jilu': recordApi.list,
}
async function lengthOf(userName: string, path: string): Promise<number> {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const { view, ...query } = Object.fromEntries(searchParams)
  const list = lists[view === undefined ? pathname : `${pathname} ${view}`]
  assert.ok(list, `no list behind ${path}`)
  return ((await (await world.as(userName)).ask(list, query)) as { total: number }).total
}
const today = () => dayInShanghai(new Date())
const figuresOf = async (userName: string) => (await world.as(userName)).ask(dashboardApi.figures, {})
const trendsOf = async (userName: string) => (await world.as(userName)).ask(dashboardApi.trends, {})

test('the demo factory, which lacks nothing, learns before its first lot that an order comes next, with links for each person who may do it', async () => {
  const { beginnings, lots } = await figuresOf('admin')
  assert.deepEqual(
    beginnings?.flatMap(({ title, done }) => (done ? [] : [title])),
    ['编制第一张采购单'],
  )
  assert.deepEqual(
    (await figuresOf('caigou')).beginnings?.flatMap(({ path }) => path ?? []),
    ['/system-qiye?by=own', '/system-qiye?by=own', '/system-qiye?by=own', '/system-qiye', '/yuanliao-caigou'],
    'a buyer sees to the enterprise, suppliers and orders',
  )
  assert.ok(lots.every(({ states }) => states.every(({ count }) => count === 0)))
})

/** People who between them see every page, some of it, and another enterprise. */
const differing = ['admin', 'cangku', 'zhuguan', 'xiaoshou', 'other']

test('every figure is the length of the list it opens, for every person; no person sees a figure of a page they may not open', async () => {
  const pack = await releasedPack(world.as, { packs: 40 })
  await shippedSale(world.as, { pack, packs: 10 })
  await packedLot(world.as, { packs: 20 })
  await rejectedLot(world.as, { material: '红花', quantity: '60' })
  await receivedLot(world.as, { material: '甘草' })
  const frozen = await receivedLot(world.as, { material: '丹参' })
  const qa = await world.as('qa')
  await qa.ask(stockApi.raw.freeze, { id: frozen.lotId, kind: 'freeze', reason: '包装受潮' })
  await qa.ask(stockApi.pack.freeze, { id: pack.lotId, kind: 'complaint', reason: '客户反映异味' })
  const herb = await releasedLot(world.as, { material: '黄芪' })
  await world.change('update lot set retest_on = today() + 10 where id = $1', [herb.lotId])
  await world.change(`update lot set expires_on = today() + 60 where id = $1`, [pack.lotId])
  const first = (table: string) => `id = (select id from ${table} where enterprise_id = current_enterprise() order by code limit 1)`
  await world.change(`update supplier set valid_until = today() + 20 where ${first('supplier')}`)
  await world.change(`update customer set licence_valid_until = today() - 1 where ${first('customer')}`)
  const bad = await producedBatch(world.as)
  await inspect(world.as, bad.lotId, { side: 'bulk', outcome: 'fail' })
  for (const code of await codesOf(world.as, pack.lotNo, 2))
    await world.app.inject({ url: `/index?c=${code}`, headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })

  const above = new Set<string>()
  for (const { userName, elsewhere } of demoPeople.filter((one) => differing.includes(one.userName))) {
    const { figures, lots, beginnings } = await figuresOf(userName)
    assert.equal(beginnings === null, !elsewhere, 'the guide is gone with the first packs of this enterprise')
    for (const { title, value, path } of figures) {
      assert.equal(await lengthOf(userName, path), value, `${userName}: ${title}`)
      if (value > 0) above.add(title)
    }
    for (const { title, states } of lots)
      for (const { state, count, path } of states) {
        assert.equal(await lengthOf(userName, path), count, `${userName}: ${title} ${state}`)
        if (count > 0) above.add(`${title} ${state}`)
      }
  }
  assert.deepEqual(
    [...above].sort(),
    [
      '30天内到复验期的原料批',
      '90天内到期的成品批',
      '90天内证照到期的客户',
      '90天内证照或资格到期的供应商',
      '冻结的原料批',
      '冻结的成品批',
      '近30天检验不合格的原料',
      '近30天检验不合格的成品',
      '在库原料批 quarantine',
      '在库原料批 rejected',
      '在库原料批 released',
      '在库成品批 quarantine',
      '在库成品批 released',
    ].sort(),
    'nothing is compared only as zero with zero',
  )
  assert.deepEqual(
    (await figuresOf('wuliu')).lots.map(({ title }) => title),
    ['在库成品批'],
  )
})

test('trends: each day, month and product leads to as many rows, and only a person who may open them sees them', async () => {
  const { since, yields, scans, output, shipments } = await trendsOf('user')
  for (const rows of [yields!.map(({ batches, path }) => ({ count: batches, path })), scans!, output!, shipments!]) {
    assert.ok(
      rows.some(({ count }) => count > 0),
      rows[0]!.path,
    )
    for (const { count, path } of rows.filter((row) => row.count > 0)) assert.equal(await lengthOf('user', path), count, path)
  }
  assert.equal(scans!.length, 30)
  assert.equal(output!.length, 12)
  assert.equal(output![0]!.month, since.slice(0, 7))
  assert.ok(yields!.every(({ lowest, mean, highest }) => Number(lowest) <= Number(mean) && Number(mean) <= Number(highest)))
  const buyer = await trendsOf('caigou')
  assert.deepEqual([buyer.yields, buyer.scans, buyer.output, buyer.shipments], [null, null, null, null])
  assert.ok(
    (await trendsOf('other')).shipments!.every(({ count }) => count === 0),
    'another enterprise has its own',
  )
})

test('the months come to the same when their many rows are folded into one', async () => {
  const rowsOf = async () => (await world.admin.query<{ n: number }>(`select count(*)::int as n from month_tally`)).rows[0]?.n ?? 0
  const [before, many] = [await trendsOf('user'), await rowsOf()]
  await foldMonths(world.pool)
  assert.ok((await rowsOf()) < many)
  assert.deepEqual(await trendsOf('user'), before)
})

test('who looks over the work sees how long the steps took and how much passed; each figure is the length of its list', async () => {
  await rejectedLot(world.as, { material: '红花', quantity: '60' })
  const waiting = await sampled(world.as, (await receivedLot(world.as, { material: '红花' })).lotId, 'raw')
  const analyst = await world.as('jianyan')
  const { items } = await analyst.ask(rawInspectionApi.file, { id: waiting.inspectionId })
  const failing = present(items.find(({ op }) => op === 'le'))
  const results = [{ itemId: failing.id, revision: 0, ...findingFor(failing, false) }]
  await analyst.ask(rawInspectionApi.record, { id: waiting.inspectionId, results })
  const titles = new Set<string>()
  for (const userName of ['admin', 'qa', 'zhuguan', 'shouquan']) {
    const { leadTimes, passRates, oos, endings, papers } = await (await world.as(userName)).ask(dashboardApi.oversight, {})
    for (const { title, count, median, path } of leadTimes) {
      assert.equal(await lengthOf(userName, path), count, `${userName}: ${title}`)
      assert.equal(median === null, count === 0)
      if (count > 0) titles.add(title)
    }
    for (const { title, count, failed, rate, path, failedPath } of passRates) {
      assert.equal(await lengthOf(userName, path), count, `${userName}: ${title}`)
      assert.equal(await lengthOf(userName, failedPath), failed, `${userName}: ${title}`)
      assert.ok(failed > 0 && Number(rate) < 100 && Number(rate) > 0, title)
    }
    assert.equal(await lengthOf(userName, oos.path), oos.count, userName)
    assert.ok(oos.count > 0)
    const seesPapers = userName !== 'zhuguan'
    assert.equal(papers !== null, seesPapers, 'only on pages that one may open')
    assert.equal(
      endings.some(({ kind }) => kind === 'paper'),
      seesPapers,
    )
    assert.equal(
      endings.some(({ kind }) => kind === 'retest'),
      userName !== 'zhuguan',
    )
  }
  assert.deepEqual([...titles].sort(), ['包装', '原料检验', '原料放行', '到货至放行', '成品检验', '成品放行', '生产'].sort())
  await refused((await world.as('baozhuang')).ask(dashboardApi.oversight, {}), 'no_permission')
})

test('own papers that run out or are missing are counted as the enterprise’s page shows them', async () => {
  const admin = await world.as('admin')
  const read = () => admin.ask(dashboardApi.oversight, {})
  const shown = async () => (await admin.ask(enterpriseApi.own, {})).papers.filter(({ isActive }) => isActive)
  const near = async () => (await shown()).filter(({ validUntil }) => validityOf(validUntil, today()) !== 'good').length
  const before = await read()
  assert.equal(before.papers?.count, await near())
  assert.equal(before.endings.filter(({ kind }) => kind === 'paper').length, (await shown()).length)
  const gmp = (await shown()).find(({ kind }) => kind === 'GMP符合性')!
  await admin.ask(licenceApi.putAsideOwn, { id: gmp.id, reason: '已到期' })
  const after = await read()
  assert.deepEqual(
    after.endings.filter(({ missing }) => missing).map(({ title, on }) => [title, on]),
    [['GMP符合性', null]],
  )
  assert.equal(after.endings[0]?.title, 'GMP符合性', 'what is missing comes first')
  assert.equal(after.papers?.count, (await near()) + 1)
})
