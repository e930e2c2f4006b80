import { exact } from '#contract/kernel/exact-decimal.ts'
import { present } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { PackCondition } from '#contract/selling/return.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { sizeOf } from '#tools/ranges.ts'
import { findCodes, readBoxes, setCodeState, type FoundCode } from '#server/features/packing/codes/code-spans.ts'
import { unboxed } from '#server/features/packing/packaging/unbox-packs.ts'
import { outside, packsOfShipment, within } from '#server/features/selling/sale/named-packs.ts'
import { joinedPacks, type LotRun } from '#server/features/selling/sale/pick-sale.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, takeBin } from '#server/features/warehouse/stock/move-stock.ts'
import { moveCustody } from './custody.ts'

/** One scanned code, with the packs it stands for that are still with the customer of the shipment; of packs that were only counted the code is ''. */
export type ComingBack = Pick<FoundCode, 'code' | 'level'> & {
  path: string
  packs: LotRun[]
  box: { rangeId: string; index: number } | null
}

/** What scanned codes stand for in a return of a shipment: packs that left with it and have not come back (`code_not_shipped`). */
export async function codesComingBack(
  tx: Tx,
  masterKey: Uint8Array,
  shipmentId: string,
  codes: readonly string[],
  pathOf: (place: number) => string,
): Promise<ComingBack[]> {
  return (await codesOfShipments(tx, masterKey, [shipmentId], codes, pathOf)).get(shipmentId) ?? []
}

/** The same for several shipments: which packs of each code left with which of them. */
export async function codesOfShipments(
  tx: Tx,
  masterKey: Uint8Array,
  shipmentIds: readonly string[],
  codes: readonly string[],
  pathOf: (place: number) => string,
): Promise<Map<string, ComingBack[]>> {
  const found = await findCodes(tx, masterKey, codes)
  const left = new Map<string, LotRun[]>()
  for (const id of shipmentIds) left.set(id, await packsOfShipment(tx, id))
  const coming = new Map<string, ComingBack[]>(shipmentIds.map((id) => [id, []]))
  for (const [place, one] of found.entries()) {
    const path = pathOf(place)
    if (one === undefined) throw new Refusal('code_unknown', [{ path, message: '没有这个追溯码，请重新扫描' }])
    const out = one.packs.flatMap(({ rangeId, first, last, lotId, state }) =>
      lotId === null || state !== 'shipped' ? [] : [{ rangeId, first, last, lotId }],
    )
    const box = one.level === 'box' ? { rangeId: one.rangeId, index: one.index } : one.box
    const parts = [...left].map(([id, runs]) => ({ id, packs: within(out, runs) })).filter(({ packs }) => packs.length > 0)
    if (parts.length === 0) throw new Refusal('code_not_shipped', [{ path, message: `${one.code} 没有随这张出库单发出，或已经退回` }])
    for (const { id, packs } of parts) coming.get(id)?.push({ code: one.code, level: one.level, path, packs, box })
  }
  return coming
}

type Arrival = { placeId: string; position: string; arrivedAt: string; transport: string; appearance: string }
type Coming = {
  /** The return that the goods come in with; its number is the position's unless another is given. */
  document: { id: string; no: string }
  shipment: { id: string; customerName: string }
  arrival: Arrival
  items: readonly { condition: PackCondition; codes: readonly ComingBack[] }[]
  /** Where the packs were: with the customer, or on the way back since they were refused. Of each lot, first the latter. */
  returning: ReadonlyMap<string, number>
  reason: string
}

/**
 * Goods come into the 退货区: each return into a position of its own. The ledger, the codes, the boxes and the history follow. Returns the receipt and
 * how many packs of each lot came.
 */
