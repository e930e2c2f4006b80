import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import pg from 'pg'
import { z } from 'zod'
import { isRefusalCode } from '#contract/kernel/refusals.ts'
import { allRights } from '#contract/kernel/duties.ts'
import { tokenRights } from '#contract/people/token.ts'
import { columnTypes } from '#server/db/column-types.ts'
import { constraintRefusals } from '#kernel/problem.ts'
import { testDatabase } from './database.ts'
import '#server/app.ts' // every feature says which of its constraints is which refusal

/** What the database and the contract both say, they say alike. Each comparison shows that it can say no. */

const database = await testDatabase()
const client = new pg.Client({ connectionString: database.adminUrl })
await client.connect()
after(async () => {
  await client.end()
  await database.drop()
})

type Rule = { table: string; columns: string[]; text: string }

/** Every CHECK, partial index and trigger condition of the schema, as PostgreSQL prints it, with the table it is about. */
const { rows: rules } = await client.query<Rule>(`
  select c.conrelid::regclass::text as table, pg_get_constraintdef(c.oid) as text,
    array(select attname::text from pg_attribute where attrelid = c.conrelid and attnum = any (c.conkey)) as columns
  from pg_constraint c where c.connamespace = 'public'::regnamespace and c.contype in ('c', 'x')
  union all select i.indrelid::regclass::text, pg_get_expr(i.indpred, i.indrelid), '{}'
  from pg_index i join pg_class r on r.oid = i.indrelid where i.indpred is not null and r.relnamespace = 'public'::regnamespace
  union all select t.tgrelid::regclass::text, pg_get_triggerdef(t.oid), '{}' from pg_trigger t where not t.tgisinternal`)

/** Named constraints and unique indexes, and how often each name occurs: an error of the database carries the name alone. */
const { rows: named } = await client.query<{ name: string; count: number }>(`
  select name, count(*)::integer as count from (
    select conname as name from pg_constraint where connamespace = 'public'::regnamespace
    union all select r.relname from pg_index i join pg_class r on r.oid = i.indexrelid
    where i.indisunique and r.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = i.indexrelid)
  ) every group by name`)

/** The functions of the schema, with their bodies. */
const { rows: functions } = await client.query<{ name: string; body: string }>(`
  select proname as name, prosrc as body from pg_proc f where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = f.oid and deptype = 'e')`)

/** The lists of the schema: `table.column` and the words that are allowed in it. */
const listsOf = (among: readonly Rule[]) =>
  among.flatMap(({ table, columns: [column, ...others], text }) => {
    const list = others.length === 0 && new RegExp(`^CHECK \\(\\(?\\(?${column} = ANY \\(ARRAY\\[(.*?)\\]\\)`).exec(text)?.[1]
    return list ? [{ column: `${table}.${column}`, words: wordsOf(list) }] : []
  })

const wordsOf = (list: string) => [...list.matchAll(/'((?:[^']|'')*)'::text|(-?\d+)/g)].map(([, word, number]) => word ?? number!)

/** Words that a rule compares a column with, `table.column word`: a word that is in no list makes the rule silently mean nothing. */
const comparedOf = (among: readonly Rule[]) =>
  among.flatMap(({ table, text }) =>
    [...text.matchAll(/(\w+) (?:= ANY|<> ALL) \(ARRAY\[(.*?)\]\)|(\w+) (?:=|<>) ('\w*'::text)/g)].flatMap(
      ([, listed, list, compared, word]) => wordsOf((list ?? word)!).map((word) => ({ column: `${table}.${listed ?? compared}`, word })),
    ),
  )

const snake = (name: string) => name.replaceAll(/[A-Z]|\d+/g, (letter) => `_${letter.toLowerCase()}`)

const membersOf = (type: z.ZodType): string[] | undefined =>
  type instanceof z.ZodEnum ? type.options.map(String) : type instanceof z.ZodLiteral ? [...type.values].map(String) : undefined

