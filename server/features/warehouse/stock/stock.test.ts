import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { elementAt } from '#contract/kernel/certain.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { movementKind } from '#contract/warehouse/movement.ts'
import { movementsOf, stockApi } from '#contract/warehouse/stock.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import type { Refused } from '#server/demo/person.ts'
import { requestOf, withQualityHead } from '#server/demo/person.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { markRetestDue } from './mark-retest-due.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())
const { raw, pack } = stockApi

const binIds = new Map<string, string>()
for (const { code, id } of (
  await world.admin.query<{ code: string; id: string }>(
    `select code, p.id from place p join enterprise e on e.id = p.enterprise_id and e.is_operating`,
  )
).rows)
  binIds.set(code, id)
const bin = (code: string) => binIds.get(code)!
const transfer = async (id: string, from: string, to: string, quantity: string, who = 'cangku') =>
  (await as(who)).ask(raw.transfer, { id, fromPlaceId: bin(from), toPlaceId: bin(to), quantity, reason: '整理货位' })
const where = async (id: string) =>
  Object.fromEntries((await (await as('cangku')).ask(raw.stock, { id })).places.map((place) => [place.code, place.quantity]))

test('a received lot lies in its bin, is counted, and nothing of it is available before release', async () => {
  const received = await receivedLot(as)
  const { rows } = await (await as('cangku')).ask(stockApi.list, { q: received.lotNo })
  assert.equal(rows.length, 1)
  const row = rows[0]!
  assert.deepEqual(
    [row.onHand, row.reserved, row.available, row.bins, row.state, row.originText],
    ['500.0000', '0.0000', '0.0000', ['A-DY-01'], 'quarantine', '甘肃省定西市岷县'],
  )
  const detail = await (await as('cangku')).ask(stockApi.read, { id: received.lotId })
  assert.deepEqual(
    [detail.receiptNo, detail.orderNo, detail.receivedBy, detail.checkedBy, detail.village],
    [received.receiptNo, received.orderNo, '赵仓管', '钱仓管', '秦许乡百花村'],
  )
})

test('what was released is available, less what is spoken for, until a hold or the retest day', async () => {
  const { lotId, lotNo } = await releasedLot(as)
  const row = async () => (await (await as('cangku')).ask(stockApi.list, { q: lotNo })).rows[0]!
  const { onHand, available } = await row()
  assert.equal(onHand, available)
  await world.change(
    `insert into lot_reservation (enterprise_id, lot_id, document_kind, document_id, quantity) values (current_enterprise(), $1, 'production_order', uuidv7(), 100)`,
    [lotId],
  )
  assert.equal(Number((await row()).available), Number(onHand) - 100)
  const { holdId } = await (await as('qa')).ask(raw.freeze, { id: lotId, kind: 'freeze', reason: '怀疑混批' })
  assert.equal((await row()).available, '0.0000')
  await (await as('qa')).ask(raw.unfreeze, { id: lotId, holdId, conclusion: '核对无误', ...withQualityHead() })
  await world.change(`update lot set retest_on = today() where id = $1`, [lotId])
  assert.deepEqual([(await row()).available, (await row()).daysToRetest], ['0.0000', 0])
})

test('every page says the same of a lot: on hand, reserved, available', async () => {
  const { lotId, lotNo } = await releasedLot(as)
  await world.change(
    `insert into lot_reservation (enterprise_id, lot_id, document_kind, document_id, quantity) values (current_enterprise(), $1, 'production_order', uuidv7(), 100)`,
    [lotId],
  )
  const { onHand, reserved, available } = (await (await as('cangku')).ask(stockApi.list, { q: lotNo })).rows[0]!
  assert.equal(reserved, '100.0000')
  assert.equal((await (await as('qa')).ask(releaseApi.list, { q: lotNo })).rows[0]!.onHand, onHand)
  const { rows } = await world.admin.query<{ material_id: string }>(`select material_id from lot where id = $1`, [lotId])
  const usable = await (await as('shengchan')).ask(productionApi.usableLots, { materialId: rows[0]!.material_id })
  assert.equal(usable.find((lot) => lot.lotId === lotId)!.available, available)
})

