import { z } from 'zod'
import { keyOf } from '#contract/kernel/key-of.ts'
import { creditCode } from './credit-code.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { licenceRow } from './licence.ts'
import { provinces } from './origin.ts'
import { purchaseCategory, purchaseState } from './purchase.ts'
import { auditKinds, auditResults, supplierTarget, stopCauses, stopOutcomes, supplierKind, supplierRow, supplierState } from './supplier.ts'
import {
  day,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  person,
  rowVersion,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

const province = z.union([z.literal(''), z.enum(provinces)], '请选择省份').default('')
/** 经纬度 as text, WGS 84, at most 6 decimals. */
const degrees = (most: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,6})?$/, '请填写度数，最多6位小数')
    .refine((value) => Math.abs(Number(value)) <= most, `应在-${most}到${most}之间`)
    .nullable()
export const latitude = degrees(90)
export const longitude = degrees(180)

const profile = {
  name: text(80),
  kind: supplierKind,
  /** Farmers have none. */
  creditCode: creditCode.nullable(),
  legalPerson: optionalText(40),
  province,
  address: optionalText(200),
  contact: optionalText(40),
  phone: optionalText(30),
  latitude,
  longitude,
  categories: z
    .array(purchaseCategory)
    .min(1, '请选择供货范围')
    .max(3)
    .refine((all) => new Set(all).size === all.length, '同一类选了两次'),
  remark: optionalText(500),
}

const approvedMaterial = z.strictObject({ materialId: id, province, city: optionalText(30), county: optionalText(30) })

const auditRow = z.strictObject({
  id,
  kind: keyOf(auditKinds),
  auditedOn: day,
  auditors: z.string(),
  result: keyOf(auditResults),
  validUntil: day.nullable(),
  findings: z.string(),
  correctiveActions: z.string(),
  recordedBy: person,
  recordedAt: instant,
})
export type SupplierAudit = z.infer<typeof auditRow>

const stopRow = z.strictObject({
  id,
  cause: keyOf(stopCauses),
  reason: z.string(),
  placedBy: person,
  placedAt: instant,
  endedAs: keyOf(stopOutcomes).nullable(),
  conclusion: z.string().nullable(),
  endedBy: person.nullable(),
  endedAt: instant.nullable(),
})
export type SupplierStop = z.infer<typeof stopRow>

const scopeChange = z.strictObject({
  id,
  /** What came to the list, each in one line. */
  added: z.array(z.string()),
  reason: z.string(),
  changedBy: person,
  approvedBy: z.string(),
  changedAt: instant,
})
export type SupplierScopeChange = z.infer<typeof scopeChange>

const supplierDetail = supplierRow.extend({
  legalPerson: z.string(),
  latitude: z.string().nullable(),
  longitude: z.string().nullable(),
  remark: z.string(),
  createdBy: person.nullable(),
  qualifiedBy: person.nullable(),
  qualifiedAt: instant.nullable(),
  audits: z.array(auditRow),
  stops: z.array(stopRow),
  /** The change of the supplier's state that is under way. */
  pendingChange: z.strictObject({ caseNo: z.string(), to: supplierTarget, isApproved: z.boolean(), effectiveOn: day }).nullable(),
  approved: z.array(approvedMaterial.extend({ id, materialName: z.string(), category: purchaseCategory })),
  /** How the list grew by two signatures, the latest twenty. */
  scopeChanges: z.array(scopeChange),
  papers: z.array(licenceRow),
  /** The latest fifty. */
  orders: z.array(z.strictObject({ id, orderNo: z.string(), state: purchaseState, materials: z.string(), purchasedOn: day })),
})
export type SupplierDetail = z.infer<typeof supplierDetail>

const one = z.strictObject({ id })

