import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { besideTheAudit } from '#server/verify/tables.ts'
import { changeOf, columnsOf } from './tampering.ts'

/** A copy of a database and of its files, to be altered. `client` is a superuser whose triggers are off. */
type Copy = { client: pg.ClientBase; folder: string }

/** One thing that somebody does behind the program's back; false where nothing came of it. `isLasting` where no transaction takes it back. */
export type Alteration = { what: string; alter: (copy: Copy) => Promise<boolean>; isLasting?: boolean }

/** The alterations of a class by their kind, so that one is drawn of every kind before a second one is. */
export type Kinds = Alteration[][]

type Client = Pick<pg.ClientBase, 'query'>

/** Statements, of which the first has to change something. Definitions change nothing that is counted. */
const sql = (...statements: string[]): Alteration => ({
  what: statements.join('; '),
  async alter({ client }) {
    let did = true
    for (const [place, statement] of statements.entries()) {
      const { command, rowCount } = await client.query(statement)
      if (place === 0 && ['UPDATE', 'DELETE', 'INSERT'].includes(command)) did = (rowCount ?? 0) > 0
    }
    return did
  },
})

async function each<Row extends pg.QueryResultRow>(client: Client, query: string, make: (row: Row) => Alteration): Promise<Alteration[]> {
  return (await client.query<Row>(query)).rows.map(make)
}

const ours = `relnamespace = 'public'::regnamespace`
const unwatched = Object.entries(besideTheAudit)
  .filter(([, by]) => by === 'nothing' || by === 'program')
  .map(([table]) => table)
/** Noted all the time, and what it says proves nothing. */
const technicalColumns = ['last_seen_at', 'last_used_at', 'last_address', 'last_step', 'stored_at', 'is_used']

async function columns(client: Client): Promise<Kinds> {
  const all = await columnsOf(
    client,
    `c.relname <> all('{${unwatched.join()}}') and exists (select from pg_stat_user_tables s where s.relid = c.oid)`,
  )
  type Row = { table: string; column: string }
  const written = (condition: string) =>
    `select attrelid::regclass::text as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where ${ours} and relkind = 'r' and attnum > 0 and attgenerated = '' and not attisdropped and ${condition} order by 1, 2`
  return [
    all.filter(({ column }) => !technicalColumns.includes(column)).map((column) => sql(changeOf(column, 'order by random()'))),
    await each<Row>(client, written('attnotnull'), ({ table, column }) =>
      sql(`alter table ${table} alter column "${column}" drop not null`),
    ),
    await each<Row>(client, written('atthasdef'), ({ table, column }) => sql(`alter table ${table} alter column "${column}" drop default`)),
    all.flatMap(({ table, column }) => [
      sql(`alter table ${table} add column spare text default 'x'`),
      sql(`alter table ${table} rename column "${column}" to renamed`),
      sql(`alter table ${table} drop column "${column}" cascade`),
    ]),
  ]
}

async function rows(client: Client): Promise<Kinds> {
  const names = (
    await client.query<{ name: string; key: string | null }>(`select relname as name,
      (select attname from pg_attribute where attrelid = c.oid and attname in ('id', 'account_id') and atttypid = 'uuid'::regtype order by attname desc limit 1) as key
    from pg_class c where relkind = 'r' and ${ours} and relname <> all('{${unwatched.join()}}') order by relname`)
  ).rows
  return [
    // A balance of nothing says as much as none.
    names.map(({ name }) =>
      sql(
        `delete from ${name} where ctid = (select ctid from ${name} order by ${name === 'stock_balance' ? 'quantity = 0, ' : ''}random() limit 1)`,
      ),
    ),
    names.map(({ name }) => sql(`delete from ${name}`)),
    names
      .filter(({ key }) => key !== null)
      .map(({ name, key }) =>
        sql(
          `insert into ${name} select (jsonb_populate_record(t, jsonb_build_object('${key}', gen_random_uuid()))).* from (select * from ${name} order by random() limit 1) t`,
        ),
      ),
  ]
}

