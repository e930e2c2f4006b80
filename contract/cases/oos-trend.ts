import { z } from 'zod'

/** How often one came up among the cases: what a filter offers, and where a trend shows. */
const counted = z.strictObject({ value: z.string(), label: z.string(), count: z.int(), confirmed: z.int() })

export const oosChoices = z.strictObject({
  analysts: z.array(counted),
  suppliers: z.array(counted),
  items: z.array(counted),
  methods: z.array(counted),
})
export type OosChoices = z.infer<typeof oosChoices>

/** What cases gather at. */
export const oosSources = { item: '项目', method: '方法', analyst: '检验人', supplier: '供应商' } as const

export type OosSource = keyof typeof oosSources

/** A year of them, by months of Asia/Shanghai; the last is the present one. */
export const oosTrendMonths = 12

export const oosTrend = z.strictObject({
  months: z.array(z.string()),
  rows: z.array(counted.extend({ months: z.array(z.int()) })),
})
export type OosTrend = z.infer<typeof oosTrend>
