import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { decimalOut, id, rowVersion, text } from '#contract/kernel/values.ts'

const days = z.int('请填写天数').min(0, '不能小于0').max(3650, '最多3650天')

/** 采购规则: how many approve an order of which amount, and how far back orders and arrivals may be dated. */
const purchaseRule = z.strictObject({
  /** 元: above it, or with a line without a price, an order takes two approvers. Null: one is enough for any order. */
  secondApprovalAbove: decimalOut.nullable(),
  orderBackDays: z.int(),
  receiptBackDays: z.int(),
  /** Null while the enterprise has not set its own. */
  ruleId: id.nullable(),
  rowVersion: z.int(),
})
export type PurchaseRule = z.infer<typeof purchaseRule>

/** What holds in an enterprise that has set nothing: the database has the same (`order_back_days`, `receipt_back_days`). */
export const usualPurchaseRule: PurchaseRule = {
  secondApprovalAbove: null,
  orderBackDays: 30,
  receiptBackDays: 7,
  ruleId: null,
  rowVersion: 0,
}

export const purchaseRuleApi = {
  read: endpoint({
    method: 'GET',
    path: '/purchase-rule',
    right: '36',
    summary: '采购规则：二审限额与允许补录的天数',
    input: z.strictObject({}),
    output: purchaseRule,
  }),
  save: endpoint({
    method: 'POST',
    path: '/purchase-rule',
    right: '36:manage',
    summary: '更改采购规则；此后的批准与登记即按新规则',
    input: z.strictObject({
      rowVersion,
      secondApprovalAbove: z
        .string('请填写金额')
        .regex(/^(0|[1-9]\d{0,10})(\.\d{1,2})?$/, '请填写金额，最多2位小数')
        .nullable(),
      orderBackDays: days,
      receiptBackDays: days,
      reason: text(200),
    }),
    output: purchaseRule,
    refusals: ['stale'],
  }),
}
