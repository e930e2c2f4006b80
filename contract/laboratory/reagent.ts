import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, decimalOut, id, listOf, listQuery, optionalText, rowVersion, sortBy, text } from '#contract/kernel/values.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'

/** 试剂、标准溶液与对照品 (domain §2.2): one row for what bears one label. The first use opens it; then it is good for its days, and never past its expiry. */

export const reagentKinds = { reagent: '试剂', standard_solution: '标准溶液', reference_substance: '对照品' } as const
export const reagentKind = keyOf(reagentKinds, '请选择类别')

export const reagentState = z.enum(['in_use', 'used_up', 'discarded'], '没有这个状态')
export type ReagentState = z.infer<typeof reagentState>
export const reagentLooks: Record<ReagentState, StateLook> = {
  in_use: { label: '在用', tone: 'good' },
  used_up: { label: '已用完', tone: 'neutral' },
  discarded: { label: '已弃用', tone: 'neutral' },
}

const reagentRow = z.strictObject({
  id,
  number: z.string(),
  kind: reagentKind,
  name: z.string(),
  lotNo: z.string(),
  maker: z.string(),
  purity: z.string(),
  receivedOn: day,
  openedOn: day.nullable(),
  useBy: day,
  daysAfterOpening: z.int().nullable(),
  /** Whether the day on its label is over, on the day of the question: it is opened no more. */
  isExpired: z.boolean(),
  /** The earlier of its expiry and its days after opening. */
  goodUntil: day,
  unit: z.string(),
  amount: decimalOut,
  amountLeft: decimalOut,
  state: reagentState,
  endedReason: z.string().nullable(),
  rowVersion: z.int(),
})
export type ReagentRow = z.infer<typeof reagentRow>

export const reagentActions = {
  open: {
    label: '开启',
    duty: '36:manage',
    from: ['in_use'],
    to: 'in_use',
    unless: (row) => (row.openedOn !== null ? 'wrong_state' : row.isExpired ? 'reagent_expired' : undefined),
  },
  useUp: { label: '用完', duty: '36:manage', from: ['in_use'], to: 'used_up' },
  discard: { label: '弃用', duty: '36:manage', from: ['in_use'], to: 'discarded' },
} satisfies Record<string, Action<ReagentRow>>

/** 试剂的数量: a positive number in the unit of the bottle. */
export const amount = z
  .string('请填写数量')
  .regex(/^(0|[1-9]\d{0,8})(\.\d{1,4})?$/, { error: '请填写数字，最多4位小数', abort: true })
  .refine((value) => !exact(value).isZero(), '必须大于0')

/** A number on a label, as a scanner types it. */
export const labelNumber = z.string('请填写编号').regex(/^[A-Z0-9][A-Z0-9-]{0,29}$/, '编号为1至30个大写字母、数字或 -')

const end = z.strictObject({ id, rowVersion, reason: text(200) })
const endRefusals = ['not_found', 'wrong_state', 'stale'] as const

export const reagentApi = {
  list: endpoint({
    method: 'GET',
    path: '/reagents',
    right: '37',
    summary: '试剂、标准溶液与对照品',
    input: listQuery.extend({
      kind: reagentKind.optional(),
      state: reagentState.optional(),
      /** Those in use that are past their day, or will be within 30 days. */
      due: z.enum(['unfit', 'soon'], '没有这种选择').optional(),
      sort: sortBy(['number', 'name', 'useBy'], 'number'),
    }),
    output: listOf(reagentRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/reagents',
    right: '36:manage',
    summary: '登记一瓶（批）试剂、标准溶液或对照品',
    input: z.strictObject({
      number: labelNumber,
      kind: reagentKind,
      name: text(60),
      lotNo: text(40),
      maker: optionalText(80),
      purity: optionalText(40),
      receivedOn: day,
      useBy: day,
      daysAfterOpening: z.int('请填写天数').min(1, '至少1天').max(3650, '最多3650天').nullable(),
      unit: text(10),
      amount,
    }),
    output: reagentRow,
    refusals: ['reagent_number_taken', 'reagent_days'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/reagents/{id}/open',
    right: '36:manage',
    summary: '开启一瓶没有过期的试剂；没有先开启的，首次使用即开启',
    input: z.strictObject({ id, rowVersion, openedOn: day }),
    output: reagentRow,
    refusals: [...endRefusals, 'reagent_days', 'reagent_expired'],
  }),
  useUp: endpoint({
    method: 'POST',
    path: '/reagents/{id}/use-up',
    right: '36:manage',
    summary: '试剂已用完',
    input: end,
    output: reagentRow,
    refusals: endRefusals,
  }),
  discard: endpoint({
    method: 'POST',
    path: '/reagents/{id}/discard',
    right: '36:manage',
    summary: '弃用试剂',
    input: end,
    output: reagentRow,
    refusals: endRefusals,
  }),
}
