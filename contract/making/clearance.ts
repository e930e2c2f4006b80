import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { id, instant, listOf, listQuery, optionalText, secondSignature, signature, sortBy, text } from '#contract/kernel/values.ts'
import { assetKind } from './asset.ts'
import { allConfirmed } from './confirmed.ts'
import { clearanceChecks } from './production.ts'

/** 清场合格证 (domain §2.5): cleaned by one, checked by quality assurance, good for some hours, used up by the next start. */

export const clearanceState = z.enum(['valid', 'used', 'withdrawn'], '没有这个状态')
export type ClearanceState = z.infer<typeof clearanceState>
export const clearanceLooks: Record<ClearanceState, StateLook> = {
  valid: { label: '未使用', tone: 'good' },
  used: { label: '已使用', tone: 'neutral' },
  withdrawn: { label: '已撤回', tone: 'bad' },
}

/** What a certificate covers. */
const clearedAsset = z.strictObject({
  assetId: id,
  kind: assetKind,
  number: z.string(),
  name: z.string(),
  place: z.string(),
  validUntil: instant,
  /** 上批: what it was used for before; null when it never was. */
  formerOrderNo: z.string().nullable(),
  formerProduct: z.string().nullable(),
  formerBatchNo: z.string().nullable(),
  /** The order whose start used the certificate up. */
  usedForOrderNo: z.string().nullable(),
})

const clearanceRow = z.strictObject({
  id,
  clearanceNo: z.string(),
  state: clearanceState,
  assets: z.array(clearedAsset),
  freesOfToxic: z.boolean(),
  remark: z.string(),
  cleanedByName: z.string(),
  cleanedAt: instant,
  checkedByName: z.string(),
  withdrawnByName: z.string().nullable(),
  withdrawalApprovedByName: z.string().nullable(),
  withdrawnAt: instant.nullable(),
  withdrawReason: z.string().nullable(),
})
export type ClearanceRow = z.infer<typeof clearanceRow>

export const clearanceActions = {
  withdraw: { label: '撤回', duty: '15:qa', from: ['valid'], to: 'withdrawn', signs: '撤回清场合格证' },
} satisfies Record<string, Action<ClearanceRow>>

export const cleaningMeaning = '清场'
export const clearanceCheckMeaning = '清场检查'
export const withdrawalMeaning = '同意撤回清场合格证'

const clearInput = z.strictObject({
  assetIds: z
    .array(id)
    .min(1, '请选择清场的操作间、生产线或设备')
    .max(60, '一次最多60件')
    .refine((ids) => new Set(ids).size === ids.length, '同一件只能选一次'),
  checks: allConfirmed(clearanceChecks),
  /** 毒性残留检查合格: what is dedicated to toxic goods may take others next. */
  freesOfToxic: z.boolean('请选择是否检查过毒性残留').default(false),
  remark: optionalText(300),
  signature,
  checker: secondSignature,
})
const clearOutput = z.strictObject({ id, clearanceNo: z.string() })
const clearRefusals = ['not_found', 'asset_occupied', 'asset_out_of_service'] as const

export const clearanceApi = {
  list: endpoint({
    method: 'GET',
    path: '/clearances',
    right: '35',
    alsoFor: ['15', '18'],
    summary: '清场合格证',
    input: listQuery.extend({ state: clearanceState.optional(), assetId: id.optional(), sort: sortBy(['cleanedAt'], '-cleanedAt') }),
    output: listOf(clearanceRow),
  }),
  clear: endpoint({
    method: 'POST',
    path: '/clearances',
    right: '15:execute',
    summary: '生产清场：清场人签名，QA检查后签名，发清场合格证',
    input: clearInput,
    output: clearOutput,
    refusals: clearRefusals,
  }),
  clearAfterPacking: endpoint({
    method: 'POST',
    path: '/packing-clearances',
    right: '18:execute',
    summary: '包装清场：清场人签名，QA检查后签名，发清场合格证',
    input: clearInput,
    output: clearOutput,
    refusals: clearRefusals,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/clearances/{id}/withdraw',
    right: '15:qa',
    summary: '使用前撤回误发的清场合格证：QA与生产经理签名，所列设施设备转为待清洁',
    input: z.strictObject({ id, reason: text(200), signature, approver: secondSignature }),
    output: clearanceRow,
    refusals: ['not_found', 'wrong_state'],
  }),
}
