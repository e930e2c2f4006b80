import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { decimalOut, id, instant, optionalText, text } from '#contract/kernel/values.ts'

/**
 * 向监管部门报告 (domain §2.11): how a recall gets on, by the clock of its class, and within ten working days of its end the final report. What was reported is
 * kept with the figures of that moment (decision 0074).
 */

export const reportStages = { progress: '进展报告', final: '总结报告' } as const
export const reportStage = keyOf(reportStages, '请选择报告种类')

/** Within how many working days of its end the final report of a recall is due. Saturdays and Sundays are none; public holidays are not known here. */
const finalWithin = 10

/** The last day for the final report of a recall that ended on `day`. */
export function finalDay(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  for (let left = finalWithin; left > 0;) {
    at.setUTCDate(at.getUTCDate() + 1)
    if (at.getUTCDay() % 6 !== 0) left--
  }
  return at.toISOString().slice(0, 10)
}

export const recallReport = z.strictObject({
  id,
  stage: reportStage,
  authority: z.string(),
  documentNo: z.string(),
  sentAt: instant,
  note: z.string(),
  customers: z.int(),
  unanswered: z.int(),
  shipped: decimalOut,
  recoveredPercent: decimalOut,
  knownPercent: decimalOut,
  recordedBy: z.string(),
  recordedAt: instant,
  takesBack: id.nullable(),
  isTakenBack: z.boolean(),
})
export type RecallReport = z.infer<typeof recallReport>

export const recallReportApi = {
  report: endpoint({
    method: 'POST',
    path: '/recalls/{id}/reports',
    right: '37:decide',
    summary: '登记向监管部门的报告：召回中按级别报进展，结束后10个工作日内报总结；同时保存当时的数字',
    input: z.strictObject({
      id,
      stage: reportStage,
      authority: text(100),
      documentNo: optionalText(60),
      sentAt: instant,
      note: text(500),
    }),
    output: z.strictObject({ id }),
    refusals: ['not_found', 'wrong_state', 'report_of_other_stage', 'report_again'],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/recalls/{id}/reports/{reportId}/take-back',
    right: '37:decide',
    summary: '冲销一条误登记的报告，由另一人操作；期限按其余报告重新计算',
    input: z.strictObject({ id, reportId: id, reason: text(300) }),
    output: z.strictObject({ id }),
    refusals: ['not_found', 'wrong_state', 'report_taken_back', 'report_own'],
  }),
}
