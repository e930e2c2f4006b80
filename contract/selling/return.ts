import { z } from 'zod'
import type { Action, Actor } from '#contract/kernel/action.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, decimalOut, id, instant, person } from '#contract/kernel/values.ts'

/**
 * 退货 (domain §2.11; GMP Art. 136–137): goods of one shipment come back, lie apart, are inspected, and are sold again or destroyed. What a customer
 * refused and what a recall brought back come in by the same door (decision 0065).
 */
export const returnKinds = { return: '客户退货', refused: '拒收退回', recall: '召回收回' } as const
export const returnKind = keyOf(returnKinds, '没有这种退货')
export type ReturnKind = z.infer<typeof returnKind>

export const returnState = z.enum(
  ['requested', 'awaited', 'received', 'inspected', 'restocking', 'destroying', 'closed', 'declined', 'cancelled'],
  '没有这种状态',
)
export type ReturnState = z.infer<typeof returnState>
export const returnLooks: Record<ReturnState, StateLook> = {
  requested: { label: '待批准', tone: 'waiting' },
  awaited: { label: '待收货', tone: 'active' },
  received: { label: '待检验', tone: 'waiting' },
  inspected: { label: '待处理', tone: 'waiting' },
  restocking: { label: '待重新入库', tone: 'active' },
  destroying: { label: '待销毁', tone: 'warning' },
  closed: { label: '已完成', tone: 'neutral' },
  declined: { label: '不同意', tone: 'neutral' },
  cancelled: { label: '已取消', tone: 'neutral' },
}

/** How a pack came back. An opened pack is never sold again, nor one of which nobody can read the code. */
export const packConditions = { intact: '完好', damaged: '破损', opened: '已开封', unreadable: '码不可读' } as const
export const packCondition = keyOf(packConditions, '请选择包装情况')
export type PackCondition = z.infer<typeof packCondition>
/** The conditions of what is scanned; what is only counted has the other. */
export const scannedCondition = packCondition.exclude(['unreadable'], { error: '请选择包装情况' })

/** 最终处理意见 */
export const returnDecisions = { restock: '重新入库', destroy: '销毁' } as const
export const returnDecision = keyOf(returnDecisions, '请选择处理意见')
export type ReturnDecision = z.infer<typeof returnDecision>

/** The part of a return on which it depends who may do what to it. */
export type ReturnStanding = { state: ReturnState; kind: ReturnKind; createdBy: { id: string } }

const byAnother = ({ createdBy }: ReturnStanding, actor: Actor): RefusalCode | undefined =>
  createdBy.id === actor.id ? 'author_approves' : undefined

/** The life of a return, whole. */
export const returnActions = {
  approve: {
    label: '同意退货',
    duty: '37:decide',
    from: ['requested'],
    awaitedIn: ['requested'],
    to: 'awaited',
    signs: '同意退货',
    unless: byAnother,
  },
  decline: { label: '不同意', duty: '37:decide', from: ['requested'], to: 'declined', unless: byAnother },
  cancel: { label: '取消退货', duty: '110:create', from: ['requested', 'awaited'], to: 'cancelled' },
  // Goods that were refused and never came back are looked for as goods that never arrived.
  miss: {
    label: '退回途中丢失',
    duty: '110:ship',
    from: ['awaited'],
    to: 'cancelled',
    unless: ({ kind }) => (kind === 'refused' ? undefined : 'wrong_state'),
  },
  receive: { label: '收货', duty: '110:pick', from: ['awaited'], awaitedIn: ['awaited'], to: 'received', signs: '退货收货' },
  // A pack was scanned that is not there. What a recall brought back was never announced.
  takeBack: {
    label: '冲销收货',
    duty: '110:pick',
    from: ['received', 'inspected'],
    to: 'awaited',
    orTo: ['cancelled'],
    signs: '冲销退货收货',
  },
  inspect: {
    label: '检验',
    duty: '37:decide',
    from: ['received', 'inspected'],
    awaitedIn: ['received'],
    to: 'inspected',
    signs: '退货检验',
  },
  decide: {
    label: '处理',
    duty: '37:decide',
    from: ['inspected'],
    awaitedIn: ['inspected'],
    to: 'restocking',
    orTo: ['destroying'],
    signs: '退货处理决定',
  },
  withdraw: { label: '撤回决定', duty: '37:decide', from: ['restocking', 'destroying'], to: 'inspected', signs: '撤回退货处理决定' },
  restock: { label: '重新入库', duty: '19:move', from: ['restocking'], awaitedIn: ['restocking'], to: 'closed', orTo: ['destroying'] },
} satisfies Record<string, Action<ReturnStanding>>

