import type pg from 'pg'
import { expectedCatalogue, readCatalogue } from '#server/db/catalogue.ts'
import { readDefinitions, schemaChecksum } from '#server/db/definitions.ts'
import { readMigrations } from '#server/db/migrate.ts'
import type { Find } from './verify-ledgers.ts'

/** What each kind of object is called by the person who reads the finding. */
const kinds: Record<string, string> = {
  table: '表',
  column: '列',
  constraint: '约束',
  index: '索引',
  trigger: '触发器',
  policy: '行级安全策略',
  function: '函数',
  procedure: '过程',
  view: '视图',
  sequence: '序列',
  grants: '授权',
  role: '角色',
  membership: '角色成员',
  setting: '参数',
  extension: '扩展',
  schema: '模式',
  rule: '规则',
}

const called = (name: string) => {
  const [kind] = name.split(' ', 1)
  return kind === undefined || kinds[kind] === undefined ? name : `${kinds[kind]}${name.slice(kind.length)}`
}

/** The database is built as this program builds it: no object is missing, altered or added (the list is the program's own, `server/db/catalogue.txt`). */
export async function verifyCatalogue(client: pg.ClientBase, find: Find) {
  const expected = expectedCatalogue().objects
  const found = (await readCatalogue(client)).objects
  for (const [name, digest] of expected) {
    const there = found.get(name)
    if (there === undefined) find(`数据库结构：缺少${called(name)}`)
    else if (there !== digest) find(`数据库结构：${called(name)} 与程序不符`)
  }
  for (const name of found.keys()) if (!expected.has(name)) find(`数据库结构：${called(name)} 不属于本程序`)
}

/** The database says that it has run the migrations of this program, each as it is, and has its definitions. */
export async function verifyMigrations(client: pg.ClientBase, find: Find) {
  const migrations = readMigrations()
  const { rows } = await client.query<{ name: string; checksum: string }>(`select name, checksum from migration order by name`)
  const ran = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrations)
    if (ran.get(name) !== checksum) find(`迁移 ${name}：${ran.has(name) ? '记录的校验和与程序不符' : '没有执行记录'}`)
  for (const name of ran.keys()) if (!migrations.some((migration) => migration.name === name)) find(`迁移 ${name} 不属于本程序`)
  const { rows: sets } = await client.query<{ checksum: string }>(`select checksum from definition_set order by applied_at desc limit 1`)
  if (sets[0]?.checksum !== schemaChecksum(migrations, readDefinitions())) find('记录的函数与视图版本（definition_set）与程序不符')
}

/** A sequence never stands before a number that it has given. */
export async function verifySequences(client: pg.ClientBase, find: Find) {
  const { rows: fed } = await client.query<{ sequence: string; table: string; column: string }>(`
    select d.objid::regclass::text as sequence, d.refobjid::regclass::text as table, a.attname as column from pg_depend d
    join pg_class s on s.oid = d.objid and s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    union all select 'audit_id', 'audit', 'id' where to_regclass('audit_id') is not null order by 1`)
  for (const { sequence, table, column } of fed) {
    const { rows } = await client.query<{ last: string; highest: string | null; behind: boolean }>(
      `select last_value::text as last, highest::text, highest > last_value or (not is_called and highest = last_value) as behind
      from ${sequence}, (select max(${column}) as highest from ${table}) given`,
    )
    for (const { last, highest, behind } of rows) if (behind) find(`序列 ${sequence} 停在 ${last}，而 ${table} 已用到 ${highest}`)
  }
}
