import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { decimalOut, id, optionalText, quantity } from '#contract/kernel/values.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import { agreedOrigin } from './origin.ts'

const unitPrice = z.string('请填写单价').regex(/^(0|[1-9]\d{0,7})(\.\d{1,4})?$/, '请填写单价，最多4位小数')

const mostOrderable = new Decimal(999_999)

/** What may be ordered, and turned away, in one line. */
export const lineQuantity = quantity.refine((value) => mostOrderable.greaterThanOrEqualTo(value), '数量不能超过999999')

/** What the buyer writes on an order line. Crude drugs have an agreed origin, other goods none. */
export const purchaseLineInput = z.strictObject({
  materialId: id,
  grade: optionalText(40),
  agreedOrigin: agreedOrigin.nullable(),
  quantity: lineQuantity,
  unitPrice: unitPrice.nullable(),
})

/** A line of an order as it is read, with what has arrived of it. */
export const purchaseLine = z.strictObject({
  id,
  lineNo: z.int(),
  materialId: id,
  materialName: z.string(),
  unit: materialUnit,
  /** Only an order of before names a standard; every other lot is tested by all that are in force that day. */
  standardName: z.string().nullable(),
  grade: z.string(),
  agreedOrigin: z.strictObject({ province: z.string(), city: z.string(), county: z.string() }).nullable(),
  quantity: decimalOut,
  received: decimalOut,
  unitPrice: decimalOut.nullable(),
})
export type PurchaseLine = z.infer<typeof purchaseLine>