export const supplierApi = {
  list: endpoint({
    method: 'GET',
    path: '/suppliers',
    right: '33',
    summary: '供应商列表',
    input: listQuery.extend({
      state: supplierState.optional(),
      category: purchaseCategory.optional(),
      /** Those whose qualification or papers end within 90 days, or have ended. */
      expiring: z.literal('yes').optional(),
      sort: sortBy(['code', 'name', 'validUntil', 'auditedOn'], 'code'),
    }),
    output: listOf(supplierRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/suppliers/{id}',
    right: '33',
    summary: '一家供应商：资料、证照、审计、核定的物料与产地、采购单',
    input: one,
    output: supplierDetail,
    refusals: ['not_found'],
  }),
  materialChoices: endpoint({
    method: 'GET',
    path: '/suppliers/material-choices',
    right: '33',
    summary: '可以核定的物料',
    input: z.strictObject({}),
    output: z.array(z.strictObject({ id, name: z.string(), initials: z.string(), category: purchaseCategory, usualOrigin: z.string() })),
  }),
  create: endpoint({
    method: 'POST',
    path: '/suppliers',
    right: '33:manage',
    summary: '登记候选供应商',
    input: z.strictObject(profile),
    output: supplierRow,
    refusals: ['supplier_known'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/suppliers/{id}',
    right: '33:manage',
    summary: '修改供应商资料；合格供应商变更名称、类型、信用代码或供货范围后随即临时暂停，待第二人确认',
    input: z.strictObject({ id, rowVersion, ...profile }),
    output: supplierRow,
    refusals: ['wrong_state', 'stale', 'supplier_known', 'change_open', 'supplier_stopped'],
  }),
  setMaterials: endpoint({
    method: 'POST',
    path: '/suppliers/{id}/materials',
    right: '33:audit',
    summary: '核定供应商可供的物料与产地；候选以外的供应商扩大范围须两人签名，缩小立即生效',
    input: z.strictObject({
      id,
      rowVersion,
      materials: z.array(approvedMaterial).max(200, '最多200行'),
      reason: text(200),
      /** Both are needed to widen the list of a supplier that is no candidate. */
      signature: signature.optional(),
      approver: secondSignature.optional(),
    }),
    output: supplierRow,
    refusals: ['wrong_state', 'stale', 'material_not_orderable', 'scope_by_two'],
  }),
  audit: endpoint({
    method: 'POST',
    path: '/suppliers/{id}/audits',
    right: '33:audit',
    summary: '登记一次供应商审计并签名；不通过时合格供应商随即临时暂停',
    input: z.strictObject({
      id,
      kind: keyOf(auditKinds, '请选择审计类型'),
      auditedOn: day,
      auditors: text(120),
      result: keyOf(auditResults, '请选择审计结论'),
      validUntil: day.nullable(),
      findings: optionalText(2000),
      correctiveActions: optionalText(2000),
      signature,
    }),
    output: supplierRow,
    refusals: ['wrong_state'],
  }),
  qualify: endpoint({
    method: 'POST',
    path: '/suppliers/{id}/qualify',
    right: '33:audit',
    summary: '列入合格供应商名录',
    input: z.strictObject({ id, signature }),
    output: supplierRow,
    refusals: [
      'wrong_state',
      'author_approves',
      'supplier_not_audited',
      'supplier_papers_missing',
      'supplier_materials_missing',
      'supplier_papers_over',
    ],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/suppliers/{id}/stop',
    right: '33:audit',
    summary: '紧急暂停供应商：不能再下单和收货，未完采购单随即标出；待第二人确认或解除',
    input: z.strictObject({ id, reason: text(200) }),
    output: supplierRow,
    refusals: ['wrong_state'],
  }),
  confirmStop: endpoint({
    method: 'POST',
    path: '/suppliers/{id}/confirm-stop',
    right: '37:approve',
    summary: '第二人确认临时暂停：供应商转为已暂停',
    input: z.strictObject({ id, conclusion: text(300), signature }),
    output: supplierRow,
    refusals: ['wrong_state', 'stopped_by_self'],
  }),
  liftStop: endpoint({
    method: 'POST',
    path: '/suppliers/{id}/lift-stop',
    right: '37:approve',
    summary: '第二人解除临时暂停：供应商恢复合格',
    input: z.strictObject({ id, conclusion: text(300), signature }),
    output: supplierRow,
    refusals: [
      'wrong_state',
      'stopped_by_self',
      'supplier_not_audited',
      'supplier_papers_missing',
      'supplier_materials_missing',
      'supplier_papers_over',
    ],
  }),
}
