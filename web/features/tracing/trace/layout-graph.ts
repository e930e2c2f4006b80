import { elementAt, valueIn } from '#contract/kernel/certain.ts'
import type { TraceNode, TraceView } from '#contract/tracing/trace.ts'

/** A box of the picture: a lot, a supplier or a customer. */
export type Box = { key: string; column: number; row: number } & (
  | { kind: 'lot'; node: TraceNode }
  | { kind: 'supplier' | 'customer'; name: string; place: string }
  | { kind: 'more'; hidden: number }
)
/** A line from one box to another, with the quantity that went along it, kg. */
export type Wire = { from: string; to: string; quantity: string; packs?: number; mark?: string; unit?: string }
export type Layout = { boxes: Box[]; wires: Wire[]; columns: { title: string; height: number }[] }

/** How many boxes a column shows at most; the list shows all of them. */
const mostInColumn = 30

/**
 * Columns from left to right: suppliers, lots by how many steps lie between them and what was bought, customers. Within a
 * column a box lies at the average height of its neighbours on the left, so that few lines cross.
 */
export function layOut(view: TraceView): Layout {
  const rank = ranks(view)
  const lotColumns = Math.max(...rank.values()) + 1
  const lots = view.nodes.map((node): Draft => ({ kind: 'lot', key: node.id, node, column: 1 + valueIn(rank, node.id) }))
  const bought = view.nodes.flatMap(({ id, supplierId, supplierName, quantity }) =>
    supplierId === null ? [] : [{ lotId: id, supplierId, supplierName, quantity }],
  )
  const suppliers = [...new Map(bought.map(({ supplierId, supplierName }) => [supplierId, supplierName]))].map(([id, name]): Draft => ({
    kind: 'supplier',
    key: id,
    name,
    place: '',
    column: 0,
  }))
  const customers = view.customers.map(({ id, name, province, city }): Draft => ({
    kind: 'customer',
    key: id,
    name,
    place: province === city ? city : `${province}${city}`,
    column: 1 + lotColumns,
  }))
  const wires: Wire[] = [
    ...bought.map(({ supplierId, lotId, quantity }) => ({ from: supplierId, to: lotId, quantity })),
    ...view.edges.map(({ from, to, quantity, step, role }) => ({
      ...{ from, to, quantity },
      ...(step === 'rework' && { mark: '返工' }),
      ...(step === 'repack' && { mark: '换包装' }),
      ...(role === 'packaging' && { unit: view.nodes.find(({ id }) => id === from)?.unit ?? '件' }),
    })),
    ...view.sales.map((sale) => ({
      from: elementAt(view.nodes, sale.lot).id,
      to: elementAt(view.customers, sale.customer).id,
      quantity: sale.quantity,
      packs: sale.packs,
    })),
  ]

  const drafts = [...suppliers, ...lots, ...customers]
  const rows = new Map<string, number>()
  const boxes: Box[] = []
  const into = Map.groupBy(wires, (wire) => wire.to)
  const columns = Array.from({ length: lotColumns + 2 }, (_, column) => {
    const inColumn = drafts.filter((draft) => draft.column === column)
    const heightOf = (draft: Draft) => {
      const lefts = (into.get(draft.key) ?? []).flatMap((wire) => rows.get(wire.from) ?? [])
      return lefts.length === 0 ? Number.POSITIVE_INFINITY : lefts.reduce((sum, row) => sum + row, 0) / lefts.length
    }
    const ordered =
      column === 0
        ? inColumn
        : inColumn
            .map((draft, place) => ({ draft, place, at: heightOf(draft) }))
            .sort((a, b) => a.at - b.at || a.place - b.place)
            .map((one) => one.draft)
    // The lot that was asked for is always drawn.
    const shown =
      ordered.length <= mostInColumn
        ? ordered
        : ordered.filter((draft, place) => place < mostInColumn - 1 || (draft.kind === 'lot' && draft.node.way === 'self'))
    for (const [row, draft] of shown.entries()) {
      rows.set(draft.key, row)
      boxes.push({ ...draft, row })
    }
    if (shown.length < ordered.length)
      boxes.push({ kind: 'more', key: `more-${column}`, column, row: shown.length, hidden: ordered.length - shown.length })
    const lot = inColumn.find((draft) => draft.kind === 'lot')
    const title = column === 0 ? '供应商' : lot === undefined ? '客户' : kindTitles[lot.kind === 'lot' ? lot.node.kind : 'raw']
    return { title, height: shown.length + (shown.length < ordered.length ? 1 : 0) }
  })
  return { boxes, wires: wires.filter((wire) => rows.has(wire.from) && rows.has(wire.to)), columns }
}

type Draft =
  | { kind: 'lot'; key: string; node: TraceNode; column: number }
  | { kind: 'supplier' | 'customer'; key: string; name: string; place: string; column: number }

const kindTitles = { raw: '原料批', auxiliary: '原料批', bulk: '生产批', pack: '成品批' } as const

/** How many steps lie between a lot and the earliest lot of the picture, along the longest path. */
function ranks(view: TraceView): Map<string, number> {
  const outward = Map.groupBy(view.edges, (edge) => edge.from)
  const waiting = new Map(view.nodes.map((node) => [node.id, 0]))
  for (const edge of view.edges) waiting.set(edge.to, valueIn(waiting, edge.to) + 1)
  const rank = new Map(view.nodes.map((node) => [node.id, 0]))
  const ready = view.nodes.filter((node) => waiting.get(node.id) === 0).map((node) => node.id)
  for (const id of ready)
    for (const edge of outward.get(id) ?? []) {
      rank.set(edge.to, Math.max(valueIn(rank, edge.to), valueIn(rank, id) + 1))
      waiting.set(edge.to, valueIn(waiting, edge.to) - 1)
      if (waiting.get(edge.to) === 0) ready.push(edge.to)
    }
  return rank
}
