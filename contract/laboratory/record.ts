import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf, keysOf } from '#contract/kernel/key-of.ts'
import { inspectionFile, oosCase } from './inspection-file.ts'
import { inspectionSide, inspectionState } from './inspection.ts'
import { requestKind } from './request.ts'
import { resultSource, verdict } from './test-result.ts'
import { limitOps, type LimitOp } from './judge.ts'
import { standardAuthority } from './authority.ts'
import { lotKind, lotState } from '#contract/warehouse/lot.ts'
import { provinces } from '#contract/supply/origin.ts'
import type { NelsonRule } from './trend.ts'
import { day, decimalOut, id, instant, listOf, listQuery, sortBy, text } from '#contract/kernel/values.ts'

/** 质检记录 (page 37): the register of every inspection and of every result, the trend of an item, the yearly review of a product. */

/** What one standard says of an inspection; null before its results are submitted. */
const standardVerdict = z.strictObject({ name: z.string(), authority: standardAuthority, verdict: verdict.nullable() })
/** What one standard says of a result. */
const resultVerdict = z.strictObject({ name: z.string(), authority: standardAuthority, specText: z.string(), verdict })
export type ByStandard = { name: string; authority: z.infer<typeof standardAuthority>; verdict: z.infer<typeof verdict> | null }

/** One inspection as the register shows it, raw and made alike. */
const recordRow = z.strictObject({
  id,
  requestNo: z.string(),
  side: inspectionSide,
  requestKind,
  state: inspectionState,
  lotId: id,
  lotNo: z.string(),
  lotName: z.string(),
  lotKind,
  lotState,
  /** All by which it is judged, the one that leads first. */
  standards: z.array(standardVerdict),
  /** Of a batch the factory made: the suppliers of its main raw lots. */
  supplier: z.string(),
  origin: z.string(),
  requestedByName: z.string(),
  requestedAt: instant,
  sampledAt: instant.nullable(),
  /** Of the submitted record. */
  submittedAt: instant.nullable(),
  analysts: z.array(z.string()),
  reviewerName: z.string().nullable(),
  reviewedAt: instant.nullable(),
  verdict: verdict.nullable(),
  /** OOS investigations, and how many are still open. */
  oosCases: z.int(),
  oosOpen: z.int(),
  reportId: id.nullable(),
  reportNo: z.string().nullable(),
  approvedAt: instant.nullable(),
})
export type RecordRow = z.infer<typeof recordRow>

/** One result that counts: the last one written for an item of an inspection. */
const resultRow = z.strictObject({
  id,
  inspectionId: id,
  requestNo: z.string(),
  side: inspectionSide,
  inspectionState,
  lotNo: z.string(),
  lotName: z.string(),
  supplier: z.string(),
  origin: z.string(),
  itemGroup: z.string(),
  itemName: z.string(),
  specText: z.string(),
  unit: z.string(),
  individual: z.array(z.string()),
  words: z.string(),
  mean: z.string().nullable(),
  verdict,
  /** By each of the standards that ask for the item, the one that leads first. */
  judgements: z.array(resultVerdict),
  reason: z.string(),
  outOfTrend: z.boolean(),
  nearLimit: z.boolean(),
  source: resultSource,
  analystName: z.string(),
  enteredAt: instant,
})
export type ResultRow = z.infer<typeof resultRow>

/** What both lists are narrowed by. */
const narrowing = {
  side: inspectionSide.optional(),
  /** A material or a product, by the standards it is tested against. */
  goodsId: id.optional(),
  /** Of a batch the factory made: the suppliers of its raw lots. */
  supplierId: id.optional(),
  province: z.enum(provinces, '没有这个省份').optional(),
  analystId: id.optional(),
  from: day.optional(),
  to: day.optional(),
}

/** A limit of the moment a lot was judged by: `low` and `high` as the standard prints them. */
const judgedLimits = {
  low: z.string().nullable(),
  high: z.string().nullable(),
  internalLow: z.string().nullable(),
  internalHigh: z.string().nullable(),
}

