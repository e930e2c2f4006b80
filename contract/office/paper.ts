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
  inspection_request: { title: '请验单', readers: laboratory },
  sampling: { title: '取样单', readers: laboratory },
  sampling_seal: { title: '取样证', readers: laboratory },
  sample_label: { title: '样品标签', readers: laboratory },
  retest_notice: { title: '复验通知单', readers: ['12', '14'] },
  retention_record: { title: '留样观察记录', readers: laboratory },
  test_record: { title: '检验原始记录', readers: laboratory },
  report: { title: '检验报告书', readers: reportReaders },
  oos_report: { title: 'OOS调查报告', readers: ['12', '17', '37', '13'] },
  raw_release: { title: '物料放行单', readers: ['13'] },
  bin_card: { title: '货位卡', readers: ['14', '19'] },
  production_record: { title: '批生产记录', readers: ['15'] },
  packaging_record: { title: '批包装记录', readers: ['18'] },
  pack_release: { title: '成品放行单', readers: ['19'] },
  delivery_note: { title: '随货同行单', readers: ['110'] },
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
      'reprint_reason',
      'glyph_missing',
      'paper_too_long',
      'imports_busy',
      'file_missing',
      'file_damaged',
    ],
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
