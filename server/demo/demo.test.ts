import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { dashboardApi } from '#contract/office/dashboard.ts'
import { accountApi } from '#contract/people/account.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { openPool } from '#server/db/pool.ts'
import { demoPeople } from '#server/db/seed/roles.ts'
import { testDatabase, type TestDatabase } from '#server/test/database.ts'
import { openWorld, testInstallation, type World } from '#server/test/world.ts'
import { verifiedParts, verifyDatabase } from '#server/verify/verify.ts'
import { makeDemo } from './demo.ts'

let world: World
before(async () => {
  const database: TestDatabase = await testDatabase()
  const pool = openPool(database.appUrl, { size: 3 })
  await makeDemo(pool, testInstallation, () => {})
  await pool.end()
  world = await openWorld(database)
})
after(() => world.close())

/** Rows of a question that only the administrator may ask. */
const ask = async <Row extends pg.QueryResultRow>(question: string) => (await world.admin.query<Row>(question)).rows
const countOf = async (what: string) => only(await ask<{ count: number }>(`select count(*)::integer as count from ${what}`)).count

test('the demo factory has lived for twelve months', async () => {
  const months = await ask<{ month: string; batches: number }>(
    `select to_char(born_on, 'YYYY-MM') as month, count(*)::integer as batches from lot where kind = 'bulk' and name = '枸杞子' and lot_no !~ 'R' group by 1 order by 1`,
  )
  assert.ok(months.length >= 11)
  // The third batch of a month is begun on the 24th, and a batch takes eight days: on the first days of the next month it is not there yet.
  const aBatchAgo = addDays(dayInShanghai(new Date()), -8)
  const whole = months.filter(({ month }) => `${month}-24` <= aBatchAgo)
  assert.ok(whole.length >= 10)
  assert.deepEqual([...new Set(whole.map(({ batches }) => batches))], [3], 'three batches in every whole month')
  assert.equal(await countOf(`lot where kind = 'bulk' and state = 'conforming' and lot_no ~ 'R1$'`), 1, 'one was worked again, and is good')
  const { output, shipments, yields } = await (await world.as('user')).ask(dashboardApi.trends, {})
  assert.ok(output!.filter(({ count }) => count > 0).length >= 11)
  // A month's goods are shipped a week after its 24th, some on the first days of the next month: then one month has two and one has none.
  assert.ok(shipments!.filter(({ count }) => count > 0).length >= 8)
  assert.ok(yields!.filter(({ batches }) => batches >= 3).length >= 3)
  assert.equal(new Set(yields!.map(({ mean }) => mean)).size, yields!.length)

  assert.ok((await countOf(`(select distinct customer_id from shipment) c`)) >= 8)
  assert.ok((await countOf(`lot where state = 'rejected'`)) >= 3)
  assert.ok((await countOf(`oos_case where state = 'confirmed'`)) >= 3)
  for (const [kind, state] of [
    ['oos', 'corrected'],
    ['oos', 'repeated'],
    ['oos', 'accepted'],
    ['oot', 'accepted'],
  ])
    assert.equal(await countOf(`oos_case where kind = '${kind}' and state = '${state}'`), 1, `${kind} ${state}`)
  assert.ok((await countOf(`inspection where request_kind = 'periodic' and state = 'approved'`)) >= 1)
  assert.ok((await countOf(`lot where state = 'retest_due'`)) >= 1)
  assert.equal(await countOf(`hold where kind = 'freeze' and lifted_at is null`), 1)
  assert.equal(await countOf(`release_decision where state = 'withdrawn'`), 1)
  assert.equal(await countOf(`quality_case where kind = 'impact' and state = 'open'`), 1)
})

