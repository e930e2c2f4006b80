import { z } from 'zod'
import type { Action, Actor } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { id, instant, listOf, listQuery, optionalText, person, rowVersion, sortBy, text } from '#contract/kernel/values.ts'

/** An account is in use or disabled; it is never deleted, since signatures name it. */
export const userState = z.enum(['active', 'disabled'], '没有这个状态')
export type UserState = z.infer<typeof userState>
export const userLooks: Record<UserState, StateLook> = {
  active: { label: '在用', tone: 'good' },
  disabled: { label: '已停用', tone: 'neutral' },
}

/** How long a one-time password opens the door (ASVS 5.0, 6.4.1). */
export const oneTimeHours = 24

const heldRole = z.strictObject({ id, name: z.string() })

const userRow = z.strictObject({
  id,
  userName: z.string(),
  name: z.string(),
  post: z.string(),
  phone: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  state: userState,
  /** Too many wrong passwords lately, at signing in or at signing. */
  locked: z.boolean(),
  mustChangePassword: z.boolean(),
  /** Whether signing in asks them for a code. */
  secondFactor: z.boolean(),
  /** Until when the one-time password opens the door; null when the person has a password of their own. */
  oneTimeUntil: instant.nullable(),
  roles: z.array(heldRole),
  /** Roles that another administrator has to approve. */
  proposedRoles: z.array(heldRole),
  /** An administrator set something of theirs that is not confirmed yet; until then they sign nothing. */
  secretWaiting: z.boolean(),
  /** The rights among theirs that decide about rights. */
  administers: z.array(z.string()),
  openSessions: z.int(),
  lastSeenAt: instant.nullable(),
  createdAt: instant,
  rowVersion: z.int(),
})
export type UserRow = z.infer<typeof userRow>

/** A person who decides about rights is changed only by persons who hold the same rights. */
const notAbove = (user: UserRow, actor: Actor): RefusalCode | undefined =>
  user.administers.some((right) => !actor.rights.includes(right)) ? 'beyond_own_rights' : undefined
const notOneself = (user: UserRow, actor: Actor): RefusalCode | undefined => (user.id === actor.id ? 'own_account' : notAbove(user, actor))

export const userActions = {
  edit: { label: '修改', duty: '31:manage', from: ['active', 'disabled'], to: 'active', stays: true, unless: notAbove },
  giveOneTimePassword: { label: '发一次性口令', duty: '31:manage', from: ['active'], to: 'active', unless: notOneself },
  sendReset: {
    label: '发送重置邮件',
    duty: '31:manage',
    from: ['active'],
    to: 'active',
    unless: (user, actor) => notAbove(user, actor) ?? (user.emailConfirmed ? undefined : 'email_unconfirmed'),
  },
  requirePasswordChange: {
    label: '要求改口令',
    duty: '31:manage',
    from: ['active'],
    to: 'active',
    unless: (user, actor) => notAbove(user, actor) ?? (user.mustChangePassword ? 'password_change_required' : undefined),
  },
  endSessions: {
    label: '结束会话',
    duty: '31:manage',
    from: ['active'],
    to: 'active',
    unless: (user, actor) => notOneself(user, actor) ?? (user.openSessions === 0 ? 'no_session_open' : undefined),
  },
  removeSecondFactor: {
    label: '解除两步验证',
    duty: '31:manage',
    from: ['active'],
    to: 'active',
    unless: (user, actor) => notOneself(user, actor) ?? (user.secondFactor ? undefined : 'second_factor_off'),
  },
  unlock: { label: '解锁', duty: '31:manage', from: ['active'], to: 'active', unless: (user) => (user.locked ? undefined : 'not_locked') },
  disable: { label: '停用', duty: '31:manage', from: ['active'], to: 'disabled', unless: notOneself },
  enable: { label: '启用', duty: '31:manage', from: ['disabled'], to: 'active', unless: notAbove },
} satisfies Record<string, Action<UserRow>>

