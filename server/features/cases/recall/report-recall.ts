import { sql } from 'kysely'
import type pg from 'pg'
import { recallActions } from '#contract/cases/recall.ts'
import { reportStages, type recallReportApi } from '#contract/cases/recall-report.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { eachEnterprise } from '#kernel/calendar.ts'
import { notify } from '#kernel/notify.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { percentsOf } from './close-recall.ts'
import { recallRowOf } from './queries.ts'

/** 登记报告: what the authority was told, with the figures as they are now. The clock runs on from the last report of progress. */
export const reportRecall: Handler<typeof recallReportApi.report> = async (
  tx,
  actor,
  { id, stage, authority, documentNo, sentAt, note },
) => {
  const row = await lockedRecall(tx, id)
  const { duty } = recallActions.follow
  if (!actor.rights.includes(duty)) throw new Refusal('no_permission')
  if (row.kind === 'drill' || row.startedAt === null || (row.state !== 'started' && row.state !== 'closed'))
    throw new Refusal('wrong_state')
  if ((stage === 'final') !== (row.state === 'closed'))
    throw new Refusal('report_of_other_stage', [
      { path: 'stage', message: stage === 'final' ? '召回结束后才能登记总结报告' : '召回已结束，请登记总结报告' },
    ])
  const since =
    stage === 'final' ? { at: row.closedAt ?? row.startedAt, what: '召回结束时间' } : { at: row.startedAt, what: '召回启动时间' }
  const told = occurredAt(tx, sentAt, 'sentAt', since)
  await tx
    .insertInto('recallReport')
    .values({
      enterpriseId: actor.enterpriseId,
      caseId: id,
      stage,
      authority,
      documentNo,
      sentAt: told,
      note,
      customers: row.customers,
      unanswered: row.unanswered,
      shipped: row.shipped ?? '0',
      ...(await percentsOf(tx, id)),
      recordedBy: actor.id,
      recordedAt: tx.now().toISOString(),
    })
    .execute()
  return { id }
}

/** 冲销: a report that was written by mistake is none: the clock runs from the one before. */
export const takeBackReport: Handler<typeof recallReportApi.takeBack> = async (tx, actor, { id, reportId, reason }) => {
  const row = await lockedRecall(tx, id)
  if (row.state !== 'started' && row.state !== 'closed') throw new Refusal('wrong_state')
  const told = await tx
    .selectFrom('recallReport')
    .selectAll()
    .where('id', '=', reportId)
    .where('caseId', '=', id)
    .where('takesBack', 'is', null)
    .executeTakeFirst()
  if (told === undefined) throw new Refusal('not_found')
  if (told.recordedBy === actor.id) throw new Refusal('report_own')
  const { id: _id, ...same } = told
  await tx
    .insertInto('recallReport')
    .values({ ...same, note: reason, takesBack: reportId, recordedBy: actor.id, recordedAt: tx.now().toISOString() })
    .execute()
  return { id }
}

async function lockedRecall(tx: Tx, id: string) {
  await tx.selectFrom('recallCase').select('id').where('id', '=', id).forUpdate().execute()
  return recallRowOf(tx, id)
}

/**
 * Tells quality assurance which report to the authority is late: once for each day it was due on, however often this runs. What waits on the home page
 * compares the clock itself; the final report of a closed recall is told here alone. Returns the number of messages.
 */
export async function tellLateReports(pool: pg.Pool): Promise<number> {
  let told = 0
  await eachEnterprise(pool, 'late-recall-reports', async (tx, system) => {
    for (const { id, caseNo, subject, stage, due } of await lateReports(tx)) {
      await notify(tx, system, {
        duty: '37:decide',
        title: `召回 ${caseNo} 的${reportStages[stage]}已逾期（${due}）`,
        body: subject,
        page: '/zhiliang-shijian',
        at: { view: 'recall', id },
      })
      told++
    }
  })
  return told
}

async function lateReports(tx: Tx) {
  const { rows } = await sql<{ id: string; caseNo: string; subject: string; stage: 'progress' | 'final'; due: string }>`
    with late as (
      select c.id, c.case_no, c.subject, 'progress' as stage, to_char(recall_report_due(c) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as due
      from recall_case c where c.state = 'started' and recall_report_due(c) < ${tx.now().toISOString()}::timestamptz
      union all
      select c.id, c.case_no, c.subject, 'final', c.final_by::text from recall_case c
      where c.state = 'closed' and c.final_by < ${dayInShanghai(tx.now())}::date
        and not exists (select from recall_report_in_force r where r.enterprise_id = c.enterprise_id and r.case_id = c.id and r.stage = 'final')
    ), told as (
      insert into recall_reminder (enterprise_id, case_id, due) select current_enterprise(), id, stage || ' ' || due from late
      on conflict do nothing returning case_id, due)
    select late.id, late.case_no, late.subject, late.stage, late.due from late join told on told.case_id = late.id and told.due = late.stage || ' ' || late.due`.execute(
    tx,
  )
  return rows
}
