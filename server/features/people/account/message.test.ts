import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountApi } from '#contract/people/account.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { licenceApi } from '#contract/supply/licence.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { enterpriseApi } from '#contract/people/enterprise.ts'
import { inspect, rejectedLot, releasedLot } from '#server/demo/inspection.ts'
import { plannedPackaging, releasedPack } from '#server/demo/packaging.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { allocatedSale, deliveredSale } from '#server/demo/sale.ts'
import { tellExpiring } from '#server/features/supply/licence/tell-expiring.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { forgetMessages } from './forget-messages.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const box = async (userName: string, name: 'unread' | 'read', q: string) =>
  (await (await world.as(userName)).ask(accountApi.notifications, { box: name, q })).rows
const unreadOf = async (userName: string) => (await (await world.as(userName)).ask(accountApi.current, {})).unread

test('a message that asks for a step is done for everybody once one of them took it, and the bell counts it no more', async () => {
  const order = await draftOrder(world.as)
  const before = await unreadOf('shouquan')
  await (await world.as('caigou')).ask(purchaseApi.submit, { id: order.id })
  assert.equal(await unreadOf('shouquan'), before + 1)
  assert.equal((await box('shengchan2', 'unread', order.orderNo)).length, 1)
  await (await world.as('shengchan2')).ask(purchaseApi.approve, { id: order.id })
  assert.equal(await unreadOf('shouquan'), before)
  for (const who of ['shengchan2', 'shouquan', 'admin']) {
    assert.deepEqual(await box(who, 'unread', `${order.orderNo} 待审批`), [], who)
    const [done] = await box(who, 'read', `${order.orderNo} 待审批`)
    assert.ok(done?.doneAt, `${who} sees that it is done`)
    assert.equal(done.readAt, null)
  }
  assert.equal((await box('cangku', 'unread', order.orderNo)).length, 1, 'the next step is asked')
})

test('a step that is refused leaves the messages that ask for it', async () => {
  const order = await draftOrder(world.as)
  const buyer = await world.as('caigou')
  await buyer.ask(purchaseApi.submit, { id: order.id })
  await refused(buyer.ask(purchaseApi.approve, { id: order.id }), 'no_permission')
  assert.equal((await box('shengchan2', 'unread', order.orderNo)).length, 1)
})

test('what is asked of a lot is answered by the document that is made about it', async () => {
  const lot = await receivedLot(world.as)
  const [asked] = await box('cangku2', 'unread', `${lot.lotNo} 到货`)
  assert.equal(asked?.path, `/yuanliao-qingyan?view=request&lot=${lot.lotId}`)
  await inspect(world.as, lot.lotId, { side: 'raw' })
  assert.deepEqual(await box('cangku2', 'unread', lot.lotNo), [], '待请验 ends with the request')
  assert.equal((await box('qa', 'unread', `${lot.lotNo} 检验报告已批准`)).length, 1)
  const batch = await conformingBatch(world.as)
  assert.equal((await box('baozhuang', 'unread', '检验合格，可以包装')).length, 1)
  const planned = await plannedPackaging(world.as, { batch })
  assert.deepEqual(await box('baozhuang', 'unread', '检验合格，可以包装'), [])
  assert.equal((await box('shengchan2', 'unread', '包装指令待批准')).length, 1)
  await (await world.as('shengchan2')).ask(packagingApi.cancel, { id: planned.orderId, reason: '换规格' })
  assert.deepEqual(await box('shengchan2', 'unread', '包装指令待批准'), [])
})

