import { z } from 'zod'
import type { Action, Actor } from '#contract/kernel/action.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { id, instant, listOf, listQuery, person, sortBy, text } from '#contract/kernel/values.ts'

/** A secret that an administrator set for another person waits until it is sure that the person has it; a newer one replaces it. */
export const secretState = z.enum(['waiting', 'confirmed', 'replaced'], '没有这个状态')
export const secretLooks: Record<z.infer<typeof secretState>, StateLook> = {
  waiting: { label: '待确认', tone: 'warning' },
  confirmed: { label: '已确认', tone: 'good' },
  replaced: { label: '已被取代', tone: 'neutral' },
}

/** What was set for the person. */
export const secretKinds = {
  account: '新账号的口令',
  password: '一次性口令',
  second_factor: '解除了两步验证',
  email: '更换了已确认的邮箱',
} as const
export type SecretKind = keyof typeof secretKinds

/** By what it became sure. */
export const confirmations = { mailbox: '本人邮箱', administrator: '另一位管理员', founding: '建账期间' } as const

const secretRow = z.strictObject({
  id,
  state: secretState,
  person: person.extend({ userName: z.string() }),
  what: keyOf(secretKinds),
  setBy: person,
  setAt: instant,
  /** Whether it is a password that the person has not replaced by their own yet; so long nobody can be sure who will. */
  isOneTime: z.boolean(),
  /** Whether a letter went to the mailbox that the person had confirmed before. */
  hasMailbox: z.boolean(),
  confirmedHow: keyOf(confirmations).nullable(),
  confirmedBy: person.nullable(),
  confirmedAt: instant.nullable(),
  note: z.string(),
  rowVersion: z.int(),
})
export type SecretRow = z.infer<typeof secretRow>

/** What the rule asks about: who set the secret, and for whom. */
export type SecretStanding = { state: z.infer<typeof secretState>; setById: string; accountId: string; isOneTime: boolean }

const byAnother = (secret: SecretStanding, actor: Actor): RefusalCode | undefined => {
  if (secret.accountId === actor.id) return 'own_account'
  if (secret.setById === actor.id) return 'setter_confirms'
  return secret.isOneTime ? 'own_password_first' : undefined
}

export const secretActions = {
  confirm: { label: '确认', duty: '31:manage', from: ['waiting'], awaitedIn: ['waiting'], to: 'confirmed', unless: byAnother },
} satisfies Record<string, Action<SecretStanding>>

export const standingOf = ({ state, setBy, person, isOneTime }: SecretRow): SecretStanding => ({
  state,
  setById: setBy.id,
  accountId: person.id,
  isOneTime,
})

export const secretApi = {
  list: endpoint({
    method: 'GET',
    path: '/secret-confirmations',
    right: '31',
    summary: '管理员为他人设置的口令及其确认',
    input: listQuery.extend({ state: secretState.optional(), sort: sortBy(['setAt', 'confirmedAt'], '-setAt') }),
    output: listOf(secretRow),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/secret-confirmations/{id}/confirm',
    right: '31:manage',
    summary: '本人设置自己的口令之后，另一位管理员当面核实并确认；全部确认之后本人才能签名',
    input: z.strictObject({ id, note: text(200) }),
    output: secretRow,
    refusals: ['wrong_state', 'own_account', 'setter_confirms', 'own_password_first', 'secret_unconfirmed'],
  }),
}
