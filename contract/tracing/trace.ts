import { z } from 'zod'
import { elementAt, valueIn } from '#contract/kernel/certain.ts'
import { columnsOf, inColumns, rowsIn } from '#contract/kernel/columns.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { lotKind, lotState } from '#contract/warehouse/lot.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import { standingReason } from '#contract/warehouse/standing.ts'
import { scannedText } from '#contract/packing/scanned-code.ts'
import { documentKinds, traceKinds } from './trace-event.ts'
import { day, decimalOut, id, instant } from '#contract/kernel/values.ts'

/** 成品履历: what a lot came from and where it went, at any depth, and whether the masses close (domain §2.12 code 22, §6.3). */

/** One lot of the graph. `stemming` and `share` tell how much it has to do with the lot that was asked for. */
const traceNode = z.strictObject({
  id,
  kind: lotKind,
  lotNo: z.string(),
  batchNo: z.string(),
  name: z.string(),
  unit: materialUnit,
  state: lotState,
  holds: z.int(),
  /** At birth, in its unit */
  quantity: decimalOut,
  /** How many packs a pack lot is, and in what they are counted: 袋, 盒. */
  packs: z.int().nullable(),
  packUnit: z.string().nullable(),
  bornOn: day,
  expiresOn: day.nullable(),
  /** kg in bins at this moment, as the pages of the stock say it */
  onHand: decimalOut,
  /** `down`: came of the lot asked for; `up`: went into it; `self`: is it. */
  way: z.enum(['up', 'self', 'down']),
  /** Down: the part of this lot that stems from the lot asked for. Up: the part of the lot asked for that stems from this one. */
  share: decimalOut,
  origin: z.string(),
  supplierId: id.nullable(),
  supplierName: z.string(),
  /** The last approved report. */
  reportNo: z.string().nullable(),
  conforms: z.boolean().nullable(),
  /** Whether the masses of this lot close, and by how much they do not, kg. */
  closes: z.boolean(),
  difference: decimalOut,
})
export type TraceNode = z.infer<typeof traceNode>

/** `quantity` kg of one lot went into another. */
export const traceEdge = z.strictObject({
  from: id,
  to: id,
  step: z.enum(['production', 'packaging', 'rework', 'repack']),
  role: z.enum(['main', 'auxiliary', 'packaging']),
  quantity: decimalOut,
  share: decimalOut,
  documentNo: z.string(),
})
export type TraceEdge = z.infer<typeof traceEdge>
/** The same as it is sent: both lots by their places in the list of lots. */
const edgeSent = traceEdge.extend({ from: z.int(), to: z.int() })

/** The packs of a lot that went to one customer, all deliveries together; lot and customer by their places in the lists of the answer. */
const traceSale = z.strictObject({
  /** in `nodes` */
  lot: z.int(),
  /** in `customers` */
  customer: z.int(),
  deliveries: z.int(),
  packs: z.int(),
  /** kg */
  quantity: decimalOut,
  /** Of these, what the customer has signed for; the rest is on the way. */
  arrivedPacks: z.int(),
  arrivedQuantity: decimalOut,
})
export type TraceSale = z.infer<typeof traceSale>

const traceCustomer = z.strictObject({ id, name: z.string(), province: z.string(), city: z.string() })
export type TraceCustomer = z.infer<typeof traceCustomer>

const term = z.strictObject({ label: z.string(), quantity: decimalOut })

/** One equation of §6.3: what came in on the left, what became of it on the right, and whether they agree within the limits. */
const massEquation = z.strictObject({
  title: z.string(),
  /** kg, or that of the packs */
  unit: z.string(),
  left: z.array(term),
  right: z.array(term),
  /** left − right */
  difference: decimalOut,
  /** right as a part of left, %, and between which limits it may lie */
  percent: decimalOut,
  low: decimalOut,
  high: decimalOut,
  closes: z.boolean(),
})
export type MassEquation = z.infer<typeof massEquation>

