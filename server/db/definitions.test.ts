import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { throwAwayCluster } from '#server/test/cluster.ts'
import { runMigrations } from '#server/test/old-database.ts'
import { statesUnderWay } from '#contract/laboratory/inspection.ts'
import { hasDefinitions, madeObjects, readDefinitions, schemaChecksum, type Definition } from './definitions.ts'
import { dumpSchema } from './dump-schema.ts'
import type { Database } from './embedded.ts'
import { migrate, readMigrations, type Migration } from './migrate.ts'
import { MigrationError } from './migration-error.ts'

// A cluster of its own: every migrate() sets the password of bencao_app, and two that do so at once get in each other's way.
let cluster: Database
let appPassword: string
before(async () => {
  cluster = await throwAwayCluster()
  appPassword = decodeURIComponent(new URL(cluster.adminUrl).password)
  await onCluster((root) => root.query(`create database migrated`))
  await migrate(urlOf('migrated'), { appPassword })
})
after(() => cluster.stop())

const urlOf = (database: string) => {
  const url = new URL(cluster.adminUrl)
  url.pathname = `/${database}`
  return url.href
}

async function onCluster<Result>(work: (root: pg.Client) => Promise<Result>): Promise<Result> {
  const root = new pg.Client({ connectionString: cluster.adminUrl })
  await root.connect()
  try {
    return await work(root)
  } finally {
    await root.end()
  }
}

type Opened = { admin: pg.Client; url: string }

async function withDatabase(template: 'migrated' | 'template1', work: (database: Opened) => Promise<void>) {
  const name = `definitions_${randomBytes(4).toString('hex')}`
  await onCluster((root) => root.query(`create database ${name} template ${template} strategy wal_log owner bencao_owner`))
  const admin = new pg.Client({ connectionString: urlOf(name) })
  await admin.connect()
  try {
    await work({ admin, url: urlOf(name) })
  } finally {
    await admin.end()
    await onCluster((root) => root.query(`drop database ${name} with (force)`))
  }
}

/** A database as this program makes it; one with nothing in it. */
const withMigrated = (work: (database: Opened) => Promise<void>) => withDatabase('migrated', work)
const withEmpty = (work: (database: Opened) => Promise<void>) => withDatabase('template1', work)

/** Every right on a function or view, owner and search path, besides what the dump shows. */
async function rightsOf(admin: pg.Client) {
  const { rows } = await admin.query<{ line: string }>(`
    select concat_ws(' ', p.oid::regprocedure, prosecdef, proconfig, a.grantor::regrole, a.grantee, a.privilege_type, a.is_grantable) as line
    from pg_proc p left join lateral aclexplode(coalesce(proacl, acldefault('f', proowner))) a on true
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all
    select concat_ws(' ', c.oid::regclass, a.grantor::regrole, a.grantee, a.privilege_type, a.is_grantable)
    from pg_class c left join lateral aclexplode(coalesce(relacl, acldefault('r', relowner))) a on true where c.relkind = 'v' and relnamespace = 'public'::regnamespace
    order by line`)
  return rows.map((row) => row.line)
}

const setOf = (changed: Record<string, (text: string) => string>): Definition[] =>
  readDefinitions().map(({ name, text }) => {
    const change = changed[name]
    return { name, text: change === undefined ? text : change(text) }
  })

const added = (name: string, text: string): Migration[] => [...readMigrations(), { name, text, checksum: name }]

const repeated = (names: string[]) => names.filter((name, place) => names.indexOf(name) !== place)

const bodyOf = async (admin: pg.Client, name: string) =>
  (await admin.query<{ body: string }>(`select prosrc as body from pg_proc where proname = $1`, [name])).rows[0]?.body

test('one file makes each function, trigger and view, and none is made by an old migration alone', () =>
  withEmpty(async ({ admin, url }) => {
    const { dropped } = await migrate(url, { appPassword })
    assert.deepEqual(dropped, [], 'put it into its file in server/db/definitions, or drop it in a migration')
    const makers = new Map((await madeObjects(admin)).map(({ kind, name }) => [`${kind} ${name}`, [] as string[]]))
    assert.ok(makers.size > 80, 'the catalogue was read')
    await admin.query(`set role bencao_owner`)
    for (const { name, text } of readDefinitions()) {
      await admin.query('begin')
      await admin.query(text)
      for (const made of await madeObjects(admin)) if (made.now) makers.get(`${made.kind} ${made.name}`)!.push(name)
      await admin.query('commit')
    }
    const notOnce = [...makers].filter(([, files]) => files.length !== 1)
    assert.deepEqual(notOnce, [])
  }))

