import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { optionalText } from '#contract/kernel/values.ts'
import { oosCase } from '#contract/laboratory/inspection-file.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'

/**
 * 检验结果超标调查 (domain §2.7, §2.11, I6): a value that fails or looks wrong opens a case when it is saved. Phase I, by another person than the analyst,
 * looks for an error of the laboratory; only a proved one makes the value invalid. Otherwise quality assurance decides, after retests whose number
 * and analyst are fixed beforehand. No value is ever taken away.
 */

/** What opened it: a value outside the standard (or parallels that disagree), one outside the firm's own limit, or an analyst who mistyped. */
export const oosKinds = { oos: '检验结果超标', oot: '检验结果超趋势', slip: '录入差错' } as const
export const oosKind = keyOf(oosKinds, '没有这种调查')

export const oosState = oosCase.shape.state
export type OosState = z.infer<typeof oosState>

export const oosLooks: Record<OosState, StateLook> = {
  open: { label: '待实验室调查', tone: 'warning' },
  checked: { label: '待QA裁定', tone: 'warning' },
  invalidated: { label: '原结果无效，待重做', tone: 'active' },
  retesting: { label: '复检中', tone: 'active' },
  retested: { label: '复检完成，待QA裁定', tone: 'warning' },
  corrected: { label: '已更正录入', tone: 'neutral' },
  repeated: { label: '已重做', tone: 'neutral' },
  accepted: { label: '调查后接受', tone: 'good' },
  confirmed: { label: '确认不合格', tone: 'bad' },
}

/** While a case is in one of these, its lot is held and its inspection is neither submitted nor reported. */
export const openOosStates = ['open', 'checked', 'invalidated', 'retesting', 'retested'] as const satisfies readonly OosState[]

/** 实验室调查: what the second person looks at, one by one. */
export const oosChecks = {
  sample: '样品：编号、外观、称样与处理',
  instrument: '仪器：状态与参数',
  calculation: '计算与录入',
  solutions: '对照品与标准溶液',
  calibration: '校准与系统适用性',
  method: '是否偏离检验方法',
} as const

export type OosCheck = keyof typeof oosChecks

const checkAnswer = z.strictObject({ ok: z.boolean('请选择正常或异常'), note: optionalText(200) })

export const oosChecklist = z.strictObject({
  sample: checkAnswer,
  instrument: checkAnswer,
  calculation: checkAnswer,
  solutions: checkAnswer,
  calibration: checkAnswer,
  method: checkAnswer,
})
export type OosChecklist = z.infer<typeof oosChecklist>

/** What phase I found. */
export const oosFindings = { none: '未发现差错', laboratory_error: '实验室差错', sampling_error: '取样差错', slip: '录入差错' } as const
export const oosFinding = keyOf(oosFindings, '请选择调查结论')
export type OosFinding = z.infer<typeof oosFinding>

/** The part of a case on which it depends who may do what to it. */
export type OosStanding = {
  state: OosState
  kind: z.infer<typeof oosKind>
  finding: OosFinding | null
  /** Everybody who wrote a value of the inspection. */
  analystIds: readonly string[]
  checkedBy: string | null
  retestAnalyst: string | null
}

const analysesIt = ({ analystIds, retestAnalyst }: OosStanding, actor: { id: string }) =>
  analystIds.includes(actor.id) || retestAnalyst === actor.id ? ('analyst_investigates' as const) : undefined

const decidesAlone = (row: OosStanding, actor: { id: string }) =>
  analysesIt(row, actor) ?? (row.checkedBy === actor.id ? ('checker_decides' as const) : undefined)

const actionsUnder = (duty: { test: Duty; review: Duty }) =>
  ({
    check: {
      label: '实验室调查',
      duty: duty.review,
      from: ['open'],
      awaitedIn: ['open'],
      to: 'checked',
      orTo: ['corrected', 'open'],
      signs: '实验室调查',
      unless: analysesIt,
    },
    invalidate: {
      label: '判原结果无效',
      duty: '13:decide',
      from: ['checked'],
      awaitedIn: ['checked'],
      to: 'invalidated',
      signs: '判原结果无效',
      unless: (row, actor) =>
        row.finding === 'laboratory_error' || row.finding === 'sampling_error' ? decidesAlone(row, actor) : 'no_error_proved',
    },
    approveRetest: {
      label: '批准复检',
      duty: '13:decide',
      from: ['checked'],
      awaitedIn: ['checked'],
      to: 'retesting',
      signs: '批准复检',
      unless: decidesAlone,
    },
    // The one who was to test again is ill, or has left: another, before there is any value.
    reassign: {
      label: '改派复检人',
      duty: '13:decide',
      from: ['retesting'],
      to: 'retesting',
      signs: '改派复检人',
      unless: decidesAlone,
    },
    retest: {
      label: '复检',
      duty: duty.test,
      from: ['retesting'],
      awaitedIn: ['retesting'],
      to: 'retested',
      signs: '复检结果属实',
      unless: (row, actor) => (row.retestAnalyst === actor.id ? undefined : 'other_retests'),
    },
    decide: {
      label: '裁定',
      duty: '13:decide',
      // Where nothing is left to test again, the failure is confirmed without retests.
      from: ['checked', 'retesting', 'retested'],
      awaitedIn: ['checked', 'retested'],
      to: 'confirmed',
      orTo: ['accepted'],
      signs: 'OOS裁定',
      unless: decidesAlone,
    },
  }) satisfies Record<string, Action<OosStanding>>

export const oosActions: Record<InspectionSide, ReturnType<typeof actionsUnder>> = {
  raw: actionsUnder({ test: '12:test', review: '12:review' }),
  bulk: actionsUnder({ test: '17:test', review: '17:review' }),
}
