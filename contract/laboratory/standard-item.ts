import { exact } from '#contract/kernel/exact-decimal.ts'
import { keyOf, keysOf } from '#contract/kernel/key-of.ts'
import { formulaName, formulas, isMoisture } from './formula.ts'
import { isReadable, judgeWord, limitOps, limitSentence, type Limit, type LimitOp } from './judge.ts'
import type { FieldError } from '#contract/kernel/refusals.ts'
import { z } from 'zod'
import { optionalText, text } from '#contract/kernel/values.ts'

/** 项目类别, in the order of a monograph. */
export const itemGroups = ['性状', '鉴别', '检查', '浸出物', '含量测定', '微生物', '其它'] as const
export type ItemGroup = (typeof itemGroups)[number]

const numberOrNothing = /^(|\d{1,9}(\.\d{1,6})?)$/
const notANumber = '限度应为数字，如15.0；小数位数就是修约位数'
const limitText = z.string('限度应为文本，如15.0').trim().regex(numberOrNothing, notANumber).default('')

/**
 * One line of a standard, as it is written. Limits are text, because 3 and 3.0 are different limits: a result is rounded to
 * their decimals before it is compared (I11). '' = there is none.
 */
export const standardItemInput = z.strictObject({
  group: z.enum(itemGroups, '请选择项目类别'),
  name: text(60),
  /** 标准规定, verbatim; left empty it is said in the pharmacopoeia's words. */
  specText: optionalText(300),
  op: keyOf(limitOps, '请选择限度符号'),
  low: limitText,
  high: limitText,
  internalLow: limitText,
  internalHigh: limitText,
  unit: optionalText(20),
  method: optionalText(100),
  parallels: z.int('请填写平行份数').min(1, '至少1份').max(6, '最多6份').default(2),
  isMandatory: z.boolean('请选择是或否').default(true),
  quotedAllowed: z.boolean('请选择是或否').default(false),
  outsourcedAllowed: z.boolean('请选择是或否').default(false),
  /** 计算公式: what the result is calculated from; `direct` is read as it is. */
  formula: formulaName.default('direct'),
  /** 按干燥品计算: the moisture of the same inspection is taken off. */
  dryBasis: z.boolean('请选择是或否').default(false),
  /** 平行偏差限度 in percent, of two parallels their relative deviation, of more the RSD; '' = the usual one. */
  deviationLimit: limitText,
  /** 可能范围: what lies outside is no measurement; '' = not below nothing, a percentage not above the whole. */
  plausibleLow: limitText,
  plausibleHigh: limitText,
  /** 结果用语: the only words that the method answers with; none = the usual ones. */
  words: z.array(text(40)).max(12, '结果用语最多12个').default([]),
})
export type StandardItemInput = z.output<typeof standardItemInput>

/** The limit of a line as the judge reads it. */
const limitOf = ({ op, low, high }: Pick<StandardItemInput, 'op' | 'low' | 'high'>): Limit => ({
  op,
  limit: op === 'range' ? `${low}～${high}` : op === 'ge' || op === 'eq' ? low : high,
})

/** The firm's own limit of a line, null where it has none. */
export const internalLimitOf = (item: StandardItemInput): Limit | null =>
  item.internalLow === '' && item.internalHigh === ''
    ? null
    : limitOf({ op: item.op, low: item.internalLow || item.low, high: item.internalHigh || item.high })

/** How an item is measured of which the standard says nothing more. */
export const usualMeasuring = {
  formula: 'direct',
  dryBasis: false,
  deviationLimit: '',
  plausibleLow: '',
  plausibleHigh: '',
  words: [] as string[],
} as const satisfies Partial<StandardItemInput>

const emptyItem: StandardItemInput = {
  group: '检查',
  name: '',
  specText: '',
  op: 'le',
  low: '',
  high: '',
  internalLow: '',
  internalHigh: '',
  unit: '%',
  method: '',
  parallels: 2,
  isMandatory: true,
  quotedAllowed: false,
  outsourcedAllowed: false,
  ...usualMeasuring,
}

/** An empty line of a group: how a herb looks and what identifies it is said in words, everything else is measured. */
export function newItem(group: ItemGroup): StandardItemInput {
  if (group === '性状') return { ...emptyItem, group, name: '性状', op: 'qualitative', unit: '', parallels: 1 }
  if (group === '鉴别') return { ...emptyItem, group, op: 'qualitative', unit: '', parallels: 1 }
  return { ...emptyItem, group }
}

