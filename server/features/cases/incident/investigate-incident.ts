import { incidentActions, incidentKinds } from '#contract/cases/incident.ts'
import type { incidentApi } from '#contract/cases/incident-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { incidentRowOf } from './queries.ts'
import { takeIncident, writeStep } from './take-incident.ts'

/** 调查记录: what was done at once, why it happened, and what it reached. Every version stays in the record of the case. */
export const recordInvestigation: Handler<typeof incidentApi.record> = async (
  tx,
  actor,
  { id, rowVersion, immediateAction, cause, post, effects },
) => {
  await takeIncident(tx, actor, 'record', { id, rowVersion })
  await tx
    .updateTable('incident')
    .set({ immediateAction, cause: cause && JSON.stringify(cause), post, effects })
    .where('id', '=', id)
    .execute()
  await writeStep(tx, actor.enterpriseId, id, { step: 'recorded', said: { immediateAction, cause, post, effects }, doneBy: actor.id })
  return incidentRowOf(tx, id)
}

/** 提交批准: the cause is known; the 质量负责人 sees it next. */
export const submitIncident: Handler<typeof incidentApi.submit> = async (tx, actor, { id, rowVersion, signature }) => {
  const row = await takeIncident(tx, actor, 'submit', { id, rowVersion })
  const told = await tx.selectFrom('incident').select(['immediateAction', 'cause']).where('id', '=', id).executeTakeFirstOrThrow()
  if (told.immediateAction === '' || told.cause === null) throw new Refusal('cause_required')
  await tx
    .updateTable('incident')
    .set({ state: 'submitted', investigatedBy: actor.id, inStateSince: tx.now().toISOString() })
    .where('id', '=', id)
    .execute()
  const step = await writeStep(tx, actor.enterpriseId, id, { step: 'submitted', said: told, doneBy: actor.id })
  await sign(tx, actor, signature, { meaning: incidentActions.submit.signs, ...step })
  await notify(tx, actor, {
    duty: '13:approve',
    title: `${incidentKinds[row.kind]} ${row.caseNo} 待批准`,
    body: row.subject,
    page: '/zhiliang-shijian',
    at: { view: 'incident', id },
    about: { table: 'incident', id, asks: 'submitted' },
  })
  return incidentRowOf(tx, id)
}

/** 批准: the 质量负责人 agrees with the cause and the measures. Whoever looked into it does not approve it. */
export const approveIncident: Handler<typeof incidentApi.approve> = async (tx, actor, { id, rowVersion, signature }) => {
  const row = await takeIncident(tx, actor, 'approve', { id, rowVersion })
  const now = tx.now().toISOString()
  await tx
    .updateTable('incident')
    .set({ state: 'approved', approvedBy: actor.id, approvedAt: now, inStateSince: now })
    .where('id', '=', id)
    .execute()
  const step = await writeStep(tx, actor.enterpriseId, id, { step: 'approved', doneBy: actor.id })
  await sign(tx, actor, signature, { meaning: incidentActions.approve.signs, ...step })
  await notify(tx, actor, {
    duty: '37:decide',
    title: `${incidentKinds[row.kind]} ${row.caseNo} 已批准，措施确认后关闭`,
    body: row.subject,
    page: '/zhiliang-shijian',
    at: { view: 'incident', id },
    about: { table: 'incident', id, asks: 'approved' },
  })
  return incidentRowOf(tx, id)
}

/** 退回调查: something is missing, and it is said what. */
export const sendBackIncident: Handler<typeof incidentApi.sendBack> = async (tx, actor, { id, reason }) => {
  await takeIncident(tx, actor, 'sendBack', { id })
  await tx
    .updateTable('incident')
    .set({ state: 'investigating', investigatedBy: null, inStateSince: tx.now().toISOString() })
    .where('id', '=', id)
    .execute()
  await writeStep(tx, actor.enterpriseId, id, { step: 'sent_back', note: reason, doneBy: actor.id })
  return incidentRowOf(tx, id)
}