async function triggers(client: Client): Promise<Kinds> {
  const own = `select tgname as name, tgrelid::regclass::text as table from pg_trigger where not tgisinternal order by 2, 1`
  type Row = { name: string; table: string }
  return [
    await each<Row>(client, own, ({ name, table }) => sql(`drop trigger "${name}" on ${table}`)),
    await each<Row>(client, own, ({ name, table }) => sql(`alter table ${table} disable trigger "${name}"`)),
    await each<Row>(client, own, ({ name, table }) => sql(`alter table ${table} enable replica trigger "${name}"`)),
    await each<Row>(client, own, ({ table }) => sql(`alter table ${table} disable trigger all`)),
    await each<Row>(client, own, ({ name, table }) =>
      sql(`create or replace trigger "${name}" after update on ${table} for each row when (false) execute function keep_forever()`),
    ),
    await each<Row>(client, own, ({ table }) => sql(`create rule nothing as on insert to ${table} do instead nothing`)),
  ]
}

async function checks(client: Client): Promise<Kinds> {
  type Row = { name: string; table: string }
  const own = (types: string) =>
    `select conname as name, conrelid::regclass::text as table from pg_constraint where contype in (${types}) and connamespace = 'public'::regnamespace and conrelid <> 0 order by 2, 1`
  return [
    await each<Row>(client, own(`'c'`), ({ name, table }) => sql(`alter table ${table} drop constraint "${name}"`)),
    await each<Row>(client, own(`'c'`), ({ name, table }) =>
      sql(`alter table ${table} drop constraint "${name}", add constraint "${name}" check (true)`),
    ),
    await each<Row>(client, own(`'f'`), ({ name, table }) => sql(`alter table ${table} drop constraint "${name}"`)),
    await each<Row>(client, own(`'f'`), ({ name, table }) => sql(`alter table ${table} alter constraint "${name}" not enforced`)),
    await each<Row>(client, own(`'u', 'x', 'p'`), ({ name, table }) => sql(`alter table ${table} drop constraint "${name}" cascade`)),
    await each<{ name: string }>(
      client,
      `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid where ${ours} and indisunique order by 1`,
      ({ name }) => sql(`update pg_index set indisvalid = false where indexrelid = '${name}'::regclass`),
    ),
  ]
}

async function policies(client: Client): Promise<Kinds> {
  type Row = { name: string; table: string }
  const own = `select polname as name, polrelid::regclass::text as table from pg_policy order by 2, 1`
  return [
    await each<Row>(client, own, ({ name, table }) => sql(`drop policy "${name}" on ${table}`)),
    await each<Row>(client, own, ({ name, table }) => sql(`alter policy "${name}" on ${table} using (1 = 1)`)),
    await each<Row>(client, own, ({ table }) => sql(`alter table ${table} disable row level security`)),
    await each<Row>(client, own, ({ table }) => sql(`alter table ${table} no force row level security`)),
    await each<Row>(client, own, ({ table }) => sql(`create policy wide on ${table} using (true)`)),
  ]
}

async function grants(client: Client): Promise<Kinds> {
  type Row = { name: string }
  const tables = `select relname as name from pg_class where relkind in ('r', 'v') and ${ours} order by 1`
  const routines = `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and proowner = 'bencao_owner'::regrole order by 1`
  return [
    await each<Row>(client, tables, ({ name }) => sql(`grant truncate on ${name} to bencao_app`)),
    await each<Row>(client, tables, ({ name }) => sql(`grant select on ${name} to public`)),
    await each<Row>(client, tables, ({ name }) => sql(`alter table ${name} owner to postgres`)),
    await each<Row>(
      client,
      `select relname as name from pg_class where relkind = 'r' and ${ours} and has_table_privilege('bencao_app', oid, 'select') order by 1`,
      ({ name }) => sql(`revoke select on ${name} from bencao_app`),
    ),
    await each<Row>(client, routines, ({ name }) => sql(`grant execute on function ${name} to public`)),
    [
      sql(`grant create on schema public to bencao_app`),
      sql(`alter default privileges for role bencao_owner grant delete on tables to bencao_app`),
    ],
    await each<Row>(client, tables, ({ name }) => sql(`grant update (enterprise_id) on ${name} to bencao_app`)),
  ]
}

