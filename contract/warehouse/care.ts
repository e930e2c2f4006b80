import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  choiceQuery,
  day,
  decimalOut,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'
import { celsius, percentRh } from '#contract/making/production-api.ts'
import { materialClasses } from '#contract/making/material.ts'
import { lotKind } from './lot.ts'
import type { StockSide } from './stock.ts'
import { materialUnit } from './unit.ts'

/** 养护 (domain §2.4): the firm's own plan by herb, class and season; what was found at each lot in each bin, and what was done (decision 0099). */

/** The two sides of the warehouse, as they are kept. */
export const stockSide = z.enum(['raw', 'pack'], '请选择库别')

export const careScopes = { all: '全部', class: '按物料分类', herb: '按品种' } as const
export const careScope = keyOf(careScopes, '请选择计划范围')

/** A lot that a plan asks to be looked at. There is no document yet: the record makes it. */
export type CareStanding = { state: 'due' }
export const careLooks: Record<CareStanding['state'], StateLook> = { due: { label: '待养护', tone: 'waiting' } }

const actionsOf = (page: '14' | '19') =>
  ({
    record: { label: '登记养护', duty: `${page}:move`, from: ['due'], awaitedIn: ['due'], to: 'due', signs: '养护' },
  }) satisfies Record<string, Action<CareStanding>>
export const careActions: Record<StockSide, ReturnType<typeof actionsOf>> = { raw: actionsOf('14'), pack: actionsOf('19') }

/** What is signed beside the record itself. */
export const careMeanings = { second: '共同养护', plan: '养护计划', planApproval: '同意养护计划', void: '作废养护记录' } as const

/** The finding that says that nothing was found; no other stands beside it. */
export const nothingFound = 'none'

const month = z.int('请选择月份').min(1, '请选择月份').max(12, '请选择月份')
const everyDays = z.int('请填写天数').min(1, '至少1天').max(366, '最多366天')
const codes = (name: string) =>
  z
    .array(text(40), name)
    .max(20, '太多了')
    .refine((given) => new Set(given).size === given.length, '同一项选了两次')

const season = z.strictObject({ from: month, to: month, days: everyDays })
export type CareSeason = z.infer<typeof season>

/** A plan as people read it: 每90天，5–9月每30天. */
export const carePlanText = ({ everyDays: days, season: within }: { everyDays: number; season: CareSeason | null }): string =>
  within === null ? `每${days}天` : `每${days}天，${within.from}–${within.to}月每${within.days}天`

const planRow = z.strictObject({
  id,
  scope: careScope,
  /** The class or the herb; empty of all. */
  subject: z.string(),
  serial: z.int(),
  everyDays: z.int(),
  season: season.nullable(),
  /** Findings that open a case and hold the lot, in the words of the dictionary. */
  caseFindings: z.array(z.strictObject({ code: z.string(), label: z.string() })),
  isEnded: z.boolean(),
  materialClass: z.string(),
  materialId: id.nullable(),
  reason: z.string(),
  setByName: z.string(),
  approvedByName: z.string(),
  setAt: instant,
  /** Whether it is the last of its scope. */
  isLatest: z.boolean(),
})
export type CarePlan = z.infer<typeof planRow>

const dueRow = z.strictObject({
  id,
  lotNo: z.string(),
  name: z.string(),
  kind: lotKind,
  isToxic: z.boolean(),
  unit: materialUnit,
  onHand: decimalOut,
  bins: z.array(z.string()),
  lastOn: day,
  wasLooked: z.boolean(),
  dueOn: day,
  isDue: z.boolean(),
  isLate: z.boolean(),
  plan: z.string(),
})
export type CareDue = z.infer<typeof dueRow>

/** A lot in a bin, to be looked at. */
const spot = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  isToxic: z.boolean(),
  placeId: id,
  placeCode: z.string(),
  warehouse: z.string(),
  unit: materialUnit,
  quantity: decimalOut,
  dueOn: day.nullable(),
})
export type CareSpot = z.infer<typeof spot>

const careRow = z.strictObject({
  id,
  careNo: z.string(),
  side: stockSide,
  lookedAt: instant,
  lots: z.int(),
  /** Lines with a finding, and the case of those that matter. */
  found: z.int(),
  caseNo: z.string().nullable(),
  doneByName: z.string(),
  recordedAt: instant,
})
export type CareRow = z.infer<typeof careRow>

const lineRow = z.strictObject({
  id,
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  placeCode: z.string(),
  warehouse: z.string(),
  unit: materialUnit,
  quantity: decimalOut,
  findings: z.array(z.string()),
  measures: z.array(z.string()),
  note: z.string(),
  matters: z.boolean(),
  voidReason: z.string().nullable(),
  voidedByName: z.string().nullable(),
})
export type CareLine = z.infer<typeof lineRow>

const careFile = careRow.extend({
  temperature: decimalOut.nullable(),
  humidity: decimalOut.nullable(),
  remark: z.string(),
  doneBy: id,
  secondBy: id.nullable(),
  secondByName: z.string().nullable(),
  lines: z.array(lineRow),
})
export type CareFile = z.infer<typeof careFile>

/** How many lots in bins one record names. */
export const careLinesAtMost = 100

const lineInput = z
  .strictObject({
    lotId: id,
    placeId: id,
    findings: codes('请选择发现').min(1, '请选择发现，没有就选“无异常”'),
    measures: codes('请选择措施').default([]),
    note: optionalText(200),
  })
  .refine(({ findings }) => findings.length === 1 || !findings.includes(nothingFound), {
    message: '“无异常”不能与其他发现并选',
    path: ['findings'],
  })

