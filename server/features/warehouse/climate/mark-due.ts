import type pg from 'pg'
import { eachEnterprise } from '#kernel/calendar.ts'
import { realClock, type Clock } from '#tools/clock.ts'

/** Points whose next reading is not there in time wait for somebody. Returns how many. A second run changes nothing. */
export async function markClimateDue(pool: pg.Pool, clock: Clock = realClock): Promise<number> {
  let found = 0
  await eachEnterprise(
    pool,
    'climate-due',
    async (tx) => {
      const due = await tx
        .updateTable('climatePoint')
        .set({ state: 'due' })
        .where('state', '=', 'current')
        .where('dueAt', '<=', tx.now().toISOString())
        .returning('id')
        .execute()
      found += due.length
    },
    clock,
  )
  return found
}
