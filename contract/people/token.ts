import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { allRights, type Right } from '#contract/kernel/duties.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { administrativeRights } from '#contract/kernel/separation.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, instant, listOf, listQuery, person, sortBy, text } from '#contract/kernel/values.ts'

/** A token is in use until it is revoked or its last day is over; while its maker is out of use it rests. */
export const tokenState = z.enum(['active', 'resting', 'expired', 'revoked'], '没有这个状态')
export type TokenState = z.infer<typeof tokenState>
export const tokenLooks: Record<TokenState, StateLook> = {
  active: { label: '在用', tone: 'good' },
  resting: { label: '建立人已停用', tone: 'warning' },
  expired: { label: '已到期', tone: 'neutral' },
  revoked: { label: '已吊销', tone: 'neutral' },
}

/** How long a token may live, and from when on the list warns of its end. */
export const tokenDays = { longest: 365, warning: 30 }

const never: readonly Right[] = [...administrativeRights, '31:token']
/** What a program may be given: everything but deciding about rights and tokens. */
export const tokenRights = allRights.filter((right) => !never.includes(right))

const tokenRow = z.strictObject({
  id,
  name: z.string(),
  /** The beginning of the token, to tell one from another. */
  prefix: z.string(),
  state: tokenState,
  maker: person,
  /** What was chosen; it may do the part of it that its maker holds at the moment. */
  rights: z.array(z.string()),
  /** Those among them that the maker does not hold now. */
  resting: z.array(z.string()),
  validUntil: day,
  lastUsedAt: instant.nullable(),
  lastAddress: z.string(),
  createdAt: instant,
  revokedAt: instant.nullable(),
})
export type TokenRow = z.infer<typeof tokenRow>

export const tokenActions = {
  revoke: { label: '吊销', duty: '31:token', from: ['active', 'resting', 'expired'], to: 'revoked' },
} satisfies Record<string, Action<TokenRow>>

const newToken = z.strictObject({
  name: z.string(),
  /** Shown once, kept nowhere: the server knows only its hash. */
  token: z.string(),
  validUntil: day,
})
export type NewToken = z.infer<typeof newToken>

export const tokenApi = {
  list: endpoint({
    method: 'GET',
    path: '/tokens',
    right: '31',
    summary: '本企业的接口令牌',
    input: listQuery.extend({
      state: tokenState.optional(),
      sort: sortBy(['name', 'createdAt', 'validUntil', 'lastUsedAt'], '-createdAt'),
    }),
    output: listOf(tokenRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/tokens',
    right: '31:token',
    summary: '建立接口令牌；令牌只在此回答中出现一次。程序以 Authorization: Bearer 使用它，视同建立人本人，不能签名',
    input: z.strictObject({
      name: text(40),
      rights: z
        .array(z.enum(tokenRights, '令牌不能有这项权限'), '请选择权限')
        .min(1, '请选择权限')
        .refine((chosen) => new Set(chosen).size === chosen.length, '同一权限选了两次'),
      validUntil: day,
      /** The person's own password: a stranger at an open screen cannot make a token. */
      password: z.string('请输入口令').min(1, '请输入口令').max(200, '口令太长'),
    }),
    output: newToken,
    shownOnce: true,
    refusals: [
      'token_beyond_own',
      'token_days',
      'token_name_taken',
      'secret_unconfirmed',
      'wrong_password',
      'too_many_attempts',
      'shown_once',
    ],
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/tokens/{id}/revoke',
    right: '31:token',
    summary: '吊销接口令牌；立即失效',
    input: z.strictObject({ id, reason: text(200) }),
    output: tokenRow,
    refusals: ['wrong_state'],
  }),
}
