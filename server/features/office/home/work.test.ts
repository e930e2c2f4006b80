import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { only } from '#contract/kernel/certain.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { pageOfCode, type PageCode } from '#contract/kernel/pages.ts'
import { accountApi } from '#contract/people/account.ts'
import { userApi } from '#contract/people/user.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { workApi, type WaitingWork } from '#contract/office/work.ts'
import { signIn } from '#server/demo/person.ts'
import { inspect, releasedLot, sampled } from '#server/demo/inspection.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { packedLot, plannedPackaging } from '#server/demo/packaging.ts'
import { conformingBatch, orderedProduction, producedBatch } from '#server/demo/production.ts'
import { approvedOrder, draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { approvedSale } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { lives } from './lives.ts'
import { postsWhere } from './posts.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const waiting = async (userName: string) => (await world.as(userName)).ask(workApi.waiting, {})
const of = async (userName: string, document: string, state: string): Promise<WaitingWork | undefined> =>
  (await waiting(userName)).find((work) => work.document === document && work.state === state)

/** The list that a path of the answer opens, asked as the page would ask it. */
async function lengthOf(userName: string, document: string, path: string): Promise<number> {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const life = lives.find((one) => one.document === document && Object.keys(one.lists).some((code) => isAt(code as PageCode, pathname)))!
  const [, list] = Object.entries(life.lists).find(([code]) => isAt(code as PageCode, pathname))!
  const { view: _, by: __, do: ___, lot: ____, id: _____, ...query } = Object.fromEntries(searchParams)
  const found = (await (await world.as(userName)).ask(list, query)) as { total: number } | unknown[]
  return Array.isArray(found) ? found.length : found.total
}
const isAt = (code: PageCode, path: string) => pageOfCode(code).path === path

test('a draft waits for its author alone, a submitted order for each person who may approve it and did not write it', async () => {
  const mine = await draftOrder(world.as)
  assert.deepEqual(
    (await of('caigou', '采购单', '草稿'))?.oldest.map(({ no, path }) => [no, path]),
    [[mine.orderNo, `/yuanliao-caigou?q=${mine.orderNo}&do=submit.${mine.id}`]],
  )
  assert.equal(await of('user', '采购单', '草稿'), undefined)

  const [first, second] = [await draftOrder(world.as, { material: '黄芪' }), await draftOrder(world.as, { material: '甘草' })]
  const buyer = await world.as('caigou')
  for (const { id } of [second, first]) await buyer.ask(purchaseApi.submit, { id })
  const work = (await of('shengchan2', '采购单', '待审批'))!
  assert.deepEqual(
    work.oldest.map(({ no }) => no),
    [second.orderNo, first.orderNo],
    'what was submitted first comes first',
  )
  assert.deepEqual([work.count, work.others, work.steps, work.duties], [2, 0, ['批准'], ['审批采购单']])
  assert.equal(await of('caigou', '采购单', '待审批'), undefined, 'who may not approve is not waited for')
  await (await world.as('shengchan2')).ask(purchaseApi.approve, { id: first.id })
  assert.equal((await of('shengchan2', '采购单', '待审批'))?.count, 1)
})

test('what separation of duties keeps from a person is counted apart, never named', async () => {
  const lot = await receivedLot(world.as)
  await receivedLot(world.as, { material: '甘草' })
  assert.equal((await of('cangku', '原料批', '待请验'))?.count, 2)
  const everything = await world.as('user')
  const { requestNo } = await everything.ask(rawInspectionApi.request, {
    lotId: lot.lotId,
    department: '仓库',
  })
  assert.equal((await of('cangku', '原料批', '待请验'))?.count, 1)
  assert.equal(await of('user', '原料请验单', '待受理'), undefined)
  assert.deepEqual(
    (await of('zhuguan', '原料请验单', '待受理'))?.oldest.map(({ no }) => no),
    [requestNo],
  )

  const other = await receivedLot(world.as, { material: '丹参' })
  const theirs = await (await world.as('cangku')).ask(rawInspectionApi.request, { lotId: other.lotId, department: '仓库' })
  const work = (await of('user', '原料请验单', '待受理'))!
  assert.deepEqual([work.count, work.others, work.oldest.map(({ no }) => no)], [1, 1, [theirs.requestNo]])
})

test('no work waits for a person on a page they may not open, and nothing of another enterprise is counted', async () => {
  await world.change(`delete from role_right where right_code = '12' and role_id = (select id from role where name = '取样员'
    and enterprise_id = (select id from enterprise where is_operating))`)
  assert.deepEqual(await waiting('quyang'), [])
  await world.change(`insert into role_right (enterprise_id, role_id, right_code) select enterprise_id, id, '12' from role where name = '取样员'
    and enterprise_id = (select id from enterprise where is_operating)`)
  assert.equal((await (await world.as('other')).ask(workApi.list, { stage: 'purchase' })).total, 0)
  const ours = (await waiting('other')).filter(({ document }) => document !== '供应商') // theirs has a candidate of its own
  assert.deepEqual(ours, [])
})

test('for every person, each figure is the length of the list it opens, and each name finds its row there', async () => {
  const herb = await releasedLot(world.as, { quantity: '600' })
  await inspect(world.as, (await receivedLot(world.as, { material: '白芍' })).lotId, { side: 'raw' })
  await orderedProduction(world.as, { product: '当归', lots: [{ lotId: herb.lotId, quantity: '50' }] })
  const bad = await producedBatch(world.as, { product: '当归', lot: herb, quantity: '60' })
  await inspect(world.as, bad.lotId, { side: 'bulk', outcome: 'fail' })
  const half = await producedBatch(world.as, { product: '当归', lot: herb, quantity: '60' })
  await sampled(world.as, half.lotId, 'bulk')
  await packedLot(world.as, { packs: 20 })
  await approvedSale(world.as)
  const admin = await world.as('admin')
  const analyst = (await admin.ask(userApi.roleChoices, {})).find(({ name }) => name === '检验员')!
  const { oneTimePassword } = await admin.ask(userApi.create, { userName: 'xinlai', name: '新来', roleIds: [analyst.id] })
  const newcomer = await signIn(world.app, 'xinlai', oneTimePassword)
  await newcomer.ask(accountApi.changePassword, { current: oneTimePassword, next: 'wo-de-kou-ling-2026' })
  const seen = new Set<string>()
  for (const userName of ['admin', 'user', 'cangku', 'zhuguan', 'qa', 'other']) {
    for (const { document, state, path, count, others, oldest } of await waiting(userName)) {
      seen.add(`${document} ${state}`)
      assert.equal(await lengthOf(userName, document, path), count + others, `${userName}: ${path}`)
      for (const one of oldest) assert.ok((await lengthOf(userName, document, one.path)) >= 1, `${userName}: ${one.path}`)
    }
  }
  for (const expected of [
    '采购单 待审批',
    '原料批 待请验',
    '原料请验单 待受理',
    '已出报告的原料批 待放行',
    '批生产指令 待批准',
    '成品请验单 检验中',
    '检验不合格的成品批 待判定',
    '检验合格的成品批 待包装',
    '成品批 待放行',
    '销售单 待分配',
    '账号口令 待确认',
    '授权提请 待批准',
  ])
    assert.ok(seen.has(expected), `${expected} in ${[...seen].join('、')}`)
})

test('a conforming batch waits for the packer until orders take all of it, and opens with that batch chosen', async () => {
  const batch = await conformingBatch(world.as, { product: '当归', quantity: '60' })
  const mine = async () => (await of('baozhuang', '检验合格的成品批', '待包装'))?.oldest.find(({ no }) => no === batch.batchNo)
  const found = (await mine())!
  assert.deepEqual([found.step, found.path], ['编制包装指令', `/yinpian-baozhuang?view=create&lot=${batch.lotId}`])
  const choice = (await (await world.as('baozhuang')).ask(packagingApi.choices, {})).find(({ id }) => id === batch.lotId)!
  const spec = choice.specs[0]!
  const packs = exact(choice.available).div(spec.netQuantity).floor().toNumber()
  const part = await plannedPackaging(world.as, { batch, spec: spec.name, packs: 1 })
  assert.ok(await mine(), 'what one order leaves still waits')
  const rest = await plannedPackaging(world.as, { batch, spec: spec.name, packs: packs - 1 })
  assert.equal(await mine(), undefined, 'less than a pack waits for nobody')
  const lead = await world.as('shengchan2')
  for (const { orderId } of [part, rest]) await lead.ask(packagingApi.cancel, { id: orderId, reason: '计划改变' })
  assert.ok(await mine(), 'a cancelled order takes nothing')
})

test('a task says since when it waits and until when, from the record or from the enterprise’s own limit, and is late after that', async () => {
  const order = await approvedOrder(world.as)
  const task = async () => (await of('cangku', '采购单', '待到货'))?.oldest.find(({ no }) => no === order.orderNo)
  await world.change(`update purchase_order set expected_on = null where id = $1`, [order.id])
  assert.equal((await task())?.due, null, 'nothing says when')
  await world.change(`update purchase_order set expected_on = today() where id = $1`, [order.id])
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
  assert.equal(Date.parse((await task())!.due!), Date.parse(`${today}T23:59:59+08:00`))
  assert.equal((await of('cangku', '采购单', '待到货'))?.late, 0)

  const manager = await world.as('zhuguan')
  const limit = (await manager.ask(workApi.limits, {})).find(({ life, state }) => life === 'purchase' && state === 'approved')!
  assert.equal(limit.hours, null, 'no limit is set for anybody')
  const input = { life: limit.life, state: limit.state, hours: 1, seen: null, reason: '到货一小时内验收' }
  await refused((await world.as('cangku')).ask(workApi.setLimit, input), 'no_permission')
  await refused(manager.ask(workApi.setLimit, { ...input, state: 'closed' }), 'not_found')
  await manager.ask(workApi.setLimit, input)
  await refused(manager.ask(workApi.setLimit, { ...input, hours: 2 }), 'stale')
  assert.equal((await of('cangku', '采购单', '待到货'))?.late, 0)
  await world.change(`set local session_replication_role = replica; update purchase_order set approved_at = now() - interval '3 hours' where id = '${order.id}';
    set local session_replication_role = origin; update purchase_order set expected_on = expected_on where id = '${order.id}'`)
  const late = (await of('cangku', '采购单', '待到货'))!
  assert.equal(late.oldest[0]?.no, order.orderNo, 'what is late comes first')
  assert.deepEqual([late.late, Date.parse(late.oldest[0]!.due!) < Date.now()], [1, true])
  await manager.ask(workApi.setLimit, { ...input, hours: null, seen: 1 })
  assert.equal((await of('cangku', '采购单', '待到货'))?.late, 0)
})

test('a lot that is used up waits for no retest', async () => {
  const lot = await releasedLot(world.as, { material: '甘草', quantity: '50' })
  await world.change(`update lot set retest_on = today() - 2 where id = $1`, [lot.lotId])
  const waits = async () => (await of('cangku', '原料批', '待请验'))?.oldest.find(({ no }) => no === lot.lotNo)
  const due = (await waits())!
  assert.ok(Date.parse(due.due!) < Date.now(), 'the retest day is over')
  assert.match(due.path, new RegExp(`^/yuanliao-qingyan\\?view=request&lot=${lot.lotId}$`))
  await world.change(`update stock_balance set quantity = 0 where lot_id = '${lot.lotId}'`)
  assert.equal(await waits(), undefined)
  await world.change(`set local session_replication_role = replica; delete from stock_balance where lot_id = '${lot.lotId}'`)
})

test('every state in which a step is awaited is kept, and no other', async () => {
  const { rows } = await world.admin.query<{ text: string }>(
    `select string_agg(pg_get_viewdef(c.oid), ' ') as text from pg_class c where c.relkind = 'v' and relname like 'waits_%'`,
  )
  const words = new Set([...only(rows).text.matchAll(/'(\w+)'::text/g)].map(([, word]) => word))
  const missing = postsWhere(() => true).filter(({ state }) => !words.has(state))
  assert.deepEqual(missing, [])
})

test('where work waits: every figure is the length of its list, for every person, on their pages alone', async () => {
  const order = await approvedOrder(world.as)
  await world.change(`update purchase_order set expected_on = today() - 1, purchased_on = today() - 5 where id = $1`, [order.id])
  const due = await approvedOrder(world.as)
  await world.change(`update purchase_order set expected_on = today() where id = $1`, [due.id])
  for (const userName of ['admin', 'qa', 'zhuguan', 'cangku', 'other']) {
    const person = await world.as(userName)
    const overview = await person.ask(workApi.overview, {})
    const lengthOf = async (query: Record<string, string>) => (await person.ask(workApi.list, query)).total
    for (const { stage, count, late, today, path, since } of overview.stages) {
      assert.equal(await lengthOf({ stage }), count, `${userName}: ${stage}`)
      assert.equal(await lengthOf({ stage, due: 'late' }), late, `${userName}: ${stage} late`)
      assert.equal(await lengthOf({ stage, due: 'today' }), today, `${userName}: ${stage} today`)
      assert.equal(path, `/dashboard?stage=${stage}`)
      assert.equal(since === null, count === 0)
    }
    assert.equal(await lengthOf({}), overview.count)
    assert.equal(await lengthOf({ due: 'pressing' }), overview.late + overview.today)
  }
  const { late, today } = await (await world.as('admin')).ask(workApi.overview, {})
  assert.ok(late > 0 && today > 0, 'nothing is compared only as zero with zero')
  assert.deepEqual(
    (await (await world.as('baozhuang')).ask(workApi.overview, {})).stages.map(({ title }) => title),
    ['包装', '成品放行', '质量与管理'],
  )
  const [first] = (await (await world.as('admin')).ask(workApi.list, {})).rows
  assert.equal(first?.no, order.orderNo, 'what is most overdue comes first')
  assert.deepEqual(first?.duties, ['到货验收'])
})
