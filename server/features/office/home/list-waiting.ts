import { sql } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import { duties, type Duty } from '#contract/kernel/duties.ts'
import { pageCodes, pageOfCode, type PageCode } from '#contract/kernel/pages.ts'
import { namedAtMost, type WaitingWork, type workApi } from '#contract/office/work.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import type { Waiting } from '#kernel/waiting.ts'
import { lives } from './lives.ts'

type Named = { no: string; subject: string; since: string }
/** Documents of one life with the same standing: the same state, the same people before. What a rule says of one it says of all. */
type Alike = { life: number; standing: { state: string }; count: number; oldest: Named[] }

/** A state of a life with what comes next in it, and the page on which it is done. */
type Post = { life: Waiting; state: string; page: PageCode; steps: Action<{ state: string }>[] }

/** The states whose next step is a duty of this person, on a page that they may open. */
function postsOf(actor: Actor): Post[] {
  const posts = new Map<string, Post>()
  for (const [number, life] of lives.entries())
    for (const step of life.actions) {
      if (!actor.rights.includes(step.duty)) continue
      const page = pageFor(life, step.duty)
      if (!actor.rights.includes(page)) continue
      for (const state of step.awaitedIn ?? []) {
        const key = `${number} ${state} ${page}`
        const post = posts.get(key) ?? { life, state, page, steps: [] }
        post.steps.push(step)
        posts.set(key, post)
      }
    }
  return [...posts.values()]
}

/** The page of the duty, if the life has a list there; else the life's own page. */
function pageFor(life: Waiting, duty: Duty): PageCode {
  const pages = pageCodes.filter((code) => life.lists[code] !== undefined)
  return pages.find((code) => duty.startsWith(`${code}:`)) ?? elementAt(pages, 0)
}

/** Counts what waits in these posts by standing, in one statement. */
async function readAlike(tx: Tx, posts: readonly Post[]): Promise<Alike[]> {
  const states = new Map<Waiting, Set<string>>()
  for (const { life, state } of posts) states.set(life, (states.get(life) ?? new Set()).add(state))
  const parts = [...states].map(
    ([life, of]) => sql`select ${sql.lit(lives.indexOf(life))} as life, waits.* from (${life.select([...of])}) waits`,
  )
  const { rows } = await sql<Alike>`
    select life, standing, count(*)::integer as count,
      to_jsonb((array_agg(jsonb_build_object('no', no, 'subject', subject, 'since', since) order by since, no))[1:${sql.lit(namedAtMost)}]) as oldest
    from (${sql.join(parts, sql` union all `)}) waiting group by life, standing`.execute(tx)
  return rows
}

/** The documents whose next step this person may take, the oldest first. What the rules refuse them is only counted (`others`). */
export const listWaiting: Handler<typeof workApi.waiting> = async (tx, actor) => {
  const posts = postsOf(actor)
  if (posts.length === 0) return []
  const alike = await readAlike(tx, posts)
  const work = posts.map(({ life, state, page, steps }): WaitingWork => {
    const number = lives.indexOf(life)
    const here = alike.filter((one) => one.life === number && one.standing.state === state)
    const mine = here.filter((one) => steps.some((step) => refusal(step, one.standing, actor) === undefined))
    const count = mine.reduce((sum, one) => sum + one.count, 0)
    const path = life.path ?? pageOfCode(page).path
    return {
      document: life.document,
      state: life.looks[state]?.label ?? state,
      steps: [...new Set(steps.map((step) => step.label))],
      duties: [...new Set(steps.map((step) => duties[step.duty]))],
      path: `${path}?${new URLSearchParams(life.all(state))}`,
      count,
      others: here.reduce((sum, one) => sum + one.count, 0) - count,
      oldest: mine
        .flatMap((one) => one.oldest)
        .sort((a, b) => Date.parse(a.since) - Date.parse(b.since) || (a.no < b.no ? -1 : 1))
        .slice(0, namedAtMost)
        .map((one) => ({ ...one, path: `${path}?${new URLSearchParams(life.one(one.no))}` })),
    }
  })
  return work.filter(({ count }) => count > 0).sort((a, b) => waitingSince(a) - waitingSince(b))
}

/** When the oldest of them began to wait. */
const waitingSince = ({ oldest }: WaitingWork) => Date.parse(elementAt(oldest, 0).since)
