import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import type { PageCode } from '#contract/kernel/pages.ts'
import { lotState } from '#contract/warehouse/lot.ts'
import { boxChange } from './box.ts'
import { codeLock } from './code-lock.ts'
import { labelText } from './label.ts'
import { scannedText } from './scanned-code.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  count,
  day,
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

/** 追溯码状态 (domain §1.4). Recall and freezing are said of the lot; what the authority locks of single packs, beside the state (code-lock.ts). */
export const codeState = z.enum(
  ['issued', 'activated', 'in_stock', 'shipped', 'returned', 'sampled', 'repacked', 'voided', 'destroyed', 'missing'],
  '没有这种状态',
)
export type CodeState = z.infer<typeof codeState>

/** How many codes are in each state, before any is counted. */
export const noCodes: Readonly<Record<CodeState, number>> = {
  issued: 0,
  activated: 0,
  in_stock: 0,
  shipped: 0,
  returned: 0,
  sampled: 0,
  repacked: 0,
  voided: 0,
  destroyed: 0,
  missing: 0,
}

export const codeLooks: Record<CodeState, StateLook> = {
  issued: { label: '未激活', tone: 'neutral' },
  activated: { label: '已激活（待放行）', tone: 'waiting' },
  in_stock: { label: '在库', tone: 'good' },
  shipped: { label: '已发运', tone: 'active' },
  returned: { label: '已退回', tone: 'warning' },
  sampled: { label: '已取样', tone: 'neutral' },
  repacked: { label: '已换包装', tone: 'neutral' },
  voided: { label: '已作废', tone: 'bad' },
  destroyed: { label: '已销毁', tone: 'bad' },
  missing: { label: '遗失', tone: 'bad' },
}

/**
 * Which state may follow which. What has left the house is recalled or returned. A pack in the house goes with its code, by a disposal (decision
 * 0066); so does one whose code was voided by itself, as older versions allowed. A box that holds nothing any more is void.
 */
export const codeLife: Record<CodeState, readonly CodeState[]> = {
  issued: ['activated', 'voided'],
  activated: ['in_stock', 'sampled', 'voided', 'destroyed', 'missing'],
  in_stock: ['shipped', 'sampled', 'repacked', 'destroyed', 'missing'],
  shipped: ['returned'],
  // Opened for the test of a return.
  returned: ['in_stock', 'sampled', 'destroyed', 'missing'],
  // What was kept unopened goes back.
  sampled: ['activated', 'in_stock'],
  // Opened, its content packed anew under other codes.
  repacked: [],
  voided: ['destroyed', 'missing'],
  destroyed: [],
  // A later count finds it.
  missing: ['activated', 'in_stock'],
}

/** Whether a code must not be on any pack any more. */
export const isCodeDead = (state: CodeState): boolean =>
  state === 'repacked' || state === 'voided' || state === 'destroyed' || state === 'missing'

/** 层级: a code is on a pack or on a box. */
export const codeLevel = z.enum(['pack', 'box'], '没有这种层级')
export type CodeLevel = z.infer<typeof codeLevel>
export const codeLevels: Record<CodeLevel, string> = { pack: '袋', box: '箱' }

export const codeSchemes = { NMPA20: '药品追溯码（20位）', GS1: 'GS1 数字链接', INTERNAL: '企业内部码' } as const
export const codeScheme = z.enum(['NMPA20', 'GS1', 'INTERNAL'])

/** How many codes of a range are in each state. */
export const codeCounts = z.strictObject({
  issued: z.int(),
  activated: z.int(),
  in_stock: z.int(),
  shipped: z.int(),
  returned: z.int(),
  sampled: z.int(),
  repacked: z.int(),
  voided: z.int(),
  destroyed: z.int(),
  missing: z.int(),
})

