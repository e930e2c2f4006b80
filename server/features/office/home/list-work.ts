import { sql, type RawBuilder } from 'kysely'
import { duties } from '#contract/kernel/duties.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { stages, type LifeCode, type StageCount, type WaitingRow, type workApi } from '#contract/office/work.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { together } from '#tools/together.ts'
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
  stageOf,
  withPosts,
  type Named,
  type Now,
  type Post,
} from './posts.ts'

/** Everything that waits on the pages this person may open, whoever it waits for. */
const postsSeenBy = ({ rights }: Pick<Actor, 'rights'>) => postsFor(rights, 'to see')

/** How many of what presses stand on the home page. */
const pressingAtMost = 6

type Counted = { life: LifeCode; count: number; late: number; today: number; since: string | null }

/** 停在哪里: how much waits at each step of the factory's way, how much of it is late, and since when. */
export const readOverview: Handler<typeof workApi.overview> = async (tx, actor) => {
  const posts = postsSeenBy(actor)
  if (posts.length === 0) return { stages: [], count: 0, late: 0, today: 0, pressing: [] }
  const moment = nowOf(tx)
  const counted = sql<Counted>`${withPosts(tx, posts)}
    select life, ${countAt(moment, sql`true`)} as count, ${countAt(moment, late(moment))} as late, ${countAt(moment, dueToday(moment))} as today,
      (select w.since from waiting w where ${atPost(moment)} order by w.since limit 1) as since from post`
  const first = sql<Found>`${withPosts(tx, posts)}
    select found.* from post cross join lateral (select w.life, w.state, w.id, w.since, w.due from waiting w
      where ${atPost(moment)} and ${lateness.pressing(moment)} order by w.due, w.id limit ${sql.lit(pressingAtMost)}) found
    order by ${byUrgency(moment)} limit ${sql.lit(pressingAtMost)}`
  const [{ rows }, pressed] = await together([counted.execute(tx), first.execute(tx)])
  const seen = new Set(posts.map(({ code }) => stageOf(code)))
  const found = keysOf(stages)
    .filter((stage) => seen.has(stage))
    .map((stage): StageCount => {
      const here = rows.filter(({ life }) => stageOf(life) === stage)
      const sum = (of: 'count' | 'late' | 'today') => here.reduce((total, one) => total + one[of], 0)
      const since = here.flatMap((one) => one.since ?? []).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
      return {
        stage,
        title: stages[stage].title,
        count: sum('count'),
        late: sum('late'),
        today: sum('today'),
        since,
        path: `/dashboard?stage=${stage}`,
      }
    })
  const total = (of: 'count' | 'late' | 'today') => found.reduce((sum, one) => sum + one[of], 0)
  return {
    stages: found,
    count: total('count'),
    late: total('late'),
    today: total('today'),
    pressing: await shown(tx, pressed.rows, posts),
  }
}

type Found = { life: LifeCode; state: string; id: string; since: string; due: string | null }

const dueToday = ({ now, endOfToday }: Now) => sql`w.due >= ${now} and w.due <= ${endOfToday}`
const lateness = { late, today: dueToday, pressing }
/** How the list is ordered: by what the kept rows say, else by the documents' numbers. */
const orders = new Map<string, (now: Now) => RawBuilder<unknown>>([
  ['due', byUrgency],
  ['-due', () => sql`due desc nulls last, since, id`],
  ['since', () => sql`since, id`],
  ['-since', () => sql`since desc, id`],
])

/** The documents behind a figure: those of one step, or those that press, or both. */
export const listWork: Handler<typeof workApi.list> = async (tx, actor, { page, pageSize, sort, q, stage, due }) => {
  const posts = postsSeenBy(actor).filter(({ code }) => stage === undefined || stageOf(code) === stage)
  if (posts.length === 0) return { rows: [], total: 0 }
  const moment = nowOf(tx)
  const order = orders.get(sort)
  const isAsTheyLie = order !== undefined && q === ''
  // Of a state in which thousands wait, what comes first in the order: by its due time, and by its age where none is given.
  const most = isAsTheyLie ? Math.min(page * pageSize, countCap) : countCap
  const few = (which: RawBuilder<unknown>, by: RawBuilder<unknown>) => sql`(select w.life, w.state, w.id, w.since, w.due from waiting w
    where ${atPost(moment)} and ${which} order by ${by} limit ${sql.lit(most)})`
  const isDue = due === undefined ? sql`w.due is not null` : lateness[due](moment)
  const parts = [
    few(isDue, sort === '-due' ? sql`w.due desc` : sql`w.due`),
    ...(due === undefined ? [few(sql`true`, sort === '-since' ? sql`w.since desc` : sql`w.since`)] : []),
    // Ordered by age, what is due has its place by age too.
    ...(due !== undefined && order !== undefined && sort.endsWith('since')
      ? [few(isDue, sort === '-since' ? sql`w.since desc` : sql`w.since`)]
      : []),
  ]
  const { rows } = await sql<Found & { total: number }>`${withPosts(tx, posts)}
    select found.*, least((select sum(${countAt(moment, due === undefined ? sql`true` : isDue)}) from post), ${sql.lit(countCap)})::integer as total
    from post cross join lateral (${sql.join(parts, sql` union `)}) found
    order by ${(order ?? byUrgency)(moment)} ${isAsTheyLie ? sql`limit ${pageSize} offset ${(page - 1) * pageSize}` : sql``}`.execute(tx)
  if (isAsTheyLie) return { rows: await shown(tx, rows, posts), total: rows[0]?.total ?? 0 }
  const all = (await shown(tx, rows, posts)).filter(({ no, subject }) => no.toUpperCase().includes(q.toUpperCase()) || subject.includes(q))
  if (order === undefined) all.sort((a, b) => (a.no < b.no ? -1 : 1) * (sort === 'no' ? 1 : -1))
  return { rows: all.slice((page - 1) * pageSize, page * pageSize), total: Math.min(all.length, countCap) }
}

/** These rows with the documents they name. */
async function shown(tx: Tx, rows: readonly Found[], posts: readonly Post[]): Promise<WaitingRow[]> {
  const ids = new Map<LifeCode, string[]>()
  for (const { life, id } of rows) ids.set(life, [...(ids.get(life) ?? []), id])
  const named = await readNamed(tx, ids)
  return rows.flatMap((row) => {
    const one = named.get(`${row.life} ${row.id}`)
    return one === undefined ? [] : rowOf(row, one, posts)
  })
}

function rowOf({ life: code, state, id, since, due }: Found, { no, subject }: Named, posts: readonly Post[]): WaitingRow {
  const here = posts.filter((post) => post.code === code && post.state === state)
  const [post] = here
  if (post === undefined) throw new Error(`no post has ${code} ${state}`)
  return {
    key: `${code} ${id}`,
    stage: stages[stageOf(code)].title,
    document: post.life.document,
    state: post.life.looks[state]?.label ?? state,
    no,
    subject,
    since,
    due,
    duties: [...new Set(here.flatMap(({ steps }) => steps.map((step) => duties[step.duty])))],
    // Who looks over the work opens the document; the dialog of a step is for the person who takes it.
    path: pathOf(post, { id, no }),
  }
}
