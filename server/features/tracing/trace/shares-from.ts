import { exact, Exact } from '#contract/kernel/exact-decimal.ts'
import type { TraceEdge } from '#contract/tracing/trace.ts'
import { valueIn } from '#contract/kernel/certain.ts'

type Edge = Pick<TraceEdge, 'from' | 'to' | 'share'>

/**
 * The share that links every lot to `root`, from 0 to 1 with six decimals. Down: what part of it stems from root. Up: what part of root
 * stems from it. Shares along a path multiply, paths add up.
 */
export function sharesFrom(root: string, edges: readonly Edge[], direction: 'up' | 'down'): Map<string, string> {
  const [near, far] = direction === 'down' ? (['from', 'to'] as const) : (['to', 'from'] as const)
  const onward = Map.groupBy(edges, (edge) => edge[near])
  const reached = new Set([root])
  for (const id of reached) for (const edge of onward.get(id) ?? []) reached.add(edge[far])
  const edgesInto = Map.groupBy(
    edges.filter((edge) => reached.has(edge[near])),
    (edge) => edge[far],
  )
  // A lot's share is known once those of all lots nearer to root are.
  const shares = new Map([[root, new Exact(1)]])
  const waiting = new Map([...edgesInto].map(([id, into]) => [id, into.length]))
  const ready = [root]
  for (const id of ready) {
    for (const edge of onward.get(id) ?? []) {
      const left = valueIn(waiting, edge[far]) - 1
      waiting.set(edge[far], left)
      if (left > 0) continue
      shares.set(
        edge[far],
        valueIn(edgesInto, edge[far]).reduce((share, one) => share.plus(exact(one.share).times(valueIn(shares, one[near]))), new Exact(0)),
      )
      ready.push(edge[far])
    }
  }
  return new Map([...shares].map(([id, share]) => [id, share.toDecimalPlaces(6).toFixed()]))
}
