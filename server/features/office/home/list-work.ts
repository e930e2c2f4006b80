import { duties } from '#contract/kernel/duties.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { stages, type LifeCode, type StageCount, type WaitingRow, type workApi } from '#contract/office/work.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import {
  asInstant,
  askOfPosts,
  atPost,
  byUrgency,
  countAt,
  countCap,
  isLate,
  isPressing,
  nowOf,
  pathOf,
  postsFor,
  readNamed,
  stageOf,
  type Post,
} from './posts.ts'

type Found = { life: LifeCode; state: string; id: string; since: string; due: string | null }

const isDueToday = `w.due >= post.now and w.due <= post.end_of_today`
const lateness = { late: isLate, today: isDueToday, pressing: isPressing }

/** How many of what presses stand on the home page. */
const pressingAtMost = 6

type Pressing = { id: string; since: string; due: string }
type Counted = {
  life: LifeCode
  state: string
  count: number
  late: number
  today: number
  since: string | null
  pressing: Pressing[] | null
}

// What is due is counted only where something is.
const countedAtPosts = `
  select life, state, every.count, every.since, pressed.pressing,
    case when pressed.pressing is null then 0 else ${countAt(isLate)} end as late,
    case when pressed.pressing is null then 0 else ${countAt(isDueToday)} end as today
  from post cross join lateral (select count(*)::integer as count, min(since) as since from (
      select w.since from waiting w where ${atPost} order by w.since limit ${countCap}) counted) every
    cross join lateral (select json_agg(one) as pressing from (
      select w.id, w.since, w.due from waiting w where ${atPost} and ${isPressing} order by w.due, w.id limit ${pressingAtMost}) one) pressed`

/** 停在哪里: how much waits at each step of the factory's way, how much of it is late, and since when. */
export const readOverview: Handler<typeof workApi.overview> = async (tx, actor) => {
  const posts = postsFor(actor.rights, 'to see')
  if (posts.length === 0) return { stages: [], count: 0, late: 0, today: 0, pressing: [] }
  const rows = await askOfPosts<Counted>(tx, posts, nowOf(tx), countedAtPosts)
  const pressed = rows
    .flatMap(({ life, state, pressing }) => (pressing ?? []).map((one) => ({ life, state, ...one })))
    .sort((a, b) => Date.parse(a.due) - Date.parse(b.due) || Date.parse(a.since) - Date.parse(b.since) || (a.id < b.id ? -1 : 1))
  const seen = new Set(posts.map(({ code }) => stageOf(code)))
  const found = keysOf(stages)
    .filter((stage) => seen.has(stage))
    .map((stage): StageCount => {
      const here = rows.filter(({ life }) => stageOf(life) === stage)
      const sum = (of: 'count' | 'late' | 'today') => here.reduce((total, one) => total + one[of], 0)
      const since = here.flatMap((one) => (one.since === null ? [] : asInstant(one.since))).sort()[0] ?? null
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
    pressing: await shown(tx, pressed.slice(0, pressingAtMost), posts),
  }
}

/** How the list is ordered: by what the kept rows say, else by the documents' numbers. */
const orders = new Map([
  ['due', byUrgency('found')],
  ['-due', 'due desc nulls last, since, id'],
  ['since', 'since, id'],
  ['-since', 'since desc, id'],
])

/** The documents behind a figure: those of one step, or those that press, or both. */
export const listWork: Handler<typeof workApi.list> = async (tx, actor, { page, pageSize, sort, q, stage, due }) => {
  const posts = postsFor(actor.rights, 'to see', stage)
  if (posts.length === 0) return { rows: [], total: 0 }
  const order = orders.get(sort)
  const isAsTheyLie = order !== undefined && q === ''
  // Of a state in which thousands wait, what comes first in the order: by its due time, and by its age where none is given.
  const most = isAsTheyLie ? Math.min(page * pageSize, countCap) : countCap
  const few = (which: string, by: string) => `(select w.life, w.state, w.id, w.since, w.due from waiting w
    where ${atPost} and ${which} order by ${by} limit ${most})`
  const isDue = due === undefined ? 'w.due is not null' : lateness[due]
  const byAge = sort === '-since' ? 'w.since desc' : 'w.since'
  const parts = [
    few(isDue, sort === '-due' ? 'w.due desc' : 'w.due'),
    ...(due === undefined ? [few('true', byAge)] : []),
    // Ordered by age, what is due has its place by age too.
    ...(due !== undefined && order !== undefined && sort.endsWith('since') ? [few(isDue, byAge)] : []),
  ]
  const text = `
    select found.*, least((select sum(${countAt(due === undefined ? 'true' : isDue)}) from post), ${countCap})::integer as total
    from post cross join lateral (${parts.join(' union ')}) found
    order by ${order ?? byUrgency('found')} ${isAsTheyLie ? 'limit $3 offset $4' : ''}`
  const place = isAsTheyLie ? [pageSize, (page - 1) * pageSize] : []
  const rows = await askOfPosts<Found & { total: number }>(tx, posts, nowOf(tx), text, place)
  if (isAsTheyLie) return { rows: await shown(tx, rows, posts), total: rows[0]?.total ?? 0 }
  const all = (await shown(tx, rows, posts)).filter(({ no, subject }) => no.toUpperCase().includes(q.toUpperCase()) || subject.includes(q))
  if (order === undefined) all.sort((a, b) => (a.no < b.no ? -1 : 1) * (sort === 'no' ? 1 : -1))
  return { rows: all.slice((page - 1) * pageSize, page * pageSize), total: Math.min(all.length, countCap) }
}

/** These rows with the documents they name. */
async function shown(tx: Tx, rows: readonly Found[], posts: readonly Post[]): Promise<WaitingRow[]> {
  const named = await readNamed(tx, rows)
  return rows.flatMap((row) => {
    const one = named.get(`${row.life} ${row.id}`)
    return one === undefined ? [] : rowOf(row, one, posts)
  })
}

function rowOf(
  { life: code, state, id, since, due }: Found,
  { no, subject }: { no: string; subject: string },
  posts: readonly Post[],
): WaitingRow {
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
    since: asInstant(since),
    due: due && asInstant(due),
    duties: [...new Set(here.flatMap(({ steps }) => steps.map((step) => duties[step.duty])))],
    // Who looks over the work opens the document; the dialog of a step is for the person who takes it.
    path: pathOf(post, { id, no }),
  }
}
