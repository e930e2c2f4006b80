import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { isGtin14 } from '#contract/packing/gs1.ts'
import { usageState } from './material.ts'
import { packPer } from '#contract/packing/pack-material.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import type { CodeScheme } from '#contract/packing/trace-code.ts'
import { count, decimalOut, id, listOf, listQuery, quantity, rowVersion, sortBy, text } from '#contract/kernel/values.ts'

/** 追溯码体系 a pack can carry (dictionary code_system). */
export const codeSchemes: Record<CodeScheme, string> = {
  NMPA20: '药品追溯码（20位）',
  GS1: 'GS1（GTIN）',
  INTERNAL: '企业内部码',
}
const codeScheme = z.enum(['NMPA20', 'GS1', 'INTERNAL'], '请选择追溯码体系')

const identification = z
  .string()
  .regex(/^\d{7}$/, '药品标识码为7位数字')
  .nullable()
const gtin = z
  .string()
  .regex(/^\d{14}$/, 'GTIN为14位数字')
  .refine(isGtin14, 'GTIN的校验位不正确，请核对')
  .nullable()

/** The unit in which packs of several specifications are counted together: their own where it is one, else 件. */
export function unitOfAll(units: readonly string[]): string {
  const [first = '件'] = units
  return units.every((unit) => unit === first) ? first : '件'
}

const packSpecFields = {
  name: text(60),
  /** Net content of one pack, kg */
  netQuantity: quantity,
  packUnit: text(4),
  packsPerBox: count.max(100_000, '每箱最多100000'),
  codeScheme,
  /** 药品标识码 of pack and box: issued by the authority's platform, never invented. */
  packIdentification: identification.default(null),
  boxIdentification: identification.default(null),
  packGtin: gtin.default(null),
  boxGtin: gtin.default(null),
}

type Numbers = {
  codeScheme: CodeScheme
  packIdentification: string | null
  boxIdentification: string | null
  packGtin: string | null
  boxGtin: string | null
}

/** Which numbers a scheme prints: those, both and different; the others are not given. */
const numbersOf: Record<CodeScheme, readonly ['packIdentification' | 'packGtin', 'boxIdentification' | 'boxGtin'] | null> = {
  NMPA20: ['packIdentification', 'boxIdentification'],
  GS1: ['packGtin', 'boxGtin'],
  INTERNAL: null,
}

function checkNumbers(spec: Numbers, context: z.RefinementCtx) {
  const needed = numbersOf[spec.codeScheme]
  const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  for (const field of ['packIdentification', 'boxIdentification', 'packGtin', 'boxGtin'] as const) {
    const isNeeded = needed?.some((name) => name === field) ?? false
    if (isNeeded && spec[field] === null) say(field, '此追溯码体系须填写')
    if (!isNeeded && spec[field] !== null) say(field, '此追溯码体系不用这个编码，请清空')
  }
  if (needed !== null && spec[needed[0]] !== null && spec[needed[0]] === spec[needed[1]]) say(needed[1], '箱的编码不能与袋相同')
}

const packSpecMaterial = z.strictObject({
  materialId: id,
  per: packPer,
  pieces: z.int('请填写整数').min(1, '至少1件').max(1000, '最多1000件'),
})

const packSpecRow = z.strictObject({
  id,
  productId: id,
  productCode: z.string(),
  productName: z.string(),
  name: z.string(),
  netQuantity: decimalOut,
  packUnit: z.string(),
  packsPerBox: z.int(),
  codeScheme,
  packIdentification: z.string().nullable(),
  boxIdentification: z.string().nullable(),
  packGtin: z.string().nullable(),
  boxGtin: z.string().nullable(),
  /** 包材 that a pack and a box take; an order copies them when it is written. */
  materials: z.array(packSpecMaterial.extend({ name: z.string(), unit: materialUnit })),
  state: usageState,
  /** Ordered for packing or sale before: its numbers are fixed. */
  isUsed: z.boolean(),
  rowVersion: z.int(),
})
export type PackSpecRow = z.infer<typeof packSpecRow>

const one = z.strictObject({ id })

/** What a specification of a product that was packed before may lack. */
const changeRules = ['pack_spec_change_required', 'change_untrained', 'version_before_change'] as const

export const packSpecApi = {
  list: endpoint({
    method: 'GET',
    path: '/pack-specs',
    right: '35',
    summary: '包装规格及其追溯码体系',
    input: listQuery.extend({
      productId: id.optional(),
      codeScheme: codeScheme.optional(),
      state: usageState.optional(),
      sort: sortBy(['productCode', 'productName', 'netQuantity'], 'productCode'),
    }),
    output: listOf(packSpecRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/pack-specs',
    right: '35:manage',
    summary: '新建包装规格',
    input: z.strictObject({ productId: id, ...packSpecFields }).superRefine(checkNumbers),
    output: packSpecRow,
    refusals: ['not_found', 'name_taken', 'pack_number_taken', ...changeRules],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/pack-specs/{id}',
    right: '35:manage',
    summary: '修改未使用过的包装规格；用过的请停用后另建',
    input: z.strictObject({ id, rowVersion, ...packSpecFields }).superRefine(checkNumbers),
    output: packSpecRow,
    refusals: ['wrong_state', 'stale', 'pack_spec_used', 'name_taken', 'pack_number_taken', ...changeRules],
  }),
  setMaterials: endpoint({
    method: 'POST',
    path: '/pack-specs/{id}/materials',
    right: '35:manage',
    summary: '规定一袋、一箱用哪些包材、各几件；以后编制的包装指令按此领用',
    input: z.strictObject({
      id,
      materials: z
        .array(packSpecMaterial)
        .max(20, '包材最多20种')
        .refine(
          (rows) => new Set(rows.map(({ materialId, per }) => `${materialId} ${per}`)).size === rows.length,
          '同一包材每袋、每箱各写一行',
        ),
    }),
    output: packSpecRow,
    refusals: ['wrong_state', 'pack_material_unsuitable'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/pack-specs/{id}/disable',
    right: '35:manage',
    summary: '停用包装规格：不能再下包装指令',
    input: z.strictObject({ id, reason: text(200) }),
    output: packSpecRow,
    refusals: ['wrong_state'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/pack-specs/{id}/enable',
    right: '35:manage',
    summary: '重新启用包装规格',
    input: one,
    output: packSpecRow,
    refusals: ['wrong_state'],
  }),
}
