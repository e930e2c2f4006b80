/** Codes of a range whose running indexes follow one another, both ends included. */
export type Run = { first: number; last: number }

/** How many codes runs hold. */
export const sizeOf = (runs: readonly Run[]) => runs.reduce((sum, { first, last }) => sum + last - first + 1, 0)

/** Runs in order, with those that touch joined; undefined when a code is named twice. */
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
export function withoutRuns(whole: Run, gone: readonly Run[]): Run[] {
  const left: Run[] = []
  let from = whole.first
  for (const hole of gone) {
    if (hole.last < from || hole.first > whole.last) continue
    if (hole.first > from) left.push({ first: from, last: hole.first - 1 })
    from = hole.last + 1
  }
  return from <= whole.last ? [...left, { first: from, last: whole.last }] : left
}

/** The last `count` codes of joined runs: the unused end of a roll. */
export function lastOf(runs: readonly Run[], count: number): Run[] {
  const taken: Run[] = []
  let wanted = count
  for (const { first, last } of runs.toReversed()) {
    if (wanted === 0) break
    const size = Math.min(wanted, last - first + 1)
    taken.unshift({ first: last - size + 1, last })
    wanted -= size
  }
  return taken
}