/** The group of the line to be added after these: a monograph begins with 性状, which has one line. */
export function nextGroup(items: readonly StandardItemInput[]): ItemGroup {
  const last = items.at(-1)?.group ?? '性状'
  return last === '性状' && items.length > 0 ? '鉴别' : last
}

/** Whether nothing was typed into a line: then another group makes it a line of that group. */
export const isUntouched = (item: StandardItemInput) =>
  item.name === newItem(item.group).name &&
  item.op === newItem(item.group).op &&
  item.high === '' &&
  item.low === '' &&
  item.specText === ''

/** 标准规定 as it is printed: as written, else in the pharmacopoeia's words. */
export const specTextOf = (item: StandardItemInput) => item.specText || limitSentence(limitOf(item), item.unit)

/** Which limits an operator has, and the question that a missing one answers. */
export const limitsOfOp: Record<LimitOp, { low: boolean; high: boolean }> = {
  le: { low: false, high: true },
  ge: { low: true, high: false },
  range: { low: true, high: true },
  eq: { low: true, high: false },
  absent: { low: false, high: false },
  qualitative: { low: false, high: false },
}

/** What is wrong with a line, field by field: the limits its operator asks for, readable by the judge, and 内控 at least as tight. */
export function itemErrors(item: StandardItemInput): FieldError[] {
  const errors = (['low', 'high', 'internalLow', 'internalHigh', 'deviationLimit', 'plausibleLow', 'plausibleHigh'] as const)
    .filter((field) => !numberOrNothing.test(item[field]))
    .map((field): FieldError => ({ path: field, message: notANumber }))
  if (errors.length > 0) return errors
  const has = limitsOfOp[item.op]
  for (const side of ['low', 'high'] as const) {
    const internal = side === 'low' ? 'internalLow' : 'internalHigh'
    const word = side === 'low' ? '下限' : '上限'
    if (has[side] && item[side] === '') errors.push({ path: side, message: `“${limitOps[item.op]}”须填写${word}` })
    if (!has[side] && item[side] !== '') errors.push({ path: side, message: `“${limitOps[item.op]}”没有${word}，请清空` })
    if (item[internal] === '') continue
    if (!has[side] || item.op === 'eq') errors.push({ path: internal, message: `“${limitOps[item.op]}”没有内控${word}，请清空` })
    else if (
      item[side] !== '' &&
      (side === 'low' ? exact(item.internalLow).lessThan(item.low) : exact(item.internalHigh).greaterThan(item.high))
    )
      errors.push({ path: internal, message: `内控${word}须不宽于法定限度${item[side]}` })
  }
  errors.push(...measuringErrors(item))
  if (errors.length > 0) return errors
  if (!isReadable(limitOf(item))) return [{ path: item.op === 'range' ? 'high' : 'low', message: '上限不能小于下限' }]
  const internal = internalLimitOf(item)
  if (internal !== null && !isReadable(internal)) return [{ path: 'internalHigh', message: '内控上限不能小于内控下限' }]
  // A slip of the finger between the words and the number would not be found later.
  const missing = [item.low, item.high].find((limit) => limit !== '' && item.specText !== '' && !item.specText.includes(limit))
  return missing === undefined ? [] : [{ path: 'specText', message: `“标准规定”里没有限度${missing}，请核对` }]
}

