import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { kgUnit } from '#contract/kernel/shown-value.ts'
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
  quantity,
  rowVersion,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'
import { scannedText } from '#contract/packing/scanned-code.ts'
import { lotKind, lotState } from './lot.ts'
import { materialUnit } from './unit.ts'

/**
 * 处置与销毁 (domain §2.4, §2.11): goods that must not be used leave the house for good, with their codes. The warehouse proposes, the 质量负责人 decides, and
 * it is carried out before a witness who is neither (decision 0066).
 */

/** Why goods are disposed of. The database knows which goods each of them is about (`disposal_refusal`). */
export const disposalGrounds = { rejected: '判定不合格', expired: '超过有效期', returned: '退货', damaged: '在库破损' } as const
export const disposalGround = keyOf(disposalGrounds, '请选择处置原因')
export type DisposalGround = z.infer<typeof disposalGround>

/** 处置方式 (dictionary disposal_method); what goes back to its supplier is no disposal. */
export const disposalMethods = { burn: '焚烧', crush: '粉碎填埋', chemical: '化学处理', contractor: '交有资质单位处理' } as const
export const disposalMethod = keyOf(disposalMethods, '请选择处置方式')

export const disposalState = z.enum(['proposed', 'approved', 'reported', 'refused', 'cancelled', 'done'], '没有这种状态')
export type DisposalState = z.infer<typeof disposalState>
export const disposalLooks: Record<DisposalState, StateLook> = {
  proposed: { label: '待批准', tone: 'waiting' },
  approved: { label: '待执行', tone: 'waiting' },
  reported: { label: '数量不符，待批准', tone: 'waiting' },
  refused: { label: '不同意', tone: 'neutral' },
  cancelled: { label: '已撤回', tone: 'neutral' },
  done: { label: '已销毁', tone: 'neutral' },
}

/** By how much of it the weight of goods may differ when they are carried out (start value); packs are counted by their codes. */
export const disposalTolerance = '0.02'

/** The part of a disposal on which it depends who may do what to it. */
export type DisposalStanding = {
  state: DisposalState
  proposedBy: { id: string }
  foundBy: string | null
  /** Who decided last. */
  decidedBy: string | null
  photos: number
}

const decidedByOther = ({ proposedBy, foundBy }: DisposalStanding, actor: { id: string }) =>
  proposedBy.id === actor.id || foundBy === actor.id ? ('author_approves' as const) : undefined

export const disposalActions = {
  approve: {
    label: '批准处置',
    duty: '13:approve',
    from: ['proposed', 'reported'],
    awaitedIn: ['proposed', 'reported'],
    to: 'approved',
    signs: '批准处置',
    unless: decidedByOther,
  },
  refuse: {
    label: '不同意',
    duty: '13:approve',
    from: ['proposed', 'reported'],
    to: 'refused',
    signs: '不同意处置',
    unless: decidedByOther,
  },
  carryOut: {
    label: '执行销毁',
    duty: '14:dispose',
    from: ['approved'],
    awaitedIn: ['approved'],
    to: 'done',
    signs: '执行销毁',
    unless: ({ decidedBy, photos }, actor) =>
      decidedBy === actor.id ? 'disposal_carried_by_decider' : photos === 0 ? 'disposal_photo_missing' : undefined,
  },
  /** What is there is not what was decided about: the decision is asked for again, with the weight that was found. */
  report: {
    label: '报告差异',
    duty: '14:dispose',
    from: ['approved'],
    to: 'reported',
    unless: ({ foundBy }) => (foundBy === null ? undefined : 'disposal_reported'),
  },
  cancel: { label: '撤回', duty: '14:dispose', from: ['proposed', 'approved', 'reported'], to: 'cancelled' },
} satisfies Record<string, Action<DisposalStanding>>

/** What the second person signs beside a destruction. */
export const destructionWitness = '销毁见证'

/** How many lines and scanned codes one disposal takes. */
const disposalLinesAtMost = 50
const codesAtMost = 500

const disposalLine = z.strictObject({
  id,
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  kind: lotKind,
  state: lotState,
  placeId: id,
  placeCode: z.string(),
  placeName: z.string(),
  unit: materialUnit,
  quantity: decimalOut,
  packs: z.int().nullable(),
  packUnit: z.string().nullable(),
  found: decimalOut.nullable(),
  weighed: decimalOut.nullable(),
})
export type DisposalLine = z.infer<typeof disposalLine>

const disposalRow = z.strictObject({
  id,
  disposalNo: z.string(),
  ground: disposalGround,
  reason: z.string(),
  disposalMethod,
  state: disposalState,
  proposedBy: person,
  proposedAt: instant,
  foundBy: id.nullable(),
  decidedBy: id.nullable(),
  /** Names of the goods, kg of what is weighed in all, and pieces of what is counted. */
  goods: z.string(),
  lots: z.int(),
  quantity: decimalOut,
  pieces: z.int(),
  packs: z.int(),
  /** Photographs beside it. */
  photos: z.int(),
  carriedAt: instant.nullable(),
  rowVersion: z.int(),
})
export type DisposalRow = z.infer<typeof disposalRow>

/** All of a disposal: kg of what is weighed, pieces of what is counted. */
export const totalOf = ({ quantity, pieces }: Pick<DisposalRow, 'quantity' | 'pieces'>): string =>
  [exact(quantity).isZero() ? '' : kgUnit(quantity), pieces === 0 ? '' : `${pieces} 件包材`].filter((part) => part !== '').join('，')

