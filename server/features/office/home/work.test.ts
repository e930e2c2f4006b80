import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { pageOfCode, type PageCode } from '#contract/kernel/pages.ts'
import { accountApi } from '#contract/people/account.ts'
import { userApi } from '#contract/people/user.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { workApi, type WaitingWork } from '#contract/office/work.ts'
import { signIn } from '#server/demo/person.ts'
import { inspect, releasedLot, sampled } from '#server/demo/inspection.ts'
import { packedLot } from '#server/demo/packaging.ts'
import { orderedProduction, producedBatch } from '#server/demo/production.ts'
import { draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { approvedSale } from '#server/demo/sale.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { lives } from './lives.ts'

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
  const { view: _, by: __, ...query } = Object.fromEntries(searchParams)
  const { total } = (await (await world.as(userName)).ask(list, query)) as { total: number }
  return total
}
const isAt = (code: PageCode, path: string) => pageOfCode(code).path === path

test('a draft waits for its author alone, a submitted order for each person who may approve it and did not write it', async () => {
  const mine = await draftOrder(world.as)
  assert.deepEqual(
    (await of('caigou', '采购单', '草稿'))?.oldest.map(({ no, path }) => [no, path]),
    [[mine.orderNo, `/yuanliao-caigou?q=${mine.orderNo}`]],
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
  const [requestable] = (await everything.ask(rawInspectionApi.lots, { lotId: lot.lotId })).rows
  const { requestNo } = await everything.ask(rawInspectionApi.request, {
    lotId: lot.lotId,
    standardVersionId: requestable!.standards[0]!.id,
    department: '仓库',
  })
  assert.equal((await of('cangku', '原料批', '待请验'))?.count, 1)
  assert.equal(await of('user', '原料请验单', '待受理'), undefined)
  assert.deepEqual(
    (await of('zhuguan', '原料请验单', '待受理'))?.oldest.map(({ no }) => no),
    [requestNo],
  )

  const other = await receivedLot(world.as, { material: '丹参' })
  const [another] = (await (await world.as('cangku')).ask(rawInspectionApi.lots, { lotId: other.lotId })).rows
  const theirs = await (
    await world.as('cangku')
  ).ask(rawInspectionApi.request, { lotId: other.lotId, standardVersionId: another!.standards[0]!.id, department: '仓库' })
  const work = (await of('user', '原料请验单', '待受理'))!
  assert.deepEqual([work.count, work.others, work.oldest.map(({ no }) => no)], [1, 1, [theirs.requestNo]])
})

test('no work waits for a person on a page they may not open, and nothing of another enterprise is counted', async () => {
  await world.change(`delete from role_right where right_code = '12' and role_id = (select id from role where name = '取样员'
    and enterprise_id = (select id from enterprise where is_operating))`)
  assert.deepEqual(await waiting('quyang'), [])
  await world.change(`insert into role_right (enterprise_id, role_id, right_code) select enterprise_id, id, '12' from role where name = '取样员'
    and enterprise_id = (select id from enterprise where is_operating)`)
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
    '成品批 待放行',
    '销售单 待分配',
    '账号口令 待确认',
    '授权提请 待批准',
  ])
    assert.ok(seen.has(expected), `${expected} in ${[...seen].join('、')}`)
})
