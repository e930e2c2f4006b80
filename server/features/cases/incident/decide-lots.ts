import { incidentActions, type IncidentDecision } from '#contract/cases/incident.ts'
import type { incidentApi } from '#contract/cases/incident-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { approvalMeaning, refuseConcerned } from '#contract/release/raw-release.ts'
import { reasonText } from '#contract/warehouse/standing.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { signEach, signEachAsSecond } from '#kernel/sign.ts'
import { settleRejection } from '#server/features/cases/impact/settle-rejection.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { liftHold, lockLotsMadeOf } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLots, setLotState, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { reasonsAgainst } from '#server/features/warehouse/lot/standing.ts'
import { moveToRejected } from '#server/features/warehouse/stock/move-to-zone.ts'
import { holdForIncident } from './hold-lots.ts'
import { lotOfNumber } from './open-incident.ts'
import { incidentRowOf, lotsOf } from './queries.ts'
import { takeIncident } from './take-incident.ts'

/** 加入批次: lots that it may concern are held from this moment. The hold of one that is in it already is widened to what was made of it. */
export const addIncidentLots: Handler<typeof incidentApi.addLots> = async (tx, actor, { id, lotNos, reaches }) => {
  const lots = []
  for (const [place, lotNo] of lotNos.entries()) lots.push(await lotOfNumber(tx, lotNo, `lotNos.${place}`))
  const lotIds = [...new Set(lots.map((lot) => lot.id))]
  const locked = await lockLots(tx, lotIds)
  if (locked.some(({ state }) => state === 'reversed'))
    throw new Refusal('wrong_state', [{ path: 'lotNos', message: '已冲销的批次没有货物' }])
  const row = await takeIncident(tx, actor, 'addLots', { id })
  const inIt = new Map((await lotsOf(tx, id)).filter(({ decision }) => decision === null).map((lot) => [lot.lotId, lot]))
  for (const [place, lot] of lots.entries()) {
    const held = inIt.get(lot.id)
    if (held !== undefined && !(reaches && held.isHeld && !held.reaches))
      throw new Refusal('lot_in_incident', [{ path: `lotNos.${place}`, message: `${lot.lotNo} 已在本事件中` }])
  }
  await widenHolds(
    tx,
    id,
    [...inIt.keys()].filter((lotId) => lotIds.includes(lotId)),
  )
  await holdForIncident(
    tx,
    actor,
    row,
    lotIds.filter((lotId) => !inIt.has(lotId)),
    reaches,
  )
  return incidentRowOf(tx, id)
}

/** From now on the holds of this case on these locked lots reach what was made of them too. */
async function widenHolds(tx: Tx, incidentId: string, lotIds: readonly string[]): Promise<void> {
  for (const lotId of lotIds) {
    await lockLotsMadeOf(tx, lotId)
    await tx
      .updateTable('hold')
      .set({ reaches: true })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('incidentLot')
          .select('holdId')
          .where('incidentId', '=', incidentId)
          .where('lotId', '=', lotId)
          .where('decision', 'is', null),
      )
      .where('liftedAt', 'is', null)
      .execute()
  }
}

type Asked = { id: string; holdId: string | null; lot: Lot; analystIds: string[]; producerIds: string[] }

/**
 * 处置批次: quality assurance decides, the 质量负责人 beside them; neither tested the lot, nor made it where it may be used again. A lot that is rejected or does not
 * belong to the case leaves it at once. One that may be used again is held until the case ends.
 */
