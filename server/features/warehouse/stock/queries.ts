import { reasonsAgainst } from '#server/features/warehouse/lot/standing.ts'
import { sql, type NotNull, type SqlBool } from 'kysely'
import { lotKind } from '#contract/warehouse/lot.ts'
import { originText } from '#contract/supply/origin.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import {
  sideOfKind,
  zonesFor,
  type stockApi,
  type Hold,
  type LotStock,
  type RawStockRow,
  type StockSide,
} from '#contract/warehouse/stock.ts'
import type { EveryColumnRead } from '#server/db/every-column.ts'
import { pageOf } from '#kernel/paging.ts'
import { planAnew, planOf, waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { binsFor } from '#server/features/warehouse/place/bins-for.ts'
import { availableOf, isInNoBin, isUsable, lotsOf, shownStock } from './on-hand.ts'

const rawLots = (tx: Tx, which: 'all' | 'on hand' = 'all') =>
  tx
    .selectFrom(lotsOf(which))
    // To the left, so that finding and counting rows does not pay for what is only shown: every bought lot has all three.
    .leftJoin('rawLot', (join) => join.onRef('rawLot.enterpriseId', '=', 'lot.enterpriseId').onRef('rawLot.id', '=', 'lot.id'))
    .leftJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'lot.enterpriseId').onRef('material.id', '=', 'lot.materialId'),
    )
    .leftJoin('supplier', (join) =>
      join.onRef('supplier.enterpriseId', '=', 'rawLot.enterpriseId').onRef('supplier.id', '=', 'rawLot.supplierId'),
    )
    .leftJoin(shownStock, (join) => join.onTrue())
    // Written out: of a parameter PostgreSQL cannot know that an index of bought lots has them all.
    .where(sql<SqlBool>`lot.kind in ('raw', 'auxiliary')`)
    .select([
      'lot.id',
      'lot.kind',
      'lot.lotNo',
      'lot.batchNo',
      'lot.name',
      'lot.state',
      'lot.holds',
      'lot.quantity',
      'lot.bornOn',
      'lot.retestOn',
      'lot.expiresOn',
      'lot.isToxic',
      'lot.rowVersion',
      'material.category',
      'lot.unit',
      'material.storage',
      'supplier.name as supplierName',
      'rawLot.grade',
      'rawLot.province',
      'rawLot.city',
      'rawLot.county',
    ])
    .select([
      'stock.onHand',
      'stock.reserved',
      'stock.bins',
      availableOf(isUsable).as('available'),
      sql<number | null>`lot.retest_on - today()`.as('daysToRetest'),
    ])
    .$narrowType<{
      category: NotNull
      storage: NotNull
      supplierName: NotNull
      grade: NotNull
      province: NotNull
      city: NotNull
      county: NotNull
      onHand: NotNull
      reserved: NotNull
      bins: NotNull
    }>()

type SelectedRow = Awaited<ReturnType<ReturnType<typeof rawLots>['execute']>>[number]

const shownRow = ({ province, city, county, ...row }: SelectedRow): RawStockRow => ({
  ...row,
  originText: province === '' ? '' : originText({ province, city, county }),
})

export const listRawStock: Handler<typeof stockApi.list> = async (
  tx,
  _actor,
  { page, pageSize, sort, q, kind, category, state, held, within, stock },
) => {
  // By their materials, which are looked up first: with their ids the planner can tell a rare category from a common one.
  const goods = category && (await tx.selectFrom('material').select('id').where('category', '=', category).execute()).map(({ id }) => id)
  const ways = await waysTo(tx, q, {
    numbers: ['lot.lotNo'],
    goods: 'lot.name',
    isInOrder: sort === 'bornOn' || sort === '-bornOn',
    supplier: 'rawLot.supplierId',
    isLong: true,
  })
  const found = await pageOf(
    tx,
    rawLots(tx, stock === 'yes' ? 'on hand' : 'all')
      .$call((query) => (kind === undefined ? query : query.where('lot.kind', '=', sql.lit(kind))))
      .$if(goods !== undefined, (query) => query.where(sql<SqlBool>`lot.material_id = any (${goods}::uuid[])`))
      .$call((query) => (state === undefined ? query : query.where('lot.state', '=', sql.lit(state))))
      .$if(held !== undefined, (query) => query.where('lot.holds', held === 'yes' ? '>' : '=', sql.lit(0)))
      .$call((query) => (within === undefined ? query : query.where('lot.retestOn', '<=', addDays(dayInShanghai(tx.now()), within))))
      .$if(stock === 'no', (query) => query.where(isInNoBin)),
    {
      page,
      pageSize,
      sort,
      anyOf: ways,
      plan: (category ?? within ?? stock) === undefined ? planOf(ways) : planAnew(ways),
    },
  )
  return { rows: found.rows.map(shownRow), total: found.total }
}

