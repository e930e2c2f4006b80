import { sql, type RawBuilder } from 'kysely'
import { refusal } from '#contract/kernel/action.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import { duties } from '#contract/kernel/duties.ts'
import { pageOfCode } from '#contract/kernel/pages.ts'
import { namedAtMost, type LifeCode, type WaitingOne, type WaitingWork, type workApi } from '#contract/office/work.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import {
  atPost,
  byUrgency,
  countAt,
  countCap,
  late,
  nowOf,
  pathOf,
  postsFor,
  pressing,
  readNamed,
  withPosts,
  type Now,
  type Post,
} from './posts.ts'

type Urgent = { id: string; no: string; subject: string; since: string; due: string | null }
/** Documents of one life with the same standing: the same state, the same people before. What a rule says of one it says of all. */
type Alike = { life: LifeCode; standing: { state: string }; count: number; late: number; urgent: Urgent[] }

type Group = {
  life: LifeCode
  /** Null where it is not kept: then all of them are named, else the most urgent few. */
  standing: { state: string } | null
  count: number
  late: number
  ids: string[]
  since: Date[]
  due: (Date | null)[]
}

/**
 * Counts what waits in these posts. Where everybody with the duty may take a step, by an index alone, and the few that are named come one by one, the
 * first with the count of the others; elsewhere by standing, since the rules ask about it.
 */
async function readGroups(tx: Tx, posts: readonly Post[], now: Now): Promise<Group[]> {
  const some = (
    where: RawBuilder<unknown>,
    by: RawBuilder<unknown>,
    most: number,
  ) => sql`(select w.life, w.state, w.standing, w.id, w.since, w.due
    from waiting w where ${atPost(now)} and ${where} order by ${by}, w.id limit ${sql.lit(most)})`
  const few = sql`[1:case when standing is null then ${sql.lit(countCap)} else ${sql.lit(namedAtMost)} end]`
  const { rows } = await sql<Group>`${withPosts(tx, posts)}
    select post.life, first.standing, case when place = 1 then ${countAt(now, sql`true`)} - least(found, ${sql.lit(namedAtMost)}) + 1 else 1 end as count,
      case when place = 1 then ${countAt(now, late(now))} else 0 end as late, array[first.id] as ids, array[first.since] as since, array[first.due] as due
    from post cross join lateral (select both_ways.*, row_number() over (order by ${byUrgency(now)}) as place, count(*) over ()::integer as found
      from (${some(pressing(now), sql`w.due`, namedAtMost)} union ${some(sql`true`, sql`w.since`, namedAtMost)}) both_ways
      order by ${byUrgency(now)} limit ${sql.lit(namedAtMost)}) first
    where post.is_open
    union all
    select life, standing, count(*)::integer, (count(*) filter (where ${late(now)}))::integer,
      (array_agg(id order by ${byUrgency(now)}))${few}, (array_agg(since order by ${byUrgency(now)}))${few}, (array_agg(due order by ${byUrgency(now)}))${few}
    from (select found.* from post cross join lateral ${some(sql`true`, sql`w.since`, countCap)} found where not post.is_open) w
    group by life, standing, state`.execute(tx)
  return rows
}

/** The groups with their most urgent documents by name. Where no standing is kept, each document is a group of its own. */
async function readAlike(tx: Tx, posts: readonly Post[], now: Now): Promise<Alike[]> {
  const groups = await readGroups(tx, posts, now)
  const ids = new Map<LifeCode, string[]>()
  for (const { life, ids: of } of groups) ids.set(life, [...(ids.get(life) ?? []), ...of])
  const named = await readNamed(tx, ids)
  return groups.flatMap(({ life, standing, count, late: overdue, ids: of, since, due }): Alike[] => {
    const found = of.flatMap((id, place) => {
      const one = named.get(`${life} ${id}`)
      const until = elementAt(due, place)
      return one === undefined
        ? []
        : [
            {
              now: one.standing,
              urgent: {
                id,
                no: one.no,
                subject: one.subject,
                since: elementAt(since, place).toISOString(),
                due: until && until.toISOString(),
              },
            },
          ]
    })
    if (standing !== null) return [{ life, standing, count, late: overdue, urgent: found.map(({ urgent }) => urgent) }]
    return found.flatMap(({ now: own, urgent }) =>
      own === null
        ? []
        : {
            life,
            standing: own,
            count: of.length === 1 ? count : 1,
            late: of.length === 1 ? overdue : urgent.due !== null && Date.parse(urgent.due) < now.moment ? 1 : 0,
            urgent: [urgent],
          },
    )
  })
}

/** The same order as `byUrgency`: what presses first, then what waits longest. */
type Pressed = Pick<WaitingOne, 'due' | 'since' | 'no'>
const compareUrgency =
  (end: number) =>
  (a: Pressed, b: Pressed): number => {
    const pressing = ({ due }: Pressed) => (due !== null && Date.parse(due) <= end ? Date.parse(due) : Infinity)
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
  const posts = postsFor(actor.rights, 'to act')
  if (posts.length === 0) return []
  const now = nowOf(tx)
  const alike = await readAlike(tx, posts, now)
  const first = ({ oldest: [one] }: WaitingWork) => one ?? { due: null, since: tx.now().toISOString(), no: '' }
  return posts
    .map((post) => workAt(post, alike, actor, now))
    .filter(({ count }) => count > 0)
    .sort((a, b) => compareUrgency(now.lastOfToday)(first(a), first(b)))
}
