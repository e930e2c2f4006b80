import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, instant, listOf, listQuery, optionalText, rowVersion, signature, sortBy, text } from '#contract/kernel/values.ts'
import { fileDigest, fileName } from '#contract/office/attachment.ts'
import { lotState } from '#contract/warehouse/lot.ts'
import { addDays } from '#contract/warehouse/shelf-life.ts'
import { inspectionState } from './inspection.ts'
import { labelNumber } from './reagent.ts'

/** 检验仪器 (domain §2.2, §2.12): used only while its latest calibration is good on the day of the test. */

export const instrumentState = z.enum(['in_use', 'out_of_service'], '没有这个状态')
export type InstrumentState = z.infer<typeof instrumentState>
export const instrumentLooks: Record<InstrumentState, StateLook> = {
  in_use: { label: '在用', tone: 'good' },
  out_of_service: { label: '停用', tone: 'neutral' },
}

export const calibrationResults = { pass: '合格', fail: '不合格' } as const
export const calibrationResult = keyOf(calibrationResults, '请选择校准结论')

/** How the calibration of an instrument stands on a day. */
export const calibrationLooks = {
  good: { label: '有效', tone: 'good' },
  soon: { label: '30天内到期', tone: 'warning' },
  overdue: { label: '已过期', tone: 'bad' },
  failed: { label: '校准不合格', tone: 'bad' },
  never: { label: '未校准', tone: 'bad' },
} as const satisfies Record<string, StateLook>
export type CalibrationStanding = keyof typeof calibrationLooks

export function calibrationStanding(
  { calibrationResult: result, dueOn }: Pick<InstrumentRow, 'calibrationResult' | 'dueOn'>,
  today: string,
): CalibrationStanding {
  if (result === null) return 'never'
  if (result === 'fail' || dueOn === null) return 'failed'
  if (dueOn < today) return 'overdue'
  return dueOn <= addDays(today, 30) ? 'soon' : 'good'
}

/** What is wrong with the days of a calibration or service, or undefined. `on` is the field of the day on which it was done. */
export function serviceFault(
  { doneOn, result, nextDue }: { doneOn: string; result: string; nextDue: string | null },
  { on, what }: { on: string; what: string },
  today: string,
): { path: string; message: string } | undefined {
  if (doneOn > today) return { path: on, message: `${what}日期不能晚于今天` }
  if (result === 'pass' && nextDue === null) return { path: 'nextDue', message: `请填写下次${what}日期` }
  if (result === 'fail' && nextDue !== null) return { path: 'nextDue', message: `不合格的${what}没有下次${what}日期` }
  return nextDue !== null && nextDue <= doneOn ? { path: 'nextDue', message: `下次${what}日期须晚于${what}日期` } : undefined
}

const instrumentRow = z.strictObject({
  id,
  number: z.string(),
  name: z.string(),
  model: z.string(),
  serialNo: z.string(),
  place: z.string(),
  intervalMonths: z.int(),
  state: instrumentState,
  stopReason: z.string().nullable(),
  /** Of the latest calibration. */
  calibratedOn: day.nullable(),
  calibrationResult: calibrationResult.nullable(),
  dueOn: day.nullable(),
  rowVersion: z.int(),
})
export type InstrumentRow = z.infer<typeof instrumentRow>

export const instrumentActions = {
  edit: { label: '修改', duty: '36:manage', from: ['in_use', 'out_of_service'], to: 'in_use', stays: true },
  calibrate: { label: '登记校准', duty: '36:manage', from: ['in_use', 'out_of_service'], to: 'in_use', stays: true, signs: '校准结论' },
  takeOut: { label: '停用', duty: '36:manage', from: ['in_use'], to: 'out_of_service', signs: '仪器停用' },
  takeBack: { label: '恢复使用', duty: '36:manage', from: ['out_of_service'], to: 'in_use', signs: '仪器恢复使用' },
} satisfies Record<string, Action<InstrumentRow>>

