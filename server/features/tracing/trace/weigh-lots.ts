import { Decimal } from 'decimal.js'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { packagingBalance } from '#contract/packing/packaging.ts'
import { codeLooks, type CodeState } from '#contract/packing/codes.ts'
import { bornQuantity } from '#contract/warehouse/lot.ts'
import { unitOfAll } from '#contract/making/pack-spec.ts'
import { balanceLimits, type MassEquation } from '#contract/tracing/trace.ts'
import { only } from '#contract/kernel/certain.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import type { Graph, GraphLot } from './read-graph.ts'

type Term = { label: string; quantity: Decimal }
type Equation = Pick<MassEquation, 'title' | 'unit'> & {
  left: readonly Term[]
  right: readonly Term[]
  limits: readonly [low: string, high: string]
}

const zero = new Decimal(0)
const sum = (quantities: readonly Decimal[]) =>
  quantities.reduce((total, quantity) => (quantity.isZero() ? total : total.plus(quantity)), zero)
const kg = (text: string | undefined) => (text === undefined ? zero : exact(text))

/** What of a lot lies in real places: bins, laboratory, retention, production, packing. */
const inHouse = ({ held }: GraphLot) => sum(['bin', 'laboratory', 'retention', 'production', 'packing'].map((kind) => kg(held[kind])))

/** An equation of §6.3 weighed up: closes when the right side lies within the limits, % of the left. */
function weighed({ left, right, limits: [low, high] }: Equation) {
  const cameIn = sum(left.map((term) => term.quantity))
  const accounted = sum(right.map((term) => term.quantity))
  const percent = cameIn.isZero() ? new Decimal(accounted.isZero() ? 100 : 0) : accounted.div(cameIn).times(100)
  return { difference: cameIn.minus(accounted), percent, closes: percent.greaterThanOrEqualTo(low) && percent.lessThanOrEqualTo(high) }
}

/** The equation as the screen shows it, without the terms that are zero. */
function written(equation: Equation): MassEquation {
  const { title, unit, left, right, limits } = equation
  const { difference, percent, closes } = weighed(equation)
  const terms = (side: readonly Term[]) =>
    side.filter(({ quantity }) => !quantity.isZero()).map(({ label, quantity }) => ({ label, quantity: quantity.toFixed() }))
  return {
    title,
    unit,
    left: terms(left),
    right: terms(right),
    difference: difference.toFixed(),
    percent: percent.toFixed(2),
    low: limits[0],
    high: limits[1],
    closes,
  }
}

/**
 * What became of a lot since it was born. What went into other lots is taken from the graph and what went to customers
 * from the shipments, the rest from the stock ledger: three records that have to agree.
 */
function useOf(lot: GraphLot): Equation {
  const { held } = lot
  const isBought = lot.kind === 'raw' || lot.kind === 'auxiliary'
  const drawnInto = lot.kind === 'bulk' ? '包装领用' : '投料'
  return {
    title: `${lot.lotNo} 去向`,
    unit: 'kg',
    left: [{ label: bornQuantity[lot.kind], quantity: exact(lot.quantity) }],
    right: [
      { label: '取样', quantity: kg(held['laboratory']) },
      { label: '留样', quantity: kg(held['retention']) },
      { label: drawnInto, quantity: exact(lot.drawn) },
      { label: '已销', quantity: exact(lot.sold) },
      { label: '退供应商', quantity: isBought ? kg(held['supplier']).plus(lot.quantity) : zero },
      { label: '损耗与报废', quantity: kg(held['loss']) },
      { label: '在库', quantity: kg(held['bin']) },
      { label: '在车间', quantity: kg(held['production']).plus(kg(held['packing'])) },
      { label: '盘亏（盘盈为负）', quantity: kg(held['adjustment']) },
    ],
    limits: lot.kind === 'pack' ? balanceLimits.packed : balanceLimits.raw,
  }
}

/** What went into a batch and what came out of its production (物料平衡表), or into packs and out of packing; limits are those of the process. */
function makingOf(lot: GraphLot): Equation | undefined {
  const { batch, packing } = lot
  if (packing !== null)
    return {
      title: `${lot.lotNo} 包装平衡`,
      unit: 'kg',
      left: [{ label: '领用', quantity: exact(packing.charged) }],
      right: [
        { label: '包装产出', quantity: exact(lot.quantity) },
        { label: '零头', quantity: exact(packing.remainder) },
        { label: '损耗', quantity: exact(packing.loss) },
      ],
      limits: [packagingBalance.min, packagingBalance.max],
    }
  if (batch === null) return undefined
  return {
    title: `${lot.lotNo} 生产平衡`,
    unit: 'kg',
    left: [
      { label: '投料', quantity: exact(lot.charged) },
      { label: '吸水', quantity: exact(batch.water) },
    ],
    right: [
      { label: '合格产出', quantity: exact(lot.quantity) },
      { label: '损耗', quantity: exact(batch.losses) },
      { label: '取样', quantity: exact(batch.sampled) },
      { label: '尾料', quantity: exact(batch.leftover) },
    ],
    limits: [batch.low, batch.high],
  }
}