test('goods move between bins of their zone; the ledger gains a line and the sum stays', async () => {
  const { lotId } = await receivedLot(as)
  const { transferNo } = await transfer(lotId, 'A-DY-01', 'A-DY-02', '120.5')
  assert.match(transferNo, /^YK\d{11}$/)
  assert.deepEqual(await where(lotId), { 'A-DY-01': '379.5000', 'A-DY-02': '120.5000' })
  const { entries } = await (await as('cangku')).ask(raw.stock, { id: lotId })
  assert.deepEqual(
    entries.map(({ kind, quantity, balance, documentNo }) => [kind, quantity, balance, documentNo === transferNo]),
    [
      ['transfer', '120.5000', '500.0000', true],
      ['receipt', '500.0000', '500.0000', false],
    ],
  )
})

test('goods not yet released never enter the released zone, and released ones never go back to quarantine', async () => {
  const waiting = await receivedLot(as)
  for (const code of ['A-HG-01', 'A-BH-01', 'C-HG-01', 'LAB'])
    await refused(transfer(waiting.lotId, 'A-DY-01', code, '1'), code === 'LAB' ? 'not_found' : 'zone_mismatch', 'toPlaceId')
  const released = await releasedLot(as)
  const [[from]] = Object.entries(await where(released.lotId)).filter(([code]) => code.startsWith('A-HG')) as [[string, string]]
  await refused(transfer(released.lotId, from, 'A-DY-01', '1'), 'zone_mismatch')
  await transfer(released.lotId, from, 'A-HG-03', '10')
  assert.equal((await where(released.lotId))['A-HG-03'], '10.0000')
  const targets = await (await as('cangku')).ask(raw.targets, { id: released.lotId })
  assert.ok(targets.length > 0 && targets.every((target) => target.zone === 'released' && !target.code.startsWith('D-')))
})

test('toxic goods stay in the double-locked store', async () => {
  const { lotId } = await receivedLot(as, { material: '半夏', quantity: '30' })
  await refused(transfer(lotId, 'D-DY-01', 'A-DY-01', '1'), 'toxic_store', 'toPlaceId')
  assert.deepEqual(
    (await (await as('cangku')).ask(raw.targets, { id: lotId })).map((target) => target.code),
    ['D-DY-01'],
  )
  await refused(transfer((await receivedLot(as)).lotId, 'A-DY-01', 'D-DY-01', '1'), 'toxic_store')
})

test('no more can be moved than lies in the bin, also when two people move the last of it at once', async () => {
  const { lotId } = await receivedLot(as, { quantity: '10' })
  await refused(transfer(lotId, 'A-DY-01', 'A-DY-02', '10.0001'), 'short_stock', 'quantity')
  await refused(transfer(lotId, 'A-DY-02', 'A-DY-03', '1'), 'short_stock')
  await refused(transfer(lotId, 'A-DY-01', 'A-DY-01', '1'), 'invalid_input', 'toPlaceId')
  const outcomes = await Promise.allSettled([
    transfer(lotId, 'A-DY-01', 'A-DY-02', '10'),
    transfer(lotId, 'A-DY-01', 'A-DY-03', '10', 'cangku2'),
  ])
  assert.deepEqual(outcomes.map((outcome) => outcome.status).sort(), ['fulfilled', 'rejected'])
  const lost = outcomes.find((outcome) => outcome.status === 'rejected')!
  assert.equal((lost.reason as Refused).code, 'short_stock')
})

test('who move different lots at once get numbers in a row, and what is refused takes none', async () => {
  const lots = [await receivedLot(as), await receivedLot(as), await receivedLot(as), await receivedLot(as)]
  const moved = async () =>
    (await Promise.all(lots.map(({ lotId }) => transfer(lotId, 'A-DY-01', 'A-DY-02', '1'))))
      .map(({ transferNo }) => Number(transferNo.slice(-3)))
      .sort((a, b) => a - b)
  const [first = 0, ...others] = await moved()
  assert.deepEqual(others, [first + 1, first + 2, first + 3])
  await refused(transfer(lots[0]!.lotId, 'A-DY-01', 'A-DY-02', '9999'), 'short_stock')
  assert.deepEqual(await moved(), [first + 4, first + 5, first + 6, first + 7])
})

