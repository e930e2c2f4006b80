import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { choiceQuery, day, id, listOf, listQuery, person, signature, sortBy, text } from '#contract/kernel/values.ts'
import { supplierTarget } from '#contract/supply/supplier.ts'
import { changeRecord, changeRow, changeState, changeSubject, touched } from './change.ts'

const months = z.int('请填写整月数').min(1, '至少1个月').max(120, '最多120个月')
const cycle = z.int('请填写月数').min(1, '至少1个月').max(60, '最多60个月').nullable()
/** Never less than a year (domain §3.7). */
const retentionMonths = z.int('请填写整月数').min(12, '至少12个月').max(240, '最多240个月')
const because = {
  reason: text(500),
  /** What it means for goods, records and people. */
  impact: text(1000),
  /** Who is trained before it is carried out. */
  traineeIds: z
    .array(id)
    .max(50, '一次最多50人')
    .refine((all) => new Set(all).size === all.length, '同一人选了两次')
    .default([]),
  effectiveOn: day,
  signature,
}
const something = (changes: object) => Object.keys(changes).length > 0
const proposalRefusals = ['not_found', 'change_open', 'nothing_corrected', 'effective_in_past', 'effective_too_late'] as const
const supplierRefusals = [
  'supplier_stopped',
  'supplier_change_not_open',
  'supplier_not_audited',
  'supplier_papers_missing',
  'supplier_materials_missing',
  'supplier_papers_over',
] as const
/** What becomes different in the next version; the version itself is written, reviewed and approved by its own steps. */
const ofVersion = z.strictObject({ id, plan: text(500), ...because })

export const changeApi = {
  list: endpoint({
    method: 'GET',
    path: '/changes',
    right: '37',
    summary: '变更：提出、批准、培训与执行',
    input: listQuery.extend({
      state: changeState.optional(),
      record: changeRecord.optional(),
      sort: sortBy(['caseNo', 'proposedAt', 'effectiveOn'], '-proposedAt'),
    }),
    output: listOf(changeRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/changes/{id}',
    right: '37',
    summary: '一项变更，及它今天涉及的批次、货位与指令',
    input: z.strictObject({ id }),
    output: z.strictObject({ change: changeRow, touched }),
    refusals: ['not_found'],
  }),
  subject: endpoint({
    method: 'GET',
    path: '/changes/subject',
    right: '37:propose',
    summary: '要变更的对象现在的值，及变更会涉及什么',
    input: z.strictObject({ record: changeRecord, recordId: id }),
    output: changeSubject,
    refusals: ['not_found'],
  }),
  people: endpoint({
    method: 'GET',
    path: '/changes/people',
    right: '37:propose',
    summary: '变更执行前可以要求培训的人',
    input: choiceQuery,
    output: z.array(person),
  }),
  material: endpoint({
    method: 'POST',
    path: '/materials/{id}/change',
    right: '37:propose',
    summary: '提出变更物料的毒性、复验期或留样期',
    input: z.strictObject({
      id,
      changes: z
        .strictObject({ isToxic: z.boolean(), retestMonths: months, retentionMonths })
        .partial()
        .refine(something, '请至少变更一项'),
      ...because,
    }),
    output: changeRow,
    refusals: proposalRefusals,
  }),
  product: endpoint({
    method: 'POST',
    path: '/products/{id}/change',
    right: '37:propose',
    summary: '提出变更产品的毒性、保质期、留样期或标签上的贮藏',
    input: z.strictObject({
      id,
      changes: z
        .strictObject({ isToxic: z.boolean(), shelfLifeMonths: months, retentionMonths, storage: text(100) })
        .partial()
        .refine(something, '请至少变更一项'),
      ...because,
    }),
    output: changeRow,
    refusals: proposalRefusals,
  }),
  supplier: endpoint({
    method: 'POST',
    path: '/suppliers/{id}/change',
    right: '37:propose',
    summary: '提出暂停、恢复或除名供应商',
    input: z.strictObject({ id, changes: z.strictObject({ state: supplierTarget }), ...because }),
    output: changeRow,
    refusals: [...proposalRefusals, ...supplierRefusals],
  }),
  process: endpoint({
    method: 'POST',
    path: '/products/{id}/process-change',
    right: '37:propose',
    summary: '提出变更产品的工艺规程：批准并培训后，才能批准下一版',
    input: ofVersion,
    output: changeRow,
    refusals: proposalRefusals,
  }),
  standard: endpoint({
    method: 'POST',
    path: '/standard-changes/{id}',
    right: '37:propose',
    summary: '提出变更一份质量标准（standardId）：批准并培训后，才能批准下一版',
    input: ofVersion,
    output: changeRow,
    refusals: proposalRefusals,
  }),
  packSpec: endpoint({
    method: 'POST',
    path: '/products/{id}/pack-spec-change',
    right: '37:propose',
    summary: '提出产品的新包装规格及其标签内容：批准并培训后，才能新建',
    input: ofVersion,
    output: changeRow,
    refusals: proposalRefusals,
  }),
  asset: endpoint({
    method: 'POST',
    path: '/assets/{id}/change',
    right: '37:propose',
    summary: '提出变更设施设备的毒性专用、类别、清场有效期或校准周期；保养另有由两人定的计划',
    input: z.strictObject({
      id,
      changes: z
        .strictObject({
          isToxic: z.boolean(),
          class: text(40),
          clearanceHours: z.int('请填写清场有效期').min(1, '至少1小时').max(720, '最多720小时'),
          calibrationMonths: cycle,
        })
        .partial()
        .refine(something, '请至少变更一项'),
      ...because,
    }),
    output: changeRow,
    refusals: proposalRefusals,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/changes/{id}/approve',
    right: '37:approve',
    summary: '批准变更：培训合格后，到生效日期起执行',
    input: z.strictObject({ id, signature }),
    output: changeRow,
    refusals: ['not_found', 'wrong_state', 'author_approves', 'stale', 'asset_in_service', ...supplierRefusals],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/changes/{id}/refuse',
    right: '37:approve',
    summary: '不批准变更',
    input: z.strictObject({ id, reason: text(300) }),
    output: changeRow,
    refusals: ['not_found', 'wrong_state', 'author_approves'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/changes/{id}/cancel',
    right: '37:propose',
    summary: '撤回自己提出的变更',
    input: z.strictObject({ id, reason: text(300) }),
    output: changeRow,
    refusals: ['not_found', 'wrong_state', 'not_author'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/changes/{id}/withdraw',
    right: '37:approve',
    summary: '撤销已批准、尚未执行的变更',
    input: z.strictObject({ id, reason: text(300), signature }),
    output: changeRow,
    refusals: ['not_found', 'wrong_state', 'change_due'],
  }),
}
