import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import { accountApi } from '#contract/people/account.ts'
import { reportApi } from '#contract/laboratory/report.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { migrate } from '#server/db/migrate.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import type { TestDatabase } from './database.ts'
import { appPasswordOf, countKept, oldDatabase, readKept, takeDatabase } from './old-database.ts'
import { openWorld } from './world.ts'

// The names of tables and columns below are those of the day on which the rows were kept, and are used before the upgrade only. After it the
// audit, the signatures and the program itself are asked.

const kept = readKept('b556948')
const counts = countKept(kept)

/** The kept rows in a database of their own, gone with the test. */
async function keptDatabase(t: TestContext): Promise<TestDatabase> {
  const database = await oldDatabase(kept)
  t.after(() => database.drop())
  return database
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const upgrade = (database: TestDatabase) => migrate(database.adminUrl, { appPassword: appPasswordOf(database) })
const verify = (database: TestDatabase) => withClient(database.adminUrl, verifyDatabase)

/** Every signature with whether its record still says what was signed. */
const signaturesOf = (database: TestDatabase) =>
  withClient(database.adminUrl, async (client) => {
    const { rows } = await client.query<{ id: string; holds: boolean }>(`select id, signature_holds(s) as holds from signature s`)
    return { all: rows.length, broken: rows.filter((row) => !row.holds).map((row) => row.id) }
  })

test('what was kept is no empty database: every table of its day has rows', () => {
  assert.equal(Object.keys(counts).length, 95)
  const { enterprise, audit, audit_link, signature, lot, stock_entry, trace_event, code_event } = counts
  assert.deepEqual(
    { enterprise, audit, audit_link, signature, lot, stock_entry, trace_event, code_event },
    { enterprise: 3, audit: 8539, audit_link: 816, signature: 386, lot: 53, stock_entry: 194, trace_event: 296, code_event: 50 },
  )
})

test('a database filled by b556948 comes back row for row, and upgrades: the verifier finds nothing and every signature holds', async (t) => {
  const database = await keptDatabase(t)
  const back = await withClient(database.adminUrl, takeDatabase)
  assert.equal(back.length, kept.length)
  for (const [place, line] of kept.entries()) assert.equal(JSON.stringify(back[place]), JSON.stringify(line))

  await upgrade(database)

  const { findings, checked } = await verify(database)
  assert.deepEqual(findings, [])
  assert.equal(checked.enterprises, counts['enterprise'])
  assert.ok(checked.rows > 4000, `${checked.rows} rows`)
  assert.ok(checked.links >= counts['audit_link']! && checked.entries >= counts['audit']!)
  assert.deepEqual(await signaturesOf(database), { all: counts['signature'], broken: [] })

  // People continue where they were: what they write is sealed, and the codes on their packs are theirs.
  const world = await openWorld({ ...database, drop: async () => {} })
  try {
    const { user } = await (await world.as('caigou')).ask(accountApi.saveProfile, { name: '采购改名', phone: '0932-8' })
    assert.equal(user.name, '采购改名')
    // A report keeps the words of its day; it is still read.
    const { rows: reports } = await world.admin.query<{ id: string }>(
      `select id from report where enterprise_id = (select id from enterprise where is_operating)`,
    )
    assert.ok(reports.length >= 10)
    for (const { id } of reports) assert.match((await (await world.as('qa')).ask(reportApi.read, { id })).reportNo, /^BG/)
    assert.equal((await (await world.as('qa')).ask(qrApi.list, { pageSize: 1 })).total, counts['code_range'])
  } finally {
    await world.close()
  }
  assert.deepEqual((await verify(database)).findings, [])
})

test('in a cluster that counts lower than the one the rows come from, people write at once: the start lets the old numbers pass', async (t) => {
  const database = await keptDatabase(t)
  await withClient(database.adminUrl, async (client) => {
    await client.query(`begin; set local session_replication_role = replica`)
    // As after a logical restore: the numbers of the transactions that come next are in the audit already.
    for (const table of ['audit', 'audit_link'])
      await client.query(`update ${table} set xid = (xid::text::bigint + pg_current_xact_id()::text::bigint)::text::xid8`)
    await client.query(`commit`)
  })
  await upgrade(database)
  await withClient(database.adminUrl, async (client) => {
    const { rows } = await client.query<{ passed: boolean }>(`select pg_current_xact_id() > max(xid) as passed from audit`)
    assert.deepEqual(rows, [{ passed: true }])
  })
  assert.deepEqual((await verify(database)).findings, [])
})

test('an upgrade washes nothing: what was changed behind the program’s back before it is found after it', async (t) => {
  const database = await keptDatabase(t)
  const changed = await withClient(database.adminUrl, async (client) => {
    await client.query(`set session_replication_role = replica`)
    const { rows } = await client.query<{ id: string }>(
      `update report set approved_at = approved_at + interval '1 minute' where id = (select record_id from signature where record_table = 'report' limit 1) returning id`,
    )
    return rows[0]!.id
  })
  await upgrade(database)
  assert.ok((await verify(database)).findings.some(({ what }) => what.includes(changed)))
  assert.equal((await signaturesOf(database)).broken.length, 1)
})

test('a post that is still as it was built in gets the page that came with a later edition; one that the factory changed is left alone', async (t) => {
  const database = await keptDatabase(t)
  const rights = (role: string, page: string) =>
    withClient(database.adminUrl, async (client) => {
      const { rows } = await client.query<{ holds: boolean }>(
        `select exists (select from role_right held where held.enterprise_id = r.enterprise_id and held.role_id = r.id and right_code = $2) as holds
           from role r join enterprise e on e.id = r.enterprise_id where r.name = $1 order by e.number`,
        [role, page],
      )
      return rows.map(({ holds }) => holds)
    })
  // A factory took a page from its analysts.
  await withClient(database.adminUrl, async (client) => {
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `delete from role_right where right_code = '37' and (enterprise_id, role_id) = (select enterprise_id, role.id from role join enterprise e on e.id = enterprise_id where role.name = '检验员' order by e.number limit 1)`,
    )
  })
  const pages = async () => [await rights('QA', '110'), await rights('质量受权人', '11'), await rights('检验员', '16')]
  const none = [false, false, false]
  assert.deepEqual(await pages(), [none, none, none])
  await upgrade(database)
  const every = [true, true, true]
  assert.deepEqual(await pages(), [every, every, [false, true, true]])
  await withClient(database.adminUrl, async (client) => {
    const { rows } = await client.query(
      `select table_name, actor, count(*)::int as entries from audit_entry where request = '0112_later_pages.sql' group by 1, 2`,
    )
    assert.deepEqual(rows, [{ table_name: 'role_right', actor: 'migration', entries: 8 }])
  })
})