export async function bringBack(tx: Tx, actor: Actor, coming: Coming): Promise<{ receiptId: string; packs: Map<string, number> }> {
  const { document: returned, shipment, arrival, reason } = coming
  const document = { kind: 'customer_return' as const, ...returned }
  const all = coming.items.flatMap(({ codes }) => codes)
  const joined = joinedPacks(all)
  const lots = await lockLots(
    tx,
    joined.map(({ lotId }) => lotId),
  )
  const nets = await netsOf(
    tx,
    lots.map(({ id }) => id),
  )
  for (const { isToxic } of lots) await takeBin(tx, arrival.placeId, { zones: ['returned'], isToxic, path: 'placeId' })
  const receiptId = await writeReceipt(tx, actor, document, arrival)
  const packs = new Map<string, number>()
  for (const { condition, codes } of coming.items)
    for (const [lotId, runs] of Map.groupBy(joinedPacks(codes), (run) => run.lotId)) {
      const count = sizeOf(runs)
      packs.set(lotId, (packs.get(lotId) ?? 0) + count)
      const quantity = exact(present(nets.get(lotId)))
        .times(count)
        .toFixed()
      const item = await tx
        .insertInto('returnItem')
        .values({ enterpriseId: actor.enterpriseId, receiptId, lotId, condition, packs: count, quantity })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('returnCode')
        .values(
          runs.map(({ rangeId, first, last }) => ({
            enterpriseId: actor.enterpriseId,
            itemId: item.id,
            rangeId,
            firstIndex: first,
            lastIndex: last,
          })),
        )
        .execute()
      await moveStock(tx, actor, [
        {
          lotId,
          from: { only: 'customer' },
          to: arrival.placeId,
          quantity,
          kind: 'sales_return',
          document,
          reason,
          occurredAt: arrival.arrivedAt,
        },
      ])
    }
  await moveCustody(tx, actor, document, custodyOf(shipment.id, packs, coming.returning))
  await setCodeState(tx, actor, joined, 'returned', { document, reason })
  await openBoxes(tx, actor, document, all, joined)
  await recordTrace(
    tx,
    actor,
    [...packs].map(([lotId, count]) => ({
      lotId,
      kind: 'returned' as const,
      occurredAt: arrival.arrivedAt,
      documentNo: document.no,
      privateFacts: { customer: shipment.customerName, packs: count, reason },
    })),
  )
  return { receiptId, packs }
}

/** Of each lot, what was refused comes from its way back, what is beyond that from the customer. */
const custodyOf = (shipmentId: string, packs: ReadonlyMap<string, number>, returning: ReadonlyMap<string, number>) =>
  [...packs].flatMap(([lotId, count]) => {
    const refused = Math.min(count, returning.get(lotId) ?? 0)
    const step = { shipmentId, lotId, to: 'returned' as const }
    return [
      { ...step, packs: refused, from: 'returning' as const },
      { ...step, packs: count - refused, from: 'customer' as const },
    ]
  })

/** kg per pack of each lot. */
async function netsOf(tx: Tx, lotIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('lot')
    .innerJoin('packSpec', (join) =>
      join.onRef('packSpec.enterpriseId', '=', 'lot.enterpriseId').onRef('packSpec.id', '=', 'lot.packSpecId'),
    )
    .select(['lot.id', 'packSpec.netQuantity'])
    .where('lot.id', 'in', lotIds)
    .execute()
  return new Map(rows.map(({ id, netQuantity }) => [id, netQuantity]))
}

async function writeReceipt(
  tx: Tx,
  actor: Actor,
  document: { id: string; no: string },
  { position, ...arrival }: Arrival,
): Promise<string> {
  const written = await tx
    .insertInto('returnReceipt')
    .values({
      enterpriseId: actor.enterpriseId,
      returnId: document.id,
      position: position === '' ? document.no : position,
      ...arrival,
      receivedBy: actor.id,
      receivedAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return written.id
}

/** A box that came back whole stays closed. Of any other, the packs that came back lie in it no more. */
async function openBoxes(
  tx: Tx,
  actor: Actor,
  document: { kind: string; id: string; no: string },
  codes: readonly ComingBack[],
  came: readonly LotRun[],
): Promise<void> {
  const boxes = [...new Map(codes.flatMap(({ box }) => (box === null ? [] : [[`${box.rangeId}/${box.index}`, box] as const]))).values()]
  const leaving = [...(await readBoxes(tx, boxes)).values()].flatMap((content) => {
    const owned = content.flatMap(({ rangeId, first, last, lotId }) => (lotId === null ? [] : [{ rangeId, first, last, lotId }]))
    return outside(owned, came).length === 0 ? [] : within(owned, came)
  })
  // Nobody saw of which boxes the packs are whose codes cannot be read.
  leaving.push(...codes.filter(({ code }) => code === '').flatMap(({ packs }) => packs))
  for (const [lotId, runs] of [...Map.groupBy(leaving, (run) => run.lotId)].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const inOrder = runs.toSorted((one, other) => one.rangeId.localeCompare(other.rangeId) || one.first - other.first)
    await (await unboxed(tx, lotId, inOrder, `退货 ${document.no}：箱内已无成品`)).write(tx, actor, document)
  }
}
