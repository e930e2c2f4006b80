import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { scannedText } from '#contract/packing/scanned-code.ts'
import { link } from './work.ts'

/** Something found: what it is called, what it is, and where it opens. */
export const searchHit = z.strictObject({ title: z.string(), note: z.string(), path: link })
export type SearchHit = z.infer<typeof searchHit>

/** How many hits each group has at most. */
export const hitsAtMost = 8

export const searchApi = {
  search: endpoint({
    method: 'GET',
    path: '/search',
    right: 'signed-in',
    summary: '全局查找：批号、单号、追溯码、药材与产品、供应商与客户；只含本人有权打开的',
    input: z.strictObject({ q: scannedText }),
    output: z.strictObject({
      /** 批次与单据 */
      documents: z.array(searchHit),
      /** 药材与产品 */
      goods: z.array(searchHit),
      /** 企业 */
      firms: z.array(searchHit),
    }),
  }),
}