test('a second click on 移库 moves once', async () => {
  const { lotId } = await receivedLot(as)
  const key = { 'idempotency-key': randomUUID() }
  const move = { id: lotId, fromPlaceId: bin('A-DY-01'), toPlaceId: bin('A-DY-02'), quantity: '5', reason: '整理货位' }
  const cangku = await as('cangku')
  const [first, again] = [await cangku.ask(raw.transfer, move, key), await cangku.ask(raw.transfer, move, key)]
  assert.match(first.transferNo, /^YK\d{11}$/)
  assert.deepEqual(again, first)
  assert.equal((await where(lotId))['A-DY-02'], '5.0000')
})

test('a frozen lot goes to isolation only, and back once it is free', async () => {
  const { lotId } = await releasedLot(as)
  const [from] = Object.keys(await where(lotId)).filter((code) => code.startsWith('A-HG'))
  const { holdId } = await (await as('qa')).ask(raw.freeze, { id: lotId, kind: 'complaint', reason: '客户投诉异味' })
  await refused(transfer(lotId, from!, 'A-HG-03', '1'), 'zone_mismatch')
  await transfer(lotId, from!, 'A-DY-03', '1')
  await (await as('qa')).ask(raw.unfreeze, { id: lotId, holdId, conclusion: '调查无异常', evidence: '投诉调查记录', ...withQualityHead() })
  await transfer(lotId, 'A-DY-03', from!, '1')
})

test('holds add up: a lot is free when the last one is lifted, each with its own conclusion', async () => {
  const { lotId } = await receivedLot(as)
  const qa = await as('qa')
  const first = await qa.ask(raw.freeze, { id: lotId, kind: 'freeze', reason: '怀疑掺杂' })
  const second = await qa.ask(raw.freeze, { id: lotId, kind: 'doc_missing', reason: '缺产地证明' })
  assert.equal(
    (await qa.ask(raw.unfreeze, { id: lotId, holdId: first.holdId, conclusion: '显微鉴别未见异常', ...withQualityHead() })).holds,
    1,
  )
  await refused(qa.ask(raw.unfreeze, { id: lotId, holdId: first.holdId, conclusion: '再次解除', ...withQualityHead() }), 'not_held')
  await refused(
    qa.ask(raw.unfreeze, { id: lotId, holdId: second.holdId, conclusion: ' ', ...withQualityHead() }),
    'invalid_input',
    'conclusion',
  )
  assert.equal((await qa.ask(raw.unfreeze, { id: lotId, holdId: second.holdId, conclusion: '已补证明', ...withQualityHead() })).holds, 0)
  await refused(qa.ask(raw.unfreeze, { id: lotId, holdId: second.holdId, conclusion: '再次解除', ...withQualityHead() }), 'not_held')
  const { holds } = await qa.ask(raw.stock, { id: lotId })
  assert.deepEqual(holds.map((hold) => [hold.kind, hold.placedBy.name, hold.conclusion]).sort(), [
    ['doc_missing', '郑质保', '已补证明'],
    ['freeze', '郑质保', '显微鉴别未见异常'],
  ])
  const { rows } = await world.admin.query(
    `select kind from trace_event where lot_id = $1 and kind in ('frozen', 'unfrozen') order by id`,
    [lotId],
  )
  assert.deepEqual(
    rows.map((row: { kind: string }) => row.kind),
    ['frozen', 'frozen', 'unfrozen', 'unfrozen'],
  )
})

test('a hold of an OOS case or a recall is not placed or lifted here', async () => {
  const { lotId } = await receivedLot(as)
  const qa = await as('qa')
  await refused(qa.ask(raw.freeze, { id: lotId, kind: 'recall' as never, reason: '召回' }), 'invalid_input', 'kind')
  await world.change(
    `insert into hold (enterprise_id, lot_id, kind, reason, placed_by) select current_enterprise(), $1, 'oos', 'OOS', id from account where user_name = 'qa'`,
    [lotId],
  )
  const { holds } = await qa.ask(raw.stock, { id: lotId })
  await refused(qa.ask(raw.unfreeze, { id: lotId, holdId: holds[0]!.id, conclusion: '解除', ...withQualityHead() }), 'hold_of_case')
})

