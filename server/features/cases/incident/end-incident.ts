import { incidentActions } from '#contract/cases/incident.ts'
import type { incidentApi } from '#contract/cases/incident-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { approvalMeaning, refuseConcerned } from '#contract/release/raw-release.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { incidentRowOf, lotsOf } from './queries.ts'
import { takeWithLots, writeStep } from './take-incident.ts'

/** 关闭: every lot is decided and every measure worked. Quality assurance that has no part in it signs, and the holds of the usable lots end with the case. */
export const closeIncident: Handler<typeof incidentApi.close> = async (tx, actor, { id, rowVersion, conclusion, signature }) => {
  const row = await takeWithLots(tx, actor, 'close', { id, rowVersion })
  await refuseUnfinished(tx, id)
  const signer = await proveSigner(actor, signature)
  const now = tx.now().toISOString()
  await tx
    .updateTable('incident')
    .set({ state: 'closed', closedBy: actor.id, closedAt: now, conclusion, inStateSince: now })
    .where('id', '=', id)
    .execute()
  const step = await writeStep(tx, actor.enterpriseId, id, { step: 'closed', note: conclusion, doneBy: actor.id })
  await writeSignatures(tx, [{ signer, meaning: incidentActions.close.signs, ...step }])
  await liftHolds(tx, actor, row)
  return incidentRowOf(tx, id)
}

/** Names what is still open. The database asks the same. */
async function refuseUnfinished(tx: Tx, id: string): Promise<void> {
  const lots = (await lotsOf(tx, id)).filter(({ decision }) => decision === null)
  if (lots.length > 0)
    throw new Refusal(
      'incident_lots_undecided',
      lots.slice(0, 10).map(({ lotNo }) => ({ path: 'lots', message: `${lotNo} 没有处置` })),
    )
  const measures = await tx
    .selectFrom('incidentMeasure')
    .select(['serial', 'action'])
    .where('incidentId', '=', id)
    .where('state', 'in', ['open', 'done'])
    .orderBy('serial')
    .limit(10)
    .execute()
  if (measures.length > 0)
    throw new Refusal(
      'measures_open',
      measures.map(({ serial, action }) => ({ path: 'measures', message: `措施 ${serial}：${action}` })),
    )
}

/** 不成立: there was nothing to it. Quality assurance and the 质量负责人 sign with the reason; its lots leave the case. */
export const declareUnfounded: Handler<typeof incidentApi.unfounded> = async (
  tx,
  actor,
  { id, rowVersion, reason, signature, approver },
) => {
  const row = await takeWithLots(tx, actor, 'unfounded', { id, rowVersion })
  const open = (await lotsOf(tx, id)).filter(({ decision }) => decision === null)
  const signer = await proveSigner(actor, signature)
  const second = await proveSecond(actor, approver, '13:approve')
  for (const lot of open) {
    if (lot.analystIds.includes(actor.id)) throw new Refusal('analyst_releases')
    if (lot.producerIds.includes(actor.id)) throw new Refusal('producer_releases')
    refuseConcerned(lot.lotNo, lot, second)
  }
  if (row.concernedIds.includes(second.id))
    throw new Refusal('concerned_closes', [
      { path: 'approver.userName', message: `${second.name} 是该事件的当事人，请由其他质量负责人会签` },
    ])
  const now = tx.now().toISOString()
  const ids = open.map((lot) => lot.id)
  if (ids.length > 0)
    await tx
      .updateTable('incidentLot')
      .set({ decision: 'not_concerned', conclusion: reason, decidedBy: actor.id, decidedAt: now, approvedBy: second.id })
      .where('id', 'in', ids)
      .execute()
  await tx
    .updateTable('incident')
    .set({ state: 'unfounded', closedBy: actor.id, closedSecondBy: second.id, closedAt: now, conclusion: reason, inStateSince: now })
    .where('id', '=', id)
    .execute()
  const step = await writeStep(tx, actor.enterpriseId, id, { step: 'unfounded', note: reason, doneBy: actor.id, secondBy: second.id })
  await writeSignatures(tx, [
    { signer, meaning: incidentActions.unfounded.signs, ...step },
    { signer: second, meaning: approvalMeaning, ...step },
    ...ids.flatMap((rowId) => [
      { signer, meaning: incidentActions.decideLot.signs, table: 'incident_lot', id: rowId },
      { signer: second, meaning: approvalMeaning, table: 'incident_lot', id: rowId },
    ]),
  ])
  await liftHolds(tx, actor, row)
  return incidentRowOf(tx, id)
}

/** 重新调查: something new is known of an ended case. Its lots are decided; those that are in doubt again are added again. */
export const reopenIncident: Handler<typeof incidentApi.reopen> = async (tx, actor, { id, rowVersion, reason, signature }) => {
  const row = await takeWithLots(tx, actor, 'reopen', { id, rowVersion })
  const signer = await proveSigner(actor, signature)
  await tx
    .updateTable('incident')
    .set({
      // What was never classified begins with that.
      state: row.level === null ? 'open' : 'investigating',
      investigatedBy: null,
      approvedBy: null,
      approvedAt: null,
      closedBy: null,
      closedSecondBy: null,
      closedAt: null,
      conclusion: null,
      inStateSince: tx.now().toISOString(),
    })
    .where('id', '=', id)
    .execute()
  const step = await writeStep(tx, actor.enterpriseId, id, { step: 'reopened', note: reason, doneBy: actor.id })
  await writeSignatures(tx, [{ signer, meaning: incidentActions.reopen.signs, ...step }])
  return incidentRowOf(tx, id)
}

/** Lifts what the case still holds, each hold in the names of the two who decided about its lot. */
async function liftHolds(tx: Tx, actor: Actor, { id, caseNo }: { id: string; caseNo: string }): Promise<void> {
  const held = await tx
    .selectFrom('incidentLot')
    .innerJoin('hold', (join) =>
      join
        .onRef('hold.enterpriseId', '=', 'incidentLot.enterpriseId')
        .onRef('hold.id', '=', 'incidentLot.holdId')
        .on('hold.liftedAt', 'is', null),
    )
    .select(['hold.id as holdId', 'incidentLot.lotId', 'incidentLot.conclusion', 'incidentLot.decidedBy', 'incidentLot.approvedBy'])
    .where('incidentLot.incidentId', '=', id)
    .orderBy('hold.id')
    .execute()
  const liftedAt = tx.now().toISOString()
  for (const { holdId, conclusion, decidedBy, approvedBy } of held)
    await tx
      .updateTable('hold')
      .set({ liftedBy: decidedBy, liftSecondBy: approvedBy, liftedAt, conclusion, liftEvidence: caseNo })
      .where('id', '=', holdId)
      .execute()
  await recordTrace(
    tx,
    actor,
    held.map(({ lotId, conclusion }) => ({
      lotId,
      kind: 'unfrozen' as const,
      occurredAt: liftedAt,
      documentNo: caseNo,
      privateFacts: { conclusion: conclusion ?? '' },
    })),
  )
}