/** Limits of what is accounted for, % of what came in (domain §6.3 item 3): ±0.5 % raw, ±0.1 % packed, packs counted exactly. A batch has its own. */
export const balanceLimits = { raw: ['99.5', '100.5'], packed: ['99.9', '100.1'], counted: ['100', '100'] } as const

/** Lots, edges and sales as columns: a recall may have thousands of each. */
const traceView = z.strictObject({
  lotId: id,
  /** Everything that speaks against the lot asked for now, itself and its ancestors, the worst first. */
  standing: z.array(standingReason),
  nodes: inColumns(traceNode),
  edges: inColumns(edgeSent),
  sales: inColumns(traceSale),
  customers: z.array(traceCustomer),
  /** Of the lot asked for, and of the whole chain below it. */
  balances: z.array(massEquation),
})
type ViewSent = z.infer<typeof traceView>
export type TraceView = Omit<ViewSent, 'nodes' | 'edges' | 'sales'> & { nodes: TraceNode[]; edges: TraceEdge[]; sales: TraceSale[] }

/** How a graph is sent. */
export function sentView({ nodes, edges, sales, ...rest }: TraceView): ViewSent {
  const placeOf = new Map(nodes.map((node, place) => [node.id, place]))
  const byPlace = edges.map((edge) => ({ ...edge, from: valueIn(placeOf, edge.from), to: valueIn(placeOf, edge.to) }))
  return { ...rest, nodes: columnsOf(traceNode, nodes), edges: columnsOf(edgeSent, byPlace), sales: columnsOf(traceSale, sales) }
}

/** What a graph that was sent says. */
export function readView({ nodes: lots, edges, sales, ...rest }: ViewSent): TraceView {
  const nodes = rowsIn<TraceNode>(lots)
  const idAt = (place: number) => elementAt(nodes, place).id
  return {
    ...rest,
    nodes,
    edges: rowsIn<z.infer<typeof edgeSent>>(edges).map((edge) => ({ ...edge, from: idAt(edge.from), to: idAt(edge.to) })),
    sales: rowsIn<TraceSale>(sales),
  }
}

const documentKind = keyOf(documentKinds)

/** One event in the life of a lot: when it happened, when it was recorded, by which person, and the facts that the step left. */
const timelineEvent = z.strictObject({
  id,
  lotId: id,
  lotNo: z.string(),
  kind: keyOf(traceKinds),
  occurredAt: instant,
  recordedAt: instant,
  place: z.string(),
  by: z.string(),
  documentNo: z.string(),
  /** In what the packs of the lot are counted. */
  packUnit: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
})
export type TimelineEvent = z.infer<typeof timelineEvent>

/** A signed document of a lot; `holds` is false when the record no longer says what was signed. */
const timelineSignature = z.strictObject({
  id,
  lotId: id,
  documentKind,
  documentNo: z.string(),
  signerName: z.string(),
  meaning: z.string(),
  comment: z.string(),
  signedAt: instant,
  holds: z.boolean(),
  supersededBy: z.string().nullable(),
})
export type TimelineSignature = z.infer<typeof timelineSignature>

const traceDocument = z.strictObject({ lotId: id, lotNo: z.string(), kind: documentKind, id, no: z.string(), at: instant })
export type TraceDocument = z.infer<typeof traceDocument>

/** Why a search found a lot. */
export const foundBy = { lot: '批号', batch: '生产批号', name: '品名', code: '追溯码', document: '单据号' } as const

const foundLot = z.strictObject({
  id,
  kind: lotKind,
  lotNo: z.string(),
  batchNo: z.string(),
  name: z.string(),
  unit: materialUnit,
  state: lotState,
  holds: z.int(),
  quantity: decimalOut,
  bornOn: day,
  by: keyOf(foundBy),
})
export type FoundLot = z.infer<typeof foundLot>

const recentLot = foundLot.omit({ by: true })
export type RecentLot = z.infer<typeof recentLot>

/** How many lots the page shows before anything is looked for. */
export const recentAtMost = 12

