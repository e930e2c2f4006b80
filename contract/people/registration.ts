import { z } from 'zod'
import { newPassword } from './account.ts'
import type { Action } from '#contract/kernel/action.ts'
import { fileName } from '#contract/office/attachment.ts'
import { creditCode } from '#contract/supply/credit-code.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { linkToken, mailAddress } from './mailbox.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, instant, listOf, listQuery, optionalText, sortBy, text } from '#contract/kernel/values.ts'

/** A registration waits for its mailbox, then for a decision. */
export const registrationState = z.enum(['unconfirmed', 'pending', 'approved', 'refused', 'lapsed'], '没有这个状态')
export type RegistrationState = z.infer<typeof registrationState>
export const registrationLooks: Record<RegistrationState, StateLook> = {
  unconfirmed: { label: '待确认邮箱', tone: 'neutral' },
  pending: { label: '待审批', tone: 'waiting' },
  approved: { label: '已批准', tone: 'good' },
  refused: { label: '已退回', tone: 'bad' },
  lapsed: { label: '已失效', tone: 'neutral' },
}

/** A new enterprise with its first administrator, or an account in one that is here. */
export const registrationKind = z.enum(['new', 'join'], '请选择注册方式')
export type RegistrationKind = z.infer<typeof registrationKind>
export const registrationKinds: Record<RegistrationKind, string> = { new: '新企业入驻', join: '加入已入驻的企业' }

/** The licences with which an enterprise may come here (domain: license_type). */
export const registrationLicences = ['药品生产许可证', '药品经营许可证', '营业执照', '农民专业合作社'] as const

/** How long an unconfirmed registration is kept, in days. */
export const daysToConfirm = 7
/** The licence is a scan or a photograph of at most 10 MB. */
export const largestLicence = 10 * 1024 * 1024
export const licenceEndings = ['pdf', 'jpg', 'jpeg', 'png'] as const

const phoneNumber = z
  .string('请填写联系电话')
  .regex(/^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?)$/, '请填写手机号，或带区号的座机，如0931-1234567')

/** The number and seal of a registration that its applicant keeps: opens its state, and nothing else. */
const receipt = z.string('链接不完整').regex(/^[0-9a-f-]{36}\.[\w-]{43}$/, '链接不完整，请从邮件中完整复制')

const licence = z.strictObject({
  kind: z.enum(registrationLicences, '请选择证照'),
  no: text(60),
  /** Absent = 长期. */
  validUntil: day.nullable(),
})

/** What an applicant gives. The licence belongs to a new enterprise only. */
export const registrationForm = z.strictObject({
  kind: registrationKind,
  enterpriseName: text(100),
  creditCode,
  licence: licence.optional(),
  userName: text(50),
  name: text(40),
  post: optionalText(40),
  phone: phoneNumber,
  email: mailAddress,
  password: newPassword,
})
export type RegistrationForm = z.input<typeof registrationForm>

const file = z.strictObject({ name: z.string(), mediaType: z.string(), size: z.int() })

/** What the applicant sees of it. */
const registrationStatus = z.strictObject({
  kind: registrationKind,
  state: registrationState,
  enterpriseName: z.string(),
  creditCode: z.string(),
  userName: z.string(),
  email: z.string(),
  licenceFile: file.nullable(),
  /** With this the licence is handed in, as long as nothing is decided; null when none is asked for. */
  ticket: z.string().nullable(),
  createdAt: instant,
  confirmedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  reason: z.string(),
})
export type RegistrationStatus = z.infer<typeof registrationStatus>

const registrationRow = z.strictObject({
  id,
  kind: registrationKind,
  state: registrationState,
  forPlatform: z.boolean(),
  enterpriseName: z.string(),
  creditCode: z.string(),
  /** An enterprise of this credit code is here. */
  creditCodeTaken: z.boolean(),
  licenceKind: z.string().nullable(),
  licenceNo: z.string().nullable(),
  licenceValidUntil: z.string().nullable(),
  licenceOver: z.boolean(),
  licenceFile: file.nullable(),
  userName: z.string(),
  /** Another account has this user name by now: another must be chosen at the approval. */
  userNameTaken: z.boolean(),
  name: z.string(),
  post: z.string(),
  phone: z.string(),
  email: z.string(),
  confirmedAt: instant.nullable(),
  createdAt: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  reason: z.string(),
  rowVersion: z.int(),
})
export type RegistrationRow = z.infer<typeof registrationRow>

/** Decided by those who run the platform. */
export const foundingActions = {
  approve: {
    label: '批准',
    duty: '33:platform',
    from: ['pending'],
    awaitedIn: ['pending'],
    to: 'approved',
    unless(row) {
      if (row.kind === 'join') return 'enterprise_unknown'
      if (row.creditCodeTaken) return 'enterprise_exists'
      if (row.licenceFile === null) return 'licence_file_missing'
      return row.licenceOver ? 'licence_over' : undefined
    },
  },
  refuse: { label: '退回', duty: '33:platform', from: ['unconfirmed', 'pending'], awaitedIn: ['pending'], to: 'refused' },
} satisfies Record<string, Action<RegistrationRow>>

