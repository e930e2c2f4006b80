import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { fileDigest, workbookType } from '#contract/office/attachment.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { rowError } from '#contract/office/import.ts'
import { standardItemInput } from './standard-item.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  day,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  rowVersion,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

/** What is stored of an edition's life is draft, written, approved, withdrawn and discarded; an approved one is coming, in force or ended by the day. */
export const standardState = z.enum(['draft', 'written', 'coming', 'effective', 'ended', 'withdrawn', 'discarded'], '没有这种状态')
export type StandardState = z.infer<typeof standardState>
export const standardLooks: Record<StandardState, StateLook> = {
  draft: { label: '草稿', tone: 'neutral' },
  written: { label: '待批准', tone: 'warning' },
  coming: { label: '待生效', tone: 'active' },
  effective: { label: '现行', tone: 'good' },
  ended: { label: '已失效', tone: 'neutral' },
  withdrawn: { label: '未生效即撤回', tone: 'neutral' },
  discarded: { label: '已作废', tone: 'neutral' },
}

/** Whose standard it is: of a bought material, or of a product. */
export const standardSubjectKind = z.enum(['material', 'product'], '没有这种对象')
export const standardSubjectKinds: Record<z.infer<typeof standardSubjectKind>, string> = { material: '物料', product: '产品' }

const standardRow = z.strictObject({
  id,
  standardId: id,
  of: standardSubjectKind,
  subjectName: z.string(),
  subjectCode: z.string(),
  /** 标准类别: 中国药典, 企业标准 … */
  kind: z.string(),
  /** Whose it is, of a 客户标准; else empty. */
  customer: z.string(),
  name: z.string(),
  edition: z.string(),
  version: z.int(),
  effectiveFrom: z.string(),
  effectiveTo: z.string().nullable(),
  state: standardState,
  itemCount: z.int(),
  writtenBy: id.nullable(),
  writtenByName: z.string().nullable(),
  approvedByName: z.string().nullable(),
  sentBackReason: z.string(),
  /** What the analyst types of it although it could be calculated from readings. */
  typedItems: z.array(z.string()),
  /** Another edition of this standard is being written. */
  hasDraft: z.boolean(),
  rowVersion: z.int(),
})
export type StandardRow = z.infer<typeof standardRow>

/** The part of an edition on which it depends what may be done to it. */
export type StandardStanding = Pick<StandardRow, 'state' | 'writtenBy' | 'itemCount' | 'hasDraft'>

const byAnother = (row: StandardStanding, actor: { id: string }) => (row.writtenBy === actor.id ? 'author_approves' : undefined)

/** The life of an edition: written and signed by one, approved by another (domain §2.0: 编制, 批准), never changed afterwards (I10). */
export const standardActions = {
  edit: { label: '编辑', duty: '36:manage', from: ['draft'], to: 'draft' },
  submit: {
    label: '提交批准',
    duty: '36:manage',
    from: ['draft'],
    awaitedIn: ['draft'],
    to: 'written',
    signs: '编制',
    unless: (row) => (row.itemCount === 0 ? 'standard_empty' : undefined),
  },
  approve: {
    label: '批准',
    duty: '36:approve',
    from: ['written'],
    awaitedIn: ['written'],
    to: 'effective',
    orTo: ['coming'],
    signs: '批准',
    unless: byAnother,
  },
  sendBack: { label: '退回', duty: '36:approve', from: ['written'], to: 'draft', unless: byAnother },
  discard: { label: '作废草稿', duty: '36:manage', from: ['draft'], to: 'discarded' },
  /** Before its day, by the person who asks and the approver: it never was in force, and the edition before it goes on. */
  withdraw: { label: '撤回', duty: '36:manage', from: ['coming'], to: 'withdrawn', signs: '撤回未生效的版本' },
  /** The first day was wrong: the edition is withdrawn, and one that reads alike begins on another day. */
  redate: { label: '更正生效日期', duty: '36:manage', from: ['coming'], to: 'withdrawn', signs: '更正生效日期' },
  renew: {
    label: '新版本',
    duty: '36:manage',
    from: ['coming', 'effective', 'ended', 'withdrawn', 'discarded'],
    to: 'draft',
    stays: true,
    unless: (row) => (row.hasDraft ? 'standard_draft_open' : undefined),
  },
} satisfies Record<string, Action<StandardStanding>>

