import { z } from 'zod'
import { zone } from '#contract/warehouse/movement.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import { count, countOrZero, id, instant, optionalText, secondSignature, signature, text } from '#contract/kernel/values.ts'

/**
 * 包材 of a packaging order (decision 0096): what its packs and boxes take, what was issued of which lot, and the account of each lot at the end: issued = used +
 * spoiled + destroyed + sampled + returned + lost.
 */

/** What packer and keeper sign when pieces go to the line, come back, and are accounted for. */
export const materialIssueMeaning = '领用包材'
export const materialHandOverMeaning = '发出包材'
export const materialReturnMeaning = '退包材'
export const materialTakeBackMeaning = '收回包材'
export const materialAccountMeaning = '包材结算'

export const packMaterialEntryKinds = { issue: '领用', give_back: '退料', account: '结算' } as const

/** What one pack or one box takes of a material. */
export const packPer = z.enum(['pack', 'box'], '请选择每袋或每箱')
export const packPerLabels = { pack: '每袋', box: '每箱' } as const

/** The parts that pieces of a lot are accounted in. */
export const pieceParts = { used: '使用', spoiled: '损坏', destroyed: '剩余销毁', sampled: '取样', returned: '退回', lost: '遗失' } as const
export type PiecePart = keyof typeof pieceParts

/** What an order needs of a material, and what of it there is. */
export const neededMaterial = z.strictObject({
  materialId: id,
  name: z.string(),
  unit: materialUnit,
  perPack: z.int(),
  perBox: z.int(),
  /** For the planned packs. */
  needed: z.int(),
  /** Pieces that may be issued now, of any lot. */
  available: z.int(),
  issued: z.int(),
})
export type NeededMaterial = z.infer<typeof neededMaterial>

/** A lot of an order: what went to the line and what became of it. */
export const pieceAccount = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  materialId: id,
  name: z.string(),
  unit: materialUnit,
  /** The zone that takes back what is returned, by the state of the lot now. */
  zone,
  issued: z.int(),
  used: z.int(),
  spoiled: z.int(),
  destroyed: z.int(),
  sampled: z.int(),
  returned: z.int(),
  lost: z.int(),
  /** Still on the line. */
  out: z.int(),
})
export type PieceAccount = z.infer<typeof pieceAccount>

export const packMaterialEntry = z.strictObject({
  id,
  kind: z.enum(['issue', 'give_back', 'account']),
  lotNo: z.string(),
  issued: z.int(),
  used: z.int(),
  spoiled: z.int(),
  destroyed: z.int(),
  sampled: z.int(),
  returned: z.int(),
  lost: z.int(),
  reason: z.string(),
  enteredByName: z.string(),
  secondByName: z.string(),
  enteredAt: instant,
})
export type PackMaterialEntry = z.infer<typeof packMaterialEntry>

/** A lot that may be issued to an order now, the first due first. */
export const issuableLot = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  materialId: id,
  name: z.string(),
  unit: materialUnit,
  available: z.int(),
  bins: z.array(z.string()),
})
export type IssuableLot = z.infer<typeof issuableLot>

const distinct = (lots: readonly { lotId: string }[]) => new Set(lots.map(({ lotId }) => lotId)).size === lots.length

/** Pieces of lots that go to the line. */
export const materialIssueInput = z.strictObject({
  id,
  lots: z
    .array(z.strictObject({ lotId: id, pieces: count }))
    .min(1, '请至少选择一批包材')
    .max(30, '一次最多30批')
    .refine(distinct, '同一批只写一行'),
  reason: optionalText(200),
  signature,
  /** The keeper who hands them over. */
  keeper: secondSignature,
})

/** Pieces that leave the line before the account: back to a bin, broken, destroyed, or nowhere to be found. */
export const materialReturnInput = z.strictObject({
  id,
  lotId: id,
  returned: countOrZero,
  spoiled: countOrZero.default(0),
  destroyed: countOrZero.default(0),
  lost: countOrZero.default(0),
  /** The bin that takes back what is returned: of the zone of the lot's state. */
  placeId: id.optional(),
  reason: text(200),
  signature,
  keeper: secondSignature,
})

/** The account of one lot when the packing is finished. */
const pieceAccountInput = z.strictObject({
  lotId: id,
  used: countOrZero,
  spoiled: countOrZero.default(0),
  destroyed: countOrZero.default(0),
  sampled: countOrZero.default(0),
  returned: countOrZero.default(0),
  lost: countOrZero.default(0),
  placeId: id.optional(),
})
export type PieceAccountInput = z.output<typeof pieceAccountInput>
export const pieceAccountsInput = z.array(pieceAccountInput).max(60, '包材批次太多').refine(distinct, '同一批只写一行').default([])

/** All that an account explains. */
export const accountedFor = ({ used, spoiled, destroyed, sampled, returned, lost }: Record<PiecePart, number>): number =>
  used + spoiled + destroyed + sampled + returned + lost
