import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { ledgerApi, type MonthLine } from '#contract/warehouse/ledger.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { countClasses } from '#contract/warehouse/stocktake.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 月度台账: opening + in − out = closing of every lot and class, to the last digit; signed by two; toxic goods under two locks and two names. */

const world = await openWorld()
after(() => world.close())
const { as } = world

async function findings() {
  const client = await world.admin.connect()
  try {
    return (await verifyDatabase(client)).findings
  } finally {
    client.release()
  }
}
const thisMonth = dayInShanghai(new Date()).slice(0, 7)
const monthAgo = (back: number) => {
  const [year, month] = thisMonth.split('-').map(Number)
  const at = present(year) * 12 + present(month) - 1 - back
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}
type GoodsClass = keyof typeof countClasses
const linesOf = async (month: string, goodsClass: GoodsClass) =>
  (await (await as('cangku')).ask(ledgerApi.list, { month, goodsClass, pageSize: 200 })).rows
const fileOf = async (month: string, goodsClass: GoodsClass) => (await as('cangku')).ask(ledgerApi.read, { month, goodsClass })
const sign = async (month: string, more: { reason?: string; who?: string; checker?: string; goodsClass?: GoodsClass } = {}) =>
  (await as(more.who ?? 'cangku')).ask(ledgerApi.sign, {
    ...{ month, goodsClass: more.goodsClass ?? 'raw', reason: more.reason ?? '', signature: signed() },
    checker: secondPerson(more.checker ?? 'cangku2'),
  })

/** By the entries alone: what a lot had in bins at the end of a month. */
async function endOf(lotNo: string, month: string): Promise<string> {
  const { rows } = await world.admin.query<{ kg: string }>(
    `select coalesce(sum(case when t.kind = 'bin' then e.quantity else 0 end - case when f.kind = 'bin' then e.quantity else 0 end), 0)::text as kg
     from stock_entry e join lot l on l.id = e.lot_id join place f on f.id = e.from_place_id join place t on t.id = e.to_place_id
     where l.lot_no = $1 and e.occurred_at < ($2::date + interval '1 month') at time zone 'Asia/Shanghai'`,
    [lotNo, `${month}-01`],
  )
  return exact(only(rows).kg).toFixed()
}
const plain = (value: string) => exact(value).toFixed()

test('whatever is booked into whichever month, each lot and class closes in every month, and the next opens with it', async () => {
  await releasedPack(as, { quantity: '60' })
  const lots = [(await releasedLot(as, { quantity: '300' })).lotId, (await receivedLot(as, { quantity: '80' })).lotId]
  const move = fc.record({
    lot: fc.nat(1),
    back: fc.nat(5),
    day: fc.integer({ min: 1, max: 28 }),
    grams: fc.integer({ min: 1, max: 99_999 }),
    comes: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 12 }), async (moves) => {
      for (const { lot, back, day, grams, comes } of moves)
        // Straight into the ledger: no step writes yesterday's months, a late entry of a correction does.
        await world.change(
          `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
           select b.enterprise_id, b.lot_id, case when $5 then place_of_kind('supplier') else b.place_id end, case when $5 then b.place_id else place_of_kind('laboratory') end,
             $2::numeric / 10000, case when $5 then 'receipt' else 'sample' end, 'test', gen_random_uuid(), 'X', (select id from account where user_name = 'cangku'),
             least(now(), ($3 || '-' || $4)::date + interval '9 hours')
           from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.lot_id = $1 and b.quantity > 20 limit 1`,
          [lots[lot], String(grams), monthAgo(back), String(day).padStart(2, '0'), comes],
        )
      for (const goodsClass of keysOf(countClasses)) {
        let opening = new Map<string, string>()
        for (const month of [6, 5, 4, 3, 2, 1, 0].map(monthAgo)) {
          const [lines, file] = [await linesOf(month, goodsClass), await fileOf(month, goodsClass)]
          for (const line of lines) {
            assert.equal(exact(line.opening).plus(line.brought).minus(line.taken).toFixed(), plain(line.closing))
            assert.equal(plain(line.closing), await endOf(line.lotNo, month), `${line.lotNo} ${month}`)
            const moved = line.moves.reduce((sum, { quantity }) => sum.plus(quantity), exact('0'))
            assert.ok(moved.equals(exact(line.brought).minus(line.taken)))
            if (month !== monthAgo(6)) assert.equal(plain(line.opening), opening.get(line.lotNo) ?? '0')
          }
          const sumOf = (of: (line: MonthLine) => string) => lines.reduce((sum, line) => sum.plus(of(line)), exact('0')).toFixed()
          assert.deepEqual([file.opening, file.brought, file.taken, file.closing].map(plain), [
            sumOf((line) => line.opening),
            sumOf((line) => line.brought),
            sumOf((line) => line.taken),
            sumOf((line) => line.closing),
          ])
          opening = new Map(lines.map((line) => [line.lotNo, plain(line.closing)]))
        }
      }
    }),
    { numRuns: 4 },
  )
})

