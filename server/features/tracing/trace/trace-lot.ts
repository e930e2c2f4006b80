import { exact, Exact } from '#contract/kernel/exact-decimal.ts'
import type { traceApi, TraceEdge, TraceNode } from '#contract/tracing/trace.ts'
import { valueIn } from '#contract/kernel/certain.ts'
import type { Handler } from '#kernel/serve.ts'
import { readGraph, type GraphLot } from './read-graph.ts'
import { balancesOf, closingOf, inHouse } from './weigh-lots.ts'

/** The graph of a lot both ways, with quantities, shares, verdicts, suppliers and customers, and whether the masses close. */
export const traceLot: Handler<typeof traceApi.view> = async (tx, _actor, { id }) => {
  const graph = await readGraph(tx, id)
  const below = sharesFrom(id, graph.edges, 'down')
  const above = sharesFrom(id, graph.edges, 'up')
  const placeOfLot = new Map(graph.lots.map((lot, place) => [lot.id, place]))
  const placeOfCustomer = new Map(graph.customers.map((customer, place) => [customer.id, place]))
  return {
    lotId: id,
    nodes: graph.lots.map((lot) => nodeOf(lot, id, valueIn(lot.isBelow ? below : above, lot.id), closingOf(lot))),
    edges: graph.edges,
    sales: graph.sales.map(({ lotId, customerId, ...sold }) => ({
      lot: valueIn(placeOfLot, lotId),
      customer: valueIn(placeOfCustomer, customerId),
      ...sold,
    })),
    customers: graph.customers,
    balances: balancesOf(graph, id),
  }
}

function nodeOf(lot: GraphLot, root: string, share: string, closing: { closes: boolean; difference: string }): TraceNode {
  const {
    id,
    kind,
    lotNo,
    batchNo,
    name,
    state,
    holds,
    quantity,
    bornOn,
    expiresOn,
    origin,
    supplierId,
    supplierName,
    reportNo,
    conforms,
  } = lot
  return {
    ...{ id, kind, lotNo, batchNo, name, state, holds, quantity, bornOn, expiresOn, origin, supplierId, supplierName, reportNo, conforms },
    packs: lot.net === null ? null : exact(quantity).div(lot.net).floor().toNumber(),
    inStock: inHouse(lot).toFixed(),
    way: id === root ? 'self' : lot.isBelow ? 'down' : 'up',
    share,
    ...closing,
  }
}

/**
 * The share that links every lot to `root`, from 0 to 1 with six decimals. Down: what part of it stems from root. Up: what part of root
 * stems from it. Shares along a path multiply, paths add up.
 */
export function sharesFrom(root: string, edges: readonly TraceEdge[], direction: 'up' | 'down'): Map<string, string> {
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
