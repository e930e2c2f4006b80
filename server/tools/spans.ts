/** A run of neighbouring indexes, both ends included, that share a state. */
export type Span<State> = { first: number; last: number; state: State }

/** Which rows to delete and which to insert, in this order, so that no two rows ever overlap. */
export type SpanChange<State, Kept extends Span<State>> = { remove: Kept[]; insert: Span<State>[] }

/**
 * Gives the indexes `first` to `last` a new state. `around` are the rows that overlap or touch them, in any order; what sticks out is kept,
 * and neighbours that come out alike are joined, so that a million codes in one state stay one row. Rows that stay as they
 * are appear in neither list. Every index must already be covered: a code without a state is a fault, not a new code.
 */
export function changeSpans<State, Kept extends Span<State>>(
  around: readonly Kept[],
  { first, last, become, same }: { first: number; last: number; become: (before: State) => State; same: (a: State, b: State) => boolean },
): SpanChange<State, Kept> {
  if (!(Number.isSafeInteger(first) && Number.isSafeInteger(last) && first <= last))
    throw new RangeError(`not a run of indexes: ${first} to ${last}`)
  const rows = around.filter((row) => row.last >= first - 1 && row.first <= last + 1).sort((a, b) => a.first - b.first)

  const pieces = rows.flatMap(({ first: from, last: to, state }): Span<State>[] => [
    ...(from < first ? [{ first: from, last: Math.min(to, first - 1), state }] : []),
    ...(to >= first && from <= last ? [{ first: Math.max(from, first), last: Math.min(to, last), state: become(state) }] : []),
    ...(to > last ? [{ first: Math.max(from, last + 1), last: to, state }] : []),
  ])
  if (!isCovered(pieces, first, last)) throw new RangeError(`not every index from ${first} to ${last} has a state`)

  const joined: Span<State>[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    if (before && same(before.state, piece.state)) before.last = piece.last
    else joined.push({ ...piece })
  }
  const unchanged = (one: Span<State>, others: Map<number, Span<State>>) => {
    const other = others.get(one.first)
    return other !== undefined && other.last === one.last && same(other.state, one.state)
  }
  const byFirst = (spans: readonly Span<State>[]) => new Map(spans.map((span) => [span.first, span]))
  const [before, after] = [byFirst(rows), byFirst(joined)]
  return { remove: rows.filter((row) => !unchanged(row, after)), insert: joined.filter((span) => !unchanged(span, before)) }
}

function isCovered(pieces: readonly Span<unknown>[], first: number, last: number): boolean {
  let next = first
  for (const piece of pieces) {
    if (piece.last < next || piece.first > last) continue
    if (piece.first > next) return false
    next = piece.last + 1
  }
  return next > last
}
