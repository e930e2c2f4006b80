import { z } from 'zod'
import type { Action, Actor } from '#contract/kernel/action.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import type { ItemGroup } from '#contract/laboratory/standard-item.ts'
import {
  day,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  person,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'

/** 上岗授权: who may do what asks for training, until when (decision 0073). */

/** What is authorised, and the duties under which it is done. */
export const activities = {
  sampling: { label: '取样', duties: ['12:sample', '16:sample'] },
  test_appearance: { label: '性状检验', duties: ['12:test', '17:test'] },
  test_identification: { label: '鉴别检验', duties: ['12:test', '17:test'] },
  test_check: { label: '检查项检验', duties: ['12:test', '17:test'] },
  test_extract: { label: '浸出物检验', duties: ['12:test', '17:test'] },
  test_assay: { label: '含量测定', duties: ['12:test', '17:test'] },
  test_microbe: { label: '微生物检验', duties: ['12:test', '17:test'] },
  test_other: { label: '其它项目检验', duties: ['12:test', '17:test'] },
  weighing: { label: '称量发料', duties: ['15:issue'] },
  release: { label: '放行', duties: ['13:decide', '19:release'] },
} as const satisfies Record<string, { label: string; duties: readonly Duty[] }>
export const activity = keyOf(activities, '请选择授权的工作')
export type Activity = z.infer<typeof activity>

/** The activity of a test is its method group; the database has the same (`test_activity`). */
const activityOfGroup: Record<ItemGroup, Activity> = {
  性状: 'test_appearance',
  鉴别: 'test_identification',
  检查: 'test_check',
  浸出物: 'test_extract',
  含量测定: 'test_assay',
  微生物: 'test_microbe',
  其它: 'test_other',
}
export const testActivity = (group: string): Activity =>
  Object.entries(activityOfGroup).find(([name]) => name === group)?.[1] ?? 'test_other'

export const authorisationState = z.enum(['proposed', 'valid', 'suspended', 'refused', 'withdrawn', 'replaced'], '没有这个状态')
export const authorisationLooks: Record<z.infer<typeof authorisationState>, StateLook> = {
  proposed: { label: '待批准', tone: 'waiting' },
  valid: { label: '已批准', tone: 'good' },
  suspended: { label: '已暂停', tone: 'warning' },
  refused: { label: '未批准', tone: 'neutral' },
  withdrawn: { label: '已撤销', tone: 'neutral' },
  replaced: { label: '已换新', tone: 'neutral' },
}

const authorisationRow = z.strictObject({
  id,
  state: authorisationState,
  person: person.extend({ userName: z.string(), post: z.string() }),
  activity,
  /** `validUntil`: of the latest training of its kind; null where one holds without end. */
  training: z.strictObject({ id, course: z.string(), heldOn: day, validUntil: day.nullable() }),
  validUntil: day,
  basis: z.string(),
  givenBy: person,
  givenAt: instant,
  approvedBy: person.nullable(),
  approvedAt: instant.nullable(),
  endReason: z.string().nullable(),
  /** Whether a new one of the same person and activity waits for its approval. */
  isRenewing: z.boolean(),
})
export type AuthorisationRow = z.infer<typeof authorisationRow>

/** What the rules ask about. */
export type AuthorisationStanding = Pick<AuthorisationRow, 'state' | 'isRenewing'> & {
  person: { id: string }
  givenBy: { id: string }
}

const notOneself = ({ person: { id: personId } }: AuthorisationStanding, actor: Actor): RefusalCode | undefined =>
  personId === actor.id ? 'authorises_oneself' : undefined

export const authorisationActions = {
  approve: {
    label: '批准',
    duty: '31:authorise',
    from: ['proposed'],
    awaitedIn: ['proposed'],
    to: 'valid',
    signs: '批准上岗授权',
    unless: (row, actor) => (row.givenBy.id === actor.id ? 'author_approves' : notOneself(row, actor)),
  },
  refuse: { label: '退回', duty: '31:authorise', from: ['proposed'], to: 'refused', unless: notOneself },
  takeBack: { label: '撤回', duty: '31:qualify', from: ['proposed'], to: 'refused' },
  renew: {
    label: '重新授权',
    duty: '31:qualify',
    from: ['valid', 'suspended'],
    awaitedIn: ['valid', 'suspended'],
    to: 'valid',
    stays: true,
    signs: '提出上岗授权',
    unless: (row, actor) => (row.isRenewing ? 'authorisation_waiting' : notOneself(row, actor)),
  },
  suspend: { label: '暂停', duty: '31:qualify', from: ['valid'], to: 'suspended' },
  withdraw: { label: '撤销', duty: '31:authorise', from: ['valid', 'suspended'], to: 'withdrawn' },
} satisfies Record<string, Action<AuthorisationStanding>>

/** What the two sign who decide from which day authorisations are asked. */
export const ruleMeanings = { change: '更改授权要求', approve: '批准授权要求' } as const

/** How long an authorisation holds at most, in days: three years. */
export const longestAuthorisation = 1095

const ruleChange = z.strictObject({
  id,
  serial: z.int(),
  askedFrom: day.nullable(),
  reason: z.string(),
  changedBy: person,
  approvedBy: person,
  changedAt: instant,
})

/** Who bears the duties of an activity without being authorised for it now; of many the first few by name. */
const missing = z.strictObject({ activity, count: z.int(), people: z.array(person) })

const rule = z.strictObject({
  /** Null while nobody is asked. */
  askedFrom: day.nullable(),
  /** Of the last change; 0 where there was none. */
  serial: z.int(),
  changes: z.array(ruleChange),
  missing: z.array(missing),
})
export type AuthorisationRule = z.infer<typeof rule>

const withReason = z.strictObject({ id, reason: text(200) })

export const authorisationApi = {
  list: endpoint({
    method: 'GET',
    path: '/authorisations',
    right: '31',
    summary: '上岗授权：谁可以做哪项工作，到哪天',
    input: listQuery.extend({
      state: authorisationState.optional(),
      activity: activity.optional(),
      sort: sortBy(['givenAt', 'validUntil'], '-givenAt'),
    }),
    output: listOf(authorisationRow),
  }),
  own: endpoint({
    method: 'GET',
    path: '/authorisations/own',
    right: 'signed-in',
    summary: '本人现在的上岗授权，及自哪天起要求授权',
    input: z.strictObject({}),
    output: z.strictObject({
      askedFrom: day.nullable(),
      /** `trainingUntil`: until when the training holds that it rests on; null without end. */
      held: z.array(z.strictObject({ id, activity, state: authorisationState, validUntil: day, trainingUntil: day.nullable() })),
    }),
  }),
  rule: endpoint({
    method: 'GET',
    path: '/authorisation-rule',
    right: '31',
    summary: '自哪天起要求上岗授权、最近的更改，及承担职责而没有授权的人',
    input: z.strictObject({}),
    output: rule,
  }),
  changeRule: endpoint({
    method: 'POST',
    path: '/authorisation-rule',
    right: '31:qualify',
    summary: '更改自哪天起要求上岗授权，由第二人会签；留空即不再要求',
    input: z.strictObject({
      /** Of the change that the person saw; 0 where there was none. */
      serial: z.int('请刷新后重试').min(0, '请刷新后重试').max(1_000_000, '请刷新后重试'),
      askedFrom: day.nullable(),
      reason: text(200),
      signature,
      approver: secondSignature,
    }),
    output: rule,
    refusals: ['stale'],
  }),
  give: endpoint({
    method: 'POST',
    path: '/authorisations',
    right: '31:qualify',
    summary: '提出一项上岗授权，以考核合格的培训为依据；由另一人批准后生效，并替换同一人同一工作原有的授权',
    input: z.strictObject({ personId: id, activity, trainingId: id, validUntil: day, basis: optionalText(300), signature }),
    output: authorisationRow,
    refusals: ['authorises_oneself', 'authorisation_waiting', 'training_not_passed', 'training_over'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/authorisations/{id}/approve',
    right: '31:authorise',
    summary: '批准上岗授权；随即生效',
    input: z.strictObject({ id, signature }),
    output: authorisationRow,
    refusals: ['not_found', 'wrong_state', 'author_approves', 'authorises_oneself', 'training_not_passed', 'training_over'],
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/authorisations/{id}/refuse',
    right: '31:authorise',
    summary: '退回提出的授权',
    input: withReason,
    output: authorisationRow,
    refusals: ['not_found', 'wrong_state', 'authorises_oneself'],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/authorisations/{id}/take-back',
    right: '31:qualify',
    summary: '撤回提出而未批准的授权',
    input: withReason,
    output: authorisationRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/authorisations/{id}/suspend',
    right: '31:qualify',
    summary: '立即暂停授权；恢复须重新授权',
    input: withReason,
    output: authorisationRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/authorisations/{id}/withdraw',
    right: '31:authorise',
    summary: '撤销授权',
    input: withReason,
    output: authorisationRow,
    refusals: ['not_found', 'wrong_state'],
  }),
}