/** What the security log keeps about an account, in the reader's words. */
export const securityEvents: Record<string, string> = {
  signed_in: '登录',
  signed_out: '退出登录',
  sign_in_failed: '登录失败：口令不正确',
  sign_in_refused: '登录被拒：账号已停用或一次性口令已过期',
  signature_failed: '签名口令不正确',
  second_signature_failed: '复核人签名失败',
  password_changed: '修改了口令',
  password_change_failed: '修改口令时原口令不正确',
  reset_asked: '申请用邮件重置口令',
  reset_sent: '发送重置邮件',
  password_reset: '用邮件链接重置了口令',
  email_change_asked: '申请确认邮箱',
  email_change_failed: '确认邮箱时口令不正确',
  email_confirmed: '确认了邮箱',
  sign_in_code_failed: '登录失败：动态码不正确',
  recovery_code_used: '用恢复码登录',
  second_factor_failed: '动态码不正确',
  second_factor_on: '开启两步验证',
  second_factor_off: '关闭两步验证',
  second_factor_removed: '解除两步验证',
  sign_in_rule_changed: '修改登录规则',
  registration_received: '收到注册申请',
  registration_confirmed: '注册申请人确认了邮箱',
  registration_approved: '批准了注册申请',
  registration_refused: '退回了注册申请',
  user_created: '建立账号',
  user_edited: '修改资料或角色',
  user_disabled: '停用账号',
  user_enabled: '启用账号',
  user_unlocked: '解除锁定',
  password_change_required: '要求修改口令',
  one_time_password_given: '发放一次性口令',
  sessions_ended: '结束全部会话',
  password_check_failed: '口令核对失败',
  token_created: '建立接口令牌',
  token_revoked: '吊销接口令牌',
  secret_confirmed: '另一位管理员核实并确认了口令',
  secret_confirmed_by_mail: '本人用邮件链接确认了管理员设置的口令',
  rights_approved: '批准了授权提请',
  rights_refused: '退回了授权提请',
  role_created: '建立了角色',
  role_changed: '修改了角色',
  role_removed: '删除了角色',
  exported: '导出列表',
}