const signal = z.strictObject({
  rule: z.literal([1, 2, 3, 4] satisfies NelsonRule[]).meta({ type: 'integer' }),
  from: z.int(),
  to: z.int(),
  way: z.enum(['up', 'down', 'both']),
})

/** What a series says: see `chartSeries`. */
const series = z.strictObject({
  count: z.int(),
  mean: decimalOut.nullable(),
  lowest: decimalOut.nullable(),
  highest: decimalOut.nullable(),
  deviation: decimalOut.nullable(),
  sigma: decimalOut.nullable(),
  upper: decimalOut.nullable(),
  lower: decimalOut.nullable(),
  signals: z.array(signal),
})

/** Results that are no point of the chart, and why. */
export const leftOutReasons = {
  words: '文字结果（如“符合规定”“未检出”“<检出限”）',
  no_mean: '没有可比的平均值',
  other_unit: '单位与当前标准不同',
} as const

/** How many points a chart holds: the latest. */
export const mostPoints = 500

const trend = z.strictObject({
  goodsName: z.string(),
  item: z.string(),
  unit: z.string(),
  points: z.array(
    z.strictObject({
      id,
      inspectionId: id,
      requestNo: z.string(),
      lotNo: z.string(),
      supplier: z.string(),
      /** When the goods were sampled: the order of the points. */
      sampledAt: instant,
      value: decimalOut,
      verdict,
      outOfTrend: z.boolean(),
      nearLimit: z.boolean(),
      analystName: z.string(),
      judgements: z.array(resultVerdict),
      ...judgedLimits,
    }),
  ),
  /** There were more than `mostPoints`; the earlier ones are not shown. */
  isCut: z.boolean(),
  leftOut: z.array(
    z.strictObject({
      reason: keyOf(leftOutReasons),
      count: z.int(),
    }),
  ),
  series,
})
export type Trend = z.infer<typeof trend>
export type TrendPoint = Trend['points'][number]

/** What the filters offer. Items are those of the chosen goods, or of all. */
const recordChoices = z.strictObject({
  goods: z.array(z.strictObject({ id, name: z.string(), initials: z.string(), kind: z.enum(['material', 'product']), spec: z.string() })),
  suppliers: z.array(z.strictObject({ id, name: z.string(), initials: z.string() })),
  analysts: z.array(z.strictObject({ id, name: z.string(), initials: z.string() })),
  items: z.array(z.strictObject({ name: z.string(), group: z.string(), isNumeric: z.boolean() })),
})
export type RecordChoices = z.infer<typeof recordChoices>

/** 年度质量回顾 of a product: everything the platform knows about one calendar year of it (GMP 第二百六十六条). */
const productReview = z.strictObject({
  enterprise: z.string(),
  product: z.strictObject({
    id,
    code: z.string(),
    name: z.string(),
    cutSpec: z.string(),
    processingMethod: z.string(),
    storage: z.string(),
    shelfLifeMonths: z.int(),
  }),
  year: z.int(),
  madeAt: instant,
  madeBy: z.string(),
  /** 生产批 whose 生产日期 lies in the year. */
  batches: z.array(
    z.strictObject({
      lotId: id,
      batchNo: z.string(),
      productionDate: day,
      charged: decimalOut,
      output: decimalOut,
      yieldPercent: decimalOut,
      yieldMin: decimalOut,
      yieldMax: decimalOut,
      balancePercent: decimalOut,
      isYieldOut: z.boolean(),
      isBalanceOut: z.boolean(),
      deviations: z.int(),
      lotState,
      verdict: verdict.nullable(),
      reportNo: z.string().nullable(),
    }),
  ),
  yields: series,
  /** What became of the batches after packing: lots of packs, by state. */
  packed: z.strictObject({ lots: z.int(), released: z.int(), rejected: z.int(), waiting: z.int(), quantity: decimalOut }),
  /** Each item of the standards the batches were tested against. */
  items: z.array(
    z.strictObject({
      group: z.string(),
      name: z.string(),
      specText: z.string(),
      unit: z.string(),
      tested: z.int(),
      failed: z.int(),
      outOfTrend: z.int(),
      series,
    }),
  ),
  oosCases: z.array(
    z.strictObject({
      id,
      batchNo: z.string(),
      item: z.string(),
      openedAt: instant,
      kind: oosCase.shape.kind,
      state: oosCase.shape.state,
      conclusion: z.string().nullable(),
    }),
  ),
  deviations: z.array(
    z.strictObject({ id, batchNo: z.string(), stepNo: z.int().nullable(), finding: z.string(), note: z.string(), foundAt: instant }),
  ),
  /** Raw lots that went into the batches. */
  rawLots: z.array(
    z.strictObject({
      lotId: id,
      lotNo: z.string(),
      name: z.string(),
      supplier: z.string(),
      origin: z.string(),
      quantity: decimalOut,
      batches: z.int(),
      verdict: verdict.nullable(),
    }),
  ),
  /** 投诉 and 召回 as holds on the lots of the year's batches; returns as the stock ledger has them. */
  complaints: z.int(),
  recalls: z.int(),
  returns: z.strictObject({ entries: z.int(), quantity: decimalOut }),
})
export type ProductReview = z.infer<typeof productReview>

