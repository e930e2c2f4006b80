import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { qrApi } from '#contract/packing/codes.ts'
import { stocktakeApi, type CountFile } from '#contract/warehouse/stocktake.ts'
import { claimApi } from '#contract/selling/return-api.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { packsOut, partlyDelivered } from '#server/demo/return.ts'
import { counted, plannedCount, settledCount } from '#server/demo/stocktake.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

async function found() {
  const client = await world.admin.connect()
  try {
    return (await verifyDatabase(client)).findings
  } finally {
    client.release()
  }
}
const balance = async (lotId: string) =>
  Number(
    (
      await world.admin.query<{ quantity: string }>(
        `select coalesce(sum(b.quantity), 0) as quantity from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.lot_id = $1`,
        [lotId],
      )
    ).rows[0]!.quantity,
  )
const kgOf = (quantity: number) => quantity.toFixed(3)
const read = async (file: CountFile, who = 'qa') => (await as(who)).ask(stocktakeApi.read, { id: file.count.id })
const lineOf = async (file: CountFile, lotId: string, who = 'qa') => (await read(file, who)).lines.find((line) => line.lotId === lotId)!
const decision = (file: CountFile, lineId: string, change: object = {}) =>
  as('qa').then((qa) =>
    qa.ask(stocktakeApi.decide, {
      id: file.count.id,
      lineId,
      outcome: 'adjust',
      cause: 'handling',
      note: '袋口破损洒漏，已清扫称重',
      ...withQualityHead(),
      ...change,
    }),
  )

test('a small loss within the tolerance is put right by two signatures, and nobody who counts sees the book', async () => {
  const lot = await releasedLot(as, { material: '黄芪', quantity: '200' })
  const even = await releasedLot(as, { material: '黄芪', quantity: '100' })
  const [before, other] = [await balance(lot.lotId), await balance(even.lotId)]
  const file = await plannedCount(as, { scope: 'herb', subject: '黄芪' })
  assert.equal(file.lines.length, 2)
  await refused(plannedCount(as, { scope: 'herb', subject: '黄芪' }), 'nothing_to_count')
  const line = await lineOf(file, lot.lotId)
  await refused(
    (await as('jianyan')).ask(stocktakeApi.count, { id: file.count.id, lotId: lot.lotId, placeId: line.placeId, quantity: '1' }),
    'no_permission',
  )
  await counted(as, file, line, { quantity: kgOf(before - 0.8) })
  await refused(settledCount(as, file), 'count_unfinished')
  for (const shown of (await read(file, 'cangku')).lines.filter(({ state }) => state === 'open')) assert.equal(shown.book, null)
  await refused(counted(as, file, line, { quantity: '1' }), 'count_closed')
  await counted(as, file, await lineOf(file, even.lotId), { quantity: String(other) })
  const keeper = await as('cangku')
  const { count } = await read(file, 'cangku')
  const usual = {
    id: count.id,
    rowVersion: count.rowVersion,
    causes: [{ lineId: line.id, cause: 'moisture' as const }],
    signature: signed(),
  }
  await refused(keeper.ask(stocktakeApi.settle, { ...usual, causes: [], approver: secondPerson('qa') }), 'count_cause_missing')
  await refused(keeper.ask(stocktakeApi.settle, { ...usual, approver: secondPerson('cangku') }), 'same_person')
  await refused(keeper.ask(stocktakeApi.settle, { ...usual, approver: secondPerson('cangku2') }), 'signer_lacks_duty')
  assert.equal(await balance(lot.lotId), before)
  const done = await settledCount(as, file)
  assert.deepEqual([done.count.state, kgOf(await balance(lot.lotId)), await balance(even.lotId)], ['settled', kgOf(before - 0.8), other])
  const { rows } = await world.admin.query(`select kind, quantity::float8 as quantity, reason from stock_entry where document_id = $1`, [
    count.id,
  ])
  assert.deepEqual(rows, [{ kind: 'shortage', quantity: 0.8, reason: '水分散失或吸潮' }])
  assert.deepEqual(await found(), [])
})

