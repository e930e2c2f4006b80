import type { Action } from '#contract/kernel/action.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, decimalOut, id, instant, person } from '#contract/kernel/values.ts'

/** 采购类别. There is none for bought pieces or half-made ones: repacking them is forbidden (GMP 附录 中药饮片; domain I9). */
export const purchaseCategories = { crude_drug: '药材', auxiliary: '辅料', packaging: '包材' } as const
export type PurchaseCategory = keyof typeof purchaseCategories
/** What an order says of standards: it names none, those in force when a lot is tested apply by themselves. */
export const standardsAtTest = '检验时全部现行标准'

export const purchaseCategory = keyOf(purchaseCategories, '采购类别只能是药材、辅料或包材；不得外购饮片分装或改换标签')

export const purchaseState = z.enum(
  ['draft', 'submitted', 'half_approved', 'returned', 'approved', 'partially_received', 'received', 'closed', 'cancelled'],
  '没有这个状态',
)
export type PurchaseState = z.infer<typeof purchaseState>

export const purchaseLooks: Record<PurchaseState, StateLook> = {
  draft: { label: '草稿', tone: 'neutral' },
  submitted: { label: '待审批', tone: 'waiting' },
  half_approved: { label: '审批中', tone: 'waiting' },
  returned: { label: '已退回', tone: 'warning' },
  approved: { label: '待到货', tone: 'active' },
  partially_received: { label: '部分到货', tone: 'active' },
  received: { label: '已到齐', tone: 'good' },
  closed: { label: '已关闭', tone: 'neutral' },
  cancelled: { label: '已取消', tone: 'neutral' },
}

/** One row of the list. Prices are shown to those who buy or approve, to others they are null. */
export const purchaseRow = z.strictObject({
  id,
  orderNo: z.string(),
  category: purchaseCategory,
  state: purchaseState,
  supplierName: z.string(),
  /** Why the supplier may not deliver today, while the order is open: suspended, removed, out of date. */
  supplierTrouble: z.string().nullable(),
  /** 品种, e.g. 当归、黄芪 */
  materials: z.string(),
  /** Ordered, and taken in so far, in the unit of all lines; 件 where they are counted in several. */
  unit: z.string(),
  quantity: decimalOut,
  received: decimalOut,
  /** 元 */
  amount: decimalOut.nullable(),
  purchasedOn: day,
  expectedOn: day.nullable(),
  buyer: person,
  /** Who has approved it since it was last submitted, in turn, and how many have to, by its amount and today's rule. */
  approvals: z.array(z.strictObject({ by: person, at: instant })),
  approvalsNeeded: z.int(),
  createdAt: instant,
  rowVersion: z.int(),
})
export type PurchaseRow = z.infer<typeof purchaseRow>

/** The part of an order on which it depends what may be done to it. */
export type PurchaseStanding = {
  state: PurchaseState
  buyer: { id: string }
  approvals: readonly { by: { id: string } }[]
  supplierTrouble?: string | null
}

const byQualified = (row: PurchaseStanding): RefusalCode | undefined => (row.supplierTrouble ? 'supplier_not_qualified' : undefined)
const byBuyer = (row: PurchaseStanding, actor: { id: string }): RefusalCode | undefined =>
  row.buyer.id === actor.id ? undefined : 'not_author'
const byAnother = (row: PurchaseStanding, actor: { id: string }): RefusalCode | undefined =>
  row.buyer.id === actor.id ? 'author_approves' : undefined
const byYetAnother = (row: PurchaseStanding, actor: { id: string }): RefusalCode | undefined =>
  row.approvals.some(({ by }) => by.id === actor.id) ? 'approver_again' : byAnother(row, actor)

/**
 * The life of a purchase order, whole, in one table (domain §2.1). Above the enterprise's limits an approval leads to 审批中, and the
 * last one, each by another person, to 待到货. Receiving leads on to 部分到货 or 已到齐, as the weights say.
 */
export const purchaseActions = {
  edit: { label: '修改', duty: '11:create', from: ['draft', 'returned'], to: 'draft', unless: byBuyer },
  submit: {
    label: '提交',
    duty: '11:create',
    from: ['draft', 'returned'],
    awaitedIn: ['draft', 'returned'],
    to: 'submitted',
    unless: (row, actor) => byBuyer(row, actor) ?? byQualified(row),
  },
  approve: {
    label: '批准',
    duty: '11:approve',
    from: ['submitted', 'half_approved'],
    awaitedIn: ['submitted', 'half_approved'],
    to: 'approved',
    orTo: ['half_approved'],
    unless: (row, actor) => byYetAnother(row, actor) ?? byQualified(row),
  },
  sendBack: { label: '退回', duty: '11:approve', from: ['submitted', 'half_approved'], to: 'returned', unless: byAnother },
  receive: {
    label: '到货验收',
    duty: '11:receive',
    from: ['approved', 'partially_received'],
    awaitedIn: ['approved', 'partially_received'],
    to: 'partially_received',
    orTo: ['received'],
    signs: '收货',
    unless: (row, actor) => (row.buyer.id === actor.id ? 'buyer_receives' : undefined),
  },
  // A receipt written by mistake goes back whole; the order waits for goods again.
  reverse: {
    label: '冲销',
    duty: '11:receive',
    from: ['partially_received', 'received'],
    to: 'approved',
    orTo: ['partially_received', 'received'],
    signs: '冲销到货',
  },
  close: { label: '关闭', duty: '11:create', from: ['partially_received', 'received'], awaitedIn: ['received'], to: 'closed' },
  cancel: { label: '取消', duty: '11:create', from: ['draft', 'submitted', 'half_approved', 'returned'], to: 'cancelled' },
  // What was approved is called off by those who may approve, and only while nothing has come in.
  callOff: { label: '撤销', duty: '11:approve', from: ['approved'], to: 'cancelled' },
} satisfies Record<string, Action<PurchaseStanding>>

