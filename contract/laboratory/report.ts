import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { shownSignature } from '#contract/office/history.ts'
import { verdict } from './inspection.ts'
import type { PageCode } from '#contract/kernel/pages.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, decimalOut, id } from '#contract/kernel/values.ts'

/** 检验报告书 as printed (domain §2.2, §2.7): the lot, the results item by item, and the persons who answer for them. */
export const reportSheet = z.strictObject({
  enterprise: z.string(),
  licenceNo: z.string(),
  side: z.enum(['raw', 'bulk']),
  /** 检品名称 */
  name: z.string(),
  lotNo: z.string(),
  spec: z.string(),
  origin: z.string(),
  /** 供货单位 of what was bought; empty for what the factory made. */
  supplier: z.string(),
  /** 代表量, kg, in so many packages. */
  quantity: decimalOut,
  packageCount: z.int(),
  /** 到货日期 or 生产日期 */
  bornOn: day,
  expiresOn: day.nullable(),
  requestKind: z.string(),
  /** 收检日期 */
  receivedOn: day,
  /** 报告日期 */
  reportedOn: day,
  /** 检验依据 */
  basis: z.string(),
  items: z.array(
    z.strictObject({
      group: z.string(),
      name: z.string(),
      specText: z.string(),
      result: z.string(),
      verdict,
      /** 引用 or 委托, with the number of the other paper; empty for what was measured here. */
      source: z.string(),
    }),
  ),
  conclusion: z.string(),
  analysts: z.array(z.string()),
  reviewer: z.string(),
  approver: z.string(),
})
export type ReportSheet = z.infer<typeof reportSheet>

export const reportState = z.enum(['approved', 'superseded'])
export const reportLooks: Record<z.infer<typeof reportState>, StateLook> = {
  approved: { label: '已批准', tone: 'good' },
  superseded: { label: '已作废', tone: 'neutral' },
}

/** An approved report with its signatures. */
export const report = z.strictObject({
  id,
  reportNo: z.string(),
  version: z.int(),
  state: reportState,
  conforms: z.boolean(),
  /** The report in whose place it was issued after a correction, and the one that took its own. */
  replaces: z.string().nullable(),
  replacedBy: z.string().nullable(),
  sheet: reportSheet,
  signatures: z.array(shownSignature),
})
export type Report = z.infer<typeof report>

/** Who may read a report: the readers of one of these pages. */
export const reportReaders: readonly PageCode[] = ['12', '13', '14', '16', '17', '18', '19', '22', '37']

export const reportApi = {
  read: endpoint({
    method: 'GET',
    path: '/reports/{id}',
    right: 'signed-in',
    summary: '一份检验报告书及其签名',
    input: z.strictObject({ id }),
    output: report,
    refusals: ['no_permission', 'not_found'],
  }),
}
