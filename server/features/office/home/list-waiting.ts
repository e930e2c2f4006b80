import { sql } from 'kysely'
import { refusal } from '#contract/kernel/action.ts'
import { duties } from '#contract/kernel/duties.ts'
import { pageOfCode } from '#contract/kernel/pages.ts'
import { namedAtMost, type LifeCode, type WaitingOne, type WaitingWork, type workApi } from '#contract/office/work.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { byUrgency, nowOf, pathOf, postsWhere, waitingTable, type Now, type Post } from './posts.ts'

type Named = { id: string; no: string; subject: string; since: string; due: string | null }
/** Documents of one life with the same standing: the same state, the same people before. What a rule says of one it says of all. */
type Alike = { life: LifeCode; standing: { state: string }; count: number; late: number; urgent: Named[] }

/** Counts what waits in these posts by standing, in one statement; only the most urgent few are named. */
async function readAlike(tx: Tx, posts: readonly Post[], now: Now): Promise<Alike[]> {
  const { rows } = await sql<Alike>`
    select life, standing, count, late, jsonb_agg(jsonb_build_object('id', id, 'no', no, 'subject', subject, 'since', since, 'due', due) order by place) as urgent
    from (select waiting.*, count(*) over alike::integer as count, (count(*) filter (where due < ${now.now}) over alike)::integer as late,
        row_number() over (partition by life, standing order by ${byUrgency(now)}) as place
      from ${waitingTable(posts)} waiting window alike as (partition by life, standing)) placed
    where place <= ${sql.lit(namedAtMost)} group by life, standing, count, late`.execute(tx)
  return rows
}

/** The same order as `byUrgency`: what presses first, then what waits longest. */
type Urgent = Pick<WaitingOne, 'due' | 'since' | 'no'>
const compareUrgency =
  (end: number) =>
  (a: Urgent, b: Urgent): number => {
    const pressing = ({ due }: Urgent) => (due !== null && Date.parse(due) <= end ? Date.parse(due) : Infinity)
    if (pressing(a) !== pressing(b)) return pressing(a) - pressing(b)
    return Date.parse(a.since) - Date.parse(b.since) || (a.no < b.no ? -1 : 1)
  }

/** What of one post this person may deal with. */
function workAt(post: Post, alike: readonly Alike[], actor: Actor, now: Now): WaitingWork {
  const { code, life, state, page, steps } = post
  const here = alike.filter((one) => one.life === code && one.standing.state === state)
  const mine = here.flatMap((one) => {
    const step = steps.find((next) => refusal(next, one.standing, actor) === undefined)
    return step === undefined ? [] : [{ ...one, step }]
  })
  const count = mine.reduce((sum, one) => sum + one.count, 0)
  return {
    document: life.document,
    state: life.looks[state]?.label ?? state,
    steps: [...new Set(steps.map((step) => step.label))],
    duties: [...new Set(steps.map((step) => duties[step.duty]))],
    path: `${life.path ?? pageOfCode(page).path}?${new URLSearchParams(life.all(state))}`,
    count,
    late: mine.reduce((sum, one) => sum + one.late, 0),
    others: here.reduce((sum, one) => sum + one.count, 0) - count,
    oldest: mine
      .flatMap(({ urgent, step }) =>
        urgent.map(({ id, ...one }): WaitingOne => ({ ...one, step: step.label, path: pathOf(post, { id, no: one.no }, step) })),
      )
      .sort(compareUrgency(now.lastOfToday))
      .slice(0, namedAtMost),
  }
}

/** The documents whose next step this person may take, the most urgent first. What the rules refuse them is only counted (`others`). */
export const listWaiting: Handler<typeof workApi.waiting> = async (tx, actor) => {
  const posts = postsWhere((step, page) => actor.rights.includes(step.duty) && actor.rights.includes(page))
  if (posts.length === 0) return []
  const now = nowOf(tx)
  const alike = await readAlike(tx, posts, now)
  const first = ({ oldest: [one] }: WaitingWork) => one ?? { due: null, since: tx.now().toISOString(), no: '' }
  return posts
    .map((post) => workAt(post, alike, actor, now))
    .filter(({ count }) => count > 0)
    .sort((a, b) => compareUrgency(now.lastOfToday)(first(a), first(b)))
}
