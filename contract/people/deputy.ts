import { z } from 'zod'
import type { Action, Actor } from '#contract/kernel/action.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import { signingRights } from '#contract/kernel/separation.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, instant, listOf, listQuery, person, signature, sortBy, text } from '#contract/kernel/values.ts'

/** 代理: some signing duties of a person are taken over by a colleague for some days (decision 0073). */

export const deputyState = z.enum(['proposed', 'valid', 'over', 'refused', 'ended'], '没有这个状态')
export const deputyLooks: Record<z.infer<typeof deputyState>, StateLook> = {
  proposed: { label: '待确认', tone: 'waiting' },
  valid: { label: '已确认', tone: 'good' },
  over: { label: '已到期', tone: 'neutral' },
  refused: { label: '已退回', tone: 'neutral' },
  ended: { label: '已结束', tone: 'neutral' },
}

const notHandedOver: readonly Duty[] = ['31:manage', '31:qualify', '31:authorise']
/** What may be handed over: what is signed for, but for who may do what. */
export const deputableDuties: readonly Duty[] = signingRights.filter((duty) => !notHandedOver.includes(duty))

/** How long somebody stands in for another at most, in days. */
export const longestDeputy = 92

const deputyRow = z.strictObject({
  id,
  state: deputyState,
  principal: person,
  deputy: person,
  duties: z.array(z.string()),
  validFrom: day,
  validUntil: day,
  reason: z.string(),
  givenBy: person,
  givenAt: instant,
  confirmedBy: person.nullable(),
  confirmedAt: instant.nullable(),
  endReason: z.string().nullable(),
})
export type DeputyRow = z.infer<typeof deputyRow>

/** What the rules ask about. */
export type DeputyStanding = { state: DeputyRow['state']; givenBy: { id: string }; deputy: { id: string } }

const byAnother = ({ givenBy, deputy }: DeputyStanding, actor: Actor): RefusalCode | undefined => {
  if (deputy.id === actor.id) return 'deputy_by_deputy'
  return givenBy.id === actor.id ? 'author_approves' : undefined
}

export const deputyActions = {
  confirm: {
    label: '确认',
    duty: '31:authorise',
    from: ['proposed'],
    awaitedIn: ['proposed'],
    to: 'valid',
    signs: '确认代理',
    unless: byAnother,
  },
  refuse: { label: '退回', duty: '31:authorise', from: ['proposed'], to: 'refused' },
  end: { label: '结束', duty: '31:qualify', from: ['proposed', 'valid'], to: 'ended' },
} satisfies Record<string, Action<DeputyStanding>>

const withReason = z.strictObject({ id, reason: text(200) })
const given = {
  deputyId: id,
  duties: z
    .array(
      z.string('请选择职责').refine((duty): duty is Duty => deputableDuties.some((one) => one === duty), '这项职责不能代理'),
      '请选择职责',
    )
    .min(1, '请选择职责')
    .max(60, '职责太多')
    .refine((duties) => new Set(duties).size === duties.length, '同一职责选了两次'),
  validFrom: day,
  validUntil: day,
  reason: text(200),
}

export const deputyApi = {
  list: endpoint({
    method: 'GET',
    path: '/deputies',
    right: '31',
    summary: '代理：谁在哪些天代谁承担哪些职责',
    input: listQuery.extend({ state: deputyState.optional(), sort: sortBy(['givenAt', 'validFrom', 'validUntil'], '-givenAt') }),
    output: listOf(deputyRow),
  }),
  own: endpoint({
    method: 'GET',
    path: '/deputies/own',
    right: 'signed-in',
    summary: '本人委托的和本人承担的代理，最近20项，及可以委托的职责',
    input: z.strictObject({}),
    output: z.strictObject({ rows: z.array(deputyRow), duties: z.array(z.string()), people: z.array(person) }),
  }),
  dutiesOf: endpoint({
    method: 'GET',
    path: '/deputy-duties/{id}',
    right: '31',
    summary: '一个账号现在可以请人代理的职责',
    input: z.strictObject({ id }),
    output: z.array(z.string()),
  }),
  give: endpoint({
    method: 'POST',
    path: '/deputies',
    right: '31:qualify',
    summary: '为同事提出代理，由另一人确认后生效',
    input: z.strictObject({ principalId: id, ...given }),
    output: deputyRow,
    refusals: ['deputy_by_deputy', 'duty_not_held', 'same_person'],
  }),
  giveOwn: endpoint({
    method: 'POST',
    path: '/deputies/own',
    right: 'signed-in',
    personal: true,
    summary: '请人代理本人的职责，由另一人确认后生效',
    input: z.strictObject(given),
    output: deputyRow,
    refusals: ['duty_not_held', 'same_person'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/deputies/{id}/confirm',
    right: '31:authorise',
    summary: '确认代理；自第一天起生效',
    input: z.strictObject({ id, signature }),
    output: deputyRow,
    refusals: ['not_found', 'wrong_state', 'author_approves', 'deputy_by_deputy', 'duty_not_held'],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/deputies/{id}/refuse',
    right: '31:authorise',
    summary: '退回代理',
    input: withReason,
    output: deputyRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/deputies/{id}/end',
    right: '31:qualify',
    summary: '结束代理；下一次操作起即不能再代',
    input: withReason,
    output: deputyRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  endOwn: endpoint({
    method: 'POST',
    path: '/deputies/own/{id}/end',
    right: 'signed-in',
    personal: true,
    summary: '结束本人委托的或本人承担的代理',
    input: withReason,
    output: deputyRow,
    refusals: ['not_found', 'wrong_state'],
  }),
}
