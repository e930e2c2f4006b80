import { sql } from 'kysely'
import { verificationMeaning } from '#contract/cases/incident.ts'
import type { incidentApi } from '#contract/cases/incident-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Clock } from '#tools/clock.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { tellPerson } from './tell-person.ts'
import { incidentRowOf, ownIncidentsOf } from './queries.ts'
import { takeIncident, writeStep } from './take-incident.ts'

/** 加措施: what is done so that it does not happen again, by whom and until when. The owner is told. */
export const addMeasure: Handler<typeof incidentApi.addMeasure> = async (tx, actor, { id, kind, action, ownerId, dueOn }) => {
  const { caseNo } = await takeIncident(tx, actor, 'measure', { id })
  refuseEarly(tx, dueOn)
  await refuseUnlessActive(tx, ownerId)
  await tx
    .insertInto('incidentMeasure')
    .values({
      enterpriseId: actor.enterpriseId,
      incidentId: id,
      serial: sql<number>`(select count(*)::integer + 1 from incident_measure m where m.incident_id = ${id}::uuid)`,
      kind,
      action,
      ownerId,
      dueOn,
      state: 'open',
    })
    .execute()
  await tellPerson(tx, actor, ownerId, { title: `${caseNo} 的措施由您负责，${dueOn} 前完成`, body: action })
  return incidentRowOf(tx, id)
}

const refuseEarly = (clock: Clock, dueOn: string) => {
  if (dueOn < dayInShanghai(clock.now())) throw new Refusal('invalid_input', [{ path: 'dueOn', message: '期限不能早于今天' }])
}

const refuseUnlessActive = async (tx: Tx, ownerId: string) => {
  const owner = await tx.selectFrom('account').select('state').where('id', '=', ownerId).executeTakeFirst()
  if (owner?.state !== 'active') throw new Refusal('not_found', [{ path: 'ownerId', message: '没有这位在用的人员，请重新选择' }])
}

/** A measure of a locked case, in one of these states. */
async function takeMeasure(tx: Tx, { id, measureId }: { id: string; measureId: string }, states: readonly ('open' | 'done')[]) {
  const measure = await tx
    .selectFrom('incidentMeasure')
    .select(['id', 'serial', 'action', 'ownerId', 'pastOwnerIds', 'state'])
    .where('incidentId', '=', id)
    .where('id', '=', measureId)
    .forUpdate()
    .executeTakeFirst()
  if (measure === undefined) throw new Refusal('not_found')
  if (!states.some((state) => state === measure.state)) throw new Refusal('wrong_state')
  return measure
}

const changed = (tx: Tx, measureId: string) => tx.updateTable('incidentMeasure').where('id', '=', measureId)

/** 完成措施: its owner says what shows that it is done. Whoever owns it needs no other right. */
export const finishMeasure: Handler<typeof incidentApi.finishMeasure> = async (tx, actor, { id, measureId, proof }) => {
  await tx.selectFrom('incident').select('id').where('id', '=', id).forUpdate().execute()
  const measure = await takeMeasure(tx, { id, measureId }, ['open'])
  if (measure.ownerId !== actor.id) throw new Refusal('other_owns')
  await changed(tx, measureId).set({ state: 'done', proof, doneAt: tx.now().toISOString() }).execute()
  return ownIncidentsOf(tx, actor)
}

/** A case that still takes measures, and the measure that is asked about. */
async function follow(tx: Tx, actor: Actor, asked: { id: string; measureId: string }, states: readonly ('open' | 'done')[]) {
  const row = await takeIncident(tx, actor, 'measure', { id: asked.id })
  return { row, measure: await takeMeasure(tx, asked, states) }
}

/** 确认有效: quality assurance looks whether it worked; neither its owner nor an earlier one does. */
export const verifyMeasure: Handler<typeof incidentApi.verifyMeasure> = async (tx, actor, { id, measureId, effect, signature }) => {
  const { measure } = await follow(tx, actor, { id, measureId }, ['done'])
  if ([measure.ownerId, ...measure.pastOwnerIds].includes(actor.id)) throw new Refusal('owner_verifies')
  await changed(tx, measureId).set({ state: 'effective', effect, verifiedBy: actor.id, verifiedAt: tx.now().toISOString() }).execute()
  await sign(tx, actor, signature, { meaning: verificationMeaning, table: 'incident_measure', id: measureId })
  return incidentRowOf(tx, id)
}

/** 退回: it did not work. The owner has another day; what was tried stays in the record of the case. */
export const returnMeasure: Handler<typeof incidentApi.returnMeasure> = async (tx, actor, { id, measureId, reason, dueOn }) => {
  const { row, measure } = await follow(tx, actor, { id, measureId }, ['done'])
  refuseEarly(tx, dueOn)
  const { proof } = await tx.selectFrom('incidentMeasure').select('proof').where('id', '=', measureId).executeTakeFirstOrThrow()
  await changed(tx, measureId).set({ state: 'open', proof: null, doneAt: null, dueOn }).execute()
  await writeStep(tx, actor.enterpriseId, id, {
    step: 'measure_ineffective',
    note: `措施 ${measure.serial}：${reason}`,
    said: { measureId, proof, dueOn },
    doneBy: actor.id,
  })
  await tellPerson(tx, actor, measure.ownerId, { title: `${row.caseNo} 的措施未见效，${dueOn} 前再完成`, body: reason })
  return incidentRowOf(tx, id)
}

/** 更换责任人: somebody left, or another post answers for it. Earlier owners stay persons concerned. */
export const replaceOwner: Handler<typeof incidentApi.replaceOwner> = async (tx, actor, { id, measureId, ownerId, reason }) => {
  const { row, measure } = await follow(tx, actor, { id, measureId }, ['open', 'done'])
  await refuseUnlessActive(tx, ownerId)
  if (ownerId === measure.ownerId) throw new Refusal('invalid_input', [{ path: 'ownerId', message: '已由该人员负责' }])
  await changed(tx, measureId)
    .set({ ownerId, pastOwnerIds: [...new Set([...measure.pastOwnerIds, measure.ownerId])] })
    .execute()
  await writeStep(tx, actor.enterpriseId, id, {
    step: 'owner_replaced',
    note: `措施 ${measure.serial}：${reason}`,
    said: { measureId, from: measure.ownerId, to: ownerId },
    doneBy: actor.id,
  })
  await tellPerson(tx, actor, ownerId, { title: `${row.caseNo} 的措施改由您负责`, body: measure.action })
  return incidentRowOf(tx, id)
}

/** 取消措施: it is not wanted any more, and it is said why. */
export const cancelMeasure: Handler<typeof incidentApi.cancelMeasure> = async (tx, actor, { id, measureId, reason }) => {
  const { measure } = await follow(tx, actor, { id, measureId }, ['open', 'done'])
  await changed(tx, measureId).set({ state: 'cancelled' }).execute()
  await writeStep(tx, actor.enterpriseId, id, {
    step: 'measure_cancelled',
    note: `措施 ${measure.serial}：${reason}`,
    said: { measureId },
    doneBy: actor.id,
  })
  return incidentRowOf(tx, id)
}
