import { z } from 'zod'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, decimalOut, id } from '#contract/kernel/values.ts'

/** A lot (批) of any kind: raw and auxiliary lots are bought, a bulk batch is made, a pack lot is packed. */
export const lotKind = z.enum(['raw', 'auxiliary', 'bulk', 'pack'])
export type LotKind = z.infer<typeof lotKind>

/** Quality status, the first of a lot's three axes (domain §2.0); holds are the second, quantity the third. */
export const lotState = z.enum(['quarantine', 'under_test', 'conforming', 'released', 'retest_due', 'rejected', 'reversed'])
export type LotState = z.infer<typeof lotState>

const quarantine: StateLook = { label: '待验', tone: 'waiting' }
const underTest: StateLook = { label: '检验中', tone: 'waiting' }
const rejected: StateLook = { label: '不合格', tone: 'bad' }
const retestDue: StateLook = { label: '待复验', tone: 'waiting' }
/** Its receipt was taken back: nothing of it ever was here. */
const reversed: StateLook = { label: '已冲销', tone: 'neutral' }
const never: StateLook = { label: '—', tone: 'neutral' }

/** What a state is called on each kind of lot, and its colour: 待验 yellow, 合格 green, 不合格 red. */
export const lotStates: Record<LotKind, Record<LotState, StateLook>> = {
  raw: {
    quarantine,
    under_test: underTest,
    conforming: never,
    released: { label: '合格', tone: 'good' },
    rejected,
    retest_due: retestDue,
    reversed,
  },
  auxiliary: {
    quarantine,
    under_test: underTest,
    conforming: never,
    released: { label: '合格', tone: 'good' },
    rejected,
    retest_due: retestDue,
    reversed,
  },
  bulk: {
    quarantine,
    under_test: underTest,
    conforming: { label: '检验合格', tone: 'good' },
    released: never,
    rejected,
    retest_due: retestDue,
    reversed: never,
  },
  pack: {
    quarantine: { label: '待放行', tone: 'waiting' },
    under_test: underTest,
    conforming: never,
    released: { label: '可销售', tone: 'good' },
    rejected,
    retest_due: retestDue,
    reversed: never,
  },
}

/** What the quantity of a lot at its birth is called (批量 where lots of several kinds stand together). What lies in bins now is 在库, what is in the house at all 在厂. */
export const bornQuantity: Record<LotKind, string> = { raw: '收货量', auxiliary: '收货量', bulk: '合格产出', pack: '包装产出' }

const bought: Record<LotState, readonly LotState[]> = {
  quarantine: ['under_test', 'rejected', 'reversed'],
  // Where a retest is given up, the lot is due for it as before.
  under_test: ['quarantine', 'released', 'rejected', 'retest_due'],
  conforming: [],
  released: ['quarantine', 'retest_due', 'rejected'],
  rejected: [],
  retest_due: ['under_test', 'quarantine', 'released', 'rejected'],
  reversed: [],
}

/** Which state may follow which, for each kind of lot: the whole life of a lot in one table (domain §2.0, §2.2, §2.3, §2.7, §2.9). */
export const lotLife: Record<LotKind, Record<LotState, readonly LotState[]>> = {
  raw: bought,
  // Counted packaging materials are released by their 验收检验 (decision 0096).
  auxiliary: { ...bought, quarantine: [...bought.quarantine, 'released'] },
  bulk: {
    quarantine: ['under_test', 'rejected'],
    under_test: ['quarantine', 'conforming', 'rejected'],
    conforming: ['quarantine', 'rejected'],
    released: [],
    rejected: [],
    retest_due: [],
    reversed: [],
  },
  pack: {
    quarantine: ['released', 'rejected'],
    under_test: [],
    conforming: [],
    released: ['quarantine', 'rejected'],
    rejected: [],
    retest_due: [],
    reversed: [],
  },
}

/** The states that a kind of lot can be in: the first, and all that follow it. */
export const lotStatesOf = (kind: LotKind): LotState[] =>
  lotState.options.filter((state) => state === 'quarantine' || Object.values(lotLife[kind]).some((next) => next.includes(state)))

/** A lot as every list shows it. */
export const lotRow = z.strictObject({
  id,
  kind: lotKind,
  lotNo: z.string(),
  batchNo: z.string(),
  name: z.string(),
  state: lotState,
  holds: z.int(),
  /** kg at birth */
  quantity: decimalOut,
  bornOn: day,
  retestOn: day.nullable(),
  expiresOn: day.nullable(),
  isToxic: z.boolean(),
  rowVersion: z.int(),
})

/** 冻结类型 (dictionary hold_type). */
export const holdKinds = {
  freeze: '质量冻结',
  deviation: '偏差',
  oos: 'OOS',
  doc_missing: '资料不全',
  complaint: '投诉',
  recall: '召回',
  regulator: '监管锁定',
  impact: '影响评估',
} as const
export const holdKind = keyOf(holdKinds, '没有这种冻结类型')
