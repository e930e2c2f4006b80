import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { decimalOut, id, instant, listOf, listQuery, optionalText, secondSignature, signature, sortBy } from '#contract/kernel/values.ts'
import { movementKind } from './movement.ts'
import { countClass } from './stocktake.ts'

/**
 * 月度台账 (domain §2.4, §3.8): opening + in − out = closing of each lot and of its class, from what lies in bins and what moved. A month that is over is signed by
 * two; what is booked into it later makes another version. Toxic goods have a ledger of their own, which names two persons for each movement (decision 0075).
 */

/** In what a class is added up: counted packaging materials of any unit come to so many 件. */
export const unitOfClass = (goodsClass: z.infer<typeof countClass>): string => (goodsClass === 'packaging' ? '件' : 'kg')

const ledgerMonth = z.string('请选择月份').regex(/^(199\d|20\d\d|21\d\d)-(0[1-9]|1[0-2])$/, '请选择月份，如2026-03')

export const ledgerMeaning = '月度台账核对无误'
export const ledgerCheckMeaning = '复核月度台账'

/** In the unit of the class; `moves`: what each kind of movement brought, or took where it is negative. */
const monthLine = z.strictObject({
  lotNo: z.string(),
  name: z.string(),
  opening: decimalOut,
  brought: decimalOut,
  taken: decimalOut,
  closing: decimalOut,
  moves: z.array(z.strictObject({ kind: movementKind, quantity: decimalOut })),
})
export type MonthLine = z.infer<typeof monthLine>
const monthRow = monthLine.extend({ id })
export type MonthRow = z.infer<typeof monthRow>

/** A movement of toxic goods with its two persons; `goes`: out of the store. */
const toxicEntry = z.strictObject({
  lotNo: z.string(),
  occurredAt: instant,
  kind: movementKind,
  documentNo: z.string(),
  quantity: decimalOut,
  goes: z.boolean(),
  by: z.string(),
  second: z.string().nullable(),
})
export type ToxicEntry = z.infer<typeof toxicEntry>

const signedMonth = z.strictObject({
  id,
  ledgerNo: z.string(),
  version: z.int(),
  closing: decimalOut,
  reason: z.string(),
  signedByName: z.string(),
  checkedByName: z.string(),
  signedAt: instant,
})

const monthOf = { month: ledgerMonth, goodsClass: countClass }

export const ledgerApi = {
  list: endpoint({
    method: 'GET',
    path: '/stock-months',
    right: '14',
    alsoFor: ['19', '37'],
    summary: '月度台账：一类货物各批的期初、收入、发出与结存；不写月份为本月',
    input: listQuery.extend({ goodsClass: countClass, month: ledgerMonth.optional(), sort: sortBy(['lotNo', 'name', 'closing'], 'lotNo') }),
    output: listOf(monthRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/stock-months/{goodsClass}/{month}',
    right: '14',
    alsoFor: ['19', '37'],
    summary: '一类货物一个月的合计、已签署的各版，毒性货物另有逐笔收发与双人',
    input: z.strictObject(monthOf),
    output: z.strictObject({
      opening: decimalOut,
      brought: decimalOut,
      taken: decimalOut,
      closing: decimalOut,
      lots: z.int(),
      isOver: z.boolean(),
      signed: z.array(signedMonth),
      /** At most 500. */
      entries: z.array(toxicEntry),
    }),
  }),
  sign: endpoint({
    method: 'POST',
    path: '/stock-ledgers',
    right: '14:count',
    summary: '签署已结束月份的台账，两人签名；以后有补记的可再签一版，写明原因',
    input: z.strictObject({ ...monthOf, reason: optionalText(200), signature, checker: secondSignature }),
    output: z.strictObject({ id, ledgerNo: z.string(), version: z.int() }),
    refusals: [
      'month_not_over',
      'ledger_unchanged',
      'ledger_needs_reason',
      'wrong_password',
      'signer_unknown',
      'signer_lacks_duty',
      'same_person',
    ],
  }),
}
export type SignedMonth = z.infer<typeof signedMonth>
export type MonthFile = z.infer<(typeof ledgerApi)['read']['output']>