/** Decided by those who keep the accounts of the enterprise that is named. */
export const joiningActions = {
  approve: { label: '批准', duty: '31:manage', from: ['pending'], awaitedIn: ['pending'], to: 'approved' },
  refuse: { label: '退回', duty: '31:manage', from: ['unconfirmed', 'pending'], to: 'refused' },
} satisfies Record<string, Action<RegistrationRow>>

const query = listQuery.extend({
  state: registrationState.optional(),
  sort: sortBy(['createdAt', 'enterpriseName', 'name', 'decidedAt'], '-createdAt'),
})
const refusal = z.strictObject({ id, reason: text(200) })
const bySlip = z.strictObject({ receipt })

/** What the applicant does before anybody knows them. */
export const registrationApi = {
  submit: endpoint({
    method: 'POST',
    path: '/registrations',
    right: 'public',
    summary: '申请注册；无论企业和账号是否存在，答复相同，随后须在邮件中确认邮箱',
    input: registrationForm,
    output: z.strictObject({ receipt }),
    refusals: ['too_many_attempts', 'user_name_not_allowed', 'weak_password'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/registrations/confirm',
    right: 'public',
    summary: '用邮件中的链接确认邮箱；申请随即等待审批',
    input: z.strictObject({ token: linkToken }),
    output: z.strictObject({ receipt }),
    refusals: ['too_many_attempts', 'link_over'],
  }),
  status: endpoint({
    method: 'POST',
    path: '/registrations/status',
    right: 'public',
    summary: '凭回执查看注册申请的进度',
    input: bySlip,
    output: registrationStatus,
    refusals: ['too_many_attempts', 'link_over'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/registrations/resend',
    right: 'public',
    summary: '再次发送确认邮件；先前的链接随即失效',
    input: bySlip,
    output: z.strictObject({}),
    refusals: ['too_many_attempts', 'link_over', 'wrong_state'],
  }),
  licence: endpoint({
    method: 'POST',
    path: '/registrations/licence',
    right: 'public',
    summary: '提交证照文件（请求体即文件内容，PDF、JPG 或 PNG，10 MB 以内）；审批之前可以更换',
    input: z.strictObject({ ticket: receipt, name: fileName }),
    output: z.strictObject({}),
    upload: true,
    refusals: ['too_many_attempts', 'link_over', 'wrong_state', 'licence_file_type', 'file_content', 'file_empty'],
  }),
}

/** 企业管理, the platform's view. */
export const foundingApi = {
  list: endpoint({
    method: 'GET',
    path: '/platform-registrations',
    right: '33:platform',
    summary: '由平台审批的注册申请：新企业，以及尚未入驻企业的人员',
    input: query,
    output: listOf(registrationRow),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/platform-registrations/{id}/approve',
    right: '33:platform',
    summary: '批准新企业入驻：建立企业、角色和申请人的管理员账号',
    input: z.strictObject({ id, userName: text(50) }),
    output: registrationRow,
    refusals: [
      'wrong_state',
      'enterprise_unknown',
      'enterprise_exists',
      'licence_file_missing',
      'licence_over',
      'user_name_not_allowed',
      'user_name_taken',
    ],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/platform-registrations/{id}/refuse',
    right: '33:platform',
    summary: '退回注册申请，说明原因；申请人会收到邮件',
    input: refusal,
    output: registrationRow,
    refusals: ['wrong_state'],
  }),
  licence: endpoint({
    method: 'GET',
    path: '/platform-registrations/{id}/licence',
    right: '33:platform',
    summary: '申请人提交的证照文件',
    input: z.strictObject({ id }),
    output: z.unknown(),
    file: 'application/octet-stream',
    refusals: ['licence_file_missing', 'file_missing', 'file_damaged'],
  }),
}

/** 用户管理: who asks for an account in this enterprise. */
export const joiningApi = {
  list: endpoint({
    method: 'GET',
    path: '/users/registrations',
    right: '31',
    summary: '申请加入本企业的人员',
    input: query,
    output: listOf(registrationRow),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/users/registrations/{id}/approve',
    right: '31:manage',
    summary: '批准加入：建立账号并授予角色；口令是申请人自己设定的',
    input: z.strictObject({
      id,
      userName: text(50),
      roleIds: z
        .array(id, '请选择角色')
        .max(50, '角色太多')
        .refine((ids) => new Set(ids).size === ids.length, '同一角色选了两次'),
    }),
    output: registrationRow,
    refusals: [
      'wrong_state',
      'name_of_signer',
      'user_name_not_allowed',
      'user_name_taken',
      'role_unknown',
      'beyond_own_rights',
      'secret_unconfirmed',
    ],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/users/registrations/{id}/refuse',
    right: '31:manage',
    summary: '退回加入申请，说明原因；申请人会收到邮件',
    input: refusal,
    output: registrationRow,
    refusals: ['wrong_state'],
  }),
}
