import { keysOf } from '#contract/kernel/key-of.ts'

/** What a step of processing usually is: the options people choose from and the parameters they record (domain §2.5, §5). */

type Usual = {
  options: readonly string[]
  /** [code, name, unit] */
  parameters: readonly (readonly [code: string, name: string, unit: string])[]
}

/** 工序 (dictionary process_step, with 冷却 and 灭菌 of the batch record), each with what is usual for it. */
const processSteps = {
  净制: {
    options: ['挑选', '风选', '筛选', '水选', '刷', '剪', '刮', '燀去皮'],
    parameters: [
      ['impurity', '杂质率', '%'],
      ['non_medicinal', '非药用部位', '%'],
      ['mesh', '筛孔', 'mm'],
      ['air_speed', '风速', 'm/s'],
      ['purity', '净度', '%'],
    ],
  },
  洗润: {
    options: ['抢水洗', '淋润', '淘洗', '浸润', '浸泡', '蒸汽润', '真空润药'],
    parameters: [
      ['water_temperature', '水温', '℃'],
      ['soak_hours', '浸泡时间', 'h'],
      ['moisten_hours', '闷润时间', 'h'],
      ['steam_pressure', '蒸汽压力', 'MPa'],
      ['softness', '软化程度', ''],
    ],
  },
  切制: {
    options: ['极薄片', '薄片 1–2 mm', '厚片 2–4 mm', '斜片', '直片', '段', '块', '丝', '粉碎', '捣碎', '制绒'],
    parameters: [
      ['thickness', '厚度', 'mm'],
      ['bad_slices', '异形片率', '%'],
      ['mesh', '粉碎目数', '目'],
    ],
  },
  干燥: {
    options: ['热风循环', '低温50℃', '中温70℃', '高温80℃', '晒干', '阴干', '带式', '微波'],
    parameters: [
      ['temperature', '干燥温度', '℃'],
      ['hours', '干燥时间', 'h'],
      ['layer', '铺层厚度', 'cm'],
      ['moisture_before', '干燥前水分', '%'],
      ['moisture', '干燥后水分', '%'],
    ],
  },
  炮炙: {
    options: [
      '炒黄',
      '炒焦',
      '炒炭',
      '麸炒',
      '米炒',
      '土炒',
      '砂烫',
      '蜜炙',
      '酒炙',
      '醋炙',
      '盐炙',
      '姜炙',
      '蒸',
      '煮',
      '煅',
      '煨',
      '燀',
      '制霜',
    ],
    parameters: [
      ['auxiliary_ratio', '辅料比例', '%'],
      ['moisten_hours', '闷润时间', 'h'],
      ['pan_temperature', '锅温', '℃'],
      ['minutes', '炒制时间', 'min'],
      ['steam_pressure', '蒸汽压力', 'MPa'],
      ['speed', '转速', 'r/min'],
      ['endpoint', '终点判断', ''],
    ],
  },
  筛选: {
    options: ['振动筛', '手工精选', '色选'],
    parameters: [
      ['fines', '碎屑率', '%'],
      ['abnormal', '异形片率', '%'],
      ['upper_mesh', '上筛孔', 'mm'],
      ['lower_mesh', '下筛孔', 'mm'],
    ],
  },
  冷却: {
    options: ['自然放凉', '强制通风'],
    parameters: [
      ['temperature', '终点温度', '℃'],
      ['minutes', '放凉时间', 'min'],
    ],
  },
  灭菌: {
    options: ['蒸汽灭菌', '臭氧灭菌', '辐照（已验证）'],
    parameters: [
      ['temperature', '灭菌温度', '℃'],
      ['minutes', '灭菌时间', 'min'],
    ],
  },
  交接: { options: ['装桶，贴中间产品标签'], parameters: [['containers', '容器数', '件']] },
} as const satisfies Record<string, Usual>

export const processStepNames = keysOf(processSteps)

const usualByName = new Map<string, Usual>(Object.entries(processSteps))

/** What is usual for a step of this name; nothing for a name the catalogue does not have. */
export const usualOf = (name: string): Usual => usualByName.get(name) ?? { options: [], parameters: [] }
