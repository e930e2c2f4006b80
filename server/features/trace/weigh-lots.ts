import { Decimal } from 'decimal.js'
import { exact } from '../../../contract/exact-decimal.ts'
import { packagingBalance } from '../../../contract/packaging.ts'
import { codeLooks, type CodeState } from '../../../contract/qr.ts'
import type { StateLook } from '../../../contract/state-look.ts'
import { balanceLimits, type MassEquation, type TraceSale } from '../../../contract/trace.ts'
import type { Graph, GraphLot } from './read-graph.ts'

type Term = { label: string; quantity: Decimal }

const sum = (quantities: readonly Decimal[]) => quantities.reduce((total, quantity) => total.plus(quantity), new Decimal(0))
const kg = (text: string | undefined) => exact(text ?? '0')

/** What of a lot lies in real places: bins, laboratory, retention, production, packing. */
export const inHouse = ({ held }: GraphLot) =>
  sum(['bin', 'laboratory', 'retention', 'production', 'packing'].map((kind) => kg(held[kind])))

/** An equation of §6.3: closes when the right side lies within the limits, % of the left. Terms that are zero say nothing and are left out. */
function equation(
  title: string,
  unit: MassEquation['unit'],
  left: readonly Term[],
  right: readonly Term[],
  [low, high]: readonly [string, string],
): MassEquation {
  const cameIn = sum(left.map((term) => term.quantity))
  const accounted = sum(right.map((term) => term.quantity))
  const percent = cameIn.isZero() ? new Decimal(accounted.isZero() ? 100 : 0) : accounted.div(cameIn).times(100)
  const shown = (terms: readonly Term[]) =>
    terms.filter(({ quantity }) => !quantity.isZero()).map(({ label, quantity }) => ({ label, quantity: quantity.toFixed() }))
  return {
    title,
    unit,
    left: shown(left),
    right: shown(right),
    difference: cameIn.minus(accounted).toFixed(),
    percent: percent.toFixed(2),
    low,
    high,
    closes: percent.greaterThanOrEqualTo(low) && percent.lessThanOrEqualTo(high),
  }
}

/**
 * What became of a lot since it was born. What went into other lots is taken from the graph and what went to customers
 * from the shipments, the rest from the stock ledger: three records that have to agree.
 */
function useOf(lot: GraphLot, sales: readonly TraceSale[]): MassEquation {
  const { held } = lot
  const isBought = lot.kind === 'raw' || lot.kind === 'auxiliary'
  const drawnInto = lot.kind === 'bulk' ? '包装领用' : '投料'
  return equation(
    `${lot.lotNo} 去向`,
    'kg',
    [{ label: isBought ? '收货量' : lot.kind === 'bulk' ? '合格产出' : '包装入库', quantity: exact(lot.quantity) }],
    [
      { label: '取样', quantity: kg(held['laboratory']) },
      { label: '留样', quantity: kg(held['retention']) },
      { label: drawnInto, quantity: exact(lot.drawn) },
      { label: '已销', quantity: sum(sales.filter((sale) => sale.lotId === lot.id).map((sale) => exact(sale.quantity))) },
      { label: '退供应商', quantity: isBought ? kg(held['supplier']).plus(lot.quantity) : new Decimal(0) },
      { label: '损耗与报废', quantity: kg(held['loss']) },
      { label: '在库', quantity: sum(['bin', 'production', 'packing'].map((kind) => kg(held[kind]))) },
      { label: '盘亏（盘盈为负）', quantity: kg(held['adjustment']) },
    ],
    lot.kind === 'finished' ? balanceLimits.packed : balanceLimits.raw,
  )
}

/** What went into a batch and what came out of its production (物料平衡表), or into packs and out of packing; limits are those of the process. */
function makingOf(lot: GraphLot): MassEquation | undefined {
  const { batch, packing } = lot
  if (packing !== null)
    return equation(
      `${lot.lotNo} 包装平衡`,
      'kg',
      [{ label: '领用', quantity: exact(packing.charged) }],
      [
        { label: '包装产出', quantity: exact(lot.quantity) },
        { label: '零头', quantity: exact(packing.remainder) },
        { label: '损耗', quantity: exact(packing.loss) },
      ],
      [packagingBalance.min, packagingBalance.max],
    )
  if (batch === null) return undefined
  return equation(
    `${lot.lotNo} 生产平衡`,
    'kg',
    [
      { label: '投料', quantity: exact(lot.charged) },
      { label: '吸水', quantity: exact(batch.water) },
    ],
    [
      { label: '合格产出', quantity: exact(lot.quantity) },
      { label: '损耗', quantity: exact(batch.losses) },
      { label: '取样', quantity: exact(batch.sampled) },
      { label: '尾料', quantity: exact(batch.leftover) },
    ],
    [batch.low, batch.high],
  )
}

