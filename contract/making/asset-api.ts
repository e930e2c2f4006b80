import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import {
  day,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  rowVersion,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'
import { calibrationResult } from '#contract/laboratory/instrument.ts'
import { assetKind, assetState, serviceKind, overdueRule, assetRow, assetRefusals, breakdownRow } from './asset.ts'

/** 校准 or 保养 as it was recorded, and what is said of it since. */
const serviceRow = z.strictObject({
  id,
  kind: serviceKind,
  doneOn: day,
  result: calibrationResult,
  doneBy: z.string(),
  certificateNo: z.string(),
  nextDue: day.nullable(),
  remark: z.string(),
  recordedBy: id,
  recordedByName: z.string(),
  recordedAt: instant,
  checkedByName: z.string().nullable(),
  voidReason: z.string().nullable(),
  voidedByName: z.string().nullable(),
})

/** 保养计划 as it was given each time. */
const planRow = z.strictObject({
  id,
  serial: z.int(),
  months: z.int().nullable(),
  content: z.string(),
  onOverdue: overdueRule,
  reason: z.string(),
  setByName: z.string(),
  approvedByName: z.string(),
  setAt: instant,
})

/** A change of state: said by a person, a certificate, or the beginning or end of a use. */
const changeRow = z.strictObject({
  id: z.string(),
  state: assetState,
  reason: z.string(),
  changedByName: z.string(),
  approvedByName: z.string().nullable(),
  changedAt: instant,
})

/** 使用日志: a batch that was made with it. */
const useRow = z.strictObject({
  id,
  orderNo: z.string(),
  isPackaging: z.boolean(),
  productName: z.string(),
  batchNo: z.string().nullable(),
  stepName: z.string().nullable(),
  isToxic: z.boolean(),
  clearanceNo: z.string().nullable(),
  startedByName: z.string(),
  startedAt: instant,
  endedByName: z.string().nullable(),
  endedAt: instant.nullable(),
})
export type AssetUse = z.infer<typeof useRow>

const broken = z.strictObject({
  id,
  /** What is wrong with it, and how the goods stand. */
  found: text(300),
  /** Another machine of the same class, cleared; it may be named later. */
  replacementId: id.optional(),
  signature,
})
const brokenAnswer = z.strictObject({ breakdownId: id, caseNo: z.string() })
const replacing = z.strictObject({ id, replacementId: id })
const replaceRefusals = ['not_found', 'wrong_state', 'replacement_differs', ...assetRefusals] as const

const months = z.int('请填写月数').min(1, '至少1个月').max(60, '最多60个月').nullable()
const fields = {
  name: text(60),
  class: optionalText(40),
  place: text(60),
  isToxic: z.boolean('请选择是否毒性专用'),
  clearanceHours: z.int('请填写清场有效期').min(1, '至少1小时').max(720, '最多720小时'),
  calibrationMonths: months,
}
const one = z.strictObject({ id })

export const assetApi = {
  list: endpoint({
    method: 'GET',
    path: '/assets',
    right: '35',
    alsoFor: ['14', '15', '18'],
    summary: '设施设备：操作间、生产线、设备与秤',
    input: listQuery.extend({
      kind: assetKind.optional(),
      state: assetState.optional(),
      /** Of which calibration or maintenance is over, or ends within 30 days. */
      due: z.enum(['overdue', 'soon'], '没有这种选择').optional(),
      sort: sortBy(['number', 'name'], 'number'),
    }),
    output: listOf(assetRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/assets/{id}',
    right: '35',
    alsoFor: ['15', '18'],
    summary: '一件设施设备，连同校准保养记录与状态变更',
    input: one,
    output: assetRow.extend({ services: z.array(serviceRow), plans: z.array(planRow), changes: z.array(changeRow) }),
    refusals: ['not_found'],
  }),
  uses: endpoint({
    method: 'GET',
    path: '/assets/{id}/uses',
    right: '35',
    alsoFor: ['15', '18'],
    summary: '一件设施设备的使用日志，由各工序自动记录',
    input: listQuery.extend({ id, sort: sortBy(['startedAt'], '-startedAt') }),
    output: listOf(useRow),
    refusals: ['not_found'],
  }),
  choices: endpoint({
    method: 'GET',
    path: '/asset-choices/{orderId}',
    right: '15',
    alsoFor: ['18'],
    summary: '一份生产或包装指令现在可用的设施设备；不能用的说明原因',
    input: z.strictObject({ orderId: id }),
    output: z.array(
      z.strictObject({
        id,
        kind: assetKind,
        number: z.string(),
        name: z.string(),
        class: z.string(),
        place: z.string(),
        state: assetState,
        why: z.string().nullable(),
        /** It may be used, and its maintenance is overdue. */
        warning: z.string().nullable(),
        /** It is in use for this order. */
        isUsedHere: z.boolean(),
      }),
    ),
    refusals: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/assets',
    right: '35:manage',
    summary: '登记一件设施设备；编号以后不能更改',
    input: z.strictObject({ kind: assetKind, number: text(30), ...fields, maintenanceMonths: months }),
    output: assetRow,
    refusals: ['asset_number_taken'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/assets/{id}',
    right: '35:manage',
    summary: '修改设施设备的登记；用过的，毒性专用、类别与各周期须提出变更',
    input: z.strictObject({ id, rowVersion, ...fields }),
    output: assetRow,
    refusals: ['not_found', 'stale', 'asset_in_service', 'change_required', 'change_open'],
  }),
  service: endpoint({
    method: 'POST',
    path: '/assets/{id}/services',
    right: '35:manage',
    summary: '登记一次校准或保养并签名；不合格的，此后不能使用，直到再次合格',
    input: z.strictObject({
      id,
      kind: serviceKind,
      doneOn: day,
      result: calibrationResult,
      doneBy: text(80),
      /** Of a calibration. */
      certificateNo: optionalText(60),
      /** Of what was found good. */
      nextDue: day.nullable(),
      remark: optionalText(300),
      signature,
      /** Of maintenance: who looked at it afterwards. */
      checker: secondSignature.optional(),
    }),
    output: assetRow.extend({ serviceId: id }),
    refusals: ['not_found', 'service_needs_second'],
  }),
  voidService: endpoint({
    method: 'POST',
    path: '/asset-services/{id}/void',
    right: '35:manage',
    summary: '作废一条记错的校准或保养记录：由登记人与复核人以外的两人签名，原记录保留，以前一次为准',
    input: z.strictObject({ id, reason: text(200), signature, approver: secondSignature }),
    output: assetRow,
    refusals: ['not_found', 'wrong_state', 'same_person'],
  }),
  planMaintenance: endpoint({
    method: 'POST',
    path: '/assets/{id}/maintenance-plan',
    right: '35:manage',
    summary: '更改一件设施设备的保养计划：周期、内容、逾期是否停用，QA同时签名',
    input: z
      .strictObject({
        id,
        /** Of the last plan that the person saw; 0 where there was none. */
        serial: z.int('请刷新后重试').min(0, '请刷新后重试').max(1_000_000, '请刷新后重试'),
        months,
        content: optionalText(300),
        onOverdue: overdueRule,
        reason: text(200),
        signature,
        approver: secondSignature,
      })
      .refine(({ months: every, content }) => every === null || content !== '', { message: '请填写保养内容', path: ['content'] }),
    output: assetRow,
    refusals: ['not_found', 'stale'],
  }),
  soil: endpoint({
    method: 'POST',
    path: '/assets/{id}/soil',
    right: '35:manage',
    summary: '转为待清洁：清场合格证随即失效',
    input: z.strictObject({ id, reason: text(200) }),
    output: assetRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  serviceUses: endpoint({
    method: 'GET',
    path: '/asset-services/{id}/uses',
    right: '35',
    summary: '一次校准或保养之前、上次合格以来的使用与称量；不合格时逐批评估',
    input: listQuery.extend({ id, sort: sortBy(['startedAt'], '-startedAt') }),
    output: listOf(useRow),
    refusals: ['not_found'],
  }),
  breakDown: endpoint({
    method: 'POST',
    path: '/assets/{id}/break-down',
    right: '15:execute',
    summary: '生产中设备故障：签名报告，设备停用并立质量事件；可同时换用一台同类设备',
    input: broken,
    output: brokenAnswer,
    refusals: replaceRefusals,
  }),
  breakDownInPacking: endpoint({
    method: 'POST',
    path: '/assets/{id}/break-down-in-packing',
    right: '18:execute',
    summary: '包装中设备故障：签名报告，设备停用并立质量事件；可同时换用一台同类设备',
    input: broken,
    output: brokenAnswer,
    refusals: replaceRefusals,
  }),
  replace: endpoint({
    method: 'POST',
    path: '/asset-breakdowns/{id}/replace',
    right: '15:execute',
    summary: '生产中设备故障后换用一台同类设备，工序继续',
    input: replacing,
    output: breakdownRow,
    refusals: replaceRefusals,
  }),
  replaceInPacking: endpoint({
    method: 'POST',
    path: '/asset-breakdowns/{id}/replace-in-packing',
    right: '18:execute',
    summary: '包装中设备故障后换用一台同类设备，包装继续',
    input: replacing,
    output: breakdownRow,
    refusals: replaceRefusals,
  }),
  takeOut: endpoint({
    method: 'POST',
    path: '/assets/{id}/take-out',
    right: '35:manage',
    summary: '停用并签名；使用中的不能停用',
    input: z.strictObject({ id, reason: text(200), signature }),
    output: assetRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/assets/{id}/take-back',
    right: '35:manage',
    summary: '恢复使用：另一名QA同时签名；恢复后须清洁、清场',
    input: z.strictObject({ id, reason: text(200), signature, approver: secondSignature }),
    output: assetRow,
    refusals: ['not_found', 'wrong_state'],
  }),
}
