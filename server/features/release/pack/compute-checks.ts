import { openOosStates } from '#contract/cases/oos.ts'
import { sql } from 'kysely'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { releaseCheck, type PackLotRow, type ReleaseCheck, type ReleaseCheckLine } from '#contract/release/pack-lot.ts'
import { noCodes, type CodeState } from '#contract/packing/codes.ts'
import { packagingBalance } from '#contract/packing/packaging.ts'
import { reasonText } from '#contract/warehouse/standing.ts'
import type { Tx } from '#kernel/serve.ts'
import { reasonsAgainst } from '#server/features/warehouse/lot/standing.ts'
import { together } from '#tools/together.ts'

/** What the 质量受权人 decides on: the batch's report, records, balances, codes, cases and samples, read now. */
export type Subject = Awaited<ReturnType<typeof subjectOf>>

/** Gathers what the release of a pack lot rests on (domain §2.9). */
export async function subjectOf(tx: Tx, lot: PackLotRow) {
  const [report, reasons, batch, record, openCases, retained, codes] = await together([
    tx
      .selectFrom('report')
      .select(['id', 'reportNo', 'conforms', 'analystIds'])
      .where('lotId', '=', lot.bulkLotId)
      .where('state', '=', 'approved')
      .orderBy('id', 'desc')
      .executeTakeFirst(),
    reasonsAgainst(tx, lot.id),
    batchOf(tx, lot),
    tx.selectFrom('packagingRecord').selectAll().where('lotId', '=', lot.id).executeTakeFirstOrThrow(),
    openCasesOf(tx, lot),
    retainedOf(tx, lot),
    codesOf(tx, lot),
  ])
  return { lot, report, batch, record, openCases, retained, codes, ancestors: reasons.filter(({ isOwn }) => !isOwn) }
}

const batchOf = (tx: Tx, { bulkLotId }: PackLotRow) =>
  tx
    .selectFrom('bulkLot')
    .innerJoin('productionOrder', (join) =>
      join.onRef('productionOrder.enterpriseId', '=', 'bulkLot.enterpriseId').onRef('productionOrder.id', '=', 'bulkLot.orderId'),
    )
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'bulkLot.enterpriseId').on('lot.id', '=', bulkLotId))
    .select([
      'productionOrder.orderNo',
      'productionOrder.state',
      'productionOrder.deviationConclusion',
      'bulkLot.yieldPercent',
      'bulkLot.yieldMin',
      'bulkLot.yieldMax',
      'bulkLot.balancePercent',
      'bulkLot.balanceMin',
      'bulkLot.balanceMax',
      'lot.holds',
    ])
    // A co-product rests on the record of the batch that it came of.
    .where('bulkLot.orderId', '=', sql<string>`order_of_made(${bulkLotId}::uuid)`)
    .executeTakeFirstOrThrow()

async function openCasesOf(tx: Tx, { id, bulkLotId }: PackLotRow): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select kind as what from hold where lot_id in (${id}::uuid, ${bulkLotId}::uuid) and lifted_at is null
    union all select 'oos' from oos_case where lot_id = ${bulkLotId}::uuid and state = any (${[...openOosStates]}::text[])`.execute(tx)
  return rows.map(({ what }) => what)
}

async function retainedOf(tx: Tx, { bulkLotId }: PackLotRow) {
  const { rows } = await sql<{ sampleNo: string; quantity: string; enough: boolean }>`
    select s.sample_no, s.quantity, s.quantity >= 2 * sampling.test_need as enough from sample s
    join sampling on sampling.enterprise_id = s.enterprise_id and sampling.id = s.sampling_id
    join inspection i on i.enterprise_id = sampling.enterprise_id and i.id = sampling.inspection_id
    where i.lot_id = ${bulkLotId}::uuid and s.kind = 'retention' and s.state in ('collected', 'retained') order by s.quantity desc`.execute(
    tx,
  )
  return rows
}

/** How many packs of the order are in each state. */
async function codesOf(tx: Tx, { packagingOrderId }: PackLotRow) {
  const counts = { ...noCodes }
  const { rows } = await sql<{ state: CodeState; codes: number }>`
    select s.state, sum(s.last_index - s.first_index + 1)::bigint as codes from code_range r
    join code_span s on s.enterprise_id = r.enterprise_id and s.range_id = r.id
    where r.packaging_order_id = ${packagingOrderId}::uuid and r.level = 1 group by s.state`.execute(tx)
  for (const { state, codes } of rows) counts[state] = codes
  return counts
}

const within = (value: string, low: string, high: string) => exact(value).greaterThanOrEqualTo(low) && exact(value).lessThanOrEqualTo(high)
const plain = (value: string) => exact(value).toFixed()

/** The sheet, line by line; the last line is the 质量受权人's own to confirm. */
export function computeChecks({ lot, report, batch, record, openCases, retained, codes, ancestors }: Subject): ReleaseCheckLine[] {
  const madeWell =
    within(batch.yieldPercent, batch.yieldMin, batch.yieldMax) && within(batch.balancePercent, batch.balanceMin, batch.balanceMax)
  const packedWell = exact(record.balance).greaterThanOrEqualTo(packagingBalance.min)
  const found: Record<ReleaseCheck, [passed: boolean | null, note: string]> = {
    report: [report?.conforms === true, report === undefined ? '没有批准的报告' : report.reportNo],
    batchRecord: [batch.state === 'reviewed', `${batch.orderNo}，${batch.state === 'reviewed' ? '已审核' : '未审核'}`],
    balance: [
      (madeWell || batch.deviationConclusion !== null) && (packedWell || !openCases.includes('deviation')),
      `收率 ${plain(batch.yieldPercent)}%，生产平衡 ${plain(batch.balancePercent)}%，包装平衡 ${plain(record.balance)}%`,
    ],
    packagingRecord: [record.checkedBy !== null, record.checkedBy === null ? '缺复核签名' : '两人已签名'],
    labels: [
      record.labelsIssued === record.labelsUsed + record.labelsSpoiled + record.labelsDestroyed + record.labelsSampled + record.labelsLost,
      `${record.labelsIssued} = ${record.labelsUsed} + ${record.labelsSpoiled} + ${record.labelsDestroyed} + ${record.labelsSampled}${record.labelsLost > 0 ? ` + 遗失 ${record.labelsLost}` : ''}`,
    ],
    codes: [
      codes.issued === 0 && record.codesActivated === lot.packs,
      `领用 ${record.labelsIssued}，激活 ${record.codesActivated}，作废 ${codes.voided}`,
    ],
    ancestry: [ancestors.length === 0, ancestors.length === 0 ? '来源批均可用' : ancestors.map(reasonText).join('；')],
    deviations: [openCases.length === 0, openCases.length === 0 ? '无未关闭项' : `未关闭 ${openCases.length} 项`],
    retention: [
      retained.some((sample) => sample.enough),
      retained[0] === undefined ? '没有留样' : `${retained[0].sampleNo}，${plain(retained[0].quantity)} g`,
    ],
    inDate: [lot.daysLeft >= 0, `至 ${lot.expiresOn}`],
    environment: [null, ''],
  }
  return releaseCheck.shape.item.options.map((item) => ({ item, passed: found[item][0], note: found[item][1] }))
}
