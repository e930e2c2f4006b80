import { sql, type NotNull } from 'kysely'
import type { packagingApi, PackagingRow } from '#contract/packing/packaging.ts'
import type { CorrectedValue } from '#contract/cases/corrected-value.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { choicesAtMost } from '#contract/kernel/values.ts'
import { pageOf } from '#kernel/paging.ts'
import { waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { breakdownsIn } from '#server/features/making/asset/breakdowns.ts'
import { unfitAmong } from '#server/features/warehouse/lot/standing.ts'
import { isUsableItself, lotsInTurn, onHand, stockOfLot } from '#server/features/warehouse/stock/on-hand.ts'
import { neededMaterials, packMaterialEntries, pieceAccounts } from './pack-materials.ts'
import { readRepack } from './read-repack.ts'
import { specChoices } from './spec-choices.ts'

/**
 * Packaging orders with everything a `PackagingRow` needs; joined to the left, so that finding and counting rows does not pay for what is only shown:
 * every order has its batch, specification and author.
 */
const orders = (tx: Tx) =>
  tx
    .selectFrom('packagingOrder')
    .leftJoin('lot', (join) =>
      join.onRef('lot.enterpriseId', '=', 'packagingOrder.enterpriseId').onRef('lot.id', '=', 'packagingOrder.bulkLotId'),
    )
    .leftJoin('packSpec', (join) =>
      join.onRef('packSpec.enterpriseId', '=', 'packagingOrder.enterpriseId').onRef('packSpec.id', '=', 'packagingOrder.packSpecId'),
    )
    .leftJoin('account as author', (join) =>
      join.onRef('author.enterpriseId', '=', 'packagingOrder.enterpriseId').onRef('author.id', '=', 'packagingOrder.createdBy'),
    )
    .leftJoin('account as approver', (join) =>
      join.onRef('approver.enterpriseId', '=', 'packagingOrder.enterpriseId').onRef('approver.id', '=', 'packagingOrder.approvedBy'),
    )
    .leftJoin('packLot', (join) =>
      join.onRef('packLot.enterpriseId', '=', 'packagingOrder.enterpriseId').onRef('packLot.packagingOrderId', '=', 'packagingOrder.id'),
    )
    .leftJoin('lot as pack', (join) => join.onRef('pack.enterpriseId', '=', 'packLot.enterpriseId').onRef('pack.id', '=', 'packLot.id'))
    .leftJoin('lot as opened', (join) =>
      join.onRef('opened.enterpriseId', '=', 'packagingOrder.enterpriseId').onRef('opened.id', '=', 'packagingOrder.repackOf'),
    )
    .select([
      'packagingOrder.id',
      'packagingOrder.orderNo',
      'packagingOrder.state',
      'packagingOrder.bulkLotId',
      'packagingOrder.plannedPacks',
      'packagingOrder.createdAt',
      'packagingOrder.rowVersion',
      'lot.batchNo',
      'lot.name as productName',
      'lot.isToxic',
      'packSpec.name as specName',
      'packSpec.packUnit',
      'packSpec.packsPerBox',
      'packSpec.netQuantity',
      'author.id as authorId',
      'author.name as authorName',
      'approver.id as approverId',
      'approver.name as approverName',
      'packLot.packs',
      'packLot.id as lotId',
      'pack.lotNo',
      'opened.id as openedId',
      'opened.lotNo as openedNo',
    ])
    .select(
      sql<number>`coalesce((select sum(r.count) from label_run l join code_range r on r.enterprise_id = l.enterprise_id and r.id = l.pack_range_id
        where l.enterprise_id = packaging_order.enterprise_id and l.packaging_order_id = packaging_order.id), 0)::integer`.as(
        'labelsIssued',
      ),
    )
    .$narrowType<{
      batchNo: NotNull
      productName: NotNull
      isToxic: NotNull
      specName: NotNull
      packUnit: NotNull
      packsPerBox: NotNull
      netQuantity: NotNull
      authorId: NotNull
      authorName: NotNull
    }>()

type Selected = Awaited<ReturnType<ReturnType<typeof orders>['execute']>>[number]

const shown = ({ authorId, authorName, approverId, approverName, openedId, openedNo, ...row }: Selected): PackagingRow => ({
  ...row,
  repackOf: openedId === null || openedNo === null ? null : { lotId: openedId, lotNo: openedNo },
  createdBy: { id: authorId, name: authorName },
  approvedBy: approverId === null || approverName === null ? null : { id: approverId, name: approverName },
})

/** One order as the list shows it, which is what the rules are asked about. */
export async function packagingRowOf(tx: Tx, id: string): Promise<PackagingRow> {
  const row = await orders(tx).where('packagingOrder.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return shown(row)
}

export const listPackaging: Handler<typeof packagingApi.list> = async (
  tx,
  _actor,
  { page, pageSize, sort, q, state, kind, finishedFrom },
) => {
  const found = await pageOf(
    tx,
    orders(tx)
      .$call((query) => (state === undefined ? query : query.where('packagingOrder.state', '=', sql.lit(state))))
      .$if(kind !== undefined, (query) => query.where('packagingOrder.repackOf', kind === 'repack' ? 'is not' : 'is', null))
      .$if(finishedFrom !== undefined, (query) =>
        query.where(
          sql<boolean>`exists (select from packaging_record r where r.enterprise_id = packaging_order.enterprise_id and r.packaging_order_id = packaging_order.id
            and r.finished_at >= (${finishedFrom}::date)::timestamp at time zone 'Asia/Shanghai')`,
        ),
      ),
    {
      page,
      pageSize,
      sort,
      anyOf: await waysTo(tx, q, {
        numbers: ['packagingOrder.orderNo', 'lot.batchNo', 'pack.lotNo', 'opened.lotNo'],
        goods: 'lot.name',
        isLong: true,
      }),
    },
  )
  return { rows: found.rows.map(shown), total: found.total }
}

export const readPackaging: Handler<typeof packagingApi.read> = async (tx, _actor, { id }) => {
  const row = await packagingRowOf(tx, id)
  const order = await tx
    .selectFrom('packagingOrder')
    .innerJoin('lot', (join) =>
      join
        .onRef('lot.enterpriseId', '=', 'packagingOrder.enterpriseId')
        // Of what is packed: the batch, or the packs that are opened.
        .onRef('lot.id', '=', row.repackOf === null ? 'packagingOrder.bulkLotId' : 'packagingOrder.repackOf'),
    )
    .select([
      'packagingOrder.packagingMaterial',
      'packagingOrder.labelVersion',
      'packagingOrder.remark',
      'packagingOrder.approvedAt',
      'packagingOrder.cancelReason',
      'packagingOrder.label',
      'lot.bornOn as producedOn',
      'lot.expiresOn',
    ])
    .select(onHand.as('bulkOnHand'))
    .where('packagingOrder.id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    ...order,
    repack: row.repackOf === null ? null : await readRepack(tx, id),
    runs: await readRuns(tx, id),
    stations: await readStations(tx, id),
    breakdowns: await breakdownsIn(tx, 'u.packagingOrderId', id),
    materials: await neededMaterials(tx, id),
    pieces: await pieceAccounts(tx, id),
    pieceEntries: await packMaterialEntries(tx, id),
    record: await readRecord(tx, id),
  }
}

/** Where and with what an order is packed, each once. */
const readStations = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('assetUse')
    .innerJoin('asset', (join) => join.onRef('asset.enterpriseId', '=', 'assetUse.enterpriseId').onRef('asset.id', '=', 'assetUse.assetId'))
    .select(['asset.id', 'asset.kind', 'asset.number', 'asset.name'])
    .distinct()
    .where('assetUse.packagingOrderId', '=', orderId)
    .orderBy('asset.kind')
    .orderBy('asset.number')
    .execute()

const readRuns = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('labelRun')
    .leftJoin('codeRange as packs', (join) =>
      join.onRef('packs.enterpriseId', '=', 'labelRun.enterpriseId').onRef('packs.id', '=', 'labelRun.packRangeId'),
    )
    .leftJoin('codeRange as boxes', (join) =>
      join.onRef('boxes.enterpriseId', '=', 'labelRun.enterpriseId').onRef('boxes.id', '=', 'labelRun.boxRangeId'),
    )
    .innerJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'labelRun.enterpriseId').onRef('account.id', '=', 'labelRun.issuedBy'),
    )
    .leftJoin('account as approver', (join) =>
      join.onRef('approver.enterpriseId', '=', 'labelRun.enterpriseId').onRef('approver.id', '=', 'labelRun.approvedBy'),
    )
    .select([
      'labelRun.runNo',
      'labelRun.serial',
      'labelRun.packRangeId',
      'labelRun.boxRangeId',
      'labelRun.reason',
      'account.name as issuedByName',
      'labelRun.issuedAt',
      'approver.name as approvedByName',
    ])
    .select((eb) => eb.fn.coalesce('packs.count', sql<number>`0::bigint`).as('packLabels'))
    .select((eb) => eb.fn.coalesce('boxes.count', sql<number>`0::bigint`).as('boxLabels'))
    .where('labelRun.packagingOrderId', '=', orderId)
    .orderBy('labelRun.serial')
    .execute()

