import { randomUUIDv7 } from 'node:crypto'
import { Decimal } from 'decimal.js'
import type { Insertable } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { earliestExpiry, saleActions } from '#contract/selling/sale.ts'
import { type saleApi } from '#contract/selling/sale-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Schema } from '#server/db/schema.ts'
import { checkChoices } from '#server/features/office/dictionary/check-choices.ts'
import { documentNo, numberAtEnd } from '#kernel/number.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSigner, writeSignatures } from '#kernel/sign.ts'
import { refuseUnusable } from '#server/features/warehouse/lot/standing.ts'
import { readBoxes, setCodeState } from '#server/features/packing/codes/code-spans.ts'
import { unboxed } from '#server/features/packing/packaging/unbox-packs.ts'
import { endReservations, moveStock, type Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { stockOfLotsInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { joinRuns, withoutRuns } from '#tools/ranges.ts'
import { advanceSale, licensedCustomer, takeAllocations, takePickedSale } from './take-sale.ts'
import { together } from '#tools/together.ts'

type Allocation = Awaited<ReturnType<typeof takeAllocations>>[number]

/** 发运: licence, scope and lots are checked again, the goods leave the ledger for the customer, their codes become shipped. */
export const shipSale: Handler<typeof saleApi.ship> = async (tx, actor, { id, signature, ...transport }) => {
  const { picking, ...order } = await takePickedSale(tx, actor, saleActions.ship, id)
  if (picking.checkedAt === null) throw new Error(`sales order ${id} is ${order.state} and its picking was not checked`)
  const [, allocations] = await together([
    checkChoices(tx, 'transport_mode', 'label', [{ value: transport.transportMode, path: 'transportMode' }]),
    takeAllocations(tx, id),
  ])
  const lotIds = allocations.map(({ lotId }) => lotId)
  const [{ customer, address }, , bins] = await together([
    licensedCustomer(tx, { ...order, packSpecIds: allocations.map((one) => one.packSpecId) }),
    refuseUnsellable(tx, allocations),
    stockOfLotsInBins(tx, lotIds),
  ])
  const departedAt = occurredAt(tx, transport.departedAt, 'departedAt', { at: picking.checkedAt, what: '复核时间' })

  const signer = await proveSigner(actor, signature)
  const shipment = await writeShipment(
    tx,
    actor,
    {
      ...transport,
      departedAt,
      orderId: id,
      orderNo: order.orderNo,
      pickingId: picking.id,
      ...{
        customerId: customer.id,
        customerName: customer.name,
        licenceNo: customer.licenceNo,
        licenceValidUntil: customer.licenceValidUntil,
      },
      ...{ province: address.province, city: address.city, address: address.address, contact: address.contact, phone: address.phone },
      packs: allocations.reduce((sum, one) => sum + one.packs, 0),
      quantity: allocations.reduce((sum, one) => sum.plus(one.quantity), new Decimal(0)).toFixed(),
    },
    allocations,
  )
  await writeSignatures(tx, [{ signer, meaning: saleActions.ship.signs, table: 'shipment', id: shipment.id }])

  const document = { kind: 'shipment', id: shipment.id, no: shipment.shipmentNo.column }
  await moveStock(tx, actor, outOfBins(allocations, bins, { to: { only: 'customer' }, document, occurredAt: departedAt }))
  await endReservations(tx, { kind: 'sales_order', id })
  await shipCodes(tx, actor, picking.id, document)
  await recordTrace(
    tx,
    actor,
    allocations.map(({ lotId, packs, quantity }) => ({
      lotId,
      kind: 'shipped',
      occurredAt: departedAt,
      documentNo: shipment.shipmentNo.column,
      publicFacts: { province: address.province, city: address.city },
      privateFacts: { customer: customer.name, order: order.orderNo, packs, quantity },
    })),
  )
  return { ...(await advanceSale(tx, id, saleActions.ship)), shipmentId: shipment.id, shipmentNo: shipment.shipmentNo.told }
}

/** Refuses by lot number what the ledger would refuse at the entry, and a lot whose shelf life is no longer enough. */
async function refuseUnsellable(tx: Tx, allocations: readonly Allocation[]) {
  const earliest = earliestExpiry(dayInShanghai(tx.now()))
  await refuseUnusable(
    tx,
    allocations.map(({ lotId, lotNo }) => ({ id: lotId, lotNo, path: '' })),
  )
  for (const { lotNo, expiresOn } of allocations)
    if (expiresOn < earliest) throw new Refusal('shelf_life_short', [{ path: '', message: `${lotNo} 保质期至 ${expiresOn}` }])
}

type NewShipment = Omit<Insertable<Schema['shipment']>, 'enterpriseId' | 'shipmentNo' | 'shippedBy' | 'shippedAt'>

/** 出库单: what left and to whom, with the customer's data of this moment. */
async function writeShipment(tx: Tx, actor: Actor, shipment: NewShipment, allocations: readonly Allocation[]) {
  const id = randomUUIDv7()
  const shipmentNo = await numberAtEnd(tx, documentNo('CK', dayInShanghai(tx.now())))
  await tx.later(
    tx.insertInto('shipment').values({
      ...shipment,
      id,
      enterpriseId: actor.enterpriseId,
      shipmentNo: shipmentNo.column,
      shippedBy: actor.id,
      shippedAt: tx.now().toISOString(),
    }),
  )
  await tx.later(
    tx.insertInto('shipmentLine').values(
      allocations.map(({ lotId, packSpecId, packs, quantity }) => ({
        enterpriseId: actor.enterpriseId,
        shipmentId: id,
        lotId,
        packSpecId,
        packs,
        quantity,
      })),
    ),
  )
  return { id, shipmentNo }
}

/** The entries that take what is allocated of each lot out of its released bins to the customer, fullest bin first. */
function outOfBins(
  allocations: readonly Allocation[],
  bins: Awaited<ReturnType<typeof stockOfLotsInBins>>,
  entry: Pick<Movement, 'to' | 'document' | 'occurredAt'>,
): Movement[] {
  return allocations.flatMap(({ lotId, lotNo, quantity }) => {
    const movements: Movement[] = []
    let missing = new Decimal(quantity)
    for (const bin of bins.filter((bin) => bin.lotId === lotId && bin.zone === 'pack_released')) {
      const taken = Decimal.min(missing, bin.quantity)
      if (taken.isZero()) break
      movements.push({ lotId, from: bin.placeId, quantity: taken.toFixed(), kind: 'ship', ...entry })
      missing = missing.minus(taken)
    }
    if (!missing.isZero()) throw new Refusal('short_stock', [{ path: '', message: `${lotNo} 在合格区还缺 ${missing.toFixed()} kg` }])
    return movements
  })
}

/** The picked packs leave; boxes that were picked whole go with them, and a pack that was picked by itself lies in no box any more. */
async function shipCodes(tx: Tx, actor: Actor, pickingId: string, document: Movement['document']) {
  const picked = await tx
    .updateTable('pickingCode')
    .set({ isOpen: false })
    .where('pickingId', '=', pickingId)
    .returning(['level', 'rangeId', 'lotId', 'firstIndex as first', 'lastIndex as last'])
    .execute()
  const packs = picked.filter(({ level }) => level === 1)
  const boxes = picked.filter(({ level }) => level === 3).map(({ rangeId, first }) => ({ rangeId, index: first }))
  const [content] = await together([readBoxes(tx, boxes), setCodeState(tx, actor, packs, 'shipped', { document })])
  const boxed = [...content.values()].flat()
  const singles = packs.flatMap((run) => {
    const { joined } = joinRuns(boxed.filter(({ rangeId }) => rangeId === run.rangeId))
    return withoutRuns(run, joined)
  })
  for (const lotId of [...new Set(singles.map((run) => run.lotId))].toSorted()) {
    const { write } = await unboxed(
      tx,
      lotId,
      singles.filter((run) => run.lotId === lotId).toSorted((one, other) => one.first - other.first),
      '箱内成品已单独发出',
    )
    await write(tx, actor, document)
  }
}
