import type { incidentApi } from '#contract/cases/incident-api.ts'
import { incidentActions } from '#contract/cases/incident.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { incidentRowOf } from './queries.ts'
import { takeIncident, writeStep } from './take-incident.ts'

/** 分级: quality assurance says how grave it is and until when it ends. Another classification says why, and the first stays beside it. */
export const classifyIncident: Handler<typeof incidentApi.classify> = async (
  tx,
  actor,
  { id, rowVersion, level, dueOn, reportBy, reason, signature },
) => {
  const row = await takeIncident(tx, actor, 'classify', { id, rowVersion })
  if (dueOn < dayInShanghai(tx.now())) throw new Refusal('invalid_input', [{ path: 'dueOn', message: '期限不能早于今天' }])
  if (row.state !== 'open' && reason === '') throw new Refusal('reason_required', [{ path: 'reason', message: '请写明改级的原因' }])
  if ((row.kind === 'adverse') !== (reportBy !== undefined))
    throw new Refusal('report_day_required', [
      { path: 'reportBy', message: row.kind === 'adverse' ? '请按现行规定填写上报期限' : '只有不良反应有上报期限' },
    ])
  await tx
    .updateTable('incident')
    .set({
      state: 'investigating',
      level,
      dueOn,
      reportBy: reportBy ?? null,
      ...(row.state === 'open' && { inStateSince: tx.now().toISOString() }),
    })
    .where('id', '=', id)
    .execute()
  const step = await writeStep(tx, actor.enterpriseId, id, {
    step: 'classified',
    note: reason,
    said: { level, dueOn, reportBy: reportBy ?? null },
    doneBy: actor.id,
  })
  await sign(tx, actor, signature, { meaning: incidentActions.classify.signs, ...step })
  return incidentRowOf(tx, id)
}