async function functions(client: Client): Promise<Kinds> {
  type Row = { name: string; text: string }
  const own = (condition: string) =>
    `select oid::regprocedure::text as name, pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and proowner = 'bencao_owner'::regrole and ${condition} order by 1`
  return [
    await each<Row>(client, own(`prolang = (select oid from pg_language where lanname = 'plpgsql')`), ({ name, text }) => ({
      what: `${name} does nothing any more`,
      alter: sql(text.replace(/\n *begin\n/i, '\nbegin\n  if true then return null; end if;\n')).alter,
    })),
    await each<Row>(client, own(`prosrc <> ''`), ({ name }) =>
      sql(`update pg_proc set prosrc = prosrc || ' ' where oid = '${name}'::regprocedure`),
    ),
    await each<Row>(client, own('prosecdef'), ({ name }) => sql(`alter function ${name} set search_path = pg_temp, public`)),
    await each<Row>(client, own('not prosecdef'), ({ name }) => sql(`alter function ${name} security definer`)),
    await each<Row>(client, own('true'), ({ name }) => sql(`drop function ${name} cascade`)),
    await each<Row>(client, own('true'), ({ name }) => sql(`alter function ${name} owner to postgres`)),
    await each<Row>(client, `select relname as name from pg_class where relkind = 'v' and ${ours}`, ({ name }) =>
      sql(`create or replace rule "_RETURN" as on select to ${name} do instead select * from ${name} where false`),
    ),
  ]
}

async function files(client: Client): Promise<Kinds> {
  type Row = { digest: string }
  // A file that no record names may be cleared away at any time.
  const used = `select digest from attachment union select digest from spreadsheet_import order by 1`
  const placeOf = ({ folder }: Copy, digest: string) => join(folder, 'files', digest.slice(0, 2), digest.slice(2))
  const done = (what: string, work: (place: string) => void) => (row: Row) => ({
    what: `${what} ${row.digest}`,
    async alter(copy: Copy) {
      work(placeOf(copy, row.digest))
      return true
    },
  })
  const account = (row: { account: string }) => `where account_id = '${row.account}'`
  const pictures = `select account_id as account from avatar order by 1`
  return [
    await each<Row>(
      client,
      used,
      done('removes', (place) => rmSync(place)),
    ),
    await each<Row>(
      client,
      used,
      done('appends to', (place) => writeFileSync(place, Buffer.concat([readFileSync(place), Buffer.from(' ')]))),
    ),
    await each<Row>(
      client,
      used,
      done('turns a bit in', (place) =>
        writeFileSync(
          place,
          readFileSync(place).map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
        ),
      ),
    ),
    await each<Row>(
      client,
      used,
      done('empties', (place) => writeFileSync(place, '')),
    ),
    await each<Row>(client, used, ({ digest }) =>
      sql(
        `update stored_file set media_type = case media_type when 'text/plain' then 'text/csv' else 'text/plain' end where digest = '${digest}'`,
      ),
    ),
    await each<Row>(client, used, ({ digest }) => sql(`update stored_file set size = size + 1 where digest = '${digest}'`)),
    await each<{ account: string }>(client, pictures, (row) =>
      sql(`update avatar set image = set_byte(image, 60, get_byte(image, 60) # 1) ${account(row)}`),
    ),
    await each<{ account: string }>(client, pictures, (row) =>
      sql(`update avatar set image = '\\x3c737667', digest = encode(sha256('\\x3c737667'), 'hex') ${account(row)}`),
    ),
  ]
}