const userDetail = userRow.extend({
  sessions: z.array(z.strictObject({ id, createdAt: instant, lastSeenAt: instant, userAgent: z.string(), address: z.string() })),
  /** The last entries of the security log about this account, the newest first; `by` is null where it was the person themselves. */
  events: z.array(
    z.strictObject({
      id: z.int(),
      at: instant,
      event: z.string(),
      address: z.string(),
      by: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
})
export type UserDetail = z.infer<typeof userDetail>

const profile = {
  name: text(40),
  post: optionalText(40),
  phone: optionalText(30),
  email: z.union([z.literal(''), z.email('邮箱格式不正确').max(120, '邮箱太长')]).default(''),
  roleIds: z
    .array(id, '请选择角色')
    .max(50, '角色太多')
    .refine((ids) => new Set(ids).size === ids.length, '同一角色选了两次'),
}

const one = z.strictObject({ id })
const oneTimePassword = z.strictObject({
  userName: z.string(),
  /** Shown once, kept nowhere: the server knows only its hash. */
  oneTimePassword: z.string(),
  until: instant,
})
export type OneTimePassword = z.infer<typeof oneTimePassword>

export const userApi = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    right: '31',
    summary: '本企业的账号',
    input: listQuery.extend({
      state: userState.optional(),
      roleId: id.optional(),
      sort: sortBy(['userName', 'name', 'post', 'createdAt', 'lastSeenAt'], 'userName'),
    }),
    output: listOf(userRow),
  }),
  roleChoices: endpoint({
    method: 'GET',
    path: '/users/role-choices',
    right: '31',
    summary: '可以授予账号的角色及其权限',
    input: z.strictObject({}),
    output: z.array(heldRole.extend({ rights: z.array(z.string()) })),
  }),
  dutyHolders: endpoint({
    method: 'GET',
    path: '/users/duty-holders',
    right: '31',
    summary: '每项职责由哪些在用账号承担',
    input: z.strictObject({}),
    output: z.array(z.strictObject({ duty: z.string(), holders: z.array(person) })),
  }),
  read: endpoint({
    method: 'GET',
    path: '/users/{id}',
    right: '31',
    summary: '一个账号及其会话与安全日志',
    input: one,
    output: userDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    right: '31:manage',
    summary: '建立账号；一次性口令只在此回答中出现一次，24小时内有效；带签名或管理权限的角色由另一位管理员批准后生效',
    input: z.strictObject({ userName: text(50), ...profile }),
    output: oneTimePassword,
    shownOnce: true,
    refusals: [
      'user_name_not_allowed',
      'user_name_taken',
      'name_of_signer',
      'role_unknown',
      'beyond_own_rights',
      'secret_unconfirmed',
      'shown_once',
    ],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/users/{id}',
    right: '31:manage',
    summary: '修改他人账号的资料和角色；下一次请求即按新角色，带签名或管理权限的角色由另一位管理员批准后生效',
    input: z.strictObject({ id, rowVersion, ...profile }),
    output: userRow,
    refusals: [
      'stale',
      'name_of_signer',
      'role_unknown',
      'own_rights',
      'beyond_own_rights',
      'rights_by_two',
      'secret_unconfirmed',
      'last_administrator',
    ],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/users/{id}/disable',
    right: '31:manage',
    summary: '停用账号；其会话立即结束',
    input: z.strictObject({ id, reason: text(200) }),
    output: userRow,
    refusals: ['wrong_state', 'own_account', 'beyond_own_rights', 'last_administrator'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/users/{id}/enable',
    right: '31:manage',
    summary: '重新启用账号',
    input: one,
    output: userRow,
    refusals: ['wrong_state', 'beyond_own_rights'],
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/users/{id}/unlock',
    right: '31:manage',
    summary: '解除因口令多次错误而起的锁定（登录与签名）',
    input: one,
    output: userRow,
    refusals: ['wrong_state', 'not_locked'],
  }),
  requirePasswordChange: endpoint({
    method: 'POST',
    path: '/users/{id}/require-password-change',
    right: '31:manage',
    summary: '要求本人修改口令；改之前不能签名',
    input: one,
    output: userRow,
    refusals: ['wrong_state', 'password_change_required', 'beyond_own_rights'],
  }),
  giveOneTimePassword: endpoint({
    method: 'POST',
    path: '/users/{id}/one-time-password',
    right: '31:manage',
    summary: '发新的一次性口令；旧口令与全部会话随即失效，口令只在此回答中出现一次',
    input: one,
    output: oneTimePassword,
    shownOnce: true,
    refusals: ['wrong_state', 'own_account', 'beyond_own_rights', 'secret_unconfirmed', 'shown_once'],
  }),
  sendReset: endpoint({
    method: 'POST',
    path: '/users/{id}/send-reset',
    right: '31:manage',
    summary: '向账号本人确认过的邮箱发送重置口令的链接',
    input: one,
    output: userRow,
    refusals: ['wrong_state', 'email_unconfirmed', 'beyond_own_rights', 'too_many_attempts'],
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: '/users/{id}/remove-second-factor',
    right: '31:manage',
    summary: '解除一个账号的两步验证，如手机遗失；其会话随即结束',
    input: z.strictObject({ id, reason: text(200) }),
    output: userRow,
    refusals: ['wrong_state', 'own_account', 'second_factor_off', 'beyond_own_rights', 'secret_unconfirmed'],
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/users/{id}/end-sessions',
    right: '31:manage',
    summary: '结束一个账号的全部会话',
    input: one,
    output: userRow,
    refusals: ['wrong_state', 'own_account', 'no_session_open', 'beyond_own_rights'],
  }),
}
