import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from './world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

/** Tables without a tenant: they hold nothing of an enterprise's business. */
const withoutTenant = ['definition_set', 'log_seal', 'log_seal_head', 'migration', 'throttle']

const tenantTables = async () =>
  (
    await world.admin.query<{ name: string; tenant: string }>(
      `select c.relname as name, case c.relname when 'enterprise' then 'id' else 'enterprise_id' end as tenant
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`,
    )
  ).rows.filter((table) => !withoutTenant.includes(table.name))

test('every table carries its enterprise, and row-level security is forced on it', async () => {
  const { rows } = await world.admin.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)`)
  assert.deepEqual(rows.map((row) => row.name).sort(), withoutTenant)
  for (const { name, tenant } of await tenantTables()) {
    const found = await world.admin.query(`select from information_schema.columns where table_name = $1 and column_name = $2`, [
      name,
      tenant,
    ])
    assert.equal(found.rowCount, 1, `${name} has ${tenant}`)
  }
})

test('whose rows may be seen is asked once a statement, not once a row', async () => {
  const { rows } = await world.admin.query<{ name: string }>(`
    select polrelid::regclass::text as name from pg_policy
    where pg_get_expr(polqual, polrelid) ~ 'current_enterprise' and pg_get_expr(polqual, polrelid) !~ 'SELECT current_enterprise'`)
  assert.deepEqual(rows, [], 'using (enterprise_id = (select current_enterprise()))')
})

test('the server owns nothing, is no superuser and passes no policy by', async () => {
  const { rows } = await world.admin.query(`select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
    (select count(*)::int from pg_class where relowner = r.oid) as owns, pg_has_role('bencao_app', 'bencao_owner', 'member') as member
    from pg_roles r where rolname = 'bencao_app'`)
  assert.deepEqual(rows[0], { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, owns: 0, member: false })
  const { rows: rights } = await world.admin.query(`select grantee, table_name, privilege_type from information_schema.role_table_grants
    where grantee in ('bencao_app', 'PUBLIC') and table_schema = 'public' and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`)
  assert.deepEqual(rights, [])
})

test('without an enterprise every table is empty and takes nothing', async () => {
  let seen = 0
  for (const { name } of await tenantTables()) {
    const all = await world.admin.query<{ n: number }>(`select count(*)::int as n from ${name}`)
    seen += all.rows[0]!.n
    const mine = await world.pool.query<{ n: number }>(`select count(*)::int as n from ${name}`)
    assert.equal(mine.rows[0]!.n, 0, name)
  }
  assert.ok(seen > 100, 'there was something to hide')
  await assert.rejects(world.pool.query(`insert into role (enterprise_id, name) select gen_random_uuid(), 'x'`), /row-level security/)
})

test('with one enterprise set, nothing of another is seen, and nothing can be put into it', async () => {
  const { rows: enterprises } = await world.admin.query<{ id: string }>(`select id from enterprise order by number`)
  const [ours, theirs] = enterprises.map((row) => row.id)
  const client = await world.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.enterprise', $1, true), set_config('app.actor', 'test', true)`, [ours])
    for (const { name, tenant } of await tenantTables()) {
      const foreign = await client.query<{ n: number }>(`select count(*)::int as n from ${name} where ${tenant} <> $1`, [ours])
      assert.equal(foreign.rows[0]!.n, 0, name)
    }
    await assert.rejects(client.query(`insert into role (enterprise_id, name) values ($1, '偷渡')`, [theirs]), /row-level security/)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('every reference between tenant tables carries the enterprise, so no row can point into another', async () => {
  const { rows } = await world.admin.query<{ name: string }>(`
    select con.conname || ' on ' || con.conrelid::regclass as name from pg_constraint con
    where con.contype = 'f' and con.confrelid <> 'enterprise'::regclass
      and not exists (select from unnest(con.conkey, con.confkey) k(mine, theirs)
        join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k.mine and a.attname = 'enterprise_id'
        join pg_attribute b on b.attrelid = con.confrelid and b.attnum = k.theirs and b.attname = 'enterprise_id')`)
  assert.deepEqual(
    rows.map((row) => row.name),
    [],
  )
  const { rows: roles } = await world.admin.query<{ enterprise_id: string; id: string }>(
    `select distinct on (enterprise_id) enterprise_id, id from role order by enterprise_id`,
  )
  await assert.rejects(
    world.admin.query(`insert into role_right (enterprise_id, role_id, right_code) values ($1, $2, '11')`, [
      roles[0]!.enterprise_id,
      roles[1]!.id,
    ]),
    /foreign key/,
  )
})

test('no weight is a float', async () => {
  const { rows } = await world.admin.query(
    `select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type in ('real', 'double precision')`,
  )
  assert.deepEqual(rows, [])
})

test('functions that act as the owner fix their search path', async () => {
  const { rows } = await world.admin.query<{ proname: string }>(`select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and prosecdef and not exists (select from unnest(proconfig) setting where setting like 'search_path=%')`)
  assert.deepEqual(rows, [])
})
