import { Decimal } from 'decimal.js'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { decimalsOf } from '#contract/kernel/exact-decimal.ts'
import type { TestedItem } from '#contract/laboratory/inspection.ts'

/**
 * Believable parallels for an item, well within its limit or plainly outside. `lean`, between -1 and 1, says by how much a good one is better or worse
 * than usual.
 */
export function findingFor(item: TestedItem, pass: boolean, lean = 0): { individual: string[] } | { words: string } {
  if (item.op === 'qualitative') return { words: pass ? '符合规定' : '不符合规定' }
  if (item.op === 'absent') return { words: pass ? '未检出' : '检出' }
  // The two ends of a range, or the one number there is.
  const ends = item.op === 'range' ? item.limit.split('～') : [item.limit]
  const middle = new Decimal(elementAt(ends, 0)).plus(elementAt(ends, -1)).div(2)
  const factor = pass ? (item.op === 'ge' ? '1.12' : item.op === 'le' ? '0.82' : '1') : item.op === 'ge' ? '0.8' : '1.3'
  const usual = middle.times(factor).times(pass ? 1 + lean * 0.08 : 1)
  // What passes keeps the firm's own limit as well, and those of the other standards.
  const tighter = [item.internal, ...item.others.flatMap(({ op, limit, internal }) => (op === item.op ? [limit, internal] : []))]
  const value =
    !pass || item.op === 'range' ? usual : Decimal[item.op === 'ge' ? 'max' : 'min'](usual, ...tighter.filter((limit) => limit !== null))
  const decimals = decimalsOf(elementAt(ends, 0)) + 1
  const step = new Decimal(10).pow(-decimals)
  return { individual: Array.from({ length: item.parallels }, (_, index) => value.plus(step.times(index)).toFixed(decimals)) }
}

/** Parallels that keep the standard and not the firm's own narrower limit. */
export function betweenLimits({ limit, internal, parallels }: TestedItem): { individual: string[] } {
  const value = new Decimal(limit)
    .plus(present(internal))
    .div(2)
    .toFixed(decimalsOf(limit) + 1)
  return { individual: Array.from({ length: parallels }, () => value) }
}
