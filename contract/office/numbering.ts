import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf, keysOf } from '#contract/kernel/key-of.ts'
import { id, listOf, listQuery, rowVersion, sortBy, text } from '#contract/kernel/values.ts'

/** The day in a number: of the whole date, or of the month, whose serials then run through it. */
export const dateParts = { YYYYMMDD: '年月日 8 位', YYMMDD: '年月日 6 位', YYYYMM: '年月 6 位' } as const
export const datePart = keyOf(dateParts, '请选择日期格式')
export type DatePart = keyof typeof dateParts

/** How a number reads: prefix, date, and a serial of at least so many digits. */
export type NumberFormat = { prefix: string; datePart: DatePart; digits: number }

type NumberedThing = { label: string } & NumberFormat
const document = (prefix: string, label: string): NumberedThing => ({ label, prefix, datePart: 'YYYYMMDD', digits: 3 })
const lot = (prefix: string, label: string): NumberedThing => ({ label, prefix, datePart: 'YYMMDD', digits: 2 })

/** Everything that is numbered, and how it usually is (domain §2.0, §3.1); a factory may choose otherwise. */
export const numberedObjects = {
  CG: document('CG', '采购单'),
  SH: document('SH', '到货验收单'),
  CY: document('CY', '到货差异'),
  YL: lot('YL', '原料进厂批号（后加行号）'),
  FL: lot('FL', '辅料批号（后加行号）'),
  BC: lot('BC', '包材批号（后加行号）'),
  QY: document('QY', '请验单'),
  QYD: document('QYD', '取样单'),
  YP: document('YP', '样品'),
  LY: document('LY', '成品留样单'),
  BG: document('BG', '检验报告书'),
  FX: document('FX', '放行审核单'),
  YS: document('YS', '包材验收检验单'),
  YK: document('YK', '移库单'),
  SC: document('SC', '批生产指令'),
  LL: document('LL', '领料单'),
  TL: document('TL', '退料单'),
  batch: lot('', '饮片生产批号'),
  BZ: document('BZ', '批包装指令'),
  BQ: document('BQ', '标签领用单'),
  XS: document('XS', '销售单'),
  CK: document('CK', '出库单'),
  SJ: document('SJ', '质量事件'),
  GZ: document('GZ', '更正单'),
  ZH: document('ZH', '召回与演练'),
  CZ: document('CZ', '处置单'),
  TG: document('TG', '退供应商单'),
  PD: document('PD', '盘点单'),
  WK: document('WK', '稳定性考察方案'),
  TZ: document('TZ', '月度台账'),
  TH: document('TH', '退货单'),
  SP: document('SP', '承运索赔单'),
  PC: document('PC', '偏差'),
  TS: document('TS', '投诉'),
  BL: document('BL', '不良反应'),
  QC: document('QC', '清场合格证'),
} satisfies Record<string, NumberedThing>
export type NumberedObject = keyof typeof numberedObjects

/** A number as it reads: the serial is never cut, however few digits it should have. */
export function numberText({ prefix, datePart, digits }: NumberFormat, day: string, serial: number): string {
  const date = day.replaceAll('-', '')
  const shown = datePart === 'YYYYMMDD' ? date : datePart === 'YYMMDD' ? date.slice(2) : date.slice(0, 6)
  return `${prefix}${shown}${String(serial).padStart(digits, '0')}`
}

/** The other object that is usually numbered with this prefix: no other object may take it, so that no two numbers are ever the same. */
export const usualOwnerOf = (prefix: string, object: NumberedObject): NumberedObject | undefined =>
  keysOf(numberedObjects).find((other) => other !== object && numberedObjects[other].prefix === prefix)

export const numberedObject = keyOf(numberedObjects, '没有这种单据')

const numberingRow = z.strictObject({
  object: numberedObject,
  label: z.string(),
  prefix: z.string(),
  datePart,
  digits: z.int(),
  /** Chosen by the factory; else as it usual is. */
  isOwn: z.boolean(),
  /** The number the next one will get today. */
  nextNo: z.string(),
  /** How many digits the serials of the period that has begun have, when the rule now says otherwise. */
  digitsUntilNextPeriod: z.int().nullable(),
  ruleId: id.nullable(),
  rowVersion: z.int(),
})
export type NumberingRow = z.infer<typeof numberingRow>

export const numberingApi = {
  list: endpoint({
    method: 'GET',
    path: '/numbering-rules',
    right: '36',
    summary: '各种单据与批号的编号规则及下一个编号',
    input: listQuery.extend({ sort: sortBy(['label', 'prefix'], 'label') }),
    output: listOf(numberingRow),
  }),
  set: endpoint({
    method: 'POST',
    path: '/numbering-rules/{object}',
    right: '36:manage',
    summary: '更改一种单据的编号规则；已发出的编号不变，编号永不重复',
    input: z.strictObject({
      object: numberedObject,
      rowVersion,
      prefix: z.string('请填写前缀').regex(/^[A-Z]{0,6}$/, '前缀为1至6个大写字母'),
      datePart,
      digits: z.int('请填写位数').min(2, '至少2位').max(8, '最多8位'),
      reason: text(200),
    }),
    output: numberingRow,
    refusals: ['stale', 'number_prefix_needed', 'number_prefix_taken', 'number_prefix_bound'],
  }),
}
