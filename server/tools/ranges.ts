/** Neighbouring indexes, both ends included. */
export type Run = { first: number; last: number }

/** How many indexes runs hold. */
export const sizeOf = (runs: readonly Run[]) => runs.reduce((sum, { first, last }) => sum + last - first + 1, 0)

/** Runs in order, with those that touch joined; what else a run has comes from the first of them. `twice`: the first run that names an index again. */
export function joinRuns<R extends Run>(runs: readonly R[]): { joined: R[]; twice: R | undefined } {
  const joined: R[] = []
  for (const run of runs.toSorted((a, b) => a.first - b.first)) {
    const before = joined.at(-1)
    if (before !== undefined && run.first <= before.last) return { joined, twice: run }
    if (before !== undefined && run.first === before.last + 1) before.last = run.last
    else joined.push({ ...run })
  }
  return { joined, twice: undefined }
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
