import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  decimalOut,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  person,
  quantityOrZero,
  rowVersion,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'
import { scannedText } from '#contract/packing/scanned-code.ts'
import { lotKind } from './lot.ts'
import { materialUnit } from './unit.ts'

/**
 * 盘点 (domain §2.4): what lies in bins is counted by people who do not see the book, again by others where it differs by more than the tolerance, and put
 * right by signatures (decision 0066). What moves meanwhile is accounted for: each count keeps what the book said in its own moment.
 */

export const countScopes = { room: '按库房', herb: '按品种', class: '按类别', cycle: '循环盘点' } as const
export const countScope = keyOf(countScopes, '请选择盘点范围')

/** What is counted by class. Toxic goods are a class of their own. */
export const countClasses = {
  raw: '药材',
  auxiliary: '辅料',
  packaging: '包材（计件）',
  bulk: '待包装',
  pack: '成品',
  toxic: '毒性',
} as const
export const countClass = keyOf(countClasses, '请选择类别')

/** Classes of which a count may differ by some percent; packs are counted by their codes. */
export const toleranceClass = countClass.exclude(['pack'])
export type ToleranceClass = z.infer<typeof toleranceClass>

export const countState = z.enum(['counting', 'settled', 'cancelled'], '没有这种状态')
export type CountState = z.infer<typeof countState>
export const countLooks: Record<CountState, StateLook> = {
  counting: { label: '盘点中', tone: 'waiting' },
  settled: { label: '已完成', tone: 'neutral' },
  cancelled: { label: '已取消', tone: 'neutral' },
}

export const lineState = z.enum(['open', 'recount', 'even', 'within', 'beyond', 'adjusted', 'ended'], '没有这种状态')
export type LineState = z.infer<typeof lineState>
export const lineLooks: Record<LineState, StateLook> = {
  open: { label: '待盘', tone: 'waiting' },
  recount: { label: '待复盘', tone: 'waiting' },
  even: { label: '相符', tone: 'good' },
  within: { label: '允差内', tone: 'neutral' },
  beyond: { label: '超差，已冻结', tone: 'bad' },
  adjusted: { label: '已调整', tone: 'neutral' },
  ended: { label: '未盘', tone: 'neutral' },
}

/** 差异原因; what dries in the air is a reason of its own. */
export const countCauses = {
  moisture: '水分散失或吸潮',
  scale: '计量误差',
  handling: '搬运洒漏',
  damage: '破损',
  unknown: '原因不明',
} as const
export const countCause = keyOf(countCauses, '请选择差异原因')

/** What two persons decide about a difference beyond the tolerance. */
export const countOutcomes = { adjust: '按实盘调整', recount: '再盘一次' } as const
export const countOutcome = keyOf(countOutcomes, '请选择处理')

export type CountStanding = { state: CountState; toCount: number; beyond: number }

export const countActions = {
  count: { label: '盘点', duty: '14:count', from: ['counting'], awaitedIn: ['counting'], to: 'counting' },
  settle: {
    label: '完成盘点',
    duty: '14:count',
    from: ['counting'],
    to: 'settled',
    signs: '确认盘点差异',
    unless: ({ toCount, beyond }) => (beyond > 0 ? 'count_undecided' : toCount > 0 ? 'count_unfinished' : undefined),
  },
  /** About one line that differs by more than the tolerance. */
  decide: { label: '决定超差', duty: '37:decide', from: ['counting'], to: 'counting', signs: '决定盘点超差' },
  cancel: {
    label: '取消盘点',
    duty: '14:count',
    from: ['counting'],
    to: 'cancelled',
    unless: ({ beyond }) => (beyond > 0 ? 'count_undecided' : undefined),
  },
} satisfies Record<string, Action<CountStanding>>

/** What the second persons sign. */
export const settlementApproval = '批准盘点调整'
export const differenceApproval = '批准盘点超差的处理'
export const toleranceMeaning = '更改盘点允差'
export const toleranceApproval = '批准盘点允差'

/** How many lines one count takes. */
export const countLinesAtMost = 200
const codesAtMost = 500

const countRow = z.strictObject({
  id,
  countNo: z.string(),
  scope: countScope,
  subject: z.string(),
  state: countState,
  plannedBy: person,
  plannedAt: instant,
  lines: z.int(),
  /** Lines that are to be counted, or counted again. */
  toCount: z.int(),
  beyond: z.int(),
  different: z.int(),
  settledAt: instant.nullable(),
  rowVersion: z.int(),
})
export type CountRow = z.infer<typeof countRow>

/** A line as who counts sees it: never the book, nor by how much the first count differed. */
const countLine = z.strictObject({
  id,
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  kind: lotKind,
  isToxic: z.boolean(),
  placeId: id,
  placeCode: z.string(),
  placeName: z.string(),
  warehouse: z.string(),
  unit: materialUnit,
  packUnit: z.string().nullable(),
  state: lineState,
  counts: z.int(),
  /** Told once nobody counts this line any more, and only to those who decide or settle. */
  book: decimalOut.nullable(),
  counted: decimalOut.nullable(),
  difference: decimalOut.nullable(),
  packsApart: z.int().nullable(),
  cause: countCause.nullable(),
  note: z.string().nullable(),
  countedBy: z.string().nullable(),
  /** The codes of packs that should be there and were not found; at most 50. */
  missing: z.array(z.string()),
})
export type CountLine = z.infer<typeof countLine>

const countFile = z.strictObject({
  count: countRow,
  lines: z.array(countLine),
  settledByName: z.string().nullable(),
  approverName: z.string().nullable(),
  cancelReason: z.string().nullable(),
})
export type CountFile = z.infer<typeof countFile>

