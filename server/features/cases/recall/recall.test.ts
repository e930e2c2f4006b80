import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import type { RecallFile } from '#contract/cases/recall-file.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { workApi } from '#contract/office/work.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { publicStatuses, type PublicStatus } from '#contract/tracing/public-trace.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { accountOf } from '#server/demo/authorisation.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { returnApi } from '#contract/selling/return-api.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { broughtBack, withdrawnRecall } from '#server/demo/recall.ts'
import { packsOut } from '#server/demo/return.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { allocatedSale, checkedSale, deliveredSale, shippedSale, usualTransport } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* A recall goes from any node to every lot, code and customer at once; a drill asks the same and touches nothing (decision 0060). */

const world = await openWorld()
after(() => world.close())
const { as } = world

const giveRole = (userName: string, role: string) =>
  world.change(
    `insert into account_role (enterprise_id, account_id, role_id)
     select a.enterprise_id, a.id, r.id from account a join role r on r.enterprise_id = a.enterprise_id where a.user_name = $1 and r.name = $2
     on conflict do nothing`,
    [userName, role],
  )

/** A herb, its batch, and packs of it of which two customers have some. What is left of one would be sold first in the next. */
async function chain(packs = 15) {
  const raw = await releasedLot(as, { quantity: '100' })
  const batch = await conformingBatch(as, { lot: raw, quantity: '60' })
  const pack = await releasedPack(as, { batch, packs, spec: '500 g' })
  const beijing = await deliveredSale(as, { pack, customer: '北京', packs: 10 })
  const shanghai = await shippedSale(as, { pack, customer: '上海', packs: 5 })
  return { raw, batch, pack, beijing, shanghai }
}
type Chain = Awaited<ReturnType<typeof chain>>

const about = (lotId: string) => ({ node: 'lot' as const, ids: [lotId] })
const draft = async ({ raw }: Pick<Chain, 'raw'>, given: Partial<z.input<typeof recallApi.create.input>> = {}) =>
  (await as('qa')).ask(recallApi.create, {
    kind: 'real',
    recallClass: 'II',
    scope: about(raw.lotId),
    reason: '产地通报重金属超标',
    advice: '立即停止使用，封存待取',
    authorityNo: '',
    ...given,
  })
const start = async ({ id, rowVersion }: { id: string; rowVersion: number }, by = 'zhiliang') =>
  (await as(by)).ask(recallApi.start, { id, rowVersion, signature: signed() })
const read = async (id: string, by = 'qa') => (await as(by)).ask(recallApi.read, { id })
const started = async (given: Chain) => start(await draft(given))
const idOf = ({ customers }: RecallFile, name: string) => only(present(customers).filter((one) => one.name.includes(name))).id

