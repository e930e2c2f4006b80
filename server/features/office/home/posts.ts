import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { Action } from '#contract/kernel/action.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { pageCodes, pageOfCode, type PageCode } from '#contract/kernel/pages.ts'
import { stages, type LifeCode, type Stage } from '#contract/office/work.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Tx } from '#kernel/serve.ts'
import { onePlan, written } from '#server/db/connection.ts'
import type { Waiting } from '#kernel/waiting.ts'
import { lifeOf } from './lives.ts'

export type Step = Action<{ state: string }>
/** A state of a life with what comes next in it, and the page on which it is done. */
export type Post = { code: LifeCode; life: Waiting; state: string; page: PageCode; steps: Step[] }

/** The page of the duty, if the life has a list there; else the life's own page. */
function pageFor(life: Waiting, duty: Duty): PageCode {
  const pages = pageCodes.filter((code) => life.lists[code] !== undefined)
  return pages.find((code) => duty.startsWith(`${code}:`)) ?? elementAt(pages, 0)
}

/** The states in which a step is awaited that `takes` says yes to, in the order of the lives. */
export function postsWhere(takes: (step: Step, page: PageCode) => boolean): Post[] {
  const posts = new Map<string, Post>()
  for (const code of keysOf(lifeOf)) {
    const life = lifeOf[code]
    for (const step of life.actions) {
      const page = pageFor(life, step.duty)
      if (!takes(step, page)) continue
      for (const state of step.awaitedIn ?? []) {
        const key = `${code} ${state} ${page}`
        const post = posts.get(key) ?? { code, life, state, page, steps: [] }
        post.steps.push(step)
        posts.set(key, post)
      }
    }
  }
  return [...posts.values()]
}

/** The posts of people with these rights, at one stage or all: those where they may take a step, or all on the pages they may open. */
export function postsFor(rights: readonly string[], which: 'to act' | 'to see', stage?: Stage): readonly Post[] {
  const key = `${which} ${stage} ${rights.join()}`
  const known = keptPosts.get(key)
  if (known !== undefined) return known
  const held = new Set(rights)
  const posts = postsWhere((step, page) => held.has(page) && (which === 'to see' || held.has(step.duty))).filter(
    ({ code }) => stage === undefined || stageOf(code) === stage,
  )
  if (keptPosts.size < mostKept) keptPosts.set(key, posts)
  return posts
}

/** As many as there are sets of rights; more are not kept. */
const mostKept = 500
const keptPosts = new Map<string, readonly Post[]>()

const stageOfLife = new Map<LifeCode, Stage>(keysOf(stages).flatMap((name) => stages[name].lives.map((code) => [code, name] as const)))

/** The step of the factory's way to which a life belongs. */
export function stageOf(code: LifeCode): Stage {
  const found = stageOfLife.get(code)
  if (found === undefined) throw new Error(`no stage has the life ${code}`)
  return found
}

/** Counting stops where the lists stop: what waits behind that in one state is not looked at. */
export const countCap = 1001

/** Of what waits longest in a life, so many are asked whether they wait after all. */
const unfitAtMost = 101

/** The moment at which the question is asked, and the last one of that day. */
export type Now = { moment: Date; endOfToday: Date }
export function nowOf(tx: Pick<Tx, 'now'>): Now {
  const moment = tx.now()
  return { moment, endOfToday: new Date(`${dayInShanghai(moment)}T23:59:59+08:00`) }
}

/**
 * Asks a statement about these posts, of which each is a row of `post (life, state, is_open, now, end_of_today, unfit)` where something waits: open if a step
 * may be taken by everybody who has the duty; `unfit` are those that wait for nobody after all. What follows looks at `waiting` for each post along an
 * index, so that it costs what it finds. Its own values begin with `$3`; each row comes as JSON, which costs a fraction of columns.
 */
export async function askOfPosts<Row>(
  tx: Tx,
  posts: readonly Post[],
  now: Now,
  rows: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return rowsOf(tx, statementAbout(posts, rows), [now.moment.toISOString(), now.endOfToday.toISOString(), ...values])
}

async function rowsOf<Row>(tx: Tx, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await tx.getExecutor().executeQuery<{ row: string }>(CompiledQuery.raw(text, [...values]))
  return rows.map(({ row }) => JSON.parse(row))
}

const asRows = (of: RawBuilder<unknown>) => sql`select to_json(found)::text as row from (${of}) found`

/** A statement as text that is kept; it names so many values. */
function write(statement: RawBuilder<unknown>, values = 0): string {
  const { sql: text, parameters } = statement.compile(written)
  if (parameters.length !== values) throw new Error('what is kept as text has no values of its own')
  return text
}

/** A moment as the contract has it, of one in JSON of the database. */
export const asInstant = (moment: string) => new Date(moment).toISOString()

