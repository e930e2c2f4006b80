import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf, keysOf } from '#contract/kernel/key-of.ts'
import { mostRetestNotice } from '#contract/warehouse/shelf-life.ts'
import { purchaseCategories } from '#contract/supply/purchase.ts'
import { isCounted, materialUnit, type MaterialUnit } from '#contract/warehouse/unit.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { grams } from '#contract/laboratory/sampling.ts'
import { decimalOut, id, instant, listOf, listQuery, optionalText, rowVersion, sortBy, text } from '#contract/kernel/values.ts'

/** A thing of the master data is in use or disabled; it is never deleted, since lots and documents name it. */
export const usageState = z.enum(['active', 'disabled'], '没有这个状态')
export type UsageState = z.infer<typeof usageState>
export const usageLooks: Record<UsageState, StateLook> = {
  active: { label: '在用', tone: 'good' },
  disabled: { label: '已停用', tone: 'neutral' },
}

/** What the office does with anything it keeps: change it, take it out of use with a reason, bring it back. */
export const usageActions = {
  edit: { label: '修改', duty: '35:manage', from: ['active'], to: 'active' },
  disable: { label: '停用', duty: '35:manage', from: ['active'], to: 'disabled' },
  enable: { label: '启用', duty: '35:manage', from: ['disabled'], to: 'active' },
} satisfies Record<string, Action<{ state: UsageState }>>

/** 物料类别: as purchased. Bought pieces are none of them (I9). */
export const materialCategory = keyOf(purchaseCategories, '请选择物料类别')
export type MaterialCategory = z.infer<typeof materialCategory>
export const materialCategories = purchaseCategories

/** 物料分类 of crude drugs (dictionary material_class). */
export const materialClasses = {
  '01': '根及根茎',
  '02': '果实种子',
  '03': '全草',
  '04': '花叶',
  '05': '皮类',
  '06': '藤木树脂',
  '07': '菌藻',
  '08': '动物',
  '09': '矿物',
  '10': '其它',
} as const

/** 药用部位 (dictionary medicinal_part), as suggestions: the pharmacopoeia writes some of them longer. */
export const medicinalParts =
  '根 根及根茎 根茎 块根 块茎 鳞茎 茎 茎木 皮 叶 花 花蕾 果实 果皮 种子 种仁 全草 菌核 子实体 动物体 分泌物 贝壳 矿物 其它'.split(' ')

/** 贮藏条件 (dictionary storage_condition), as suggestions. */
export const storageConditions = [
  '置通风干燥处',
  '置阴凉干燥处',
  '密闭，置阴凉干燥处',
  '密封，置阴凉干燥处',
  '置阴凉干燥处，防蛀',
  '常温',
  '避光',
  '冷藏',
]

const materialFields = {
  category: materialCategory,
  name: text(40),
  unit: materialUnit.default('kg'),
  materialClass: z.enum(['', ...keysOf(materialClasses)], '没有这个分类').default(''),
  latin: optionalText(120),
  /** 基原; where there is more than one, the receipt must say which. */
  species: z
    .array(text(120))
    .max(20, '基原最多20种')
    .refine((names) => new Set(names).size === names.length, '同一基原写了两次')
    .default([]),
  medicinalPart: optionalText(60),
  usualOrigin: optionalText(200),
  usualHarvest: optionalText(200),
  storage: optionalText(100),
  isToxic: z.boolean().default(false),
  /** 贵细: every package is sampled. */
  isPrecious: z.boolean().default(false),
  needsGrowthYears: z.boolean().default(false),
  /** 复验期, months after the receipt */
  retestMonths: z.int('请填写整月数').min(1, '至少1个月').max(120, '最多120个月'),
  /** From how many days before its retest day a lot may be tested again. */
  retestNotice: z.int('请填写整天数').min(0, '至少0天').max(mostRetestNotice, `最多${mostRetestNotice}天`).default(30),
  /** How often the life of a lot may be made longer by a retest; null where nobody said. */
  retestLimit: z.int('请填写整数').min(0, '至少0次').max(20, '最多20次').nullable().default(null),
  /** What one full test needs, g; null where nobody said. */
  testAmount: grams.nullable().default(null),
}

