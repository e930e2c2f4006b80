import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import { addDays } from '#contract/warehouse/shelf-life.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { decimalOut, id, instant, person } from '#contract/kernel/values.ts'

/** 销售单: from the order to the customer's signature (domain §2.10). One order leaves in one delivery. */
export const saleState = z.enum(
  ['draft', 'submitted', 'approved', 'allocated', 'picked', 'checked', 'shipped', 'delivered', 'partly_delivered', 'refused', 'cancelled'],
  '没有这个状态',
)
export type SaleState = z.infer<typeof saleState>

export const saleLooks: Record<SaleState, StateLook> = {
  draft: { label: '草稿', tone: 'neutral' },
  submitted: { label: '待审批', tone: 'waiting' },
  approved: { label: '待分配', tone: 'active' },
  allocated: { label: '待拣货', tone: 'active' },
  picked: { label: '待复核', tone: 'warning' },
  checked: { label: '待发运', tone: 'active' },
  shipped: { label: '运输中', tone: 'active' },
  delivered: { label: '已签收', tone: 'good' },
  partly_delivered: { label: '部分签收', tone: 'warning' },
  refused: { label: '拒收', tone: 'bad' },
  cancelled: { label: '已取消', tone: 'neutral' },
}

/** How many days a pack must still be good for when it is allocated and when it leaves (start value; domain §2.10 近效期). */
export const minimumRemainingDays = 30

/** The first day that a pack's 保质期至 may name if it is to leave on `today`. */
export const earliestExpiry = (today: string) => addDays(today, minimumRemainingDays)

/** 许可范围 that decides who may buy what. */
export const pieceScope = '中药饮片'
export const toxicScope = '毒性中药饮片'

/** The number of an edition of the delivery note: the shipment's own, and from the second on with the edition behind it. */
export const deliveryNoteNo = (shipmentNo: string, version: number) => (version === 1 ? shipmentNo : `${shipmentNo}-${version}`)

type Licence = {
  isActive: boolean
  licenceValidUntil: string
  /** The first of their other papers in use to end. */
  licencesUntil: string | null
  scopes: readonly string[]
}

/** The last day on which all papers of a customer hold. */
export const earliestEnd = ({ licenceValidUntil, licencesUntil }: Pick<Licence, 'licenceValidUntil' | 'licencesUntil'>): string =>
  licencesUntil !== null && licencesUntil < licenceValidUntil ? licencesUntil : licenceValidUntil

/**
 * Why nothing of this kind may be sold to a customer on `today`, or undefined when it may: licence and other papers in date, scope covers,
 * toxic pieces only with the toxic scope. Asked at the order and again at shipping (domain §2.10, §2.12 code 34).
 */
export function customerRefusal(customer: Licence, goods: { hasToxic: boolean }, today: string): RefusalCode | undefined {
  if (!customer.isActive) return 'customer_inactive'
  if (earliestEnd(customer) < today) return 'licence_expired'
  if (!customer.scopes.includes(pieceScope)) return 'scope_missing'
  if (goods.hasToxic && !customer.scopes.includes(toxicScope)) return 'toxic_scope_missing'
  return undefined
}

/** 到货异常 as the customer or driver reports it at the signature. What was refused or is missing is told lot by lot, in packs. */
export const deliveryExceptions = ['短少', '破损', '污染', '错发', '延误', '拒收'] as const

/** These say that something did not arrive: then it is said what. */
export const undeliveredExceptions: readonly (typeof deliveryExceptions)[number][] = ['短少', '拒收']

/** One row of the list; it names who did the earlier steps, because the rules are about persons. */
export const saleRow = z.strictObject({
  id,
  orderNo: z.string(),
  state: saleState,
  customerName: z.string(),
  province: z.string(),
  city: z.string(),
  /** 品种与数量, e.g. 酒当归 500 g/袋，40 袋 */
  goods: z.string(),
  packs: z.int(),
  /** In what the packs are counted; 件 where the lines have several units. */
  packUnit: z.string(),
  /** kg ordered */
  quantity: decimalOut,
  hasToxic: z.boolean(),
  createdBy: person,
  createdAt: instant,
  submittedBy: person.nullable(),
  approvedBy: person.nullable(),
  pickedBy: person.nullable(),
  checkedBy: person.nullable(),
  shipmentNo: z.string().nullable(),
  /** What left, once it has; a correction may have made it another than what was ordered. */
  shippedPacks: z.int().nullable(),
  shippedQuantity: decimalOut.nullable(),
  departedAt: instant.nullable(),
  arrivedAt: instant.nullable(),
  rowVersion: z.int(),
})
export type SaleRow = z.infer<typeof saleRow>

/** The part of an order on which it depends what may be done to it. */
export type SaleStanding = {
  state: SaleState
  createdBy: { id: string }
  submittedBy: { id: string } | null
  pickedBy: { id: string } | null
}

type Rule = (row: SaleStanding, actor: { id: string }) => RefusalCode | undefined
const byAuthor: Rule = (row, actor) => (row.createdBy.id === actor.id ? undefined : 'not_author')
const byAnother: Rule = (row, actor) => (row.createdBy.id === actor.id || row.submittedBy?.id === actor.id ? 'author_approves' : undefined)
const byNotThePicker: Rule = (row, actor) => (row.pickedBy?.id === actor.id ? 'picker_checks' : undefined)

/** The life of a sales order, whole, in one table (domain §2.10). */
export const saleActions = {
  edit: { label: '修改', duty: '110:create', from: ['draft'], to: 'draft', unless: byAuthor },
  submit: { label: '提交', duty: '110:create', from: ['draft'], awaitedIn: ['draft'], to: 'submitted', unless: byAuthor },
  sendBack: { label: '退回修改', duty: '110:approve', from: ['submitted'], to: 'draft', unless: byAnother },
  approve: { label: '批准', duty: '110:approve', from: ['submitted'], awaitedIn: ['submitted'], to: 'approved', unless: byAnother },
  allocate: { label: '分配批次', duty: '110:allocate', from: ['approved'], awaitedIn: ['approved'], to: 'allocated' },
  pick: { label: '拣货', duty: '110:pick', from: ['allocated'], awaitedIn: ['allocated'], to: 'picked', signs: '拣货' },
  check: {
    label: '复核',
    duty: '110:check',
    from: ['picked'],
    awaitedIn: ['picked'],
    to: 'checked',
    signs: '出库复核',
    unless: byNotThePicker,
  },
  ship: { label: '发运', duty: '110:ship', from: ['checked'], awaitedIn: ['checked'], to: 'shipped', signs: '发运' },
  // What the customer refused or did not get was not delivered.
  deliver: {
    label: '签收',
    duty: '110:ship',
    from: ['shipped'],
    awaitedIn: ['shipped'],
    to: 'delivered',
    orTo: ['partly_delivered', 'refused'],
  },
  // A lot was held, a code is torn: the goods go back to the shelf and the order is allocated anew.
  giveBack: { label: '退回重配', duty: '110:allocate', from: ['allocated', 'picked', 'checked'], to: 'approved' },
  cancel: {
    label: '取消',
    duty: '110:approve',
    from: ['draft', 'submitted', 'approved', 'allocated', 'picked', 'checked'],
    to: 'cancelled',
  },
} satisfies Record<string, Action<SaleStanding>>