/** What `text` makes, as the beginnings of its statements. */
const headsOf = (text: string) =>
  [...text.matchAll(/^create (?:or replace )?(?:constraint )?(?:(?:function|procedure|view) \w+|trigger \w+[^;]*? on \w+)/gm)].map(
    ([head]) => head.replace('or replace ', ''),
  )

test('no file makes anything twice', () => {
  const heads = readDefinitions().flatMap(({ text }) => headsOf(text))
  assert.ok(heads.length > 80, 'the files were read')
  assert.deepEqual(repeated(heads), [])
  assert.deepEqual(repeated([...heads, ...headsOf(`create or replace function today() returns date`)]), ['create function today'])
})

test('a database of 0023 becomes what a new one is', () =>
  withEmpty(async (old) => {
    await runMigrations(
      old.admin,
      readMigrations().filter(({ name }) => name < '0024'),
    )
    const { dropped } = await migrate(old.url, { appPassword })
    assert.deepEqual(dropped, [])
    await withMigrated(async (fresh) => {
      assert.equal(await dumpSchema(old.admin), await dumpSchema(fresh.admin))
      assert.deepEqual(await rightsOf(old.admin), await rightsOf(fresh.admin))
    })
  }))

test('the files carry their rights: taken away, all come back', () =>
  withMigrated(async ({ admin, url }) => {
    const rights = await rightsOf(admin)
    assert.ok(rights.length > 80, 'the rights were read')
    await admin.query(`revoke execute on all functions in schema public from bencao_app; delete from definition_set`)
    for (const view of (await madeObjects(admin)).filter(({ kind }) => kind === 'view'))
      await admin.query(`revoke all on ${view.name} from bencao_app`)
    assert.notDeepEqual(await rightsOf(admin), rights)
    await migrate(url, { appPassword })
    assert.deepEqual(await rightsOf(admin), rights)
  }))

test('what migrations call is the same in the migrations and in the definitions', () =>
  withEmpty(async (bare) => {
    await runMigrations(bare.admin, readMigrations())
    const called = (admin: pg.Client) =>
      admin
        .query<{ text: string }>(
          `select pg_get_functiondef(oid) as text from pg_proc where prokind = 'p' and pronamespace = 'public'::regnamespace order by 1`,
        )
        .then(({ rows }) => rows.map((row) => row.text))
    const inMigrations = await called(bare.admin)
    assert.equal(inMigrations.length, 2)
    await migrate(bare.url, { appPassword })
    assert.deepEqual(await called(bare.admin), inMigrations, 'change the procedure in a migration as well: later migrations call it')
  }))

test('a changed definition is applied at the next start; where nothing changed, nothing is written', () =>
  withMigrated(async ({ admin, url }) => {
    const state = async () =>
      (
        await admin.query(
          `select (select max(xmin::text) from pg_proc where proname = 'count_holds') as made, array(select applied_at::text from definition_set) as applied`,
        )
      ).rows[0]
    const first = await state()
    await migrate(url, { appPassword })
    assert.deepEqual(await state(), first)
    const definitions = setOf({ 'warehouse.sql': (text) => text.replace('a lifted hold is not changed', 'a lifted hold stays as it is') })
    await migrate(url, { appPassword, definitions })
    assert.match((await bodyOf(admin, 'count_holds'))!, /a lifted hold stays as it is/)
    assert.ok(await hasDefinitions(admin, schemaChecksum(readMigrations(), definitions)))
    assert.ok(
      !(await hasDefinitions(admin, schemaChecksum(readMigrations(), readDefinitions()))),
      'the verifier of another version says no',
    )
  }))