/** One edition, whole. */
const standardFile = z.strictObject({
  standard: standardRow,
  remark: z.string(),
  writtenAt: instant.nullable(),
  approvedAt: instant.nullable(),
  /** Who withdrew the edition before its day, and who approved that. */
  withdrawn: z.strictObject({ byName: z.string(), approvedByName: z.string(), at: instant, reason: z.string() }).nullable(),
  items: z.array(standardItemInput),
  /** What the general chapters ask of every such thing; offered where the standard is silent about it. */
  general: z.array(standardItemInput),
  /** Every edition of this standard, the newest first. */
  editions: z.array(z.strictObject({ id, version: z.int(), edition: z.string(), state: standardState, effectiveFrom: z.string() })),
  /** Lots under test by this edition now; they keep it when another edition follows. */
  openInspections: z.int(),
})
export type StandardFile = z.infer<typeof standardFile>

const header = { edition: text(60), effectiveFrom: day, remark: optionalText(500) }
const items = z.array(standardItemInput).max(200, '项目太多')
const one = z.strictObject({ id })
/** By what was tested before no edition follows without a change. */
const changeRules = ['version_change_required', 'change_untrained', 'version_before_change'] as const
/** The approver has read which items are typed although they could be calculated, and accepts them. */
const acceptsTyped = z.boolean('请选择是或否').default(false)

