import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { shownSignature } from '#contract/office/history.ts'
import { standardAuthority } from './authority.ts'
import { reportState, reportVersion, type ReportState } from './inspection-file.ts'
import { appliedName } from './request.ts'
import { verdict } from './test-result.ts'
import type { PageCode } from '#contract/kernel/pages.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { count, day, decimalOut, id, optionalText } from '#contract/kernel/values.ts'

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
  /** What the standards that decide ask for and what the conclusion does not cover; reports of before were not asked for it. */
  gaps: z.array(z.strictObject({ name: z.string(), lacks: z.enum(['result', 'method']) })).default([]),
  /** The other standards that apply, each by itself; the one that leads is the table above. */
  others: z
    .array(
      z.strictObject({
        name: z.string(),
        authority: standardAuthority,
        customer: z.string(),
        conforms: z.boolean(),
        items: z.array(z.strictObject({ group: z.string(), name: z.string(), specText: z.string(), result: z.string(), verdict })),
      }),
    )
    .default([]),
  /** 备注; reports of before had none. */
  remark: z.string().default(''),
  analysts: z.array(z.string()),
  reviewer: z.string(),
  approver: z.string(),
})
export type ReportSheet = z.infer<typeof reportSheet>

/** What of a report may hold a slip of the pen and is no value: the rest follows from the records and is put right there. */
export const reportHeading = z.strictObject({
  /** 供货单位 of what was bought; empty for what the factory made. */
  supplier: optionalText(120),
  spec: optionalText(120),
  packageCount: count,
  remark: optionalText(300),
})
export type ReportHeading = z.infer<typeof reportHeading>

/** A mandatory item that was not tested, or that was tested by a method nobody stated. */
export type Gap = ReportSheet['gaps'][number]

/** The words of the conclusion: a whole standard is kept only where every mandatory item of it was tested by a stated method; else what was tested is. */
export const verdictWords = (conforms: boolean, gaps: readonly Gap[]): string =>
  !conforms ? '结果不符合规定' : gaps.length === 0 ? '结果符合规定' : '所检项目符合规定'

type Conclusion = {
  basis: string
  conforms: boolean
  gaps: readonly Gap[]
  others?: readonly Pick<ReportSheet['others'][number], 'name' | 'authority' | 'customer' | 'conforms'>[]
}

/** 结论 as the trade writes it, with what it does not cover. */
export function conclusionSentence({ basis, conforms, gaps, others = [] }: Conclusion): string {
  const named = (lacks: Gap['lacks'], words: string) => {
    const names = gaps.flatMap((gap) => (gap.lacks === lacks ? [gap.name] : []))
    return names.length === 0 ? [] : [`${words}：${names.join('、')}`]
  }
  const missing = [...named('result', '未检项目'), ...named('method', '标准未注明检验方法')]
  // The law's standards are all in the basis; what is asked beside them is named where it is not kept.
  const missed = others.flatMap((one) => (one.authority === 'legal' || one.conforms ? [] : [`；不符合${appliedName(one)}`]))
  return `本品按${basis}检验，${verdictWords(conforms, gaps)}${missing.length === 0 ? '' : `（${missing.join('；')}）`}${missed.join('')}`
}

type Covered = { name: string; method: string; isMandatory: boolean; isTested: boolean }

/** What the mandatory items leave open. */
export const gapsIn = (items: readonly Covered[]): Gap[] =>
  items.flatMap(({ name, method, isMandatory, isTested }): Gap[] => {
    if (!isMandatory) return []
    if (!isTested) return [{ name, lacks: 'result' }]
    return method.trim() === '' ? [{ name, lacks: 'method' }] : []
  })

export const reportLooks: Record<ReportState, StateLook> = {
  approved: { label: '已批准', tone: 'good' },
  superseded: { label: '已替代', tone: 'neutral' },
}

/** An approved report with its signatures. */
export const report = z.strictObject({
  id,
  reportNo: z.string(),
  version: z.int(),
  state: reportState,
  conforms: z.boolean(),
  /** The report in whose place it was issued, and why. */
  replaces: z.string().nullable(),
  replacedWhy: z.string().nullable(),
  /** The one that took its place: who signed that, when and why. */
  replacedBy: reportVersion.nullable(),
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
