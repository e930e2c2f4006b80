import { z } from 'zod'
import type { Action } from './action.ts'
import { endpoint } from './endpoint.ts'
import { shownSignature } from './history.ts'
import { codeLevel } from './qr.ts'
import type { RefusalCode } from './refusals.ts'
import { addDays } from './shelf-life.ts'
import type { StateLook } from './state-look.ts'
import { count, day, decimalOut, id, instant, listOf, listQuery, optionalText, person, signature, sortBy, text } from './values.ts'

/** 销售单: from the order to the customer's signature (domain §2.10). One order leaves in one delivery. */
export const saleState = z.enum(['draft', 'submitted', 'approved', 'allocated', 'picked', 'checked', 'shipped', 'delivered', 'cancelled'], '没有这个状态')
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
  cancelled: { label: '已取消', tone: 'neutral' },
}

/** How many days a pack must still be good for when it is allocated and when it leaves (start value; domain §2.10 近效期). */
export const minimumRemainingDays = 30

/** The first day that a pack's 保质期至 may name if it is to leave on `today`. */
export const earliestExpiry = (today: string) => addDays(today, minimumRemainingDays)

/** 许可范围 that decides who may buy what. */
export const pieceScope = '中药饮片'
export const toxicScope = '毒性中药饮片'

type Licence = { isActive: boolean; licenceValidUntil: string; scopes: readonly string[] }

/**
 * Why nothing of this kind may be sold to a customer on `today`, or undefined when it may: licence in date, scope covers,
 * toxic pieces only with the toxic scope. Asked at the order and again at shipping (domain §2.10, §2.12 code 34).
 */
export function customerRefusal(customer: Licence, goods: { hasToxic: boolean }, today: string): RefusalCode | undefined {
  if (!customer.isActive) return 'customer_inactive'
  if (customer.licenceValidUntil < today) return 'licence_expired'
  if (!customer.scopes.includes(pieceScope)) return 'scope_missing'
  if (goods.hasToxic && !customer.scopes.includes(toxicScope)) return 'toxic_scope_missing'
  return undefined
}

/** 运输方式 (dictionary transport_mode). */
export const transportModes = ['自有车', '第三方物流', '快递', '客户自提', '铁路', '航空'] as const
/** 到货异常 as the customer or driver reports it at the signature. */
export const deliveryExceptions = ['短少', '破损', '污染', '错发', '延误', '拒收'] as const

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
  departedAt: instant.nullable(),
  arrivedAt: instant.nullable(),
  rowVersion: z.int(),
})
export type SaleRow = z.infer<typeof saleRow>

/** What of an order decides whether something may be done to it. */
export type SaleStanding = Pick<SaleRow, 'state' | 'createdBy' | 'submittedBy' | 'pickedBy'>

type Rule = (row: SaleStanding, actor: { id: string }) => RefusalCode | undefined
const byAuthor: Rule = (row, actor) => (row.createdBy.id === actor.id ? undefined : 'not_author')
const byAnother: Rule = (row, actor) => (row.createdBy.id === actor.id || row.submittedBy?.id === actor.id ? 'author_approves' : undefined)
const byNotThePicker: Rule = (row, actor) => (row.pickedBy?.id === actor.id ? 'picker_checks' : undefined)

/** The life of a sales order, whole, in one table (domain §2.10). */
export const saleActions = {
  edit: { label: '修改', duty: '110:create', from: ['draft'], to: 'draft', unless: byAuthor },
  submit: { label: '提交', duty: '110:create', from: ['draft'], to: 'submitted', unless: byAuthor },
  sendBack: { label: '退回修改', duty: '110:approve', from: ['submitted'], to: 'draft', unless: byAnother },
  approve: { label: '批准', duty: '110:approve', from: ['submitted'], to: 'approved', unless: byAnother },
  allocate: { label: '分配批次', duty: '110:allocate', from: ['approved'], to: 'allocated' },
  pick: { label: '拣货', duty: '110:pick', from: ['allocated'], to: 'picked', signs: '拣货' },
  check: { label: '复核', duty: '110:check', from: ['picked'], to: 'checked', signs: '出库复核', unless: byNotThePicker },
  ship: { label: '发运', duty: '110:ship', from: ['checked'], to: 'shipped', signs: '发运' },
  deliver: { label: '签收', duty: '110:ship', from: ['shipped'], to: 'delivered' },
  // A lot was held, a code is torn: the goods go back to the shelf and the order is allocated anew.
  giveBack: { label: '退回重配', duty: '110:allocate', from: ['allocated', 'picked', 'checked'], to: 'approved' },
  cancel: { label: '取消', duty: '110:approve', from: ['draft', 'submitted', 'approved', 'allocated', 'picked', 'checked'], to: 'cancelled' },
} satisfies Record<string, Action<SaleStanding>>

const saleLine = z.strictObject({ packSpecId: id, packs: count })

