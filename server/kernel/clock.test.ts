import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { only } from '#contract/kernel/certain.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { inspect, release, releasedLot } from '#server/demo/inspection.ts'
import { demoPassword, signIn, type Person } from '#server/demo/person.ts'
import { approvedOrder, deliveryNote, draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { ToldTime } from '#server/demo/told-time.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, testInstallation, type World } from '#server/test/world.ts'

let world: World
const told = new ToldTime()
let tellers: (userName: string) => Promise<Person>
let closeTold: () => Promise<void>

before(async () => {
  world = await openWorld()
  const app = await buildApp({ pool: world.pool, installation: testInstallation, clock: told })
  const people = new Map<string, Promise<Person>>()
  tellers = (userName) => {
    const person = people.get(userName) ?? signIn(app, userName, demoPassword, undefined, told)
    people.set(userName, person)
    return person
  }
  closeTold = () => app.close()
})
after(async () => {
  await closeTold()
  await world.close()
})

const today = () => dayInShanghai(new Date())
const dayOf = (instant: string | Date) => dayInShanghai(new Date(instant))
const rowOf = async (table: string, id: string) => only((await world.admin.query(`select * from ${table} where id = $1`, [id])).rows)

test('what steps take for now is the time of the clock that was handed in; what was recorded and signed keeps the real time', async () => {
  told.turnTo(200)
  const { lotId, reportId, receiptId, orderNo } = await releasedLot(tellers)
  const then = addDays(today(), -200)
  assert.match(orderNo, new RegExp(addDays(then, -3).replaceAll('-', '')))
  const receipt = await rowOf('receipt', receiptId)
  assert.equal(dayOf(receipt.arrived_at), then)
  assert.equal(dayOf(receipt.recorded_at), today())
  const { rows } = await world.admin.query(
    `select i.requested_at, i.accepted_at, s.sampled_at, r.submitted_at, r.reviewed_at, p.approved_at, d.decided_at, p.sheet ->> 'reportedOn' as reported_on,
      (select min(entered_at) from test_result t where t.inspection_id = i.id) as entered_at,
      (select array_agg(occurred_at order by occurred_at) from stock_entry e where e.lot_id = i.lot_id) as moved,
      (select min(recorded_at) from stock_entry e where e.lot_id = i.lot_id) as booked_at
    from inspection i join sampling s on s.inspection_id = i.id join test_record r on r.inspection_id = i.id
      join report p on p.inspection_id = i.id join release_decision d on d.report_id = p.id where i.lot_id = $1`,
    [lotId],
  )
  const { booked_at, moved, reported_on, ...happened } = only(rows)
  for (const [what, at] of Object.entries(happened)) assert.equal(dayOf(at as Date), then, what)
  assert.equal(reported_on, then)
  assert.deepEqual([...new Set((moved as Date[]).map(dayOf))], [then])
  assert.equal(dayOf(booked_at), today())
  const signatures = await world.admin.query<{ signed_at: Date }>(
    `select signed_at from signature where record_id in (select id from release_decision where report_id = $1) or record_id = $1`,
    [reportId],
  )
  assert.deepEqual([...new Set(signatures.rows.map(({ signed_at }) => dayOf(signed_at)))], [today()])
  const audited = await world.admin.query(`select 1 from audit_entry where (at at time zone 'Asia/Shanghai')::date <> $1::date`, [today()])
  assert.equal(audited.rowCount, 0, 'no entry of the audit is dated back')
})

test('the rules of time compare with that clock: what lies after it is the future, and what lies long before it is late', async () => {
  told.turnTo(120)
  const order = await approvedOrder(tellers)
  const keeper = await tellers('cangku')
  const note = await deliveryNote(tellers, order.id)
  const after = new Date(told.now().getTime() + 86_400_000).toISOString()
  await refused(keeper.ask(purchaseApi.receive, { ...note, arrivedAt: after }), 'invalid_input', 'arrivedAt')
  const before = new Date(told.now().getTime() - 5 * 86_400_000).toISOString()
  await refused(keeper.ask(purchaseApi.receive, { ...note, arrivedAt: before, doubtReason: '' }), 'doubt_unexplained', 'doubtReason')
  await refused(draftOrder(tellers, { arrivedAt: new Date(told.now().getTime() + 9 * 86_400_000).toISOString() }), 'invalid_input')

  const lot = await receivedLot(tellers)
  const { reportId } = await inspect(tellers, lot.lotId, { side: 'raw' })
  const decider = await tellers('qa')
  const { latestRetestOn } = await decider.ask(releaseApi.file, { id: reportId })
  assert.ok(latestRetestOn < addDays(today(), 366 - 100), 'counted from the day of the receipt')
  await release(tellers, reportId)
})

test('a clock never runs ahead of the real one', () => {
  told.turnTo(0, 23.999)
  assert.ok(told.now().getTime() <= Date.now())
  told.turnTo(-3)
  assert.ok(told.now().getTime() <= Date.now())
  told.arriveAtNow()
  assert.ok(Date.now() - told.now().getTime() < 1000)
})

test('no header, no variable of the environment, no setting of the database and no field moves the clock of the server', async () => {
  const past = '2026-01-05T02:00:00.000Z'
  for (const name of ['NOW', 'CLOCK', 'BENCAO_NOW', 'BENCAO_CLOCK', 'FAKETIME', 'SOURCE_DATE_EPOCH']) process.env[name] = past
  assert.deepEqual(
    Object.keys(readConfig(process.env)).filter((name) => /clock|now|time|date/i.test(name)),
    [],
  )
  await world.admin.query(
    `do $$ begin execute format('alter database %I set app.now = %L', current_database(), '${past}'); execute format('alter database %I set app.clock = %L', current_database(), '${past}'); end $$`,
  )
  const fresh = await buildApp({ pool: world.pool, installation: testInstallation })
  const buyer = await signIn(fresh, 'caigou')
  const order = await draftOrder(world.as)
  const headers = { date: past, 'x-now': past, 'x-clock': past, 'x-date': past, 'x-time': past, 'if-unmodified-since': past }
  await buyer.ask(purchaseApi.submit, { id: order.id }, headers)
  assert.equal(dayOf((await rowOf('purchase_order', order.id)).submitted_at), today())
  await refused(buyer.ask(purchaseApi.submit, { id: order.id, now: past } as never, headers), 'invalid_input')
  await fresh.close()
})