/** A crude drug names its source species; what is no crude drug has none, nor a class or a growth year. Only packaging materials are counted. */
function checkProvenance(
  material: {
    category: MaterialCategory
    unit: MaterialUnit
    species: readonly string[]
    materialClass: string
    needsGrowthYears: boolean
    isToxic: boolean
  },
  context: z.RefinementCtx,
) {
  const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (isCounted(material.unit) && material.category !== 'packaging') say('unit', '只有包材按件计，请选择kg')
  if (isCounted(material.unit) && material.isToxic) say('isToxic', '按件计的包材没有毒性，请取消')
  if (material.category === 'crude_drug') {
    if (material.species.length === 0) say('species', '药材须写明基原（原植物、动物或矿物）')
    return
  }
  if (material.species.length > 0) say('species', '只有药材有基原，请清空')
  if (material.materialClass !== '') say('materialClass', '只有药材有分类，请清空')
  if (material.needsGrowthYears) say('needsGrowthYears', '只有药材有生长年限，请取消')
}

/** 代码 of a material or product: letters, digits and dashes; full-width and small letters are folded. */
export const masterCode = z
  .string('请填写代码')
  .transform((typed) => typed.normalize('NFKC').trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/, '只能用字母、数字和短横，最多20位'))
  .meta({ minLength: 1, maxLength: 20 })

const materialRow = z.strictObject({
  id,
  code: z.string(),
  category: materialCategory,
  name: z.string(),
  unit: materialUnit,
  materialClass: z.string(),
  latin: z.string(),
  species: z.array(z.string()),
  medicinalPart: z.string(),
  usualOrigin: z.string(),
  usualHarvest: z.string(),
  storage: z.string(),
  isToxic: z.boolean(),
  isPrecious: z.boolean(),
  needsGrowthYears: z.boolean(),
  retestMonths: z.int(),
  /** How many months a sample is kept beyond the decision about its lot. */
  retentionMonths: z.int(),
  retestNotice: z.int(),
  retestLimit: z.int().nullable(),
  testAmount: decimalOut.nullable(),
  state: usageState,
  /** Products made of it. */
  products: z.int(),
  createdAt: instant,
  rowVersion: z.int(),
})
export type MaterialRow = z.infer<typeof materialRow>

/** A standard of a material or product that is in force today. */
export const standardInForce = z.strictObject({ versionId: id, kind: z.string(), name: z.string(), edition: z.string(), from: z.string() })

const materialDetail = materialRow.extend({
  /** Bought or ordered before: what is critical becomes another by a change. */
  isUsed: z.boolean(),
  standards: z.array(standardInForce),
  madeInto: z.array(z.strictObject({ id, code: z.string(), name: z.string() })),
})

/** The whole input of a new material; the Excel import checks its rows with the same. */
const newMaterial = z.strictObject({ code: masterCode, ...materialFields }).superRefine(checkProvenance)

const one = z.strictObject({ id })
const disabling = z.strictObject({ id, reason: text(200) })

export const materialApi = {
  list: endpoint({
    method: 'GET',
    path: '/materials',
    right: '35',
    summary: '物料：药材、辅料、包材',
    input: listQuery.extend({
      category: materialCategory.optional(),
      materialClass: keyOf(materialClasses, '没有这个分类').optional(),
      state: usageState.optional(),
      sort: sortBy(['code', 'name', 'retestMonths', 'createdAt'], 'code'),
    }),
    output: listOf(materialRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/materials/{id}',
    right: '35',
    summary: '一种物料、它的现行标准和用它做的产品',
    input: one,
    output: materialDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/materials',
    right: '35:manage',
    summary: '新建物料；代码一经使用不再改变',
    input: newMaterial,
    output: materialRow,
    refusals: ['code_taken'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/materials/{id}',
    right: '35:manage',
    summary: '修改物料；已有批次、采购或产品的物料不能改类别',
    input: z.strictObject({ id, rowVersion, ...materialFields }).superRefine(checkProvenance),
    output: materialRow,
    refusals: ['wrong_state', 'stale', 'change_required', 'change_open', 'material_used'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/materials/{id}/disable',
    right: '35:manage',
    summary: '停用物料：不能再采购，库存照常使用',
    input: disabling,
    output: materialRow,
    refusals: ['wrong_state'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/materials/{id}/enable',
    right: '35:manage',
    summary: '重新启用物料',
    input: one,
    output: materialRow,
    refusals: ['wrong_state'],
  }),
}
