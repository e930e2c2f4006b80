import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { qrApi, ScanRow } from '#contract/packing/codes.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import type { Installation } from '#kernel/installation.ts'
import { pageWithoutId } from '#kernel/paging.ts'
import { begins, waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { together } from '#tools/together.ts'
import { spellCodes } from './code-spans.ts'

/** The look-ups of the public, newest first; nothing tells who looked. Days are those of Asia/Shanghai. */
export const listScans =
  ({ masterKey }: Installation): Handler<typeof qrApi.scans> =>
  async (tx, _actor, { page, pageSize, sort, q, from, to }) => {
    const isAsked = q === '' ? undefined : await inRangesOf(tx, q)
    // What is skipped is the look alone; what it was at is read of those that are shown.
    const found = await pageWithoutId(
      tx,
      tx
        .selectFrom('codeScan')
        .select(['rangeId', 'codeIndex', 'visit', 'scannedAt'])
        .$if(sort.endsWith('times'), (query) => query.select(timesOf('code_scan').as('times')))
        .$if(from !== undefined, (query) =>
          query.where(sql<SqlBool>`code_scan.scanned_at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'`),
        )
        .$if(to !== undefined, (query) =>
          query.where(sql<SqlBool>`code_scan.scanned_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`),
        )
        .$call((query) => (isAsked === undefined ? query : query.where(isAsked))),
      { page, pageSize, sort, tie: 'codeIndex' },
    )
    const at = found.rows.map(({ rangeId, codeIndex }) => ({ rangeId, index: Number(codeIndex) }))
    const [codes, scanned] = await together([spellCodes(tx, masterKey, at), readScanned(tx, at)])
    return {
      rows: found.rows.map(({ rangeId, codeIndex, visit, scannedAt }, place) => ({
        id: `${rangeId}-${codeIndex}-${visit.toString('hex')}`,
        scannedAt,
        code: elementAt(codes, place),
        ...elementAt(scanned, place),
      })),
      total: found.total,
    }
  }

/** How often a code was looked up altogether: the total that is kept with each look. */
const timesOf = (look: string) =>
  sql<number>`(select total.scans::integer from code_scan_total total where total.enterprise_id = current_enterprise()
    and total.range_id = ${sql.ref(`${look}.range_id`)} and total.code_index = ${sql.ref(`${look}.code_index`)})`

type Scanned = Pick<ScanRow, 'level' | 'productName' | 'batchNo' | 'times'>

/** What was looked at, in the order given. */
async function readScanned(tx: Tx, at: readonly { rangeId: string; index: number }[]): Promise<Scanned[]> {
  if (at.length === 0) return []
  const { rows } = await sql<Scanned>`
    select case when r.level = 1 then 'pack' else 'box' end as level, bulk.name as "productName", bulk.batch_no as "batchNo", ${timesOf('look')} as times
    from unnest(${at.map(({ rangeId }) => rangeId)}::uuid[], ${at.map(({ index }) => index)}::bigint[]) with ordinality as look (range_id, code_index, turn)
    cross join lateral (select * from code_range r where r.enterprise_id = current_enterprise() and r.id = look.range_id offset 0) r
    join packaging_order o on o.enterprise_id = r.enterprise_id and o.id = r.packaging_order_id
    join lot bulk on bulk.enterprise_id = o.enterprise_id and bulk.id = o.bulk_lot_id
    order by look.turn`.execute(tx)
  return rows
}

/** Up to so many ranges are looked up by their ids; of more, the newest looks are soon found among all. */
const fewRanges = 2000

/** The code was printed for what was typed. The ranges are found first: a code is looked up many times, a range is printed once. */
async function inRangesOf(tx: Tx, q: string): Promise<RawBuilder<SqlBool>> {
  const numbered = begins('packagingOrder.orderNo', q)
  const called = await waysTo(tx, q, { numbers: ['bulk.batchNo'], goods: 'bulk.name' })
  // Batch by batch (`offset 0`): for a name that many have, PostgreSQL would put all orders and ranges together before it gives the first.
  const orders = called.map(
    (
      way,
    ) => sql`select printed.* from lot bulk cross join lateral (select packaging_order.enterprise_id, packaging_order.id from packaging_order
      where packaging_order.enterprise_id = bulk.enterprise_id and packaging_order.bulk_lot_id = bulk.id offset 0) printed where bulk.kind = 'bulk' and ${way}`,
  )
  const { rows } = await sql<{ id: string }>`select range.id
    from (select enterprise_id, id from packaging_order where ${numbered} union all ${sql.join(orders, sql` union all `)}) printed
    cross join lateral (select id from code_range where enterprise_id = printed.enterprise_id and packaging_order_id = printed.id offset 0) range
    limit ${sql.lit(fewRanges + 1)}`.execute(tx)
  if (rows.length <= fewRanges) return sql`code_scan.range_id = any (${rows.map(({ id }) => id)}::uuid[])`
  // Asked of each look by itself (`offset 0`): put together with all ranges it would read every one of them.
  return sql`exists (${sql.join(
    [numbered, ...called].map(
      (way) => sql`(select from code_range
        join packaging_order on packaging_order.enterprise_id = code_range.enterprise_id and packaging_order.id = code_range.packaging_order_id
        join lot bulk on bulk.enterprise_id = packaging_order.enterprise_id and bulk.id = packaging_order.bulk_lot_id
        where ${way} and code_range.enterprise_id = code_scan.enterprise_id and code_range.id = code_scan.range_id offset 0)`,
    ),
    sql` union all `,
  )})`
}