/** What the author of an order writes: who gets it, where (an address of the licence), how many packs of what. */
const order = {
  customerId: id,
  addressId: id,
  lines: z
    .array(saleLine)
    .min(1, '请至少填写一行产品')
    .max(100, '一张销售单最多100行')
    .refine((lines) => new Set(lines.map((line) => line.packSpecId)).size === lines.length, '同一包装规格只能有一行，请合并数量'),
  remark: optionalText(500),
}

/** What was picked of a lot: how many packs, and the box and pack codes that were scanned for it. */
export const pickedLot = z.strictObject({ lotNo: z.string(), packs: z.int(), codes: z.array(z.string()) })

export const saleDetail = saleRow.extend({
  customerId: id,
  addressId: id,
  licenceNo: z.string(),
  licenceValidUntil: day,
  address: z.string(),
  contact: z.string(),
  phone: z.string(),
  remark: z.string(),
  cancelReason: z.string().nullable(),
  lines: z.array(
    z.strictObject({
      line: z.int(),
      packSpecId: id,
      productName: z.string(),
      specName: z.string(),
      packUnit: z.string(),
      packsPerBox: z.int(),
      /** kg per pack */
      netQuantity: decimalOut,
      isToxic: z.boolean(),
      packs: z.int(),
      allocations: z.array(
        z.strictObject({ lotId: id, lotNo: z.string(), batchNo: z.string(), expiresOn: day, packs: z.int(), quantity: decimalOut, bins: z.array(z.string()) }),
      ),
    }),
  ),
  picked: z.array(pickedLot),
  /** Of picking, check and shipment, those of voided pickings too. */
  signatures: z.array(shownSignature),
  shipment: z
    .strictObject({
      id,
      shipmentNo: z.string(),
      transportMode: z.string(),
      carrier: z.string(),
      vehicleNo: z.string(),
      driver: z.string(),
      driverPhone: z.string(),
      temperature: z.string(),
      departedAt: instant,
      shippedBy: z.string(),
      receiver: z.string().nullable(),
      arrivedAt: instant.nullable(),
      exception: z.string().nullable(),
      exceptionNote: z.string().nullable(),
    })
    .nullable(),
})
export type SaleDetail = z.infer<typeof saleDetail>

/** What a scanned code is, for the person who picks: a pack, or a box with packs of one or two allocated lots. */
export const scanned = z.strictObject({
  code: z.string(),
  level: codeLevel,
  packs: z.array(z.strictObject({ lotId: id, lotNo: z.string(), packs: z.int() })),
})
export type Scanned = z.infer<typeof scanned>

/** 随货同行单 / 出库单 as the trade prints it (domain §2.10). */
export const deliveryNote = z.strictObject({
  shipmentNo: z.string(),
  orderNo: z.string(),
  supplier: z.strictObject({ name: z.string(), licenceNo: z.string(), address: z.string(), phone: z.string() }),
  customer: z.strictObject({ name: z.string(), licenceNo: z.string(), address: z.string(), contact: z.string(), phone: z.string() }),
  shippedOn: day,
  lines: z.array(
    z.strictObject({
      name: z.string(),
      spec: z.string(),
      batchNo: z.string(),
      lotNo: z.string(),
      origin: z.string(),
      producedOn: day,
      expiresOn: day,
      packs: z.int(),
      packUnit: z.string(),
      quantity: decimalOut,
    }),
  ),
  packs: z.int(),
  quantity: decimalOut,
  transportMode: z.string(),
  carrier: z.string(),
  vehicleNo: z.string(),
  driver: z.string(),
  driverPhone: z.string(),
  temperature: z.string(),
  signatures: z.array(z.strictObject({ meaning: z.string(), signerName: z.string(), signedAt: instant })),
  createdBy: z.string(),
})
export type DeliveryNote = z.infer<typeof deliveryNote>

const customerRules = ['customer_inactive', 'licence_expired', 'scope_missing', 'toxic_scope_missing'] as const
const codeRules = ['code_unknown', 'code_not_in_stock', 'code_of_other_batch', 'code_twice'] as const
const changed = z.strictObject({ id, state: saleState })