const calibrationRow = z.strictObject({
  id,
  calibratedOn: day,
  result: calibrationResult,
  certificateNo: z.string(),
  calibratedBy: z.string(),
  nextDue: day.nullable(),
  remark: z.string(),
  certificate: z.string().nullable(),
  /** The case that a failed one opened. */
  caseNo: z.string().nullable(),
  recordedByName: z.string(),
  recordedAt: instant,
})
export type CalibrationRow = z.infer<typeof calibrationRow>

/** A result that was measured with an instrument, and where its lot stands now. */
const instrumentUse = z.strictObject({
  id,
  usedOn: day,
  inspectionId: id,
  requestNo: z.string(),
  inspectionState,
  lotNo: z.string(),
  lotName: z.string(),
  lotState,
  itemName: z.string(),
  value: z.string(),
  analystName: z.string(),
})
export type InstrumentUse = z.infer<typeof instrumentUse>

const fields = {
  name: text(60),
  model: optionalText(60),
  serialNo: optionalText(60),
  place: optionalText(60),
  intervalMonths: z.int('请填写校准周期').min(1, '至少1个月').max(60, '最多60个月'),
}
const one = z.strictObject({ id })
export const instrumentApi = {
  list: endpoint({
    method: 'GET',
    path: '/instruments',
    right: '37',
    summary: '检验仪器及其校准',
    input: listQuery.extend({
      state: instrumentState.optional(),
      /** Those that must not be used today, or only for 30 days more. */
      due: z.enum(['unfit', 'soon'], '没有这种选择').optional(),
      sort: sortBy(['number', 'name', 'dueOn'], 'number'),
    }),
    output: listOf(instrumentRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/instruments/{id}',
    right: '37',
    summary: '一台检验仪器，连同校准记录',
    input: one,
    output: instrumentRow.extend({ calibrations: z.array(calibrationRow) }),
    refusals: ['not_found'],
  }),
  uses: endpoint({
    method: 'GET',
    path: '/instruments/{id}/uses',
    right: '37',
    summary: '仪器的使用记录；给出一次不合格校准的，是上次合格以来用过它的全部结果',
    input: listQuery.extend({ id, calibrationId: id.optional(), sort: sortBy(['usedOn'], '-usedOn') }),
    output: listOf(instrumentUse),
    refusals: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/instruments',
    right: '36:manage',
    summary: '登记检验仪器；编号以后不能更改',
    input: z.strictObject({ number: labelNumber, ...fields }),
    output: instrumentRow,
    refusals: ['instrument_number_taken'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/instruments/{id}',
    right: '36:manage',
    summary: '修改检验仪器的登记',
    input: z.strictObject({ id, rowVersion, ...fields }),
    output: instrumentRow,
    refusals: ['not_found', 'stale'],
  }),
  calibrate: endpoint({
    method: 'POST',
    path: '/instruments/{id}/calibrations',
    right: '36:manage',
    summary: '登记一次校准并签名；不合格的开偏差，列出上次合格以来用过它的全部结果，并告知QA',
    input: z.strictObject({
      id,
      calibratedOn: day,
      result: calibrationResult,
      certificateNo: text(60),
      calibratedBy: text(80),
      /** Of one that passed. */
      nextDue: day.nullable(),
      remark: optionalText(300),
      /** The certificate: a file that this person has just handed in. It becomes an attachment of the instrument. */
      certificate: z.strictObject({ digest: fileDigest, name: fileName }).optional(),
      signature,
    }),
    output: instrumentRow.extend({ calibrationId: id, suspectResults: z.int(), caseNo: z.string().nullable() }),
    refusals: ['not_found', 'wrong_password', 'file_unknown'],
  }),
  takeOut: endpoint({
    method: 'POST',
    path: '/instruments/{id}/take-out',
    right: '36:manage',
    summary: '仪器停用并签名；停用后不能用于检验',
    input: z.strictObject({ id, reason: text(200), signature }),
    output: instrumentRow,
    refusals: ['not_found', 'wrong_state', 'wrong_password'],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/instruments/{id}/take-back',
    right: '36:manage',
    summary: '仪器恢复使用并签名',
    input: z.strictObject({ id, reason: text(200), signature }),
    output: instrumentRow,
    refusals: ['not_found', 'wrong_state', 'wrong_password'],
  }),
}
