import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { shownSignature } from '#contract/office/history.ts'
import { codeLevel } from '#contract/packing/codes.ts'
import { deliveryNote, saleShipment, transport } from './shipment.ts'
import { deliveryExceptions, saleRow, saleState } from './sale.ts'
import { scannedText } from '#contract/packing/scanned-code.ts'
import {
  choiceQuery,
  count,
  countOrZero,
  day,
  decimalOut,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  rowVersion,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

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
  /** Whether it is submitted for approval at once, or stays a draft. */
  submits: z.boolean('请选择是否提交').default(false),
}

/** What was picked of a lot: how many packs, and the box and pack codes that were scanned for it. */
export const pickedLot = z.strictObject({ lotNo: z.string(), packs: z.int(), codes: z.array(z.string()) })

const saleDetail = saleRow.extend({
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
        z.strictObject({
          lotId: id,
          lotNo: z.string(),
          batchNo: z.string(),
          expiresOn: day,
          packs: z.int(),
          quantity: decimalOut,
          bins: z.array(z.string()),
        }),
      ),
    }),
  ),
  picked: z.array(pickedLot),
  /** Of picking, check and shipment, those of voided pickings too. */
  signatures: z.array(shownSignature),
  shipment: saleShipment.nullable(),
})
export type SaleDetail = z.infer<typeof saleDetail>

/** What a scanned code is, for the person who picks: a pack, or a box with packs of one or two allocated lots. */
const scanned = z.strictObject({
  code: z.string(),
  level: codeLevel,
  /** The code of the box that a pack lies in: who scanned the box has counted the pack. */
  box: z.string().nullable(),
  packs: z.array(z.strictObject({ lotId: id, lotNo: z.string(), packs: z.int() })),
})
export type Scanned = z.infer<typeof scanned>

const customerRules = ['customer_inactive', 'licence_expired', 'scope_missing', 'toxic_scope_missing'] as const
const codeRules = ['code_unknown', 'code_not_in_stock', 'code_locked', 'code_of_other_batch', 'code_twice'] as const
const changed = z.strictObject({ id, state: saleState })

/** What speaks against a lot, or against what it was made of, when it is picked and again when it leaves (I3). */
const usableRules = ['lot_held', 'lot_not_released', 'lot_expired', 'ancestor_unfit'] as const

export const saleApi = {
  list: endpoint({
    method: 'GET',
    path: '/sales-orders',
    right: '110',
    summary: '销售单列表',
    input: listQuery.extend({
      state: saleState.optional(),
      /** Days of departure, both ends included. */
      departedFrom: day.optional(),
      departedTo: day.optional(),
      sort: sortBy(['orderNo', 'createdAt', 'customerName', 'departedAt'], '-createdAt'),
    }),
    output: listOf(saleRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/sales-orders/{id}',
    right: '110',
    summary: '一张销售单的全部内容',
    input: z.strictObject({ id }),
    output: saleDetail,
    refusals: ['not_found'],
  }),
  customers: endpoint({
    method: 'GET',
    path: '/sales-choices/customers',
    right: '110',
    summary: '可以销售给谁：按名称、编号或拼音首字母查找，每次最多30家',
    input: choiceQuery,
    output: z.array(
      z.strictObject({
        id,
        code: z.string(),
        name: z.string(),
        initials: z.string(),
        isActive: z.boolean(),
        licenceValidUntil: day,
        /** The first of their other papers to end. */
        licencesUntil: day.nullable(),
        scopes: z.array(z.string()),
        addresses: z.array(
          z.strictObject({ id, province: z.string(), city: z.string(), address: z.string(), contact: z.string(), phone: z.string() }),
        ),
      }),
    ),
  }),
  goods: endpoint({
    method: 'GET',
    path: '/sales-choices/goods',
    right: '110',
    summary: '可以销售什么、还有多少可分配：按品名或拼音首字母查找，每次最多30种',
    input: choiceQuery,
    output: z.array(
      z.strictObject({
        /** The pack specification. */
        id,
        productName: z.string(),
        initials: z.string(),
        specName: z.string(),
        packUnit: z.string(),
        netQuantity: decimalOut,
        isToxic: z.boolean(),
        /** Packs that could be allocated at this moment. */
        available: z.int(),
        /** There are more lots than were counted: so many packs, and others. */
        isMore: z.boolean(),
      }),
    ),
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
    input: z.strictObject({ id, rowVersion, ...order }),
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
    refusals: ['not_found', 'wrong_state', 'short_stock', 'customer_barred'],
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
    input: z.strictObject({ id, code: scannedText }),
    output: scanned,
    refusals: ['not_found', ...codeRules],
  }),
  pick: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/pick',
    right: '110:pick',
    summary: '拣货：扫到的箱码和袋码与分配逐批相符，签名',
    input: z.strictObject({
      id,
      codes: z.array(scannedText).min(1, '请扫描要发的箱码或袋码').max(5000, '一次最多扫描5000个码，请扫描箱码'),
      signature,
    }),
    output: changed,
    refusals: ['not_found', 'wrong_state', ...usableRules, ...codeRules, 'box_changed', 'count_mismatch', 'wrong_password'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/check',
    right: '110:check',
    summary: '出库复核：第二人逐批清点，与拣货相符，签名',
    input: z.strictObject({
      id,
      counts: z
        .array(z.strictObject({ lotId: id, packs: count }))
        .min(1, '请逐批清点')
        .max(500, '批次太多'),
      signature,
    }),
    output: changed,
    refusals: ['not_found', 'wrong_state', 'picker_checks', 'count_mismatch', 'wrong_password'],
  }),
  usualTransport: endpoint({
    method: 'GET',
    path: '/sales-orders/{id}/usual-transport',
    right: '110',
    summary: '该客户上次发运的运输方式、承运单位、车辆与司机',
    input: z.strictObject({ id }),
    output: z.strictObject({
      last: transport.nullable(),
    }),
    refusals: ['not_found'],
  }),
  ship: endpoint({
    method: 'POST',
    path: '/sales-orders/{id}/ship',
    right: '110:ship',
    summary: '发运：再次核对许可与批次，出库，签名',
    input: z.strictObject({
      id,
      /** A word of the dictionary transport_mode, as the delivery note prints it. */
      transportMode: text(60),
      carrier: text(100),
      vehicleNo: text(20),
      driver: text(40),
      driverPhone: text(30),
      temperature: optionalText(50),
      departedAt: instant,
      signature,
    }),
    output: changed.extend({ shipmentId: id, shipmentNo: z.string() }),
    refusals: [
      'dictionary_item_unknown',
      'not_found',
      'wrong_state',
      ...customerRules,
      ...usableRules,
      'shelf_life_short',
      'short_stock',
      'customer_barred',
      'code_not_in_stock',
      'code_locked',
      'wrong_password',
    ],
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
      /** Of each lot that was not taken whole, packs refused and packs missing; of the others nothing is said. */
      undelivered: z
        .array(z.strictObject({ lotId: id, refused: countOrZero, missing: countOrZero }))
        .max(500, '批次太多')
        .refine((lines) => new Set(lines.map(({ lotId }) => lotId)).size === lines.length, '同一批只能有一行')
        .default([]),
    }),
    output: changed,
    refusals: ['not_found', 'wrong_state', 'undelivered_untold', 'more_than_shipped'],
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
  deliveryNote: endpoint({
    method: 'GET',
    path: '/sales-orders/{id}/delivery-note',
    right: '110',
    summary: '随货同行单',
    input: z.strictObject({ id }),
    output: deliveryNote,
    refusals: ['not_found', 'wrong_state'],
  }),
}
