import { z } from 'zod'
import { correctedValue } from '#contract/cases/corrected-value.ts'
import { day, decimalOut, id, instant } from '#contract/kernel/values.ts'
import { shownSignature } from '#contract/office/history.ts'

/** What left of a lot, as it is now; with what corrections changed. */
const shippedLine = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  batchNo: z.string(),
  goods: z.string(),
  expiresOn: day,
  packs: z.int(),
  packUnit: z.string(),
  quantity: decimalOut,
  corrections: z.array(correctedValue),
  /** Of these packs: refused and on the way back, missing, written off as lost, and come back. */
  returning: z.int(),
  claimed: z.int(),
  lost: z.int(),
  returned: z.int(),
})

/** How goods travel, in the words of the delivery note. */
export const transport = z.strictObject({
  transportMode: z.string(),
  carrier: z.string(),
  vehicleNo: z.string(),
  driver: z.string(),
  driverPhone: z.string(),
  temperature: z.string(),
})

/** How the goods of an order left, and what became of them at the customer's. */
export const saleShipment = z.strictObject({
  id,
  shipmentNo: z.string(),
  ...transport.shape,
  departedAt: instant,
  shippedBy: z.string(),
  receiver: z.string().nullable(),
  arrivedAt: instant.nullable(),
  exception: z.string().nullable(),
  exceptionNote: z.string().nullable(),
  /** The present edition of the delivery note. */
  noteNo: z.string(),
  packs: z.int(),
  quantity: decimalOut,
  corrections: z.array(correctedValue),
  lines: z.array(shippedLine),
})

/** 随货同行单 / 出库单 as the trade prints it (domain §2.10). */
export const deliveryNote = z.strictObject({
  shipmentNo: z.string(),
  /** The number of this edition; after a correction the note is issued anew in the place of the one before. */
  noteNo: z.string(),
  replaces: z.string().nullable(),
  orderNo: z.string(),
  supplier: z.strictObject({ name: z.string(), licenceNo: z.string(), address: z.string(), phone: z.string() }),
  customer: z.strictObject({ name: z.string(), licenceNo: z.string(), address: z.string(), contact: z.string(), phone: z.string() }),
  shippedOn: day,
  lines: z.array(
    z.strictObject({
      name: z.string(),
      spec: z.string(),
      batchNo: z.string(),
      lotNo: z.string(),
      origin: z.string(),
      producedOn: day,
      expiresOn: day,
      packs: z.int(),
      packUnit: z.string(),
      quantity: decimalOut,
      corrections: z.array(correctedValue),
    }),
  ),
  packs: z.int(),
  quantity: decimalOut,
  corrections: z.array(correctedValue),
  ...transport.shape,
  signatures: z.array(shownSignature.omit({ comment: true })),
  createdBy: z.string(),
})
export type DeliveryNote = z.infer<typeof deliveryNote>
