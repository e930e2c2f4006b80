import type { incidentApi } from '#contract/cases/incident-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler } from '#kernel/serve.ts'
import { incidentRowOf } from './queries.ts'
import { takeIncident, writeStep } from './take-incident.ts'

/** 答复: what the factory says to whoever complained. A later answer takes the place of the earlier one, which stays in the record of the case. */
export const answerIncident: Handler<typeof incidentApi.answer> = async (tx, actor, { id, rowVersion, answer }) => {
  await takeIncident(tx, actor, 'answer', { id, rowVersion })
  await tx.updateTable('incident').set({ answer, answeredBy: actor.id, answeredAt: tx.now().toISOString() }).where('id', '=', id).execute()
  await writeStep(tx, actor.enterpriseId, id, { step: 'answered', note: answer, doneBy: actor.id })
  return incidentRowOf(tx, id)
}

/** 上报登记: when an adverse reaction was reported to the authority and under what number, or why it is not to be reported. */
export const reportToAuthority: Handler<typeof incidentApi.report> = async (
  tx,
  actor,
  { id, rowVersion, reportedOn, reportedNo, waived },
) => {
  await takeIncident(tx, actor, 'report', { id, rowVersion })
  if (reportedOn !== undefined && reportedOn > dayInShanghai(tx.now()))
    throw new Refusal('invalid_input', [{ path: 'reportedOn', message: '上报日期不能晚于今天' }])
  await tx
    .updateTable('incident')
    .set({ reportedOn: reportedOn ?? null, reportedNo, reportWaived: waived })
    .where('id', '=', id)
    .execute()
  await writeStep(tx, actor.enterpriseId, id, {
    step: 'reported',
    note: reportedOn === undefined ? `不需上报：${waived}` : `${reportedOn} ${reportedNo}`,
    doneBy: actor.id,
  })
  return incidentRowOf(tx, id)
}
