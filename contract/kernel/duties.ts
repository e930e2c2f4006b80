import { keysOf } from './key-of.ts'
import { pageCodes, type PageCode } from './pages.ts'

/** Every duty: one kind of action under a page code (domain: sign_policy and permission codes, §2.0). */
export const duties = {
  '11:create': '编制采购单',
  '11:approve': '审批采购单',
  '11:receive': '到货验收',
  '12:request': '原料请验',
  '12:accept': '受理原料请验',
  '12:sample': '原料取样',
  '12:test': '原料检验',
  '12:review': '复核原料检验',
  '12:approve': '批准原料检验报告',
  '13:decide': '原料放行决定',
  '13:approve': '批准不合格判定（质量负责人）',
  '14:move': '原料移库',
  '14:freeze': '冻结与解冻原料',
  '15:create': '编制生产指令',
  '15:approve': '批准生产指令',
  '15:issue': '发料',
  '15:execute': '执行工序',
  '15:check': '工序复核',
  '15:qa': '批生产记录审核',
  '16:request': '成品请验',
  '16:accept': '受理成品请验',
  '16:sample': '成品取样',
  '17:test': '成品检验',
  '17:review': '复核成品检验',
  '17:approve': '批准成品检验报告',
  '18:create': '编制包装指令',
  '18:approve': '批准包装指令',
  '18:execute': '执行包装',
  '18:check': '包装复核',
  '19:move': '成品移库',
  '19:freeze': '冻结与解冻成品',
  '19:release': '成品放行（质量受权人）',
  '110:create': '编制销售单',
  '110:approve': '审批销售单',
  '110:allocate': '分配批次',
  '110:pick': '拣货',
  '110:check': '出库复核',
  '110:ship': '发运与签收',
  '110:recall': '召回决定（质量负责人）',
  '21:print': '打印与导出追溯码',
  '21:void': '作废追溯码',
  '31:manage': '维护用户',
  '31:token': '管理接口令牌',
  '32:manage': '维护角色',
  '33:manage': '维护企业与供应商',
  '33:audit': '评审供应商资格',
  '33:platform': '平台运营',
  '34:manage': '维护客户',
  '35:manage': '维护产品与工艺',
  '35:review': '审核工艺规程',
  '35:approve': '批准工艺规程',
  '36:manage': '维护字典与标准',
  '36:approve': '批准质量标准',
  '37:decide': '处置质量事件',
  '37:propose': '提出更正与变更',
  '37:approve': '批准更正与变更',
} as const satisfies Record<`${PageCode}:${string}`, string>

export type Duty = keyof typeof duties
/** What an endpoint may ask for: a page code opens a page and its reads, a duty one kind of action. */
export type Right = PageCode | Duty

export const allDuties = keysOf(duties)
export const allRights: readonly Right[] = [...pageCodes, ...allDuties]