test('a person who moves goods does not freeze them, and the raw side has no say over finished goods', async () => {
  const { lotId } = await receivedLot(as)
  await refused((await as('cangku')).ask(raw.freeze, { id: lotId, kind: 'freeze', reason: '试试' }), 'no_permission')
  await refused(
    (await as('qa')).ask(raw.transfer, {
      id: lotId,
      fromPlaceId: bin('A-DY-01'),
      toPlaceId: bin('A-DY-02'),
      quantity: '1',
      reason: '试试',
    }),
    'no_permission',
  )
  for (const [who, endpoint, input] of [
    ['qa', pack.stock, { id: lotId }],
    ['cangku', pack.targets, { id: lotId }],
    ['qa', pack.freeze, { id: lotId, kind: 'freeze', reason: '越界' }],
    ['cangku', pack.transfer, { id: lotId, fromPlaceId: bin('A-DY-01'), toPlaceId: bin('A-DY-02'), quantity: '1', reason: '越界' }],
  ] as const)
    await refused((await as(who)).ask(endpoint, input as never), 'not_found')
})

test('when the retest day has come the released lot is due, once, and the people who request inspections are notified', async () => {
  const due = await releasedLot(as)
  const later = await releasedLot(as)
  await world.change(`update lot set retest_on = today() where id = $1`, [due.lotId])
  await world.change(`update lot set retest_on = today() + 1 where id = $1`, [later.lotId])
  await markRetestDue(world.pool)
  const states = async () =>
    (
      await world.admin.query<{ id: string; state: string }>(`select id, state from lot where id = any($1)`, [[due.lotId, later.lotId]])
    ).rows
      .sort((a, b) => a.id.localeCompare(b.id))
      .map((row) => row.state)
  assert.deepEqual(await states(), ['retest_due', 'released'])
  assert.equal(await markRetestDue(world.pool), 0)
  const audit = await world.admin.query(
    `select actor, request from audit_entry where table_name = 'lot' and row_id = $1 and change ->> 'state' = 'retest_due'`,
    [due.lotId],
  )
  assert.deepEqual(audit.rows, [{ actor: 'system', request: 'retest-due' }])
  const told = await world.admin.query(
    `select a.user_name from notification n join account a on a.id = n.account_id where n.title like '%' || $1 || '%' and n.title like '%复验期%' order by 1`,
    [due.lotNo],
  )
  assert.ok(told.rows.some((row: { user_name: string }) => row.user_name === 'cangku'))
  const unlinked = await world.admin.query(
    `select from audit a where not exists (select from audit_link l where l.enterprise_id = a.enterprise_id and l.xid = a.xid)`,
  )
  assert.equal(unlinked.rowCount, 0, 'what the calendar did is in the chain too')
  const list = await (await as('cangku')).ask(stockApi.list, { state: 'retest_due', within: 0 })
  assert.ok(list.rows.some((row) => row.id === due.lotId) && !list.rows.some((row) => row.id === later.lotId))
})

test('lots are found by number, name, initials and supplier, filtered by hold and stock, and sorted', async () => {
  const { lotId, lotNo } = await receivedLot(as, { material: '黄芪', quantity: '77' })
  const cangku = await as('cangku')
  for (const q of [lotNo, '黄芪', 'hq', 'lx'])
    assert.ok(
      (await cangku.ask(stockApi.list, { q, pageSize: 200 })).rows.some((row) => row.id === lotId),
      q,
    )
  assert.equal((await cangku.ask(stockApi.list, { q: 'nosuch' })).total, 0)
  await (await as('qa')).ask(raw.freeze, { id: lotId, kind: 'freeze', reason: '抽查' })
  assert.ok((await cangku.ask(stockApi.list, { held: 'yes', pageSize: 200 })).rows.every((row) => row.holds > 0))
  const sorted = (await cangku.ask(stockApi.list, { sort: '-onHand', pageSize: 200 })).rows.map((row) => Number(row.onHand))
  assert.deepEqual(
    sorted,
    [...sorted].sort((a, b) => b - a),
  )
  await receivedLot(as, { material: '黄酒', quantity: '20' })
  assert.ok((await cangku.ask(stockApi.list, { kind: 'auxiliary' })).rows.every((row) => row.kind === 'auxiliary' && row.originText === ''))
})

test('a lot is found by the name it was bought under, also after its material was given another', async () => {
  const { lotId } = await receivedLot(as, { material: '黄芪' })
  const cangku = await as('cangku')
  const finds = async (q: string) => (await cangku.ask(stockApi.list, { q, pageSize: 200 })).rows.some((row) => row.id === lotId)
  await world.change(
    `update material set name = '膜荚黄芪', initials = 'mjhq' where name = '黄芪' and enterprise_id = current_enterprise()`,
  )
  assert.deepEqual([await finds('黄芪'), await finds('hq'), await finds('膜荚')], [true, true, false])
  await world.change(`update material set name = '黄芪', initials = 'hq' where name = '膜荚黄芪' and enterprise_id = current_enterprise()`)
  await assert.rejects(world.admin.query(`delete from goods_name where name = '黄芪'`), /foreign key/)
})

