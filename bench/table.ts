import { totalOf, type Cost } from './measure.ts'
import { healthName, sessionName, type Limit, type Operation } from './operations.ts'

export type Row = { name: string; cost: Cost; limit?: Limit }

export type Verdict = 'aim' | 'limit' | 'OVER'

export const verdictOf = (value: number, { most, aim }: { most: number; aim: number }): Verdict =>
  value <= aim ? 'aim' : value <= most ? 'limit' : 'OVER'

/** The bare statements and HTTP alone are yardsticks. */
const costOf = (rows: readonly Row[], name: string) => {
  const row = rows.find((one) => one.name === name)
  if (row === undefined) throw new Error(`${name} was not measured`)
  return totalOf(row.cost)
}

/**
 * How many times its yardstick an operation costs: of a session all that it costs; of a bare statement what it costs beside the session, which any
 * request pays.
 */
export function priceOf(rows: readonly Row[], { cost, limit }: Row): number | undefined {
  if (limit === undefined) return undefined
  const own = totalOf(cost)
  if (limit.over === 'healthz') return own / costOf(rows, healthName)
  if (limit.over === 'session') return own / costOf(rows, sessionName)
  return Math.max(0, own - costOf(rows, sessionName)) / costOf(rows, limit.over.bare)
}

const yardstick = ({ over }: Limit) => (typeof over === 'string' ? over : 'bare')
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
  printHeading(title, ['per s', 'server', 'postgres', 'together', 'KiB', 'price', 'over', 'limit', 'aim', 'verdict'])
  for (const row of rows) {
    const { name, cost, limit } = row
    const price = priceOf(rows, row)
    const judged =
      limit === undefined || price === undefined ? [] : [price, yardstick(limit), limit.most, limit.aim, verdictOf(price, limit)]
    printLine(name, [cost.perSecond, cost.server, cost.postgres, totalOf(cost), cost.bytes / 1024, ...judged])
  }
}

/** At most so many times as dear at the large size as at the small one. */
export const growthLimit = { most: 1.15, aim: 1.05 }

export function printGrowth(small: readonly Row[], large: readonly Row[]): void {
  printHeading('Growth from small to large', ['small', 'large', 'growth', 'limit', 'aim', 'verdict'])
  for (const { name, cost } of large) {
    const [before, after] = [costOf(small, name), totalOf(cost)]
    printLine(name, [before, after, after / before, growthLimit.most, growthLimit.aim, verdictOf(after / before, growthLimit)])
  }
}

export const measuredAs = ({ name, limit }: Operation, cost: Cost): Row => ({ name, cost, ...(limit !== undefined && { limit }) })
