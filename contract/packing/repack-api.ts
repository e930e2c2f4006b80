import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { choiceQuery, count, day, decimalOut, id, optionalText, text } from '#contract/kernel/values.ts'
import { codeLevel } from './codes.ts'
import { packagingState, packSpecChoice } from './packaging.ts'
import { repackGround } from './repack.ts'
import { scannedText } from './scanned-code.ts'

/** A pack lot of which packs may be packed anew. */
const repackLot = z.strictObject({
  id,
  lotNo: z.string(),
  name: z.string(),
  specName: z.string(),
  packUnit: z.string(),
  /** kg per pack */
  netQuantity: decimalOut,
  /** Packs in stock that no sale and no other order counts on. */
  packsAvailable: z.int(),
  expiresOn: day.nullable(),
  /** Into which packs: those of its product. */
  specs: z.array(packSpecChoice),
})
export type RepackLot = z.infer<typeof repackLot>

/** What a scanned code brings into the order. */
const repackGoods = z.strictObject({ code: z.string(), level: codeLevel, packs: z.int() })
export type RepackGoods = z.infer<typeof repackGoods>

const unfit = ['not_repackable', 'lot_not_released', 'lot_held', 'lot_expired', 'ancestor_unfit'] as const
const unfitCodes = ['code_unknown', 'code_not_in_house', 'code_locked', 'packs_picked', 'packs_in_repack'] as const

export const repackApi = {
  lots: endpoint({
    method: 'GET',
    path: '/repack-lots',
    right: '18:create',
    summary: '可以换包装的成品批：已放行、未冻结、在有效期内、有未分配的库存；按批号、品名或拼音首字母查找，每次最多30批',
    input: choiceQuery,
    output: z.array(repackLot),
  }),
  scan: endpoint({
    method: 'GET',
    path: '/repack-goods',
    right: '18:create',
    summary: '扫到的箱或袋有几袋可以打开：编制换包装指令前在屏幕上核对',
    input: z.strictObject({ lotId: id, code: scannedText }),
    output: repackGoods,
    refusals: [...unfitCodes, 'not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/repacks',
    right: '18:create',
    summary: '编制换包装指令：指明要打开的袋，换装成同一产品的规格；批准时须QA会签',
    input: z.strictObject({
      lotId: id,
      /** The packs to be opened: each scanned, or the box in which they lie. */
      codes: z.array(scannedText).min(1, '请扫描要打开的袋或箱').max(2000, '一次最多2000个码'),
      ground: repackGround,
      reason: text(500),
      packSpecId: id,
      plannedPacks: count,
      packagingMaterial: optionalText(100),
      labelVersion: text(40),
      remark: optionalText(500),
    }),
    output: z.strictObject({ id, orderNo: z.string(), state: packagingState, packs: z.int() }),
    refusals: [...unfit, ...unfitCodes, 'not_found', 'stale', 'code_twice', 'spec_of_other_product', 'short_stock'],
  }),
}
