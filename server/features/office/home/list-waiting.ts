import { refusal } from '#contract/kernel/action.ts'
import { duties } from '#contract/kernel/duties.ts'
import { pageOfCode } from '#contract/kernel/pages.ts'
import { namedAtMost, type LifeCode, type WaitingOne, type WaitingWork, type workApi } from '#contract/office/work.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { compareText } from '#tools/compare-text.ts'
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
  type Now,
  type Post,
} from './posts.ts'

type Standing = { state: string } | null
type One = { id: string; since: string; due: string | null; standing?: Standing }
/** What waits in one state and is alike to the rules: `count` of them, of which these are the most urgent. Where no standing is kept, each is alone. */
type Group = { life: LifeCode; state: string; standing: Standing; count: number; late: number; first: One[] }
type Named = Omit<Group, 'first'> & { first: (One & { no: string; subject: string; standing: { state: string } })[] }

const some = (condition: string, by: string, most: number) => `(select w.standing, w.id, w.since, w.due from waiting w
  where ${atPost} and ${condition} order by ${by}, w.id limit ${most})`

/**
 * Where everybody with the duty may take a step, an index counts, and a few come of what presses and of what waits longest; elsewhere they are counted by
 * standing, since the rules ask about it.
 */
const groupsAtPosts = `
  select life, state, null::jsonb as standing, ${countAt('true')} as count, ${countAt(isLate)} as late,
    (select json_agg(one) from (${some(isPressing, 'w.due', namedAtMost)} union all ${some('true', 'w.since', namedAtMost)}) one) as first
  from post where is_open
  union all
  select life, state, standing, count(*)::integer, (count(*) filter (where ${isLate}))::integer, to_json((array_agg(one order by ${byUrgency('w')}))[1:${namedAtMost}])
  from post cross join lateral ${some('true', 'w.since', countCap)} w cross join lateral (select w.id, w.since, w.due) one where not is_open
  group by life, state, standing, case when standing is null then w.id end`

/** The groups at each `life state`, with the names of those that are listed. */
async function readGroups(tx: Tx, posts: readonly Post[], now: Now): Promise<Map<string, Named[]>> {
  const groups = (await askOfPosts<Group>(tx, posts, now, groupsAtPosts)).filter(({ count }) => count > 0)
  const named = await readNamed(
    tx,
    groups.flatMap(({ life, first }) => first.map(({ id }) => ({ life, id }))),
  )
  const withNames = groups.map((group): Named => {
    // What presses may be what waits longest, too.
    const once = new Map(group.first.map((one) => [one.id, one]))
    const first = [...once.values()].flatMap((one) => {
      const found = named.get(`${group.life} ${one.id}`)
      const standing = one.standing ?? group.standing ?? found?.standing
      if (found === undefined || standing?.state !== group.state) return []
      const { no, subject } = found
      return { id: one.id, since: asInstant(one.since), due: one.due && asInstant(one.due), no, subject, standing }
    })
    return { ...group, first }
  })
  return Map.groupBy(withNames, ({ life, state }) => `${life} ${state}`)
}

/** The same order as `byUrgency`: what presses first, then what waits longest. Instants are texts of one length, so that they are compared as texts. */
type Pressed = Pick<WaitingOne, 'due' | 'since' | 'no'>
function compareUrgency(now: Now) {
  const endOfToday = now.endOfToday.toISOString()
  const urgencyOf = ({ due, since, no }: Pressed) => `${due !== null && due <= endOfToday ? due : '~'} ${since} ${no}`
  return (one: Pressed, other: Pressed) => compareText(urgencyOf(one), urgencyOf(other))
}

/** What of one post this person may deal with; nothing if there is nothing. */
function workAt(post: Post, here: readonly Named[], actor: Actor, now: Now): WaitingWork[] {
  const { life, state, page, steps } = post
  const mine = here.flatMap((group) => {
    const first = group.first.flatMap((one) => {
      const step = steps.find((next) => refusal(next, one.standing, actor) === undefined)
      return step === undefined ? [] : { ...one, step }
    })
    return first.length === 0 ? [] : { ...group, first }
  })
  if (mine.length === 0) return []
  const sum = (groups: readonly Pick<Group, 'count' | 'late'>[], of: 'count' | 'late') =>
    groups.reduce((total, group) => total + group[of], 0)
  const count = sum(mine, 'count')
  const oldest = mine
    .flatMap(({ first }) => first)
    .sort(compareUrgency(now))
    .slice(0, namedAtMost)
  return [
    {
      document: life.document,
      state: life.looks[state]?.label ?? state,
      steps: [...new Set(steps.map((step) => step.label))],
      duties: [...new Set(steps.map((step) => duties[step.duty]))],
      path: `${life.path ?? pageOfCode(page).path}?${new URLSearchParams(life.all(state))}`,
      count,
      late: sum(mine, 'late'),
      others: sum(here, 'count') - count,
      oldest: oldest.map(({ id, no, subject, since, due, step }): WaitingOne => ({
        no,
        subject,
        since,
        due,
        step: step.label,
        path: pathOf(post, { id, no }, step),
      })),
    },
  ]
}

/** The documents whose next step this person may take, the most urgent first. What the rules refuse them is only counted (`others`). */
export const listWaiting: Handler<typeof workApi.waiting> = async (tx, actor) => {
  const posts = postsFor(actor.rights, 'to act')
  if (posts.length === 0) return []
  const now = nowOf(tx)
  const groups = await readGroups(tx, posts, now)
  const first = ({ oldest: [one] }: WaitingWork) => one ?? { due: null, since: now.moment.toISOString(), no: '' }
  const compare = compareUrgency(now)
  return posts
    .flatMap((post) => workAt(post, groups.get(`${post.code} ${post.state}`) ?? [], actor, now))
    .sort((one, other) => compare(first(one), first(other)))
}