const tolerance = z.strictObject({
  goodsClass: toleranceClass,
  percent: decimalOut,
  setBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  setAt: instant.nullable(),
})

const percent = z.string('请填写百分数').regex(/^(\d|10)(\.\d{1,2})?$/, '请填写0到10的百分数，最多2位小数')

export const stocktakeApi = {
  list: endpoint({
    method: 'GET',
    path: '/stocktakes',
    right: '14',
    alsoFor: ['19', '37'],
    summary: '盘点：单号、范围、进度、差异',
    input: listQuery.extend({ state: countState.optional(), sort: sortBy(['countNo', 'plannedAt'], '-plannedAt') }),
    output: listOf(countRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/stocktakes/{id}',
    right: '14',
    alsoFor: ['19', '37'],
    summary: '一次盘点的各行；账面数量在盘点结束前不显示',
    input: z.strictObject({ id }),
    output: countFile,
    refusals: ['not_found'],
  }),
  plan: endpoint({
    method: 'POST',
    path: '/stocktakes',
    right: '14:count',
    summary: '新建盘点：按库房、品种、类别或循环',
    input: z
      .strictObject({
        scope: countScope,
        /** The warehouse, or the name of the goods. */
        subject: optionalText(60),
        goodsClass: countClass.optional(),
        /** 循环: what was not counted for so many days. */
        days: z.int('请填写天数').min(1, '至少1天').max(3650, '天数太大').optional(),
      })
      .refine(({ scope, subject }) => (scope !== 'room' && scope !== 'herb') || subject !== '', {
        path: ['subject'],
        error: '请填写库房或品名',
      })
      .refine(({ scope, goodsClass }) => scope !== 'class' || goodsClass !== undefined, { path: ['goodsClass'], error: '请选择类别' })
      .refine(({ scope, days }) => scope !== 'cycle' || days !== undefined, { path: ['days'], error: '请填写天数' }),
    output: countFile,
    refusals: ['nothing_to_count', 'count_too_long'],
  }),
  count: endpoint({
    method: 'POST',
    path: '/stocktakes/{id}/count',
    right: '14:count',
    summary: '盲盘一行：扫描货位与批，填写实盘数量或扫描成品；毒性货物两人盘点，复盘由另一人',
    input: z
      .strictObject({
        id,
        lotId: id,
        placeId: id,
        quantity: quantityOrZero.optional(),
        /** Packs and boxes as scanned; of pack lots alone. */
        codes: z.array(scannedText).max(codesAtMost, '一次最多扫500个码').optional(),
        second: secondSignature.optional(),
      })
      .refine(({ quantity, codes }) => (quantity === undefined) !== (codes === undefined), { path: ['quantity'], error: '请填写实盘数量' }),
    output: z.strictObject({ lineId: id }),
    refusals: [
      'not_found',
      'wrong_state',
      'count_closed',
      'count_needs_two',
      'recount_by_other',
      'count_by_codes',
      'pieces_whole',
      'code_unknown',
      'code_twice',
      'code_not_in_house',
      'count_open',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
    ],
  }),
  addLine: endpoint({
    method: 'POST',
    path: '/stocktakes/{id}/lines',
    right: '14:count',
    summary: '计划外找到的货物：按批号与货位加一行，再照样盲盘',
    input: z.strictObject({ id, lotNo: text(40), placeCode: text(40) }),
    output: z.strictObject({ lineId: id }),
    refusals: ['not_found', 'wrong_state', 'count_open'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/stocktakes/{id}/decide',
    right: '37:decide',
    summary: '决定一行超差：QA与质量负责人签名，按实盘调整并解除冻结，或再盘一次',
    input: z.strictObject({
      id,
      lineId: id,
      outcome: countOutcome,
      cause: countCause,
      note: text(300),
      signature,
      approver: secondSignature,
    }),
    output: countFile,
    refusals: [
      'not_found',
      'wrong_state',
      'count_not_beyond',
      'count_codes_moved',
      'short_stock',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
      'wrong_password',
    ],
  }),
  settle: endpoint({
    method: 'POST',
    path: '/stocktakes/{id}/settle',
    right: '14:count',
    summary: '完成盘点：写明允差内差异的原因，两人签名后按实盘调整',
    input: z.strictObject({
      id,
      rowVersion,
      causes: z
        .array(z.strictObject({ lineId: id, cause: countCause }))
        .max(countLinesAtMost, '行数太多')
        .default([]),
      signature,
      approver: secondSignature,
    }),
    output: countFile,
    refusals: [
      'not_found',
      'wrong_state',
      'stale',
      'count_unfinished',
      'count_undecided',
      'count_cause_missing',
      'adjustment_uncounted',
      'short_stock',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
      'wrong_password',
    ],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/stocktakes/{id}/cancel',
    right: '14:count',
    summary: '取消盘点，写明原因；不作任何调整',
    input: z.strictObject({ id, reason: text(200) }),
    output: countFile,
    refusals: ['not_found', 'wrong_state', 'count_undecided'],
  }),
  tolerances: endpoint({
    method: 'GET',
    path: '/count-tolerances',
    right: '14',
    alsoFor: ['36', '37'],
    summary: '盘点允差：各类货物的百分数',
    input: z.strictObject({}),
    output: z.array(tolerance),
  }),
  setTolerance: endpoint({
    method: 'POST',
    path: '/count-tolerances',
    right: '36:manage',
    summary: '更改一类货物的盘点允差，由第二人会签',
    input: z.strictObject({ goodsClass: toleranceClass, percent, reason: text(200), signature, approver: secondSignature }),
    output: z.array(tolerance),
    refusals: ['same_person', 'signer_unknown', 'signer_lacks_duty', 'wrong_password'],
  }),
}
