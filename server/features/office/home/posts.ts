import { sql, type RawBuilder } from 'kysely'
import type { Action } from '#contract/kernel/action.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { pageCodes, pageOfCode, type PageCode } from '#contract/kernel/pages.ts'
import { stages, type LifeCode, type Stage } from '#contract/office/work.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Tx } from '#kernel/serve.ts'
import { anyValue } from '#server/db/any-value.ts'
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

/** The posts of people with these rights: those where they may take a step, or all on the pages they may open. */
export function postsFor(rights: readonly string[], which: 'to act' | 'to see'): readonly Post[] {
  const key = `${which} ${rights.join()}`
  const known = keptPosts.get(key)
  if (known !== undefined) return known
  const held = new Set(rights)
  const posts = postsWhere((step, page) => held.has(page) && (which === 'to see' || held.has(step.duty)))
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

/**
 * `with post (life, state, is_open), unfit (id)` for a statement about these posts: each life and state in which something waits, open where a step may be taken
 * by everybody who has the duty; and what waits for nobody after all. What follows asks `waiting` for each post by an index, so that it costs what it finds.
 */
export function withPosts(tx: Tx, posts: readonly Post[]): RawBuilder<unknown> {
  const key = posts.map(({ code, state, steps }) => `${code} ${state} ${isTakenByAll(steps)}`).join()
  let text = postTexts.get(key)
  if (text === undefined) {
    const { sql: written, parameters } = writePosts(posts).compile(tx)
    if (parameters.length > 0) throw new Error('what is kept as text names no values')
    text = written
    if (postTexts.size < mostKept) postTexts.set(key, text)
  }
  return sql.raw(text)
}

/** The beginning of a statement about some posts: the same for everybody with these rights, and longer to write than to run. */
const postTexts = new Map<string, string>()

const isTakenByAll = (steps: readonly Step[]) => steps.some((step) => step.unless === undefined)

function writePosts(posts: readonly Post[]): RawBuilder<unknown> {
  const pairs = new Map<string, Pick<Post, 'code' | 'state'> & { isOpen: boolean }>()
  for (const { code, state, steps } of posts) {
    const isOpen = isTakenByAll(steps)
    const key = `${code} ${state}`
    pairs.set(key, { code, state, isOpen: isOpen && pairs.get(key)?.isOpen !== false })
  }
  const doubted = [...pairs.values()].flatMap(({ code, state }) => {
    const oldest = sql`array(select id from waiting where life = ${sql.lit(code)} and state = ${sql.lit(state)} order by since, id limit ${sql.lit(unfitAtMost)})`
    return lifeOf[code].unfit?.(oldest) ?? []
  })
  const unfit = doubted.length === 0 ? sql`select null::uuid where false` : sql.join(doubted, sql` union all `)
  const rows = [...pairs.values()].map(({ code, state, isOpen }) => sql`(${sql.lit(code)}, ${sql.lit(state)}, ${sql.lit(isOpen)})`)
  // From state to state along the index: few of those that are asked for have anything waiting.
  return sql`with recursive here (life, state) as ((select life, state from waiting order by life, state limit 1)
      union all select next.* from here cross join lateral (
        select w.life, w.state from waiting w where (w.life, w.state) > (here.life, here.state) order by w.life, w.state limit 1) next),
    post (life, state, is_open) as materialized (select * from (values ${sql.join(rows)}) asked (life, state, is_open) where (life, state) in (select life, state from here)),
    unfit (id) as materialized (${unfit})`
}

/** The rows of `waiting w` at a `post`. What is asked from a day on lies there before; that day begins at midnight. */
export const atPost = ({ endOfToday }: Now) =>
  sql`w.life = post.life and w.state = post.state and w.since <= ${endOfToday} and w.id <> all (array(select id from unfit))`

export type Named = { id: string; no: string; subject: string; standing: { state: string } | null }

/** No and subject of documents by life, and the standing of those of which none is kept. */
export async function readNamed(tx: Tx, ids: ReadonlyMap<LifeCode, readonly string[]>): Promise<Map<string, Named>> {
  if (ids.size === 0) return new Map()
  const parts = [...ids].map(([code, of]) => sql`select ${sql.lit(code)} as life, found.* from (${lifeOf[code].select(of)}) found`)
  const { rows } = await sql<Named & { life: LifeCode }>`${sql.join(parts, sql` union all `)}`.execute(tx)
  return new Map(rows.map((row) => [`${row.life} ${row.id}`, row]))
}

/** The moment at which the question is asked, and the last one of that day, for a statement and for the program. */
export type Now = { moment: number; now: RawBuilder<unknown>; endOfToday: RawBuilder<unknown>; lastOfToday: number }
export function nowOf(tx: Pick<Tx, 'now'>): Now {
  const now = tx.now()
  const last = `${dayInShanghai(now)}T23:59:59+08:00`
  return {
    moment: now.getTime(),
    now: anyValue(now.toISOString(), 'timestamptz'),
    endOfToday: anyValue(last, 'timestamptz'),
    lastOfToday: Date.parse(last),
  }
}

/** What is due until the end of today comes first, the most overdue at the top; then what waits longest. */
export const byUrgency = ({ endOfToday }: Now) => sql`case when due <= ${endOfToday} then due end nulls last, since, id`

/** How many of a post are like this, up to where counting stops. */
export const countAt = (moment: Now, of: RawBuilder<unknown>) =>
  sql`(select count(*)::integer from (select from waiting w where ${atPost(moment)} and ${of} limit ${sql.lit(countCap)}) found)`

export const late = ({ now }: Now) => sql`w.due < ${now}`
export const pressing = ({ endOfToday }: Now) => sql`w.due <= ${endOfToday}`

/** Where a document that waits is opened, with the dialog of the step. */
export function pathOf({ life, page }: Pick<Post, 'life' | 'page'>, named: { id: string; no: string }, step?: Step): string {
  const dialog = step === undefined ? null : life.dialogOf(step)
  const query = new URLSearchParams({ ...life.one(named), ...(dialog !== null && { do: `${dialog}.${named.id}` }) })
  return `${life.path ?? pageOfCode(page).path}?${query}`
}
