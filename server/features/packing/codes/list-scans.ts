import { sql, type Expression, type NotNull, type RawBuilder, type SqlBool } from 'kysely'
import type { qrApi } from '#contract/packing/codes.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import type { Installation } from '#kernel/installation.ts'
import { pageWithoutId } from '#kernel/paging.ts'
import { waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { spellCodes } from './code-spans.ts'

/** The look-ups of the public, newest first; nothing tells who looked. Days are those of Asia/Shanghai. */
export const listScans =
  ({ masterKey }: Installation): Handler<typeof qrApi.scans> =>
  async (tx, _actor, { page, pageSize, sort, q, from, to }) => {
    const isAsked = q === '' ? undefined : await inRangesOf(tx, q)
    const found = await pageWithoutId(
      tx,
      tx
        .selectFrom('codeScan')
        .leftJoin('codeRange', (join) =>
          join.onRef('codeRange.enterpriseId', '=', 'codeScan.enterpriseId').onRef('codeRange.id', '=', 'codeScan.rangeId'),
        )
        .leftJoin('packagingOrder', (join) =>
          join
            .onRef('packagingOrder.enterpriseId', '=', 'codeRange.enterpriseId')
            .onRef('packagingOrder.id', '=', 'codeRange.packagingOrderId'),
        )
        .leftJoin('lot as bulk', (join) =>
          join.onRef('bulk.enterpriseId', '=', 'packagingOrder.enterpriseId').onRef('bulk.id', '=', 'packagingOrder.bulkLotId'),
        )
        .select([
          'codeScan.rangeId',
          'codeScan.codeIndex',
          'codeScan.scannedAt',
          'codeRange.level',
          'bulk.name as productName',
          'bulk.batchNo',
        ])
        // Joined to the left for the count's sake only: every scan has its range, order and batch.
        .$narrowType<{ level: NotNull; productName: NotNull; batchNo: NotNull }>()
        .select([
          sql<string>`concat(code_scan.range_id, '-', code_scan.code_index, '-', encode(code_scan.visit, 'hex'))`.as('id'),
          sql<number>`(select count(*)::integer from code_scan look where look.enterprise_id = code_scan.enterprise_id and look.range_id = code_scan.range_id
            and look.code_index = code_scan.code_index)`.as('times'),
        ])
        .$if(from !== undefined, (query) =>
          query.where(sql<SqlBool>`code_scan.scanned_at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'`),
        )
        .$if(to !== undefined, (query) =>
          query.where(sql<SqlBool>`code_scan.scanned_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`),
        )
        .$call((query) => (isAsked === undefined ? query : query.where(isAsked))),
      { page, pageSize, sort, tie: 'codeIndex' },
    )
    const codes = await spellCodes(
      tx,
      masterKey,
      found.rows.map(({ rangeId, codeIndex }) => ({ rangeId, index: Number(codeIndex) })),
    )
    return {
      rows: found.rows.map(({ rangeId: _range, codeIndex: _index, level, ...row }, place) => ({
        ...row,
        level: level === 1 ? ('pack' as const) : ('box' as const),
        code: elementAt(codes, place),
      })),
      total: found.total,
    }
  }

/** Up to so many ranges are looked up by their ids; of more, the newest looks are soon found among all. */
const fewRanges = 2000

/** The code was printed for what was typed. The ranges are found first: a code is looked up many times, a range is printed once. */
async function inRangesOf(tx: Tx, q: string): Promise<RawBuilder<SqlBool>> {
  const ways = await waysTo(tx, q, { numbers: ['bulk.batchNo', 'packagingOrder.orderNo'], goods: 'bulk.name' })
  const ranges = (way: Expression<SqlBool>) => sql`select code_range.id from code_range
    join packaging_order on packaging_order.enterprise_id = code_range.enterprise_id and packaging_order.id = code_range.packaging_order_id
    join lot bulk on bulk.enterprise_id = packaging_order.enterprise_id and bulk.id = packaging_order.bulk_lot_id where ${way}`
  const { rows } = await sql<{
    id: string
  }>`select id from (${sql.join(ways.map(ranges), sql` union all `)}) found limit ${sql.lit(fewRanges + 1)}`.execute(tx)
  if (rows.length <= fewRanges) return sql`code_scan.range_id = any (${rows.map(({ id }) => id)}::uuid[])`
  // Asked of each look by itself (`offset 0`): put together with all ranges it would read every one of them.
  return sql`exists (${sql.join(
    ways.map(
      (way) => sql`(${ranges(way)} and code_range.enterprise_id = code_scan.enterprise_id and code_range.id = code_scan.range_id offset 0)`,
    ),
    sql` union all `,
  )})`
}