async function logs(client: Client): Promise<Kinds> {
  const kept = `'security_log', 'witness'`
  const changes = (await columnsOf(client, `c.relname in (${kept})`)).filter(({ column }) => column !== 'id')
  const entries = await each<{ table: string; id: number }>(
    client,
    `select 'security_log' as table, id from security_log union all select 'witness', id from witness order by 1, 2`,
    ({ table, id }) => sql(`delete from ${table} where id = ${id}`),
  )
  return [
    await each<{ id: number }>(client, `select id from security_log where event = 'sign_in_failed' order by 1`, ({ id }) =>
      sql(`delete from security_log where id = ${id}`),
    ),
    entries,
    changes.map((column) => sql(changeOf(column, 'order by random()'))),
    [
      sql(`insert into security_log (id, at, event) overriding system value select min(id) - 1, min(at), 'signed_in' from security_log`),
      sql(
        `insert into security_log (at, event, enterprise_id) select at - interval '1 hour', event, enterprise_id from security_log order by random() limit 1`,
      ),
      sql(`truncate security_log`),
      sql(`delete from witness`),
    ],
    await each<{ seq: number }>(client, `select seq from log_seal order by 1`, ({ seq }) => sql(`delete from log_seal where seq = ${seq}`)),
    (await columnsOf(client, `c.relname in ('log_seal', 'log_seal_head')`)).map((column) => sql(changeOf(column, 'order by random()'))),
  ]
}

async function sequences(client: Client): Promise<Kinds> {
  type Row = { name: string }
  const own = `select sequencename as name from pg_sequences where schemaname = 'public' and last_value > 1 order by 1`
  const counters = ['number_counter set last = last', 'code_counter set next = next'].flatMap((counter) =>
    [`${counter} + 1`, `${counter} - 1`].map((change) =>
      sql(`update ${change} where ctid = (select ctid from ${only(change.split(' ').slice(0, 1))} order by random() limit 1)`),
    ),
  )
  return [
    await each<Row>(client, own, ({ name }) => ({ ...sql(`select setval('${name}', 1)`), isLasting: true })),
    await each<Row>(client, own, ({ name }) => sql(`alter sequence ${name} restart`)),
    await each<Row>(client, own, ({ name }) => sql(`alter sequence ${name} increment by 7`)),
    await each<Row>(client, own, ({ name }) => sql(`alter sequence ${name} maxvalue 4000000000 cycle`)),
    counters,
    await each<{ table: string; column: string }>(
      client,
      `select attrelid::regclass::text as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid where ${ours} and attidentity <> '' order by 1, 2`,
      ({ table, column }) => sql(`alter table ${table} alter column "${column}" drop identity`),
    ),
  ]
}

async function doors(client: Client): Promise<Kinds> {
  type Row = { id: string }
  const sessions = `select id from session order by id`
  const tokens = `select id from api_token order by id`
  const accounts = `select id from account where state = 'active' order by id`
  return [
    await each<Row>(client, accounts, ({ id }) =>
      sql(
        `insert into session (enterprise_id, account_id, token_hash, expires_at, idle_seconds) select enterprise_id, id, sha256('mine'), now() + interval '1 day', 86400 from account where id = '${id}'`,
      ),
    ),
    // With every trigger at work, so that there is a witness; the server has not written it.
    await each<Row>(client, accounts, ({ id }) =>
      sql(
        `set session_replication_role = origin`,
        `insert into session (enterprise_id, account_id, token_hash, expires_at, idle_seconds) select enterprise_id, id, sha256('mine'), now() + interval '1 day', 86400 from account where id = '${id}'`,
      ),
    ),
    await each<Row>(client, sessions, ({ id }) => sql(`update session set token_hash = sha256('mine') where id = '${id}'`)),
    await each<Row>(client, sessions, ({ id }) =>
      sql(
        `update session set account_id = (select id from account a where a.enterprise_id = session.enterprise_id and a.id <> account_id order by random() limit 1) where id = '${id}'`,
      ),
    ),
    await each<Row>(client, sessions, ({ id }) =>
      sql(`update session set expires_at = expires_at + interval '1 year', last_seen_at = now() where id = '${id}'`),
    ),
    await each<Row>(client, sessions, ({ id }) =>
      sql(`update session set revoked_at = null where id = '${id}' and revoked_at is not null`),
    ),
    await each<Row>(client, tokens, ({ id }) => sql(`update api_token_key set token_hash = sha256('mine') where token_id = '${id}'`)),
    await each<Row>(client, tokens, ({ id }) => sql(`update api_token set rights = rights || '{13:decide}' where id = '${id}'`)),
    await each<Row>(client, tokens, ({ id }) =>
      sql(`update api_token set revoked_at = null, revoked_by = null where id = '${id}' and revoked_at is not null`),
    ),
    await each<Row>(client, tokens, ({ id }) =>
      sql(
        `insert into account (enterprise_id, user_name, name, password_hash) select enterprise_id, 'token:mine', 'mine', '!' from api_token where id = '${id}'`,
        `insert into api_token (enterprise_id, id, name, prefix, maker_id, rights, valid_until) select t.enterprise_id, a.id, 'mine', 'bencao_mine00', t.maker_id, t.rights, t.valid_until
          from api_token t, account a where t.id = '${id}' and a.user_name = 'token:mine'`,
        `insert into api_token_key (enterprise_id, token_id, token_hash) select enterprise_id, id, sha256('mine') from account where user_name = 'token:mine'`,
      ),
    ),
    await each<Row>(client, accounts, ({ id }) =>
      sql(
        `insert into mail_link (enterprise_id, account_id, purpose, token_hash, email, expires_at) select enterprise_id, id, 'reset_password', sha256('mine'), email, now() + interval '15 minutes' from account where id = '${id}'`,
      ),
    ),
    await each<Row>(client, `select account_id as id from second_factor order by 1`, ({ id }) =>
      sql(`delete from second_factor where account_id = '${id}'`),
    ),
    await each<Row>(client, `select account_id as id from second_factor order by 1`, ({ id }) =>
      sql(`update second_factor set recovery_hashes = recovery_hashes || sha256('mine') where account_id = '${id}'`),
    ),
  ]
}