test('a definition that was taken out of its file is dropped; what others have made stays', () =>
  withMigrated(async ({ admin, url }) => {
    const extra = `
      create function extra_base() returns integer language sql return 1;
      create function extra_guard() returns trigger language plpgsql as $$ begin return new; end $$;
      create or replace trigger extra before insert on lot for each row execute function extra_guard();
      create or replace view extra_view as select extra_base() as one;
      create or replace view extra_view_of_view as select one from extra_view;`.replaceAll('create function', 'create or replace function')
    await migrate(url, { appPassword, definitions: setOf({ 'office.sql': (text) => text + extra }) })
    await admin.query(`
      create function foreign_guard() returns trigger language plpgsql as $$ begin return new; end $$;
      create trigger foreign_trigger before insert on lot for each row execute function foreign_guard();
      create view foreign_view as select no from numbered_document`)
    const lines: string[] = []
    const { dropped } = await migrate(url, { appPassword, log: (line) => lines.push(line) })
    assert.deepEqual(dropped, [
      'function extra_base()',
      'function extra_guard()',
      'trigger extra on lot',
      'view extra_view',
      'view extra_view_of_view',
    ])
    assert.ok(lines.includes('dropped: view extra_view'), 'the log says so')
    const { rows } = await admin.query(`select (select count(*)::int from pg_trigger where tgname = 'foreign_trigger') as triggers,
      to_regprocedure('foreign_guard()') is not null as guard, to_regclass('foreign_view') is not null as view, to_regclass('extra_view') is null as gone`)
    assert.deepEqual(rows, [{ triggers: 1, guard: true, view: true, gone: true }])
  }))

test('a definition that fails is named, and leaves nothing behind', () =>
  withMigrated(async ({ admin, url }) => {
    const before = await dumpSchema(admin)
    const definitions = setOf({
      'tenancy.sql': (text) => text.replace('it is only ever added to', 'it is kept'),
      'selling.sql': (text) => `${text}\ncreate or replace function half() returns integer language sql return nothing_of_this_name();`,
    })
    await assert.rejects(migrate(url, { appPassword, definitions }), (error) => {
      assert.ok(error instanceof MigrationError)
      assert.match(error.message, /^definitions\/selling\.sql:\d+ failed, and no definition was changed: .*nothing_of_this_name/)
      return true
    })
    assert.equal(await dumpSchema(admin), before)
    assert.ok(await hasDefinitions(admin, schemaChecksum(readMigrations(), readDefinitions())))
  }))

