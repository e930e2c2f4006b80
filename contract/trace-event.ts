/** What can happen to a lot, in the order in which it usually does, and what the history calls it. */
export const traceKinds = {
  received: '到货验收',
  requested: '请验',
  sampled: '取样',
  tested: '检验',
  reported: '检验报告',
  released: '放行',
  rejected: '判定不合格',
  withdrawn: '撤回放行',
  moved: '移库',
  frozen: '冻结',
  unfrozen: '解冻',
  issued: '领料',
  step_done: '工序完成',
  produced: '生产完成',
  packed: '包装完成',
  activated: '追溯码激活',
  voided: '追溯码作废',
  shipped: '发运',
  delivered: '签收',
} as const
export type TraceKind = keyof typeof traceKinds