/** What the second person signs for: quality assurance for a receipt taken back, the 质量负责人 for a decision. */
export const takeBackSecond = '37:decide'
export const decisionSecond = '13:approve'

export const returnRow = z.strictObject({
  id,
  returnNo: z.string(),
  kind: returnKind,
  state: returnState,
  shipmentId: id,
  shipmentNo: z.string(),
  orderId: id,
  orderNo: z.string(),
  customerName: z.string(),
  /** 品种与数量 as announced, or as it came. */
  goods: z.string(),
  /** Packs announced, and packs that came; null before they did. */
  announced: z.int(),
  received: z.int().nullable(),
  reason: z.string(),
  createdBy: person,
  createdAt: instant,
  receivedAt: instant.nullable(),
  rowVersion: z.int(),
})
export type ReturnRow = z.infer<typeof returnRow>

/** Where packs are that left: with the customer or on the way there, refused and on the way back, missing, written off, in the 退货区 or further. */
export const custodyFate = z.enum(['customer', 'returning', 'claimed', 'lost', 'returned'])
export type CustodyFate = z.infer<typeof custodyFate>
export const custodyDocument = z.enum(['customer_return', 'carrier_claim'])

/** 承运索赔: packs that left and arrived nowhere. */
export const claimState = z.enum(['open', 'closed'], '没有这种状态')
export type ClaimState = z.infer<typeof claimState>
export const claimLooks: Record<ClaimState, StateLook> = {
  open: { label: '查找中', tone: 'waiting' },
  closed: { label: '已查明', tone: 'neutral' },
}

/** What became of missing packs. What is lost is written off by two. */
export const claimOutcomes = { delivered: '已送达客户', returning: '找到，退回本厂', lost: '丢失，核销' } as const
export const claimOutcome = keyOf(claimOutcomes, '请选择结果')
export type ClaimOutcome = z.infer<typeof claimOutcome>

export type ClaimStanding = { state: ClaimState }
export const claimActions = {
  settle: { label: '登记结果', duty: '110:ship', from: ['open'], awaitedIn: ['open'], to: 'open', orTo: ['closed'], signs: '运输丢失核销' },
  // Lost goods turned up, or the wrong answer was written.
  reopen: { label: '冲销结果', duty: '110:ship', from: ['open', 'closed'], to: 'open', signs: '冲销索赔结果' },
} satisfies Record<string, Action<ClaimStanding>>

/** The 质量负责人 signs a loss with who ships: packs that nobody can find may turn up where they must not be sold. */
export const lossSecond = '13:approve'

export const claimRow = z.strictObject({
  id,
  claimNo: z.string(),
  state: claimState,
  shipmentNo: z.string(),
  orderNo: z.string(),
  customerName: z.string(),
  carrier: z.string(),
  lotId: id,
  lotNo: z.string(),
  goods: z.string(),
  packUnit: z.string(),
  packs: z.int(),
  quantity: decimalOut,
  /** Packs of which it is not known yet what became of them. */
  open: z.int(),
  note: z.string(),
  openedBy: person,
  openedAt: instant,
  closedAt: instant.nullable(),
  rowVersion: z.int(),
})
export type ClaimRow = z.infer<typeof claimRow>

/** What of a shipment may still come back. */
export const returnable = z.strictObject({
  id,
  shipmentNo: z.string(),
  orderNo: z.string(),
  customerName: z.string(),
  departedOn: day,
  lines: z.array(
    z.strictObject({ lotId: id, lotNo: z.string(), goods: z.string(), packUnit: z.string(), packs: z.int(), withCustomer: z.int() }),
  ),
})
export type Returnable = z.infer<typeof returnable>