export const standardApi = {
  list: endpoint({
    method: 'GET',
    path: '/standards',
    right: '36',
    summary: '质量标准的各个版本',
    input: listQuery.extend({
      state: standardState.optional(),
      of: standardSubjectKind.optional(),
      kind: optionalText(60),
      sort: sortBy(['name', 'effectiveFrom', 'kind'], 'name'),
    }),
    output: listOf(standardRow),
  }),
  subjects: endpoint({
    method: 'GET',
    path: '/standards/subjects',
    right: '36:manage',
    summary: '可以建立质量标准的物料与产品',
    input: listQuery.extend({ of: standardSubjectKind }),
    output: z.array(z.strictObject({ id, code: z.string(), name: z.string() })),
  }),
  customers: endpoint({
    method: 'GET',
    path: '/standards/customers',
    right: '36:manage',
    summary: '可以有自己的质量标准的客户',
    input: listQuery,
    output: z.array(z.strictObject({ id, code: z.string(), name: z.string() })),
  }),
  read: endpoint({
    method: 'GET',
    path: '/standards/{id}',
    right: '36',
    summary: '质量标准的一个版本及其项目',
    input: one,
    output: standardFile,
  }),
  create: endpoint({
    method: 'POST',
    path: '/standards',
    right: '36:manage',
    summary: '建立质量标准，第一版为草稿',
    input: z.strictObject({ of: standardSubjectKind, subjectId: id, kind: text(60), customerId: id.optional(), name: text(60), ...header }),
    output: standardRow,
    refusals: ['standard_exists', 'dictionary_item_unknown', 'not_found'],
  }),
  renew: endpoint({
    method: 'POST',
    path: '/standards/{id}/renew',
    right: '36:manage',
    summary: '以一个版本为底稿建立新版本',
    input: z.strictObject({ id, ...header }),
    output: standardRow,
    refusals: ['wrong_state', 'standard_draft_open'],
  }),
  sheetTemplate: endpoint({
    method: 'GET',
    path: '/standards/sheet-template',
    right: '36:manage',
    summary: '质量标准项目的 Excel 模板',
    input: z.strictObject({}),
    output: z.unknown(),
    file: workbookType,
  }),
  readSheet: endpoint({
    method: 'POST',
    path: '/standards/read-sheet',
    right: '36:manage',
    summary: '读出 Excel 中的检验项目并逐行检查；什么都不写入，有一行错误就不给出任何项目',
    input: z.strictObject({ digest: fileDigest }),
    output: z.strictObject({ rows: z.int(), errors: z.array(rowError), items: z.array(standardItemInput) }),
    refusals: ['file_unknown', 'file_missing', 'file_damaged', 'sheet_unreadable', 'sheet_columns', 'sheet_empty', 'imports_busy'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/standards/{id}',
    right: '36:manage',
    summary: '修改草稿的版本、生效日期和全部项目',
    input: z.strictObject({ id, rowVersion, ...header, items }),
    output: standardRow,
    refusals: ['wrong_state', 'stale', 'standard_item_wrong'],
  }),
  submit: endpoint({
    method: 'POST',
    path: '/standards/{id}/submit',
    right: '36:manage',
    summary: '编制人签名，提交批准；此后项目不能更改',
    input: z.strictObject({ id, rowVersion, signature }),
    output: standardRow,
    refusals: ['wrong_state', 'stale', 'standard_empty', 'standard_day_past'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/standards/{id}/approve',
    right: '36:approve',
    summary: '批准人签名；到生效日期即为现行版本，上一版同日失效。有可计算而手工填写的项目时，须写明已核对',
    input: z.strictObject({ id, rowVersion, acceptsTyped, signature }),
    output: standardRow,
    refusals: ['wrong_state', 'stale', 'author_approves', 'typed_items_unread', 'standard_day_past', 'standard_not_later', ...changeRules],
  }),
  approveSeveral: endpoint({
    method: 'POST',
    path: '/standards/approve',
    right: '36:approve',
    summary: '一次签名批准几份标准；有一份不能批准，就一份也不批准',
    input: z.strictObject({
      editions: z.array(z.strictObject({ id, rowVersion })).min(1, '请选择要批准的标准').max(200, '一次最多200份'),
      acceptsTyped,
      signature,
    }),
    output: z.strictObject({ approved: z.int() }),
    refusals: [
      'wrong_state',
      'stale',
      'author_approves',
      'typed_items_unread',
      'standard_day_past',
      'standard_not_later',
      'not_found',
      ...changeRules,
    ],
  }),
  sendBack: endpoint({
    method: 'POST',
    path: '/standards/{id}/send-back',
    right: '36:approve',
    summary: '退回编制人修改',
    input: z.strictObject({ id, reason: text(200) }),
    output: standardRow,
    refusals: ['wrong_state', 'author_approves'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/standards/{id}/withdraw',
    right: '36:manage',
    summary: '撤回已批准而未生效的版本，由提出人与批准人共同签名；上一版继续有效',
    input: z.strictObject({ id, rowVersion, reason: text(200), signature, approver: secondSignature }),
    output: standardRow,
    refusals: ['wrong_state', 'stale', 'same_person', 'signer_lacks_duty', 'signer_unknown', 'wrong_password'],
  }),
  redate: endpoint({
    method: 'POST',
    path: '/standards/{id}/redate',
    right: '36:manage',
    summary: '更正未生效版本的生效日期：原版本撤回，内容相同的版本自新的日期生效，由提出人与批准人共同签名',
    input: z.strictObject({ id, rowVersion, effectiveFrom: day, reason: text(200), signature, approver: secondSignature }),
    output: standardRow,
    refusals: [
      'wrong_state',
      'stale',
      'standard_day_past',
      'standard_not_later',
      'standard_draft_open',
      'same_person',
      'signer_lacks_duty',
      'signer_unknown',
      'wrong_password',
    ],
  }),
  discard: endpoint({
    method: 'POST',
    path: '/standards/{id}/discard',
    right: '36:manage',
    summary: '作废草稿；版次不再使用',
    input: z.strictObject({ id, reason: text(200) }),
    output: standardRow,
    refusals: ['wrong_state'],
  }),
}