/** 码段: what one run of labels carries. */
const rangeRow = z.strictObject({
  id,
  runNo: z.string(),
  orderNo: z.string(),
  batchNo: z.string(),
  lotNo: z.string().nullable(),
  productName: z.string(),
  specName: z.string(),
  level: codeLevel,
  scheme: codeScheme,
  count: z.int(),
  counts: codeCounts,
  /** How many of its labels have been put on paper. */
  printed: z.int(),
  reason: z.string(),
  issuedAt: instant,
  issuedByName: z.string(),
})
export type RangeRow = z.infer<typeof rangeRow>

/** Codes of a range by their serial within it, the first being 1. */
const serials = { first: count, last: count }

/** One thing that happened to a code. */
const codeEvent = z.strictObject({
  state: codeState,
  documentNo: z.string(),
  reason: z.string(),
  byName: z.string(),
  at: instant,
})

const rangeDetail = rangeRow.extend({
  /** The states in the order of the codes; at most 500 intervals. */
  spans: z.array(z.strictObject({ ...serials, state: codeState })),
  events: z.array(codeEvent.extend(serials)),
  prints: z.array(
    z.strictObject({
      ...serials,
      reason: z.string(),
      byName: z.string(),
      /** The second person, for labels of packs that had left the house or were frozen. */
      checkedByName: z.string().nullable(),
      at: instant,
    }),
  ),
})
export type RangeDetail = z.infer<typeof rangeDetail>

/** Everything the house knows of one code. */
const codeStory = z.strictObject({
  code: z.string(),
  level: codeLevel,
  state: codeState,
  rangeId: id,
  serial: z.int(),
  orderNo: z.string(),
  productName: z.string(),
  specName: z.string(),
  batchNo: z.string(),
  lot: z.strictObject({ id, lotNo: z.string(), state: lotState, holds: z.int(), expiresOn: z.string().nullable() }).nullable(),
  /** The box a pack lies in. */
  box: z.strictObject({ code: z.string(), serial: z.int() }).nullable(),
  /** What lies in a box: its batches, how many packs of each, and in which state. */
  contents: z.array(z.strictObject({ batchNo: z.string(), lotNo: z.string(), state: codeState, packs: z.int() })),
  /** Of a box: what was done to it since it was packed, the newest first. */
  boxChanges: z.array(boxChange),
  /** 换签: the code that took its place, and the one whose place it took. */
  replacedBy: z.string().nullable(),
  replaces: z.string().nullable(),
  /** 监管锁定 of this pack, or of packs in this box; the newest first. */
  locks: z.array(codeLock),
  events: z.array(codeEvent),
})
export type CodeStory = z.infer<typeof codeStory>

/** Under which address the person's browser reached the server: what the QR codes of a demo lead to where it has no public address of its own. */
const origin = z
  .url({ protocol: /^https?$/, error: '地址不正确' })
  .max(200, '地址太长')
  .optional()

/** One look of the public at the page of a pack or box; who it was is not known. */
const scanRow = z.strictObject({
  id: z.string(),
  scannedAt: instant,
  code: z.string(),
  level: codeLevel,
  productName: z.string(),
  batchNo: z.string(),
  /** How often this code was looked up altogether. */
  times: z.int(),
})
export type ScanRow = z.infer<typeof scanRow>

/** One label as it is drawn: the code, what its QR holds, and on a box that is packed what really lies in it (I14: both batches). */
const printedLabel = z.strictObject({
  serial: z.int(),
  code: z.string(),
  link: z.string(),
  contents: z.array(z.strictObject({ batchNo: z.string(), packs: z.int(), producedOn: day, expiresOn: day })),
})
export type PrintedLabel = z.infer<typeof printedLabel>

/** What the second person signs when the label of a pack that has left the house or is frozen is printed again. */
export const reprintMeaning = '核准补印标签'

/** What the two persons sign who give a pack another code. */
export const replacementMeaning = '换签'
export const replacementCheckMeaning = '核准换签'

/** How many labels one sheet may have: more is the work of a label printer fed by the file. */
export const printLimit = 500

/** The pages over which the story of one code opens for who has no page of codes; the first that a person may open is taken. */
export const lookUpPages = ['19', '110', '14'] as const satisfies readonly PageCode[]

