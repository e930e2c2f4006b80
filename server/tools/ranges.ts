/** Neighbouring indexes, both ends included. */
export type Run = { first: number; last: number }

/** How many indexes runs hold. */
export const sizeOf = (runs: readonly Run[]) => runs.reduce((sum, { first, last }) => sum + last - first + 1, 0)

/** Runs in order, with those that touch joined; undefined when an index is named twice. */
export function joinRuns(runs: readonly Run[]): Run[] | undefined {
  const joined: Run[] = []
  for (const { first, last } of runs.toSorted((a, b) => a.first - b.first)) {
    const before = joined.at(-1)
    if (before !== undefined && first <= before.last) return undefined
    if (before !== undefined && first === before.last + 1) before.last = last
    else joined.push({ first, last })
  }
  return joined
}

/** What is left of `whole` when the joined runs `gone` are taken out. */
export function withoutRuns<R extends Run>(whole: R, gone: readonly Run[]): R[] {
  const left: R[] = []
  let from = whole.first
  for (const hole of gone) {
    if (hole.last < from || hole.first > whole.last) continue
    if (hole.first > from) left.push({ ...whole, first: from, last: hole.first - 1 })
    from = hole.last + 1
  }
  return from <= whole.last ? [...left, { ...whole, first: from }] : left
}

/** The last `count` codes of joined runs: the unused end of a roll. */
export function lastOf<R extends Run>(runs: readonly R[], count: number): R[] {
  const taken: R[] = []
  let wanted = count
  for (const run of runs.toReversed()) {
    if (wanted === 0) break
    const size = Math.min(wanted, run.last - run.first + 1)
    taken.unshift({ ...run, first: run.last - size + 1 })
    wanted -= size
  }
  return taken
}