/** Statements about some posts: the same for everybody with these rights, and longer to write than to run. */
const statements = new WeakMap<readonly Post[], Map<string, string>>()
function statementAbout(posts: readonly Post[], rows: string): string {
  const known = statements.get(posts) ?? new Map<string, string>()
  const text = known.get(rows) ?? write(sql`${sql.raw(onePlan)}${writePosts(posts)} ${asRows(sql.raw(rows))}`)
  // A list has as many as it has pages.
  if (known.size < 20) statements.set(posts, known.set(rows, text))
  return text
}

const isTakenByAll = (steps: readonly Step[]) => steps.some((step) => step.unless === undefined)

function writePosts(posts: readonly Post[]): RawBuilder<unknown> {
  const isOpen = new Map<string, boolean>()
  const unfit = new Map<string, RawBuilder<unknown>>()
  for (const { code, life, state, steps } of posts) {
    const key = `${code} ${state}`
    isOpen.set(key, isTakenByAll(steps) && isOpen.get(key) !== false)
    const oldest = sql`array(select id from waiting where life = ${sql.lit(code)} and state = ${sql.lit(state)} order by since, id limit ${sql.lit(unfitAtMost)})`
    if (life.unfit !== undefined) unfit.set(key, life.unfit(oldest))
  }
  const keys = [...isOpen.keys()]
  const among = (of: string[]) => sql`there.key = any (array[${sql.join(of.map((key) => sql.lit(key)))}]::text[])`
  const whenUnfit = [...unfit].map(([key, ids]) => sql`when ${sql.lit(key)} then array(${ids})`)
  // From state to state along the index: few of those that are asked for have anything waiting.
  return sql`with recursive here (life, state) as ((select life, state from waiting order by life, state limit 1)
      union all select next.* from here cross join lateral (
        select w.life, w.state from waiting w where (w.life, w.state) > (here.life, here.state) order by w.life, w.state limit 1) next),
    post as materialized (select there.*, ${among(keys.filter((key) => isOpen.get(key)))} as is_open, moment.*,
        coalesce(${whenUnfit.length === 0 ? sql`null` : sql`case there.key ${sql.join(whenUnfit, sql` `)} end`}, '{}'::uuid[]) as unfit
      from (select life, state, concat(life, ' ', state) as key from here) there
        cross join (select ${sql.raw('$1')}::timestamptz as now, ${sql.raw('$2')}::timestamptz as end_of_today) moment where ${among(keys)})`
}

/** The rows of `waiting w` at a `post`. What is asked from a day on lies there before; that day begins at midnight. */
export const atPost = `w.life = post.life and w.state = post.state and w.since <= post.end_of_today and w.id <> all (post.unfit)`

export const isLate = `w.due < post.now`
export const isPressing = `w.due <= post.end_of_today`

/** What is due until the end of today comes first, the most overdue at the top; then what waits longest. */
export const byUrgency = (of: string) => `case when ${of}.due <= end_of_today then ${of}.due end nulls last, ${of}.since, ${of}.id`

/** How many of a post are like this, up to where counting stops. */
export const countAt = (condition: string) =>
  `(select count(*)::integer from (select from waiting w where ${atPost} and ${condition} limit ${countCap}) counted)`

type Named = { life: LifeCode; id: string; no: string; subject: string; standing: { state: string } | null }

/** No and subject of documents by `life id`, and the standing of those of which none is kept. */
export async function readNamed(tx: Tx, rows: readonly { life: LifeCode; id: string }[]): Promise<Map<string, Named>> {
  if (rows.length === 0) return new Map()
  const ids = new Map<LifeCode, string[]>()
  for (const { life, id } of rows) ids.set(life, [...(ids.get(life) ?? []), id])
  const named = await Promise.all([...ids].map(([life, asked]) => rowsOf<Named>(tx, nameTextOf(life), [asked])))
  return new Map(named.flat().map((row) => [`${row.life} ${row.id}`, row]))
}

/**
 * The statement about the documents of a life of which a value has the ids. Each life has its own: which of them wait together changes by the hour, and
 * each union of them would be planned anew.
 */
function nameTextOf(life: LifeCode): string {
  const known = nameTexts.get(life)
  if (known !== undefined) return known
  const text = write(
    sql`${sql.raw(onePlan)}${asRows(sql`select ${sql.lit(life)} as life, named.* from (${lifeOf[life].select([])}) named`)}`,
    1,
  )
  nameTexts.set(life, text)
  return text
}
const nameTexts = new Map<LifeCode, string>()

/** Where a document that waits is opened, with the dialog of the step. */
export function pathOf({ life, page }: Pick<Post, 'life' | 'page'>, named: { id: string; no: string }, step?: Step): string {
  const dialog = step === undefined ? null : life.dialogOf(step)
  const query = new URLSearchParams({ ...life.one(named), ...(dialog !== null && { do: `${dialog}.${named.id}` }) })
  return `${life.path ?? pageOfCode(page).path}?${query}`
}