export const qrApi = {
  list: endpoint({
    method: 'GET',
    path: '/code-ranges',
    right: '21',
    summary: '追溯码码段列表，含各状态的码数',
    input: listQuery.extend({ level: codeLevel.optional(), sort: sortBy(['issuedAt', 'runNo', 'orderNo', 'count'], '-issuedAt') }),
    output: listOf(rangeRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/code-ranges/{id}',
    right: '21',
    summary: '一个码段：状态区间、经过、打印记录',
    input: z.strictObject({ id }),
    output: rangeDetail,
    refusals: ['not_found'],
  }),
  scans: endpoint({
    method: 'GET',
    path: '/code-scans',
    right: '21',
    summary: '扫码记录：公众查询追溯码的时间、码、批次、累计次数',
    input: listQuery.extend({ from: day.optional(), to: day.optional(), sort: sortBy(['scannedAt', 'times'], '-scannedAt') }),
    output: listOf(scanRow),
  }),
  lookUp: endpoint({
    method: 'GET',
    path: '/code-story',
    right: '21',
    // A pack is in the hand of who keeps stock and of who ships.
    alsoFor: lookUpPages,
    summary: '查询一个追溯码：状态、批次、箱码、经过',
    input: z.strictObject({ code: scannedText }),
    output: codeStory,
    refusals: ['code_unknown'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/code-ranges/{id}/codes',
    right: '21:print',
    summary: '下载码段（CSV）：序号、追溯码、二维码内容、箱码、状态',
    input: z.strictObject({ id, origin }),
    output: z.string(),
    file: 'text/csv; charset=utf-8',
    refusals: ['not_found', 'public_url_local'],
  }),
  print: endpoint({
    method: 'POST',
    path: '/code-ranges/{id}/print',
    right: '21:print',
    summary: '打印标签：登记打印的序号范围，返回标签内容；补印须写明原因，已发运或已冻结的还须另一人签名',
    input: z
      .strictObject({ id, ...serials, reason: optionalText(200), checker: secondSignature.optional(), origin })
      .refine(({ first, last }) => last >= first, { path: ['last'], error: '止号不能小于起号' })
      .refine(({ first, last }) => last - first < printLimit, {
        path: ['last'],
        error: `一次最多打印${printLimit}张，更多请下载后用标签打印机打印`,
      }),
    output: z.strictObject({
      level: codeLevel,
      text: labelText,
      labels: z.array(printedLabel),
      /** Labels of a demo say so across the text. */
      isDemo: z.boolean(),
    }),
    refusals: [
      'not_found',
      'already_printed',
      'no_such_serial',
      'code_voided',
      'public_url_local',
      'reprint_needs_second',
      'signer_unknown',
      'signer_lacks_duty',
      'same_person',
      'token_cannot_sign',
    ],
  }),
  replace: endpoint({
    method: 'POST',
    path: '/code-replacements',
    right: '18:execute',
    summary: '换签：在库一袋的标签损坏，旧码作废，换发新码，仍在原批原箱；两人签名',
    input: z.strictObject({ code: scannedText, reason: text(200), signature, checker: secondSignature }),
    output: z.strictObject({ rangeId: id, runNo: z.string(), code: z.string() }),
    refusals: [
      'lot_expired',
      'code_unknown',
      'code_not_in_stock',
      'code_locked',
      'packs_picked',
      'lot_held',
      'wrong_password',
      'signer_unknown',
      'signer_lacks_duty',
      'same_person',
    ],
  }),
  void: endpoint({
    method: 'POST',
    path: '/code-ranges/{id}/void',
    right: '21:void',
    summary: '作废一个码或一段码，签名；在库成品的码随货处置，不单独作废',
    input: z
      .strictObject({ id, ...serials, reason: text(200), signature })
      .refine(({ first, last }) => last >= first, { path: ['last'], error: '止号不能小于起号' }),
    output: rangeRow,
    refusals: ['not_found', 'no_such_serial', 'code_on_stock', 'code_shipped', 'code_voided', 'wrong_password'],
  }),
}