async function statusOf(rangeId: string): Promise<PublicStatus> {
  const { labels } = await (
    await as('baozhuang')
  ).ask(qrApi.print, {
    id: rangeId,
    first: 1,
    last: 1,
    reason: '核对标签',
    checker: secondPerson('qa'),
  })
  const { body } = await world.app.inject({ url: `/index?c=${only(labels).code}`, headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  const found = Object.entries(publicStatuses).filter(([, { title }]) => body.includes(`<h1>${title}</h1>`))
  // The titles are looked up by the words of the union.
  return elementAt(only(found), 0) as PublicStatus
}
const counts = async () => {
  const { rows } = await world.admin.query(
    `select (select count(*) from hold) as holds, (select count(*) from code_event) as codes, (select count(*) from stock_entry) as stock,
       (select count(*) from mail) as mails, (select count(*) from notification) as messages, (select count(*) from trace_event) as events,
       (select count(*) from signature) as signatures`,
  )
  return rows[0]
}

test('a recall of a herb holds everything made of it and tells every customer, signed by the 质量负责人, in one moment', async () => {
  const given = await chain(40)
  const { raw, batch, pack } = given
  const qa = await as('qa')
  const preview = await qa.ask(recallApi.preview, { scope: about(raw.lotId) })
  assert.deepEqual([preview.lots, preview.packLots, preview.customers, preview.made, preview.shipped], [3, 1, 2, '20', '7.5'])
  const before = await counts()
  const row = await draft(given)
  assert.deepEqual({ ...(await counts()), messages: 0 }, { ...before, messages: 0 }, 'a draft holds nothing and tells no customer')
  assert.equal(await statusOf(pack.packRangeId), 'genuine')

  await refused((await as('qa')).ask(recallApi.start, { id: row.id, rowVersion: row.rowVersion, signature: signed() }), 'no_permission')
  const head = await as('zhiliang')
  await refused(head.ask(recallApi.start, { id: row.id, rowVersion: row.rowVersion, signature: { password: 'x' } }), 'wrong_password')
  await refused(head.ask(recallApi.start, { id: row.id, rowVersion: row.rowVersion + 1, signature: signed() }), 'stale')
  assert.equal(await statusOf(pack.packRangeId), 'genuine')

  const done = await start(row)
  assert.deepEqual([done.state, done.lots, done.customers, done.unanswered], ['started', 3, 2, 2])
  assert.equal(Date.parse(present(done.notifyBy)) - Date.parse(present(done.startedAt)), 3 * 86_400_000, 'class II: three days')
  assert.equal(await statusOf(pack.packRangeId), 'recalled')
  const file = await read(row.id)
  assert.deepEqual(
    file.lots.map(({ lotNo, role, isHeld }) => [lotNo, role, isHeld]),
    [
      [raw.lotNo, 'source', true],
      [batch.batchNo, 'made', true],
      [pack.lotNo, 'made', true],
    ],
  )
  assert.deepEqual(
    present(file.customers).map(({ packs, quantity, notice }) => [packs, quantity, notice]),
    [
      [10, '5.0000', 'notified'],
      [5, '2.5000', 'notified'],
    ],
  )
  const figures = present(file.figures)
  assert.equal(
    Number(figures.made),
    Number(figures.inHouse) + Number(figures.shipped) + Number(figures.other),
    'every kilogram is explained',
  )
  const { rows } = await world.admin.query(`select meaning, signature_holds(s) as holds from signature s where record_id = $1`, [row.id])
  assert.deepEqual(rows, [{ meaning: '启动召回', holds: true }])
  await refused(start(done), 'wrong_state')
  const { rows: waiting } = await world.admin.query(`select state, ends from waiting where life = 'recall' and id = $1`, [row.id])
  assert.equal(Date.parse(only(waiting).ends), Date.parse(present(done.notifyBy)), 'it waits, by its clock')
  assert.ok(
    (await qa.ask(workApi.waiting, {})).some(({ document, oldest }) => document === '召回' && oldest.some(({ no }) => no === row.caseNo)),
  )
})

test('who writes a recall does not start it, not even with the duty, nor by SQL', async () => {
  await giveRole('qa', '质量负责人')
  try {
    const row = await draft(await chain())
    await refused(start(row, 'qa'), 'author_approves')
    await assert.rejects(
      world.change(
        `update recall_case set state = 'started', started_by = created_by, started_at = now(), notify_by = now(), made = 0, in_house = 0, shipped = 0, other = 0
         where id = $1`,
        [row.id],
      ),
      /recall_by_two/,
    )
  } finally {
    await world.change(
      `delete from account_role where account_id = (select id from account where user_name = 'qa') and role_id = (select id from role where name = '质量负责人'
         and enterprise_id = (select id from enterprise where is_operating))`,
    )
  }
})

test('two who start one recall at once start it once', async () => {
  const row = await draft(await chain())
  const both = await Promise.allSettled([start(row), start(row)])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const { rows } = await world.admin.query(`select count(*)::int as n from hold where reason like $1`, [`${row.caseNo}%`])
  assert.equal(rows[0].n, 3)
})

test('a shipment at the moment of the start left before it, and is on the list, or does not leave', async () => {
  const raw = await releasedLot(as, { quantity: '100' })
  const batch = await conformingBatch(as, { lot: raw, quantity: '60' })
  const pack = await releasedPack(as, { batch, packs: 40, spec: '500 g' })
  const sale = await checkedSale(as, { pack, customer: '北京', packs: 10 })
  const row = await draft({ raw })
  const carrier = await as('wuliu')
  const [shipped, recalled] = await Promise.allSettled([
    carrier.ask(saleApi.ship, { id: sale.id, ...usualTransport(carrier.time), signature: signed() }),
    start(row),
  ])
  assert.equal(recalled.status, 'fulfilled')
  const { customers } = await read(row.id)
  assert.equal(present(customers).length, shipped.status === 'fulfilled' ? 1 : 0)
})

test('nothing that is recalled is sold, and its hold is not lifted while the recall goes on', async () => {
  const given = await chain(40)
  await started(given)
  await assert.rejects(allocatedSale(as, { pack: given.pack, customer: '北京', packs: 5 }))
  const { holds } = await (await as('qa')).ask(stockApi.pack.stock, { id: given.pack.lotId })
  await refused(
    (await as('qa')).ask(stockApi.pack.unfreeze, {
      id: given.pack.lotId,
      holdId: only(holds).id,
      conclusion: '已查清',
      evidence: '报告 1',
      ...withQualityHead(),
    }),
    'recall_open',
  )
})

test('what became of the goods is told per customer and lot, never more than they received, and a wrong entry is taken back', async () => {
  const given = await chain()
  const { id } = await started(given)
  const qa = await as('qa')
  const beijing = idOf(await read(id), '北京')
  const at = { id, customerId: beijing, lotId: given.pack.lotId }
  await refused(qa.ask(recallApi.recover, { ...at, outcome: 'consumed', packs: 11 }), 'recovery_beyond_shipped', 'packs')
  await refused(qa.ask(recallApi.recover, { ...at, outcome: 'unaccounted', packs: 1 }), 'recovery_unexplained', 'note')
  await refused(qa.ask(recallApi.recover, { ...at, lotId: given.raw.lotId, outcome: 'consumed', packs: 1 }), 'not_found')
  await refused((await as('xiaoshou')).ask(recallApi.recover, { ...at, outcome: 'consumed', packs: 1 }), 'no_permission')
  await broughtBack(as, { id, customerId: beijing, sale: given.beijing, packs: 8 })
  await refused(qa.ask(recallApi.recover, { ...at, outcome: 'consumed', packs: 3 }), 'recovery_beyond_shipped', 'packs')
  const both = await Promise.allSettled([
    qa.ask(recallApi.recover, { ...at, outcome: 'consumed', packs: 2 }),
    (await as('shouquan')).ask(recallApi.recover, { ...at, outcome: 'consumed', packs: 2 }),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'two at once do not count the same packs twice')
  await assert.rejects(
    world.change(
      `insert into recall_recovery (enterprise_id, recall_customer_id, lot_id, became, packs, quantity, recorded_by, recorded_at)
       select enterprise_id, recall_customer_id, lot_id, 'destroyed', 1, 0.5, recorded_by, now() from recall_recovery where recall_customer_id = $1 limit 1`,
      [beijing],
    ),
    /recovery_beyond_shipped/,
  )
  const consumed = only(present((await read(id)).entries).filter(({ outcome }) => outcome === 'consumed'))
  await refused(qa.ask(recallApi.takeBack, { id, entryId: consumed.id, reason: ' ' }), 'invalid_input', 'reason')
  await qa.ask(recallApi.takeBack, { id, entryId: consumed.id, reason: '客户更正' })
  await refused(qa.ask(recallApi.takeBack, { id, entryId: consumed.id, reason: '再次' }), 'entry_taken_back')
  const line = only(present((await read(id)).lines).filter((one) => one.recallCustomerId === beijing))
  assert.deepEqual([line.packs, line.recovered, line.consumed, line.open], [10, 8, 0, 2])
})

test('a recall is closed when every customer answered or is explained and every pack is known; then each lot is decided about', async () => {
  const given = await chain()
  const row = await started(given)
  const { id } = row
  const [qa, head] = [await as('qa'), await as('zhiliang')]
  const file = await read(id)
  const [beijing, shanghai] = [idOf(file, '北京'), idOf(file, '上海')]
  const close = async () =>
    head.ask(recallApi.close, { id, rowVersion: (await read(id)).recall.rowVersion, conclusion: '货物去向已查明', signature: signed() })
  await refused(close(), 'recall_unanswered', 'customers')
  await qa.ask(recallApi.acknowledge, { id, customerId: beijing, name: '王药师' })
  await refused(qa.ask(recallApi.acknowledge, { id, customerId: beijing, name: '王药师' }), 'recall_answered')
  await refused(close(), 'recall_unanswered', 'customers')
  await qa.ask(recallApi.explain, { id, customerId: shanghai, reason: '客户已停业，电话无人接听' })
  await refused(close(), 'recall_sum_open', 'lines')
  const at = { id, lotId: given.pack.lotId }
  await broughtBack(as, { id, customerId: beijing, sale: given.beijing, packs: 10 })
  await qa.ask(recallApi.recover, { ...at, customerId: shanghai, outcome: 'consumed', packs: 3 })
  await refused(close(), 'recall_sum_open', 'lines')
  await assert.rejects(
    world.change(
      `update recall_case set state = 'closed', closed_by = started_by, closed_at = now(), conclusion = 'x', recovered_percent = 100, known_percent = 100 where id = $1`,
      [id],
    ),
    /recall_sum_open/,
  )
  await qa.ask(recallApi.recover, { ...at, customerId: shanghai, outcome: 'unaccounted', packs: 2, note: '客户已停业，仓库清空' })
  await refused(qa.ask(recallApi.close, { id, rowVersion: 1, conclusion: '完', signature: signed() }), 'no_permission')
  const lots = { id, lotIds: [given.raw.lotId, given.batch.lotId, given.pack.lotId], conclusion: '复检合格，通报撤回' }
  await refused((await as('shouquan')).ask(recallApi.lift, { ...lots, ...withQualityHead() }), 'wrong_state')
  const closed = await close()
  assert.deepEqual([closed.state, closed.recoveredPercent, closed.knownPercent], ['closed', '66.67', '86.67'])
  assert.equal(await statusOf(given.pack.packRangeId), 'recalled', 'the holds stay')
  await refused(qa.ask(recallApi.recover, { ...at, customerId: beijing, outcome: 'consumed', packs: 1 }), 'wrong_state')

  const packer = await as('qa2')
  await refused(packer.ask(recallApi.lift, { ...lots, ...withQualityHead() }), 'producer_releases')
  const qualified = await as('shouquan')
  await refused(qualified.ask(recallApi.lift, { ...lots, signature: signed(), approver: secondPerson('shouquan') }), 'same_person')
  await qualified.ask(recallApi.lift, { ...lots, ...withQualityHead() })
  await refused(qualified.ask(recallApi.lift, { ...lots, ...withQualityHead() }), 'not_held')
  assert.equal(await statusOf(given.pack.packRangeId), 'returned', 'no longer recalled; what came back is not decided about yet')
})

test('a drill keeps the same lists, its seconds and every kilogram, and touches no lot, code, stock or customer', async () => {
  const given = await chain()
  const before = await counts()
  const row = await (await as('qa')).ask(recallApi.drill, { recallClass: 'I', scope: about(given.raw.lotId), reason: '年度演练' })
  assert.deepEqual(await counts(), before)
  assert.deepEqual([row.kind, row.state, row.lots, row.customers, row.unanswered], ['drill', 'closed', 3, 2, 0])
  assert.ok(Number(row.seconds) < 2, String(row.seconds))
  assert.equal(await statusOf(given.pack.packRangeId), 'genuine')
  const file = await read(row.id)
  const figures = present(file.figures)
  assert.equal(Number(figures.made), Number(figures.inHouse) + Number(figures.shipped) + Number(figures.other))
  assert.deepEqual(new Set(present(file.customers).map(({ notice, link }) => `${notice} ${link}`)), new Set(['listed null']))
  await refused(start(row), 'wrong_state')
  await refused(
    (await as('shouquan')).ask(recallApi.lift, { id: row.id, lotIds: [given.raw.lotId], conclusion: '演练', ...withQualityHead() }),
    'wrong_state',
  )
})

test('every node leads to the same packs, and a window leaves out what lies beside it', async () => {
  const given = await chain()
  const qa = await as('qa')
  const preview = async (scope: z.input<typeof recallApi.preview.input>['scope']) =>
    (await qa.ask(recallApi.preview, { scope })).first.map(({ lotNo }) => lotNo)
  const { rows } = await world.admin.query(
    `select r.supplier_id, concat_ws('/', r.province, r.city) as origin, l.material_id, r.harvest_from::text, o.process_version_id, p.packaging_order_id,
       s.equipment[1] as equipment, t.entered_by, i.method, l.born_on::text,
       (select customer_id from shipment sh join shipment_line line on line.shipment_id = sh.id where line.lot_id = $3 limit 1) as customer_id
     from raw_lot r join lot l on l.id = r.id, bulk_lot b join production_order o on o.id = b.order_id join production_step s on s.order_id = o.id,
       pack_lot p, inspection n join test_result t on t.inspection_id = n.id join standard_item i on i.id = t.standard_item_id
     where r.id = $1 and b.id = $2 and p.id = $3 and n.lot_id = $1 and i.method <> '' limit 1`,
    [given.raw.lotId, given.batch.lotId, given.pack.lotId],
  )
  const found = only(rows)
  const scopes = {
    supplier: { node: 'supplier' as const, ids: [found.supplier_id], from: found.born_on },
    origin: { node: 'origin' as const, words: found.origin },
    harvest: { node: 'harvest' as const, ids: [found.material_id], from: found.harvest_from, to: found.harvest_from },
    customer: { node: 'customer' as const, ids: [found.customer_id] },
    packing: { node: 'packing' as const, ids: [found.packaging_order_id] },
    method: { node: 'method' as const, words: found.method },
    analyst: { node: 'analyst' as const, ids: [found.entered_by] },
    equipment: { node: 'equipment' as const, words: found.equipment },
    process: { node: 'process' as const, ids: [found.process_version_id] },
  }
  for (const [node, scope] of Object.entries(scopes)) {
    const { lots } = await read((await qa.ask(recallApi.drill, { recallClass: 'III', scope, reason: node })).id)
    assert.ok(
      lots.some(({ lotNo }) => lotNo === given.pack.lotNo),
      node,
    )
    const choices = await qa.ask(recallApi.choices, { node: scope.node })
    assert.ok(choices.length > 0, node)
  }
  assert.deepEqual(await preview({ ...scopes.supplier, from: '2199-01-01' }), [])
  await refused(
    qa.ask(recallApi.drill, { recallClass: 'III', scope: { ...scopes.supplier, from: '2199-01-01' }, reason: '空' }),
    'recall_empty',
  )
  await refused(qa.ask(recallApi.preview, { scope: { node: 'supplier', ids: [] } }), 'invalid_input', 'scope.ids')
  await refused(
    qa.ask(recallApi.preview, { scope: { ...scopes.harvest, from: '2026-03-02', to: '2026-03-01' } }),
    'invalid_input',
    'scope.to',
  )
  await refused(qa.ask(recallApi.preview, { scope: { node: 'harvest', ids: [found.material_id] } }), 'invalid_input', 'scope.from')
  await refused(qa.ask(recallApi.preview, { scope: about(found.supplier_id) }), 'not_found')
})

test('an ordered recall names the notice of the authority, and a draft can be withdrawn', async () => {
  const given = await chain()
  await refused(draft(given, { kind: 'ordered' }), 'authority_needed', 'authorityNo')
  await refused(draft(given, { authorityNo: '召令 1 号' }), 'authority_needed', 'authorityNo')
  const row = await draft(given, { kind: 'ordered', authorityNo: '召令 1 号' })
  const cancelled = await (await as('qa')).ask(recallApi.cancel, { id: row.id, reason: '通知书撤回' })
  assert.equal(cancelled.state, 'cancelled')
  await refused(start(cancelled), 'wrong_state')
})

const form = (token: string, name: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'POST',
    url: '/zhaohui',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ t: token, name }).toString(),
  })

