import { z } from 'zod'
import { keyOf } from '#contract/kernel/key-of.ts'
import { decimalOut, id } from '#contract/kernel/values.ts'

/**
 * 换包装 (decision 0107): packs of a released lot whose packaging is damaged, mislabelled or of the wrong size are opened and their content is packed anew,
 * as another pack lot of the same batch, which is released by itself.
 */

/** Why packs are packed anew; their content is good, else they are disposed of. */
export const repackGrounds = { damaged: '包装破损', mislabelled: '标签差错', resized: '改换规格' } as const
export const repackGround = keyOf(repackGrounds, '请选择换包装的缘由')
export type RepackGround = z.infer<typeof repackGround>

/** The meaning with which QA signs, beside the approver. */
export const repackMeaning = '批准换包装'

/** What a repack is of: its packs by the serials on the rolls that they were packed with. */
export const repackOrder = z.strictObject({
  ground: repackGround,
  reason: z.string(),
  specName: z.string(),
  packUnit: z.string(),
  /** kg per pack */
  netQuantity: decimalOut,
  /** How many are to be opened. */
  packs: z.int(),
  runs: z.array(z.strictObject({ runNo: z.string(), first: z.int(), last: z.int() })),
  /** Where the lot lies now. */
  bins: z.array(z.strictObject({ id, code: z.string(), name: z.string() })),
  /** QA, beside the approver. */
  approvedByName: z.string().nullable(),
})
export type RepackOrder = z.infer<typeof repackOrder>

/** The packs that are opened, by the labels they have: BQ26030101 第 3～5 号. */
export const repackRuns = ({ runs }: Pick<RepackOrder, 'runs'>): string =>
  runs.map(({ runNo, first, last }) => `${runNo} 第 ${first === last ? first : `${first}～${last}`} 号`).join('；')
