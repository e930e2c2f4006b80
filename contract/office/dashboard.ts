import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { day, decimalOut } from '#contract/kernel/values.ts'
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

/** A thing a factory needs before its first lot; `path` is null for a person who may not provide it. */
const beginning = z.strictObject({ title: z.string(), why: z.string(), done: z.boolean(), path: link.nullable() })
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

export const dashboardApi = {
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