/** 模拟召回: every pack lot that stems from a lot, every customer who got some, pack by pack (domain §6.3 item 2, I15). */
export const recalledLot = z.strictObject({
  id,
  lotNo: z.string(),
  batchNo: z.string(),
  name: z.string(),
  state: lotState,
  holds: z.int(),
  expiresOn: day,
  /** made, kg; of it shipped, and still in the house, samples and retention included */
  quantity: decimalOut,
  shipped: decimalOut,
  inHouse: decimalOut,
  packs: z.int(),
  packUnit: z.string(),
  shippedPacks: z.int(),
})
/** `lot` and `customer` are places in the two other lists. */
const recallLine = z.strictObject({
  lot: z.int(),
  customer: z.int(),
  shipmentNo: z.string(),
  orderNo: z.string(),
  departedOn: z.string(),
  /** null while it is on the way */
  arrivedOn: z.string().nullable(),
  packs: z.int(),
  quantity: decimalOut,
})
/** Lots and lines as columns: a recall may have thousands of each. */
const recallList = z.strictObject({
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  packLots: inColumns(recalledLot),
  customers: z.array(
    z.strictObject({
      id,
      name: z.string(),
      province: z.string(),
      city: z.string(),
      contact: z.string(),
      phone: z.string(),
      deliveries: z.int(),
      packs: z.int(),
      quantity: decimalOut,
    }),
  ),
  lines: inColumns(recallLine),
  totals: z.strictObject({
    lots: z.int(),
    customers: z.int(),
    deliveries: z.int(),
    packs: z.int(),
    quantity: decimalOut,
    shipped: decimalOut,
    inHouse: decimalOut,
    other: decimalOut,
  }),
  /** Whether made = shipped + in the house + the rest the ledger knows of. */
  closes: z.boolean(),
})
export type RecallSent = z.infer<typeof recallList>
export type RecallList = Omit<RecallSent, 'packLots' | 'lines'> & {
  packLots: z.infer<typeof recalledLot>[]
  lines: z.infer<typeof recallLine>[]
}

/** What a recall that was sent says. */
export const readRecall = ({ packLots, lines, ...rest }: RecallSent): RecallList => ({
  ...rest,
  packLots: rowsIn<z.infer<typeof recalledLot>>(packLots),
  lines: rowsIn<z.infer<typeof recallLine>>(lines),
})

const lotId = z.strictObject({ id })

export const traceApi = {
  search: endpoint({
    method: 'GET',
    path: '/trace/search',
    right: '22',
    summary: '按批号、追溯码、单据号或拼音首字母找批次',
    input: z.strictObject({ q: scannedText }),
    output: z.array(foundLot),
  }),
  recent: endpoint({
    method: 'GET',
    path: '/trace/recent',
    right: '22',
    summary: '最近的批次，最新的在前',
    input: z.strictObject({}),
    output: z.array(recentLot),
  }),
  view: endpoint({
    method: 'GET',
    path: '/trace/lots/{id}',
    right: '22',
    summary: '一批的来龙去脉：谱系、数量、流向与物料平衡',
    input: lotId,
    output: traceView,
    refusals: ['not_found'],
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/trace/lots/{id}/timeline',
    right: '22',
    summary: '一批及其来源批的履历、单据与签名',
    input: lotId,
    output: z.strictObject({ events: z.array(timelineEvent), signatures: z.array(timelineSignature), documents: z.array(traceDocument) }),
    refusals: ['not_found'],
  }),
  recall: endpoint({
    method: 'GET',
    path: '/trace/lots/{id}/recall',
    right: '22',
    summary: '模拟召回清单',
    input: lotId,
    output: recallList,
    refusals: ['not_found'],
  }),
  recallFile: endpoint({
    method: 'GET',
    path: '/trace/lots/{id}/recall/export',
    right: '22',
    summary: '模拟召回清单（CSV）',
    input: lotId,
    output: z.string(),
    file: 'text/csv; charset=utf-8',
    refusals: ['not_found'],
  }),
}
