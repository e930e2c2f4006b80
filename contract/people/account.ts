import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { secondFactorCode } from './second-factor.ts'
import { id, instant, listOf, listQuery, optionalText, text } from '#contract/kernel/values.ts'

/** Unread messages are counted up to this many, which stands for more than 99. */
export const mostUnread = 100
const unread = z.int().max(mostUnread)

/** Who is signed in, in which enterprise, and what they may do. Comes only from the server. */
const session = z.strictObject({
  user: z.strictObject({
    id,
    userName: z.string(),
    name: z.string(),
    post: z.string(),
    phone: z.string(),
    email: z.string(),
    /** The digest of their picture, in its address; null without one. */
    avatar: z.string().nullable(),
    /** Whether its owner has shown that the mailbox is theirs; only then a password can be reset through it. */
    emailConfirmed: z.boolean(),
    mustChangePassword: z.boolean(),
    /** An administrator set a secret of theirs that is not confirmed yet; until then they sign nothing. */
    secretWaiting: z.boolean(),
    /** The enterprise asks for a second factor and this person has none yet: until then nothing else opens. */
    secondFactorDue: z.boolean(),
  }),
  enterprise: z.strictObject({ id, name: z.string(), isOperating: z.boolean(), isDemo: z.boolean(), isFounding: z.boolean() }),
  roles: z.array(z.string()),
  /** The seed's permission codes, menu groups included: 0, 1, 11 … 37. */
  codes: z.array(z.string()),
  duties: z.array(z.string()),
  unread,
})
export type Session = z.infer<typeof session>

const notification = z.strictObject({
  id,
  title: z.string(),
  body: z.string(),
  /** The page that shows the matter, with its filter; one click to the row. */
  path: z.string(),
  createdAt: instant,
  readAt: instant.nullable(),
  /** When somebody did what it asks for: 已处理, for everybody who got it. */
  doneAt: instant.nullable(),
  binnedAt: instant.nullable(),
})
export type Notification = z.infer<typeof notification>

export const ownSession = z.strictObject({
  id,
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  userAgent: z.string(),
  address: z.string(),
  current: z.boolean(),
})

const password = z.string('请输入口令').min(1, '请输入口令').max(200, '口令太长')

/** NIST-style: length counts, composition does not; the server also refuses common passwords. */
export const newPassword = z
  .string('请输入新口令')
  .refine((value) => [...value].length >= 10, '新口令至少10个字符')
  .refine((value) => [...value].length <= 128, '新口令最多128个字符')

export const accountApi = {
  signIn: endpoint({
    method: 'POST',
    path: '/session',
    right: 'public',
    summary: '登录',
    /** `code` in the second step, when the first was answered with `second_factor_required`. */
    input: z.strictObject({ userName: text(50), password, code: secondFactorCode.optional() }),
    output: session,
    refusals: ['wrong_credentials', 'second_factor_required', 'wrong_code', 'too_many_attempts', 'account_disabled'],
  }),
  current: endpoint({
    method: 'GET',
    path: '/session',
    right: 'signed-in',
    beforeSecondFactor: true,
    summary: '当前登录者及其权限',
    input: z.strictObject({}),
    output: session,
  }),
  signOut: endpoint({
    method: 'DELETE',
    path: '/session',
    right: 'signed-in',
    personal: true,
    beforeSecondFactor: true,
    summary: '退出登录',
    input: z.strictObject({}),
    output: z.strictObject({}),
  }),
  saveProfile: endpoint({
    method: 'PATCH',
    path: '/account/profile',
    right: 'signed-in',
    personal: true,
    summary: '修改个人资料',
    input: z.strictObject({
      name: text(40),
      phone: optionalText(30),
    }),
    output: session,
    refusals: ['name_of_signer'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/account/password',
    right: 'signed-in',
    personal: true,
    beforeSecondFactor: true,
    summary: '修改口令；其他会话随即失效',
    input: z.strictObject({ current: password, next: newPassword }),
    output: z.strictObject({}),
    refusals: ['wrong_password', 'weak_password', 'too_many_attempts'],
  }),
  roleGivers: endpoint({
    method: 'GET',
    path: '/account/role-givers',
    right: 'signed-in',
    personal: true,
    summary: '本企业中能为他人分配角色的人',
    input: z.strictObject({}),
    output: z.array(z.strictObject({ name: z.string(), post: z.string() })),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/account/sessions',
    right: 'signed-in',
    personal: true,
    summary: '我的会话',
    input: z.strictObject({}),
    output: z.array(ownSession),
  }),
  revokeSession: endpoint({
    method: 'DELETE',
    path: '/account/sessions/{id}',
    right: 'signed-in',
    personal: true,
    summary: '结束我的一个会话',
    input: z.strictObject({ id }),
    output: z.strictObject({}),
    refusals: ['not_found'],
  }),
  notifications: endpoint({
    method: 'GET',
    path: '/account/notifications',
    right: 'signed-in',
    personal: true,
    summary: '我的消息',
    input: listQuery.extend({ box: z.enum(['unread', 'read', 'bin'], '没有这个消息箱').default('unread') }),
    output: listOf(notification),
  }),
  moveNotifications: endpoint({
    method: 'POST',
    path: '/account/notifications/move',
    right: 'signed-in',
    personal: true,
    summary: '把消息标为已读、放入回收站、还原或彻底删除',
    input: z.strictObject({
      ids: z.array(id).min(1, '请选择消息').max(200, '一次最多200条'),
      to: z.enum(['read', 'unread', 'bin', 'gone'], '没有这个消息箱'),
    }),
    output: z.strictObject({ unread }),
    refusals: ['not_found'],
  }),
}
