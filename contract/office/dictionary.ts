import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { dictionaryTypeCodes, dictionaryTypes, type DictionaryType } from './dictionary-items.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { id, listOf, listQuery, optionalText, rowVersion, sortBy, text } from '#contract/kernel/values.ts'

const dictionaryType = z.enum(dictionaryTypeCodes, '没有这种字典类型')

/** A word is offered by the forms, or only still read in old records; it is never removed. */
export const dictionaryState = z.enum(['active', 'disabled'], '没有这个状态')
export type DictionaryState = z.infer<typeof dictionaryState>
export const dictionaryLooks: Record<DictionaryState, StateLook> = {
  active: { label: '启用', tone: 'good' },
  disabled: { label: '已停用', tone: 'neutral' },
}

const dictionaryRow = z.strictObject({
  id,
  type: dictionaryType,
  code: z.string(),
  label: z.string(),
  sort: z.int(),
  remark: z.string(),
  state: dictionaryState,
  isShipped: z.boolean(),
  /** The program looks for this very word. */
  isLocked: z.boolean(),
  rowVersion: z.int(),
})
export type DictionaryRow = z.infer<typeof dictionaryRow>

const unlocked = (row: DictionaryRow) => (row.isLocked ? 'dictionary_item_locked' : undefined)

export const dictionaryActions = {
  edit: { label: '修改', duty: '36:manage', from: ['active', 'disabled'], to: 'active', stays: true, unless: unlocked },
  disable: { label: '停用', duty: '36:manage', from: ['active'], to: 'disabled', unless: unlocked },
  enable: { label: '启用', duty: '36:manage', from: ['disabled'], to: 'active' },
} satisfies Record<string, Action<DictionaryRow>>

/** A word as a form offers it; the disabled ones are there to be read, not to be chosen. */
const dictionaryChoice = z.strictObject({ code: z.string(), label: z.string(), isActive: z.boolean() })
export type DictionaryChoice = z.infer<typeof dictionaryChoice>

/** The items of a system type as choices: they are part of the program. */
export const systemChoices = (type: DictionaryType): DictionaryChoice[] | undefined =>
  dictionaryTypes[type].isSystem ? dictionaryTypes[type].items.map(({ code, label }) => ({ code, label, isActive: true })) : undefined

const fields = {
  label: text(60),
  sort: z.int('请填写顺序').min(1, '至少为1').max(100_000, '数字太大'),
  remark: optionalText(200),
}

/** A word of the dictionary as records keep it; whether it is offered now the server asks the dictionary. */
export const dictionaryCode = z.string('请选择词条').regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/, '没有这个词条')

const code = z.string('请填写代码').regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/, '代码为1至40个字母、数字或 _ . -')

export const dictionaryApi = {
  list: endpoint({
    method: 'GET',
    path: '/dictionary-items',
    right: '36',
    summary: '一种字典类型的词条',
    input: listQuery.extend({
      type: dictionaryType,
      state: dictionaryState.optional(),
      sort: sortBy(['sort', 'code', 'label'], 'sort'),
    }),
    output: listOf(dictionaryRow),
    refusals: ['dictionary_type_is_system'],
  }),
  choices: endpoint({
    method: 'GET',
    path: '/dictionary/{type}',
    right: 'signed-in',
    summary: '一种字典类型可供选择的词条',
    input: z.strictObject({ type: dictionaryType }),
    output: z.array(dictionaryChoice),
  }),
  create: endpoint({
    method: 'POST',
    path: '/dictionary-items',
    right: '36:manage',
    summary: '新增词条；代码以后不能更改，也不能再用于别的词条',
    input: z.strictObject({ type: dictionaryType, code, ...fields }),
    output: dictionaryRow,
    refusals: ['dictionary_type_is_system', 'dictionary_code_taken', 'dictionary_label_taken'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/dictionary-items/{id}',
    right: '36:manage',
    summary: '修改词条的名称和顺序；代码不变',
    input: z.strictObject({ id, rowVersion, ...fields }),
    output: dictionaryRow,
    refusals: ['wrong_state', 'stale', 'dictionary_item_locked', 'dictionary_label_taken'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/dictionary-items/{id}/disable',
    right: '36:manage',
    summary: '停用词条：不再可选，旧记录照常显示',
    input: z.strictObject({ id, reason: text(200) }),
    output: dictionaryRow,
    refusals: ['wrong_state', 'dictionary_item_locked'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/dictionary-items/{id}/enable',
    right: '36:manage',
    summary: '重新启用词条',
    input: z.strictObject({ id }),
    output: dictionaryRow,
    refusals: ['wrong_state'],
  }),
}
