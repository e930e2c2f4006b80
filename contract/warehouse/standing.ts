import { z } from 'zod'
import { keyOf } from '#contract/kernel/key-of.ts'
import { id } from '#contract/kernel/values.ts'

/**
 * What can speak against a lot, the worst first. `reaches` says whether it also speaks against what was made of the lot: always, never, or as
 * was chosen when the hold was placed. The database computes the same in `lot_reasons` (server/db/definitions/standing.sql).
 */
export const standingReasons = {
  recall: { label: '召回', reaches: 'always' },
  rejected: { label: '不合格', reaches: 'always' },
  regulator: { label: '监管锁定', reaches: 'always' },
  withdrawn: { label: '放行已撤回', reaches: 'always' },
  oos: { label: 'OOS未结案', reaches: 'always' },
  impact: { label: '影响评估中', reaches: 'never' },
  freeze: { label: '质量冻结', reaches: 'chosen' },
  deviation: { label: '偏差未关闭', reaches: 'chosen' },
  complaint: { label: '投诉调查中', reaches: 'chosen' },
  doc_missing: { label: '资料不全', reaches: 'never' },
  // A day that passes later says nothing about what was made before.
  expired: { label: '已过有效期', reaches: 'never' },
  retest_due: { label: '已到复验期', reaches: 'never' },
  not_released: { label: '未放行', reaches: 'never' },
} as const satisfies Record<string, { label: string; reaches: 'always' | 'never' | 'chosen' }>
export type ReasonKind = keyof typeof standingReasons

/** One reason against a lot, and the lot it comes from: itself, or an ancestor. */
export const standingReason = z.strictObject({
  kind: keyOf(standingReasons),
  lotId: id,
  lotNo: z.string(),
  lotName: z.string(),
  isOwn: z.boolean(),
})
export type StandingReason = z.infer<typeof standingReason>

/** A reason as a person reads it: 原料 YL2603050102 当归：不合格. */
export const reasonText = ({ kind, lotNo, lotName, isOwn }: StandingReason): string =>
  isOwn ? standingReasons[kind].label : `来源批 ${lotNo} ${lotName}：${standingReasons[kind].label}`