/** The columns that `columnTypes` gives words to. */
const typed = new Map<string, readonly string[]>(
  Object.entries(columnTypes).flatMap(([table, columns]) =>
    Object.entries<z.ZodType>(columns).flatMap(([column, type]) => {
      const members = membersOf(type)
      return members === undefined ? [] : [[`${snake(table)}.${snake(column)}`, members] as const]
    }),
  ),
)

/** In what a list of the schema and its union of the contract differ. */
const differences = (lists: readonly { column: string; words: readonly string[] }[], unions: ReadonlyMap<string, readonly string[]>) =>
  lists.flatMap(({ column, words }) => {
    const union = unions.get(column)
    if (union === undefined) return [`${column} has a list and no entry in server/db/column-types.ts`]
    const differing = [...words.filter((word) => !union.includes(word)), ...union.filter((word) => !words.includes(word))]
    return differing.length === 0 ? [] : [`${column}: ${differing.join(', ')} is on one side only`]
  })

const lists = listsOf(rules)

test('every list of the schema is the union of the contract', () => {
  assert.ok(lists.length >= 55, `${lists.length} lists were found`)
  assert.deepEqual(differences(lists, typed), [])
})

test('the comparison of lists can say no', () => {
  const read = (text: string) => listsOf([{ table: 'lot', columns: ['state'], text }])
  const lot = read(`CHECK ((state = ANY (ARRAY['released'::text, 'rejected'::text])))`)
  assert.deepEqual(lot, [{ column: 'lot.state', words: ['released', 'rejected'] }])
  assert.deepEqual(differences(lot, new Map([['lot.state', ['rejected', 'released']]])), [])
  assert.deepEqual(differences(lot, new Map([['lot.state', ['released']]])), ['lot.state: rejected is on one side only'])
  assert.deepEqual(differences(lot, new Map([['lot.state', ['released', 'rejected', 'held']]])), ['lot.state: held is on one side only'])
  assert.deepEqual(differences(lot, new Map()), ['lot.state has a list and no entry in server/db/column-types.ts'])
})

test('columns whose words no list keeps are few, and each has one writer whose input is typed', () => {
  const kept = new Set(lists.map(({ column }) => column))
  assert.deepEqual([...typed.keys()].filter((column) => !kept.has(column)).sort(), [
    'attachment.owner_table', // the trigger looks the record up in that very table
    'numbering_rule.object', // set-rule.ts
    'raw_lot.doubts', // a CHECK of another form, and check-doubts.ts
    'raw_lot.primary_processing', // bring-in.ts
    'receipt.doubts', // as raw_lot.doubts
    'receipt_discrepancy.kinds', // as raw_lot.doubts, and open-discrepancies.ts
    'regulator_lock.level', // a view: that of authority_lock, and two words of its own
    'supplier.categories', // write-supplier.ts
    'trace_event.kind', // record-trace.ts
  ])
})

/** Words that SQL in a text compares a column with, whatever the table is called there. */
const askedIn = (sql: string) =>
  [...sql.matchAll(/\b(\w+)(?: =| <>| in| not in) (\('\w*'(?:, ?'\w*')*\)|'\w*')/g)].flatMap(([, column, list]) =>
    [...list!.matchAll(/'(\w*)'/g)].map(([, word]) => ({ column: column!, word: word! })),
  )

/** What a column of this name may hold in any table. */
const wordsOfName = Map.groupBy(typed, ([column]) => column.split('.')[1]!)

const strayAsked = (sql: string) =>
  askedIn(sql).flatMap(({ column, word }) => {
    const unions = wordsOfName.get(column)
    return unions === undefined || unions.some(([, words]) => words.includes(word)) ? [] : [`${column} is never ${word}`]
  })

test('no SQL of the server or of a function asks for a word that no column of that name ever holds', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const texts = [...sources.map((file) => readFileSync(`server/${file}`, 'utf8')), ...functions.map(({ body }) => body)]
  const asked = texts.flatMap(askedIn).filter(({ column }) => wordsOfName.has(column))
  assert.ok(asked.length >= 100, `${asked.length} words were found`)
  assert.deepEqual(texts.flatMap(strayAsked), [])
  assert.deepEqual(strayAsked(`where l.state not in ('released', 'relesed')`), ['state is never relesed'])
})

