import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Database } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { seedBase } from '#server/db/seed/base.ts'
import { demoPassword } from '#server/demo/person.ts'
import { throwAwayCluster } from '#server/test/cluster.ts'
import { verifyDatabase } from './verify.ts'

// Roles belong to a whole cluster, so this file has one of its own.
let cluster: Database
let appPassword: string
const dataFolder = mkdtempSync(join(tmpdir(), 'bencao-verify-'))
const administrator = 'the_administrator'
const adminPassword = randomBytes(12).toString('hex')

before(async () => {
  cluster = await throwAwayCluster()
  appPassword = decodeURIComponent(new URL(cluster.adminUrl).password)
  // As docs/operations.md says: an administrator who is no superuser, and a database that they own.
  await asSuperuser('postgres', async (root) => {
    await root.query(`create role ${administrator} login createrole createdb password '${adminPassword}'`)
    await root.query(`create database factory owner ${administrator}`)
  })
  await migrate(administratorUrl(), { appPassword })
  const pool = openPool(urlOf('factory', 'bencao_app'), { size: 1 })
  await seedBase(pool, demoPassword)
  await pool.end()
})
after(async () => {
  await cluster.stop()
  rmSync(dataFolder, { recursive: true })
})

function urlOf(database: string, user?: string, password?: string) {
  const url = new URL(cluster.adminUrl)
  url.pathname = `/${database}`
  if (user !== undefined) url.username = user
  if (password !== undefined) url.password = password
  return url.href
}
const administratorUrl = () => urlOf('factory', administrator, adminPassword)

async function asSuperuser<Result>(database: string, work: (root: pg.Client) => Promise<Result>): Promise<Result> {
  const root = new pg.Client({ connectionString: urlOf(database) })
  await root.connect()
  try {
    return await work(root)
  } finally {
    await root.end()
  }
}

const findings = () => asSuperuser('factory', async (root) => (await verifyDatabase(root)).findings.map(({ what }) => what))

/** `npm run verify` as an operator calls it: its exit code and what it says. */
function npmRunVerify(): Promise<{ code: number | null; said: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: {
        ...process.env,
        BENCAO_DATA: dataFolder,
        DATABASE_URL: urlOf('factory', 'bencao_app', appPassword),
        DATABASE_ADMIN_URL: administratorUrl(),
      },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
    child.once('close', (code) => done({ code, said }))
  })
}

test('an administrator from whom row security hides the rows is told what is missing, and nobody is accused', async () => {
  const { code, said } = await npmRunVerify()
  assert.equal(code, 2, said)
  assert.match(said, /BYPASSRLS/)
  assert.doesNotMatch(said, /✖|不符/)
})

test('with BYPASSRLS the same administrator verifies: 0 for a database as it should be, 1 for one that was altered', async () => {
  await asSuperuser('factory', (root) => root.query(`alter role ${administrator} bypassrls`))
  const clean = await npmRunVerify()
  assert.equal(clean.code, 0, clean.said)
  assert.match(clean.said, /✔ 一切相符/)

  await asSuperuser('factory', (root) => root.query(`alter table lot disable trigger audited`))
  const altered = await npmRunVerify()
  assert.equal(altered.code, 1, altered.said)
  assert.match(altered.said, /触发器 audited on lot 与程序不符/)
  await asSuperuser('factory', (root) => root.query(`alter table lot enable trigger audited`))
  assert.equal((await npmRunVerify()).code, 0)
})

test('roles that may more than this program gave them are found, and the administrator is not taken for one', async () => {
  assert.deepEqual(await findings(), [])
  for (const [alter, restore, expected] of [
    [`alter role bencao_app superuser`, `alter role bencao_app nosuperuser`, /角色 bencao_app/],
    [`alter role bencao_app bypassrls`, `alter role bencao_app nobypassrls`, /角色 bencao_app/],
    [`alter role bencao_owner login`, `alter role bencao_owner nologin`, /角色 bencao_owner/],
    [`grant bencao_owner to bencao_app`, `revoke bencao_owner from bencao_app`, /角色成员 of bencao_app in bencao_owner/],
    [`create role helper login in role bencao_owner`, `drop role helper`, /角色成员 of helper in bencao_owner/],
    [`alter role bencao_app set search_path = elsewhere`, `alter role bencao_app reset search_path`, /参数 search_path of bencao_app/],
    [
      `alter database factory set session_replication_role = replica`,
      `alter database factory reset session_replication_role`,
      /session_replication_role/,
    ],
  ] as const) {
    await asSuperuser('postgres', (root) => root.query(alter))
    const found = await findings()
    assert.ok(
      found.some((what) => expected.test(what)),
      `${alter} → ${found.join('；') || 'nothing found'}`,
    )
    await asSuperuser('postgres', (root) => root.query(restore))
    assert.deepEqual(await findings(), [], restore)
  }
})

test('what this program did not make is found wherever it lies', async () => {
  for (const [alter, restore, expected] of [
    [`create schema bencao_app`, `drop schema bencao_app`, /模式 bencao_app/],
    [
      `create function pg_catalog.today2() returns int language sql return 1`,
      `drop function pg_catalog.today2()`,
      /函数 today2|函数 pg_catalog.today2/,
    ],
    [`create extension hstore`, `drop extension hstore`, /扩展 hstore/],
    [`create publication leak for all tables`, `drop publication leak`, /publication leak/],
    [`insert into migration values ('9999_later.sql', 'x')`, `delete from migration where name = '9999_later.sql'`, /迁移 9999_later/],
    [
      `update migration set checksum = checksum || '0' where name = '0003_ledgers.sql'`,
      `update migration set checksum = left(checksum, 64) where name = '0003_ledgers.sql'`,
      /迁移 0003_ledgers/,
    ],
  ] as const) {
    await asSuperuser('factory', (root) => root.query(alter))
    const found = await findings()
    assert.ok(
      found.some((what) => expected.test(what)),
      `${alter} → ${found.join('；') || 'nothing found'}`,
    )
    await asSuperuser('factory', (root) => root.query(restore))
  }
  assert.deepEqual(await findings(), [])
})