/** 包装产出 of everything that stems from a lot, against what customers have, what is on the way and what is still here. */
function chainOf({ lots, sales }: Graph): MassEquation[] {
  const packed = lots.filter((lot) => lot.isBelow && lot.kind === 'finished')
  if (packed.length === 0) return []
  const total = (kind: string) => sum(packed.map((lot) => kg(lot.held[kind])))
  const arrived = sum(sales.map((sale) => exact(sale.arrivedQuantity)))
  const underway = sum(sales.map((sale) => exact(sale.quantity))).minus(arrived)
  const packs = sales.reduce((count, sale) => count + sale.packs, 0)
  const arrivedPacks = sales.reduce((count, sale) => count + sale.arrivedPacks, 0)
  const inPacks = (lot: GraphLot, quantity: Decimal) => (lot.net === null ? new Decimal(0) : quantity.div(lot.net))
  const rest = (lot: GraphLot) => kg(lot.held['loss']).plus(kg(lot.held['adjustment']))
  return [
    equation(
      '全链（包装产出 → 客户）',
      'kg',
      [{ label: '包装产出', quantity: sum(packed.map((lot) => exact(lot.quantity))) }],
      [
        { label: '客户已签收', quantity: arrived },
        { label: '在途', quantity: underway },
        { label: '在库', quantity: total('bin').plus(total('production')).plus(total('packing')) },
        { label: '取样与留样', quantity: total('laboratory').plus(total('retention')) },
        { label: '报废与盘亏', quantity: sum(packed.map(rest)) },
      ],
      balanceLimits.packed,
    ),
    equation(
      '全链袋数',
      '袋',
      [{ label: '包装产出', quantity: sum(packed.map((lot) => inPacks(lot, exact(lot.quantity)))) }],
      [
        { label: '客户已签收', quantity: new Decimal(arrivedPacks) },
        { label: '在途', quantity: new Decimal(packs - arrivedPacks) },
        { label: '在库与留样', quantity: sum(packed.map((lot) => inPacks(lot, inHouse(lot)))) },
        { label: '报废与盘亏', quantity: sum(packed.map((lot) => inPacks(lot, rest(lot)))) },
      ],
      balanceLimits.counted,
    ),
  ]
}

const codeStates = Object.entries(codeLooks) as [CodeState, StateLook][]

/** The codes on a finished lot's packs: every one that was activated is somewhere, counted exactly (I13). */
function codesOf({ lotNo, codes, net, quantity }: GraphLot): MassEquation[] {
  if (codes === null || net === null) return []
  const inState = (state: CodeState) => new Decimal(codes[state] ?? 0)
  return [
    equation(
      `${lotNo} 追溯码`,
      '袋',
      [{ label: '赋码袋数', quantity: exact(quantity).div(net) }],
      codeStates.map(([state, { label }]) => ({ label, quantity: inState(state) })),
      balanceLimits.counted,
    ),
  ]
}

/** Whether every equation of a lot closes, and by how many kg the worst does not. */
export function closingOf(lot: GraphLot, sales: readonly TraceSale[]): { closes: boolean; difference: string } {
  const equations = [makingOf(lot), useOf(lot, sales)].filter((one) => one !== undefined)
  const worst = equations.toSorted((a, b) => exact(b.difference).abs().comparedTo(exact(a.difference).abs()))[0]!
  return { closes: equations.every((one) => one.closes), difference: worst.difference }
}

/** Every equation of the lot that was asked for, and of the chain below it. */
export function balancesOf(graph: Graph, id: string): MassEquation[] {
  const lot = graph.lots.find((one) => one.id === id)!
  const making = makingOf(lot)
  return [...(making === undefined ? [] : [making]), useOf(lot, graph.sales), ...codesOf(lot), ...chainOf(graph)]
}
