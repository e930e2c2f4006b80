import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import {
  count,
  id,
  listOf,
  listQuery,
  optionalText,
  rowVersion,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'
import { scannedText } from '#contract/packing/scanned-code.ts'
import { returnArrival, scannedGoods, scannedItems } from '#contract/selling/return-api.ts'
import { mostLotsAtOnce } from './impact.ts'
import { recallKind, recallClass, recallNode, recallScope, recallState, toldOutcome } from './recall.ts'
import { recallRow, recallFile, recallPreview } from './recall-file.ts'

const choice = z.strictObject({ value: z.string(), label: z.string() })
const asked = { recallClass, scope: recallScope, reason: text(500) }
const notFound = ['not_found', 'code_unknown', 'codes_apart'] as const
const nothing = [...notFound, 'recall_empty'] as const
const at = { id, rowVersion }
const follow = ['not_found', 'wrong_state', 'no_permission'] as const

export const recallApi = {
  list: endpoint({
    method: 'GET',
    path: '/recalls',
    right: '37',
    summary: '召回与演练',
    input: listQuery.extend({
      kind: recallKind.optional(),
      state: recallState.optional(),
      sort: sortBy(['createdAt', 'caseNo'], '-createdAt'),
    }),
    output: listOf(recallRow),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/recalls/choices',
    right: '37:propose',
    summary: '召回起点可选的批次、供应商、产地等',
    /** With `id` the one that is chosen already, whatever was typed. */
    input: z.strictObject({ node: recallNode, q: optionalText(50), id: id.optional() }),
    output: z.array(choice),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/recalls/preview',
    right: '37:propose',
    summary: '试算召回范围：涉及的批次、在厂与已发出的数量、客户数；什么都不写',
    input: z.strictObject({ scope: recallScope }),
    output: recallPreview,
    refusals: [...notFound],
  }),
  read: endpoint({
    method: 'GET',
    path: '/recalls/{id}',
    right: '37',
    summary: '一次召回或演练：批次、客户与回复、收回与去向',
    input: z.strictObject({ id }),
    output: recallFile,
    refusals: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/recalls',
    right: '37:propose',
    summary: '编制召回，待质量负责人启动；此时不冻结、不通知',
    input: z.strictObject({ ...asked, kind: recallKind.exclude(['drill']), advice: text(500), authorityNo: optionalText(100) }),
    output: recallRow,
    refusals: [...nothing, 'authority_needed'],
  }),
  drill: endpoint({
    method: 'POST',
    path: '/recalls/drill',
    right: '37:propose',
    summary: '召回演练：列出批次与客户并记下用时；不冻结、不改码、不通知',
    input: z.strictObject(asked),
    output: recallRow,
    refusals: nothing,
  }),
  start: endpoint({
    method: 'POST',
    path: '/recalls/{id}/start',
    right: '110:recall',
    summary: '启动召回：全部批次立即冻结、扫码显示召回、生成客户通知，质量负责人签名',
    input: z.strictObject({ ...at, signature }),
    output: recallRow,
    refusals: [...nothing, 'wrong_state', 'stale', 'author_approves', 'wrong_password'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/recalls/{id}/cancel',
    right: '37:propose',
    summary: '撤回未启动的召回',
    input: z.strictObject({ id, reason: text(300) }),
    output: recallRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/recalls/{id}/customers/{customerId}/acknowledge',
    right: '37:decide',
    summary: '登记客户对召回通知的回复（电话、书面）',
    input: z.strictObject({ id, customerId: id, name: text(50) }),
    output: recallRow,
    refusals: [...follow, 'recall_answered'],
  }),
  explain: endpoint({
    method: 'POST',
    path: '/recalls/{id}/customers/{customerId}/silence',
    right: '37:decide',
    summary: '说明客户为何没有回复召回通知',
    input: z.strictObject({ id, customerId: id, reason: text(300) }),
    output: recallRow,
    refusals: [...follow, 'recall_answered'],
  }),
  recover: endpoint({
    method: 'POST',
    path: '/recalls/{id}/customers/{customerId}/recover',
    right: '37:decide',
    summary: '登记一家客户没有收回的货物的去向：已使用、就地销毁或去向不明，逐批按件数',
    input: z.strictObject({
      id,
      customerId: id,
      lotId: id,
      outcome: toldOutcome,
      packs: count,
      note: optionalText(300),
    }),
    output: recallRow,
    refusals: [...follow, 'recovery_beyond_shipped', 'recovery_unexplained', 'recall_not_open'],
  }),
  bringBack: endpoint({
    method: 'POST',
    path: '/recalls/{id}/customers/{customerId}/bring-back',
    right: '37:decide',
    summary: '收回一家客户的货：扫码入退货区，按出库单分开存放，计为已收回，签名',
    input: z.strictObject({ id, customerId: id, ...returnArrival, items: scannedItems, signature }),
    output: recallRow,
    refusals: [
      ...follow,
      'code_unknown',
      'code_not_shipped',
      'code_twice',
      'return_of_other_lot',
      'zone_mismatch',
      'toxic_store',
      'recovery_beyond_shipped',
      'recall_not_open',
      'wrong_password',
    ],
  }),
  scan: endpoint({
    method: 'GET',
    path: '/recalls/{id}/customers/{customerId}/scan',
    right: '37:decide',
    summary: '查看一个扫到的码是否发给了这家客户、还没有收回',
    input: z.strictObject({ id, customerId: id, code: scannedText }),
    output: scannedGoods,
    refusals: ['not_found', 'code_unknown', 'code_not_shipped'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/recalls/{id}/withdraw',
    right: '110:recall',
    summary: '撤销误启动的召回：解除本次召回的冻结，扫码页与客户通知立即更正，QA会签',
    input: z.strictObject({ ...at, reason: text(300), signature, approver: secondSignature }),
    output: recallRow,
    refusals: ['not_found', 'wrong_state', 'stale', 'wrong_password', 'same_person', 'signer_lacks_duty', 'program_cannot_lift'],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/recalls/{id}/entries/{entryId}/take-back',
    right: '37:decide',
    summary: '冲销一条登错的去向',
    input: z.strictObject({ id, entryId: id, reason: text(300) }),
    output: recallRow,
    refusals: [...follow, 'entry_taken_back', 'recovered_by_return'],
  }),
  close: endpoint({
    method: 'POST',
    path: '/recalls/{id}/close',
    right: '110:recall',
    summary: '结束召回：客户均已回复或说明、去向全部查明后，质量负责人签名',
    input: z.strictObject({ ...at, conclusion: text(500), signature }),
    output: recallRow,
    refusals: ['not_found', 'wrong_state', 'stale', 'wrong_password', 'recall_unanswered', 'recall_sum_open'],
  }),
  lift: endpoint({
    method: 'POST',
    path: '/recalls/{id}/lift',
    right: '37:decide',
    summary: '召回结束后解除若干批的召回冻结，质量负责人会签；有一批不能解除则全部不解除',
    input: z.strictObject({
      id,
      lotIds: z
        .array(id)
        .min(1, '请选择要解除的批次')
        .max(mostLotsAtOnce, `一次最多${mostLotsAtOnce}批`)
        .refine((all) => new Set(all).size === all.length, '同一批选了两次'),
      conclusion: text(300),
      signature,
      approver: secondSignature,
    }),
    output: recallRow,
    refusals: ['not_found', 'wrong_state', 'not_held', 'analyst_releases', 'producer_releases', 'hold_own_work', 'same_person'],
  }),
}
