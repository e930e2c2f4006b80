import { sql } from 'kysely'
import { activities, type Activity } from '#contract/people/authorisation.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

/** What is done, and the field of the step that it is about. */
type Asked = { activity: Activity; path: string }

/**
 * Refuses a person who lacks an authorisation that the enterprise asks of what they do now. The database refuses it too (`need_authorisation`), without
 * saying which.
 */
export async function needAuthorisation(tx: Tx, actor: Pick<Actor, 'id'>, asked: readonly Asked[]): Promise<void> {
  if (asked.length === 0) return
  const { rows } = await sql<{ activity: Activity }>`
    select activity from unnest(${asked.map(({ activity }) => activity)}::text[]) as asked (activity)
    where lacks_authorisation(current_enterprise(), ${actor.id}::uuid, activity, ${dayInShanghai(tx.now())}::date)`.execute(tx)
  const lacking = asked.filter(({ activity }) => rows.some((row) => row.activity === activity))
  if (lacking.length === 0) return
  throw new Refusal(
    'not_authorised',
    lacking.map(({ activity, path }) => ({ path, message: `没有有效的${activities[activity].label}授权` })),
  )
}
