import { sentView, type traceApi, type TraceNode } from '#contract/tracing/trace.ts'
import { valueIn } from '#contract/kernel/certain.ts'
import type { Handler } from '#kernel/serve.ts'
import { textOfUnits, unitsOf } from '#tools/fixed-point.ts'
import { readGraph, type GraphLot } from './read-graph.ts'
import { sharesFrom } from './shares-from.ts'
import { balancesOf, closingOf } from './weigh-lots.ts'

/** The graph of a lot both ways, with quantities, shares, verdicts, suppliers and customers, and whether the masses close. */
export const traceLot: Handler<typeof traceApi.view> = async (tx, _actor, { id }) => {
  const graph = await readGraph(tx, id)
  const below = sharesFrom(id, graph.edges, 'down')
  const above = sharesFrom(id, graph.edges, 'up')
  return sentView({
    lotId: id,
    standing: graph.standing,
    nodes: graph.lots.map((lot) => nodeOf(lot, id, valueIn(lot.isBelow ? below : above, lot.id), closingOf(lot))),
    edges: graph.edges,
    sales: graph.sales,
    customers: graph.customers,
    balances: balancesOf(graph, id),
  })
}

/** The lot with what its node says; `sentView` takes from it what the contract names. */
const nodeOf = (lot: GraphLot, root: string, share: string, closing: { closes: boolean; difference: string }): TraceNode => ({
  ...lot,
  packs: lot.net === null ? null : Number(unitsOf(lot.quantity) / unitsOf(lot.net)),
  onHand: textOfUnits(lot.held.get('bin') ?? 0n),
  way: lot.id === root ? 'self' : lot.isBelow ? 'down' : 'up',
  share,
  ...closing,
})