/** 包装产出 of everything that stems from a lot, against what customers have, what is on the way and what is still here. */
function chainOf({ lots, sales }: Graph): Equation[] {
  const packed = lots.filter((lot) => lot.isBelow && lot.kind === 'pack')
  if (packed.length === 0) return []
  const total = (kind: string) => sum(packed.map((lot) => kg(lot.held[kind])))
  const arrived = sum(sales.map((sale) => exact(sale.arrivedQuantity)))
  const underway = sum(sales.map((sale) => exact(sale.quantity))).minus(arrived)
  const packs = sales.reduce((count, sale) => count + sale.packs, 0)
  const arrivedPacks = sales.reduce((count, sale) => count + sale.arrivedPacks, 0)
  const inPacks = (lot: GraphLot, quantity: Decimal) => (lot.net === null || quantity.isZero() ? zero : quantity.div(lot.net))
  const unit = unitOfAll(packed.flatMap((lot) => lot.packUnit ?? []))
  const writtenOff = (lot: GraphLot) => sum([kg(lot.held['loss']), kg(lot.held['adjustment'])])
  return [
    {
      title: '全链（包装产出 → 客户）',
      unit: 'kg',
      left: [{ label: '包装产出', quantity: sum(packed.map((lot) => exact(lot.quantity))) }],
      right: [
        { label: '客户已签收', quantity: arrived },
        { label: '在途', quantity: underway },
        { label: '在库', quantity: total('bin') },
        { label: '在车间', quantity: total('production').plus(total('packing')) },
        { label: '取样与留样', quantity: total('laboratory').plus(total('retention')) },
        { label: '报废与盘亏', quantity: sum(packed.map(writtenOff)) },
      ],
      limits: balanceLimits.packed,
    },
    {
      title: `全链${unit}数`,
      unit,
      left: [{ label: '包装产出', quantity: sum(packed.map((lot) => inPacks(lot, exact(lot.quantity)))) }],
      right: [
        { label: '客户已签收', quantity: new Decimal(arrivedPacks) },
        { label: '在途', quantity: new Decimal(packs - arrivedPacks) },
        { label: '在厂', quantity: sum(packed.map((lot) => inPacks(lot, inHouse(lot)))) },
        { label: '报废与盘亏', quantity: sum(packed.map((lot) => inPacks(lot, writtenOff(lot)))) },
      ],
      limits: balanceLimits.counted,
    },
  ]
}

/** The codes on a pack lot's packs: every one that was activated is somewhere, counted exactly (I13). */
function codesOf({ lotNo, codes, net, packUnit, quantity }: GraphLot): Equation[] {
  if (codes === null || net === null || packUnit === null) return []
  const inState = (state: CodeState) => new Decimal(codes[state] ?? 0)
  return [
    {
      title: `${lotNo} 追溯码`,
      unit: packUnit,
      left: [{ label: `赋码${packUnit}数`, quantity: exact(quantity).div(net) }],
      right: keysOf(codeLooks).map((state) => ({ label: codeLooks[state].label, quantity: inState(state) })),
      limits: balanceLimits.counted,
    },
  ]
}

/** Whether every equation of a lot closes, and by how many kg the worst does not. */
export function closingOf(lot: GraphLot): { closes: boolean; difference: string } {
  const verdicts = [makingOf(lot), useOf(lot)].filter((one) => one !== undefined).map(weighed)
  const worst = verdicts.reduce((one, other) => (other.difference.abs().greaterThan(one.difference.abs()) ? other : one))
  return { closes: verdicts.every((one) => one.closes), difference: worst.difference.toFixed() }
}

/** Every equation of the lot that was asked for, and of the chain below it. */
export function balancesOf(graph: Graph, id: string): MassEquation[] {
  const lot = only(graph.lots.filter((one) => one.id === id))
  return [makingOf(lot), useOf(lot), ...codesOf(lot), ...chainOf(graph)].filter((one) => one !== undefined).map(written)
}
