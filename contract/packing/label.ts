import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { day } from '#contract/kernel/values.ts'

/** What a label says (《中药饮片标签管理规定》, domain §1.3): a snapshot that nobody types at the printer. */
export const labelText = z.strictObject({
  /** 产品属性 */
  attribute: z.literal('中药饮片'),
  name: z.string(),
  spec: z.string(),
  /** 药材产地, to the county */
  origin: z.string(),
  manufacturer: z.string(),
  address: z.string(),
  phone: z.string(),
  licenceNo: z.string(),
  batchNo: z.string(),
  producedOn: day,
  expiresOn: day,
  /** 装量 of one pack */
  net: z.string(),
  packUnit: z.string(),
  packsPerBox: z.int(),
  standard: z.string(),
  storage: z.string(),
  /** 炮制辅料, where any was used */
  auxiliary: z.string(),
  /** 特殊标识: 毒, or nothing */
  mark: z.string(),
  /** 检验员 of the batch, beside the mark of quality on a box. Labels approved before it was kept have none. */
  inspector: z.string().default(''),
})
export type LabelText = z.infer<typeof labelText>

/** 装量 as printed: grams below a kilogram, else kilograms. */
export function netContent(kg: string): string {
  const net = new Decimal(kg)
  return net.lessThan(1) ? `${net.times(1000)}g` : `${net}kg`
}

// [up to this many grams, allowed shortage as a share of the net content, or in grams]
const shortages: readonly (readonly [grams: number, allowed: { share: string } | { grams: string }])[] = [
  [50, { share: '0.09' }],
  [100, { grams: '4.5' }],
  [200, { share: '0.045' }],
  [300, { grams: '9' }],
  [500, { share: '0.03' }],
  [1000, { grams: '15' }],
  [10_000, { share: '0.015' }],
  [15_000, { grams: '150' }],
]

/** 单件允许短缺量 of a pack of `grams` net content, in grams (JJF 1070, table 3). */
export function allowedShortage(grams: Decimal): Decimal {
  const [, allowed] = shortages.find(([upTo]) => grams.lessThanOrEqualTo(upTo)) ?? [0, { share: '0.01' }]
  return 'share' in allowed ? grams.times(allowed.share) : new Decimal(allowed.grams)
}
