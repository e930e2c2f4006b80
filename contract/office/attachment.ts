import { z } from 'zod'
import type { Right } from '#contract/kernel/duties.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { id, instant, person, text } from '#contract/kernel/values.ts'

/** The largest file that can be handed in, in bytes. */
export const largestFile = 20 * 1024 * 1024

/** What may be handed in: the endings of a name, and what its content must then be. Nothing that a browser would run. */
export const fileTypes = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'text/csv': ['csv'],
  'text/plain': ['txt'],
} as const satisfies Record<string, readonly string[]>
export type FileType = keyof typeof fileTypes
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' satisfies FileType

/** What a type of file is called on a paper that names it. */
export const fileTypeNames: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG 图片',
  'image/png': 'PNG 图片',
  'image/webp': 'WebP 图片',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel 表',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word 文档',
  'text/csv': 'CSV 表',
  'text/plain': '文本',
}

/** What a file choice shows: `.pdf,.jpg,…`. */
export const acceptedEndings = Object.values(fileTypes)
  .flat()
  .map((ending) => `.${ending}`)
  .join(',')

/** Dictionary 附件类型 (domain: file_type). */
export const attachmentKinds = [
  '药材检验报告',
  '饮片检验报告',
  '产地证明',
  '合同',
  '发票',
  '随货单',
  '照片',
  '公开照片',
  '公开地图',
  '图谱',
  '温湿度',
  '检疫',
  '许可证',
  '证书',
  '其他',
] as const

/**
 * Pictures that strangers see on the public pages, and beside which records they may stand. A map needs the number under which it was
 * approved (审图号).
 */
export const publicPictures: Partial<Record<(typeof attachmentKinds)[number], readonly AttachmentOwner[]>> = {
  公开照片: ['product', 'material'],
  公开地图: ['enterprise'],
}

/** 审图号: GS（2024）0650号. */
export const mapNo = text(30).refine(
  (number) => /^[A-Z\u4e00-\u9fa5]{1,8}[（(]\d{4}[)）]\d{1,6}号$/.test(number),
  '审图号格式应如 GS（2024）0650号',
)

type Rights = { read: readonly Right[]; write: readonly Right[] }

/** The records that files can be attached to, and the rights to see and add them: one of the rights is enough. */
export const attachmentOwners = {
  enterprise: { read: ['33'], write: ['33:manage', '33:platform'] },
  training: { read: ['31'], write: ['31:qualify'] },
  supplier: { read: ['33', '11'], write: ['33:manage', '33:audit'] },
  customer: { read: ['34', '110'], write: ['34:manage'] },
  material: { read: ['35', '11'], write: ['35:manage'] },
  product: { read: ['35'], write: ['35:manage'] },
  process_version: { read: ['35', '15'], write: ['35:manage', '35:review', '35:approve'] },
  standard_version: { read: ['36', '37'], write: ['36:manage', '36:approve'] },
  purchase_order: { read: ['11'], write: ['11:create', '11:approve', '11:receive'] },
  receipt: { read: ['11', '14'], write: ['11:create', '11:receive'] },
  receipt_discrepancy: { read: ['11', '37'], write: ['11:create', '11:approve', '11:receive'] },
  lot: { read: ['14', '19', '22'], write: ['14:move', '14:freeze', '13:decide', '19:move', '19:freeze', '19:release'] },
  disposal_case: { read: ['14', '19', '37'], write: ['14:dispose', '13:decide', '13:approve'] },
  supplier_return: { read: ['14', '11', '37'], write: ['14:dispose', '13:approve', '11:create'] },
  inspection: {
    read: ['12', '16', '17', '37'],
    write: ['12:accept', '12:sample', '12:test', '12:review', '12:approve', '16:accept', '16:sample', '17:test', '17:review', '17:approve'],
  },
  instrument: { read: ['37'], write: ['36:manage'] },
  asset: { read: ['35', '15', '18'], write: ['35:manage'] },
  reagent_lot: { read: ['37'], write: ['36:manage'] },
  outside_laboratory: { read: ['37'], write: ['36:manage'] },
  production_order: { read: ['15'], write: ['15:create', '15:execute', '15:check', '15:qa'] },
  packaging_order: { read: ['18', '19'], write: ['18:create', '18:execute', '18:check'] },
  customer_return: { read: ['110'], write: ['110:create', '110:pick', '37:decide'] },
  sales_order: { read: ['110'], write: ['110:create', '110:check', '110:ship'] },
} as const satisfies Record<string, Rights>
export type AttachmentOwner = keyof typeof attachmentOwners

/** SHA-256 of a file's bytes. */
export const fileDigest = z.string('请先上传文件').regex(/^[0-9a-f]{64}$/, '文件摘要格式不正确')

/** What a file is called: one name, no folder, with its ending. */
export const fileName = text(150).refine(
  (name) => !/[/\\:*?"<>|\n]/.test(name) && !name.startsWith('.'),
  '文件名中不能有 / \\ : * ? " < > | 等字符',
)

const attachmentRow = z.strictObject({
  id,
  name: z.string(),
  kind: z.string(),
  mediaType: z.string(),
  /** In bytes. */
  size: z.int(),
  digest: z.string(),
  /** 审图号 of a map for the public pages. */
  mapNo: z.string().nullable(),
  addedBy: person,
  addedAt: instant,
  voided: z.strictObject({ by: person, at: instant, reason: z.string() }).nullable(),
})
export type AttachmentRow = z.infer<typeof attachmentRow>

const owner = z.strictObject({
  of: keyOf(attachmentOwners, '没有这种记录'),
  id,
})

export const attachmentApi = {
  upload: endpoint({
    method: 'POST',
    path: '/files',
    right: 'signed-in',
    summary: '上传一个文件（请求体即文件内容，20 MB 以内）；随后在24小时内附到记录上，否则清除',
    input: z.strictObject({ name: fileName }),
    output: z.strictObject({ digest: fileDigest, name: z.string(), mediaType: z.string(), size: z.int() }),
    upload: true,
    refusals: ['file_type', 'file_content', 'file_empty', 'too_many_attempts'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/attachments/{of}/{id}',
    right: 'signed-in',
    summary: '一条记录的附件，含已作废的',
    input: owner,
    output: z.array(attachmentRow),
    refusals: ['no_permission', 'not_found'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/attachments/{of}/{id}',
    right: 'signed-in',
    summary: '把已上传的文件附到一条记录',
    input: owner.extend({ digest: fileDigest, name: fileName, kind: z.enum(attachmentKinds, '请选择附件类型'), mapNo: mapNo.optional() }),
    output: attachmentRow,
    refusals: ['no_permission', 'file_unknown', 'attached_already', 'public_picture', 'map_number'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/attachment-files/{id}',
    right: 'signed-in',
    summary: '附件的文件本身',
    input: z.strictObject({ id }),
    output: z.unknown(),
    file: 'application/octet-stream',
    refusals: ['no_permission', 'file_missing', 'file_damaged'],
  }),
  void: endpoint({
    method: 'POST',
    path: '/attachment-files/{id}/void',
    right: 'signed-in',
    summary: '作废一个附件；文件仍保留',
    input: z.strictObject({ id, reason: text(200) }),
    output: attachmentRow,
    refusals: ['no_permission', 'attachment_voided'],
  }),
}
