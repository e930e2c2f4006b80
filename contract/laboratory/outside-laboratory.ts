import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, listOf, listQuery, optionalText, rowVersion, sortBy, text } from '#contract/kernel/values.ts'

/** 委托检验机构 (domain §2.2): its report is taken for what it is accredited for, on a day on which it was. */

export const outsideLaboratoryState = z.enum(['active', 'inactive'], '没有这个状态')
export type OutsideLaboratoryState = z.infer<typeof outsideLaboratoryState>
export const outsideLaboratoryLooks: Record<OutsideLaboratoryState, StateLook> = {
  active: { label: '在用', tone: 'good' },
  inactive: { label: '已停用', tone: 'neutral' },
}

const outsideLaboratoryRow = z.strictObject({
  id,
  name: z.string(),
  accreditationNo: z.string(),
  scope: z.array(z.string()),
  validFrom: day,
  validUntil: day,
  contact: z.string(),
  state: outsideLaboratoryState,
  rowVersion: z.int(),
})
export type OutsideLaboratoryRow = z.infer<typeof outsideLaboratoryRow>

export const outsideLaboratoryActions = {
  edit: { label: '修改', duty: '36:manage', from: ['active', 'inactive'], to: 'active', stays: true },
  disable: { label: '停用', duty: '36:manage', from: ['active'], to: 'inactive' },
  enable: { label: '启用', duty: '36:manage', from: ['inactive'], to: 'active' },
} satisfies Record<string, Action<OutsideLaboratoryRow>>

const fields = {
  name: text(80),
  accreditationNo: text(60),
  /** Names of items or methods, as they stand in the standards: 黄曲霉毒素, 2351. */
  scope: z.array(text(100)).min(1, '请填写认可的检验项目或方法').max(200, '最多200项'),
  validFrom: day,
  validUntil: day,
  contact: optionalText(80),
}

export const outsideLaboratoryApi = {
  list: endpoint({
    method: 'GET',
    path: '/outside-laboratories',
    right: '37',
    summary: '委托检验机构及其认可范围',
    input: listQuery.extend({ state: outsideLaboratoryState.optional(), sort: sortBy(['name', 'validUntil'], 'name') }),
    output: listOf(outsideLaboratoryRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/outside-laboratories',
    right: '36:manage',
    summary: '登记委托检验机构',
    input: z.strictObject(fields),
    output: outsideLaboratoryRow,
    refusals: ['outside_laboratory_known', 'outside_laboratory_days'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/outside-laboratories/{id}',
    right: '36:manage',
    summary: '修改委托检验机构，或换新的认可期',
    input: z.strictObject({ id, rowVersion, ...fields }),
    output: outsideLaboratoryRow,
    refusals: ['not_found', 'stale', 'outside_laboratory_known', 'outside_laboratory_days'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/outside-laboratories/{id}/disable',
    right: '36:manage',
    summary: '停用委托检验机构',
    input: z.strictObject({ id, reason: text(200) }),
    output: outsideLaboratoryRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/outside-laboratories/{id}/enable',
    right: '36:manage',
    summary: '启用委托检验机构',
    input: z.strictObject({ id }),
    output: outsideLaboratoryRow,
    refusals: ['not_found', 'wrong_state'],
  }),
}
