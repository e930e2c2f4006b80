import { keyOf } from '#contract/kernel/key-of.ts'

/** 库存变动 (dictionary movement_type): every reason for which mass moves from one place to another. */
export const movementKinds = {
  receipt: '采购入库',
  sample: '取样出库',
  retention: '留样出库',
  issue: '生产领料',
  return_from_production: '生产退料',
  production_input: '投料',
  production_output: '生产入库',
  process_loss: '生产损耗',
  pack_input: '包装领用',
  pack_output: '包装入库',
  pack_loss: '包装损耗',
  pack_issue: '包材领用',
  pack_return: '包材退料',
  transfer: '移库',
  supplier_return: '退供应商',
  ship: '销售出库',
  sales_return: '销售退货入库',
  destroy: '报废销毁',
  gain: '盘盈',
  shortage: '盘亏',
  reversal: '冲正',
} as const
export type MovementKind = keyof typeof movementKinds
export const movementKind = keyOf(movementKinds)

/** 库区: the zone of a bin, which follows from the status of its goods. */
export const zones = {
  quarantine: '待验区',
  released: '合格区',
  rejected: '不合格区',
  returned: '退货区',
  bulk: '待包装区',
  pack_quarantine: '成品待放行区',
  pack_released: '成品合格区',
} as const
export type Zone = keyof typeof zones
export const zone = keyOf(zones, '没有这个库区')

/** 双锁: how the bins of the toxic store are kept; toxic goods lie only there and nothing else does (domain §3.8). */
export const doubleLocked = '双锁'
