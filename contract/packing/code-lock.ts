import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { id, instant, rowVersion, secondSignature, signature, text } from '#contract/kernel/values.ts'
import { scannedText } from './scanned-code.ts'

/** 监管锁定 of single packs (domain §2.3, level 单码): the authority names a pack or a box; its neighbours may be sold (decision 0082). */

/** What is signed when packs are locked, and by the two who lift it. */
export const lockMeaning = '监管锁定单码'
export const unlockMeaning = '解除单码锁定'
/** Who signs beside quality assurance that a lock is lifted. */
export const unlockSecond = '13:approve'

export const codeLock = z.strictObject({
  id,
  authorityNo: z.string(),
  reason: z.string(),
  placedBy: z.string(),
  placedAt: instant,
  packs: z.int(),
  /** Null while it lasts. */
  lifted: z.strictObject({ by: z.string(), second: z.string(), at: instant, conclusion: z.string(), evidence: z.string() }).nullable(),
  rowVersion: z.int(),
})
export type CodeLock = z.infer<typeof codeLock>

export const codeLockApi = {
  place: endpoint({
    method: 'POST',
    path: '/code-locks',
    right: '37:decide',
    summary: '监管锁定一袋或一箱：按监管部门通知书，锁定后不能发出、不能重新入库、不能换签，扫码显示已锁定；签名',
    input: z.strictObject({ code: scannedText, authorityNo: text(100), reason: text(300), signature }),
    output: codeLock,
    refusals: ['code_unknown', 'code_not_in_use', 'wrong_password'],
  }),
  lift: endpoint({
    method: 'POST',
    path: '/code-locks/{id}/lift',
    right: '37:decide',
    summary: '解除单码的监管锁定：写明结论与依据，两人签名',
    input: z.strictObject({ id, rowVersion, conclusion: text(300), evidence: text(300), signature, approver: secondSignature }),
    output: codeLock,
    refusals: [
      'not_found',
      'stale',
      'not_held',
      'hold_own_work',
      'wrong_password',
      'signer_unknown',
      'signer_lacks_duty',
      'same_person',
      'deputy_of_first',
      'program_cannot_lift',
    ],
  }),
}
