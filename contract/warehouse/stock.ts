import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { holdKind, lotKind, lotRow, lotState, type LotKind, type LotState } from './lot.ts'
import { movementKind, zone, type MovementKind, type Zone } from './movement.ts'
import { materialUnit } from './unit.ts'
import { standingReason, standingReasons, type ReasonKind } from './standing.ts'
import { binChoice } from './place.ts'
import {
  day,
  decimalOut,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  person,
  quantity,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'
import { abnormalPackage, lotDoubt } from '#contract/supply/purchase.ts'

/** The two sides of the warehouse, each a page with duties of its own: what was bought (14), and what was made (19). */
export type StockSide = 'raw' | 'pack'
export const sideOfKind: Record<LotKind, StockSide> = { raw: 'raw', auxiliary: 'raw', bulk: 'pack', pack: 'pack' }

/** What is bought is not made and not sold, what is made is not bought: so says the database too (guard_stock_entry). */
const neverMoved: Record<StockSide, readonly MovementKind[]> = {
  raw: ['production_output', 'pack_output', 'ship', 'sales_return'],
  pack: ['receipt', 'pack_issue', 'pack_return', 'supplier_return'],
}
/** The movements that lots of a side may have, in the order of their labels. */
export const movementsOf = (side: StockSide) => movementKind.options.filter((kind) => !neverMoved[side].includes(kind))

/** The zone where goods of a kind and quality lie (domain §2.4: the zone must match the status). */
const zonesOfState: Record<LotKind, Record<LotState, readonly Zone[]>> = {
  raw: {
    quarantine: ['quarantine'],
    under_test: ['quarantine'],
    conforming: [],
    released: ['released'],
    rejected: ['rejected', 'returned'],
    retest_due: ['quarantine'],
    reversed: [],
  },
  auxiliary: {
    quarantine: ['quarantine'],
    under_test: ['quarantine'],
    conforming: [],
    released: ['released'],
    rejected: ['rejected', 'returned'],
    retest_due: ['quarantine'],
    reversed: [],
  },
  bulk: {
    quarantine: ['bulk'],
    under_test: ['bulk'],
    conforming: ['bulk'],
    released: [],
    rejected: ['rejected'],
    retest_due: [],
    reversed: [],
  },
  pack: {
    quarantine: ['pack_quarantine'],
    under_test: [],
    conforming: [],
    released: ['pack_released'],
    // In the 退货区 lies only what came back.
    rejected: ['rejected'],
    retest_due: [],
    reversed: [],
  },
}

/** The zones a lot may be moved into now: those of its state; a held lot only to isolation, where nothing usable lies. */
export const zonesFor = ({ kind, state, holds }: { kind: LotKind; state: LotState; holds: number }): readonly Zone[] =>
  zonesOfState[kind][holds > 0 && state !== 'rejected' ? 'quarantine' : state]

/** A lot on its second axis: free, or held by at least one active hold. What can be done in the warehouse depends on it. */
export type Storable = { state: 'free' | 'held'; kind: LotKind }
export const storable = (lot: { holds: number; kind: LotKind }): Storable => ({ state: lot.holds > 0 ? 'held' : 'free', kind: lot.kind })

const actionsOf = (page: '14' | '19') =>
  ({
    transfer: { label: '移库', duty: `${page}:move`, from: ['free', 'held'], to: 'free', stays: true },
    freeze: { label: '冻结', duty: `${page}:freeze`, from: ['free', 'held'], to: 'held' },
    unfreeze: { label: '解冻', duty: `${page}:freeze`, from: ['held'], to: 'free', orTo: ['held'], signs: '解冻' },
  }) satisfies Record<string, Action<Storable>>

/** What can be done to a lot in the warehouse, by the side it belongs to. */
export const stockActions: Record<StockSide, ReturnType<typeof actionsOf>> = { raw: actionsOf('14'), pack: actionsOf('19') }

/** What the second person signs who moves toxic goods with the keeper. */
export const toxicMoveMeaning = '双人移库毒性货物'

/** Holds that a person places at once by hand. OOS, impact assessment and a recall place their own. */
export const manualHoldKind = holdKind.extract(['freeze', 'deviation', 'doc_missing', 'complaint', 'regulator'], {
  error: '请选择冻结类型',
})

/** Holds that two persons lift by hand. The others end with their case: OOS with its conclusion, impact with the decision about the lot. */
export const liftableHoldKind = holdKind.exclude(['oos', 'impact'])

/** Of these the lifting rests on something that can be shown: the regulator's notice, the closed deviation, the end of the recall. */
const evidencedHolds: readonly string[] = ['regulator', 'deviation', 'complaint', 'recall']
export const needsEvidence = (kind: string): boolean => evidencedHolds.includes(kind)

/** Whether the person who places the hold chooses if it reaches what was made of the lot. */
export const choosesReach = (kind: ReasonKind): boolean => standingReasons[kind].reaches === 'chosen'

const hold = z.strictObject({
  id,
  kind: holdKind,
  reason: z.string(),
  placedBy: person,
  placedAt: instant,
  liftedBy: person.nullable(),
  liftedAt: instant.nullable(),
  /** The second person of those who lifted it; null on holds that were lifted before two had to. */
  liftSecondBy: person.nullable(),
  liftEvidence: z.string().nullable(),
  conclusion: z.string().nullable(),
  /** Null where the kind of hold says so itself. */
  reaches: z.boolean().nullable(),
})
export type Hold = z.infer<typeof hold>

/** A line of the stock ledger (台账). */
const stockEntry = z.strictObject({
  id: z.int(),
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  unit: materialUnit,
  kind: movementKind,
  from: z.string(),
  to: z.string(),
  quantity: decimalOut,
  documentNo: z.string(),
  reason: z.string(),
  by: z.string(),
  occurredAt: instant,
  recordedAt: instant,
})
export type StockEntry = z.infer<typeof stockEntry>

/** Where a lot is and what happened to it in the warehouse: bins and other real places, holds, its lines of the ledger. */
const lotStock = z.strictObject({
  places: z.array(
    z.strictObject({ id, code: z.string(), name: z.string(), warehouse: z.string(), zone: zone.nullable(), quantity: decimalOut }),
  ),
  reservations: z.array(z.strictObject({ documentKind: z.string(), quantity: decimalOut })),
  holds: z.array(hold),
  /** Everything that speaks against the use of the lot now, its ancestors included. */
  reasons: z.array(standingReason),
  /** The newest 300, with the quantity in bins after each. */
  entries: z.array(stockEntry.extend({ balance: decimalOut })),
})
export type LotStock = z.infer<typeof lotStock>

/** A bought lot in stock (货位卡). */
const rawStockRow = lotRow.extend({
  category: z.enum(['crude_drug', 'auxiliary', 'packaging']),
  unit: materialUnit,
  supplierName: z.string(),
  originText: z.string(),
  grade: z.string(),
  storage: z.string(),
  /** kg in bins, spoken for, and free to be used now (0 unless released, in date and without a hold). */
  onHand: decimalOut,
  reserved: decimalOut,
  available: decimalOut,
  /** Codes of its bins. */
  bins: z.array(z.string()),
  /** Days until the retest day; negative when it has passed. */
  daysToRetest: z.int().nullable(),
})
export type RawStockRow = z.infer<typeof rawStockRow>

export const rawStockDetail = rawStockRow.extend({
  receiptNo: z.string(),
  orderNo: z.string(),
  arrivedAt: instant,
  receivedBy: z.string(),
  checkedBy: z.string(),
  nameOnNote: z.string(),
  supplierLotNo: z.string(),
  upstreamTraceCode: z.string(),
  species: z.string(),
  medicinalPart: z.string(),
  sourceKind: z.string(),
  village: z.string(),
  harvestFrom: day.nullable(),
  harvestTo: day.nullable(),
  growthYears: decimalOut.nullable(),
  primaryProcessing: z.array(z.string()),
  isFreshCut: z.boolean(),
  freshCutBasis: z.string(),
  sulfur: z.string(),
  importApprovalNo: z.string(),
  customsNo: z.string(),
  madeOn: day.nullable(),
  packageKind: z.string(),
  packageCount: z.int(),
  noteQuantity: decimalOut,
  gross: decimalOut,
  tare: decimalOut,
  net: decimalOut,
  netReason: z.string(),
  packageIntact: z.boolean(),
  labelComplete: z.boolean(),
  defects: z.array(z.string()),
  exceptionNote: z.string(),
  countyCode: z.string(),
  abnormal: abnormalPackage.nullable(),
  doubts: z.array(lotDoubt),
  doubtReason: z.string(),
})
export type RawStockDetail = z.infer<typeof rawStockDetail>

const ofLot = z.strictObject({ id })

/** What both sides of the warehouse tell of a lot, each under its own path. */
const sideReads = <const Page extends '14' | '19'>(page: Page, side: StockSide, lots: `/${string}`, goods: string) => ({
  stock: endpoint({
    method: 'GET',
    path: `${lots}/{id}/stock`,
    right: page,
    summary: `一批${goods}的存放、预留、冻结与台账`,
    input: ofLot,
    output: lotStock,
    refusals: ['not_found'],
  }),
  entries: endpoint({
    method: 'GET',
    path: `${lots}/entries`,
    right: page,
    summary: `${goods}库存台账`,
    input: listQuery.extend({
      kind: movementKind.extract(movementsOf(side)).optional(),
      from: day.optional(),
      to: day.optional(),
      // Not by quantity: kilograms and pieces are no order, and all that ever moved would be looked at.
      sort: sortBy(['occurredAt', 'lotNo'], '-occurredAt'),
    }),
    output: listOf(stockEntry),
  }),
  targets: endpoint({
    method: 'GET',
    path: `${lots}/{id}/targets`,
    right: `${page}:move`,
    summary: `一批${goods}现在可以移入的货位`,
    input: ofLot,
    output: z.array(binChoice),
    refusals: ['not_found'],
  }),
})

/** What both sides of the warehouse do with a lot, each under its own path and duties. */
const sideSteps = <const Page extends '14' | '19'>(page: Page, lots: `/${string}`, goods: string) => ({
  transfer: endpoint({
    method: 'POST',
    path: `${lots}/{id}/transfer`,
    right: `${page}:move`,
    summary: `${goods}移库：目标库区须与质量状态相符，冻结的只能移到隔离区`,
    input: z.strictObject({
      id,
      fromPlaceId: id,
      toPlaceId: id,
      quantity,
      reason: text(200),
      /** Who carries toxic goods with the one who moves them. */
      second: secondSignature.optional(),
    }),
    output: z.strictObject({ transferNo: z.string() }),
    refusals: [
      'not_found',
      'short_stock',
      'pieces_whole',
      'zone_mismatch',
      'toxic_store',
      'returned_goods',
      'toxic_needs_second',
      'same_person',
      'signer_unknown',
      'signer_lacks_duty',
    ],
  }),
  freeze: endpoint({
    method: 'POST',
    path: `${lots}/{id}/freeze`,
    right: `${page}:freeze`,
    summary: `冻结一批${goods}：解冻前只能取样、移到隔离区或销毁`,
    input: z.strictObject({
      id,
      kind: manualHoldKind,
      reason: text(300),
      /** Whether it also holds what was made of the lot; asked for kinds that leave the choice. */
      reaches: z.boolean('请选择是否同时冻结下游批次').default(true),
    }),
    output: z.strictObject({ holdId: id }),
    refusals: ['not_found'],
  }),
  unfreeze: endpoint({
    method: 'POST',
    path: `${lots}/{id}/unfreeze`,
    right: `${page}:freeze`,
    summary: `解除一批${goods}的一项冻结：写明结论，两人签名`,
    input: z.strictObject({
      id,
      holdId: id,
      conclusion: text(300),
      /** What the conclusion rests on: number of the notice, the report, the closed record. */
      evidence: optionalText(300),
      signature,
      approver: secondSignature,
    }),
    output: z.strictObject({ holds: z.int() }),
    refusals: [
      'deputy_of_first',
      'not_found',
      'not_held',
      'hold_of_case',
      'hold_own_work',
      'recall_open',
      'hold_of_incident',
      'evidence_required',
      'program_cannot_lift',
    ],
  }),
})

export const stockApi = {
  raw: { ...sideReads('14', 'raw', '/raw-lots', '原料'), ...sideSteps('14', '/raw-lots', '原料') },
  pack: { ...sideReads('19', 'pack', '/pack-lots', '成品'), ...sideSteps('19', '/pack-lots', '成品') },
  list: endpoint({
    method: 'GET',
    path: '/raw-lots',
    right: '14',
    summary: '原料库存：批、货位、可用量、复验期、状态',
    input: listQuery.extend({
      kind: lotKind.extract(['raw', 'auxiliary'], { error: '请选择原料或辅料' }).optional(),
      /** 包材 of any unit, or goods and auxiliaries. */
      category: z.enum(['crude_drug', 'auxiliary', 'packaging'], '请选择药材、辅料或包材').optional(),
      state: lotState.optional(),
      held: z.enum(['yes', 'no'], '请选择是或否').optional(),
      /** 近复验期: at most so many days left. */
      within: z.coerce.number('天数不正确').int('天数不正确').min(0, '天数不正确').max(3650, '天数太大').optional(),
      stock: z.enum(['yes', 'no'], '请选择在库或已用完').optional(),
      sort: sortBy(['lotNo', 'name', 'bornOn', 'retestOn', 'onHand', 'available'], '-bornOn'),
    }),
    output: listOf(rawStockRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/raw-lots/{id}',
    right: '14',
    summary: '一个原料批：来源、验收与库存',
    input: ofLot,
    output: rawStockDetail,
    refusals: ['not_found'],
  }),
}
