import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { masterCode, standardInForce, usageState } from './material.ts'
import { grams } from '#contract/laboratory/sampling.ts'
import { decimalOut, id, instant, listOf, listQuery, optionalText, rowVersion, sortBy, text } from '#contract/kernel/values.ts'

/** Kinds of processing a production licence names (dictionary license_scope). */
export const licenceScopes = ['净制', '切制', '炒制', '炙制', '蒸制', '煮制', '煅制', '燀制', '其它'] as const

/** 切制规格 (dictionary cut_spec), as suggestions; some firms write the thickness behind it. */
export const cutSpecs = ['极薄片', '薄片', '厚片', '斜片', '直片', '片', '段', '块', '丝', '细丝', '宽丝', '粉', '绒', '捣碎', '净药材']

/** What the production licence must allow before this may be made: the kinds of processing, and the two that need their own permission. */
export const scopesNeeded = (product: { licenceScopes: readonly string[]; isToxic: boolean; isDirectOral: boolean }): readonly string[] => [
  ...product.licenceScopes,
  ...(product.isToxic ? ['毒性饮片'] : []),
  ...(product.isDirectOral ? ['直接口服饮片'] : []),
]

const productFields = {
  /** The name its standard gives it. */
  name: text(40),
  materialId: id,
  processingMethod: text(40),
  cutSpec: optionalText(40),
  storage: optionalText(100),
  shelfLifeMonths: z.int('请填写整月数').min(1, '至少1个月').max(120, '最多120个月'),
  /** What one full test needs, g; null where nobody said. */
  testAmount: grams.nullable().default(null),
  isToxic: z.boolean().default(false),
  isDirectOral: z.boolean().default(false),
  licenceScopes: z
    .array(z.enum(licenceScopes, '没有这个许可范围'))
    .max(licenceScopes.length, '许可范围太多')
    .refine((scopes) => new Set(scopes).size === scopes.length, '同一许可范围选了两次')
    .default([]),
  gbt31774Code: z
    .union([z.literal(''), z.string().regex(/^\d{17}$/, '应为17位数字')])
    .default('')
    .meta({ description: 'GB/T 31774 中药编码' }),
  nhsaCode: z
    .union([z.literal(''), z.string().regex(/^T\d{9}$/, '应为字母T加9位数字')])
    .default('')
    .meta({ description: '医保中药饮片编码' }),
}

const productRow = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  materialId: id,
  materialName: z.string(),
  processingMethod: z.string(),
  cutSpec: z.string(),
  storage: z.string(),
  shelfLifeMonths: z.int(),
  /** How many months a sample is kept beyond the last good day. */
  retentionMonths: z.int(),
  testAmount: decimalOut.nullable(),
  isToxic: z.boolean(),
  isDirectOral: z.boolean(),
  licenceScopes: z.array(z.string()),
  gbt31774Code: z.string().nullable(),
  nhsaCode: z.string().nullable(),
  state: usageState,
  /** The standard in force today, the newest; null when there is none, and then nothing can be ordered. */
  standardName: z.string().nullable(),
  /** The process version in effect today; null when there is none. */
  processVersion: z.int().nullable(),
  /** How many versions of its process there are, drafts included. */
  processVersions: z.int(),
  packSpecs: z.int(),
  createdAt: instant,
  rowVersion: z.int(),
})
export type ProductRow = z.infer<typeof productRow>

const productDetail = productRow.extend({
  standards: z.array(standardInForce),
  /** Produced or planned before: what makes it this product is fixed. */
  isUsed: z.boolean(),
})

const one = z.strictObject({ id })

export const productApi = {
  list: endpoint({
    method: 'GET',
    path: '/products',
    right: '35',
    summary: '产品（饮片）及其现行标准与工艺',
    input: listQuery.extend({
      materialId: id.optional(),
      state: usageState.optional(),
      lacks: z.enum(['process', 'standard', 'pack_spec'], '没有这个筛选').optional(),
      sort: sortBy(['code', 'name', 'shelfLifeMonths', 'createdAt'], 'code'),
    }),
    output: listOf(productRow),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/product-choices',
    right: '35',
    summary: '产品与工艺可选用的药材、辅料、炮制方法和产品',
    input: z.strictObject({}),
    output: z.strictObject({
      materials: z.array(
        z.strictObject({
          id,
          code: z.string(),
          name: z.string(),
          initials: z.string(),
          category: z.string(),
          isToxic: z.boolean(),
          storage: z.string(),
        }),
      ),
      methods: z.array(z.strictObject({ name: z.string(), initials: z.string(), auxiliary: z.string() })),
      products: z.array(z.strictObject({ id, code: z.string(), name: z.string(), initials: z.string(), cutSpec: z.string() })),
    }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/products/{id}',
    right: '35',
    summary: '一种产品及其现行标准',
    input: one,
    output: productDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/products',
    right: '35:manage',
    summary: '新建产品：品种、炮制方法与标准合成一种产品',
    input: z.strictObject({ code: masterCode, ...productFields }),
    output: productRow,
    refusals: ['code_taken', 'material_unsuitable', 'method_unknown'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/products/{id}',
    right: '35:manage',
    summary: '修改产品；已投产的产品不能改名称、药材、炮制方法和规格',
    input: z.strictObject({ id, rowVersion, ...productFields }),
    output: productRow,
    refusals: ['wrong_state', 'stale', 'change_required', 'change_open', 'product_used', 'material_unsuitable', 'method_unknown'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/products/{id}/disable',
    right: '35:manage',
    summary: '停用产品：不能再下生产指令，已有批次照常',
    input: z.strictObject({ id, reason: text(200) }),
    output: productRow,
    refusals: ['wrong_state'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/products/{id}/enable',
    right: '35:manage',
    summary: '重新启用产品',
    input: one,
    output: productRow,
    refusals: ['wrong_state'],
  }),
}
