import { packLotActions, releaseChecks, type packLotApi } from '#contract/release/pack-lot.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { setLotState } from '#server/features/warehouse/lot/lot.ts'
import { together } from '#tools/together.ts'
import { openBreakdownCases } from '#server/features/making/asset/breakdowns.ts'
import { refuseWhileOpen } from '#server/features/cases/incident/open-incident.ts'
import { refuseHeld } from '#server/features/warehouse/lot/standing.ts'
import { packsInState, setCodeState } from '#server/features/packing/codes/code-spans.ts'
import { needAuthorisation } from '#server/features/people/authorisation/need-authorisation.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { computeChecks, subjectOf } from './compute-checks.ts'
import { moveToZone } from '#server/features/warehouse/stock/move-to-zone.ts'
import { takePackLot } from './take-pack-lot.ts'

/**
 * 成品放行: the 质量受权人, who neither tested nor made nor packed the lot, signs the sheet once every line passes (I5, GMP
 * 第二百三十条). The packs then lie in the released zone and their codes are in stock: they may be sold.
 */
export const releaseLot: Handler<typeof packLotApi.release> = async (tx, actor, input) => {
  const action = packLotActions.release
  const { row, lot } = await takePackLot(tx, actor, action, input.id)
  const [, , , breakdowns, subject] = await together([
    needAuthorisation(tx, actor, [{ activity: 'release', path: '' }]),
    refuseHeld(tx, lot, 'lot'),
    refuseWhileOpen(tx, { table: 'lot', id: lot.id }),
    openBreakdownCases(tx, 'u.packagingOrderId', row.packagingOrderId),
    subjectOf(tx, row),
  ])
  if (breakdowns.length > 0)
    throw new Refusal(
      'case_open',
      breakdowns.map((message) => ({ path: '', message })),
    )
  if (row.daysLeft < 0) throw new Refusal('lot_expired')
  const checklist = computeChecks(subject)
  const open = checklist.filter((line) => line.passed === false)
  const { report } = subject
  if (report === undefined || open.length > 0)
    throw new Refusal(
      'checklist_incomplete',
      open.map(({ item, note }) => ({ path: item, message: `${releaseChecks[item]}（${note}）` })),
    )

  const now = tx.now()
  const on = dayInShanghai(now)
  const releaseNo = await nextDocumentNo(tx, 'FX', on)
  const sheet = checklist.map((line) => (line.passed === null ? { ...line, passed: input.environmentOk, note: '质量受权人确认' } : line))
  const { id: reportId, analystIds, reportNo } = report
  const release = await tx
    .insertInto('packRelease')
    .values({
      enterpriseId: actor.enterpriseId,
      releaseNo,
      lotId: lot.id,
      bulkLotId: row.bulkLotId,
      reportId,
      decision: 'release',
      checklist: JSON.stringify(sheet),
      packs: row.packs,
      quantity: lot.quantity,
      analystIds,
      producerIds: row.producerIds,
      decidedBy: actor.id,
      decidedAt: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sign(tx, actor, input.signature, { meaning: action.signs, table: 'pack_release', id: release.id })

  const document = { kind: 'pack_release', id: release.id, no: releaseNo }
  const { state } = await setLotState(tx, lot, action.to)
  await moveToZone(tx, actor, lot, { zone: 'pack_released', placeId: input.placeId, document, occurredAt: now.toISOString() })
  await setCodeState(tx, actor, await packsInState(tx, lot.id, 'activated'), 'in_stock', { document })
  await recordTrace(tx, actor, [
    {
      lotId: lot.id,
      kind: 'released',
      occurredAt: now.toISOString(),
      documentNo: releaseNo,
      publicFacts: { decision: '放行', reportNo, on },
    },
  ])
  await notify(tx, actor, {
    duty: '110:create',
    title: `${lot.name} ${lot.lotNo} 可销售`,
    body: `${row.packs} ${row.packUnit}，保质期至 ${row.expiresOn}`,
    page: '/yinpian-kucun',
    q: lot.lotNo,
    about: { table: 'lot', id: lot.id, asks: 'sell' },
  })
  return { id: lot.id, state, releaseNo }
}
