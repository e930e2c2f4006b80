import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { count, day, decimalOut, id } from '#contract/kernel/values.ts'
import { type lotKind, lotState } from '#contract/warehouse/lot.ts'
import { standardAuthority } from './authority.ts'

/** 请验类别 (dictionary request_type): the system decides it from the lot, but for an investigation and the tests of a return and of stability, which quality assurance asks for. */
export const requestKinds = {
  initial: '初检',
  periodic: '到期复验',
  supplementary: '补充检验',
  investigation: '调查检验',
  return: '退货检验',
  stability: '稳定性考察',
} as const
export const requestKind = keyOf(requestKinds)

/** Why a lot is not looked into by a test of its own; undefined when it may be. What was not decided about is simply tested. */
export function whyNotInvestigated({
  kind,
  state,
}: {
  kind: z.infer<typeof lotKind>
  state: z.infer<typeof lotState>
}): string | undefined {
  if (kind === 'pack') return '包装批不单独检验，请对它的生产批调查取样'
  if (kind === 'auxiliary') return '辅料与包材不作调查检验'
  return state === 'released' || state === 'conforming' ? undefined : '只有已放行或检验合格的批次作调查检验；尚未判定的批次请按请验办理'
}

/** The kinds whose report decides about a part of a lot, or about nothing: the lot is what it was before. */
export const besideTheLot: readonly z.infer<typeof requestKind>[] = ['investigation', 'return', 'stability']

/** The time points of a stability test, in months from the day of birth of the lot. */
export const stabilityMonths = [0, 3, 6, 9, 12, 18, 24, 36] as const

/** 紧急程度. */
export const priorities = { normal: '正常', urgent: '紧急' } as const
export const priority = z.enum(['normal', 'urgent'], '请选择紧急程度')

/** A lot whose inspection may be requested now. There is no document yet: the request makes it. */
export type Requestable = { state: 'waiting' }

export const requestableLooks: Record<Requestable['state'], StateLook> = { waiting: { label: '待请验', tone: 'waiting' } }

const requestUnder = (duty: Duty) =>
  ({ request: { label: '请验', duty, from: ['waiting'], awaitedIn: ['waiting'], to: 'waiting' } }) satisfies Record<
    string,
    Action<Requestable>
  >

export const requestActions = { raw: requestUnder('12:request'), bulk: requestUnder('16:request') }

/** A standard that applies to a lot, as it was on the day of the request. */
export const appliedStandard = z.strictObject({
  versionId: id,
  name: z.string(),
  authority: standardAuthority,
  /** Whose it is, of a customer's. */
  customerId: id.nullable(),
  customer: z.string(),
})
export type AppliedStandard = z.infer<typeof appliedStandard>

/** A standard as a page names it: a customer's with the customer. */
export const appliedName = ({ name, customer }: Pick<AppliedStandard, 'name' | 'customer'>) =>
  customer === '' ? name : `${name}（${customer}）`

/** A lot that may be requested now, with the standards that apply to it today. */
export const inspectableLot = z.strictObject({
  id,
  lotNo: z.string(),
  name: z.string(),
  state: lotState,
  /** Which kind of request it would be. */
  requestKind,
  /** kg on hand now, and the packages that this is about. */
  quantity: decimalOut,
  packageCount: count.nullable(),
  bornOn: z.string(),
  retestOn: day.nullable(),
  /** How often its retest day was put off already, and how often it may be; null where nobody said. */
  extensions: z.int(),
  retestLimit: z.int().nullable(),
  /** By all of them it is tested; nobody chooses. */
  standards: z.array(appliedStandard),
})
export type InspectableLot = z.infer<typeof inspectableLot>

/** Packed goods in a bin of the returned zone that may be tested. */
export const returnedGoods = z.strictObject({
  /** Of lot and bin together. */
  id: z.string(),
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  state: lotState,
  placeId: id,
  placeCode: z.string(),
  placeName: z.string(),
  /** kg in this bin now, and how many packs that is. */
  quantity: decimalOut,
  packs: z.int(),
  packUnit: z.string(),
})
export type ReturnedGoods = z.infer<typeof returnedGoods>
