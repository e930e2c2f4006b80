import type { z } from 'zod'
import type { packagingChanges } from '#contract/cases/correction-changes.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'
import { askedOf, type ApprovedCorrection, type CorrectionPlan, type Patch } from '#kernel/correction.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { sizeOf } from '#tools/ranges.ts'
import { neverLeft, takeCodesOut, type CodeRun } from '#server/features/packing/codes/code-spans.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { placeHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLots, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, placesOfKind, type Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { readStock, stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { bringHome, drawFrom, rebookBirth, takeBackDraws } from '#server/features/warehouse/stock/rebook-birth.ts'
import { namedCodes, runsOfOrder } from './named-labels.ts'
import { openLabelCase } from './open-label-case.ts'
import { unboxed, type Unboxing } from './unbox-packs.ts'
import { massesOf } from './weigh-packs.ts'

type Changes = z.output<typeof packagingChanges>

/** Whether what is read is to be changed in this transaction, or only shown. */
type Purpose = 'change' | 'show'

/** A packaging record with its lots, its specification and the runs of its labels. The lots and the order are locked. */
async function readRecord(tx: Tx, id: string, purpose: Purpose) {
  const found = await tx
    .selectFrom('packagingRecord')
    .innerJoin('packagingOrder', (join) =>
      join
        .onRef('packagingOrder.enterpriseId', '=', 'packagingRecord.enterpriseId')
        .onRef('packagingOrder.id', '=', 'packagingRecord.packagingOrderId'),
    )
    .select(['packagingRecord.lotId', 'packagingRecord.bulkLotId', 'packagingRecord.packagingOrderId', 'packagingOrder.repackOf'])
    .where('packagingRecord.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  // What was packed: the batch, or of a repack the lot of which packs were opened.
  const sourceId = found.repackOf ?? found.bulkLotId
  const lots = await readLots(tx, [found.lotId, sourceId], purpose)
  const order = await tx
    .selectFrom('packagingOrder')
    .select(['id', 'packSpecId', 'orderNo'])
    .where('id', '=', found.packagingOrderId)
    .$if(purpose === 'change', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  const record = await tx.selectFrom('packagingRecord').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const spec = await tx
    .selectFrom('packSpec')
    .select(['netQuantity', 'packUnit'])
    .where('id', '=', order.packSpecId)
    .executeTakeFirstOrThrow()
  const runs = await runsOfOrder(tx, order.id)
  return { record, order, spec, runs, lot: lotOf(lots, found.lotId), source: lotOf(lots, sourceId) }
}

/** The lots, locked where what is read is to be changed in this transaction. */
const readLots = (tx: Tx, ids: readonly string[], purpose: Purpose): Promise<Lot[]> =>
  purpose === 'change' ? lockLots(tx, ids) : tx.selectFrom('lot').selectAll().where('id', 'in', ids).execute()

type Packaging = Awaited<ReturnType<typeof readRecord>>
type Record = Packaging['record']

function lotOf(lots: readonly Lot[], id: string): Lot {
  const lot = lots.find((one) => one.id === id)
  if (lot === undefined) throw new Error(`lot ${id} is gone`) // it was just locked
  return lot
}

const subjectOf = ({ lot, order }: Packaging) => `${lot.name} ${lot.lotNo} 包装 ${order.orderNo}`

const countsOf = ({ packs, charged, remainder, loss, labelsSpoiled, labelsDestroyed, labelsSampled, labelsLost }: Record) => ({
  packs,
  charged,
  remainder,
  loss,
  spoiled: labelsSpoiled,
  destroyed: labelsDestroyed,
  sampled: labelsSampled,
  lost: labelsLost,
})

/** What the form of a correction shows of a packaging record. */
export async function correctablePackaging(tx: Tx, id: string) {
  const packaging = await readRecord(tx, id, 'show')
  const counts = Object.entries(countsOf(packaging.record))
  return {
    subject: subjectOf(packaging),
    values: Object.fromEntries(counts.map(([field, value]) => [field, String(value)])),
    runs: packaging.runs.map(({ runNo, first, last }) => ({ runNo, labels: last - first + 1 })),
  }
}

/**
 * What a correction of a packaging record does: packs, masses and labels, and with them the codes, the boxes, the pack lot and what the batch
 * gave. Fewer packs only: a code that was voided is void for ever.
 */
export async function planPackagingCorrection(tx: Tx, id: string, changes: Changes, reason: string): Promise<CorrectionPlan> {
  const packaging = await readRecord(tx, id, 'change')
  const { record, spec, lot } = packaging
  const { notPacked = [], ...counted } = changes
  const was = countsOf(record)
  const is = { ...was, ...counted }
  refuseOtherCharge(record, is)
  await checkPacks(tx, packaging, is.packs)
  checkLabels(record, is, notPacked)
  const masses = massesOf(spec.netQuantity, is)
  if (exact(masses.accounted).greaterThan(is.charged))
    throw new Refusal('packed_more_than_charged', [
      { path: 'changes.charged', message: `领用 ${exact(is.charged).toFixed()} kg，合计 ${masses.accounted} kg` },
    ])
  await checkDrawn(tx, packaging, is)
  const gone = await codesOf(tx, packaging, notPacked)
  const unboxing = await unboxed(tx, lot.id, gone)
  const boxes = record.boxes - sizeOf(unboxing.empty)
  return {
    subject: subjectOf(packaging),
    lotId: lot.id,
    lotIds: [lot.id],
    asked: askedOf(changes, was),
    patches: [
      {
        table: 'packaging_record',
        id,
        values: {
          packs: is.packs,
          boxes,
          charged: is.charged,
          packed: masses.packed,
          remainder: is.remainder,
          loss: is.loss,
          balance: masses.balance,
          ...(masses.isDeviation && record.deviation === '' && { deviation: `更正后物料平衡 ${masses.balance}%：${reason}`.slice(0, 500) }),
          labels_used: is.packs,
          labels_spoiled: is.spoiled,
          labels_destroyed: is.destroyed,
          labels_sampled: is.sampled,
          labels_lost: is.lost,
          codes_activated: is.packs,
          codes_voided: record.labelsIssued - is.packs,
        },
      },
      ...(await lotPatches(tx, packaging, { packs: is.packs, packed: masses.packed, boxes })),
    ],
    async follow(within, actor, correction) {
      await takeOutPacks(within, actor, correction, { lot, gone, unboxing })
      await rebook(within, actor, correction, { packaging, packed: masses.packed, lost: masses.loss })
      if (masses.isDeviation && !isOutside(packaging))
        await placeHold(within, actor, {
          lotId: lot.id,
          kind: 'deviation',
          reason: `更正 ${correction.correctionNo} 后包装物料平衡 ${masses.balance}%`,
        })
      if (is.lost > record.labelsLost)
        await openLabelCase(within, actor, { order: packaging.order, lot, lost: is.lost, issued: record.labelsIssued })
      await recordTrace(within, actor, [
        {
          lotId: lot.id,
          kind: 'corrected',
          occurredAt: tx.now().toISOString(),
          documentNo: correction.correctionNo,
          privateFacts: {
            reason: correction.reason,
            packs: is.packs,
            boxes,
            packed: masses.packed,
            remainder: is.remainder,
            loss: masses.loss,
            balance: masses.balance,
          },
        },
      ])
    },
  }
}

const isOutside = ({ record, spec }: Packaging) => massesOf(spec.netQuantity, record).isDeviation

/** Packs that are spoken for are not counted anew, and there are never more of them; the database says the same of the pack lot. */
async function checkPacks(tx: Tx, { record, lot }: Packaging, packs: number): Promise<void> {
  if (packs === record.packs) return
  if (packs > record.packs) throw new Refusal('packs_not_added', [{ path: 'changes.packs', message: `最多 ${record.packs}` }])
  const { reserved } = await readStock(tx, lot.id)
  if (exact(reserved).greaterThan(0)) throw new Refusal('packs_allocated')
}

type Counts = ReturnType<typeof countsOf>

/** What was opened for a repack is counted in packs, and nothing of it is left over. */
function refuseOtherCharge({ openedPacks, charged, remainder }: Record, is: Counts): void {
  if (openedPacks === null) return
  for (const [field, before] of [
    ['charged', charged],
    ['remainder', remainder],
  ] as const)
    if (!exact(is[field]).equals(before))
      throw new Refusal('repack_charge_kept', [{ path: `changes.${field}`, message: `${exact(before).toFixed()} kg` }])
}

/** No more was drawn of the batch than there was: what the record draws now and what still lies in bins bound it. */
async function checkDrawn(tx: Tx, { record, source }: Packaging, { charged, remainder }: Counts): Promise<void> {
  const { onHand } = await readStock(tx, source.id)
  const most = exact(record.charged).minus(record.remainder).plus(onHand)
  if (exact(charged).minus(remainder).greaterThan(most))
    throw new Refusal('correction_exceeds_stock', [{ path: 'changes.charged', message: `领用减零头最多 ${most.toFixed()} kg` }])
}

/** I13 holds afterwards, too; and every pack that never was names its label. */
function checkLabels(
  record: Record,
  { packs, spoiled, destroyed, sampled, lost }: Counts,
  notPacked: NonNullable<Changes['notPacked']>,
): void {
  const together = packs + spoiled + destroyed + sampled + lost
  const errors: FieldError[] = []
  if (together !== record.labelsIssued)
    errors.push({ path: 'changes.destroyed', message: `领用 ${record.labelsIssued} 张，合计 ${together} 张` })
  const named = notPacked.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  if (named !== record.packs - packs)
    errors.push({ path: 'changes.notPacked', message: `应指明 ${record.packs - packs} 张未装袋的标签，已指明 ${named} 张` })
  if (errors.length > 0) throw new Refusal('labels_unreconciled', errors)
}

/** The codes of the named labels, joined: each of this order, each once, each counted as a pack of the lot that is in the house. */
async function codesOf(tx: Tx, { runs, lot }: Packaging, notPacked: NonNullable<Changes['notPacked']>): Promise<CodeRun[]> {
  const gone = namedCodes(runs, notPacked, 'changes.notPacked')
  for (const { rangeId, first, last } of gone) {
    const spans = await tx
      .selectFrom('codeSpan')
      .select(['state', 'lotId'])
      .where('rangeId', '=', rangeId)
      .where('firstIndex', '<=', last)
      .where('lastIndex', '>=', first)
      .execute()
    if (!spans.every((span) => span.lotId === lot.id && neverLeft.includes(span.state)))
      throw new Refusal('code_not_in_stock', [{ path: 'changes.notPacked', message: '其中有标签未记作成品，或成品已经发出' }])
  }
  return gone
}

/** What the pack lot and its release say of the count. */
async function lotPatches(
  tx: Tx,
  { record, lot }: Packaging,
  { packs, packed, boxes }: { packs: number; packed: string; boxes: number },
): Promise<Patch[]> {
  if (packs === record.packs) return []
  const releases = await tx.selectFrom('packRelease').select('id').where('lotId', '=', lot.id).orderBy('id').execute()
  return [
    { table: 'pack_lot', id: lot.id, values: { packs, boxes } },
    { table: 'lot', id: lot.id, values: { quantity: packed } },
    ...releases.map((release): Patch => ({ table: 'pack_release', id: release.id, values: { packs, quantity: packed } })),
  ]
}

/** The codes that were never on a pack become void and leave their boxes; a box that holds nothing then is void, too. */
async function takeOutPacks(
  tx: Tx,
  actor: Actor,
  correction: ApprovedCorrection,
  { lot, gone, unboxing }: { lot: Lot; gone: readonly CodeRun[]; unboxing: Unboxing },
): Promise<void> {
  if (gone.length === 0) return
  const document = documentOf(correction)
  await takeCodesOut(tx, actor, gone, { lotId: lot.id, document, reason: '更正：标签未装袋' })
  await unboxing.write(tx, actor, document)
}

const documentOf = ({ id, correctionNo }: ApprovedCorrection) => ({ kind: 'correction', id, no: correctionNo })

type Rebooked = { packaging: Packaging; packed: string; lost: string }

/**
 * Books what the batch gave and what became of it anew, and takes the wrong entries back. What the batch did not give after all lies where the
 * batch lies now.
 */
async function rebook(
  tx: Tx,
  actor: Actor,
  correction: ApprovedCorrection,
  { packaging: { record, spec, source, lot, order }, packed, lost }: Rebooked,
): Promise<void> {
  const was = massesOf(spec.netQuantity, record)
  const hasOtherPacks = !exact(packed).equals(was.packed)
  const hasOtherLoss = !exact(lost).equals(was.loss)
  if (!hasOtherPacks && !hasOtherLoss) return
  const document = documentOf(correction)
  const earlier = await tx.selectFrom('correction').select('id').where('recordId', '=', record.id).where('state', '=', 'approved').execute()
  const before = await stockInBins(tx, source.id)
  const drawn = await takeBackDraws(tx, actor, {
    lotId: source.id,
    kinds: [...(hasOtherPacks ? ['pack_input' as const] : []), ...(hasOtherLoss ? ['pack_loss' as const] : [])],
    documentIds: [order.id, ...earlier.map(({ id }) => id)],
    document,
    reason: correction.reason,
  })
  const stock = await stockInBins(tx, source.id)
  // The bins that it was drawn from come first: they end as they are now, but for the difference.
  const bins = stock
    .map(({ placeId, quantity }) => ({ bin: placeId, left: exact(quantity) }))
    .toSorted((a, b) => Number(drawn.includes(b.bin)) - Number(drawn.includes(a.bin)))
  const { transformation, loss } = await placesOfKind(tx, 'transformation', 'loss')
  const shared = { lotId: source.id, document, reason: correction.reason, occurredAt: record.finishedAt }
  const wanted = { packed: hasOtherPacks ? packed : '0', lost: hasOtherLoss ? lost : '0' }
  const taken: Movement[] = [
    ...drawFrom(bins, wanted.packed).map((part): Movement => ({ ...shared, ...part, to: transformation, kind: 'pack_input' })),
    ...drawFrom(bins, wanted.lost).map((part): Movement => ({ ...shared, ...part, to: loss, kind: 'pack_loss' })),
  ]
  const booked = taken.reduce((sum, { quantity }) => sum.plus(quantity), exact('0'))
  if (!booked.equals(exact(wanted.packed).plus(wanted.lost))) throw new Refusal('correction_exceeds_stock')
  await moveStock(tx, actor, taken)
  await bringHome(tx, actor, {
    lot: source,
    home: before[0]?.placeId,
    left: bins.filter(({ bin }) => drawn.includes(bin) && !before.some(({ placeId }) => placeId === bin)),
    entry: shared,
    path: 'changes.packs',
  })
  if (hasOtherPacks) await rebookBirth(tx, actor, { lotId: lot.id, quantity: packed, document, reason: correction.reason })
  const after = await readStock(tx, source.id)
  if (exact(after.reserved).greaterThan(after.onHand)) throw new Refusal('short_stock')
}