async function readRecord(tx: Tx, orderId: string) {
  const record = await tx
    .selectFrom('packagingRecord')
    .innerJoin('account as operator', (join) =>
      join.onRef('operator.enterpriseId', '=', 'packagingRecord.enterpriseId').onRef('operator.id', '=', 'packagingRecord.operatorId'),
    )
    .leftJoin('account as checker', (join) =>
      join.onRef('checker.enterpriseId', '=', 'packagingRecord.enterpriseId').onRef('checker.id', '=', 'packagingRecord.checkedBy'),
    )
    .leftJoin('account as beyond', (join) =>
      join.onRef('beyond.enterpriseId', '=', 'packagingRecord.enterpriseId').onRef('beyond.id', '=', 'packagingRecord.beyondPlanBy'),
    )
    .select([
      'packagingRecord.id',
      'startedAt',
      'finishedAt',
      'packs',
      'boxes',
      'charged',
      'packed',
      'remainder',
      'loss',
      'openedPacks',
      'missingPacks',
      'lossReason',
      'balance',
      'deviation',
      'labelsIssued',
      'labelsUsed',
      'labelsSpoiled',
      'labelsDestroyed',
      'labelsSampled',
      'labelsLost',
      'codesActivated',
      'codesVoided',
      'firstPiece',
      'clearance',
      'remark',
      'operator.name as operatorName',
      'checker.name as checkedByName',
      'beyond.name as beyondPlanByName',
    ])
    .select(sql<string[]>`weight_checks::text[]`.as('weightChecks'))
    .select(sql<CorrectedValue[]>`corrections_of('packaging_record', packaging_record.id)`.as('corrections'))
    .where('packagingOrderId', '=', orderId)
    .executeTakeFirst()
  return record ?? null
}

