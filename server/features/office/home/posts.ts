import { sql, type RawBuilder } from 'kysely'
import type { Action } from '#contract/kernel/action.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { pageCodes, pageOfCode, type PageCode } from '#contract/kernel/pages.ts'
import { stages, type LifeCode, type Stage } from '#contract/office/work.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Tx } from '#kernel/serve.ts'
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

const stageOfLife = new Map<LifeCode, Stage>(keysOf(stages).flatMap((name) => stages[name].lives.map((code) => [code, name] as const)))

/** The step of the factory's way to which a life belongs. */
export function stageOf(code: LifeCode): Stage {
  const found = stageOfLife.get(code)
  if (found === undefined) throw new Error(`no stage has the life ${code}`)
  return found
}

/** Counting stops where the lists stop: what waits behind that is not looked at. */
export const countCap = 1001

/**
 * What waits at these posts, as a table: life, state, id, no, subject, since, due, standing. Due is the earlier of what the record says and what the
 * enterprise's own limit for the step gives.
 */
export function waitingTable(posts: readonly Post[]): RawBuilder<unknown> {
  const states = new Map<LifeCode, Set<string>>()
  for (const { code, state } of posts) states.set(code, (states.get(code) ?? new Set()).add(state))
  const parts = [...states].map(
    ([code, of]) => sql`(select ${sql.lit(code)} as life, w.state, w.id, w.no, w.subject, w.since, w.due, w.standing
      from (${lifeOf[code].select([...of])}) w where w.state = any (${[...of]}::text[]) limit ${sql.lit(countCap)})`,
  )
  return sql`(select w.life, w.state, w.id, w.no, w.subject, w.since, least(w.due, w.since + make_interval(hours => l.hours)) as due, w.standing
    from (${sql.join(parts, sql` union all `)}) w left join step_limit l on l.life = w.life and l.state = w.state)`
}

/** The moment at which the question is asked, and the last one of that day, for a statement and for the program. */
export type Now = { now: RawBuilder<unknown>; endOfToday: RawBuilder<unknown>; lastOfToday: number }
export function nowOf(tx: Pick<Tx, 'now'>): Now {
  const last = `${dayInShanghai(tx.now())}T23:59:59+08:00`
  return { now: sql`${tx.now().toISOString()}::timestamptz`, endOfToday: sql`${last}::timestamptz`, lastOfToday: Date.parse(last) }
}

/** What is due until the end of today comes first, the most overdue at the top; then what waits longest. */
export const byUrgency = ({ endOfToday }: Now) => sql`case when due <= ${endOfToday} then due end nulls last, since, no`

/** Where a document that waits is opened, with the dialog of the step. */
export function pathOf({ life, page }: Pick<Post, 'life' | 'page'>, named: { id: string; no: string }, step?: Step): string {
  const dialog = step === undefined ? null : life.dialogOf(step)
  const query = new URLSearchParams({ ...life.one(named), ...(dialog !== null && { do: `${dialog}.${named.id}` }) })
  return `${life.path ?? pageOfCode(page).path}?${query}`
}
