import { z } from 'zod'
import type { Action, Actor } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { labelText } from '#contract/packing/label.ts'
import { lotRow, lotState } from '#contract/warehouse/lot.ts'
import { codeCounts } from '#contract/packing/codes.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import { day, decimalOut, id, instant, listOf, listQuery, secondSignature, signature, sortBy, text } from '#contract/kernel/values.ts'

/** A pack lot (成品批) as page 19 shows it, with the persons on whom its release depends. */
const packLotRow = lotRow.extend({
  specName: z.string(),
  packUnit: z.string(),
  /** Packs at birth, and packs still in the warehouse. */
  packs: z.int(),
  packsOnHand: z.int(),
  /** kg in the warehouse, and what of it no order has spoken for */
  onHand: decimalOut,
  available: decimalOut,
  bins: z.array(z.string()),
  expiresOn: day,
  /** Days until 保质期至; negative when it has passed. */
  daysLeft: z.int(),
  packagingOrderId: id,
  orderNo: z.string(),
  bulkLotId: id,
  /** Who tested the batch, and who made or packed it; nobody once it is decided. */
  analystIds: z.array(id),
  producerIds: z.array(id),
})
export type PackLotRow = z.infer<typeof packLotRow>

/** The part of a pack lot on which it depends who may decide about it. */
export type PackLotStanding = Pick<PackLotRow, 'state' | 'analystIds' | 'producerIds'>

/** I5, I7: the 质量受权人 signs, and has neither tested, nor made, nor packed what they sign for. */
function releaserIsOther(row: PackLotStanding, actor: Actor): RefusalCode | undefined {
  if (row.analystIds.includes(actor.id)) return 'analyst_releases'
  return row.producerIds.includes(actor.id) ? 'producer_releases' : undefined
}

/** What the 质量受权人 decides about a pack lot (domain §2.9). */
export const packLotActions = {
  release: {
    label: '放行',
    duty: '19:release',
    from: ['quarantine'],
    awaitedIn: ['quarantine'],
    to: 'released',
    signs: '放行',
    unless: releaserIsOther,
  },
  reject: {
    label: '不放行',
    duty: '19:release',
    from: ['quarantine'],
    awaitedIn: ['quarantine'],
    to: 'rejected',
    signs: '不放行',
    unless: releaserIsOther,
  },
} satisfies Record<string, Action<PackLotStanding>>

/** 成品放行审核项 (domain §2.9). All but the last are found out by the system. */
export const releaseChecks = {
  report: '检验报告：已批准，结论符合规定',
  batchRecord: '批生产记录：已由生产与QA审核',
  balance: '物料平衡与收率：在范围内，或偏差已关闭',
  packagingRecord: '批包装记录：操作人与复核人均已签名',
  labels: '标签平衡：领用 = 使用 + 损坏 + 销毁 + 取样',
  codes: '追溯码平衡：激活数 = 成品数，其余作废',
  ancestry: '来源：所有来源批均未被判不合格、撤回放行或冻结',
  deviations: '偏差、OOS、冻结：全部关闭',
  retention: '留样：已留取，不少于全检量的2倍',
  inDate: '保质期：未过期',
  environment: '环境、设备、清场：符合要求',
} as const
export type ReleaseCheck = keyof typeof releaseChecks

/** One line of the sheet: whether it passes, and what was found. `null` = the 质量受权人 confirms it in person. */
export const releaseCheck = z.strictObject({
  item: keyOf(releaseChecks),
  passed: z.boolean().nullable(),
  note: z.string(),
})
export type ReleaseCheckLine = z.infer<typeof releaseCheck>

const packLotDetail = packLotRow.extend({
  label: labelText,
  boxes: z.int(),
  /** 换包装: the lot of which packs were opened for these. */
  repackOf: z.strictObject({ lotId: id, lotNo: z.string() }).nullable(),
  counts: codeCounts,
  reportId: id.nullable(),
  reportNo: z.string().nullable(),
  checklist: z.array(releaseCheck),
  releases: z.array(
    z.strictObject({
      id,
      releaseNo: z.string(),
      decision: z.enum(['release', 'reject']),
      reason: z.string(),
      checklist: z.array(releaseCheck),
      decidedByName: z.string(),
      decidedAt: instant,
    }),
  ),
})
export type PackLotDetail = z.infer<typeof packLotDetail>

const decided = z.strictObject({ id, state: lotState, releaseNo: z.string() })
const releaserRules = [
  'not_found',
  'wrong_state',
  'analyst_releases',
  'producer_releases',
  'zone_mismatch',
  'toxic_store',
  'wrong_password',
] as const

export const packLotApi = {
  list: endpoint({
    method: 'GET',
    path: '/pack-lots',
    right: '19',
    summary: '成品库存：批、件数、可用量、效期、状态',
    input: listQuery.extend({
      state: lotState.optional(),
      held: z.enum(['yes', 'no'], '请选择是或否').optional(),
      /** 近效期: at most so many days left. */
      within: z.coerce.number('天数不正确').int('天数不正确').min(0, '天数不正确').max(3650, '天数太大').optional(),
      stock: z.enum(['yes', 'all'], '请选择在库或全部').default('all'),
      /** 生产日期, both ends included. */
      from: day.optional(),
      to: day.optional(),
      /** Decided on this day or later. */
      decidedFrom: day.optional(),
      sort: sortBy(['lotNo', 'expiresOn', 'bornOn', 'createdAt'], '-createdAt'),
    }),
    output: listOf(packLotRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/pack-lots/{id}',
    right: '19',
    summary: '一个成品批：标签、追溯码、放行审核单、放行记录',
    input: z.strictObject({ id }),
    output: packLotDetail,
    refusals: ['not_found'],
  }),
  release: endpoint({
    method: 'POST',
    path: '/pack-lots/{id}/release',
    right: '19:release',
    summary: '质量受权人放行成品批，签名；审核项须全部通过',
    input: z.strictObject({ id, environmentOk: z.literal(true, '请确认环境、设备、清场符合要求'), placeId: id, signature }),
    output: decided,
    refusals: [...releaserRules, 'not_authorised', 'checklist_incomplete', 'lot_held', 'case_open', 'lot_expired', 'ancestor_unfit'],
  }),
  reject: endpoint({
    method: 'POST',
    path: '/pack-lots/{id}/reject',
    right: '19:release',
    summary: '质量受权人不放行成品批，写明原因，签名；成品移入不合格区',
    input: z.strictObject({ id, reason: text(500), placeId: id, signature, approver: secondSignature }),
    output: decided,
    refusals: [...releaserRules],
  }),
}
