import { Decimal } from 'decimal.js'
import { packagingBalance } from '#contract/packing/packaging.ts'
import { codeLooks, type CodeState } from '#contract/packing/codes.ts'
import { bornQuantity } from '#contract/warehouse/lot.ts'
import { isCounted } from '#contract/warehouse/unit.ts'
import { unitOfAll } from '#contract/making/pack-spec.ts'
import { balanceLimits, type MassEquation } from '#contract/tracing/trace.ts'
import { only } from '#contract/kernel/certain.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { textOfUnits, unitsInOne, unitsOf } from '#tools/fixed-point.ts'
import type { Graph, GraphLot } from './read-graph.ts'

/** So many parts; of how many to a whole, its equation says. Whole numbers are exact, and a thousand lots are weighed at once. */
type Term = { label: string; quantity: bigint }
type Equation = Pick<MassEquation, 'title' | 'unit'> & {
  /** How many parts make one of the unit. */
  parts: bigint
  left: readonly Term[]
  right: readonly Term[]
  limits: readonly [low: string, high: string]
}

const sum = (quantities: readonly bigint[]) => quantities.reduce((total, quantity) => total + quantity, 0n)
const inPlaces = ({ held }: GraphLot, ...kinds: readonly string[]) => sum(kinds.map((kind) => held.get(kind) ?? 0n))

/** What of a lot lies in real places: bins, laboratory, retention, production, packing. */
const inHouse = (lot: GraphLot) => inPlaces(lot, 'bin', 'laboratory', 'retention', 'production', 'packing')

/** An equation of §6.3 weighed up: closes when the right side lies within the limits, % of the left. */
function weighed({ left, right, limits: [low, high] }: Equation) {
  const cameIn = sum(left.map((term) => term.quantity))
  const accounted = sum(right.map((term) => term.quantity))
  // accounted ÷ cameIn × 100 against a limit in %; where nothing came in, nothing at all is 100 % and anything 0 %.
  const [part, whole] = cameIn === 0n ? [accounted === 0n ? 1n : 0n, 1n] : [accounted, cameIn]
  const against = (limit: string) => part * 100n * unitsInOne - unitsOf(limit) * whole
  return { difference: cameIn - accounted, part, whole, closes: against(low) >= 0n && against(high) <= 0n }
}

