import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import type { PageCode } from '#contract/kernel/pages.ts'
import { id, instant, listOf, listQuery, person, secondSignature, signature, sortBy, text } from '#contract/kernel/values.ts'
import { scannedText } from './scanned-code.ts'

/** What is done to a box after it was packed: packs are taken out, packs of its batch are put in, or afterwards two batches lie in it (合箱, I14). */
export const boxChangeKind = z.enum(['open', 'refill', 'merge'], '没有这种装箱变更')
export type BoxChangeKind = z.infer<typeof boxChangeKind>
export const boxChangeKinds: Record<BoxChangeKind, string> = { open: '拆箱', refill: '补装', merge: '合箱' }

/** What the two persons sign who put packs into a box. */
export const fillMeaning = '装箱'
export const fillCheckMeaning = '装箱复核'

/** Packs of one lot. */
const lotPacks = z.strictObject({ lotNo: z.string(), batchNo: z.string(), packs: z.int() })

/** 装箱变更单. */
export const boxChange = z.strictObject({
  id,
  changeNo: z.string(),
  kind: boxChangeKind,
  boxCode: z.string(),
  /** Whether the box got its label with this change. */
  isNewBox: z.boolean(),
  productName: z.string(),
  specName: z.string(),
  packUnit: z.string(),
  packsPerBox: z.int(),
  /** What lay in it afterwards, and what of it was put in or taken out. */
  after: z.array(lotPacks),
  moved: z.array(lotPacks),
  /** The bin; null where it was on the packing line, or where packs were taken out. */
  bin: z.string().nullable(),
  /** The packaging order in which it was filled up on the line. */
  orderNo: z.string().nullable(),
  reason: z.string(),
  changedBy: person,
  checkedBy: person.nullable(),
  changedAt: instant,
})
export type BoxChange = z.infer<typeof boxChange>

/** What a scanned code is to a box that is filled up. */
const scannedGoods = z.strictObject({
  code: z.string(),
  level: z.enum(['pack', 'box']),
  packSpecId: id,
  specName: z.string(),
  packUnit: z.string(),
  packsPerBox: z.int(),
  /** The bins in which every lot of it lies. */
  bins: z.array(z.strictObject({ id, code: z.string(), name: z.string() })),
  packs: z.array(lotPacks),
})
export type ScannedGoods = z.infer<typeof scannedGoods>

const scannedCodes = z.array(scannedText).max(200, '一次最多200个码')

/** The pages on which boxes are seen: those that keep, pack or look up packs. */
const boxPages = ['19', '18', '21'] as const satisfies readonly PageCode[]

export const boxApi = {
  list: endpoint({
    method: 'GET',
    path: '/box-changes',
    right: '19',
    alsoFor: boxPages,
    summary: '装箱变更单：拆箱、补装、合箱',
    input: listQuery.extend({ kind: boxChangeKind.optional(), sort: sortBy(['changedAt', 'changeNo'], '-changedAt') }),
    output: listOf(boxChange),
  }),
  scan: endpoint({
    method: 'GET',
    path: '/box-goods',
    right: '19:move',
    summary: '扫到的箱或袋里有什么：装箱前在屏幕上核对',
    input: z.strictObject({ code: scannedText }),
    output: scannedGoods,
    refusals: ['code_unknown', 'code_not_in_stock'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/box-changes/open',
    right: '19:move',
    summary: '拆箱：取出扫到的袋，不扫则全部取出；取空的箱，箱码随即作废',
    input: z.strictObject({ box: scannedText, packs: scannedCodes.default([]), reason: text(200) }),
    output: boxChange,
    refusals: ['code_unknown', 'box_not_in_house', 'pack_not_in_box', 'code_twice', 'packs_picked', 'stale'],
  }),
  fill: endpoint({
    method: 'POST',
    path: '/box-changes/fill',
    right: '19:move',
    summary: '补装与合箱：把散袋或别的箱里剩下的袋装入一箱，两人签名；不指明箱的，换发一个新箱码',
    input: z.strictObject({
      /** The box that is filled up; none where the packs get another carton with a label of its own. */
      box: scannedText.optional(),
      packs: scannedCodes.min(1, '请扫描要装入的袋或箱'),
      /** Where all of it lies. */
      placeId: id,
      reason: text(200),
      signature,
      checker: secondSignature,
    }),
    output: boxChange.extend({ rangeId: id }),
    refusals: [
      'not_found',
      'code_unknown',
      'box_not_in_house',
      'box_spec_differs',
      'box_full',
      'box_two_batches',
      'box_lot_unfit',
      'pack_in_other_box',
      'code_not_in_stock',
      'code_twice',
      'code_locked',
      'packs_picked',
      'packs_not_in_bin',
      'lot_held',
      'lot_expired',
      'lot_not_released',
      'ancestor_unfit',
      'zone_mismatch',
      'toxic_store',
      'stale',
      'wrong_password',
      'signer_unknown',
      'signer_lacks_duty',
      'same_person',
    ],
  }),
}
