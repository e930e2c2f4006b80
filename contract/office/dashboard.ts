import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { day, decimalOut, instant } from '#contract/kernel/values.ts'
import { link } from './work.ts'

/** A number of the dashboard; `path` opens the list that it is the length of. */
const figure = z.strictObject({
  title: z.string(),
  value: z.int(),
  path: link,
  /** Whether a value above zero is something to look after. */
  tone: z.enum(['neutral', 'warning', 'bad']),
})
export type Figure = z.infer<typeof figure>

/** Lots in stock by quality state, one side of the warehouse. */
const lotCensus = z.strictObject({
  title: z.string(),
  states: z.array(z.strictObject({ state: z.string(), label: z.string(), count: z.int(), path: link })),
})
export type LotCensus = z.infer<typeof lotCensus>

/** What the things of a first day are needed for, in this order. */
export const beginningStages = { enterprise: '企业与人员', buying: '采购与收货', making: '生产与销售' } as const

/** A thing a factory needs on its first day. */
const beginning = z.strictObject({
  stage: keyOf(beginningStages),
  title: z.string(),
  why: z.string(),
  done: z.boolean(),
  /** Null for a person who may not provide it, and where no page does. */
  path: link.nullable(),
  /** How it is done where no page does it. */
  how: z.string().nullable(),
})
export type Beginning = z.infer<typeof beginning>

const productYield = z.strictObject({
  product: z.string(),
  batches: z.int(),
  /** % of the charge, over these batches */
  mean: decimalOut,
  lowest: decimalOut,
  highest: decimalOut,
  path: link,
})
export type ProductYield = z.infer<typeof productYield>

/** One month, `2026-03`: how many, how many kg. */
const month = z.strictObject({ month: z.string(), count: z.int(), quantity: decimalOut, path: link })
export type Month = z.infer<typeof month>

const scanDay = z.strictObject({ day, count: z.int(), path: link })
export type ScanDay = z.infer<typeof scanDay>

/** How far ahead and back the dashboard looks, in days. */
export const lookAhead = { retest: 30, expiry: 90 } as const
export const lookBack = 30

/** How long a step took lately: the median in days, and that of the weeks before. */
const leadTime = z.strictObject({
  title: z.string(),
  /** How many were taken; the list behind them is as long. */
  count: z.int(),
  median: decimalOut.nullable(),
  before: decimalOut.nullable(),
  path: link,
})
export type LeadTime = z.infer<typeof leadTime>

/** How many of the inspections of one side conformed at once. */
const passRate = z.strictObject({
  title: z.string(),
  count: z.int(),
  failed: z.int(),
  /** %; null without an inspection. */
  rate: decimalOut.nullable(),
  before: decimalOut.nullable(),
  path: link,
  failedPath: link,
})
export type PassRate = z.infer<typeof passRate>

/** Something that ends on a day: a paper of the enterprise itself, a lot to test again, packs to sell. */
const ending = z.strictObject({
  kind: z.enum(['paper', 'retest', 'expiry']),
  title: z.string(),
  /** Null: a paper that the trade asks for and nobody wrote down, or one without an end. */
  on: day.nullable(),
  missing: z.boolean(),
  path: link,
})
export type Ending = z.infer<typeof ending>

/** Papers without which pieces may not be made. */
export const neededPapers = ['药品生产许可证', 'GMP符合性'] as const
/** The days over which lead times and rates are reckoned, and the days before that they are compared with. */
export const oversightDays = 90

/**
 * Who looks over the work of others has another home page: somebody who reads the register of tests (37) and at least three pages of the goods' way.
 */
export const looksOver = (codes: readonly string[]): boolean =>
  codes.includes('37') && codes.filter((code) => ['11', '12', '13', '14', '15', '16', '17', '18', '19', '110'].includes(code)).length >= 3

export const dashboardApi = {
  oversight: endpoint({
    method: 'GET',
    path: '/dashboard/oversight',
    right: '37',
    summary: '各步用时、一次合格率、OOS、本企业证照与到期复验；只含本人有权打开的页面',
    input: z.strictObject({}),
    output: z.strictObject({
      leadTimes: z.array(leadTime),
      passRates: z.array(passRate),
      /** Inspections with an OOS that has no conclusion. */
      oos: z.strictObject({ count: z.int(), since: instant.nullable(), path: link }),
      endings: z.array(ending),
      /** Own papers that end within 90 days, have ended, or are missing. */
      papers: z.strictObject({ count: z.int(), path: link }).nullable(),
    }),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/dashboard/figures',
    right: 'signed-in',
    summary: '首页数字：只含本人有权打开的页面；每个数字都是一张列表的条数',
    input: z.strictObject({}),
    output: z.strictObject({
      figures: z.array(figure),
      lots: z.array(lotCensus),
      /** What to do first; null once there is a lot. */
      beginnings: z.array(beginning).nullable(),
    }),
  }),
  trends: endpoint({
    method: 'GET',
    path: '/dashboard/trends',
    right: 'signed-in',
    summary: '首页趋势：收率、扫码、产量、发运；没有权限的为空',
    input: z.strictObject({}),
    output: z.strictObject({
      /** The first day of the months and yields. */
      since: day,
      yields: z.array(productYield).nullable(),
      scans: z.array(scanDay).nullable(),
      output: z.array(month).nullable(),
      shipments: z.array(month).nullable(),
    }),
  }),
}
