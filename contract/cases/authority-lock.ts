import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import {
  choiceQuery,
  day,
  id,
  instant,
  listOf,
  listQuery,
  rowVersion,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

/**
 * 监管锁定 (domain §2.11) at its four levels. The enterprise and a product are locked here, a lot where it lies, a pack by its code. Each rests on a document of the
 * authority and is lifted on another one alone (decision 0092).
 */
export const lockLevels = { enterprise: '全企业', product: '产品', lot: '批次', code: '单码' } as const
export const lockLevel = keyOf(lockLevels, '没有这种锁定')

/** The levels that are placed and lifted in the register of locks. */
export const wideLevel = lockLevel.extract(['product', 'enterprise'], { error: '请选择锁定全企业或一个产品' })

/** What two persons sign, when it is placed and when it is lifted. */
export const authorityLockMeaning = '监管锁定'
export const authorityUnlockMeaning = '解除监管锁定'
/** Who signs beside quality assurance. */
export const authorityLockSecond = '13:approve'

const authorityLockRow = z.strictObject({
  id,
  level: lockLevel,
  /** The product, the lot, or the packs; '' of the whole enterprise. */
  subject: z.string(),
  /** '' of a lot that was held: its reason says whose document it was. */
  authority: z.string(),
  authorityNo: z.string(),
  orderedOn: day.nullable(),
  /** Until when, where the document says so; the day itself ends nothing. */
  untilOn: day.nullable(),
  reason: z.string(),
  placedBy: z.string(),
  placedSecondBy: z.string().nullable(),
  placedAt: instant,
  /** Null while it lasts. */
  lifted: z.strictObject({ by: z.string(), second: z.string().nullable(), at: instant, no: z.string(), conclusion: z.string() }).nullable(),
  rowVersion: z.int(),
})
export type AuthorityLockRow = z.infer<typeof authorityLockRow>

const placed = z.strictObject({ id })
const signers = ['same_person', 'signer_unknown', 'signer_lacks_duty', 'deputy_of_first', 'wrong_password'] as const

export const authorityLockApi = {
  list: endpoint({
    method: 'GET',
    path: '/authority-locks',
    right: '37',
    summary: '监管锁定登记：全企业、产品、批次、单码四级的锁定与解除',
    input: listQuery.extend({
      level: lockLevel.optional(),
      lasting: z.enum(['yes', 'no'], '请选择锁定中或已解除').optional(),
      sort: sortBy(['placedAt'], '-placedAt'),
    }),
    output: listOf(authorityLockRow),
  }),
  products: endpoint({
    method: 'GET',
    path: '/authority-locks/products',
    right: '37:decide',
    summary: '可以锁定的产品：按名称、编号或拼音首字母查找，每次最多30个',
    input: choiceQuery,
    output: z.array(z.strictObject({ id, name: z.string(), code: z.string() })),
  }),
  place: endpoint({
    method: 'POST',
    path: '/authority-locks',
    right: '37:decide',
    summary: '按监管部门文书锁定全企业或一个产品：领用、包装、发出立即停止，公开页面同时显示；两人签名',
    input: z
      .strictObject({
        level: wideLevel,
        productId: id.optional(),
        authority: text(100),
        authorityNo: text(100),
        orderedOn: day,
        untilOn: day.nullable().default(null),
        reason: text(300),
        signature,
        approver: secondSignature,
      })
      .refine(({ level, productId }) => (level === 'product') === (productId !== undefined), {
        message: '锁定产品时请选择产品，锁定全企业时不选',
        path: ['productId'],
      })
      .refine(({ orderedOn, untilOn }) => untilOn === null || untilOn >= orderedOn, {
        message: '截止日期不能早于文书日期',
        path: ['untilOn'],
      }),
    output: placed,
    refusals: ['not_found', ...signers],
  }),
  lift: endpoint({
    method: 'POST',
    path: '/authority-locks/{id}/lift',
    right: '37:decide',
    summary: '凭监管部门的解除文书解除全企业或产品的锁定，两人签名',
    input: z.strictObject({
      id,
      rowVersion,
      liftNo: text(100),
      liftOrderedOn: day,
      conclusion: text(300),
      signature,
      approver: secondSignature,
    }),
    output: placed,
    refusals: ['not_found', 'stale', 'not_held', 'lift_document_missing', 'program_cannot_lift', ...signers],
  }),
}