test('after whole lives nobody keeps a message about work that is done', async () => {
  const pack = await releasedPack(world.as, { packs: 30 })
  await deliveredSale(world.as, { pack, packs: 10 })
  await allocatedSale(world.as, { pack, packs: 5 })
  await rejectedLot(world.as, { material: '红花' })
  const states = [
    'purchase_order',
    'inspection',
    'standard_version',
    'process_version',
    'production_order',
    'packaging_order',
    'sales_order',
    'supplier',
    'quality_case',
    'correction',
  ]
  for (const table of states) {
    const { rows } = await world.admin.query(
      `select n.title, n.asked, r.state from notification n join ${table} r on r.enterprise_id = n.enterprise_id and r.id = n.record_id
        where n.record_table = $1 and n.asked <> 'renew' and (n.done_at is null) is distinct from (n.asked = r.state)`,
      [table],
    )
    assert.deepEqual(rows, [], table)
  }
  const { rows: stray } = await world.admin.query(
    `select n.title from notification n join lot l on l.enterprise_id = n.enterprise_id and l.id = n.record_id
      where n.done_at is null and (l.state = 'rejected' or n.asked = 'request' and l.state not in ('quarantine', 'retest_due'))`,
  )
  assert.deepEqual(stray, [])
  const { rows: known } = await world.admin.query<{ asked: number; news: number }>(
    `select count(*) filter (where asked is not null)::integer as asked, count(*) filter (where lapses_at is not null)::integer as news from notification`,
  )
  assert.ok(known[0]!.asked > 60, `${known[0]!.asked} ask for something`)
})

test('news that asks nothing of anybody is not unread for ever', async () => {
  const lot = await releasedLot(world.as, { material: '甘草' })
  const [told] = await box('shengchan', 'unread', `${lot.lotNo} 已放行`)
  assert.ok(told, 'a released lot asks to be used')
  const order = await draftOrder(world.as)
  await (await world.as('caigou')).ask(purchaseApi.submit, { id: order.id })
  await world.change(`update notification set asked = null, record_id = null, record_table = null, lapses_at = now() + interval '1 day'
    where title like '%${order.orderNo}%'`)
  assert.equal((await box('shengchan2', 'unread', order.orderNo)).length, 1)
  const before = await unreadOf('shengchan2')
  await world.change(`update notification set lapses_at = now() - interval '1 day' where title like '%${order.orderNo}%'`)
  assert.deepEqual(await box('shengchan2', 'unread', order.orderNo), [])
  assert.equal((await box('shengchan2', 'read', order.orderNo)).length, 1)
  assert.equal(await unreadOf('shengchan2'), before - 1)
})

test('the bell counts no further than it shows, however many messages nobody reads', async () => {
  await world.change(`insert into notification (enterprise_id, account_id, title, path, lapses_at)
    select enterprise_id, id, '无人阅读', '/dashboard', now() + interval '1 day' from account, generate_series(1, 120) where user_name = 'wuliu'`)
  assert.equal(await unreadOf('wuliu'), 100)
  const [one] = await box('wuliu', 'unread', '无人阅读')
  const moved = await (await world.as('wuliu')).ask(accountApi.moveNotifications, { ids: [one!.id], to: 'read' })
  assert.equal(moved.unread, 100)
})

test('a paper that ends soon asks until it is renewed', async () => {
  const admin = await world.as('admin')
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const paper = { kind: 'GMP符合性', number: 'GMP-2021-07', scope: '', issuedBy: '', validFrom: null, validUntil: day(17) } as const
  const { id } = await admin.ask(licenceApi.addOwn, paper)
  await tellExpiring(world.pool)
  assert.equal((await box('user', 'unread', day(17))).length, 1)
  const found = (await admin.ask(enterpriseApi.own, {})).papers.find((one) => one.id === id)!
  await admin.ask(licenceApi.editOwn, { id, rowVersion: found.rowVersion, ...paper, validUntil: day(900) })
  assert.deepEqual(await box('user', 'unread', day(17)), [])
})

test('what was read or done more than 400 days ago is forgotten; what nobody has read stays, however old', async () => {
  const made = async (what: string) =>
    world.change(
      `insert into notification (enterprise_id, id, account_id, title, path, ${what}) select enterprise_id, uuidv7(interval '-401 days'), id, '很久以前 ${what}', '/dashboard', now() - interval '400 days'
      from account where user_name = 'admin' and enterprise_id = current_enterprise()`,
    )
  await made('read_at')
  await made('created_at')
  await forgetMessages(world.pool)
  const { rows } = await world.admin.query<{ title: string }>(`select title from notification where title like '很久以前%'`)
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['很久以前 created_at'],
  )
})
