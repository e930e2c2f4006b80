import type { ImportColumn } from '#contract/office/import.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { limitOps } from './judge.ts'
import { formulaLabel, formulas } from './formula.ts'
import { itemGroups } from './standard-item.ts'

const opOfWord = Object.fromEntries(Object.entries(limitOps).map(([op, word]) => [word, op]))
const formulaOfWord = Object.fromEntries(keysOf(formulas).map((name) => [formulaLabel(name), name]))
const yesNo = ['是', '否'] as const

/** The columns of a sheet that holds the items of a standard, one a row. Limits are text there too: 3 and 3.0 are different limits. */
export const itemColumns: readonly ImportColumn[] = [
  { title: '类别', path: 'group', required: true, words: itemGroups, example: '检查' },
  { title: '项目', path: 'name', required: true, example: '水分' },
  { title: '限度符号', path: 'op', required: true, words: opOfWord, example: '不得过' },
  { title: '下限', path: 'low', example: '', note: '不得少于、范围、应为 填写；单元格须为文本格式' },
  { title: '上限', path: 'high', example: '13.0', note: '不得过、范围 填写；单元格须为文本格式' },
  { title: '单位', path: 'unit', example: '%' },
  { title: '标准规定', path: 'specText', example: '不得过13.0%', note: '留空时按限度写成药典用语' },
  { title: '内控下限', path: 'internalLow', example: '', note: '单元格须为文本格式' },
  { title: '内控上限', path: 'internalHigh', example: '12.0', note: '单元格须为文本格式' },
  { title: '方法', path: 'method', example: '通则0832 第二法' },
  { title: '平行份数', path: 'parallels', as: 'whole', required: true, example: '2' },
  { title: '必检', path: 'isMandatory', as: 'yes', required: true, words: yesNo, example: '是' },
  { title: '可引用', path: 'quotedAllowed', as: 'yes', words: yesNo, example: '否' },
  { title: '可委托', path: 'outsourcedAllowed', as: 'yes', words: yesNo, example: '否' },
  { title: '计算公式', path: 'formula', words: formulaOfWord, example: '水分 烘干法', note: '留空为直接读数' },
  { title: '按干燥品计算', path: 'dryBasis', as: 'yes', words: yesNo, example: '否' },
  { title: '平行偏差限度', path: 'deviationLimit', example: '', note: '%；留空为10；单元格须为文本格式' },
  { title: '可能范围下限', path: 'plausibleLow', example: '', note: '留空为0；单元格须为文本格式' },
  { title: '可能范围上限', path: 'plausibleHigh', example: '', note: '留空时百分数为100；单元格须为文本格式' },
  { title: '结果用语', path: 'words', as: 'words', example: '', note: '多个用语用顿号隔开；留空为通用用语' },
]

/** The columns whose cells must be text: as a number a cell has lost the decimals by which results are rounded. */
export const limitColumns: ReadonlySet<string> = new Set([
  'low',
  'high',
  'internalLow',
  'internalHigh',
  'deviationLimit',
  'plausibleLow',
  'plausibleHigh',
])
