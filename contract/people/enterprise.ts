import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { licenceRow } from '#contract/supply/licence.ts'
import { provinces } from '#contract/supply/origin.ts'
import { creditCode } from '#contract/supply/credit-code.ts'
import { latitude, longitude } from '#contract/supply/supplier-api.ts'
import { id, instant, listOf, listQuery, optionalText, rowVersion, sortBy, text } from '#contract/kernel/values.ts'

const words = {
  licenceNo: optionalText(60),
  legalPerson: optionalText(40),
  qualityHead: optionalText(40),
  province: z.union([z.literal(''), z.enum(provinces)], '请选择省份').default(''),
  city: optionalText(30),
  address: optionalText(200),
  contact: optionalText(40),
  phone: optionalText(30),
  email: z.union([z.literal(''), z.email('邮箱格式不正确').max(120, '邮箱太长')]).default(''),
  introduction: optionalText(1000),
}

/** 本企业: who makes the pieces, as labels, reports and the public pages name it. */
const ownEnterprise = z.strictObject({
  id,
  name: z.string(),
  creditCode: z.string().nullable(),
  isOperating: z.boolean(),
  isDemo: z.boolean(),
  licenceNo: z.string(),
  legalPerson: z.string(),
  qualityHead: z.string(),
  province: z.string(),
  city: z.string(),
  address: z.string(),
  contact: z.string(),
  phone: z.string(),
  email: z.string(),
  introduction: z.string(),
  nodeCode: z.string().nullable(),
  latitude: z.string().nullable(),
  longitude: z.string().nullable(),
  papers: z.array(licenceRow),
  rowVersion: z.int(),
})
export type OwnEnterprise = z.infer<typeof ownEnterprise>

/** What the operator of the platform sees of an enterprise: its profile and how many use it, nothing of its business. */
const platformRow = z.strictObject({
  id,
  number: z.int(),
  name: z.string(),
  creditCode: z.string().nullable(),
  licenceNo: z.string(),
  legalPerson: z.string(),
  province: z.string(),
  city: z.string(),
  address: z.string(),
  contact: z.string(),
  phone: z.string(),
  email: z.string(),
  nodeCode: z.string().nullable(),
  isOperating: z.boolean(),
  isDemo: z.boolean(),
  accounts: z.int(),
  lastSeenAt: instant.nullable(),
  createdAt: instant,
})
export type PlatformEnterprise = z.infer<typeof platformRow>

export const enterpriseApi = {
  own: endpoint({
    method: 'GET',
    path: '/enterprise',
    right: '33',
    summary: '本企业的资料与证照',
    input: z.strictObject({}),
    output: ownEnterprise,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/enterprise',
    right: '33:manage',
    summary: '修改本企业的资料；此后打印的标签与报告即用新资料',
    input: z.strictObject({
      rowVersion,
      name: text(80),
      /** Entered once; absent it stays as it is. */
      creditCode: creditCode.optional(),
      ...words,
      nodeCode: z
        .string()
        .regex(/^\d{14}$/, '追溯节点编码应为14位数字')
        .nullable(),
      latitude,
      longitude,
    }),
    output: ownEnterprise,
    refusals: ['stale', 'credit_code_kept', 'credit_code_taken'],
  }),
  platformList: endpoint({
    method: 'GET',
    path: '/platform-enterprises',
    right: '33:platform',
    summary: '平台上的企业',
    input: listQuery.extend({ sort: sortBy(['number', 'name', 'accounts', 'lastSeenAt', 'createdAt'], 'number') }),
    output: listOf(platformRow),
  }),
}