/** What the row of the list tells of a raw lot, or the document it names. */
type InRow = 'enterpriseId' | 'id' | 'kind' | 'receiptId' | 'orderId' | 'supplierId' | 'province' | 'city' | 'county' | 'grade'

export const readRawLot: Handler<typeof stockApi.read> = async (tx, _actor, { id }) => {
  const row = await rawLots(tx).where('lot.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  const { town, village, sourceKind, sulfur, ...details } = (await tx
    .selectFrom('rawLot')
    .innerJoin('receipt', (join) =>
      join.onRef('receipt.enterpriseId', '=', 'rawLot.enterpriseId').onRef('receipt.id', '=', 'rawLot.receiptId'),
    )
    .innerJoin('purchaseOrder', (join) =>
      join.onRef('purchaseOrder.enterpriseId', '=', 'rawLot.enterpriseId').onRef('purchaseOrder.id', '=', 'rawLot.orderId'),
    )
    .innerJoin('account as receiver', (join) =>
      join.onRef('receiver.enterpriseId', '=', 'receipt.enterpriseId').onRef('receiver.id', '=', 'receipt.receivedBy'),
    )
    .innerJoin('account as checker', (join) =>
      join.onRef('checker.enterpriseId', '=', 'receipt.enterpriseId').onRef('checker.id', '=', 'receipt.checkedBy'),
    )
    .select([
      'receipt.receiptNo',
      'receipt.arrivedAt',
      'purchaseOrder.orderNo',
      'receiver.name as receivedBy',
      'checker.name as checkedBy',
      'rawLot.nameOnNote',
      'rawLot.supplierLotNo',
      'rawLot.upstreamTraceCode',
      'rawLot.species',
      'rawLot.medicinalPart',
      'rawLot.sourceKind',
      'rawLot.town',
      'rawLot.village',
      'rawLot.harvestFrom',
      'rawLot.harvestTo',
      'rawLot.growthYears',
      'rawLot.primaryProcessing',
      'rawLot.isFreshCut',
      'rawLot.freshCutBasis',
      'rawLot.sulfur',
      'rawLot.importApprovalNo',
      'rawLot.customsNo',
      'rawLot.madeOn',
      'rawLot.packageKind',
      'rawLot.packageCount',
      'rawLot.noteQuantity',
      'rawLot.gross',
      'rawLot.tare',
      'rawLot.net',
      'rawLot.netReason',
      'rawLot.packageIntact',
      'rawLot.labelComplete',
      'rawLot.defects',
      'rawLot.exceptionNote',
      'rawLot.countyCode',
      'rawLot.abnormal',
      'rawLot.doubts',
      'rawLot.doubtReason',
    ])
    .where('rawLot.id', '=', id)
    .executeTakeFirstOrThrow()) satisfies EveryColumnRead<
    'rawLot',
    InRow | 'purchaseLineId' | 'lineNo' | 'doorLine' | 'lineNet' | 'lineNote' | 'linePackages'
  >
  return { ...shownRow(row), ...details, village: `${town}${village}`, sourceKind: sourceKind ?? '', sulfur: sulfur ?? '' }
}

/** The kind, state and holds of a lot of this side; a lot of the other side is not found. */
async function lotOf(tx: Tx, side: StockSide, id: string) {
  const lot = await tx.selectFrom('lot').select(['id', 'kind', 'state', 'holds', 'isToxic']).where('id', '=', id).executeTakeFirst()
  if (lot === undefined || sideOfKind[lot.kind] !== side) throw new Refusal('not_found')
  return lot
}

/** Where a lot is and what happened to it in the warehouse. */
export const lotStockOf =
  (side: StockSide): Handler<(typeof stockApi)['raw']['stock']> =>
  async (tx, _actor, { id }) => {
    await lotOf(tx, side, id)
    const places = await tx
      .selectFrom('stockBalance')
      .innerJoin('place', (join) =>
        join.onRef('place.enterpriseId', '=', 'stockBalance.enterpriseId').onRef('place.id', '=', 'stockBalance.placeId'),
      )
      .select(['place.id', 'place.code', 'place.name', 'place.warehouse', 'place.zone', 'stockBalance.quantity'])
      .where('stockBalance.lotId', '=', id)
      .where('stockBalance.isReal', '=', true)
      .where('stockBalance.quantity', '>', '0')
      .orderBy('place.code')
      .execute()
    const reservations = await tx
      .selectFrom('lotReservation')
      .select(['documentKind', 'quantity'])
      .where('lotId', '=', id)
      .where('quantity', '>', '0')
      .execute()
    return {
      places,
      reservations,
      holds: await holdsOf(tx, id),
      reasons: await reasonsAgainst(tx, id),
      entries: await entriesOf(tx, id),
    }
  }

