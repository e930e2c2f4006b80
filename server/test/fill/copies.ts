import pg from 'pg'
import { present } from '#contract/kernel/certain.ts'
import { expectedCatalogue } from '#server/db/catalogue.ts'

/** What a walk through the steps wrote, as it is to be copied. */
export type Episode = { enterprise: string; rows: Record<string, Row[]>; numbers: DocumentNumber[] }

/** Every value as PostgreSQL writes it as text. */
type Row = Record<string, string | null>

/** A document's number, read: the how manyth of its day it is within the episode. */
type DocumentNumber = { no: string; prefix: string; datePart: string; digits: number; place: number; ofDay: number }
type Column = { name: string; type: string; isRandom: boolean }

/** Beside the audited tables: what is copied too, and the column that says when a row was written. */
const besideTheAudit = { notification: 'created_at' } as const
/** Numbers of other people's papers, of which the factory has each once. */
const foreignNumbers: readonly (readonly [table: string, column: string])[] = [
  ['receipt', 'delivery_note_no'],
  ['raw_lot', 'supplier_lot_no'],
]
/** Columns that count trace codes, and the range whose codes they count. */
const codeColumns: Record<string, string> = {
  first_index: 'range_id',
  last_index: 'range_id',
  first_pack: 'pack_range_id',
  last_pack: 'pack_range_id',
  first_box: 'box_range_id',
  last_box: 'box_range_id',
}

/** Walks through some steps and takes down every row that came into being: the audit says which. */
export async function recorded(client: pg.ClientBase, walk: () => Promise<unknown>): Promise<Episode> {
  const one = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows
  const before = await one<{ at: string; entry: string }>(
    'select clock_timestamp()::text as at, coalesce(max(id), 0)::text as entry from audit',
  )
  const { at, entry } = present(before[0])
  const numbered = `select object, no from numbered_document where enterprise_id = (select id from enterprise where is_operating)`
  const known = new Set((await one<{ no: string }>(numbered)).map(({ no }) => no))
  await walk()
  const written = await one<{ table_name: string; keys: string[]; enterprise: string }>(
    `select table_name, enterprise_id as enterprise, array_agg(distinct coalesce(row_id::text, row_key)) as keys from audit where id > $1 and op = 'INSERT' group by 1, 2`,
    [entry],
  )
  const rows: Episode['rows'] = {}
  for (const { table_name: table, keys } of written) {
    const key = present(expectedCatalogue().audited.find(({ name }) => name === table)).key
    const text = key.map((column) => `t.${column}::text`).join(` || '/' || `)
    rows[table] = await textOf(client, table, `${text} = any ($1)`, [keys])
  }
  for (const [table, column] of Object.entries(besideTheAudit)) rows[table] = await textOf(client, table, `${column} >= $1`, [at])
  const numbers = readNumbers((await one<{ object: string; no: string }>(numbered)).filter(({ no }) => !known.has(no)))
  return { enterprise: present(written[0]).enterprise, rows, numbers }
}

/** Rows with every value as text, in the order of their ids. */
async function textOf(client: pg.ClientBase, table: string, where: string, values: unknown[]) {
  const columns = await columnsOf(client, table)
  const { rows } = await client.query<Row>(
    `select ${columns.map(({ name }) => `t."${name}"::text`).join(', ')} from ${table} t where ${where} order by t.*`,
    values,
  )
  return rows
}

async function columnsOf(client: pg.ClientBase, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, null) as type, coalesce(pg_get_expr(adbin, adrelid) like '%gen_random_uuid%', false) as "isRandom"
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' order by attnum`,
    [table],
  )
  return rows
}

function readNumbers(found: readonly { object: string; no: string }[]): DocumentNumber[] {
  const numbers = found.flatMap(({ object, no }) => {
    const [, prefix = '', date = ''] = /^([A-Z]*)(\d{8}(?=\d{3})|\d{6}(?=\d{2}))\d+$/.exec(no) ?? []
    // What is counted under a batch number follows that number.
    if (date === '' || object.startsWith('BZ/')) return []
    return [{ object, no, prefix, datePart: date.length === 8 ? 'YYYYMMDD' : 'YYMMDD', digits: no.length - prefix.length - date.length }]
  })
  return numbers.map((one) => {
    const ofDay = numbers.filter(({ object }) => object === one.object).sort((a, b) => (a.no < b.no ? -1 : 1))
    return { ...one, place: ofDay.indexOf(one) + 1, ofDay: ofDay.length }
  })
}

/**
 * Writes an episode `count` times more, so many of them a day from `daysAgo` on: other ids, numbers, codes and days, the days to come as they are. What was
 * signed is signed as it reads in the copy.
 */
