import { sql, type Expression, type SqlBool } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { onePlan, ownPlan, type Tx } from '#server/db/connection.ts'

/** A way by keys, each of which an index has with its rows in the order of the list: of each no more is read than the list counts, of a rare one as of a common one. */
type ByKeys = { column: Expression<string>; keys: Expression<string[]> }

/** One way in which a row of a list can fit. */
export type Way = Expression<SqlBool> | ByKeys

type Columns = {
  /** Numbers that may begin with what was typed. */
  numbers: readonly string[]
  /** The name that a lot, a batch or an order got from its goods. */
  goods?: string
  /** Whether an index has what is called so in the order of the list (`ByKeys`). */
  isInOrder?: boolean
  supplier?: string
  customer?: string
  /** Whether the list has a row for each lot, order or test there ever was: what is typed may lead to few of them or to all. */
  isLong?: boolean
}

/** From so many lots on what PostgreSQL weighs costs more where it is wrong than planning does. */
const manyLots = 10_000
/** Ways of a long list in a factory with many lots. */
const amongMany = new WeakSet<object>()

/**
 * The ways in which a row of a long list can fit what a person typed: the start of a number, any part of a name, the start of its pinyin initials. Names are
 * looked up first, in tables of some hundreds of rows, so that the list itself is asked by keys, each by its index (decisions 0047, 0123). To be given to `pageOf` as
 * `anyOf`.
 */
export async function waysTo(
  tx: Tx,
  q: string,
  { numbers, goods, isInOrder = false, supplier, customer, isLong = false }: Columns,
): Promise<Way[]> {
  if (q === '') return []
  const asked = [
    ...(goods === undefined ? [] : [{ column: goods, type: 'text', key: 'name', table: 'goods_name' }]),
    ...(supplier === undefined ? [] : [{ column: supplier, type: 'uuid', key: 'id', table: 'supplier' }]),
    ...(customer === undefined ? [] : [{ column: customer, type: 'uuid', key: 'id', table: 'customer' }]),
  ]
  const { named, isAmongMany } = asked.length === 0 && !isLong ? { named: [], isAmongMany: false } : await namedSo(tx, q, asked)
  const ways = [
    // No number has a Chinese character.
    ...(isAscii.test(q) ? numbers.map((column) => begins(column, q)) : []),
    // Nobody looks for what nothing is called.
    ...asked.flatMap(({ column, type }, place) => {
      const found = named[place] ?? []
      const keys = sql<string[]>`${found}::${sql.raw(type)}[]`
      if (found.length === 0) return []
      return [isInOrder && column === goods ? { column: sql.ref<string>(column), keys } : sql<SqlBool>`${sql.ref(column)} = any (${keys})`]
    }),
  ]
  if (isLong && isAmongMany) for (const way of ways) amongMany.add(way)
  return ways.length === 0 ? [sql<SqlBool>`false`] : ways
}

const isAscii = /^[\x20-\x7e]+$/

/** The same as one condition, for a list whose rows are found otherwise: what leads to them is then looked up once, not for each way. */
export const fitsOneOf = (ways: readonly Way[]): Expression<SqlBool> => {
  const each = ways.map((way) => ('keys' in way ? sql`${way.column} = any (${way.keys})` : way))
  return ways.length === 0 ? sql`true` : sql`(${sql.join(each, sql` or `)})`
}

/** In each of these tables the keys of what is called so: what lots and batches are or were called, and firms. And whether there are many lots, as PostgreSQL counted last. */
async function namedSo(
  tx: Tx,
  q: string,
  asked: readonly { key: string; table: string }[],
): Promise<{ named: string[][]; isAmongMany: boolean }> {
  const each = asked.map(
    ({ key, table }) =>
      sql`, array(select ${sql.id(key)}::text from ${sql.table(table)} where strpos(name, ${q}) > 0 or initials ^@ ${q.toLowerCase()})`,
  )
  // A list of lists would have to be as long everywhere.
  const columns = each.map((keys, place) => sql`${keys} as ${sql.id(`keys${place}`)}`)
  const { rows } = await sql<
    Record<string, string[]> & { isAmongMany: boolean }
  >`select (select reltuples >= ${sql.lit(manyLots)} from pg_class where oid = 'lot'::regclass) as is_among_many ${sql.join(columns, sql``)}`.execute(
    tx,
  )
  const found = only(rows)
  return { named: asked.map((_, place) => found[`keys${place}`] ?? []), isAmongMany: found.isAmongMany }
}

/** Numbers beginning so. Written as a range, which the unique key of the number answers; the database sorts by code point. */
export const begins = (column: string, q: string) => {
  const number = q.toUpperCase()
  const range = sql<SqlBool>`(${sql.ref(column)} >= ${number} and ${sql.ref(column)} < ${`${number}\u{10FFFF}`})`
  ranges.set(range, leadsToFew.test(number))
  return range
}

/** A number as far as its day, or its month: `YL260301`, `CG202603`. `CG20` begins all orders there are. */
const leadsToFew = /\d{6}/
/** Of each range whether it leads to few rows. */
const ranges = new WeakMap<object, boolean>()

/** A further way, by a number of something else: it leads to few rows where the number does. */
export const byNumber = (q: string, way: Expression<SqlBool>) => {
  ranges.set(way, leadsToFew.test(q.toUpperCase()))
  return way
}

/** How a statement is planned: once for all values, for these alone, or as PostgreSQL weighs it, which is good enough where there are few rows (decision 0129). */
export type Plan = typeof onePlan | typeof ownPlan | ''

/**
 * How these ways are planned. A herb's name, or the year of a number, may lead to few rows of a long list or to all. What is a name, looked for by keys, is hardly a
 * number too.
 */
export const planOf = (ways: readonly Way[]): Plan => {
  if (ways.length === 0) return ''
  const isName = ways.some((way) => 'keys' in way)
  const isOnce = ways.every((way) => 'keys' in way || (isName ? ranges.has(way) : ranges.get(way) === true))
  return isOnce ? onePlan : ways.some((way) => amongMany.has(way)) ? ownPlan : ''
}

/** The same where a further filter is in the way of one plan for all values. */
export const planAnew = (ways: readonly Way[]): Plan => (planOf(ways) === ownPlan ? ownPlan : '')

/**
 * What a form offers of master data: the one that is chosen, or those of which number, name or initials contain what was typed, those that begin so first. Where nothing
 * is typed, as when the form opens, all fit, and the key of the number gives the first of them without reading the others.
 */
export const choiceOf = (table: string, { q, id }: { q: string; id?: string | undefined }) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const [number, initials] = [q.toUpperCase(), q.toLowerCase()]
  if (id !== undefined) return { fits: sql<SqlBool>`${column('id')} = ${id}`, first: column('code') }
  if (q === '') return { fits: sql<SqlBool>`true`, first: column('code') }
  return {
    fits: sql<SqlBool>`(strpos(${column('name')}, ${q}) > 0 or strpos(${column('initials')}, ${initials}) > 0 or strpos(${column('code')}, ${number}) > 0)`,
    first: sql`(${column('name')} ^@ ${q} or ${column('initials')} ^@ ${initials} or ${column('code')} ^@ ${number}) desc`,
  }
}

const fits = (q: string) => sql<SqlBool>`(strpos(name, ${q}) > 0 or initials ^@ ${q.toLowerCase()})`

/** Ids of materials by name or initials: what an order or a standard is about. */
export const materialsOf = async (tx: Tx, q: string) =>
  (await tx.selectFrom('material').select('id').where(fits(q)).execute()).map(({ id }) => id)