test('a month that is over is signed by two, once; what is booked into it later makes another version, and the first stays', async () => {
  await refused(sign(thisMonth), 'month_not_over')
  await refused(sign('2199-12'), 'month_not_over')
  await refused(sign(monthAgo(1), { checker: 'cangku' }), 'same_person')
  await refused(sign(monthAgo(1), { checker: 'xiaoshou' }), 'signer_lacks_duty')
  await refused(sign(monthAgo(1), { who: 'xiaoshou' }), 'no_permission')
  await refused(
    (await as('cangku')).ask(ledgerApi.sign, {
      ...{ month: '2026-13', goodsClass: 'raw', signature: signed(), checker: secondPerson('cangku2') },
    }),
    'invalid_input',
    'month',
  )
  const first = await sign(monthAgo(1))
  assert.equal(first.version, 1)
  await refused(sign(monthAgo(1)), 'ledger_needs_reason', 'reason')
  await refused(sign(monthAgo(1), { reason: '再签' }), 'ledger_unchanged')
  const { lotId } = await receivedLot(as, { quantity: '40' })
  await world.change(
    `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
     select b.enterprise_id, b.lot_id, b.place_id, place_of_kind('laboratory'), 0.0001, 'sample', 'test', gen_random_uuid(), 'X', (select id from account where user_name = 'cangku'), $2::date
     from stock_balance b where b.lot_id = $1 and b.quantity > 1 and b.is_real`,
    [lotId, `${monthAgo(1)}-20`],
  )
  const second = await sign(monthAgo(1), { reason: '补记上月取样' })
  assert.equal(second.version, 2)
  const file = await fileOf(monthAgo(1), 'raw')
  assert.deepEqual(
    file.signed.map(({ version, reason }) => [version, reason]),
    [
      [2, '补记上月取样'],
      [1, ''],
    ],
  )
  // The raw lot's month is what the database counted, not what somebody wrote.
  await assert.rejects(
    world.change(
      `insert into stock_ledger (enterprise_id, ledger_no, goods_class, month, version, reason, signed_by, checked_by, signed_at)
       select enterprise_id, 'X', 'pack', month, 1, '', signed_by, checked_by, now() from stock_ledger limit 1`,
    ),
    /signed by two/,
  )
  await assert.rejects(world.change(`update stock_ledger set closing = closing + 1, opening = opening + 1`))
  const [one, other] = await Promise.allSettled([sign(monthAgo(2)), sign(monthAgo(2))])
  assert.deepEqual([one.status, other.status].toSorted(), ['fulfilled', 'rejected'])
})

test('toxic goods have a ledger of their own, are moved by two, and lie under two locks', async () => {
  const lot = await receivedLot(as, { material: '半夏', quantity: '30' })
  const { rows } = await world.admin.query<{ id: string; code: string; locked: boolean }>(
    `select id, code, storage_condition = '双锁' as locked from place where kind = 'bin' and zone = 'quarantine' and is_active
     and enterprise_id = (select id from enterprise where is_operating) order by code`,
  )
  const toxic = only(
    (await world.admin.query<{ toxic: boolean }>(`select is_toxic as toxic from lot where id = $1`, [lot.lotId])).rows,
  ).toxic
  assert.equal(toxic, true)
  const keeper = await as('cangku')
  const from = present((await keeper.ask(stockApi.raw.stock, { id: lot.lotId })).places[0]).id
  const target = present(rows.find(({ locked, id }) => locked && id !== from) ?? (await secondToxicBin()))
  const ordinary = present(rows.find(({ locked }) => !locked))
  const transfer = (more: object, toPlaceId = target.id) =>
    keeper.ask(stockApi.raw.transfer, { id: lot.lotId, fromPlaceId: from, toPlaceId, quantity: '10', reason: '整理', ...more })
  await refused(transfer({}), 'toxic_needs_second', 'second.userName')
  await refused(transfer({ second: secondPerson('cangku') }), 'same_person')
  await refused(transfer({ second: secondPerson('xiaoshou') }), 'signer_lacks_duty')
  await refused(transfer({ second: secondPerson('cangku2') }, ordinary.id), 'toxic_store')
  await transfer({ second: secondPerson('cangku2') })
  await assert.rejects(
    world.change(
      `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
       select enterprise_id, lot_id, place_id, '${ordinary.id}', 1, 'transfer', 'test', gen_random_uuid(), 'X', (select id from account where user_name = 'cangku'), now()
       from stock_balance where lot_id = '${lot.lotId}' and is_real and quantity > 1 limit 1`,
    ),
    /toxic_store/,
  )
  await assert.rejects(
    world.change(
      `insert into stock_transfer select made.* from stock_transfer t cross join jsonb_populate_record(null::stock_transfer,
         to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'transfer_no', 'X', 'checked_by', null)) made where t.lot_id = '${lot.lotId}'`,
    ),
    /toxic_needs_second/,
  )
  const file = await fileOf(thisMonth, 'toxic')
  const entry = present(file.entries.find(({ lotNo }) => lotNo === lot.lotNo))
  assert.deepEqual([entry.kind, plain(entry.quantity), entry.goes, entry.second === null], ['receipt', '30', false, false])
  assert.ok(!(await linesOf(thisMonth, 'raw')).some(({ lotNo }) => lotNo === lot.lotNo))
  // The entries of the first test were written behind the steps: only what is kept of them is asked.
  assert.deepEqual(
    (await findings()).filter(({ what }) => what.includes('每月')),
    [],
  )
})

/** Another double-locked bin of the 待验区. */
async function secondToxicBin() {
  await world.change(
    `insert into place (enterprise_id, code, name, kind, warehouse, zone, storage_condition) values (current_enterprise(), 'DX-09', '毒性待验九', 'bin', '毒性库', 'quarantine', '双锁')`,
  )
  const { rows } = await world.admin.query<{ id: string; code: string; locked: boolean }>(
    `select id, code, true as locked from place where code = 'DX-09'`,
  )
  return only(rows)
}