test('a customer reads their notice behind its link and answers it without an account, once', async () => {
  const given = await chain()
  const { id } = await started(given)
  const { customers } = await read(id)
  const [first, second] = [elementAt(present(customers), 0), elementAt(present(customers), 1)]
  const token = present(first.link).split('t=')[1] ?? ''
  const page = await world.app.inject({ url: `/zhaohui?t=${token}` })
  assert.equal(page.statusCode, 200, `${first.link} ${page.body.slice(-600)}`)
  for (const told of ['召回通知', first.name, given.pack.lotNo, '立即停止使用', '确认已收到']) assert.ok(page.body.includes(told), told)
  for (const hidden of [second.name, first.phone, given.raw.lotNo, '<script']) assert.ok(!page.body.includes(hidden), hidden)

  assert.equal((await form(token, '  ')).statusCode, 400)
  assert.equal((await form(token, '王药师', { origin: 'https://evil.example' })).statusCode, 403)
  assert.equal((await read(id)).recall.unanswered, 2, 'nothing was written')
  const answered = await form(token, '王药师')
  assert.equal(answered.statusCode, 303)
  const [after] = present((await read(id)).customers)
  assert.deepEqual([after?.notice, after?.acknowledgedName, after?.notedBy], ['acknowledged', '王药师', null])
  assert.ok((await world.app.inject({ url: present(answered.headers.location) as string })).body.includes('已回复'))
  await form(token, '别人')
  assert.equal(present((await read(id)).customers)[0]?.acknowledgedName, '王药师', 'the first answer stays')

  for (const wrong of ['', 'x', crypto.randomUUID(), `${token}'`])
    assert.equal((await world.app.inject({ url: `/zhaohui?t=${encodeURIComponent(wrong)}` })).statusCode, 404, wrong)
  assert.equal((await form(crypto.randomUUID(), '谁')).statusCode, 303, 'an unknown link answers like any other')
  assert.equal(
    (await world.app.inject({ method: 'POST', url: '/zhaohui', headers: { 'content-type': 'application/json' }, payload: '{}' }))
      .statusCode,
    404,
  )
})

