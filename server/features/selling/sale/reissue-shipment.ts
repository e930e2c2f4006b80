import { reissueMeaning } from '#contract/cases/correction.ts'
import { present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { deliveryNoteNo } from '#contract/selling/sale.ts'
import { correctRecord, type ApprovedCorrection, type Patch } from '#kernel/correction.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { noticeAdded } from '#server/features/cases/recall/notice-added.ts'
import { boxKey, bringCodesBack, readBoxes, setCodeState } from '#server/features/packing/codes/code-spans.ts'
import { unboxed } from '#server/features/packing/packaging/unbox-packs.ts'
import { recordTrace, type TraceEvent } from '#server/features/tracing/trace/record-trace.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { readStock, stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { bringHome, drawFrom, takeBackDraws } from '#server/features/warehouse/stock/rebook-birth.ts'
import { outside, packsOfShipment, within } from './named-packs.ts'
import type { LotRun } from './pick-sale.ts'

/** What a shipment counts of a lot, before its correction and after. `id` is that of its line; none where the paper did not name the lot. */
export type CountedLine = {
  id: string | undefined
  lot: Lot
  packSpecId: string
  /** kg per pack */
  net: string
  was: number
  is: number
}

type Shipment = {
  id: string
  shipmentNo: string
  orderNo: string
  state: 'shipped' | 'delivered' | 'partly_delivered' | 'refused'
  noteVersion: number
  customerName: string
  province: string
  city: string
  departedAt: string
  arrivedAt: string | null
  receiver: string | null
}

type Reissue = {
  shipment: Shipment
  lines: readonly CountedLine[]
  moved: { stayed: readonly LotRun[]; went: readonly LotRun[] }
  /** The boxes that were named, and those that named packs lie in. */
  boxes: readonly { rangeId: string; index: number }[]
}

/** The counts of a line, as a correction writes them. */
export const linePatch = (id: string, { net, is }: Pick<CountedLine, 'net' | 'is'>): Patch => ({
  table: 'shipment_line',
  id,
  values: { packs: is, quantity: exact(net).times(is).toFixed() },
})

const documentOf = ({ id, correctionNo }: ApprovedCorrection) => ({ kind: 'correction', id, no: correctionNo })

/** What follows from a corrected shipment: codes, boxes, ledger and history, and the paper anew, signed by the approver. */
export async function reissueShipment(tx: Tx, actor: Actor, correction: ApprovedCorrection, reissue: Reissue): Promise<void> {
  const { shipment, lines, moved } = reissue
  const document = documentOf(correction)
  const opened = await openedBoxes(tx, reissue)
  await bringCodesBack(tx, actor, moved.stayed, { document, reason: `更正：未随 ${shipment.shipmentNo} 发出` })
  await setCodeState(tx, actor, moved.went, 'shipped', { document, reason: `更正：随 ${shipment.shipmentNo} 发出` })
  for (const { lotId, leaving } of opened) await (await unboxed(tx, lotId, leaving)).write(tx, actor, document)
  for (const line of lines.filter(({ is, was }) => is !== was)) {
    if (line.id === undefined) await addLine(tx, actor, correction, shipment, line)
    await rebook(tx, actor, correction, shipment, line)
  }
  await recordTrace(
    tx,
    actor,
    lines.flatMap((line) => eventsOf(tx.now(), correction, shipment, line)),
  )
  await sign(tx, actor, correction.signature, { meaning: reissueMeaning, table: 'shipment', id: shipment.id })
  await noticeAdded(tx, actor, shipment.id)
  const noteNo = deliveryNoteNo(shipment.shipmentNo, shipment.noteVersion + 1)
  for (const duty of ['110:ship', '110:create'] as const)
    await notify(tx, actor, {
      duty,
      title: `出库单 ${shipment.shipmentNo} 已更正，随货同行单换发为 ${noteNo}`,
      body: correction.reason,
      page: '/yinpian-xiaoshou',
      q: shipment.orderNo,
    })
}

/**
 * The packs that part from their box, lot by lot: those that stayed of a box that went otherwise, and those that went out of a box that is still
 * in the house. A box whose packs all stayed or all went stays closed.
 */
async function openedBoxes(tx: Tx, { shipment, moved: { stayed, went }, boxes }: Reissue): Promise<{ lotId: string; leaving: LotRun[] }[]> {
  const distinct = [...new Map(boxes.map((box) => [boxKey(box), box])).values()]
  const gone = [...outside(await packsOfShipment(tx, shipment.id), stayed), ...went]
  const leaving = [...(await readBoxes(tx, distinct)).values()].flatMap((content) => {
    const [back, out] = [within(stayed, content), within(went, content)]
    const others = outside(outside(content, back), out)
    const wentOn = [...within(others, gone), ...out]
    const inHouse = [...others.filter(({ state }) => state === 'in_stock' || state === 'activated'), ...back]
    return [...(wentOn.length > 0 ? back : []), ...(inHouse.length > 0 ? out : [])]
  })
  return [...Map.groupBy(leaving, ({ lotId }) => lotId)].map(([lotId, runs]) => ({
    lotId,
    leaving: runs.toSorted((one, other) => one.rangeId.localeCompare(other.rangeId) || one.first - other.first),
  }))
}

/** A lot that the paper did not name gets a line of nothing, which the correction then counts. */
async function addLine(
  tx: Tx,
  actor: Actor,
  correction: ApprovedCorrection,
  shipment: Shipment,
  { lot, packSpecId, ...counts }: CountedLine,
): Promise<void> {
  const { id } = await tx
    .insertInto('shipmentLine')
    .values({ enterpriseId: actor.enterpriseId, shipmentId: shipment.id, lotId: lot.id, packSpecId, packs: 0, quantity: '0' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await correctRecord(tx, correction.id, linePatch(id, counts))
}

/** Takes back what the ledger says left of a lot, and books what did. What stayed lies in the bin it was taken from, or where the rest of the lot lies now. */
async function rebook(
  tx: Tx,
  actor: Actor,
  correction: ApprovedCorrection,
  shipment: Shipment,
  { lot, net, is }: CountedLine,
): Promise<void> {
  const document = documentOf(correction)
  const corrections = await tx
    .selectFrom('correction')
    .select('id')
    .where('recordId', '=', shipment.id)
    .where('state', '=', 'approved')
    .execute()
  const before = await stockInBins(tx, lot.id)
  const drawn = await takeBackDraws(tx, actor, {
    lotId: lot.id,
    kinds: ['ship'],
    documentIds: [shipment.id, ...corrections.map(({ id }) => id)],
    document,
    reason: correction.reason,
  })
  // The bins that it was drawn from come first: they end as they are now, but for the difference.
  const bins = (await stockInBins(tx, lot.id))
    .map(({ placeId, quantity }) => ({ bin: placeId, left: exact(quantity) }))
    .toSorted((one, other) => Number(drawn.includes(other.bin)) - Number(drawn.includes(one.bin)))
  const entry = { lotId: lot.id, document, reason: correction.reason, occurredAt: shipment.departedAt }
  const quantity = exact(net).times(is)
  const taken = drawFrom(bins, quantity.toFixed())
  const booked = taken.reduce((sum, part) => sum.plus(part.quantity), exact('0'))
  if (!booked.equals(quantity)) throw new Refusal('short_stock', [{ path: 'changes.went', message: `${lot.lotNo} 在库不足` }])
  await moveStock(
    tx,
    actor,
    taken.map((part) => ({ ...entry, ...part, to: { only: 'customer' }, kind: 'ship' })),
  )
  const left = bins.filter(({ bin }) => drawn.includes(bin) && !before.some(({ placeId }) => placeId === bin))
  await bringHome(tx, actor, { lot, home: before[0]?.placeId, left, entry, path: 'changes.stayed' })
  const { onHand, reserved } = await readStock(tx, lot.id)
  if (exact(reserved).greaterThan(onHand))
    throw new Refusal('short_stock', [{ path: 'changes.went', message: `${lot.lotNo} 的在库成品已预留给其他销售单，请先收回分配` }])
}

/** What the history of a lot tells. The public reads of it only whether a delivery reached that region, so a line that comes or goes tells that. */
function eventsOf(now: Date, correction: ApprovedCorrection, shipment: Shipment, { lot, net, is, was }: CountedLine): TraceEvent[] {
  const facts = { customer: shipment.customerName, order: shipment.orderNo, packs: is, quantity: exact(net).times(is).toFixed() }
  const region = { province: shipment.province, city: shipment.city }
  const corrected: TraceEvent = {
    lotId: lot.id,
    kind: 'corrected',
    occurredAt: now.toISOString(),
    documentNo: correction.correctionNo,
    publicFacts: is === 0 ? { withdrawn: shipment.shipmentNo } : {},
    privateFacts: { reason: correction.reason, ...facts },
  }
  if (was > 0) return [corrected]
  const shared = { lotId: lot.id, documentNo: shipment.shipmentNo, publicFacts: region }
  return [
    corrected,
    { ...shared, kind: 'shipped', occurredAt: shipment.departedAt, privateFacts: facts },
    ...(shipment.state === 'shipped'
      ? []
      : [
          {
            ...shared,
            kind: 'delivered' as const,
            occurredAt: present(shipment.arrivedAt),
            privateFacts: { customer: shipment.customerName, packs: is, receiver: shipment.receiver },
          },
        ]),
  ]
}
