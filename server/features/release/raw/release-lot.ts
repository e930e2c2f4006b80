import { askedChecks, computedChecks, releaseActions, answers, type ReleaseFile, type releaseApi } from '#contract/release/raw-release.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { setLotState, setRetestDay } from '#server/features/warehouse/lot/lot.ts'
import { refuseExpired } from '#server/features/warehouse/lot/standing.ts'
import { refuseWhileOpen } from '#server/features/cases/incident/open-incident.ts'
import { needAuthorisation } from '#server/features/people/authorisation/need-authorisation.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { moveToZone } from '#server/features/warehouse/stock/move-to-zone.ts'
import { computedChecksOf, releaseRowOf, retestBounds } from './queries.ts'
import { takeRelease } from './take-release.ts'

/**
 * 放行: quality assurance, who neither tested nor bought nor received the lot, answers the checklist, sets the retest day
 * and signs. The goods then lie in the released zone and may be issued (domain §2.3, I5).
 */
export const releaseLot: Handler<typeof releaseApi.release> = async (
  tx,
  actor,
  { id, checklist, retestOn, placeId, restriction, signature },
) => {
  const { release, lot } = await takeRelease(tx, actor, 'release', id)
  await needAuthorisation(tx, actor, [{ activity: 'release', path: '' }])
  await refuseWhileOpen(tx, { table: 'lot', id: lot.id })
  const computed = await computedChecksOf(tx, release)
  const asked = keysOf(askedChecks).map((check) => ({ check, answer: checklist[check] }))
  const open = [
    ...computed.filter(({ ok }) => !ok).map(({ check, evidence }) => ({ path: check, message: `${computedChecks[check]}：${evidence}` })),
    ...asked
      .filter(({ answer }) => answer === 'no')
      .map(({ check }) => ({ path: `checklist.${check}`, message: `${askedChecks[check].question}：否` })),
  ]
  if (open.length > 0) throw new Refusal('checklist_incomplete', open)
  const [now, today] = [tx.now(), dayInShanghai(tx.now())]
  refuseExpired(lot, today, '')
  const { latestRetestOn: latest, extensions } = await retestBounds(tx, release)
  refuseBeyondLimit(extensions)
  if (retestOn <= today || retestOn > latest)
    throw new Refusal('invalid_input', [{ path: 'retestOn', message: `复验期应在今天之后，最晚为${latest}` }])

  const releaseNo = await nextDocumentNo(tx, 'FX', today)
  const decision = await tx
    .insertInto('releaseDecision')
    .values({
      enterpriseId: actor.enterpriseId,
      releaseNo,
      lotId: lot.id,
      reportId: id,
      decision: 'release',
      state: 'released',
      quantity: release.onHand,
      retestOn,
      extensions: extensions.now,
      checklist: JSON.stringify([
        ...computed.map(({ check, evidence }) => ({ item: computedChecks[check], answer: `是（${evidence}）`, computed: true })),
        ...asked.map(({ check, answer }) => ({ item: askedChecks[check].question, answer: answers[answer], computed: false })),
      ]),
      restriction,
      analystIds: release.analystIds,
      buyerId: release.buyerId,
      receiverIds: release.receiverIds,
      decidedBy: actor.id,
      decidedAt: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sign(tx, actor, signature, { meaning: releaseActions.release.signs, table: 'release_decision', id: decision.id })

  await setRetestDay(tx, lot, retestOn)
  if (lot.state !== 'released') await setLotState(tx, lot, 'released')
  await moveToZone(tx, actor, lot, {
    zone: 'released',
    placeId,
    document: { kind: 'release_decision', id: decision.id, no: releaseNo },
    occurredAt: now.toISOString(),
  })
  await recordTrace(tx, actor, [
    {
      lotId: lot.id,
      kind: 'released',
      occurredAt: now.toISOString(),
      documentNo: releaseNo,
      publicFacts: { reportNo: release.reportNo, verdict: '符合规定', releasedOn: today },
      privateFacts: { retestOn, restriction },
    },
  ])
  await notify(tx, actor, {
    duty: '15:create',
    title: `${lot.name} ${lot.lotNo} 已放行，可以投料`,
    body: restriction,
    page: '/yuanliao-kucun',
    q: lot.lotNo,
    about: { table: 'lot', id: lot.id, asks: 'charge' },
  })
  return releaseRowOf(tx, id)
}

/** A material may limit how often the life of its lots is made longer; a retest that ended late takes more than one of them. */
function refuseBeyondLimit({ used, now, limit }: ReleaseFile['extensions']): void {
  if (limit !== null && now > 0 && used + now > limit)
    throw new Refusal('retest_limit', [{ path: 'retestOn', message: `已延长 ${used} 次，本次须延长 ${now} 次，最多 ${limit} 次` }])
}
