import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { decimalOut, id, instant, person, rowVersion, secondSignature, signature, text } from '#contract/kernel/values.ts'

const days = z.int('请填写天数').min(0, '不能小于0').max(3650, '最多3650天')

/** How many limits a rule may have: five approvers at most. */
export const mostLimits = 4

/** What the two persons sign who change the rule. */
export const ruleChangeMeaning = '更改采购规则'
export const ruleApprovalMeaning = '批准采购规则'

const ruleValues = {
  /** 元, ascending: above the n-th, or with a line without a price, an order takes n + 1 approvers. None: one is enough for any order. */
  approvalsAbove: z.array(decimalOut),
  orderBackDays: z.int(),
  receiptBackDays: z.int(),
}

/** 采购规则: how many approve an order of which amount, and how far back orders and arrivals may be dated. */
const purchaseRule = z.strictObject({
  ...ruleValues,
  /** Null while the enterprise has not set its own. */
  ruleId: id.nullable(),
  rowVersion: z.int(),
})
export type PurchaseRule = z.infer<typeof purchaseRule>

/** What holds in an enterprise that has set nothing: the database has the same (`order_back_days`, `receipt_back_days`). */
export const usualPurchaseRule: PurchaseRule = {
  approvalsAbove: [],
  orderBackDays: 30,
  receiptBackDays: 7,
  ruleId: null,
  rowVersion: 0,
}

/** A change of the rule, with the two who signed it. */
const ruleChange = z.strictObject({
  id,
  ...ruleValues,
  reason: z.string(),
  changedBy: person,
  changedAt: instant,
  approvedBy: z.string().nullable(),
})
export type PurchaseRuleChange = z.infer<typeof ruleChange>

const amount = z.string('请填写金额').regex(/^(0|[1-9]\d{0,10})(\.\d{1,2})?$/, '请填写金额，最多2位小数')
const limits = z
  .array(amount)
  .max(mostLimits, `最多${mostLimits + 1}人批准`)
  .superRefine((given, context) => {
    for (const [place, limit] of given.entries()) {
      const before = given[place - 1]
      if (before !== undefined && !new Decimal(limit).greaterThan(before))
        context.addIssue({ code: 'custom', path: [place], message: '应大于上一级的金额' })
    }
  })

export const purchaseRuleApi = {
  read: endpoint({
    method: 'GET',
    path: '/purchase-rule',
    right: '36',
    summary: '采购规则：各级审批的金额、允许补录的天数，及最近的更改',
    input: z.strictObject({}),
    output: purchaseRule.extend({ changes: z.array(ruleChange) }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/purchase-rule',
    right: '36:manage',
    summary: '更改采购规则，由第二人会签；此后的批准与登记即按新规则',
    input: z.strictObject({
      rowVersion,
      approvalsAbove: limits,
      orderBackDays: days,
      receiptBackDays: days,
      reason: text(200),
      signature,
      approver: secondSignature,
    }),
    output: purchaseRule,
    refusals: ['stale'],
  }),
}