/** kg that orders take which are not approved yet and have reserved nothing. */
const drafted = sql`(select coalesce(sum(o.planned_packs * spec.net_quantity), 0) from packaging_order o
  join pack_spec spec on spec.enterprise_id = o.enterprise_id and spec.id = o.pack_spec_id
  where o.enterprise_id = lot.enterprise_id and o.bulk_lot_id = lot.id and o.state = 'draft' and o.repack_of is null)`

/**
 * A batch with at least one pack of its product left that no order takes: what remains below is sample or loss. About `lot` and its `stock`. What it was made
 * of is not asked.
 */
const isPackable = sql<boolean>`(lot.kind = 'bulk' and ${isUsableItself} and stock.on_hand > stock.reserved
  and stock.on_hand - stock.reserved - ${drafted} >= coalesce((select min(spec.net_quantity) from pack_spec spec
    where spec.enterprise_id = lot.enterprise_id and spec.product_id = lot.product_id and spec.is_active), 0))`

type Packable = { id: string; batchNo: string; name: string; expiresOn: string | null; productId: string; available: string }

/** The oldest batches that may be packed. What they were made of is asked of all that come into question at once: one by one it costs ten times as much. */
async function packable(tx: Tx, q: string, id: string | undefined): Promise<Packable[]> {
  for (let most = 2 * choicesAtMost; ; most *= 4) {
    const found = await packableThemselves(tx, q, id, most)
    const unfit =
      found.length === 0
        ? new Set()
        : await unfitAmong(
            tx,
            found.map((lot) => lot.id),
          )
    const fit = found.filter((lot) => !unfit.has(lot.id))
    if (fit.length >= choicesAtMost || found.length < most) return fit.slice(0, choicesAtMost)
  }
}

async function packableThemselves(tx: Tx, q: string, id: string | undefined, most: number): Promise<Packable[]> {
  const atMost = sql.lit(most)
  const columns = sql`lot.id, lot.batch_no, lot.name, lot.expires_on, lot.product_id, lot.born_on, stock.on_hand - stock.reserved as available`
  const numbered =
    id === undefined ? sql`lot.batch_no >= ${q.toUpperCase()} and lot.batch_no < ${`${q.toUpperCase()}\u{10FFFF}`}` : sql`lot.id = ${id}`
  const named = sql`select due.* from product cross join lateral (
      select ${columns} from ${lotsInTurn(sql`product.id`)} cross join ${stockOfLot()}
      where ${isPackable} order by here.due_on, here.lot_id limit ${atMost}) due
    where ${q === '' ? sql`true` : sql`(strpos(product.name, ${q}) > 0 or strpos(product.initials, ${q.toLowerCase()}) > 0)`}`
  const one = sql`(select ${columns} from lot cross join ${stockOfLot()} where ${numbered} and ${isPackable} limit ${atMost})`
  const { rows } = await sql<Packable>`
    select * from (${id !== undefined ? one : q === '' ? named : sql`${named} union ${one}`}) packable
    order by born_on, batch_no limit ${atMost}`.execute(tx)
  return rows
}

/**
 * Conforming bulk batches without a hold, in date, with something left to pack, and the specifications of their product: the one that is meant, or
 * those whose number begins or whose name fits. Of each product those that are due first.
 */
export const listPackable: Handler<typeof packagingApi.choices> = async (tx, _actor, { q, id }) => {
  const lots = await packable(tx, q, id)
  if (lots.length === 0) return []
  const specs = await specChoices(
    tx,
    lots.map((lot) => lot.productId),
  )
  return lots.map(({ id, batchNo, name, available, expiresOn, productId }) => ({
    id,
    batchNo,
    name,
    available,
    expiresOn,
    specs: specs.flatMap(({ productId: of, ...spec }) => (of === productId ? [spec] : [])),
  }))
}
