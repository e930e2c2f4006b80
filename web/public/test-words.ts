import { exact } from '#contract/kernel/exact-decimal.ts'

/** What a test is about, for somebody who is no chemist: the first word that the item's name contains. No praise, no effect on health. */
const meanings: readonly (readonly [part: string, meaning: string])[] = [
  ['水分', '太湿容易发霉'],
  ['酸不溶性灰分', '泥沙的多少'],
  ['灰分', '泥沙等杂质的多少'],
  ['浸出物', '能浸出的成分有多少'],
  ['性状', '形状、颜色、气味'],
  ['鉴别', '是不是这味药'],
  ['杂质', '混入的其他东西'],
  ['二氧化硫', '硫黄熏过会偏高'],
  ['重金属', '铅、镉、砷、汞、铜'],
  ['农药', '种植时用药的残留'],
  ['农残', '种植时用药的残留'],
  ['黄曲霉', '发霉产生的毒素'],
  ['毒素', '发霉产生的毒素'],
  ['微生物', '细菌、霉菌的多少'],
  ['干燥失重', '太湿容易发霉'],
  ['炮制', '炮制得够不够'],
]

/** What stands for the goods' own constituents has no word in the list. */
export function meaningOf(item: string, isAssay: boolean): string {
  return meanings.find(([part]) => item.includes(part))?.[1] ?? (isAssay ? '药材的指标成分' : '')
}

/** A value as the report has it, with a space before its unit that does not break. */
export const spaced = (text: string) => text.replace(/(\d)\s*(?=%|mg|mm|g\/|μg|ml)/g, '$1\u00a0')

/** A result against a one-sided limit, as places on a rail of 300 that begins at zero. */
export type Rail = { from: number; width: number; limit: number; value: number }

/** Where result and limit stand; undefined for what is no number, or has another kind of limit. */
export function railOf(spec: string, result: string): Rail | undefined {
  const [, word, limitText, limitUnit] = /^(不得过|不得少于|不得低于)(\d+(?:\.\d+)?)([^\d（(]*)/.exec(spec) ?? []
  const [, valueText, valueUnit] = /^(\d+(?:\.\d+)?)(.*)$/.exec(result) ?? []
  if (word === undefined || limitText === undefined || valueText === undefined || limitUnit?.trim() !== valueUnit?.trim()) return undefined
  const [limit, value] = [exact(limitText), exact(valueText)]
  if (limit.isZero()) return undefined
  // The limit stands at three quarters of the rail, unless the value is far beyond it.
  const full = [limit.times(4).div(3), value.times(20).div(19)].reduce((one, other) => (one.greaterThan(other) ? one : other))
  const place = (of: typeof limit) => of.times(300).div(full).toDecimalPlaces(0).toNumber()
  const at = place(limit)
  return { from: word === '不得过' ? 0 : at, width: word === '不得过' ? at : 300 - at, limit: at, value: place(value) }
}