/** The equation as the screen shows it, without the terms that are zero. */
function written(equation: Equation): MassEquation {
  const { title, unit, parts, left, right, limits } = equation
  const { difference, part, whole, closes } = weighed(equation)
  const shown = (quantity: bigint) => new Decimal(quantity).div(parts).toFixed()
  const terms = (side: readonly Term[]) =>
    side.filter(({ quantity }) => quantity !== 0n).map(({ label, quantity }) => ({ label, quantity: shown(quantity) }))
  return {
    title,
    unit,
    left: terms(left),
    right: terms(right),
    difference: shown(difference),
    percent: new Decimal(part).div(whole).times(100).toFixed(2),
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
  const isBought = lot.kind === 'raw' || lot.kind === 'auxiliary'
  const drawnInto = lot.kind === 'bulk' ? '包装领用' : lot.kind === 'pack' ? '换包装' : isCounted(lot.unit) ? '包装使用' : '投料'
  return {
    title: `${lot.lotNo} 去向`,
    unit: lot.unit,
    parts: unitsInOne,
    left: [{ label: bornQuantity[lot.kind], quantity: unitsOf(lot.quantity) }],
    right: [
      { label: '取样', quantity: inPlaces(lot, 'laboratory') },
      { label: '留样', quantity: inPlaces(lot, 'retention') },
      { label: drawnInto, quantity: lot.drawn },
      { label: '已销', quantity: lot.sold },
      { label: '退供应商', quantity: isBought ? inPlaces(lot, 'supplier') + unitsOf(lot.quantity) : 0n },
      { label: '损耗与报废', quantity: inPlaces(lot, 'loss') },
      { label: '在库', quantity: inPlaces(lot, 'bin') },
      { label: '在车间', quantity: inPlaces(lot, 'production', 'packing') },
      { label: '盘亏（盘盈为负）', quantity: inPlaces(lot, 'adjustment') },
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
      parts: unitsInOne,
      left: [{ label: '领用', quantity: unitsOf(packing.charged) }],
      right: [
        { label: '包装产出', quantity: unitsOf(lot.quantity) },
        { label: '零头', quantity: unitsOf(packing.remainder) },
        { label: '损耗', quantity: unitsOf(packing.loss) },
      ],
      limits: [packagingBalance.min, packagingBalance.max],
    }
  if (batch === null) return undefined
  return {
    title: `${lot.lotNo} 生产平衡`,
    unit: 'kg',
    parts: unitsInOne,
    left: [
      { label: '投料', quantity: lot.charged },
      { label: '吸水', quantity: unitsOf(batch.water) },
    ],
    right: [
      { label: '合格产出', quantity: unitsOf(lot.quantity) },
      { label: '损耗', quantity: unitsOf(batch.losses) },
      { label: '取样', quantity: unitsOf(batch.sampled) },
      { label: '尾料', quantity: unitsOf(batch.leftover) },
      { label: '终止散失', quantity: unitsOf(batch.scattered) },
    ],
    limits: [batch.low, batch.high],
  }
}

/** 包装产出 of everything that stems from a lot, against what customers have, what is on the way and what is still here. */
function chainOf({ lots, sales, astray }: Graph): Equation[] {
  const packed = lots.filter((lot) => lot.isBelow && lot.kind === 'pack')
  if (packed.length === 0) return []
  const total = (...kinds: readonly string[]) => sum(packed.map((lot) => inPlaces(lot, ...kinds)))
  const arrived = sum(sales.map((sale) => unitsOf(sale.arrivedQuantity)))
  const underway = sum(sales.map((sale) => unitsOf(sale.quantity))) - arrived
  const packs = sales.reduce((count, sale) => count + sale.packs, 0)
  const arrivedPacks = sales.reduce((count, sale) => count + sale.arrivedPacks, 0)
  // A pack is so many parts that the net contents of all of them divide it.
  const parts = [...new Set(packed.flatMap(({ net }) => net ?? []))].map(unitsOf).reduce(leastCommonMultiple, 1n)
  const inPacks = (lot: GraphLot, quantity: bigint) => (lot.net === null ? 0n : (quantity * parts) / unitsOf(lot.net))
  const unit = unitOfAll(packed.flatMap((lot) => lot.packUnit ?? []))
  const writtenOff = (lot: GraphLot) => inPlaces(lot, 'loss', 'adjustment')
  return [
    {
      title: '全链（包装产出 → 客户）',
      unit: 'kg',
      parts: unitsInOne,
      left: [{ label: '包装产出', quantity: sum(packed.map((lot) => unitsOf(lot.quantity))) }],
      right: [
        { label: '客户已签收', quantity: arrived },
        { label: '在途', quantity: underway - astray.quantity },
        { label: '退回途中与索赔中', quantity: astray.quantity },
        { label: '在库', quantity: total('bin') },
        { label: '在车间', quantity: total('production', 'packing') },
        { label: '取样与留样', quantity: total('laboratory', 'retention') },
        // Packed anew, it is counted in the packs that came of it.
        { label: '换包装取用', quantity: sum(packed.map(({ drawn }) => drawn)) },
        { label: '报废与盘亏', quantity: sum(packed.map(writtenOff)) },
      ],
      limits: balanceLimits.packed,
    },
    {
      title: `全链${unit}数`,
      unit,
      parts,
      left: [{ label: '包装产出', quantity: sum(packed.map((lot) => inPacks(lot, unitsOf(lot.quantity)))) }],
      right: [
        { label: '客户已签收', quantity: BigInt(arrivedPacks) * parts },
        { label: '在途', quantity: BigInt(packs - arrivedPacks - astray.packs) * parts },
        { label: '退回途中与索赔中', quantity: BigInt(astray.packs) * parts },
        { label: '在厂', quantity: sum(packed.map((lot) => inPacks(lot, inHouse(lot)))) },
        { label: '换包装打开', quantity: sum(packed.map((lot) => inPacks(lot, lot.drawn))) },
        { label: '报废与盘亏', quantity: sum(packed.map((lot) => inPacks(lot, writtenOff(lot)))) },
      ],
      limits: balanceLimits.counted,
    },
  ]
}

function leastCommonMultiple(one: bigint, other: bigint): bigint {
  let [divisor, rest] = [one, other]
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest]
  return (one / divisor) * other
}

/** The codes on a pack lot's packs: every one that was activated is somewhere, counted exactly (I13). */
function codesOf({ lotNo, codes, net, packUnit, quantity }: GraphLot): Equation[] {
  if (codes === null || net === null || packUnit === null) return []
  const parts = unitsOf(net)
  const inState = (state: CodeState) => BigInt(codes[state] ?? 0) * parts
  return [
    {
      title: `${lotNo} 追溯码`,
      unit: packUnit,
      parts,
      left: [{ label: `赋码${packUnit}数`, quantity: unitsOf(quantity) }],
      right: keysOf(codeLooks).map((state) => ({ label: codeLooks[state].label, quantity: inState(state) })),
      limits: balanceLimits.counted,
    },
  ]
}

/** Whether every equation of a lot closes, and by how many kg the worst does not. */
export function closingOf(lot: GraphLot): { closes: boolean; difference: string } {
  const verdicts = [makingOf(lot), useOf(lot)].filter((one) => one !== undefined).map(weighed)
  const size = (difference: bigint) => (difference < 0n ? -difference : difference)
  const worst = verdicts.map(({ difference }) => difference).reduce((one, other) => (size(other) > size(one) ? other : one))
  return { closes: verdicts.every((one) => one.closes), difference: textOfUnits(worst) }
}

/** Every equation of the lot that was asked for, and of the chain below it. */
export function balancesOf(graph: Graph, id: string): MassEquation[] {
  const lot = only(graph.lots.filter((one) => one.id === id))
  return [makingOf(lot), useOf(lot), ...codesOf(lot), ...chainOf(graph)].filter((one) => one !== undefined).map(written)
}