/** What is wrong with how a line is measured: its formula, the deviation of its parallels, its plausible range and its words. */
function measuringErrors(item: StandardItemInput): FieldError[] {
  const errors: FieldError[] = []
  const formula = formulas[item.formula]
  const isMeasured = item.op === 'le' || item.op === 'ge' || item.op === 'range'
  if (formula !== null && !isMeasured) errors.push({ path: 'formula', message: `“${limitOps[item.op]}”没有计算公式，请选直接读数` })
  else if (formula !== null && !item.unit.startsWith(formula.unit))
    errors.push({ path: 'formula', message: `${formula.label}按${formula.unit}计算，单位应为${formula.unit}` })
  if (item.dryBasis && formula?.mayBeDry !== true) errors.push({ path: 'dryBasis', message: '该公式不按干燥品计算' })
  const { plausibleLow: low, plausibleHigh: high } = item
  if (low !== '' && high !== '' && exact(high).lessThan(low)) errors.push({ path: 'plausibleHigh', message: '可能范围的上限不能小于下限' })
  if (item.low !== '' && high !== '' && exact(high).lessThan(item.low))
    errors.push({ path: 'plausibleHigh', message: '可能范围应包含限度' })
  if (item.high !== '' && low !== '' && exact(low).greaterThan(item.high))
    errors.push({ path: 'plausibleLow', message: '可能范围应包含限度' })
  const unclear = item.words.find((word) => judgeWord(limitOf(item), word) === 'INCONCLUSIVE')
  if (unclear !== undefined)
    errors.push({ path: 'words', message: `结果用语“${unclear}”无法判定，请写符合规定、不符合规定、未检出、检出或<数值` })
  else if (item.words.length > 0 && (item.op === 'qualitative' || item.op === 'absent'))
    for (const [verdict, what] of [
      ['PASS', '合格'],
      ['FAIL', '不合格'],
    ] as const)
      if (item.words.every((word) => judgeWord(limitOf(item), word) !== verdict))
        errors.push({ path: 'words', message: `结果用语缺少${what}的一种` })
  return errors
}

/** What is wrong with all lines together; paths begin with the line's index. */
export function itemsErrors(items: readonly StandardItemInput[]): FieldError[] {
  const first = new Map<string, number>()
  const hasMoisture = items.some(({ formula }) => isMoisture(formula))
  return items.flatMap((item, index) => {
    const key = `${item.group}/${item.name}`
    const twin = first.get(key)
    if (twin === undefined) first.set(key, index)
    return [
      ...itemErrors(item).map(({ path, message }) => ({ path: `${index}.${path}`, message })),
      ...(item.dryBasis && !hasMoisture ? [{ path: `${index}.dryBasis`, message: '按干燥品计算，须另有按公式计算的水分项目' }] : []),
      ...(twin === undefined ? [] : [{ path: `${index}.name`, message: `与第${twin + 1}行是同一个项目` }]),
    ]
  })
}

/** The fields of a line, as a comparison names them. */
export const itemFields = {
  specText: '标准规定',
  op: '限度符号',
  low: '下限',
  high: '上限',
  internalLow: '内控下限',
  internalHigh: '内控上限',
  unit: '单位',
  method: '方法',
  parallels: '平行份数',
  isMandatory: '必检',
  quotedAllowed: '可引用',
  outsourcedAllowed: '可委托',
  formula: '计算公式',
  dryBasis: '按干燥品计算',
  deviationLimit: '平行偏差限度（%）',
  plausibleLow: '可能范围下限',
  plausibleHigh: '可能范围上限',
  words: '结果用语',
} as const satisfies Partial<Record<keyof StandardItemInput, string>>
export type ItemField = keyof typeof itemFields

export type ItemChange = {
  key: string
  group: string
  name: string
  change: 'added' | 'removed' | 'changed' | 'same'
  before: StandardItemInput | undefined
  after: StandardItemInput | undefined
  fields: readonly ItemField[]
}

/** Two editions side by side: in the order of the newer one, what it dropped at the end. An item is the same by group and name. */
export function compareEditions(older: readonly StandardItemInput[], newer: readonly StandardItemInput[]): ItemChange[] {
  const keyOf = (item: StandardItemInput) => `${item.group}/${item.name}`
  const before = new Map(older.map((item) => [keyOf(item), item]))
  const newerKeys = new Set(newer.map(keyOf))
  return [
    ...newer.map((after): ItemChange => {
      const was = before.get(keyOf(after))
      const fields = was === undefined ? [] : keysOf(itemFields).filter((field) => String(was[field]) !== String(after[field]))
      const change = was === undefined ? 'added' : fields.length > 0 ? 'changed' : 'same'
      return { key: keyOf(after), group: after.group, name: after.name, change, before: was, after, fields }
    }),
    ...older
      .filter((item) => !newerKeys.has(keyOf(item)))
      .map((was): ItemChange => ({
        key: keyOf(was),
        group: was.group,
        name: was.name,
        change: 'removed',
        before: was,
        after: undefined,
        fields: [],
      })),
  ]
}