test('beyond the tolerance another person counts again; then the goods are held until two have decided', async () => {
  const lot = await releasedLot(as, { material: '丹参', quantity: '100' })
  const before = await balance(lot.lotId)
  const file = await plannedCount(as, { scope: 'herb', subject: '丹参' })
  const [line] = file.lines
  await counted(as, file, line!, { quantity: kgOf(before - 5) })
  const blind = await lineOf(file, lot.lotId, 'cangku2')
  assert.deepEqual([blind.state, blind.book, blind.counted, blind.difference], ['recount', null, null, null])
  await refused(counted(as, file, line!, { quantity: kgOf(before - 5) }), 'recount_by_other')
  await counted(as, file, line!, { quantity: kgOf(before - 5) }, 'cangku2')
  const beyond = await lineOf(file, lot.lotId)
  assert.deepEqual([beyond.state, Number(beyond.difference), Number(beyond.book)], ['beyond', -5, before])
  assert.equal((await lineOf(file, lot.lotId, 'cangku2')).book, null)
  await refused(settledCount(as, file), 'count_undecided')
  await refused((await as('cangku')).ask(stocktakeApi.cancel, { id: file.count.id, reason: '不盘了' }), 'count_undecided')
  // The case holds the goods, and its hold is lifted with it alone.
  const { holds } = await (await as('qa')).ask(stockApi.raw.stock, { id: lot.lotId })
  const held = holds.find(({ liftedAt }) => liftedAt === null)!
  await refused(
    (await as('qa')).ask(stockApi.raw.unfreeze, {
      id: lot.lotId,
      holdId: held.id,
      conclusion: '无妨',
      evidence: 'x',
      ...withQualityHead(),
    }),
    'hold_of_case',
  )
  await refused(decision(file, line!.id, { approver: secondPerson('qa') }), 'same_person')
  await refused(decision(file, line!.id, { approver: secondPerson('cangku') }), 'signer_lacks_duty')
  // Counted once more, with the same result, and put right.
  const again = await decision(file, line!.id, { outcome: 'recount', note: '怀疑秤未归零，再盘' })
  assert.equal(again.lines[0]!.state, 'recount')
  await refused(counted(as, file, line!, { quantity: kgOf(before - 4) }, 'cangku2'), 'recount_by_other')
  await counted(as, file, line!, { quantity: kgOf(before - 4) })
  await decision(file, line!.id)
  assert.equal(kgOf(await balance(lot.lotId)), kgOf(before - 4))
  await refused(decision(file, line!.id), 'count_not_beyond')
  assert.equal((await settledCount(as, file)).count.state, 'settled')
  assert.equal(
    (await (await as('qa')).ask(stockApi.raw.stock, { id: lot.lotId })).holds.filter(({ liftedAt }) => liftedAt === null).length,
    0,
  )
  assert.deepEqual(await found(), [])
})

test('packs are counted by their codes: the missing ones are named, and a later count finds them again', async () => {
  const pack = await releasedPack(as, { product: '当归', packs: 12 })
  const before = await balance(pack.lotId)
  const { body } = await world.app.inject({
    method: 'GET',
    url: `/api/code-ranges/${pack.packRangeId}/codes`,
    headers: { cookie: (await as('baozhuang')).cookie },
  })
  const codes = body
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter((cells) => cells.includes('在库'))
    .map((cells) => cells[2]!)
  const file = await plannedCount(as, { scope: 'class', goodsClass: 'pack' })
  const [line] = file.lines
  await refused(counted(as, file, line!, { quantity: '1' }), 'count_by_codes')
  await refused(counted(as, file, line!, { codes: [codes[0]!, codes[0]!] }), 'code_twice')
  await counted(as, file, line!, { codes: codes.slice(2) })
  await counted(as, file, line!, { codes: codes.slice(2) }, 'cangku2')
  const beyond = await lineOf(file, pack.lotId)
  assert.deepEqual([beyond.state, beyond.packsApart, beyond.missing.toSorted()], ['beyond', -2, codes.slice(0, 2).toSorted()])
  await decision(file, line!.id)
  await settledCount(as, file)
  const story = await (await as('qa')).ask(qrApi.lookUp, { code: codes[0]! })
  assert.deepEqual([story.state, story.box], ['missing', null])
  const net = before / 12
  assert.equal(await balance(pack.lotId), before - 2 * net)
  assert.deepEqual(await found(), [])
  const later = await plannedCount(as, { scope: 'class', goodsClass: 'pack' })
  await counted(as, later, line!, { codes })
  await counted(as, later, line!, { codes }, 'cangku2')
  await decision(later, (await lineOf(later, pack.lotId)).id, { note: '在货架后找到' })
  await settledCount(as, later)
  assert.deepEqual([await balance(pack.lotId), (await (await as('qa')).ask(qrApi.lookUp, { code: codes[0]! })).state], [before, 'in_stock'])
  assert.deepEqual(await found(), [])
})