/** What the second person signs when a receipt is taken back. */
export const reversalApprovalMeaning = '批准冲销到货'

/** What the second person signs at a receipt. */
export const receiptCheckMeaning = '收货复核'

/** 硫熏. What is known to be fumigated is turned away (domain §2.1). */
export const sulfurAnswers = { no: '否', unknown: '未知', yes: '是' } as const

/** 拒收原因. */
export const refusalCauses = {
  sulfur: '硫熏',
  origin: '产地不符',
  appearance: '外观不合格',
  mixed: '混品或品种不符',
  package: '包装破损',
  label: '标签不全',
  weight: '数量不符',
  papers: '资料不全',
  other: '其它',
} as const
export const refusalCause = keyOf(refusalCauses, '请选择拒收原因')

/** 验收结论. */
export const receiptResults: Record<'accepted' | 'partly' | 'refused', StateLook> = {
  accepted: { label: '接收', tone: 'good' },
  partly: { label: '部分接收', tone: 'warning' },
  refused: { label: '拒收', tone: 'bad' },
}

/** 异常包装: packages that are set apart at the door; each kind becomes a lot of its own, with its own inspection and place. */
export const abnormalPackages = { mould: '霉变', insects: '虫蛀', mixed: '混品', unlabelled: '无标签' } as const
export const abnormalPackage = keyOf(abnormalPackages, '请选择异常包装的类型')

/** What may look odd about a lot at the door. None of it is impossible, so it is not refused: it is recorded, with a reason. */
export const lotDoubts = {
  harvest_old: '采收已超过36个月',
  harvest_long: '采收期超过180天',
  origin_differs: '产地与约定不同',
  origin_not_approved: '产地不在供应商核定范围',
  lot_again: '供应商批号已收过',
  keeps_long: '有效期超过20年',
} as const
export type LotDoubt = keyof typeof lotDoubts

/** What may look odd about an arrival; the receipt carries the doubts about its lots as well, so that they are signed for. */
export const arrivalDoubts = { recorded_late: '到货两天以后才登记', before_order: '到货早于采购日期' } as const
export const receiptDoubts = { ...arrivalDoubts, ...lotDoubts } as const
export type ReceiptDoubt = keyof typeof receiptDoubts
export const lotDoubt = keyOf(lotDoubts)
export const receiptDoubt = keyOf(receiptDoubts)

/** How old a harvest may be at arrival, in months, and how many days it may last, before it looks odd (start values). */
export const oldHarvestMonths = 36
export const longHarvestDays = 180
/** For how many years goods may keep before their 有效期 looks odd (start value). */
export const longShelfYears = 20
/** How many days after its arrival a receipt may be recorded before that looks odd. */
export const lateRecordingDays = 2

type OnScale = { gross: string; tare: string; net: string }
type Weighed = OnScale & { noteQuantity: string }

/** Whether net is gross less tare, within 0.1 % (domain §2.1). */
export function isNetOfGross({ gross, tare, net }: OnScale): boolean {
  const expected = new Decimal(gross).minus(tare)
  return expected.greaterThan(0) && new Decimal(net).minus(expected).abs().lessThanOrEqualTo(expected.times('0.001'))
}

/** Whether net is exactly gross less tare; any other number needs a reason. */
export const isNetExact = ({ gross, tare, net }: OnScale): boolean => new Decimal(gross).minus(tare).equals(net)

/** Whether the weight differs from the delivery note by more than 0.5 %, which has to be explained (domain §2.1). */
export const differsFromNote = ({ net, noteQuantity }: Weighed): boolean =>
  new Decimal(net).minus(noteQuantity).abs().greaterThan(new Decimal(noteQuantity).times('0.005'))

type Looked = Weighed & { packageIntact: boolean; labelComplete: boolean; defects: readonly string[] }

/** Whether a delivery has anything about it that must be explained before it comes in. */
export const isExceptional = (line: Looked): boolean =>
  !line.packageIntact || !line.labelComplete || line.defects.length > 0 || differsFromNote(line)

type County = { province: string; city: string; county: string }
/** Whether goods come from another county than was agreed, which has to be explained. */
export const originDiffers = (agreed: County, actual: County): boolean =>
  agreed.province !== actual.province || agreed.city !== actual.city || agreed.county !== actual.county

/** An order line has arrived when at most 0.5 % of it is missing. */
export const hasArrived = (ordered: string, received: string): boolean =>
  new Decimal(received).greaterThanOrEqualTo(new Decimal(ordered).times('0.995'))

/** The most that may be taken in against an order line: a tenth over; beyond that the order was for something else (start value). */
export const mostReceivable = (ordered: string): Decimal => new Decimal(ordered).times('1.1')