export async function copyEpisode(
  client: pg.ClientBase,
  { enterprise, rows, numbers }: Episode,
  { count, aDay, daysAgo }: { count: number; aDay: number; daysAgo: number },
): Promise<void> {
  const change = changesOf(rows, numbers, await takeCodes(client, enterprise, rows, count))
  await client.query(`begin; select set_config('app.actor', 'bench', true), set_config('app.enterprise', '${enterprise}', true)`)
  await client.query(`create temp table copy_plan on commit drop as
    select n, n % ${aDay} as slot, today() - ${daysAgo} + n / ${aDay} as day, ${daysAgo} - n / ${aDay} as back,
      (${daysAgo} - n / ${aDay}) * 86400000::bigint - n % ${aDay} as milliseconds from generate_series(0, ${count - 1}) n`)
  // Signatures last: they are made of the rows that they sign.
  const tables = Object.entries(rows).sort(([one], [other]) => Number(one === 'signature') - Number(other === 'signature'))
  for (const [table, own] of tables) {
    const columns = await columnsOf(client, table)
    for (const row of own) {
      const values = columns.map((column) => change(table, row, column))
      const source =
        table === 'signature'
          ? `copy_plan s cross join lateral (select signed_text(to_jsonb(r)) as content from ${pg.escapeIdentifier(row['record_table'] ?? '')} r
              where r.enterprise_id = current_enterprise() and r.id = ${change(table, row, { name: 'record_id', type: 'uuid', isRandom: false })}) signed`
          : 'copy_plan s'
      await client.query(
        `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) select ${values.join(', ')} from ${source}`,
      )
    }
  }
  await client.query('select seal_audit(); commit')
}

/** How many codes an episode took of each series, and the first. */
function codesIn(rows: Episode['rows']) {
  const series = new Map<string, { scheme: string; first: bigint; codes: bigint; ranges: string[] }>()
  for (const { id, scheme, series: name, first_index, last_index } of rows['code_range'] ?? []) {
    const [first, last] = [BigInt(first_index ?? 0), BigInt(last_index ?? 0)]
    const so = series.get(name ?? '') ?? { scheme: scheme ?? '', first, codes: 0n, ranges: [] }
    series.set(name ?? '', {
      ...so,
      first: first < so.first ? first : so.first,
      codes: so.codes + last - first + 1n,
      ranges: [...so.ranges, id ?? ''],
    })
  }
  return series
}

/** Takes as many codes as the copies need, before they are used: another connection may fill at the same time. */
async function takeCodes(client: pg.ClientBase, enterprise: string, rows: Episode['rows'], count: number) {
  return Promise.all(
    [...codesIn(rows)].map(async ([series, one]) => {
      const { rows: taken } = await client.query<{ next: string }>(
        `update code_counter set next = next + $3 where enterprise_id = $4 and scheme = $1 and series = $2 returning old.next`,
        [one.scheme, series, one.codes * BigInt(count), enterprise],
      )
      return { ...one, next: BigInt(present(taken[0]).next) }
    }),
  )
}

/** How a value of a row is written in the copy: an expression over `copy_plan s`. */
function changesOf(rows: Episode['rows'], numbers: readonly DocumentNumber[], codes: Awaited<ReturnType<typeof takeCodes>>) {
  const words = new Map<string, string>()
  for (const row of Object.values(rows).flat()) if (row['id'] !== undefined && row['id'] !== null) words.set(row['id'], idIn(row['id']))
  for (const { no, prefix, datePart, digits, place, ofDay } of numbers) {
    const serial = `(s.slot * ${ofDay} + ${place})::text`
    words.set(no, `'${prefix}' || to_char(s.day, '${datePart}') || lpad(${serial}, greatest(${digits}, length(${serial})), '0')`)
  }
  for (const [table, column] of foreignNumbers)
    for (const row of rows[table] ?? [])
      if (row[column]) words.set(row[column], `${pg.escapeLiteral(`${row[column]}-`)} || s.back || '-' || s.n`)
  const anyWord = new RegExp(
    `(${[...words.keys()]
      .sort((one, other) => other.length - one.length)
      .map((word) => word.replace(/[^\w-]/g, '\\$&'))
      .join('|')})`,
  )
  return (table: string, row: Row, { name, type, isRandom }: Column): string => {
    const value = row[name]
    if (value === null || value === undefined) return 'null'
    if (isRandom) return 'gen_random_uuid()'
    if (table === 'signature' && name === 'content') return 'content'
    if (table === 'signature' && name === 'digest') return `sha256(convert_to(content, 'UTF8'))`
    const literal = `${pg.escapeLiteral(value)}::${type}`
    if (type === 'date') return `case when ${literal} > today() then ${literal} else ${literal} - s.back end`
    if (type.startsWith('timestamp'))
      return `case when ${literal} > now() then ${literal} else ${literal} - make_interval(days => s.back) end`
    const range = row[table === 'code_range' ? 'id' : (codeColumns[name] ?? '')]
    const series = name in codeColumns ? codes.find(({ ranges }) => ranges.includes(range ?? '')) : undefined
    if (series !== undefined) return `${BigInt(value) - series.first + series.next} + s.n * ${series.codes}`
    const parts = value.split(anyWord).filter((part) => part !== '')
    const written = parts.map((part) => (words.has(part) ? `(${words.get(part)})` : pg.escapeLiteral(part))).join(' || ')
    return `(${written === '' ? `''` : written})::${type}`
  }
}

/** The same id made as much earlier as its copy: ids tell the order in which rows came into being. */
function idIn(id: string): string {
  const hex = id.replaceAll('-', '')
  const rest = `${id.slice(14)}`
  const time = `lpad(to_hex((${BigInt(`0x${hex.slice(0, 12)}`)} - s.milliseconds) & 281474976710655), 12, '0')`
  return `overlay(${time} placing '-' from 9 for 0) || '-${rest}'`
}
