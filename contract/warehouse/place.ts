import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { zone, type Zone } from './movement.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { decimalOut, id, listOf, listQuery, optionalText, rowVersion, sortBy, text } from '#contract/kernel/values.ts'

/** 库位种类: bins are the factory's own; the others are where the stock ledger's mass comes from and goes to. */
export const placeKinds = {
  bin: '货位',
  laboratory: '化验室',
  retention: '留样室',
  production: '生产车间',
  packing: '包装车间',
  supplier: '供应商（台账）',
  customer: '客户（台账）',
  loss: '损耗（台账）',
  adjustment: '盘点调整（台账）',
  transformation: '加工转化（台账）',
} as const
export const placeKind = keyOf(placeKinds, '没有这种库位')

export const placeState = z.enum(['active', 'disabled'], '没有这个状态')
export type PlaceState = z.infer<typeof placeState>
export const placeLooks: Record<PlaceState, StateLook> = {
  active: { label: '在用', tone: 'good' },
  disabled: { label: '已停用', tone: 'neutral' },
}

const placeRow = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  kind: placeKind,
  warehouse: z.string(),
  zone: zone.nullable(),
  storageCondition: z.string(),
  remark: z.string(),
  state: placeState,
  /** kg of what is weighed, and how many lots at all, lying there now. */
  quantity: decimalOut,
  lotCount: z.int(),
  rowVersion: z.int(),
})
export type PlaceRow = z.infer<typeof placeRow>

/** A bin as a choice. */
export const binChoice = z.strictObject({ id, code: z.string(), name: z.string(), warehouse: z.string(), zone })
export type BinChoice = z.infer<typeof binChoice>

/** The duties whose steps put goods into a zone. Each of them may ask for the bins of that zone, on any page. */
export const dutiesThatFill: Record<Zone, readonly Duty[]> = {
  // Unused material leaves the workshop for the zone of its state: when its order is cancelled (15:approve) or the batch is done (15:execute).
  quarantine: ['11:receive', '13:decide', '14:move', '15:approve', '15:execute', '18:execute'],
  released: ['13:decide', '14:move', '15:approve', '15:execute', '18:execute'],
  rejected: ['13:decide', '37:decide', '19:release', '14:move', '19:move', '15:approve', '18:execute'],
  returned: ['14:move', '19:move', '110:pick', '37:decide'],
  bulk: ['15:execute', '19:move'],
  pack_quarantine: ['18:execute', '19:move'],
  pack_released: ['19:release', '19:move'],
}

const onlyBins = (row: PlaceRow) => (row.kind === 'bin' ? undefined : 'place_of_ledger')

export const placeActions = {
  edit: { label: '修改', duty: '36:manage', from: ['active', 'disabled'], to: 'active', stays: true, unless: onlyBins },
  disable: {
    label: '停用',
    duty: '36:manage',
    from: ['active'],
    to: 'disabled',
    unless: (row) => onlyBins(row) ?? (row.lotCount > 0 ? 'place_has_stock' : undefined),
  },
  enable: { label: '启用', duty: '36:manage', from: ['disabled'], to: 'active', unless: onlyBins },
} satisfies Record<string, Action<PlaceRow>>

const fields = {
  name: text(60),
  warehouse: text(40),
  zone,
  /** A word of the dictionary `storage_condition`. */
  storageCondition: text(60),
  remark: optionalText(200),
}

export const placeApi = {
  list: endpoint({
    method: 'GET',
    path: '/places',
    right: '36',
    summary: '仓库、库区与货位，及其现存数量',
    input: listQuery.extend({
      warehouse: optionalText(40),
      zone: zone.optional(),
      kind: placeKind.optional(),
      state: placeState.optional(),
      sort: sortBy(['code', 'name', 'warehouse', 'quantity'], 'code'),
    }),
    output: listOf(placeRow),
  }),
  bins: endpoint({
    method: 'GET',
    path: '/bins',
    // Which duty is asked for depends on the zone: one of `dutiesThatFill`.
    right: 'signed-in',
    summary: '一个库区中可以存放某类货物的货位；须有把货物放入该库区的权限',
    input: z.strictObject({
      zone,
      /** Toxic goods lie in the double-locked store and nothing else does (domain §3.8). */
      toxic: z.enum(['yes', 'no'], '请选择是或否'),
      /** The zone the goods come from: bins of the same warehouse come first. */
      from: zone.optional(),
    }),
    output: z.array(binChoice),
  }),
  warehouses: endpoint({
    method: 'GET',
    path: '/places/warehouses',
    right: '36',
    alsoFor: ['14'],
    summary: '已有的仓库名称',
    input: z.strictObject({}),
    output: z.array(z.string()),
  }),
  create: endpoint({
    method: 'POST',
    path: '/places',
    right: '36:manage',
    summary: '新建货位；编码以后不能更改',
    input: z.strictObject({
      code: z.string('请填写编码').regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/, '编码为1至20个大写字母、数字或 -'),
      ...fields,
    }),
    output: placeRow,
    refusals: ['place_code_taken', 'dictionary_item_unknown'],
  }),
  furnish: endpoint({
    method: 'POST',
    path: '/places/furnish',
    right: '36:manage',
    summary: '还没有货位时，一次建立一套常用的仓库、库区与货位',
    input: z.strictObject({}),
    output: z.strictObject({ made: z.int() }),
    refusals: ['places_exist'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/places/{id}',
    right: '36:manage',
    summary: '修改货位；有货时不能改库区和贮藏条件',
    input: z.strictObject({ id, rowVersion, ...fields }),
    output: placeRow,
    refusals: ['wrong_state', 'stale', 'place_has_stock', 'place_of_ledger', 'dictionary_item_unknown'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/places/{id}/disable',
    right: '36:manage',
    summary: '停用货位；有货的不能停用',
    input: z.strictObject({ id, reason: text(200) }),
    output: placeRow,
    refusals: ['wrong_state', 'place_has_stock', 'place_of_ledger'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/places/{id}/enable',
    right: '36:manage',
    summary: '重新启用货位',
    input: z.strictObject({ id }),
    output: placeRow,
    refusals: ['wrong_state', 'place_of_ledger'],
  }),
}
