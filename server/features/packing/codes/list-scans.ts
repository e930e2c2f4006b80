import { sql, type NotNull, type SqlBool } from 'kysely'
import type { qrApi } from '#contract/packing/codes.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import type { Installation } from '#kernel/installation.ts'
import { pageWithoutId } from '#kernel/paging.ts'
import { waysTo } from '#kernel/ways-to.ts'
import type { Handler } from '#kernel/serve.ts'
import { spellCodes } from './code-spans.ts'

/** The look-ups of the public, newest first; nothing tells who looked. Days are those of Asia/Shanghai. */
export const listScans =
  ({ masterKey }: Installation): Handler<typeof qrApi.scans> =>
  async (tx, _actor, { page, pageSize, sort, q, from, to }) => {
    // The ranges of what was typed first: a code is looked up many times, a range is printed once.
    const ranges = (await waysTo(tx, q, { numbers: ['bulk.batchNo', 'packagingOrder.orderNo'], goods: 'bulk.name' }))
      .map((way) =>
        tx
          .selectFrom('codeRange')
          .innerJoin('packagingOrder', (join) =>
            join
              .onRef('packagingOrder.enterpriseId', '=', 'codeRange.enterpriseId')
              .onRef('packagingOrder.id', '=', 'codeRange.packagingOrderId'),
          )
          .innerJoin('lot as bulk', (join) =>
            join.onRef('bulk.enterpriseId', '=', 'packagingOrder.enterpriseId').onRef('bulk.id', '=', 'packagingOrder.bulkLotId'),
          )
          .select('codeRange.id')
          .where(way),
      )
      .reduce(
        (one, other) => one.unionAll(other),
        tx
          .selectFrom('codeRange')
          .select('codeRange.id')
          .where(sql<SqlBool>`false`),
      )
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
        .$if(q !== '', (query) => query.where('codeScan.rangeId', 'in', ranges)),
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