test('two programs that start at once get on', () =>
  withEmpty(async ({ admin, url }) => {
    await Promise.all([migrate(url, { appPassword }), migrate(url, { appPassword })])
    const definitions = setOf({ 'tenancy.sql': (text) => text.replace('it is only ever added to', 'it is kept') })
    await Promise.all([migrate(url, { appPassword, definitions }), migrate(url, { appPassword, definitions })])
    const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from definition_set`)
    assert.equal(rows[0]!.n, 2)
    assert.match((await bodyOf(admin, 'keep_forever'))!, /it is kept/)
  }))

test('a program waits for the migrations of another one for longer than for any other lock', () =>
  withMigrated(async ({ admin, url }) => {
    await admin.query(`select pg_advisory_lock(hashtext('bencao migrate'))`)
    const waiting = migrate(url, { appPassword })
    waiting.catch(() => {}) // looked at below
    await setTimeout(10_500)
    await admin.query(`select pg_advisory_unlock(hashtext('bencao migrate'))`)
    assert.deepEqual((await waiting).applied, [])
  }))

test('a migration whose connection breaks is named with the reason', () =>
  withMigrated(async ({ url }) => {
    const migrations = added('9001_broken.sql', `reset role; select pg_terminate_backend(pg_backend_pid())`)
    await assert.rejects(
      migrate(url, { appPassword, migrations }),
      /migration 9001_broken\.sql failed and was undone: terminating connection/,
    )
  }))

test('a migration renames a table that functions, triggers and a view name; the definitions follow', () =>
  withMigrated(async (old) => {
    const migrations = added(
      '9001_rename.sql',
      `alter table hold rename to lot_hold; alter table stock_transfer rename to stock_move; drop view lot_document; drop function licences_until(uuid, uuid)`,
    )
    const definitions = setOf({
      'warehouse.sql': (text) => text.replaceAll('on hold for each row', 'on lot_hold for each row'),
      'standing.sql': (text) => text.replaceAll('hold h', 'lot_hold h'),
      'recall.sql': (text) => text.replaceAll('on hold for each row', 'on lot_hold for each row'),
      'authority_locks.sql': (text) => text.replaceAll('from hold h', 'from lot_hold h'),
      'release.sql': (text) => text.replaceAll('on hold for each row', 'on lot_hold for each row'),
      'disposal.sql': (text) => text.replaceAll('from hold h', 'from lot_hold h'),
      'stocktake.sql': (text) => text.replaceAll('on hold for each row', 'on lot_hold for each row'),
      'incidents.sql': (text) => text.replaceAll('on hold for each row', 'on lot_hold for each row'),
      'numbering.sql': (text) => text.replace('from stock_transfer', 'from stock_move'),
      'ledger.sql': (text) =>
        text.replace('from stock_transfer t', 'from stock_move t').replace('on stock_transfer for each row', 'on stock_move for each row'),
      'tracing.sql': (text) => text.replace(`as kind, o.id, o.order_no as no`, `as document_kind, o.id, o.order_no as no`),
      'supply.sql': (text) =>
        text
          .replace('licences_until(enterprise uuid, owner uuid) returns date', 'licences_until(enterprise uuid, owner uuid) returns text')
          .replace('min(valid_until)', 'min(valid_until)::text'),
    })
    // The program was killed between its last migration and the definitions.
    const failing = [...definitions.slice(0, -1), { name: 'office.sql', text: 'power failure' }]
    await assert.rejects(migrate(old.url, { appPassword, migrations, definitions: failing }), /office\.sql/)
    await migrate(old.url, { appPassword, migrations, definitions })
    await withEmpty(async (fresh) => {
      await migrate(fresh.url, { appPassword, migrations, definitions })
      assert.equal(await dumpSchema(old.admin), await dumpSchema(fresh.admin))
      assert.deepEqual(await rightsOf(old.admin), await rightsOf(fresh.admin))
    })
    const { rows } = await old.admin.query(
      `select array(select tgname::text from pg_trigger where tgrelid = 'lot_hold'::regclass and not tgisinternal order by 1) as names`,
    )
    assert.deepEqual(rows[0].names, [
      'a_person_lifts',
      'audited',
      'counted',
      'kept_by_count',
      'kept_by_incident',
      'kept_by_recall',
      'lifted_by_others',
    ])
  }))

test('an earlier version does not put its definitions under servers of a later one; alone it goes back', () =>
  withMigrated(async ({ admin, url }) => {
    const later = setOf({ 'tenancy.sql': (text) => text.replace('it is only ever added to', 'it is kept') })
    const appUrl = new URL(url)
    appUrl.username = 'bencao_app'
    const server = new pg.Client({ connectionString: appUrl.href })
    await server.connect()
    await migrate(url, { appPassword, definitions: later }) // an update may come while the earlier version still runs
    await assert.rejects(migrate(url, { appPassword }), MigrationError)
    assert.match((await bodyOf(admin, 'keep_forever'))!, /it is kept/)
    await migrate(url, { appPassword, definitions: later })
    await server.end()
    await migrate(url, { appPassword })
    assert.match((await bodyOf(admin, 'keep_forever'))!, /it is only ever added to/)
  }))

test('a deadlock with a server that is at work is tried again', () =>
  withMigrated(async ({ admin, url }) => {
    // Whoever waits looks for a deadlock once, and gives way if there is one: the definitions, however slow this machine is.
    await admin.query(`do $$ begin execute format('alter database %I set deadlock_timeout = ''4s''', current_database()); end $$`)
    await admin.query(`set deadlock_timeout = '60s'`)
    await admin.query(`begin; lock table place in row exclusive mode`)
    const definitions = setOf({ 'tenancy.sql': (text) => text.replace('it is only ever added to', 'it is kept') })
    const migrating = migrate(url, { appPassword, definitions })
    const isWaiting = async () =>
      (await admin.query(`select from pg_locks where relation = 'place'::regclass and not granted`)).rowCount === 1
    while (!(await isWaiting())) await setTimeout(20)
    await admin.query(`lock table hold in row exclusive mode`) // which the definitions have locked by now
    await admin.query(`commit`)
    await migrating
    assert.match((await bodyOf(admin, 'keep_forever'))!, /it is kept/)
  }))

test('the database counts the requests as under way that the contract names', () => {
  const named = readDefinitions().flatMap(({ text }) =>
    [...text.matchAll(/\bi\.state in \(('requested', 'accepted'[^)]*)\)/g)].map(([, states]) => states),
  )
  assert.ok(named.length > 0)
  for (const states of named) assert.equal(states, statesUnderWay.map((state) => `'${state}'`).join(', '))
})
