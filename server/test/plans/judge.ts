import type { Statement } from './watch-statements.ts'

/** So many rows any statement may read; a larger one at most so many times the rows it gives. */
const free = 200
const times = 20

/** Statements that may read more, each with the reason. */
export type Named = { text: RegExp; reason: string }

const isHeavy = ({ read, given }: Statement) => read > Math.max(free, times * given)

/** The heaviest run of each statement that reads too much and is not named, in words; and the names that nothing needs. */
export function judge(statements: readonly Statement[], named: readonly Named[]): { tooMuch: string[]; needless: string[] } {
  const worst = new Map<string, Statement>()
  const heavy = statements.filter(isHeavy)
  for (const one of heavy) {
    if (named.some(({ text }) => text.test(one.text))) continue
    const kind = `${one.during.split(' ', 1)[0]} ${tablesIn(one.text)}`
    if (one.read > (worst.get(kind)?.read ?? 0)) worst.set(kind, one)
  }
  return {
    tooMuch: [...worst.values()].sort((one, other) => other.read - one.read).map(told),
    needless: named.filter(({ text }) => !heavy.some((one) => text.test(one.text))).map(({ text }) => text.source),
  }
}

/** Two runs of one statement may differ in filters and order; what they read from does not. */
const tablesIn = (text: string) => [...new Set([...text.matchAll(/\b(?:from|join) "?([a-z_]+)/g)].map(([, table]) => table))].join(', ')

const told = ({ during, text, read, given, mostly }: Statement) =>
  `${read} rows read for ${given}, mostly ${mostly}: ${during}\n    ${text.replace(/\s+/g, ' ').trim().slice(0, 300)}`
