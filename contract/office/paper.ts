import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { Right } from '#contract/kernel/duties.ts'
import type { PageCode } from '#contract/kernel/pages.ts'
import { id, instant, optionalText, person, rowVersion, text } from '#contract/kernel/values.ts'
import { reportReaders } from '#contract/laboratory/report.ts'
import { fileDigest } from './attachment.ts'

/** Who may read the record may print it: holding one of the rights is enough. */
type PaperForm = { title: string; readers: readonly Right[] }

const laboratory: readonly PageCode[] = ['12', '16', '17', '37']

/** The documents that are printed, by the record they are about. */
export const paperKinds = {
  // It names prices, which only those see who buy or approve.
  purchase_order: { title: '采购单', readers: ['11:create', '11:approve'] },
  receipt: { title: '到货验收记录', readers: ['11'] },
  refusal_note: { title: '拒收通知单', readers: ['11'] },
  inspection_request: { title: '请验单', readers: laboratory },
  sampling: { title: '取样单', readers: laboratory },
  sampling_seal: { title: '取样证', readers: laboratory },
  sample_label: { title: '样品标签', readers: laboratory },
  retest_notice: { title: '复验通知单', readers: ['12', '14'] },
  pack_retention: { title: '成品留样单', readers: laboratory },
  retention_record: { title: '留样观察记录', readers: laboratory },
  test_record: { title: '检验原始记录', readers: laboratory },
  report: { title: '检验报告书', readers: reportReaders },
  report_copy: { title: '检验报告书（客户副本）', readers: reportReaders },
  stability_record: { title: '稳定性考察记录', readers: laboratory },
  oos_report: { title: 'OOS调查报告', readers: ['12', '17', '37', '13'] },
  raw_release: { title: '物料放行单', readers: ['13'] },
  material_pass: { title: '物料合格证', readers: ['13', '14'] },
  discrepancy: { title: '到货差异通知单', readers: ['11', '37'] },
  package_label: { title: '物料状态标签', readers: ['11', '14'] },
  pack_acceptance: { title: '包材验收检验单', readers: ['14', '13'] },
  bin_card: { title: '货位卡', readers: ['14', '19'] },
  training_record: { title: '培训记录', readers: ['31'] },
  authorisation: { title: '上岗授权书', readers: ['31'] },
  rights_review: { title: '权限复核记录', readers: ['31'] },
  care_record: { title: '养护记录', readers: ['14', '19', '37'] },
  climate_record: { title: '温湿度记录', readers: ['14', '15', '37'] },
  disposal: { title: '不合格品处理单', readers: ['14', '19', '37'] },
  destruction_record: { title: '销毁记录', readers: ['14', '19', '37'] },
  supplier_return: { title: '退货单（退供应商）', readers: ['14', '11', '37'] },
  count_sheet: { title: '盘点表', readers: ['14', '19', '37'] },
  stock_ledger: { title: '月度台账', readers: ['14', '19', '37'] },
  supplement_issue: { title: '补领单', readers: ['15'] },
  production_return: { title: '退料单', readers: ['15'] },
  production_record: { title: '批生产记录', readers: ['15'] },
  clearance: { title: '清场合格证', readers: ['35', '15', '18'] },
  packaging_record: { title: '批包装记录', readers: ['18'] },
  box_change: { title: '装箱变更单', readers: ['19', '18', '21'] },
  pack_release: { title: '成品放行单', readers: ['19'] },
  delivery_note: { title: '随货同行单', readers: ['110'] },
  return_note: { title: '退货单', readers: ['110'] },
  return_inspection: { title: '退货验收记录', readers: ['110'] },
  // They name customers.
  recall_notice: { title: '召回通知书', readers: ['22', '110'] },
  recall_report: { title: '召回报告', readers: ['22', '110'] },
  deviation_record: { title: '偏差处理单', readers: ['37'] },
  complaint_record: { title: '投诉处理记录', readers: ['37'] },
  measure_sheet: { title: 'CAPA表', readers: ['37'] },
} as const satisfies Record<string, PaperForm>
export type PaperKind = keyof typeof paperKinds
export const paperKind = keyOf(paperKinds, '没有这种打印文件')

const paperPrint = z.strictObject({
  id,
  /** 第几次打印 */
  printNo: z.int(),
  reason: z.string(),
  formNo: z.string(),
  formVersion: z.int(),
  marks: z.array(z.string()),
  pages: z.int(),
  /** SHA-256 of the PDF. */
  digest: z.string(),
  printedBy: person,
  printedAt: instant,
})
export type PaperPrint = z.infer<typeof paperPrint>

const paperFormRow = z.strictObject({
  kind: paperKind,
  title: z.string(),
  /** 0 before the enterprise wrote its own. */
  version: z.int(),
  formNo: z.string(),
  retention: z.string(),
  formId: id.nullable(),
})
export type PaperFormRow = z.infer<typeof paperFormRow>

