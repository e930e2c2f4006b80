import { sql } from 'kysely'
import type pg from 'pg'
import { eachEnterprise } from '#kernel/calendar.ts'

/** Makes one row of the many that were added to the tally of a month. */
export const foldMonths = (pool: pg.Pool): Promise<void> =>
  eachEnterprise(pool, 'months-folded', async (tx) => {
    await sql`select fold_months()`.execute(tx)
  })