export const decideIncidentLots: Handler<typeof incidentApi.decideLots> = async (
  tx,
  actor,
  { id, lotIds, decision, conclusion, placeId, signature, approver },
) => {
  // What was made of a lot is younger than the lot, and is decided about first.
  const lots = (await lockLots(tx, lotIds)).reverse()
  const { caseNo } = await takeIncident(tx, actor, 'decideLot', { id })
  const asked = await undecided(tx, id, lots)
  for (const one of asked) await refuseDecision(tx, actor, one, decision)
  const decidedAt = tx.now().toISOString()
  const ids = asked.map((one) => one.id)
  await tx.updateTable('incidentLot').set({ decision, conclusion, decidedBy: actor.id, decidedAt }).where('id', 'in', ids).execute()
  const record = { table: 'incident_lot', ids }
  await signEach(tx, actor, signature, { meaning: incidentActions.decideLot.signs, ...record })
  const second = await signEachAsSecond(tx, actor, approver, '13:approve', { meaning: approvalMeaning, ...record })
  for (const { lot, analystIds, producerIds } of asked)
    refuseConcerned(lot.lotNo, decision === 'reject' ? { analystIds } : { analystIds, producerIds }, second)
  await tx.updateTable('incidentLot').set({ approvedBy: second.id }).where('id', 'in', ids).execute()
  for (const { id: rowId, lot, holdId } of asked) {
    if (decision === 'usable') continue
    const lifting = { conclusion, secondId: second.id, evidence: caseNo }
    await recordTrace(tx, actor, [
      {
        lotId: lot.id,
        kind: decision === 'reject' ? 'rejected' : 'unfrozen',
        occurredAt: decidedAt,
        documentNo: caseNo,
        privateFacts: { conclusion },
      },
    ])
    if (decision === 'reject' && lot.state !== 'rejected') {
      await setLotState(tx, lot, 'rejected')
      await moveToRejected(tx, actor, lot, { placeId, document: { kind: 'incident', id, no: caseNo }, occurredAt: decidedAt })
      const document = { kind: 'incident_lot', id: rowId, no: caseNo }
      await settleRejection(tx, actor, lot, { reason: `${lot.lotNo} 判定不合格：${conclusion}`, secondId: second.id, document })
    }
    if (holdId !== null) await liftHold(tx, actor, holdId, lifting)
  }
  return incidentRowOf(tx, id)
}

/** The questions about these locked lots that are open in the case. */
async function undecided(tx: Tx, id: string, lots: readonly Lot[]): Promise<Asked[]> {
  const open = (await lotsOf(tx, id)).filter(({ decision }) => decision === null)
  const holds = await tx
    .selectFrom('incidentLot')
    .select(['id', 'holdId'])
    .where('incidentId', '=', id)
    .where('decision', 'is', null)
    .execute()
  return lots.map((lot) => {
    const found = open.find(({ lotId }) => lotId === lot.id)
    const held = holds.find((one) => one.id === found?.id)
    if (found === undefined || held === undefined)
      throw new Refusal('wrong_state', [{ path: 'lotIds', message: `${lot.lotNo} 在本事件中没有待处置，可能已由他人处置，请刷新` }])
    return { id: found.id, holdId: held.holdId, lot, analystIds: found.analystIds, producerIds: found.producerIds }
  })
}

async function refuseDecision(tx: Tx, actor: Actor, { lot, analystIds, producerIds }: Asked, decision: IncidentDecision): Promise<void> {
  if (analystIds.includes(actor.id)) throw new Refusal('analyst_releases', [{ path: 'lotIds', message: `您是 ${lot.lotNo} 的检验人` }])
  if (decision === 'reject') return
  if (producerIds.includes(actor.id))
    throw new Refusal('producer_releases', [{ path: 'lotIds', message: `您是 ${lot.lotNo} 的生产或包装人员` }])
  if (decision !== 'usable') return
  if (lot.state === 'rejected') throw new Refusal('ancestor_unfit', [{ path: 'lotIds', message: `${lot.lotNo} 已判不合格` }])
  const inherited = (await reasonsAgainst(tx, lot.id)).filter(({ isOwn }) => !isOwn)
  if (inherited.length > 0)
    throw new Refusal(
      'ancestor_unfit',
      inherited.map((reason) => ({ path: 'lotIds', message: `${lot.lotNo}：${reasonText(reason)}` })),
    )
}