test('one page of a list goes on where the one before ended, and says how long the list is', async () => {
  for (const quantity of ['1', '2', '3']) await receivedLot(as, { quantity })
  const cangku = await as('cangku')
  const all = await cangku.ask(stockApi.list, { sort: 'lotNo', pageSize: 200 })
  const paged = []
  for (let page = 1; paged.length < all.total; page++) {
    const { rows, total } = await cangku.ask(stockApi.list, { sort: 'lotNo', page, pageSize: 2 })
    assert.equal(total, all.total)
    paged.push(...rows)
  }
  assert.deepEqual(paged, all.rows)
  assert.deepEqual(await cangku.ask(stockApi.list, { page: 500 }), { rows: [], total: all.total })
})

test('a lot moves in its turn with the day on which it is due', async () => {
  const { lotId } = await releasedLot(as)
  const dueOf = async () =>
    (await world.admin.query<{ due: string }>(`select due_on::text as due from lot_at_hand where lot_id = $1`, [lotId])).rows
  const { retestOn } = await (await as('cangku')).ask(stockApi.read, { id: lotId })
  assert.deepEqual(await dueOf(), [{ due: retestOn }])
  await world.change(`update lot set retest_on = $2 where id = $1`, [lotId, addDays(today, 9)])
  assert.deepEqual(await dueOf(), [{ due: addDays(today, 9) }])
})

test('the ledger is found by document, kind and day', async () => {
  const { lotNo, receiptNo } = await receivedLot(as)
  const cangku = await as('cangku')
  assert.deepEqual(
    (await cangku.ask(raw.entries, { q: receiptNo })).rows.map((row) => [row.lotNo, row.kind, row.from]),
    [[lotNo, 'receipt', '供应商']],
  )
  assert.equal((await cangku.ask(raw.entries, { q: receiptNo, kind: 'issue' })).total, 0)
  assert.equal((await cangku.ask(raw.entries, { q: receiptNo, from: today, to: today })).total, 1)
  assert.equal((await cangku.ask(raw.entries, { q: receiptNo, from: addDays(today, 1) })).total, 0)
  assert.equal(
    (await (await as('qa')).ask(pack.entries, { q: receiptNo })).total,
    0,
    'what was bought is not in the ledger of what was made',
  )
  const times = (await cangku.ask(raw.entries, {})).rows.map((row) => row.occurredAt)
  assert.ok(times.length > 2)
  assert.deepEqual(times, times.toSorted().toReversed(), 'the newest entry comes first')
})

test('a lot of another enterprise is not there, byte for byte', async () => {
  const { lotId } = await receivedLot(as)
  const { cookie } = await as('other')
  for (const endpoint of [stockApi.read, raw.stock, raw.targets, raw.freeze]) {
    const ask = async (id: string) => {
      const extra = endpoint === raw.freeze ? { kind: 'freeze', reason: '越界' } : {}
      const answer = await world.app.inject({ ...requestOf(endpoint, { id, ...extra }), headers: { cookie } })
      return `${answer.statusCode} ${answer.body.replace(/"requestId":"[^"]+"/, '')}`
    }
    assert.equal(await ask(lotId), await ask(randomUUID()))
    assert.match(await ask(lotId), /^404 /)
  }
})

test('the database itself refuses to issue a held lot or to take more than there is', async () => {
  const { lotId } = await releasedLot(as)
  const issue = (quantity: string, kind = 'issue', of = lotId) =>
    world.change(
      `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
       select current_enterprise(), $1, b.place_id, $2, $3, $4, 'test', uuidv7(), 'T1', (select id from account where user_name = 'cangku'), now()
       from stock_balance b join place p on p.id = b.place_id where b.lot_id = $1 and p.zone in ('released', 'pack_released') limit 1`,
      [of, bin('SHENGCHAN'), quantity, kind],
    )
  await assert.rejects(issue('100000'), /no_negative_stock/)
  const packed = await releasedPack(as)
  for (const [side, of] of [
    ['raw', lotId],
    ['pack', packed.lotId],
  ] as const) {
    const never = movementKind.options.filter((movement) => !movementsOf(side).includes(movement))
    assert.equal(never.length, 4)
    for (const movement of never)
      await assert.rejects(issue('1', movement, of), { code: 'BC002', message: `a lot of kind ${side} has no movement ${movement}` })
  }
  await (await as('qa')).ask(raw.freeze, { id: lotId, kind: 'regulator', reason: '监管抽检' })
  await assert.rejects(issue('1'), /lot_held/)
})