async function tails(client: Client): Promise<Kinds> {
  type Row = { id: string }
  const chains = `select enterprise_id as id from audit_head where seq > 2 order by 1`
  const last = (id: string, count: number) =>
    `enterprise_id = '${id}' and seq > (select max(seq) - ${count} from audit_link where enterprise_id = '${id}')`
  const entriesOf = (id: string, count: number) =>
    `delete from audit where enterprise_id = '${id}' and xid in (select xid from audit_link where ${last(id, count)})`
  const setBack = (id: string) =>
    `update audit_head h set (seq, hash) = (select seq, hash from audit_link l where l.enterprise_id = h.enterprise_id order by seq desc limit 1) where enterprise_id = '${id}'`
  return [
    await each<Row>(client, chains, ({ id }) => sql(`delete from audit_link where ${last(id, 1)}`)),
    await each<Row>(client, chains, ({ id }) => sql(entriesOf(id, 2))),
    await each<Row>(client, chains, ({ id }) => sql(entriesOf(id, 2), `delete from audit_link where ${last(id, 2)}`)),
    await each<Row>(client, chains, ({ id }) => sql(entriesOf(id, 3), `delete from audit_link where ${last(id, 3)}`, setBack(id))),
    await each<Row>(client, chains, ({ id }) => sql(`update audit_head set seq = seq - 1 where enterprise_id = '${id}'`)),
    // Even the row that the last entry tells of is made what it was before.
    [
      sql(`delete from log_seal where seq = (select max(seq) from log_seal)`),
      sql(`update log_seal_head set seq = seq - 1`),
      sql(`delete from log_seal_head`),
      sql(`delete from log_seal`),
    ],
    await each<Row>(client, chains, ({ id }) =>
      sql(
        `update audit_link l set hash = sha256(sha256(previous_hash) || entries_digest), previous_hash = sha256(previous_hash) where ${last(id, 1)}`,
        `update audit_head h set hash = (select hash from audit_link l where l.enterprise_id = h.enterprise_id order by seq desc limit 1) where enterprise_id = '${id}'`,
      ),
    ),
  ]
}

/** Every class of alterations, drawn from the catalogue and the rows of a database. Those of roles belong to a cluster and are tried in one of its own. */
export const classes: Record<string, (client: Client) => Promise<Kinds>> = {
  columns,
  rows,
  triggers,
  checks,
  policies,
  grants,
  functions,
  files,
  logs,
  sequences,
  'sessions and tokens': doors,
  'chain tail': tails,
}