test('who opens links by the hundred has to wait', async () => {
  let last = 0
  for (let tries = 0; tries <= 120; tries++)
    last = (await world.app.inject({ url: `/zhaohui?t=${crypto.randomUUID()}`, remoteAddress: '203.0.113.9' })).statusCode
  assert.equal(last, 429)
})

test('another enterprise sees nothing of it, and who may not see customers sees none', async () => {
  const row = await started(await chain())
  const other = await as('other')
  assert.deepEqual((await other.ask(recallApi.list, {})).rows, [])
  await refused(other.ask(recallApi.read, { id: row.id }), 'not_found')
  await refused(other.ask(recallApi.cancel, { id: row.id, reason: '别家' }), 'not_found')
  const { customers, lines, entries, lots } = await read(row.id, 'jianyan')
  assert.deepEqual([customers, lines, entries, lots.length], [null, null, null, 3])
})

test('the evidence is whole after all of it', async () => {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})

test('what a recall brings back is scanned into the 退货区, customer by customer and shipment by shipment, and the ledger says so', async () => {
  const given = await chain()
  const { id } = await started(given)
  const qa = await as('qa')
  const file = await read(id)
  const [beijing, shanghai] = [idOf(file, '北京'), idOf(file, '上海')]
  const mine = (await packsOut(as, given.beijing)).map(({ code }) => code)
  const others = (await packsOut(as, given.shanghai)).map(({ code }) => code)
  const bringing = async (codes: string[], customerId = beijing) =>
    qa.ask(recallApi.bringBack, {
      id,
      customerId,
      placeId: await binIn(qa, 'returned', { code: 'C' }),
      arrivedAt: new Date().toISOString(),
      appearance: '完好',
      items: [{ condition: 'intact', codes }],
      signature: signed(),
    })
  await refused(bringing([present(others[0])]), 'code_not_shipped', 'items.0.codes.0')
  await refused(bringing([present(mine[0]), present(mine[0])]), 'code_twice')
  await qa.ask(recallApi.recover, { id, customerId: beijing, lotId: given.pack.lotId, outcome: 'consumed', packs: 3 })
  await refused(bringing(mine.slice(0, 8)), 'recovery_beyond_shipped')
  await bringing(mine.slice(0, 7))
  await bringing(others.slice(0, 1), shanghai)
  await refused(bringing([present(mine[0])]), 'code_not_shipped')
  const after = await read(id)
  const line = only(present(after.lines).filter((one) => one.recallCustomerId === beijing))
  assert.deepEqual([line.packs, line.recovered, line.consumed, line.open], [10, 7, 3, 0])
  const { rows } = await world.admin.query<{ kind: string; quantity: string }>(
    `select p.kind, b.quantity from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id
     where b.lot_id = $1 and (p.kind = 'customer' or p.zone = 'returned') order by p.kind`,
    [given.pack.lotId],
  )
  assert.deepEqual(rows, [
    { kind: 'bin', quantity: '4.0000' },
    { kind: 'customer', quantity: '3.5000' },
  ])
  const back = (await qa.ask(returnApi.list, { kind: 'recall' })).rows.filter((row) => row.shipmentNo === given.beijing.shipmentNo)
  assert.deepEqual(
    back.map(({ state, received }) => [state, received]),
    [['received', 7]],
  )
  // It was somebody else's: the receipt is taken back by two, and the recall asks for the packs again.
  const entry = only(
    present(after.entries).filter(({ outcome, recallCustomerId }) => outcome === 'recovered' && recallCustomerId === beijing),
  )
  assert.equal(entry.returnNo, only(back).returnNo)
  await refused(qa.ask(recallApi.takeBack, { id, entryId: entry.id, reason: '扫错' }), 'recovered_by_return')
  await (
    await as('cangku')
  ).ask(returnApi.takeBack, {
    id: only(back).id,
    rowVersion: only(back).rowVersion,
    reason: '扫错',
    signature: signed(),
    approver: secondPerson('qa'),
  })
  const again = only(present((await read(id)).lines).filter((one) => one.recallCustomerId === beijing))
  assert.deepEqual([again.packs, again.recovered, again.open], [10, 0, 7])
  await assert.rejects(
    world.change(
      `insert into recall_recovery (enterprise_id, recall_customer_id, lot_id, became, packs, quantity, recorded_by, recorded_at)
       select enterprise_id, recall_customer_id, lot_id, 'recovered', 1, 0.5, recorded_by, now() from recall_recovery where recall_customer_id = $1 limit 1`,
      [beijing],
    ),
    /came back with a return/,
  )
})