test('the ledger of one kind has its movements, and is not asked for a kind that its side never has', async () => {
  const { lotNo } = await receivedLot(as)
  const keeper = await as('cangku')
  const { rows } = await keeper.ask(raw.entries, { kind: 'receipt', q: lotNo })
  assert.deepEqual(
    rows.map(({ kind, quantity }) => [kind, quantity]),
    [['receipt', '500.0000']],
  )
  assert.equal((await keeper.ask(raw.entries, { kind: 'destroy', q: lotNo })).total, 0)
  await refused(keeper.ask(raw.entries, { kind: 'ship' }), 'invalid_input', 'kind')
  await refused(keeper.ask(pack.entries, { kind: 'receipt' }), 'invalid_input', 'kind')
})

test('lots of several herbs that begin alike come in one order, each once, whichever page and direction is asked', async (t) => {
  const factory = await openWorld()
  t.after(() => factory.close())
  const days = [-4, -3, -2, -1].map((back) => `${addDays(today, back)}T01:00:00Z`)
  const herbs = ['红花', '黄芪', '红花', '黄芪']
  const lots: string[] = []
  for (const [at, material] of herbs.entries())
    lots.push((await receivedLot(factory.as, { material, quantity: '20', arrivedAt: days[at]! })).lotNo)
  const keeper = await factory.as('cangku')
  const found = async (input: Partial<Parameters<typeof requestOf>[1]>) => {
    const { rows, total } = await keeper.ask(stockApi.list, { q: 'h', kind: 'raw', ...input })
    return { lots: rows.map((row) => row.lotNo), total }
  }
  assert.deepEqual(await found({ sort: 'bornOn' }), { lots, total: 4 })
  assert.deepEqual(await found({ sort: '-bornOn' }), { lots: lots.toReversed(), total: 4 })
  assert.deepEqual(await found({ sort: 'bornOn', pageSize: 2, page: 2 }), { lots: lots.slice(2), total: 4 })
  assert.deepEqual(await found({ sort: '-lotNo', q: '黄芪' }), { lots: [lots[3], lots[1]], total: 2 })
  assert.deepEqual(await found({ sort: '-bornOn', q: '黄芪' }), { lots: [lots[3], lots[1]], total: 2 })
})

test('what is on hand is listed in its order, and what is used up is not among it', async (t) => {
  const factory = await openWorld()
  t.after(() => factory.close())
  const lots = []
  for (const back of [-4, -3, -2])
    lots.push(await releasedLot(factory.as, { quantity: '60', arrivedAt: `${addDays(today, back)}T01:00:00Z` }))
  const [oldest, usedUp, newest] = [elementAt(lots, 0), elementAt(lots, 1), elementAt(lots, 2)]
  await producedBatch(factory.as, { lot: usedUp })
  const keeper = await factory.as('cangku')
  const listed = async (input: Partial<z.input<typeof stockApi.list.input>>) =>
    (await keeper.ask(stockApi.list, { state: 'released', q: '当归', sort: 'bornOn', ...input })).rows.map(({ lotNo }) => lotNo)
  assert.deepEqual(await listed({ stock: 'yes' }), [oldest.lotNo, newest.lotNo])
  assert.deepEqual(await listed({ stock: 'yes', q: '', sort: '-bornOn' }), [newest.lotNo, oldest.lotNo])
  assert.deepEqual(await listed({ stock: 'no' }), [usedUp.lotNo])
  assert.deepEqual(await listed({}), [oldest.lotNo, usedUp.lotNo, newest.lotNo])
  const { rows, total } = await (await factory.as('qa')).ask(rawInspectionApi.decidedLots, {})
  assert.deepEqual([rows.map(({ lotNo }) => lotNo), total], [[newest.lotNo, oldest.lotNo], 2])
})
