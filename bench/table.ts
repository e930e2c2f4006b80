import { present } from '#contract/kernel/certain.ts'
import { totalOf, type Cost } from './measure.ts'
import { sessionName, yardsticksOf, type Limit } from './operations.ts'

/** `beside`: what each yardstick cost in turns with it. */
export type Row = { name: string; cost: Cost; limit?: Limit; beside?: Record<string, Cost> }

export type Verdict = 'aim' | 'limit' | 'OVER'

export const verdictOf = (value: number, { most, aim }: { most: number; aim: number }): Verdict =>
  value <= aim ? 'aim' : value <= most ? 'limit' : 'OVER'

/**
 * How many times its yardstick an operation costs: of a session all that it costs; of a bare statement what it costs beside the session, which any
 * request pays.
 */
function priceOf({ cost, limit, beside = {} }: Row): { price: number; yardstick: number } | undefined {
  if (limit === undefined) return undefined
  const costOf = (name: string) => totalOf(present(beside[name]))
  const own = totalOf(cost) - (typeof limit.over === 'string' ? 0 : costOf(sessionName))
  const yardstick = costOf(present(yardsticksOf(limit).at(-1)))
  return { price: Math.max(0, own) / yardstick, yardstick }
}

const nameOf = ({ over }: Limit) => (typeof over === 'string' ? over : 'bare')
const width = 54
const cell = (text: string | number | undefined, digits = 2) =>
  (text === undefined ? '' : typeof text === 'number' ? text.toFixed(digits) : text).padStart(9)

export function printHeading(title: string, columns: readonly string[]): void {
  console.log(`\n${title}\n${''.padEnd(width)}${columns.map((column) => cell(column)).join('')}`)
}

export function printLine(name: string, cells: readonly (string | number | undefined)[]): void {
  console.log(name.padEnd(width) + cells.map((one) => cell(one)).join(''))
}

/** Prints one size: what each operation costs, how many times its yardstick that is, and what is allowed. */
export function printSize(title: string, rows: readonly Row[]): void {
  printHeading(title, ['per s', 'server', 'postgres', 'together', 'KiB', 'price', 'over', 'beside', 'limit', 'aim', 'verdict'])
  for (const row of rows) {
    const { name, cost, limit } = row
    const priced = priceOf(row)
    const judged =
      limit === undefined || priced === undefined
        ? []
        : [priced.price, nameOf(limit), priced.yardstick, limit.most, limit.aim, verdictOf(priced.price, limit)]
    printLine(name, [cost.perSecond, cost.server, cost.postgres, totalOf(cost), cost.bytes / 1024, ...judged])
  }
}

/** At most so many times as dear at the large size as at the small one. */
export const growthLimit = { most: 1.15, aim: 1.05 }

/** An operation that was refused is left out of every table, and the run has failed. */
export function sayFailed(name: string, error: unknown): void {
  console.log(`${name}: ${String(error)}`)
  process.exitCode = 1
}

/** Prints what the same operations cost on two sides, and how much more on the second. */
export function printChange(
  title: string,
  [one, other]: readonly [string, string],
  before: readonly Row[],
  after: readonly Row[],
  limit?: { most: number; aim: number },
): void {
  printHeading(title, [one, other, 'times', ...(limit ? ['limit', 'aim', 'verdict'] : [])])
  for (const { name, cost } of after) {
    const row = before.find((known) => known.name === name)
    if (row === undefined) continue
    const [was, is] = [totalOf(row.cost), totalOf(cost)]
    printLine(name, [was, is, is / was, ...(limit ? [limit.most, limit.aim, verdictOf(is / was, limit)] : [])])
  }
}