test('what moves while it is counted is accounted for: moves and counts at once, and every difference is the true one', async () => {
  const lot = await releasedLot(as, { material: '甘草', quantity: '100' })
  const keeper = await as('cangku')
  const { places } = await keeper.ask(stockApi.raw.stock, { id: lot.lotId })
  const from = places.find(({ zone }) => zone !== null)!
  const [to] = (await keeper.ask(stockApi.raw.targets, { id: lot.lotId })).filter(({ id }) => id !== from.id)
  const whole = await balance(lot.lotId)
  const file = await plannedCount(as, { scope: 'herb', subject: '甘草' })
  const move = (quantity: string) =>
    keeper.ask(stockApi.raw.transfer, { id: lot.lotId, fromPlaceId: from.id, toPlaceId: to!.id, quantity, reason: '整理货位' })
  await Promise.all([
    move('3'),
    counted(as, file, { lotId: lot.lotId, placeId: from.id }, { quantity: '50' }, 'cangku2'),
    move('4'),
    move('5'),
  ])
  // The second count holds the lot when it comes first: a move after it is refused.
  await Promise.allSettled([move('2'), counted(as, file, { lotId: lot.lotId, placeId: from.id }, { quantity: '50' }), move('1')])
  const beyond = await lineOf(file, lot.lotId)
  // Whatever came first: the book of the count is the balance of its moment.
  const { rows } = await world.admin.query<{ book: string }>(
    `select t.book from stocktake_tally t join stocktake_line l on l.id = t.line_id where l.lot_id = $1 order by t.round`,
    [lot.lotId],
  )
  assert.equal(rows.length, 2)
  for (const { book } of rows) assert.ok([0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 14, 15].includes(whole - Number(book)), book)
  assert.equal(Number(beyond.difference), 50 - Number(beyond.book))
  const inBin = async () =>
    Number((await keeper.ask(stockApi.raw.stock, { id: lot.lotId })).places.find(({ id }) => id === from.id)!.quantity)
  const there = await inBin()
  await decision(file, beyond.id, { cause: 'unknown', note: '按实盘' })
  // What left after the count left from the goods that were counted: the bin holds what was counted, less what left since.
  assert.equal(kgOf(await inBin()), kgOf(50 - (Number(beyond.book) - there)))
  assert.deepEqual(await found(), [])
})

test('toxic goods take two counters, and stock is put right by a count alone', async () => {
  const toxic = await receivedLot(as, { material: '半夏' })
  const { rows } = await world.admin.query<{ toxic: boolean; place: string }>(
    `select l.is_toxic as toxic, b.place_id as place from lot l join stock_balance b on b.lot_id = l.id and b.is_real and b.quantity > 0 where l.id = $1`,
    [toxic.lotId],
  )
  if (!rows[0]!.toxic) await world.change(`update lot set is_toxic = true where id = $1`, [toxic.lotId])
  const file = await plannedCount(as, { scope: 'class', goodsClass: 'toxic' })
  const line = await lineOf(file, toxic.lotId)
  const quantity = String(await balance(toxic.lotId))
  await refused(counted(as, file, line, { quantity }), 'count_needs_two', 'second.userName')
  const keeper = await as('cangku')
  const both = { id: file.count.id, lotId: toxic.lotId, placeId: line.placeId, quantity }
  await refused(keeper.ask(stocktakeApi.count, { ...both, second: secondPerson('cangku') }), 'same_person')
  await keeper.ask(stocktakeApi.count, { ...both, second: secondPerson('cangku2') })
  assert.equal((await settledCount(as, file)).count.state, 'settled')
  await assert.rejects(
    world.change(
      `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
        select b.enterprise_id, b.lot_id, b.place_id, place_of_kind('adjustment'), 1, 'shortage', 'test', b.lot_id, 'X', (select id from account where user_name = 'qa'), now()
        from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.lot_id = $1 and b.quantity > 0 limit 1`,
      [toxic.lotId],
    ),
    /adjustment_uncounted/,
  )
})

test('how much a class may differ is set by two, and a count that nobody wants ends without a trace in the stock', async () => {
  const head = await as('zhuguan')
  const asked = { goodsClass: 'raw' as const, percent: '1.5', reason: '含水量高的根茎类', signature: signed() }
  await refused(head.ask(stocktakeApi.setTolerance, { ...asked, approver: secondPerson('zhuguan') }), 'same_person')
  await refused(head.ask(stocktakeApi.setTolerance, { ...asked, approver: secondPerson('cangku') }), 'signer_lacks_duty')
  const set = await head.ask(stocktakeApi.setTolerance, { ...asked, approver: secondPerson('qa') })
  assert.deepEqual(set.find(({ goodsClass }) => goodsClass === 'raw')?.percent, '1.50')
  const lot = await releasedLot(as, { material: '川芎', quantity: '100' })
  const before = await balance(lot.lotId)
  const file = await plannedCount(as, { scope: 'herb', subject: '川芎' })
  await counted(as, file, file.lines[0]!, { quantity: kgOf(before - 1.4) })
  assert.equal((await lineOf(file, lot.lotId)).state, 'within')
  const cancelled = await (await as('cangku')).ask(stocktakeApi.cancel, { id: file.count.id, reason: '计划有误' })
  assert.deepEqual([cancelled.count.state, cancelled.lines[0]!.state, await balance(lot.lotId)], ['cancelled', 'ended', before])
  await refused(counted(as, file, file.lines[0]!, { quantity: '1' }), 'wrong_state')
})

