import { sql, type RawBuilder } from 'kysely'
import { valueIn } from '#contract/kernel/certain.ts'
import { duties } from '#contract/kernel/duties.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { stages, type LifeCode, type StageCount, type WaitingRow, type workApi } from '#contract/office/work.ts'
import type { Actor, Handler } from '#kernel/serve.ts'
import { byUrgency, countCap, nowOf, pathOf, postsWhere, stageOf, waitingTable, type Now, type Post } from './posts.ts'

/** Everything that waits on the pages this person may open, whoever it waits for. */
const postsSeenBy = (actor: Pick<Actor, 'rights'>) => postsWhere((_step, page) => actor.rights.includes(page))

/** How many of what presses stand on the home page. */
const pressingAtMost = 6

type Counted = { life: LifeCode; count: number; late: number; today: number; since: string }

/** 停在哪里: how much waits at each step of the factory's way, how much of it is late, and since when. */
export const readOverview: Handler<typeof workApi.overview> = async (tx, actor) => {
  const posts = postsSeenBy(actor)
  if (posts.length === 0) return { stages: [], count: 0, late: 0, today: 0, pressing: [] }
  const moment = nowOf(tx)
  const { rows } = await sql<Counted>`
    select life, count(*)::integer as count, (count(*) filter (where ${late(moment)}))::integer as late,
      (count(*) filter (where ${dueToday(moment)}))::integer as today, min(since) as since
    from ${waitingTable(posts)} waiting group by life`.execute(tx)
  const seen = new Set(posts.map(({ code }) => stageOf(code)))
  const found = keysOf(stages)
    .filter((stage) => seen.has(stage))
    .map((stage): StageCount => {
      const here = rows.filter(({ life }) => stageOf(life) === stage)
      const sum = (of: 'count' | 'late' | 'today') => here.reduce((total, one) => total + one[of], 0)
      const since = here.map((one) => one.since).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
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
  const pressing = await sql<Found>`
    select life, state, id, no, subject, since, due from ${waitingTable(posts)} waiting
    where ${lateness.pressing(moment)} order by ${byUrgency(moment)} limit ${sql.lit(pressingAtMost)}`.execute(tx)
  return {
    stages: found,
    count: total('count'),
    late: total('late'),
    today: total('today'),
    pressing: pressing.rows.map((row) => rowOf(row, posts)),
  }
}

type Found = { life: LifeCode; state: string; id: string; no: string; subject: string; since: string; due: string | null }

const late = ({ now }: Now) => sql`due < ${now}`
const dueToday = ({ now, endOfToday }: Now) => sql`due >= ${now} and due <= ${endOfToday}`
const lateness = { late, today: dueToday, pressing: ({ endOfToday }: Now) => sql`due <= ${endOfToday}` }
const orders: Record<string, (now: Now) => RawBuilder<unknown>> = {
  due: byUrgency,
  '-due': () => sql`due desc nulls last, since, no`,
  since: () => sql`since, no`,
  '-since': () => sql`since desc, no`,
  no: () => sql`no`,
  '-no': () => sql`no desc`,
}

/** The documents behind a figure: those of one step, or those that press, or both. */
export const listWork: Handler<typeof workApi.list> = async (tx, actor, { page, pageSize, sort, q, stage, due }) => {
  const posts = postsSeenBy(actor).filter(({ code }) => stage === undefined || stageOf(code) === stage)
  if (posts.length === 0) return { rows: [], total: 0 }
  const moment = nowOf(tx)
  const { rows } = await sql<Found & { total: number }>`
    select life, state, id, no, subject, since, due, least(count(*) over (), ${sql.lit(countCap)})::integer as total
    from ${waitingTable(posts)} waiting
    where ${due === undefined ? sql`true` : lateness[due](moment)} and ${q === '' ? sql`true` : sql`(strpos(upper(no), ${q.toUpperCase()}) > 0 or strpos(subject, ${q}) > 0)`}
    order by ${valueIn(new Map(Object.entries(orders)), sort)(moment)} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(tx)
  return { rows: rows.map((row) => rowOf(row, posts)), total: rows[0]?.total ?? 0 }
}

function rowOf({ life: code, state, id, no, subject, since, due }: Found, posts: readonly Post[]): WaitingRow {
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
