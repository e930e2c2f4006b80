import { sql } from 'kysely'
import { elementAt, only } from '#contract/kernel/certain.ts'
import type { ProductReview, recordApi } from '#contract/laboratory/record.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { chartSeries } from '#contract/laboratory/trend.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

/**
 * 年度质量回顾: what the platform knows about the batches of a product whose 生产日期 lies in the year, from their raw lots to
 * what came back. It is counted anew each time and keeps nothing.
 */
export const reviewProduct: Handler<typeof recordApi.review> = async (tx, actor, { productId, year }) => {
  const product = await tx
    .selectFrom('product')
    .select(['id', 'code', 'name', 'cutSpec', 'processingMethod', 'storage', 'shelfLifeMonths'])
    .where('id', '=', productId)
    .executeTakeFirst()
  if (product === undefined) throw new Refusal('not_found')
  const { name: enterprise } = await tx
    .selectFrom('enterprise')
    .select('name')
    .where('id', '=', actor.enterpriseId)
    .executeTakeFirstOrThrow()
  const batches = await batchesOf(tx, productId, year)
  const lots = batches.map(({ lotId }) => lotId)
  return {
    enterprise,
    product,
    year: Number(year),
    madeAt: tx.now().toISOString(),
    madeBy: actor.name,
    batches,
    yields: chartSeries(batches.map(({ yieldPercent }) => yieldPercent)),
    packed: await packedOf(tx, lots),
    items: await itemsOf(tx, lots),
    oosCases: await oosCasesOf(tx, lots),
    deviations: await deviationsOf(tx, lots),
    rawLots: await rawLotsOf(tx, lots),
    ...(await afterSaleOf(tx, lots)),
  }
}

/** The verdict of the standing report of a lot; null while there is none. */
const reportedVerdict = sql`(select case when report.conforms then 'PASS' else 'FAIL' end from report where report.enterprise_id = lot.enterprise_id
  and report.lot_id = lot.id and report.state = 'approved' order by report.approved_at desc limit 1)`

async function batchesOf(tx: Tx, productId: string, year: string): Promise<ProductReview['batches']> {
  const { rows } = await sql<ProductReview['batches'][number]>`
    select lot.id as lot_id, lot.batch_no, batch.production_date, batch.charged_quantity as charged, batch.output_quantity as output,
      trim_scale(batch.yield_percent) as yield_percent, batch.yield_min, batch.yield_max, trim_scale(batch.balance_percent) as balance_percent,
      batch.yield_percent not between batch.yield_min and batch.yield_max as is_yield_out,
      batch.balance_percent not between batch.balance_min and batch.balance_max as is_balance_out,
      (select count(*)::integer from production_deviation deviation where deviation.enterprise_id = batch.enterprise_id and deviation.order_id = batch.order_id) as deviations,
      lot.state as lot_state, ${reportedVerdict} as verdict,
      (select report_no from report where report.enterprise_id = lot.enterprise_id and report.lot_id = lot.id and report.state = 'approved'
        order by report.approved_at desc limit 1) as report_no
    from lot join bulk_lot batch on batch.enterprise_id = lot.enterprise_id and batch.id = lot.id
    where lot.kind = 'bulk' and lot.product_id = ${productId}
      and lot.born_on between make_date(${year}::integer, 1, 1) and make_date(${year}::integer, 12, 31)
    order by batch.production_date, lot.batch_no`.execute(tx)
  return rows
}

async function packedOf(tx: Tx, lots: readonly string[]): Promise<ProductReview['packed']> {
  const { rows } = await sql<ProductReview['packed']>`
    select count(*)::integer as lots, count(*) filter (where lot.state = 'released')::integer as released,
      count(*) filter (where lot.state = 'rejected')::integer as rejected,
      count(*) filter (where lot.state not in ('released', 'rejected'))::integer as waiting, coalesce(sum(lot.quantity), 0) as quantity
    from pack_lot pack join lot on lot.enterprise_id = pack.enterprise_id and lot.id = pack.id where pack.bulk_lot_id = any (${lots}::uuid[])
      and not exists (select from packaging_order o where o.enterprise_id = pack.enterprise_id and o.id = pack.packaging_order_id and o.repack_of is not null)`.execute(
    tx,
  )
  return only(rows)
}

type Tested = Pick<ProductReview['items'][number], 'group' | 'name' | 'specText' | 'unit'> & {
  mean: string | null
  verdict: string
  outOfTrend: boolean
}