export const saleApi = {
  list: endpoint({
    method: 'GET',
    path: '/sales-orders',
    right: '110',
    summary: '销售单列表',
    input: listQuery.extend({
      state: saleState.optional(),
      sort: sortBy(['orderNo', 'createdAt', 'customerName', 'departedAt'], '-createdAt'),
    }),
    output: listOf(saleRow),
  }),
  read: endpoint({ method: 'GET', path: '/sales-orders/{id}', right: '110', summary: '一张销售单的全部内容', input: z.strictObject({ id }), output: saleDetail, refusals: ['not_found'] }),
  choices: endpoint({
    method: 'GET',
    path: '/sales-choices',
    right: '110',
    summary: '可以销售给谁、可以销售什么、还有多少可分配',
    input: z.strictObject({}),
    output: z.strictObject({
      customers: z.array(
        z.strictObject({
          id,
          code: z.string(),
          name: z.string(),
          initials: z.string(),
          isActive: z.boolean(),
          licenceValidUntil: day,
          scopes: z.array(z.string()),
          addresses: z.array(z.strictObject({ id, province: z.string(), city: z.string(), address: z.string(), contact: z.string(), phone: z.string() })),
        }),
      ),
      goods: z.array(
        z.strictObject({
          packSpecId: id,
          productName: z.string(),
          initials: z.string(),
          specName: z.string(),
          packUnit: z.string(),
          netQuantity: decimalOut,
          isToxic: z.boolean(),
          /** Packs that could be allocated at this moment. */
          available: z.int(),
        }),
      ),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/sales-orders',
    right: '110:create',
    summary: '新建销售单',
    input: z.strictObject(order),
    output: z.strictObject({ id, orderNo: z.string(), state: saleState }),
    refusals: [...customerRules, 'address_not_licensed', 'not_found'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/sales-orders/{id}',
    right: '110:create',
    summary: '修改销售单草稿',
    input: z.strictObject({ id, rowVersion: z.int('版本号不正确'), ...order }),
    output: changed,
    refusals: [...customerRules, 'address_not_licensed', 'not_found', 'wrong_state', 'not_author', 'stale'],
  }),
  submit: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/submit',
    right: '110:create',
    summary: '提交销售单审批',
    input: z.strictObject({ id }),
    output: changed,
    refusals: [...customerRules, 'not_found', 'wrong_state', 'not_author'],
  }),
  sendBack: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/send-back',
    right: '110:approve',
    summary: '退回销售单，请编制人修改',
    input: z.strictObject({ id, reason: text(200) }),
    output: changed,
    refusals: ['not_found', 'wrong_state', 'author_approves'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/approve',
    right: '110:approve',
    summary: '批准销售单（编制人以外的人）',
    input: z.strictObject({ id }),
    output: changed,
    refusals: [...customerRules, 'not_found', 'wrong_state', 'author_approves'],
  }),
  allocate: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/allocate',
    right: '110:allocate',
    summary: '按近效期先出分配已放行的批次，并预留',
    input: z.strictObject({ id }),
    output: changed,
    refusals: ['not_found', 'wrong_state', 'short_stock'],
  }),
  giveBack: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/give-back',
    right: '110:allocate',
    summary: '撤回分配与拣货，货物归位，预留取消',
    input: z.strictObject({ id, reason: text(200) }),
    output: changed,
    refusals: ['not_found', 'wrong_state'],
  }),
  scan: endpoint({
    method: 'GET',
    path: '/sales-orders/{id}/scan',
    right: '110:pick',
    summary: '查看一个扫到的码是否属于本单分配的批次',
    input: z.strictObject({ id, code: text(300) }),
    output: scanned,
    refusals: ['not_found', ...codeRules],
  }),
  pick: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/pick',
    right: '110:pick',
    summary: '拣货：扫到的箱码和袋码与分配逐批相符，签名',
    input: z.strictObject({ id, codes: z.array(text(300)).min(1, '请扫描要发的箱码或袋码').max(5000, '一次最多扫描5000个码，请扫描箱码'), signature }),
    output: changed,
    refusals: ['not_found', 'wrong_state', ...codeRules, 'count_mismatch', 'wrong_password'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/check',
    right: '110:check',
    summary: '出库复核：第二人逐批清点，与拣货相符，签名',
    input: z.strictObject({ id, counts: z.array(z.strictObject({ lotId: id, packs: count })).min(1, '请逐批清点').max(500, '批次太多'), signature }),
    output: changed,
    refusals: ['not_found', 'wrong_state', 'picker_checks', 'count_mismatch', 'wrong_password'],
  }),
  ship: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/ship',
    right: '110:ship',
    summary: '发运：再次核对许可与批次，出库，签名',
    input: z.strictObject({
      id,
      transportMode: z.enum(transportModes, '请选择运输方式'),
      carrier: text(100),
      vehicleNo: text(20),
      driver: text(40),
      driverPhone: text(30),
      temperature: optionalText(50),
      departedAt: instant,
      signature,
    }),
    output: changed.extend({ shipmentId: id, shipmentNo: z.string() }),
    refusals: ['not_found', 'wrong_state', ...customerRules, 'lot_held', 'lot_not_released', 'lot_expired', 'shelf_life_short', 'short_stock', 'code_not_in_stock', 'wrong_password'],
  }),
  deliver: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/deliver',
    right: '110:ship',
    summary: '登记签收：签收人、时间、异常',
    input: z.strictObject({
      id,
      receiver: text(40),
      arrivedAt: instant,
      exception: z.enum(deliveryExceptions, '没有这种异常').optional(),
      exceptionNote: optionalText(500),
    }),
    output: changed,
    refusals: ['not_found', 'wrong_state'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/cancel',
    right: '110:approve',
    summary: '取消尚未发运的销售单，预留取消',
    input: z.strictObject({ id, reason: text(200) }),
    output: changed,
    refusals: ['not_found', 'wrong_state'],
  }),
  deliveryNote: endpoint({ method: 'GET', path: '/sales-orders/{id}/delivery-note', right: '110', summary: '随货同行单', input: z.strictObject({ id }), output: deliveryNote, refusals: ['not_found', 'wrong_state'] }),
}