const letterhead = z.strictObject({ version: z.int(), digest: z.string().nullable(), letterheadId: id.nullable() })

/** A version of a form, or of the letterhead: what it was, who wrote it and why. */
const paperVersion = z.strictObject({
  id,
  version: z.int(),
  formNo: z.string(),
  retention: z.string(),
  reason: z.string(),
  writtenBy: person,
  writtenAt: instant,
})
export type PaperVersion = z.infer<typeof paperVersion>

const about = z.strictObject({ kind: paperKind, id })

/** How far a document is that is being set: which part of it, how many pages so far; or why it failed a moment ago. */
const paperProgress = z.strictObject({
  what: z.enum(['preview', 'print']),
  /** In percent. */
  part: z.int(),
  pages: z.int(),
  failed: z.string().nullable(),
})
export type PaperProgress = z.infer<typeof paperProgress>

export const paperApi = {
  read: endpoint({
    method: 'GET',
    path: '/papers/{kind}/{id}',
    right: 'signed-in',
    summary: '一份打印文件：编号、状态标记与每一次打印',
    input: about,
    output: z.strictObject({ title: z.string(), documentNo: z.string(), marks: z.array(z.string()), prints: z.array(paperPrint) }),
    refusals: ['no_permission', 'not_found', 'wrong_state'],
  }),
  preview: endpoint({
    method: 'GET',
    path: '/papers/{kind}/{id}/preview',
    right: 'signed-in',
    summary: '打印文件的预览（PDF），每页标明“预览”，不登记为打印',
    input: about,
    output: z.unknown(),
    file: 'application/pdf',
    refusals: [
      'no_permission',
      'not_found',
      'wrong_state',
      'glyph_missing',
      'paper_too_long',
      'imports_busy',
      'file_missing',
      'file_damaged',
    ],
  }),
  print: endpoint({
    method: 'POST',
    path: '/papers/{kind}/{id}/prints',
    right: 'signed-in',
    summary: '打印一份文件并登记；第二次起须说明原因',
    input: about.extend({ reason: optionalText(200) }),
    output: paperPrint,
    refusals: [
      'no_permission',
      'not_found',
      'wrong_state',
      'stale',
      'reprint_reason',
      'glyph_missing',
      'paper_too_long',
      'imports_busy',
      'file_missing',
      'file_damaged',
    ],
  }),
  progress: endpoint({
    method: 'GET',
    path: '/papers/{kind}/{id}/progress',
    right: 'signed-in',
    summary: '本人正在排版的预览与打印进行到哪里；没有则为空',
    input: about,
    output: z.array(paperProgress),
  }),
  file: endpoint({
    method: 'GET',
    path: '/paper-prints/{id}',
    right: 'signed-in',
    summary: '已登记的一次打印的文件（PDF），与当时打印的逐字节相同',
    input: z.strictObject({ id }),
    output: z.unknown(),
    file: 'application/pdf',
    refusals: ['no_permission', 'not_found', 'file_missing', 'file_damaged'],
  }),
  forms: endpoint({
    method: 'GET',
    path: '/paper-forms',
    right: '36',
    summary: '各种打印文件的表单编号与保存期限，以及抬头标志',
    input: z.strictObject({}),
    output: z.strictObject({ forms: z.array(paperFormRow), letterhead }),
  }),
  versions: endpoint({
    method: 'GET',
    path: '/paper-forms/{kind}/versions',
    right: '36',
    summary: '一种打印文件的表单的全部版本，新的在前',
    input: z.strictObject({ kind: paperKind }),
    output: z.array(paperVersion),
  }),
  setForm: endpoint({
    method: 'POST',
    path: '/paper-forms/{kind}',
    right: '36:manage',
    summary: '更改一种打印文件的表单编号与保存期限；以后的打印用新版本，以前的打印保留原版本',
    input: z.strictObject({
      kind: paperKind,
      version: rowVersion,
      formNo: optionalText(40),
      retention: optionalText(80),
      reason: text(200),
    }),
    output: paperFormRow,
    refusals: ['stale'],
  }),
  setLetterhead: endpoint({
    method: 'POST',
    path: '/letterhead',
    right: '36:manage',
    summary: '更换打印文件抬头的标志（PNG 或 JPEG）；不给文件则不再印标志',
    input: z.strictObject({ version: rowVersion, digest: fileDigest.optional(), reason: text(200) }),
    output: letterhead,
    refusals: ['stale', 'file_unknown', 'logo_type'],
  }),
  logo: endpoint({
    method: 'GET',
    path: '/letterhead/logo',
    right: '36',
    summary: '抬头标志的图片',
    input: z.strictObject({}),
    output: z.unknown(),
    file: 'application/octet-stream',
    refusals: ['not_found', 'file_missing', 'file_damaged'],
  }),
}