test('a recall that was started by mistake is withdrawn by two: its holds go, others stay, and every page and notice says so at once', async () => {
  const given = await chain()
  const row = await started(given)
  const { id } = row
  const [qa, head] = [await as('qa'), await as('zhiliang')]
  const other = await qa.ask(stockApi.raw.freeze, { id: given.raw.lotId, kind: 'doc_missing', reason: '缺证明' })
  const withdrawing = { id, rowVersion: row.rowVersion, reason: '批号看错', signature: signed() }
  await refused(qa.ask(recallApi.withdraw, { ...withdrawing, approver: secondPerson('zhiliang') }), 'no_permission')
  await refused(head.ask(recallApi.withdraw, { ...withdrawing, approver: secondPerson('zhiliang') }), 'same_person')
  await refused(head.ask(recallApi.withdraw, { ...withdrawing, approver: secondPerson('cangku') }), 'signer_lacks_duty')
  await refused(head.ask(recallApi.withdraw, { ...withdrawing, reason: ' ', approver: secondPerson('qa') }), 'invalid_input', 'reason')
  assert.equal(await statusOf(given.pack.packRangeId), 'recalled')
  const link = present(present((await read(id)).customers)[0]?.link)
  await withdrawnRecall(as, { id })
  assert.equal(await statusOf(given.pack.packRangeId), 'genuine')
  const file = await read(id)
  assert.equal(file.recall.state, 'withdrawn')
  assert.deepEqual(
    file.lots.map(({ isHeld }) => isHeld),
    file.lots.map(() => false),
  )
  assert.equal(file.lots.find(({ lotId }) => lotId === given.raw.lotId)?.holds, 1, 'the other hold stays')
  const page = await world.app.inject({ url: link })
  assert.match(page.payload, /召回已撤销/)
  await refused(
    head.ask(recallApi.withdraw, { ...withdrawing, rowVersion: file.recall.rowVersion, approver: secondPerson('qa') }),
    'wrong_state',
  )
  const { state } = await qa
    .ask(stockApi.raw.unfreeze, { id: given.raw.lotId, holdId: other.holdId, conclusion: '已补', ...withQualityHead() })
    .then(() => ({ state: 'lifted' }))
  assert.equal(state, 'lifted')
})