const strayWords = (among: readonly Rule[]) =>
  comparedOf(among).flatMap(({ column, word }) => (typed.get(column)?.includes(word) === false ? [`${column} is never ${word}`] : []))

test('no rule of the schema asks for a word that its column never holds', () => {
  const asked = comparedOf(rules).filter(({ column }) => typed.has(column))
  assert.ok(asked.length >= 350, `${asked.length} words were found`)
  assert.deepEqual(strayWords(rules), [])
  const mistyped = `CHECK (((state = 'relesed'::text) = (retest_on IS NOT NULL)))`
  assert.deepEqual(strayWords([{ table: 'lot', columns: ['state', 'retest_on'], text: mistyped }]), ['lot.state is never relesed'])
})

test('what no program may be given is the same list in the contract and in the schema', () => {
  const { text } = rules.find(({ table, text }) => table === 'api_token' && text.includes('&&'))!
  assert.deepEqual(wordsOf(text.slice(text.indexOf('ARRAY'))).sort(), allRights.filter((right) => !tokenRights.includes(right)).sort())
})

const unknownRules = (names: readonly string[]) =>
  names.flatMap((name) => {
    const count = named.find((one) => one.name === name)?.count ?? 0
    return count === 1 ? [] : [`${name} is in the schema ${count} times`]
  })

test('every constraint that is a refusal is in the schema, once', () => {
  const refused = Object.keys(constraintRefusals)
  assert.ok(refused.length >= 60, `${refused.length} constraints are refusals`)
  assert.deepEqual(unknownRules(refused), [])
  assert.deepEqual(unknownRules(['no_such_rule']), ['no_such_rule is in the schema 0 times'])
})

type Raised = { function: string; errcode: string | undefined; message: string | undefined }

/** What the functions of the schema raise, read from their bodies. */
const raisedIn = (functions: readonly { name: string; body: string }[]): Raised[] =>
  functions.flatMap(({ name, body }) =>
    [...body.matchAll(/raise exception\b([^;]*);/gi)].map(([, raised]) => ({
      function: name,
      errcode: /errcode\s*=\s*'(\w+)'/i.exec(raised!)?.[1],
      message: /message\s*=\s*'([^']*)'/i.exec(raised!)?.[1] ?? /^\s*'([^']*)'/.exec(raised!)?.[1],
    })),
  )

/** BC001 is a refusal whose message is its code; BC002 says that the program itself is wrong (500). There is no third. */
const strayRaises = (raised: readonly Raised[]) =>
  raised.flatMap(({ function: name, errcode, message }) =>
    errcode === 'BC002' || (errcode === 'BC001' && isRefusalCode(message)) ? [] : [`${name} raises ${errcode} ${message}`],
  )

test('every refusal that a function of the schema raises is in the contract', () => {
  const raised = raisedIn(functions)
  assert.ok(raised.filter(({ errcode }) => errcode === 'BC001').length >= 14, `${raised.length} raises were found`)
  assert.deepEqual(strayRaises(raised), [])
})

test('the search for raised refusals can say no', () => {
  const stray = (body: string) => strayRaises(raisedIn([{ name: 'f', body }]))
  assert.deepEqual(stray(`raise exception 'lot_held' using errcode = 'BC001';`), [])
  assert.deepEqual(stray(`raise exception using errcode = 'BC001', message = 'own_token';`), [])
  assert.deepEqual(stray(`raise exception 'lot_hold' using errcode = 'BC001';`), ['f raises BC001 lot_hold'])
  assert.deepEqual(stray(`raise exception 'lot_held' using errcode = 'BC01';`), ['f raises BC01 lot_held'])
  assert.deepEqual(stray(`raise exception 'something else';`), ['f raises undefined something else'])
})
