import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { CorrectedValue } from '#contract/cases/corrected-value.ts'
import { deliveryNoteNo } from '#contract/selling/sale.ts'
import type { DeliveryNote } from '#contract/selling/shipment.ts'
import type { saleApi } from '#contract/selling/sale-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { signaturesOf } from './queries.ts'

/** 随货同行单: the paper that goes with the goods, with the data of the moment they left (药品经营质量管理规范 第七十三条; 产地 for decoction pieces). */
export const printDeliveryNote: Handler<typeof saleApi.deliveryNote> = async (tx, actor, { id }): Promise<DeliveryNote> => {
  const order = await tx
    .selectFrom('salesOrder')
    .innerJoin('account', 'account.id', 'salesOrder.createdBy')
    .select(['salesOrder.orderNo', 'account.name as createdBy'])
    .where('salesOrder.id', '=', id)
    .executeTakeFirst()
  if (order === undefined) throw new Refusal('not_found')
  const shipment = await tx
    .selectFrom('shipment')
    .selectAll()
    .select(sql<CorrectedValue[]>`corrections_of('shipment', id)`.as('corrections'))
    .where('orderId', '=', id)
    .executeTakeFirst()
  if (shipment === undefined) throw new Refusal('wrong_state')
  const supplier = await tx
    .selectFrom('enterprise')
    .select(['name', 'licenceNo', 'address', 'phone'])
    .where('id', '=', actor.enterpriseId)
    .executeTakeFirstOrThrow()
  const { transportMode, carrier, vehicleNo, driver, driverPhone, temperature } = shipment
  const { shipmentNo, noteVersion } = shipment
  return {
    shipmentNo,
    noteNo: deliveryNoteNo(shipmentNo, noteVersion),
    replaces: noteVersion === 1 ? null : deliveryNoteNo(shipmentNo, noteVersion - 1),
    ...order,
    supplier,
    customer: {
      name: shipment.customerName,
      licenceNo: shipment.licenceNo,
      address: addressText(shipment),
      contact: shipment.contact,
      phone: shipment.phone,
    },
    shippedOn: dayInShanghai(new Date(shipment.departedAt)),
    lines: await noteLines(tx, shipment.id),
    packs: shipment.packs,
    quantity: shipment.quantity,
    corrections: shipment.corrections,
    ...{ transportMode, carrier, vehicleNo, driver, driverPhone, temperature },
    signatures: (await signaturesOf(tx, id)).map(({ comment: _, ...shown }) => shown),
  }
}

const addressText = ({ province, city, address }: { province: string; city: string; address: string }) =>
  `${province}${city === province ? '' : city}${address}`

/** One line for each lot, with the origin of the herb it was made from. */
async function noteLines(tx: Tx, shipmentId: string): Promise<DeliveryNote['lines']> {
  const { rows } = await sql<DeliveryNote['lines'][number]>`
    select lot.name, spec.name as spec, lot.batch_no, lot.lot_no, lot.born_on as produced_on, lot.expires_on, line.packs, spec.pack_unit, line.quantity, corrections_of('shipment_line', line.id) as corrections,
      coalesce((with recursive source(id) as (
          select lot.id union select e.from_lot_id from source join lot_edge e on e.to_lot_id = source.id and e.role = 'main')
        select string_agg(distinct concat(raw.province, nullif(raw.city, raw.province), raw.county), '、') from source join raw_lot raw on raw.id = source.id), '') as origin
    from shipment_line line join lot on lot.id = line.lot_id join pack_spec spec on spec.id = line.pack_spec_id
    where line.shipment_id = ${shipmentId} order by lot.name, lot.lot_no`.execute(tx)
  return rows
}