const sideOf = (side: StockSide) =>
  ({
    page: side === 'raw' ? '14' : '19',
    goods: side === 'raw' ? '原料' : '成品',
    root: `/${side}-care`,
  }) as const

const recordsOf = (side: StockSide) => {
  const { page, goods, root } = sideOf(side)
  return {
    due: endpoint({
      method: 'GET',
      path: `${root}-due`,
      right: page,
      alsoFor: ['37'],
      summary: `养护计划内在库的${goods}批次，按下次养护日排列`,
      input: listQuery.extend({ due: z.enum(['late', 'now', 'soon'], '没有这种选择').optional(), sort: sortBy(['dueOn'], 'dueOn') }),
      output: listOf(dueRow),
    }),
    spots: endpoint({
      method: 'GET',
      path: `${root}-spots`,
      right: page,
      summary: `可登记养护的${goods}批次与货位：按仓库、批次或扫描，先到期的在前，最多${careLinesAtMost}行`,
      input: z
        .strictObject({ warehouse: text(40).optional(), lotId: id.optional(), lotNo: text(50).optional() })
        .refine((given) => Object.keys(given).length === 1, { message: '请选择仓库或批次其一', path: ['warehouse'] }),
      output: z.array(spot),
    }),
    record: endpoint({
      method: 'POST',
      path: `${root}-records`,
      right: `${page}:move`,
      summary: `登记一次${goods}养护并签名：每批每货位的发现与措施；计划中须立案的发现随即立质量事件并冻结该批`,
      input: z
        .strictObject({
          lookedAt: instant.optional(),
          temperature: celsius.nullable().default(null),
          humidity: percentRh.nullable().default(null),
          remark: optionalText(300),
          lines: z.array(lineInput).min(1, '请至少选一批').max(careLinesAtMost, `一次最多${careLinesAtMost}行`),
          signature,
          /** Where toxic goods are among them. */
          second: secondSignature.optional(),
        })
        .refine(({ lines }) => new Set(lines.map(({ lotId, placeId }) => `${lotId} ${placeId}`)).size === lines.length, {
          message: '同一批同一货位选了两次',
          path: ['lines'],
        }),
      output: careFile,
      refusals: ['not_found', 'care_lot_absent', 'care_needs_two', 'dictionary_item_unknown'],
    }),
    void: endpoint({
      method: 'POST',
      path: `${root}-lines/{id}/void`,
      right: `${page}:freeze`,
      summary: `作废${goods}养护记录中记错的一行：由另一人签名并写明原因，原记录保留，该批重新待养护`,
      input: z.strictObject({ id, reason: text(200), signature }),
      output: careFile,
      refusals: ['not_found', 'wrong_state', 'same_person'],
    }),
  }
}

const plansOf = (side: StockSide) => {
  const { page, goods, root } = sideOf(side)
  return {
    plans: endpoint({
      method: 'GET',
      path: `${root}-plans`,
      right: page,
      alsoFor: ['37'],
      summary: `${goods}养护计划，连同以前的`,
      input: listQuery.extend({
        standing: z.enum(['current', 'past'], '没有这种选择').optional(),
        sort: sortBy(['setAt'], '-setAt'),
      }),
      output: listOf(planRow),
    }),
    herbs: endpoint({
      method: 'GET',
      path: `${root}-herbs`,
      right: page,
      summary: '养护计划可以按品种设定的物料',
      input: choiceQuery,
      output: z.array(z.strictObject({ id, name: z.string() })),
    }),
    setPlan: endpoint({
      method: 'POST',
      path: `${root}-plans`,
      right: `${page}:freeze`,
      summary: `设定、更改或终止一项${goods}养护计划：QA签名，质量负责人同意；间隔由企业自定`,
      input: z
        .strictObject({
          scope: careScope,
          materialClass: keyOf(materialClasses, '没有这个分类').nullable().default(null),
          materialId: id.nullable().default(null),
          /** Of the last plan of this scope that the person saw; 0 where there was none. */
          serial: z.int('请刷新后重试').min(0, '请刷新后重试').max(1_000_000, '请刷新后重试'),
          everyDays,
          season: season.nullable(),
          caseFindings: codes('请选择须立案的发现').refine((given) => !given.includes(nothingFound), '“无异常”不立案'),
          isEnded: z.boolean().default(false),
          reason: text(200),
          signature,
          approver: secondSignature,
        })
        .refine(({ scope, materialClass }) => (scope === 'class') === (materialClass !== null), {
          message: '请选择物料分类',
          path: ['materialClass'],
        })
        .refine(({ scope, materialId }) => (scope === 'herb') === (materialId !== null), {
          message: '请选择品种',
          path: ['materialId'],
        }),
      output: planRow,
      refusals: ['not_found', 'stale', 'wrong_state', 'dictionary_item_unknown'],
    }),
  }
}

export const careApi = {
  list: endpoint({
    method: 'GET',
    path: '/care-records',
    right: '14',
    alsoFor: ['19', '37'],
    summary: '养护记录，最近的在前',
    input: listQuery.extend({
      side: stockSide.optional(),
      found: z.enum(['yes'], '没有这种选择').optional(),
      sort: sortBy(['careNo', 'lookedAt'], '-lookedAt'),
    }),
    output: listOf(careRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/care-records/{id}',
    right: '14',
    alsoFor: ['19', '37'],
    summary: '一次养护的各行',
    input: z.strictObject({ id }),
    output: careFile,
    refusals: ['not_found'],
  }),
  raw: { ...recordsOf('raw'), ...plansOf('raw') },
  pack: { ...recordsOf('pack'), ...plansOf('pack') },
}
