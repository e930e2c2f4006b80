import type { z } from 'zod'
import { refusal } from '#contract/kernel/action.ts'
import { Refusal, refusals } from '#contract/kernel/refusals.ts'
import { clearingRefusal, impactActions, type caseApi, type ImpactDecision, type ImpactStanding } from '#contract/cases/impact.ts'
import { approvalMeaning, refuseConcerned } from '#contract/release/raw-release.ts'
import { reasonText } from '#contract/warehouse/standing.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { signEach, signEachAsSecond } from '#kernel/sign.ts'
import { liftHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLots, setLotState, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { reasonsAgainst } from '#server/features/warehouse/lot/standing.ts'
import { moveToRejected } from '#server/features/warehouse/stock/move-to-zone.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { personsOf } from './queries.ts'
import { closeWhenDecided, settleRejection } from './settle-rejection.ts'

type Given = Omit<z.output<typeof caseApi.decideLots.input>, 'id' | 'lotIds'>
type Decided = z.output<typeof caseApi.decideLots.output>

type Persons = Awaited<ReturnType<typeof personsOf>>

/** A lot of the case, with the question about it and those who may not answer it. */
type Asked = { lot: Lot; impact: { id: string; holdId: string }; persons: Persons }

/** Quality assurance decides about one lot of an impact case, the 质量负责人 beside them. */
export const decideLot: Handler<typeof caseApi.decide> = (tx, actor, { id, lotId, ...given }) => decide(tx, actor, id, [lotId], given)

/** The same about several lots at once, all or none. What is refused names its lot by the place in the list. */
export const decideLots: Handler<typeof caseApi.decideLots> = (tx, actor, { id, lotIds, ...given }) =>
  decide(tx, actor, id, lotIds, given, (lotId) => `lotIds.${lotIds.indexOf(lotId)}`)

/**
 * Decides about lots of an impact case. They are cleared only when their ancestors allow their use again (`ancestor_unfit`): no signature makes a
 * good lot of a rejected herb. Both persons sign once, and the record of each lot keeps both signatures with its own content. The last decision
 * closes the case.
 */
async function decide(
  tx: Tx,
  actor: Actor,
  caseId: string,
  lotIds: readonly string[],
  given: Given,
  pathOf?: (lotId: string) => string,
): Promise<Decided> {
  const { decision, conclusion, signature, approver } = given
  const told = <Result>(lot: Lot, work: Promise<Result>) => (pathOf === undefined ? work : naming(lot, pathOf(lot.id), work))
  // What was made of a lot is younger than the lot. It is decided about first, so that the rejection of the older asks nothing about it again.
  const lots = (await lockLots(tx, lotIds)).reverse()
  const found = await tx.selectFrom('qualityCase').select(['state', 'caseNo']).where('id', '=', caseId).forUpdate().executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')

  const decidedAt = tx.now().toISOString()
  const asked: Asked[] = []
  for (const lot of lots) {
    const { persons, impact } = await told(lot, takeImpact(tx, actor, { id: caseId, state: found.state }, lot, decision))
    await tx
      .updateTable('impactLot')
      .set({ decision, conclusion, decidedBy: actor.id, decidedAt, ...persons })
      .where('id', '=', impact.id)
      .execute()
    asked.push({ lot, impact, persons })
  }
  const ids = asked.map(({ impact }) => impact.id)
  const record = { table: 'impact_lot', ids }
  await signEach(tx, actor, signature, { meaning: impactActions.decide.signs, ...record })
  const second = await signEachAsSecond(tx, actor, approver, '13:approve', { meaning: approvalMeaning, ...record })
  for (const { lot, persons } of asked)
    refuseConcerned(lot.lotNo, decision === 'clear' ? persons : { analystIds: persons.analystIds }, second)
  await tx.updateTable('impactLot').set({ approvedBy: second.id }).where('id', 'in', ids).execute()

  const document = { id: caseId, no: found.caseNo }
  for (const one of asked) await told(one.lot, carryOut(tx, actor, one, { ...given, decidedAt, secondId: second.id, document }))
  const undecided = await closeWhenDecided(tx, actor, caseId)
  return { state: undecided === 0 ? 'closed' : 'open', undecided }
}

type Signed = Given & { decidedAt: string; secondId: string; document: { id: string; no: string } }

/** What follows from a signed decision about one lot. */
async function carryOut(
  tx: Tx,
  actor: Actor,
  { lot, impact }: Asked,
  { decision, conclusion, placeId, decidedAt: occurredAt, secondId, document: { id, no } }: Signed,
): Promise<void> {
  const kind = decision === 'reject' ? 'rejected' : 'unfrozen'
  await recordTrace(tx, actor, [{ lotId: lot.id, kind, occurredAt, documentNo: no, privateFacts: { conclusion } }])
  if (decision === 'clear') return liftHold(tx, actor, impact.holdId, { conclusion, secondId, evidence: no })
  await setLotState(tx, lot, 'rejected')
  await moveToRejected(tx, actor, lot, { placeId, document: { kind: 'quality_case', id, no }, occurredAt })
  const document = { kind: 'impact_lot', id: impact.id, no }
  await settleRejection(tx, actor, lot, { reason: `${lot.lotNo} 判定不合格：${conclusion}`, secondId, document })
}

/** A refusal of work on one lot of several says which. */
async function naming<Result>({ lotNo }: Lot, path: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    const messages = thrown.errors.length === 0 ? [refusals[thrown.code]] : thrown.errors.map(({ message }) => message)
    throw new Refusal(
      thrown.code,
      messages.map((message) => ({ path, message: message.startsWith(lotNo) ? message : `${lotNo}：${message}` })),
    )
  }
}

/** The question about one lot of a locked case, having made sure this actor may decide it so. */
async function takeImpact(
  tx: Tx,
  actor: Actor,
  { id, state }: { id: string; state: ImpactStanding['state'] },
  lot: Lot,
  decision: ImpactDecision,
) {
  const persons = await personsOf(tx, lot.id)
  const code = refusalOf({ state, ...persons }, actor, decision)
  if (code !== undefined) throw new Refusal(code)
  const impact = await tx
    .selectFrom('impactLot')
    .select(['id', 'holdId'])
    .where('caseId', '=', id)
    .where('lotId', '=', lot.id)
    .where('decision', 'is', null)
    .executeTakeFirst()
  if (impact === undefined)
    throw new Refusal('wrong_state', [{ path: 'lotId', message: `${lot.lotNo} 在本事件中没有待处置的评估，可能已由他人处置，请刷新` }])
  if (decision === 'clear') await refuseUnlessAncestorsAllow(tx, lot)
  return { impact, persons }
}

const refusalOf = (standing: ImpactStanding, actor: Actor, decision: ImpactDecision) =>
  refusal(impactActions.decide, standing, actor) ?? (decision === 'clear' ? clearingRefusal(standing, actor) : undefined)

async function refuseUnlessAncestorsAllow(tx: Tx, lot: Lot) {
  const inherited = (await reasonsAgainst(tx, lot.id)).filter(({ isOwn }) => !isOwn)
  if (inherited.length > 0)
    throw new Refusal(
      'ancestor_unfit',
      inherited.map((reason) => ({ path: 'decision', message: `${lot.lotNo}：${reasonText(reason)}` })),
    )
}