async function holdsOf(tx: Tx, lotId: string): Promise<Hold[]> {
  const holds = await tx
    .selectFrom('hold')
    .innerJoin('account as placer', (join) =>
      join.onRef('placer.enterpriseId', '=', 'hold.enterpriseId').onRef('placer.id', '=', 'hold.placedBy'),
    )
    .leftJoin('account as lifter', (join) =>
      join.onRef('lifter.enterpriseId', '=', 'hold.enterpriseId').onRef('lifter.id', '=', 'hold.liftedBy'),
    )
    .leftJoin('account as second', (join) =>
      join.onRef('second.enterpriseId', '=', 'hold.enterpriseId').onRef('second.id', '=', 'hold.liftSecondBy'),
    )
    .select([
      'hold.id',
      'hold.kind',
      'hold.reason',
      'hold.placedAt',
      'hold.liftedAt',
      'hold.conclusion',
      'hold.liftEvidence',
      'hold.reaches',
      'placer.id as placerId',
      'placer.name as placerName',
      'lifter.id as lifterId',
      'lifter.name as lifterName',
      'second.id as secondId',
      'second.name as secondName',
    ])
    .where('hold.lotId', '=', lotId)
    .orderBy('hold.placedAt', 'desc')
    .orderBy('hold.id')
    .execute()
  return holds.map(({ placerId, placerName, lifterId, lifterName, secondId, secondName, ...hold }) => ({
    ...hold,
    placedBy: { id: placerId, name: placerName },
    liftedBy: personIn(lifterId, lifterName),
    liftSecondBy: personIn(secondId, secondName),
  }))
}

const personIn = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })

/** Lines of the ledger, with the names of their places. */
const entries = (tx: Tx) =>
  tx
    .selectFrom('stockEntry')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'stockEntry.enterpriseId').onRef('lot.id', '=', 'stockEntry.lotId'))
    .leftJoin('place as source', (join) =>
      join.onRef('source.enterpriseId', '=', 'stockEntry.enterpriseId').onRef('source.id', '=', 'stockEntry.fromPlaceId'),
    )
    .leftJoin('place as target', (join) =>
      join.onRef('target.enterpriseId', '=', 'stockEntry.enterpriseId').onRef('target.id', '=', 'stockEntry.toPlaceId'),
    )
    .leftJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'stockEntry.enterpriseId').onRef('account.id', '=', 'stockEntry.byId'),
    )
    .select([
      'stockEntry.id',
      'stockEntry.lotId',
      'lot.lotNo',
      'lot.name',
      'lot.unit',
      'stockEntry.kind',
      'source.name as from',
      'target.name as to',
      'stockEntry.quantity',
      'stockEntry.documentNo',
      'stockEntry.reason',
      'account.name as by',
      'stockEntry.occurredAt',
      'stockEntry.recordedAt',
    ])
    // Joined to the left for the page's sake only: every entry has both places and its writer.
    .$narrowType<{ from: NotNull; to: NotNull; by: NotNull }>()

async function entriesOf(tx: Tx, lotId: string): Promise<LotStock['entries']> {
  const rows = await entries(tx)
    .select(
      sql<string>`sum(case when target.kind = 'bin' then stock_entry.quantity else 0 end - case when source.kind = 'bin' then stock_entry.quantity else 0 end)
        over (order by stock_entry.id)`.as('balance'),
    )
    .where('stockEntry.lotId', '=', lotId)
    .orderBy('stockEntry.id', 'desc')
    .limit(300)
    .execute()
  return rows
}

/** The ledger of one side, newest first; days are those of Asia/Shanghai. */
export const listEntries = (side: StockSide): Handler<(typeof stockApi)['raw']['entries']> => {
  const kinds = lotKind.options.filter((kind) => sideOfKind[kind] === side)
  return async (tx, _actor, { page, pageSize, sort, q, kind, from, to }) => {
    const found = await pageOf(
      tx,
      entries(tx)
        .where('lot.kind', 'in', kinds)
        .$call((query) => (kind === undefined ? query : query.where('stockEntry.kind', '=', sql.lit(kind))))
        .$if(from !== undefined, (query) =>
          query.where(sql<SqlBool>`stock_entry.occurred_at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'`),
        )
        .$if(to !== undefined, (query) =>
          query.where(sql<SqlBool>`stock_entry.occurred_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`),
        ),
      {
        page,
        pageSize,
        sort,
        anyOf: await waysTo(tx, q, { numbers: ['lot.lotNo', 'stockEntry.documentNo'], goods: 'lot.name', isLong: true }),
      },
    )
    return found
  }
}

/** The bins a lot may be put into now. */
export const listTargets =
  (side: StockSide): Handler<(typeof stockApi)['raw']['targets']> =>
  async (tx, _actor, { id }) => {
    const lot = await lotOf(tx, side, id)
    return binsFor(tx, { zones: zonesFor(lot), isToxic: lot.isToxic })
  }
