import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TraceEdge } from '#contract/tracing/trace.ts'
import { unitsOf } from '#tools/fixed-point.ts'
import type { Graph, GraphLot } from './read-graph.ts'
import { sharesFrom } from './shares-from.ts'
import { balancesOf, closingOf } from './weigh-lots.ts'

type Masses = { held?: Record<string, string>; drawn?: string; sold?: string; charged?: string }

/** A raw lot of 1,000 kg; masses are said in kg. */
const lot = ({
  held = {},
  drawn = '0',
  sold = '0',
  charged = '0',
  ...change
}: Omit<Partial<GraphLot>, keyof Masses> & Masses): GraphLot => ({
  id: 'raw',
  kind: 'raw',
  lotNo: 'YL1',
  batchNo: 'YL1',
  name: '当归',
  unit: 'kg',
  state: 'released',
  holds: 0,
  quantity: '1000',
  net: null,
  packUnit: null,
  bornOn: '2026-03-05',
  expiresOn: null,
  origin: '',
  supplierId: null,
  supplierName: '',
  reportNo: null,
  conforms: null,
  isBelow: true,
  held: new Map(Object.entries(held).map(([kind, quantity]) => [kind, unitsOf(quantity)])),
  ...{ drawn: unitsOf(drawn), sold: unitsOf(sold), charged: unitsOf(charged) },
  packing: null,
  codes: null,
  batch: null,
  ...change,
})
const graphOf = (...lots: GraphLot[]): Graph => ({
  lots,
  edges: [],
  sales: [],
  astray: { packs: 0, quantity: 0n },
  customers: [],
  standing: [],
})
const only = (graph: Graph, id: string) => balancesOf(graph, id).map(({ percent, difference, closes }) => ({ percent, difference, closes }))

test('a raw lot closes within half a percent, and not beyond', () => {
  const raw = (drawn: string) => lot({ held: { supplier: '-1000', bin: '100', laboratory: '0.3' }, drawn })
  assert.deepEqual(only(graphOf(raw('899.7')), 'raw'), [{ percent: '100.00', difference: '0', closes: true }])
  assert.deepEqual(only(graphOf(raw('894.7')), 'raw'), [{ percent: '99.50', difference: '5', closes: true }])
  assert.deepEqual(only(graphOf(raw('894.69')), 'raw'), [{ percent: '99.50', difference: '5.01', closes: false }])
  assert.deepEqual(only(graphOf(raw('904.71')), 'raw'), [{ percent: '100.50', difference: '-5.01', closes: false }])
})

test('what was returned to the supplier, lost or found at stock-taking is in the equation', () => {
  const raw = lot({ held: { supplier: '-950', bin: '40', loss: '12', adjustment: '-2' }, drawn: '900' })
  const [equation] = balancesOf(graphOf(raw), 'raw')
  assert.deepEqual(equation!.right, [
    { label: '投料', quantity: '900' },
    { label: '退供应商', quantity: '50' },
    { label: '损耗与报废', quantity: '12' },
    { label: '在库', quantity: '40' },
    { label: '盘亏（盘盈为负）', quantity: '-2' },
  ])
  assert.ok(equation!.closes)
})

test('a batch is judged by the limits of its own process', () => {
  const batch = (low: string) =>
    lot({
      id: 'batch',
      kind: 'bulk',
      lotNo: '26031201',
      quantity: '480',
      charged: '500',
      held: { bin: '480' },
      batch: { water: '0', losses: '5', sampled: '0.5', leftover: '0', scattered: '0', low, high: '102' },
    })
  const [strict, loose] = [balancesOf(graphOf(batch('98')), 'batch')[0]!, balancesOf(graphOf(batch('97')), 'batch')[0]!]
  assert.deepEqual([strict.percent, strict.difference, strict.closes, loose.closes], ['97.10', '14.5', false, true])
  assert.deepEqual(closingOf(batch('98')), { closes: false, difference: '14.5' })
})

test('packs are counted: one that is missing does not close', () => {
  const sold = (packs: number) => ({
    lot: 0,
    customer: 0,
    deliveries: 1,
    packs,
    quantity: String(packs / 2),
    arrivedPacks: 0,
    arrivedQuantity: '0',
  })
  const finished = lot({
    id: 'packs',
    kind: 'pack',
    lotNo: '26031201-01',
    quantity: '500',
    net: '0.5',
    packUnit: '袋',
    sold: '200',
    held: { bin: '300' },
    codes: { in_stock: 600, shipped: 399 },
  })
  const complete = balancesOf({ ...graphOf(finished), sales: [sold(400)] }, 'packs')
  assert.deepEqual(
    complete.map(({ closes }) => closes),
    [true, false, true, true],
    'only the codes are one short',
  )
  const short = balancesOf({ ...graphOf(finished), sales: [sold(399)] }, 'packs')
  assert.deepEqual(short.at(-1), {
    title: '全链袋数',
    unit: '袋',
    left: [{ label: '包装产出', quantity: '1000' }],
    right: [
      { label: '在途', quantity: '399' },
      { label: '在厂', quantity: '600' },
    ],
    difference: '1',
    percent: '99.90',
    low: '100',
    high: '100',
    closes: false,
  })
})

test('packs of several net contents are counted together, exactly, also where a net content divides nothing evenly', () => {
  const packed = (id: string, net: string, quantity: string, bin: string) =>
    lot({ id, kind: 'pack', lotNo: id, quantity, net, packUnit: '袋', held: { bin } })
  const graph = graphOf(packed('a', '0.3', '9', '9'), packed('b', '0.7', '7', '6.3'))
  const counted = balancesOf(graph, 'a').at(-1)
  assert.deepEqual(
    [counted?.left, counted?.right, counted?.difference, counted?.closes],
    [[{ label: '包装产出', quantity: '40' }], [{ label: '在厂', quantity: '39' }], '1', false],
  )
  const third = balancesOf(graphOf(packed('a', '0.3', '9', '8.9')), 'a').at(-1)
  assert.deepEqual([third?.percent, third?.closes], ['98.89', false], 'a third of a pack is missing')
})

const edge = (from: string, to: string, share: string): TraceEdge => ({
  from,
  to,
  share,
  step: 'production',
  role: 'main',
  quantity: '1',
  documentNo: '',
})

test('shares multiply along a way and add up over ways, however the ways are ordered', () => {
  // A goes half into B and half into C, which meet again in D; E is a batch of D and something else.
  const edges = [edge('D', 'E', '0.8'), edge('B', 'D', '0.25'), edge('A', 'C', '0.6'), edge('C', 'D', '0.75'), edge('A', 'B', '1')]
  assert.deepEqual(Object.fromEntries(sharesFrom('A', edges, 'down')), { A: '1', B: '1', C: '0.6', D: '0.7', E: '0.56' })
  assert.deepEqual(Object.fromEntries(sharesFrom('E', edges, 'up')), { E: '1', D: '0.8', B: '0.2', C: '0.6', A: '0.56' })
})

test('a chain of a thousand reworks is followed to its end', () => {
  const edges = Array.from({ length: 1000 }, (_, depth) => edge(`L${depth}`, `L${depth + 1}`, '1'))
  assert.equal(sharesFrom('L0', edges, 'down').get('L1000'), '1')
})