test('what a drill brings to light is a case told from it, with an owner and a day, and each leads to the other', async () => {
  const given = await chain()
  const qa = await as('qa')
  const drill = await qa.ask(recallApi.drill, { recallClass: 'III', scope: about(given.pack.lotId), reason: '年度演练' })
  assert.deepEqual((await qa.ask(recallApi.read, { id: drill.id })).findings, [])
  const told = await (
    await as('cangku')
  ).ask(incidentApi.open, {
    kind: 'deviation',
    area: 'people',
    subject: '客户联系人的电话打不通',
    description: '演练按清单打电话，一家客户的电话已停用',
    foundAt: new Date().toISOString(),
    source: 'recall_case',
    sourceId: drill.id,
  })
  await refused(
    qa.ask(incidentApi.open, {
      kind: 'deviation',
      area: 'people',
      subject: '没有这次演练',
      description: '来源不对',
      foundAt: new Date().toISOString(),
      source: 'recall_case',
      sourceId: given.pack.lotId,
    }),
    'not_found',
    'sourceId',
  )
  const classified = await qa.ask(incidentApi.classify, {
    id: told.id,
    rowVersion: (await qa.ask(incidentApi.read, { id: told.id })).incident.rowVersion,
    level: 'minor',
    dueOn: dayInShanghai(new Date()),
    signature: signed(),
  })
  assert.deepEqual([classified.source, classified.sourceNo], ['recall_case', drill.caseNo])
  const owner = (await accountOf(as, 'xiaoshou')).id
  await qa.ask(incidentApi.addMeasure, {
    id: told.id,
    kind: 'corrective',
    action: '逐户核对联系人并更新客户档案',
    ownerId: owner,
    dueOn: dayInShanghai(new Date()),
  })
  const { findings } = await qa.ask(recallApi.read, { id: drill.id })
  assert.deepEqual(
    findings.map(({ caseNo, state, measures }) => [caseNo, state, measures.map(({ action, state: at }) => [action, at])]),
    [[told.caseNo, 'investigating', [['逐户核对联系人并更新客户档案', 'open']]]],
  )
})