test('goods that lie where the plan has none get a line of their own, and a line that was wrong is counted as nothing', async () => {
  const planned = await receivedLot(as, { material: '白术', quantity: '50' })
  const elsewhere = await receivedLot(as, { material: '黄芩', quantity: '40' })
  const file = await plannedCount(as, { scope: 'herb', subject: '白术' })
  const keeper = await as('cangku')
  const { lineId: _, ...add } = { lineId: '', id: file.count.id, lotNo: elsewhere.lotNo.toLowerCase(), placeCode: file.lines[0]!.placeCode }
  await refused(keeper.ask(stocktakeApi.addLine, { ...add, lotNo: 'YL0000000000' }), 'not_found', 'lotNo')
  await refused(keeper.ask(stocktakeApi.addLine, { ...add, placeCode: 'XX-99' }), 'not_found', 'placeCode')
  await refused((await as('xiaoshou')).ask(stocktakeApi.addLine, add), 'no_permission')
  const before = await balance(elsewhere.lotId)
  const { lineId } = await keeper.ask(stocktakeApi.addLine, add)
  assert.equal((await keeper.ask(stocktakeApi.addLine, add)).lineId, lineId)
  const { rows } = await world.admin.query<{ kg: string }>(
    `select coalesce(sum(quantity), 0) as kg from stock_balance where lot_id = $1 and place_id = $2`,
    [elsewhere.lotId, file.lines[0]!.placeId],
  )
  const there = Number(rows[0]!.kg)
  const found = { lotId: elsewhere.lotId, placeId: file.lines[0]!.placeId }
  await counted(as, file, found, { quantity: kgOf(there + 3) })
  await counted(as, file, found, { quantity: kgOf(there + 3) }, 'cangku2')
  await decision(file, lineId, { cause: 'unknown', note: '误放后未登记，称重入账' })
  assert.equal(kgOf(await balance(elsewhere.lotId)), kgOf(before + 3))
  // A lot of which nothing is there: the line was wrong, and nothing is booked.
  const wrong = await releasedPack(as, { quantity: '30', packs: 4 })
  await keeper.ask(stocktakeApi.addLine, { ...add, lotNo: wrong.lotNo })
  await counted(as, file, { lotId: wrong.lotId, placeId: file.lines[0]!.placeId }, { codes: [] })
  for (const line of (await read(file)).lines.filter(({ state }) => state === 'open'))
    await counted(as, file, line, { quantity: String(await balance(line.lotId)) })
  await settledCount(as, file)
  assert.equal(planned.lotId.length, 36)
  await refused(keeper.ask(stocktakeApi.addLine, add), 'wrong_state')
})

test('a pack that was lost on its way is not found by a count: the claim finds it first, in the database too', async () => {
  const pack = await releasedPack(as, { quantity: '60', packs: 30 })
  // Only this lot can be sold: the older ones of the other tests would go first.
  const { rows: older } = await world.admin.query<{ id: string }>(
    `select id from lot where kind = 'pack' and state = 'released' and holds = 0 and id <> $1 and enterprise_id = (select id from enterprise where is_operating)`,
    [pack.lotId],
  )
  for (const { id } of older) await (await as('qa')).ask(stockApi.pack.freeze, { id, kind: 'freeze', reason: '待查' })
  const sale = await partlyDelivered(as, { pack, packs: 10, missing: 3 })
  const claim = sale.claim!
  const codes = (await packsOut(as, sale)).slice(0, 3).map(({ code }) => code)
  const carrier = await as('wuliu')
  await carrier.ask(claimApi.settle, {
    ...{ id: claim.id, rowVersion: claim.rowVersion, outcome: 'lost', packs: 3, note: '承运单位书面确认', codes },
    ...withQualityHead(),
  })
  const file = await plannedCount(as, {
    scope: 'herb',
    subject: (await (await as('qa')).ask(qrApi.lookUp, { code: codes[0]! })).productName,
  })
  const line = await lineOf(file, pack.lotId)
  await refused(counted(as, file, line, { codes }), 'code_not_in_house', 'codes')
  await assert.rejects(
    world.change(
      `insert into code_event (enterprise_id, range_id, first_index, last_index, state, document_kind, document_id, document_no, by_id)
       select enterprise_id, range_id, first_index, last_index, 'in_stock', 'stocktake', '${file.count.id}', 'X', by_id from code_event where state = 'missing' and document_kind <> 'stocktake' limit 1`,
    ),
    /code_not_in_house/,
  )
  await (await as('cangku')).ask(stocktakeApi.cancel, { id: file.count.id, reason: '测试' })
})
