import type pg from 'pg'
import { forgetOld } from '#kernel/forget.ts'
import { applyChanges } from '#server/features/cases/change/apply-changes.ts'
import { tellLateIncidents } from '#server/features/cases/incident/tell-late.ts'
import { tellLateReports } from '#server/features/cases/recall/report-recall.ts'
import { sweepFiles } from '#server/features/office/attachment/sweep-files.ts'
import { foldMonths } from '#server/features/office/home/fold-months.ts'
import { forgetMessages } from '#server/features/people/account/forget-messages.ts'
import { lapseRegistrations } from '#server/features/people/registration/lapse-registrations.ts'
import { tellExpiring } from '#server/features/supply/licence/tell-expiring.ts'
import { markClimateDue } from '#server/features/warehouse/climate/mark-due.ts'
import { markRetestDue } from '#server/features/warehouse/stock/mark-retest-due.ts'
import type { FileStore } from '#tools/files.ts'

/** What the calendar asks of the database, by what it does: once an hour. The plan guard walks it, too. */
export const calendarWork = (pool: pg.Pool, files: FileStore): Record<string, () => Promise<unknown>> => ({
  'ending unconfirmed registrations': () => lapseRegistrations(pool),
  'forgetting old mail': () => pool.query('select forget_mail()'),
  'putting changes into force': () => applyChanges(pool),
  'forgetting old answers and sessions': () => forgetOld(pool),
  'forgetting old messages': () => forgetMessages(pool),
  'folding what the months come to': () => foldMonths(pool),
  'forgetting old guesses': () => pool.query('select forget_old_guesses()'),
  'looking for retest days': () => markRetestDue(pool),
  'looking for missing readings': () => markClimateDue(pool),
  'looking for what expires': () => tellExpiring(pool),
  'telling which cases are late': () => tellLateIncidents(pool),
  'telling which reports of recalls are late': () => tellLateReports(pool),
  'sweeping unused files': () => sweepFiles(pool, files),
})
