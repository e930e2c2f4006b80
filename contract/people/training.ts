import { z } from 'zod'
import type { Action, Actor } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  choiceQuery,
  day,
  decimalOut,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  person,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

/** 培训记录: what a person was taught, by whom, and whether they passed. An authorisation rests on one that was passed. */

export const trainingResults = { passed: '合格', failed: '不合格' } as const
export const trainingResult = keyOf(trainingResults, '请选择考核结果')

const trainingState = z.enum(['kept', 'voided'], '没有这个状态')
export const trainingLooks: Record<z.infer<typeof trainingState>, StateLook> = {
  kept: { label: '有效', tone: 'good' },
  voided: { label: '已作废', tone: 'neutral' },
}
export const trainingStates = trainingState.options

const trainingRow = z.strictObject({
  id,
  state: trainingState,
  person,
  /** What kind of training it is; empty of what was recorded before there were kinds. */
  kind: z.string(),
  kindLabel: z.string(),
  course: z.string(),
  heldOn: day,
  /** By the rule of its kind when it was recorded; null where it holds without end. */
  validUntil: day.nullable(),
  classHours: decimalOut,
  trainer: z.string(),
  result: trainingResult,
  remark: z.string(),
  /** The change before which it was held. */
  change: z.strictObject({ id, caseNo: z.string() }).nullable(),
  recordedBy: person,
  recordedAt: instant,
  voidReason: z.string().nullable(),
})
export type TrainingRow = z.infer<typeof trainingRow>

export const trainingActions = {
  void: {
    label: '作废',
    duty: '31:qualify',
    from: ['kept'],
    to: 'voided',
    unless: (row, actor: Actor) => (row.person.id === actor.id ? 'records_own_training' : undefined),
  },
} satisfies Record<string, Action<TrainingRow>>

/** Hours of one training: half a day of an hour at least, ten weeks at most. */
const classHours = z
  .string('请填写学时')
  .regex(/^(0|[1-9]\d{0,2})(\.\d)?$/, { error: '请填写数字，最多1位小数', abort: true })
  .refine((given) => given !== '0' && given !== '0.0', '必须大于0')
  .refine((given) => given.length < 3 || given.startsWith('400') || !/^[4-9]\d\d/.test(given), '最多400学时')
  .refine((given) => !/^400\.[1-9]$/.test(given), '最多400学时')

/** How long a kind of training holds. */
const ruleRow = z.strictObject({
  kind: z.string(),
  label: z.string(),
  months: z.int().nullable(),
  serial: z.int(),
  reason: z.string(),
  changedByName: z.string().nullable(),
  approvedByName: z.string().nullable(),
  changedAt: instant.nullable(),
})
export type TrainingRule = z.infer<typeof ruleRow>

/** What the two sign who say how long a kind of training holds. */
export const trainingRuleMeanings = { change: '更改培训有效期', approve: '批准培训有效期' } as const

/** A colleague in use, for a field that names one. */
const colleague = person.extend({ userName: z.string(), post: z.string() })

export const trainingApi = {
  list: endpoint({
    method: 'GET',
    path: '/trainings',
    right: '31',
    summary: '培训记录',
    input: listQuery.extend({
      personId: id.optional(),
      state: trainingState.optional(),
      result: trainingResult.optional(),
      sort: sortBy(['heldOn', 'recordedAt'], '-heldOn'),
    }),
    output: listOf(trainingRow),
  }),
  people: endpoint({
    method: 'GET',
    path: '/trainings/people',
    right: '31',
    summary: '可以登记培训或授权的在用账号',
    input: choiceQuery,
    output: z.array(colleague),
  }),
  changes: endpoint({
    method: 'GET',
    path: '/trainings/changes',
    right: '31',
    summary: '已批准、还有人没有培训合格的变更',
    input: z.strictObject({}),
    output: z.array(z.strictObject({ id, caseNo: z.string(), subject: z.string(), people: z.array(person) })),
  }),
  record: endpoint({
    method: 'POST',
    path: '/trainings',
    right: '31:qualify',
    summary: '登记一个人的一次培训与考核结果；本人的由他人登记',
    input: z.strictObject({
      personId: id,
      /** A word of the dictionary (培训类别). */
      kind: text(40),
      course: text(100),
      heldOn: day,
      classHours,
      trainer: text(60),
      result: trainingResult,
      remark: optionalText(300),
      /** The change that asks for it; the person is one of those whom it names. */
      changeId: id.nullable().default(null),
    }),
    output: trainingRow,
    refusals: ['records_own_training', 'dictionary_item_unknown', 'training_of_other_change'],
  }),
  rules: endpoint({
    method: 'GET',
    path: '/training-rules',
    right: '31',
    summary: '各类培训的有效期，由企业自定；没有设的长期有效',
    input: z.strictObject({}),
    output: z.array(ruleRow),
  }),
  setRule: endpoint({
    method: 'POST',
    path: '/training-rules',
    right: '31:qualify',
    summary: '更改一类培训的有效期，由第二人会签；此后登记的培训按新的计算，以前的不变',
    input: z.strictObject({
      kind: text(40),
      /** Of the last change that the person saw; 0 where there was none. */
      serial: z.int('请刷新后重试').min(0, '请刷新后重试').max(1_000_000, '请刷新后重试'),
      months: z.int('请填写月数').min(1, '至少1个月').max(120, '最多120个月').nullable(),
      reason: text(200),
      signature,
      approver: secondSignature,
    }),
    output: z.array(ruleRow),
    refusals: ['stale', 'dictionary_item_unknown'],
  }),
  void: endpoint({
    method: 'POST',
    path: '/trainings/{id}/void',
    right: '31:qualify',
    summary: '作废登记错的培训记录；以它为依据的授权随即暂停，待批准的退回',
    input: z.strictObject({ id, reason: text(200) }),
    output: trainingRow,
    refusals: ['not_found', 'wrong_state', 'records_own_training'],
  }),
}
