import { sql, type NotNull, type SqlBool } from 'kysely'
import { type packLotApi, type PackLotRow } from '#contract/release/pack-lot.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { pageOf } from '#kernel/paging.ts'
import { waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { unfitAmong } from '#server/features/warehouse/lot/standing.ts'
import { availableOf, isUsableItself, lotsOf, shownStock } from '#server/features/warehouse/stock/on-hand.ts'
import { computeChecks, subjectOf } from './compute-checks.ts'

/** Finished lots with everything a `PackLotRow` needs. */
const lots = (tx: Tx, which: 'all' | 'on hand' = 'all') =>
  tx
    .selectFrom(lotsOf(which))
    .where('lot.kind', '=', sql.lit('pack'))
    // To the left, so that finding and counting rows does not pay for what is only shown: every packed lot has all of it.
    .leftJoin('packLot', (join) => join.onRef('packLot.enterpriseId', '=', 'lot.enterpriseId').onRef('packLot.id', '=', 'lot.id'))
    .leftJoin('packSpec', (join) =>
      join.onRef('packSpec.enterpriseId', '=', 'lot.enterpriseId').onRef('packSpec.id', '=', 'lot.packSpecId'),
    )
    .leftJoin('packagingOrder', (join) =>
      join.onRef('packagingOrder.enterpriseId', '=', 'packLot.enterpriseId').onRef('packagingOrder.id', '=', 'packLot.packagingOrderId'),
    )
    .leftJoin('bulkLot', (join) =>
      join.onRef('bulkLot.enterpriseId', '=', 'packLot.enterpriseId').onRef('bulkLot.id', '=', 'packLot.bulkLotId'),
    )
    .leftJoin('packagingRecord', (join) =>
      join.onRef('packagingRecord.enterpriseId', '=', 'lot.enterpriseId').onRef('packagingRecord.lotId', '=', 'lot.id'),
    )
    .leftJoin(shownStock, (join) => join.onTrue())
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
      'packSpec.name as specName',
      'packSpec.packUnit',
      'packLot.packs',
      'packLot.packagingOrderId',
      'packLot.bulkLotId',
      'packagingOrder.orderNo',
    ])
    .select([
      'stock.onHand',
      sql<number>`floor(stock.on_hand / pack_spec.net_quantity)::integer`.as('packsOnHand'),
      availableOf(isUsableItself).as('available'),
      'stock.bins',
      sql<number>`lot.expires_on - today()`.as('daysLeft'),
      sql<string[]>`case when lot.state = 'quarantine' then array(select distinct analyst from report r, unnest(r.analyst_ids) analyst
        where r.enterprise_id = lot.enterprise_id and r.lot_id = pack_lot.bulk_lot_id) else '{}' end`.as('analystIds'),
      sql<string[]>`case when lot.state = 'quarantine' then array(select maker from makers_of(lot.id)) else '{}' end`.as('producerIds'),
    ])
    // A batch is born with its shelf life.
    .$narrowType<{
      expiresOn: NotNull
      specName: NotNull
      packUnit: NotNull
      packs: NotNull
      packagingOrderId: NotNull
      bulkLotId: NotNull
      orderNo: NotNull
      onHand: NotNull
      bins: NotNull
    }>()

/** Nothing is available of a lot while something speaks against what it was made of. */
async function heedAncestors(tx: Tx, rows: PackLotRow[]): Promise<PackLotRow[]> {
  const offered = rows.filter(({ available }) => Number(available) > 0).map(({ id }) => id)
  const unfit = offered.length === 0 ? new Set() : await unfitAmong(tx, offered)
  return rows.map((row) => (unfit.has(row.id) ? { ...row, available: '0.0000' } : row))
}

/** One pack lot as the list shows it, which is what the rules are asked about. */
export async function packLotRowOf(tx: Tx, id: string): Promise<PackLotRow> {
  const [row] = await heedAncestors(tx, await lots(tx).where('lot.id', '=', id).execute())
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export const listPackLots: Handler<typeof packLotApi.list> = async (
  tx,
  _actor,
  { page, pageSize, sort, q, state, held, within, stock, from, to, decidedFrom },
) => {
  const found = await pageOf(
    tx,
    lots(tx, stock === 'yes' ? 'on hand' : 'all')
      .$call((query) => (state === undefined ? query : query.where('lot.state', '=', sql.lit(state))))
      .$if(held !== undefined, (query) => query.where('lot.holds', held === 'yes' ? '>' : '=', sql.lit(0)))
      .$if(within !== undefined, (query) => query.where(sql<SqlBool>`lot.expires_on <= today() + ${within}::integer`))
      .$call((query) => (from === undefined ? query : query.where('lot.bornOn', '>=', from)))
      .$call((query) => (to === undefined ? query : query.where('lot.bornOn', '<=', to)))
      .$if(decidedFrom !== undefined, (query) =>
        query.where(
          sql<SqlBool>`exists (select from pack_release d where d.enterprise_id = lot.enterprise_id and d.lot_id = lot.id
            and d.decided_at >= (${decidedFrom}::date)::timestamp at time zone 'Asia/Shanghai')`,
        ),
      ),
    {
      page,
      pageSize,
      // A later lot has a later id.
      sort: sort.replace('createdAt', 'id'),
      anyOf: await waysTo(tx, q, { numbers: ['lot.lotNo', 'packagingOrder.orderNo'], goods: 'lot.name', isLong: true }),
    },
  )
  return { rows: await heedAncestors(tx, found.rows), total: found.total }
}

export const readPackLot: Handler<typeof packLotApi.read> = async (tx, _actor, { id }) => {
  const row = await packLotRowOf(tx, id)
  const subject = await subjectOf(tx, row)
  const { label, boxes, openedId, openedNo } = await tx
    .selectFrom('packLot')
    .innerJoin('packagingOrder', (join) =>
      join.onRef('packagingOrder.enterpriseId', '=', 'packLot.enterpriseId').onRef('packagingOrder.id', '=', 'packLot.packagingOrderId'),
    )
    .leftJoin('lot as opened', (join) =>
      join.onRef('opened.enterpriseId', '=', 'packagingOrder.enterpriseId').onRef('opened.id', '=', 'packagingOrder.repackOf'),
    )
    .select(['packagingOrder.label', 'packLot.boxes', 'opened.id as openedId', 'opened.lotNo as openedNo'])
    .where('packLot.id', '=', id)
    // An order is approved with its label.
    .$narrowType<{ label: NotNull }>()
    .executeTakeFirstOrThrow()
  const releases = await tx
    .selectFrom('packRelease')
    .innerJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'packRelease.enterpriseId').onRef('account.id', '=', 'packRelease.decidedBy'),
    )
    .select([
      'packRelease.id',
      'packRelease.releaseNo',
      'packRelease.decision',
      'packRelease.reason',
      'packRelease.checklist',
      'account.name as decidedByName',
      'packRelease.decidedAt',
    ])
    .where('packRelease.lotId', '=', id)
    .orderBy('packRelease.id', 'desc')
    .execute()
  return {
    ...row,
    label,
    boxes,
    repackOf: openedId === null || openedNo === null ? null : { lotId: openedId, lotNo: openedNo },
    counts: subject.codes,
    reportId: subject.report?.id ?? null,
    reportNo: subject.report?.reportNo ?? null,
    checklist: computeChecks(subject),
    releases,
  }
}
