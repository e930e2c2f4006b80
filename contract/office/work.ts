import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { id, instant, listOf, listQuery, sortBy, text } from '#contract/kernel/values.ts'

/** A place in the product: the path of a page, with the query its list is opened with. */
export const link = z.string().regex(/^\/[a-z-]+(\?.*)?$/)

/** The lives in which a document can wait for a person. */
export const lifeCodes = [
  'purchase',
  'discrepancy',
  'raw_request',
  'raw_inspection',
  'raw_sample',
  'raw_oos',
  'pack_acceptance',
  'raw_release',
  'production',
  'bulk_request',
  'bulk_inspection',
  'bulk_sample',
  'bulk_oos',
  'stability_plan',
  'stability_point',
  'failed_batch',
  'unpacked_batch',
  'packaging',
  'pack_release',
  'sale',
  'customer_return',
  'carrier_claim',
  'supplier',
  'process',
  'standard',
  'correction',
  'change',
  'impact',
  'recall',
  'disposal',
  'supplier_return',
  'stocktake',
  'incident',
  'founding',
  'joining',
  'secret',
  'proposal',
  'authorisation',
  'deputy',
  'climate_point',
] as const
const lifeCode = z.enum(lifeCodes, '没有这种单据')
export type LifeCode = z.infer<typeof lifeCode>

/** The way of the goods through the factory, step by step, and beside it what keeps it in order. */
export const stages = {
  purchase: { title: '采购到货', lives: ['purchase', 'discrepancy'] },
  raw_request: { title: '原料请验', lives: ['raw_request'] },
  raw_test: { title: '原料检验', lives: ['raw_inspection', 'raw_sample', 'raw_oos'] },
  raw_release: { title: '原料放行', lives: ['pack_acceptance', 'raw_release'] },
  production: { title: '生产', lives: ['production'] },
  bulk_request: { title: '成品请验', lives: ['bulk_request'] },
  bulk_test: {
    title: '成品检验',
    lives: ['bulk_inspection', 'bulk_sample', 'bulk_oos', 'stability_plan', 'stability_point', 'failed_batch'],
  },
  packing: { title: '包装', lives: ['unpacked_batch', 'packaging'] },
  pack_release: { title: '成品放行', lives: ['pack_release'] },
  dispatch: { title: '发运', lives: ['sale'] },
  back: { title: '退货与索赔', lives: ['customer_return', 'carrier_claim'] },
  order: {
    title: '质量与管理',
    lives: [
      'supplier',
      'process',
      'standard',
      'correction',
      'change',
      'impact',
      'recall',
      'disposal',
      'supplier_return',
      'stocktake',
      'incident',
      'founding',
      'joining',
      'secret',
      'proposal',
      'authorisation',
      'deputy',
      'climate_point',
    ],
  },
} as const satisfies Record<string, { title: string; lives: readonly LifeCode[] }>
const stage = keyOf(stages)
export type Stage = z.infer<typeof stage>

/** One thing that waits. */
const named = z.strictObject({
  no: z.string(),
  subject: z.string(),
  since: instant,
  /** The last moment for it: a day that the record itself gives, or the enterprise's own limit for the step. Null where neither says one. */
  due: instant.nullable(),
  /** What this person does next about it. */
  step: z.string(),
  /** Opens it, with the dialog of that step. */
  path: link,
})
export type WaitingOne = z.infer<typeof named>

/** One kind of document in one state, and what this person may do about it. */
const waitingWork = z.strictObject({
  /** 采购单、原料请验单 …, and what the state is called */
  document: z.string(),
  state: z.string(),
  /** 批准、取样 …, and the duties under which it is done */
  steps: z.array(z.string()),
  duties: z.array(z.string()),
  /** The list of them all: `count` and `others` together are its length. */
  path: link,
  /** How many this person may deal with. */
  count: z.int(),
  /** How many of these are overdue. */
  late: z.int(),
  /** How many more are in the same state that another person has to deal with (separation of duties, or another's draft). */
  others: z.int(),
  /** The most urgent few of `count`: what is due first, then what waits longest. */
  oldest: z.array(named),
})
export type WaitingWork = z.infer<typeof waitingWork>

/** How many documents of a kind are named one by one. */
export const namedAtMost = 5

/** Where work waits, whoever it waits for. */
const stageCount = z.strictObject({
  stage,
  title: z.string(),
  count: z.int(),
  late: z.int(),
  /** How many are due today and not late. */
  today: z.int(),
  /** Since when the one waits that waits longest; null where nothing waits. */
  since: instant.nullable(),
  /** What it opens: as many rows as `count`. */
  path: link,
})
export type StageCount = z.infer<typeof stageCount>

/** One document that waits, in the list behind a figure. */
const waitingRow = z.strictObject({
  key: z.string(),
  stage: z.string(),
  document: z.string(),
  state: z.string(),
  no: z.string(),
  subject: z.string(),
  since: instant,
  due: instant.nullable(),
  /** The duties it waits for. */
  duties: z.array(z.string()),
  path: link,
})
export type WaitingRow = z.infer<typeof waitingRow>

/** How long a document may wait in one state before it is overdue: the enterprise's own rule. */
const stepLimit = z.strictObject({
  key: z.string(),
  life: lifeCode,
  state: z.string(),
  stage: z.string(),
  document: z.string(),
  stateLabel: z.string(),
  steps: z.array(z.string()),
  /** Null where none is set: then only the record's own day counts. */
  hours: z.int().nullable(),
  /** For its history; null while none was ever set. */
  limitId: id.nullable(),
})
export type StepLimit = z.infer<typeof stepLimit>

const hours = z.int('请填写整数小时').min(1, '至少1小时').max(8760, '最多8760小时（一年）')

export const workApi = {
  waiting: endpoint({
    method: 'GET',
    path: '/work/waiting',
    right: 'signed-in',
    summary: '等我处理：按职责列出等待本人处理的单据，逾期的和最早的在前；须由他人处理的不计',
    input: z.strictObject({}),
    output: z.array(waitingWork),
  }),
  overview: endpoint({
    method: 'GET',
    path: '/work/overview',
    right: 'signed-in',
    summary: '停在哪里：各步在等的件数、逾期与今天到期，不论等谁；只含本人有权打开的页面',
    input: z.strictObject({}),
    output: z.strictObject({
      stages: z.array(stageCount),
      count: z.int(),
      late: z.int(),
      today: z.int(),
      /** The first few of what is late or due today: `late` and `today` together are all of them. */
      pressing: z.array(waitingRow),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/work/list',
    right: 'signed-in',
    summary: '在等的单据清单：按步骤或是否逾期筛选',
    input: listQuery.extend({
      stage: stage.optional(),
      /** Overdue, due today (and not late), or either. */
      due: z.enum(['late', 'today', 'pressing'], '请选择逾期或今天到期').optional(),
      sort: sortBy(['due', 'since', 'no'], 'due'),
    }),
    output: listOf(waitingRow),
  }),
  limits: endpoint({
    method: 'GET',
    path: '/work/limits',
    right: '36',
    summary: '各步时限：单据停在一步超过多少小时算逾期',
    input: z.strictObject({}),
    output: z.array(stepLimit),
  }),
  setLimit: endpoint({
    method: 'POST',
    path: '/work/limits',
    right: '36:manage',
    summary: '更改一步的时限；留空即不设',
    input: z.strictObject({
      life: lifeCode,
      state: text(40),
      hours: hours.nullable(),
      /** The limit that the person saw. */
      seen: hours.nullable(),
      reason: text(200),
    }),
    output: z.array(stepLimit),
    refusals: ['not_found', 'stale'],
  }),
}
