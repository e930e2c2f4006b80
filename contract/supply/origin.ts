import { z } from 'zod'
import { keyOf } from '#contract/kernel/key-of.ts'
import { optionalText, text } from '#contract/kernel/values.ts'

/** 省级行政区 (GB/T 2260), in the standard's order. */
export const provinces = [
  '北京市',
  '天津市',
  '河北省',
  '山西省',
  '内蒙古自治区',
  '辽宁省',
  '吉林省',
  '黑龙江省',
  '上海市',
  '江苏省',
  '浙江省',
  '安徽省',
  '福建省',
  '江西省',
  '山东省',
  '河南省',
  '湖北省',
  '湖南省',
  '广东省',
  '广西壮族自治区',
  '海南省',
  '重庆市',
  '四川省',
  '贵州省',
  '云南省',
  '西藏自治区',
  '陕西省',
  '甘肃省',
  '青海省',
  '宁夏回族自治区',
  '新疆维吾尔自治区',
  '台湾省',
  '香港特别行政区',
  '澳门特别行政区',
] as const

/** 来源类型 (dictionary source_type). */
export const sourceKinds = {
  cultivated: '栽培',
  wild: '野生',
  wild_imitating: '仿野生',
  wild_tended: '野生抚育',
  farmed: '养殖',
  imported: '进口',
} as const
export const sourceKind = keyOf(sourceKinds, '请选择来源类型')

/** 产地加工 (dictionary primary_processing). */
export const primaryProcessings = {
  washed: '清洗',
  trimmed: '修整',
  sweated: '发汗',
  steamed: '蒸',
  boiled: '煮',
  scalded: '烫',
  peeled: '去皮',
  shelled: '去壳',
  pulp_removed: '去瓤',
  crown_removed: '去芦头',
  stone_removed: '去核',
  rootlets_removed: '去须根',
  core_removed: '去心',
  sliced: '切片',
  diced: '切块',
  cut: '切段',
  oven_dried: '烘干',
  shade_dried: '阴干',
  sun_dried: '晒干',
  other: '其它',
} as const
export const primaryProcessing = keyOf(primaryProcessings, '没有这种产地加工方法')

/** 产地 as it is agreed in an order: down to the county. */
export const agreedOrigin = z.strictObject({ province: z.enum(provinces, '请选择省份'), city: text(30), county: text(30) })

/** 产地 as it is recorded at receipt: down to the village, which the annual report asks for (GMP 附录 中药饮片; domain §2.1). */
export const origin = agreedOrigin.extend({ town: optionalText(30), village: text(60) })

/** The origin in one line, as labels and reports print it: 甘肃省定西市岷县, 湖北省仙桃市. */
export const originText = ({ province, city, county }: { province: string; city: string; county: string }) =>
  `${province}${city === province ? '' : city}${county === city ? '' : county}`