const disposalFile = z.strictObject({
  disposal: disposalRow,
  lines: z.array(disposalLine),
  /** The codes that go with the packs, by range and serial; at most 500 runs. */
  codes: z.array(z.strictObject({ lotNo: z.string(), runNo: z.string(), first: z.int(), last: z.int() })),
  foundByName: z.string().nullable(),
  foundAt: instant.nullable(),
  foundReason: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
  opinion: z.string().nullable(),
  redecidedByName: z.string().nullable(),
  redecidedAt: instant.nullable(),
  secondOpinion: z.string().nullable(),
  cancelReason: z.string().nullable(),
  carriedByName: z.string().nullable(),
  witnessName: z.string().nullable(),
  carrier: z.string().nullable(),
  certificateNo: z.string().nullable(),
})
export type DisposalFile = z.infer<typeof disposalFile>

/** What of a lot may be proposed: what lies in bins, by bin. */
const disposable = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  kind: lotKind,
  placeId: id,
  placeCode: z.string(),
  unit: materialUnit,
  quantity: decimalOut,
  /** kg of one pack; null where the goods are not packed. */
  net: decimalOut.nullable(),
  packUnit: z.string().nullable(),
})
export type Disposable = z.infer<typeof disposable>

const weights = z
  .array(z.strictObject({ lineId: id, weighed: quantity }))
  .min(1, '请填写实称数量')
  .max(disposalLinesAtMost, '一次最多50行')
const one = z.strictObject({ id })
const common = ['not_found', 'wrong_state', 'stale'] as const

export const disposalApi = {
  list: endpoint({
    method: 'GET',
    path: '/disposals',
    right: '14',
    alsoFor: ['19', '37'],
    summary: '处置与销毁：单号、货物、数量、状态',
    input: listQuery.extend({
      state: disposalState.optional(),
      ground: disposalGround.optional(),
      sort: sortBy(['disposalNo', 'proposedAt'], '-proposedAt'),
    }),
    output: listOf(disposalRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/disposals/{id}',
    right: '14',
    alsoFor: ['19', '37'],
    summary: '一张处置单：货物、追溯码、决定与执行',
    input: one,
    output: disposalFile,
    refusals: ['not_found'],
  }),
  choices: endpoint({
    method: 'GET',
    path: '/disposals/choices',
    right: '14:dispose',
    summary: '可以提出处置的在库货物，按处置原因',
    input: z.strictObject({ ground: disposalGround, q: optionalText(50), lotId: id.optional() }),
    output: z.array(disposable),
  }),
  propose: endpoint({
    method: 'POST',
    path: '/disposals',
    right: '14:dispose',
    summary: '提出处置：不合格、过期、退货或破损的货物；成品带追溯码；合格在期或有未结案事件的批不能处置',
    input: z.strictObject({
      ground: disposalGround,
      reason: text(300),
      disposalMethod,
      lines: z
        .array(
          z.strictObject({
            lotId: id,
            placeId: id,
            quantity,
            /** Packs or boxes as scanned; none where all packs of the lot go. */
            codes: z.array(scannedText).max(codesAtMost, '一次最多扫500个码').default([]),
          }),
        )
        .min(1, '请选择货物')
        .max(disposalLinesAtMost, '一次最多50行'),
    }),
    output: disposalFile,
    refusals: [
      'not_found',
      'short_stock',
      'lot_in_case',
      'disposal_unfounded',
      'return_not_condemned',
      'disposal_open',
      'disposal_codes_differ',
      'pieces_whole',
      'code_unknown',
      'code_twice',
      'code_not_in_house',
    ],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/disposals/{id}/approve',
    right: '13:approve',
    summary: '质量负责人批准处置，签名',
    input: z.strictObject({ id, rowVersion, opinion: text(300), signature }),
    output: disposalFile,
    refusals: [...common, 'author_approves', 'lot_in_case', 'disposal_unfounded', 'return_not_condemned', 'wrong_password'],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/disposals/{id}/refuse',
    right: '13:approve',
    summary: '质量负责人不同意处置，写明意见并签名；货物留在原处',
    input: z.strictObject({ id, rowVersion, opinion: text(300), signature }),
    output: disposalFile,
    refusals: [...common, 'author_approves', 'wrong_password'],
  }),
  report: endpoint({
    method: 'POST',
    path: '/disposals/{id}/report',
    right: '14:dispose',
    summary: '执行前发现数量不同：写明实称与原因，由质量负责人重新决定',
    input: z.strictObject({ id, rowVersion, reason: text(300), weights }),
    output: disposalFile,
    refusals: [...common, 'disposal_reported', 'pieces_whole'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/disposals/{id}/cancel',
    right: '14:dispose',
    summary: '撤回处置单；货物留在原处',
    input: z.strictObject({ id, reason: text(200) }),
    output: disposalFile,
    refusals: ['not_found', 'wrong_state'],
  }),
  carryOut: endpoint({
    method: 'POST',
    path: '/disposals/{id}/carry-out',
    right: '14:dispose',
    summary: '执行销毁：逐行实称，执行人与见证人签名；货物与追溯码同时转出',
    input: z.strictObject({
      id,
      rowVersion,
      weights,
      /** Who took it, or where it was done. */
      carrier: text(100),
      certificateNo: optionalText(60),
      signature,
      witness: secondSignature,
    }),
    output: disposalFile,
    refusals: [
      ...common,
      'disposal_carried_by_decider',
      'disposal_photo_missing',
      'disposal_weight_differs',
      'pieces_whole',
      'destruction_undecided',
      'codes_leave_stock',
      'lot_in_case',
      'disposal_unfounded',
      'return_not_condemned',
      'short_stock',
      'code_not_in_house',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
      'wrong_password',
    ],
  }),
}
