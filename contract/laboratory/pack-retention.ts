import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { decimalOut, id, listOf, listQuery, optionalText, secondSignature, signature, sortBy, text } from '#contract/kernel/values.ts'
import { scannedText } from '#contract/packing/scanned-code.ts'
import { lotState } from '#contract/warehouse/lot.ts'
import { sampleFile } from './sample.ts'

/** What whoever draws packs to be kept signs. */
export const retentionSigns = '成品留样'

/** A packed lot of which packs may be kept. */
const keepableLot = z.strictObject({
  id,
  lotNo: z.string(),
  name: z.string(),
  state: lotState,
  isToxic: z.boolean(),
  specName: z.string(),
  packUnit: z.string(),
  /** kg in one pack */
  netQuantity: decimalOut,
  packsOnHand: z.int(),
  /** Packs that are kept of it already. */
  packsKept: z.int(),
  /** g that one full test needs, where the product says so: twice as much is kept. */
  testAmount: decimalOut.nullable(),
})
export type KeepableLot = z.infer<typeof keepableLot>

/** 成品留样: whole packs are taken out of stock and kept (domain §2.9). */
export const packRetentionApi = {
  lots: endpoint({
    method: 'GET',
    path: '/pack-retentions/lots',
    right: '16:sample',
    summary: '可以留样的成品批：在库、未判不合格；已留几袋',
    input: listQuery.extend({ lotId: id.optional(), sort: sortBy(['id'], '-id') }),
    output: listOf(keepableLot),
  }),
  draw: endpoint({
    method: 'POST',
    path: '/pack-retentions',
    right: '16:sample',
    summary: '成品留样：扫码取出整袋，转入留样室；这些袋不再销售、不再计入库存',
    input: z.strictObject({
      lotId: id,
      /** Codes of boxes or packs. */
      codes: z.array(scannedText).min(1, '请扫描留样各袋的码').max(200, '一次最多扫200个码'),
      remark: optionalText(200),
      signature,
      witness: secondSignature.optional(),
    }),
    output: sampleFile,
    refusals: [
      'not_found',
      'wrong_state',
      'code_unknown',
      'code_not_in_stock',
      'code_of_other_batch',
      'code_twice',
      'retention_too_small',
      'short_stock',
      'toxic_needs_second',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
      'wrong_password',
    ],
  }),
  putBack: endpoint({
    method: 'POST',
    path: '/bulk-samples/{id}/put-back',
    right: '17:test',
    summary: '成品留样退回：误留或多留、未开启的整袋退回批次，码恢复；由QA会签',
    input: z.strictObject({ id, reason: text(200), signature, second: secondSignature }),
    output: sampleFile,
    refusals: [
      'not_found',
      'wrong_state',
      'sample_opened',
      'sample_no_home',
      'stability_packs_needed',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
      'wrong_password',
    ],
  }),
}
