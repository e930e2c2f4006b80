import { sql } from 'kysely'
import type pg from 'pg'
import { daysToConfirm } from '#contract/people/registration.ts'
import { eachEnterprise } from '#kernel/calendar.ts'

/** Ends registrations whose mailbox never answered, and forgets their passwords. Running it twice changes nothing. */
export async function lapseRegistrations(pool: pg.Pool): Promise<void> {
  await eachEnterprise(pool, 'registrations-lapse', async (tx) => {
    await tx
      .updateTable('registration')
      .set({ state: 'lapsed', passwordHash: '' })
      .where('state', '=', 'unconfirmed')
      .where('createdAt', '<', sql<string>`now() - make_interval(days => ${daysToConfirm}::integer)`)
      .execute()
  })
}
