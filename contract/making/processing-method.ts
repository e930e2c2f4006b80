import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { usageState } from './material.ts'
import { id, listOf, listQuery, optionalText, rowVersion, sortBy, text } from '#contract/kernel/values.ts'

/** 炮制方法 (ChP 通则 0213): how it is done, with which auxiliary, and what the batch record writes down. */
const methodRow = z.strictObject({
  id,
  name: z.string(),
  how: z.string(),
  auxiliary: z.string(),
  toRecord: z.string(),
  state: usageState,
  /** Products made by it. */
  products: z.int(),
  rowVersion: z.int(),
})
export type MethodRow = z.infer<typeof methodRow>

const methodFields = { how: optionalText(300), auxiliary: optionalText(200), toRecord: optionalText(200) }
const one = z.strictObject({ id })

export const methodApi = {
  list: endpoint({
    method: 'GET',
    path: '/processing-methods',
    right: '35',
    summary: '炮制方法目录',
    input: listQuery.extend({ state: usageState.optional(), sort: sortBy(['name'], 'name') }),
    output: listOf(methodRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/processing-methods',
    right: '35:manage',
    summary: '新建炮制方法；产品按名称引用，名称不再改变',
    input: z.strictObject({ name: text(40), ...methodFields }),
    output: methodRow,
    refusals: ['name_taken'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/processing-methods/{id}',
    right: '35:manage',
    summary: '修改炮制方法的说明',
    input: z.strictObject({ id, rowVersion, ...methodFields }),
    output: methodRow,
    refusals: ['wrong_state', 'stale'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/processing-methods/{id}/disable',
    right: '35:manage',
    summary: '停用炮制方法：新产品不能再选，已有产品不变',
    input: z.strictObject({ id, reason: text(200) }),
    output: methodRow,
    refusals: ['wrong_state'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/processing-methods/{id}/enable',
    right: '35:manage',
    summary: '重新启用炮制方法',
    input: one,
    output: methodRow,
    refusals: ['wrong_state'],
  }),
}