/** The results that count, by item and wording of its limit: two limits in one year are two lines. */
async function itemsOf(tx: Tx, lots: readonly string[]): Promise<ProductReview['items']> {
  const { rows } = await sql<Tested>`
    select item.item_group as "group", item.name, item.spec_text, item.unit, result.mean, result.verdict, result.out_of_trend
    from inspection join sampling on sampling.enterprise_id = inspection.enterprise_id and sampling.inspection_id = inspection.id and sampling.replaced_at is null
    join test_result result on result.enterprise_id = inspection.enterprise_id and result.inspection_id = inspection.id
    join standard_item item on item.enterprise_id = result.enterprise_id and item.id = result.standard_item_id
    where inspection.lot_id = any (${lots}::uuid[])
      and exists (select from test_record record where record.enterprise_id = inspection.enterprise_id and record.inspection_id = inspection.id and record.state <> 'returned')
      and (select counts from counting(result))
    order by item.line, item.name, sampling.sampled_at, result.id`.execute(tx)
  const lines = Map.groupBy(rows, ({ name, specText, unit }) => JSON.stringify([name, specText, unit]))
  return [...lines.values()].map((found) => {
    const { group, name, specText, unit } = elementAt(found, 0)
    return {
      group,
      name,
      specText,
      unit,
      tested: found.length,
      failed: found.filter(({ verdict }) => verdict === 'FAIL').length,
      outOfTrend: found.filter(({ outOfTrend }) => outOfTrend).length,
      series: chartSeries(found.flatMap(({ mean }) => mean ?? [])),
    }
  })
}

async function oosCasesOf(tx: Tx, lots: readonly string[]): Promise<ProductReview['oosCases']> {
  const { rows } = await sql<ProductReview['oosCases'][number]>`
    select oos.id, lot.batch_no, item.name as item, oos.kind, oos.opened_at, oos.state, oos.conclusion
    from oos_case oos join lot on lot.enterprise_id = oos.enterprise_id and lot.id = oos.lot_id
    join standard_item item on item.enterprise_id = oos.enterprise_id and item.id = oos.standard_item_id
    where oos.lot_id = any (${lots}::uuid[]) order by oos.opened_at, oos.id`.execute(tx)
  return rows
}

async function deviationsOf(tx: Tx, lots: readonly string[]): Promise<ProductReview['deviations']> {
  const { rows } = await sql<ProductReview['deviations'][number]>`
    select deviation.id, lot.batch_no, deviation.step_no, deviation.finding, deviation.note, deviation.found_at
    from bulk_lot batch join lot on lot.enterprise_id = batch.enterprise_id and lot.id = batch.id
    join production_deviation deviation on deviation.enterprise_id = batch.enterprise_id and deviation.order_id = batch.order_id
    where batch.id = any (${lots}::uuid[]) order by deviation.found_at, deviation.id`.execute(tx)
  return rows
}

async function rawLotsOf(tx: Tx, lots: readonly string[]): Promise<ProductReview['rawLots']> {
  const { rows } = await sql<ProductReview['rawLots'][number]>`
    select lot.id as lot_id, lot.lot_no, lot.name, supplier.name as supplier, concat(raw_lot.province, nullif(raw_lot.city, raw_lot.province), raw_lot.county) as origin,
      used.quantity, used.batches, ${reportedVerdict} as verdict
    from (select from_lot_id, sum(quantity) as quantity, count(distinct to_lot_id)::integer as batches from lot_edge
      where to_lot_id = any (${lots}::uuid[]) group by from_lot_id) used
    join lot on lot.id = used.from_lot_id join raw_lot on raw_lot.enterprise_id = lot.enterprise_id and raw_lot.id = lot.id
    join supplier on supplier.enterprise_id = raw_lot.enterprise_id and supplier.id = raw_lot.supplier_id
    order by lot.kind desc, lot.lot_no`.execute(tx)
  return rows
}

/** What came back about the batches or the packs made of them: holds for complaint and recall, entries of returned goods. */
async function afterSaleOf(tx: Tx, lots: readonly string[]): Promise<Pick<ProductReview, 'complaints' | 'recalls' | 'returns'>> {
  const { rows } = await sql<{ complaints: number; recalls: number; entries: number; quantity: string }>`
    with concerned as (select unnest(${lots}::uuid[]) as id union select id from pack_lot where bulk_lot_id = any (${lots}::uuid[]))
    select (select count(*)::integer from hold join concerned on concerned.id = hold.lot_id where hold.kind = 'complaint') as complaints,
      (select count(*)::integer from hold join concerned on concerned.id = hold.lot_id where hold.kind = 'recall') as recalls,
      count(entry.id)::integer as entries, coalesce(sum(entry.quantity), 0) as quantity
    from concerned left join stock_entry entry on entry.lot_id = concerned.id and entry.kind = 'sales_return'`.execute(tx)
  const { complaints, recalls, ...returns } = only(rows)
  return { complaints, recalls, returns }
}
