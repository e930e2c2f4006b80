import type { Statement } from './watch-statements.ts'

/** So many rows any statement may read; a larger one at most so many times the rows it gives, and those that it counts up to a limit with what they are joined to. */
const free = 200
const times = 20
const timesCounted = 5

/** Statements that may read more: what was asked for when they were run, what they say, how many rows at most, and the reason. */
export type Named = { during: RegExp; text?: RegExp; upTo?: number; reason: string }

const names = ({ during, text, upTo = Infinity }: Named, one: Statement) =>
  during.test(one.during) && (text === undefined || text.test(one.text)) && one.read <= upTo
const isHeavy = ({ read, given, counted }: Statement) => read > Math.max(free, times * given + timesCounted * counted)

/** The heaviest run of each statement that reads too much and is not named, in words; and the names that nothing needs. */
export function judge(statements: readonly Statement[], named: readonly Named[]): { tooMuch: string[]; needless: string[] } {
  const worst = new Map<string, Statement>()
  const heavy = statements.filter(isHeavy)
  for (const one of heavy) {
    if (named.some((name) => names(name, one))) continue
    const kind = `${one.during.split(' ', 1)[0]} ${tablesIn(one.text)}`
    if (one.read > (worst.get(kind)?.read ?? 0)) worst.set(kind, one)
  }
  return {
    tooMuch: [...worst.values()].sort((one, other) => other.read - one.read).map(told),
    needless: named
      .filter((name) => !heavy.some((one) => names(name, one)))
      .map(({ during, text }) => `${during.source} ${text?.source ?? ''}`.trim()),
  }
}

/** Two runs of one statement may differ in filters and order; what they read from does not. */
const tablesIn = (text: string) => [...new Set([...text.matchAll(/\b(?:from|join) "?([a-z_]+)/g)].map(([, table]) => table))].join(', ')

const told = ({ during, text, read, given, mostly }: Statement) =>
  `${read} rows read for ${given}, mostly ${mostly}: ${during}\n    ${text.replace(/\s+/g, ' ').trim().slice(0, 300)}`
