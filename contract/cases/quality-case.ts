import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { z } from 'zod'

/** 质量事件: one object for what went wrong or is to change. Further kinds come with their own issues (OOS, deviation, CAPA, complaint). */
export const caseKinds = {
  /** A lot that was used has lost its release; everything made of it is looked at, lot by lot. */
  impact: '影响评估',
  /** Something that many records rest on is to become another, after a second person and from a day on. */
  change: '变更',
} as const
export const caseKind = keyOf(caseKinds, '没有这种质量事件')

export const caseState = z.enum(['open', 'closed'], '没有这种状态')
export type CaseState = z.infer<typeof caseState>
export const caseLooks: Record<CaseState, StateLook> = {
  open: { label: '处理中', tone: 'warning' },
  closed: { label: '已关闭', tone: 'good' },
}
