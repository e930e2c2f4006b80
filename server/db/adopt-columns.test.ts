import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifiedParts, verifyDatabase } from '#server/verify/verify.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { migrate, readMigrations, type Migration } from './migrate.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const findings = async () => {
  const client = await world.admin.connect()
  try {
    // What the migrations of this test make is not the program's own catalogue.
    const parts = verifiedParts.filter((part) => part !== 'catalogue')
    return (await verifyDatabase(client, parts)).findings.map((finding) => finding.what)
  } finally {
    client.release()
  }
}

const added: Migration[] = []

/** Runs one more migration on the world's database, as an update of the program would. */
async function update(name: string, text: string) {
  added.push({ name, text, checksum: name })
  const { rows } = await world.admin.query<{ url: string }>(`select current_database() as url`)
  const url = new URL(process.env['TEST_ADMIN_URL'] ?? world.admin.options.connectionString!)
  url.pathname = `/${rows[0]!.url}`
  const appPassword = decodeURIComponent(url.password)
  await migrate(url.href, { appPassword, migrations: [...readMigrations(), ...added] })
}

test('a migration that adds and drops columns of audited tables leaves the verifier nothing to find, and says so in the audit', async () => {
  await update(
    '9001_more.sql',
    `alter table supplier add column rating integer not null default 3; alter table material drop column usual_harvest;
    alter table role_right add column note text not null default 'x'; alter table enterprise add column motto text`,
  )
  assert.deepEqual(await findings(), [])
  const { rows } = await world.admin.query<{ tables: string[] }>(
    `select array_agg(distinct table_name order by table_name) as tables from audit_entry where actor = 'migration' and request = '9001_more.sql'`,
  )
  assert.deepEqual(rows[0]!.tables, ['enterprise', 'material', 'role_right', 'supplier'])
})

test('a row that was changed behind the program’s back before the migration is still found after it', async () => {
  await world.admin
    .query(`alter table supplier disable trigger user; update supplier set phone = '000' where code = (select min(code) from supplier);
    alter table supplier enable trigger user`)
  assert.match((await findings()).join(), /supplier .*被改动/)
  await update('9002_still_more.sql', `alter table supplier add column nickname text not null default ''`)
  assert.match((await findings()).join(), /supplier .*被改动/)
})

test('what a migration writes is in the audit and in the chain', async () => {
  await update(
    '9003_grant.sql',
    `do $$ declare one uuid; begin
      for one in select id from enterprise loop
        perform set_config('app.enterprise', one::text, true), set_config('app.actor', 'migration', true), set_config('app.request', '9003_grant.sql', true);
        insert into role (enterprise_id, name) values (one, '巡检员');
      end loop; end $$`,
  )
  const said = await findings()
  assert.ok(!said.some((what) => what.includes('链') || what.includes('role ')), said.join())
  const { rowCount } = await world.admin.query(`select from audit_entry where request = '9003_grant.sql' and change::text like '%巡检员%'`)
  assert.equal(rowCount, 2)
})

test('evidence gets a column like any other table: its digests are taken anew, and what was changed before is found after it', async () => {
  await receivedLot(world.as)
  await receivedLot(world.as)
  assert.ok(!(await findings()).some((what) => what.startsWith('signature ')))
  await world.admin
    .query(`alter table signature disable trigger user; update signature set comment = 'x' where id = (select min(id::text)::uuid from signature);
    alter table signature enable trigger user`)
  const told = (await findings()).filter((what) => what.startsWith('signature '))
  assert.equal(told.length, 1)
  await update('9004_of_evidence.sql', `alter table signature add column place text not null default '本厂'`)
  assert.deepEqual(
    (await findings()).filter((what) => what.startsWith('signature ')),
    told,
  )
  const { rows } = await world.admin.query<{ adopted: boolean }>(
    `select count(*) = (select count(*) from signature) - 1 as adopted from audit where table_name = 'signature' and op = 'UPDATE' and row_digest is not null`,
  )
  assert.deepEqual(rows, [{ adopted: true }])
  await assert.rejects(
    update('9005_less.sql', `alter table signature drop column place`),
    /signature holds evidence: its column place stays/,
  )
})