test('the laboratory is in the middle of something: each phase of an investigation, a return, a lot looked into, a series', async () => {
  for (const state of ['open', 'checked', 'retesting']) assert.equal(await countOf(`oos_case where state = '${state}'`), 1, state)
  for (const kind of ['return', 'investigation'])
    assert.equal(await countOf(`inspection where request_kind = '${kind}' and state = 'sampled'`), 1, kind)
  const series = await ask<{ done: number }>(
    `select count(*)::integer as done from stability_point where state = 'done' group by stability_lot_id order by 1`,
  )
  assert.deepEqual(
    series.map(({ done }) => done),
    [1, 4],
  )
  assert.ok((await countOf(`stability_point where state = 'open' and opens_on <= current_date`)) >= 1)
  const [failure] = await ask<{ id: string }>(`select source_id as id from incident where source_table = 'calibration'`)
  assert.ok(
    (await countOf(`result_means m join calibration c on c.instrument_id = m.instrument_id and c.id = '${failure!.id}'
      where m.used_on between c.calibrated_on - 22 and c.calibrated_on`)) >= 3,
    'what was measured with the furnace is listed',
  )
})

test('nothing is recorded before it happens, and no record, signature or audit entry is dated back', async () => {
  for (const table of ['stock_entry', 'trace_event']) assert.equal(await countOf(`${table} where occurred_at > recorded_at`), 0, table)
  for (const [table, column] of [
    ['audit_entry', 'at'],
    ['signature', 'signed_at'],
    ['stock_entry', 'recorded_at'],
    ['lot', 'created_at'],
  ])
    assert.equal(await countOf(`${table} where ${column} < now() - interval '1 hour'`), 0, table)
  assert.ok((await countOf(`stock_entry where occurred_at < now() - interval '330 days'`)) > 0)
})

test('unread is what still waits: two messages for admin, and a few for everybody else out of a year', async () => {
  for (const { userName } of demoPeople) {
    const { rows, total } = await (await world.as(userName)).ask(accountApi.notifications, { box: 'unread', pageSize: 200 })
    if (userName === 'admin') assert.equal(total, 2)
    // How many wait is what the demo leaves open, and grows with it; that nothing waits in vain is asked below. 综合岗 holds every duty and is told of all.
    assert.ok(total <= (userName === 'user' ? 80 : 24), `${userName} has ${total}`)
    const old = addDays(dayInShanghai(new Date()), -60).slice(2).replaceAll('-', '')
    // A number names its day: what began long ago waits no more, but for a lot that lies in stock.
    assert.deepEqual(
      rows.filter(({ title }) => (/(?:CG|QY|SC|XS|BZ)20(\d{6})/.exec(title)?.[1] ?? old) < old).map(({ title }) => title),
      [],
      userName,
    )
  }
  // What a state of the document asks for is unread only as long as the document is in it.
  for (const table of [
    ...[
      'purchase_order',
      'receipt_discrepancy',
      'inspection',
      'standard_version',
      'process_version',
      'production_order',
      'packaging_order',
    ],
    ...[
      'sales_order',
      'stability_plan',
      'quality_case',
      'stocktake',
      'disposal_case',
      'supplier_return',
      'customer_return',
      'carrier_claim',
    ],
    ...['incident', 'oos_case', 'correction', 'change_request'],
  ])
    assert.equal(
      await countOf(
        `notification n join ${table} d on d.id = n.record_id where n.record_table = '${table}' and n.done_at is null and n.asked <> d.state`,
      ),
      0,
      table,
    )
  // And it is asked of a person once, but for a request that was sampled again: each sampling tells the laboratory.
  const twice = await ask<{ title: string }>(
    `select min(title) as title from notification where done_at is null and record_id is not null
      and not exists (select from sampling s where s.inspection_id = record_id offset 1) group by account_id, record_table, record_id, asked having count(*) > 1`,
  )
  assert.deepEqual(twice, [])
})

test('the verifier finds nothing', async () => {
  await world.pool.query('select seal_logs()')
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client, verifiedParts, testInstallation.files)).findings, [])
  } finally {
    client.release()
  }
})