export const recordApi = {
  list: endpoint({
    method: 'GET',
    path: '/records',
    right: '37',
    summary: '质检台账：全部请验、检验与报告，原料与成品一并',
    input: listQuery.extend({
      ...narrowing,
      state: inspectionState.optional(),
      /** The conclusion; `any_fail` also where another standard than those that decide is not kept: the firm's own, or a customer's. */
      verdict: z.enum(['PASS', 'FAIL', 'any_fail', 'none'], '没有这种结论').optional(),
      /** Those with an OOS that has no conclusion yet. */
      oos: z.literal('open').optional(),
      sort: sortBy(['requestedAt', 'requestNo'], '-requestedAt'),
    }),
    output: listOf(recordRow),
  }),
  file: endpoint({
    method: 'GET',
    path: '/records/{id}',
    right: '37',
    summary: '一份质检记录：请验、取样、全部结果、复核与OOS',
    input: z.strictObject({ id }),
    output: inspectionFile,
    refusals: ['not_found'],
  }),
  results: endpoint({
    method: 'GET',
    path: '/record-results',
    right: '37',
    summary: '检验结果：每个项目一行，更正过的只列现行结果',
    input: listQuery.extend({
      ...narrowing,
      item: text(60).optional(),
      verdict: verdict.optional(),
      warning: z.enum(['trend', 'near'], '没有这种提示').optional(),
      sort: sortBy(['enteredAt'], '-enteredAt'),
    }),
    output: listOf(resultRow),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/record-choices',
    right: '37',
    summary: '质检记录可选的品种、供应商、检验人与项目',
    input: z.strictObject({ goodsId: id.optional() }),
    output: recordChoices,
  }),
  trend: endpoint({
    method: 'GET',
    path: '/record-trend',
    right: '37',
    summary: '一个项目的趋势：各批结果、限度、均值、控制限与判异',
    input: z.strictObject({ goodsId: id, item: text(60), supplierId: id.optional(), from: day.optional(), to: day.optional() }),
    output: trend,
    refusals: ['not_found'],
  }),
  review: endpoint({
    method: 'GET',
    path: '/record-reviews',
    right: '37',
    summary: '一个产品一年的质量回顾',
    input: z.strictObject({
      productId: id,
      year: z.string('请选择年份').regex(/^(199\d|20\d\d|21\d\d)$/, '请选择年份'),
    }),
    output: productReview,
    refusals: ['not_found'],
  }),
}

/** Items whose results are numbers and can be drawn. */
export const numericOps: readonly LimitOp[] = keysOf(limitOps).filter((op) => op !== 'absent' && op !== 'qualitative')
