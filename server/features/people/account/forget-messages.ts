import { sql } from 'kysely'
import type pg from 'pg'
import { eachEnterprise } from '#kernel/calendar.ts'

/** So many at a time, so that nobody waits for it; what is left goes in the next hour. */
const atATime = 5000

/**
 * Forgets messages of more than 400 days ago that are read, done, binned or lapsed: what they told stands in the records. An id tells when it was
 * made, so that the oldest are found without looking at the others; asked once, since of what is worked out for each row PostgreSQL makes no condition of an index.
 */
export const forgetMessages = (pool: pg.Pool): Promise<void> =>
  eachEnterprise(pool, 'messages-forgotten', async (tx) => {
    await sql`delete from notification where id = any (array(select id from notification where id < (select uuidv7(interval '-400 days'))
      and coalesce(read_at, done_at, binned_at, lapses_at) < ${tx.now().toISOString()}::timestamptz order by id limit ${atATime}))`.execute(
      tx,
    )
  })
