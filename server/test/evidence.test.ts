import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountApi } from '../../contract/account.ts'
import { verifyDatabase } from '../platform/verify.ts'
import { openWorld, type World } from './world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const verify = async () => {
  const client = await world.admin.connect()
  try {
    return await verifyDatabase(client)
  } finally {
    client.release()
  }
}

/** Does something behind the program's back, as a superuser with triggers switched off, looks what the verifier says, and undoes it. */
async function tamper(statement: string): Promise<string[]> {
  const client = await world.admin.connect()
  try {
    await client.query(`begin`)
    await client.query(`set local session_replication_role = replica`)
    const changed = await client.query(statement)
    assert.ok(changed.rowCount! > 0, statement)
    // The verifier opens its own transaction; here it reads through this one.
    const through = Object.create(client) as typeof client
    through.query = ((text: string, values?: unknown[]) => (/^(begin|rollback)/.test(text) ? Promise.resolve({ rows: [] }) : client.query(text, values))) as typeof client.query
    return (await verifyDatabase(through)).findings.map((finding) => finding.what)
  } finally {
    await client.query(`rollback`)
    client.release()
  }
}

test('audit, signatures, stock entries, edges and events refuse to be changed or removed, even by the owner of the database', async () => {
  const { rows } = await world.admin.query<{ name: string }>(`select tgrelid::regclass::text as name from pg_trigger
    where tgfoid = 'keep_forever'::regproc and tgtype & 56 = 56 order by 1`)
  const names = rows.map((row) => row.name)
  for (const needed of ['audit', 'audit_link', 'signature', 'stock_entry', 'lot_edge', 'trace_event', 'security_log']) assert.ok(names.includes(needed), needed)
  for (const name of names) {
    await assert.rejects(world.admin.query(`delete from ${name}`), { code: 'BC002' }, `delete ${name}`)
    await assert.rejects(world.admin.query(`truncate ${name} cascade`), { code: 'BC002' }, `truncate ${name}`)
    await assert.rejects(world.admin.query(`update ${name} set enterprise_id = enterprise_id`), { code: 'BC002' }, `update ${name}`)
    const may = await world.admin.query<{ update: boolean; delete: boolean; truncate: boolean }>(
      `select has_table_privilege('bencao_app', $1, 'update') as update, has_table_privilege('bencao_app', $1, 'delete') as delete, has_table_privilege('bencao_app', $1, 'truncate') as truncate`,
      [name],
    )
    assert.deepEqual(may.rows[0], { update: false, delete: false, truncate: false }, name)
  }
})

test('a change without an actor fails', async () => {
  const client = await world.pool.connect()
  const { rows } = await world.admin.query<{ id: string }>(`select id from enterprise where is_operating`)
  try {
    await client.query('begin')
    await client.query(`select set_config('app.enterprise', $1, true)`, [rows[0]!.id])
    await assert.rejects(client.query(`insert into role (enterprise_id, name) values ($1, '无名氏')`, [rows[0]!.id]), /actor/)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('every change tells who, when, in which request, before and after; a password never', async () => {
  const admin = await world.as('admin')
  const session = await admin.ask(accountApi.saveProfile, { name: '陈管理员', phone: '0932-1', email: '' })
  const { rows } = await world.admin.query<{ actor: string; before: string; after: string; request: string }>(`select actor, before, after, request from audit where table_name = 'account' order by id desc limit 1`)
  assert.equal(rows[0]!.actor, session.user.id)
  assert.match(rows[0]!.before, /陈管理"/)
  assert.match(rows[0]!.after, /陈管理员/)
  assert.match(rows[0]!.request, /^[0-9a-f-]{36}$/)
  const secrets = await world.admin.query(`select from audit where before like '%argon2%' or after like '%argon2%'`)
  assert.equal(secrets.rowCount, 0)
})

test('after honest work the verifier finds nothing', async () => {
  const { findings, checked } = await verify()
  assert.deepEqual(findings, [])
  assert.ok(checked.links > 0 && checked.entries > 100 && checked.rows > 100)
})

test('the chain has no fork and no gap under sixteen writers', async () => {
  const people = await Promise.all(['admin', 'caigou', 'qa', 'zhuguan', 'fuhe', 'shouquan', 'xiaoshou', 'wuliu'].map((name) => world.as(name)))
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let turn = 0; turn < 8; turn++) await people[writer % people.length]!.ask(accountApi.saveProfile, { name: `写${writer}轮${turn}` })
    }),
  )
  assert.deepEqual((await verify()).findings, [])
})

test('whatever is changed behind the program’s back is found', async () => {
  const last = `(select max(id) from audit)`
  const cases: [string, RegExp][] = [
    [`update audit set after = replace(after, '轮', '论') where id = ${last}`, /审计记录 \d+ 被改动过/],
    [`update audit set actor = 'somebody' where id = ${last}`, /审计记录 \d+ 被改动过/],
    [`update audit set at = at + interval '1 second' where id = ${last}`, /审计记录 \d+ 被改动过/],
    [`delete from audit where id = ${last}`, /不符/],
    [`delete from audit_link l where seq = (select max(seq) from audit_link k where k.enterprise_id = l.enterprise_id)`, /末端|不在链上/],
    [`delete from audit_link where seq = 1`, /断开/],
    [`with gone as (delete from audit_link where (enterprise_id, seq) in (select enterprise_id, max(seq) from audit_link group by 1) returning xid, enterprise_id)
      delete from audit where (enterprise_id, xid) in (select enterprise_id, xid from gone)`, /末端/],
    [`update account set phone = '000' where user_name = 'qa'`, /account .*被改动/],
    [`update role_right set right_code = '13:decide' where right_code = '11:create' and role_id = (select id from role where name = '采购员' limit 1)`, /role_right .*被(删除|加入)/],
    [`delete from account_role where account_id = (select id from account where user_name = 'qa')`, /account_role .*被删除/],
    [`insert into role (enterprise_id, name) select id, '后门' from enterprise where is_operating`, /role .*被加入/],
    [`update material set retest_months = 99 where name = '当归'`, /material .*被改动/],
    [`update standard_item set high = '99.0' where high is not null`, /standard_item .*被改动/],
    [`update enterprise set name = '改名公司'`, /enterprise .*被改动/],
  ]
  for (const [statement, expected] of cases) {
    const findings = await tamper(statement)
    assert.ok(findings.some((what) => expected.test(what)), `${statement} → ${findings.join('；') || 'nothing found'}`)
  }
})
