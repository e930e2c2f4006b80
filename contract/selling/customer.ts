import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { creditCode } from '#contract/supply/credit-code.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { licenceRow } from '#contract/supply/licence.ts'
import { provinces } from '#contract/supply/origin.ts'
import { pieceScope, saleState, toxicScope } from './sale.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, listOf, listQuery, optionalText, rowVersion, sortBy, text } from '#contract/kernel/values.ts'

/** 客户类型 (dictionary customer_type). */
export const customerKinds = ['医院', '药店', '批发企业', '饮片经营', '制药企业', '诊所', '其它'] as const

/** The licence that lets a customer buy pieces, one of these. */
export const customerLicenceKinds = ['药品经营许可证', '医疗机构执业许可证', '药品生产许可证', '诊所备案凭证'] as const

/** 许可范围. Without 中药饮片 nothing is sold to them; toxic pieces need the second as well. */
export const customerScopes = [pieceScope, toxicScope] as const

/** A customer is in use or put aside; shipments name them for ever. */
export const customerState = z.enum(['active', 'inactive'], '没有这个状态')
export type CustomerState = z.infer<typeof customerState>
export const customerLooks: Record<CustomerState, StateLook> = {
  active: { label: '在用', tone: 'good' },
  inactive: { label: '已停用', tone: 'neutral' },
}

const customerRow = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  creditCode: z.string().nullable(),
  licenceKind: z.string(),
  licenceNo: z.string(),
  licenceValidUntil: day,
  /** The first of their other papers in use to end. */
  licencesUntil: day.nullable(),
  scopes: z.array(z.string()),
  provinces: z.array(z.string()),
  contact: z.string(),
  phone: z.string(),
  state: customerState,
  /** Orders begun and not yet delivered. */
  openOrders: z.int(),
  rowVersion: z.int(),
})
export type CustomerRow = z.infer<typeof customerRow>

export const customerActions = {
  edit: { label: '修改', duty: '34:manage', from: ['active', 'inactive'], to: 'active', stays: true },
  disable: { label: '停用', duty: '34:manage', from: ['active'], to: 'inactive' },
  enable: { label: '启用', duty: '34:manage', from: ['inactive'], to: 'active' },
} satisfies Record<string, Action<CustomerRow>>

const address = {
  province: z.enum(provinces, '请选择省份'),
  city: text(30),
  address: text(200),
  contact: text(40),
  phone: text(30),
}

const customerDetail = customerRow.extend({
  legalPerson: z.string(),
  qualityContact: z.string(),
  /** Where a notice of a recall is mailed to; empty where only the letter goes. */
  email: z.string(),
  remark: z.string(),
  addresses: z.array(
    z.strictObject({
      id,
      province: z.string(),
      city: z.string(),
      address: z.string(),
      contact: z.string(),
      phone: z.string(),
      isActive: z.boolean(),
    }),
  ),
  papers: z.array(licenceRow),
  /** The latest fifty. */
  orders: z.array(z.strictObject({ id, orderNo: z.string(), state: saleState, createdOn: day })),
})
export type CustomerDetail = z.infer<typeof customerDetail>

const profile = {
  name: text(80),
  kind: z.enum(customerKinds, '请选择客户类型'),
  creditCode: creditCode.nullable(),
  legalPerson: optionalText(40),
  qualityContact: optionalText(40),
  phone: optionalText(30),
  email: z.union([z.literal(''), z.email('邮箱格式不正确').max(120, '邮箱太长')]).default(''),
  licenceKind: z.enum(customerLicenceKinds, '请选择许可证类型'),
  licenceNo: text(60),
  licenceValidUntil: day,
  scopes: z
    .array(z.enum(customerScopes, '没有这种许可范围'))
    .max(customerScopes.length)
    .refine((all) => new Set(all).size === all.length, '同一范围选了两次'),
  remark: optionalText(500),
  /** The addresses printed on the licence; with `id` one that was there before. What is left out is no longer delivered to. */
  addresses: z
    .array(z.strictObject({ id: id.optional(), ...address }))
    .min(1, '请至少填写一个许可证上的地址')
    .max(50, '最多50个地址'),
}
const one = z.strictObject({ id })

export const customerApi = {
  list: endpoint({
    method: 'GET',
    path: '/customers',
    right: '34',
    summary: '客户列表',
    input: listQuery.extend({
      state: customerState.optional(),
      kind: z.enum(customerKinds, '没有这种客户类型').optional(),
      scope: z.enum(customerScopes, '没有这种许可范围').optional(),
      /** Those with papers that end within 90 days, or have ended. */
      expiring: z.literal('yes').optional(),
      sort: sortBy(['code', 'name', 'licenceValidUntil'], 'code'),
    }),
    output: listOf(customerRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/customers/{id}',
    right: '34',
    summary: '一家客户：许可证、范围、地址、销售单',
    input: one,
    output: customerDetail,
    refusals: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/customers',
    right: '34:manage',
    summary: '登记客户',
    input: z.strictObject(profile),
    output: customerRow,
    refusals: ['customer_known'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/customers/{id}',
    right: '34:manage',
    summary: '修改客户；许可证、范围与地址的变更对未发运的销售单即时生效',
    input: z.strictObject({ id, rowVersion, ...profile }),
    output: customerRow,
    refusals: ['stale', 'customer_known'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/customers/{id}/disable',
    right: '34:manage',
    summary: '停用客户：不能再下单和发运',
    input: z.strictObject({ id, reason: text(200) }),
    output: customerRow,
    refusals: ['wrong_state'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/customers/{id}/enable',
    right: '34:manage',
    summary: '重新启用客户',
    input: one,
    output: customerRow,
    refusals: ['wrong_state'],
  }),
}
