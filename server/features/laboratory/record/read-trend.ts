import { sql, type SqlBool } from 'kysely'
import { mostPoints, type leftOutReasons, type recordApi, type Trend, type TrendPoint } from '#contract/laboratory/record.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { chartSeries } from '#contract/laboratory/trend.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { judgeResults } from './judge-by-standard.ts'
import { fromDay, linesOf, stillCounts, suppliedBy, supplierText, untilDay } from './narrow.ts'

type Found = Omit<TrendPoint, 'value'> & { mean: string | null; words: string; unit: string }

/**
 * 趋势: the results of one item over the lots of one material or product, as reported (the rounded mean), in the order of
 * sampling. Only submitted records count; failed results are points like the others. Results in words are no points; they are counted.
 */
export const readTrend: Handler<typeof recordApi.trend> = async (tx, _actor, { goodsId, item, supplierId, from, to }) => {
  const goodsName = await nameOfGoods(tx, goodsId)
  const lines = await linesOf(tx, { goodsId, item })
  const fromSupplier = supplierId === undefined ? undefined : await suppliedBy(tx, supplierId)
  const latest = await tx
    .selectFrom('testResult')
    .innerJoin('inspection', (join) =>
      join.onRef('inspection.enterpriseId', '=', 'testResult.enterpriseId').onRef('inspection.id', '=', 'testResult.inspectionId'),
    )
    .innerJoin('sampling', (join) =>
      join
        .onRef('sampling.enterpriseId', '=', 'inspection.enterpriseId')
        .onRef('sampling.inspectionId', '=', 'inspection.id')
        .on('sampling.replacedAt', 'is', null),
    )
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'inspection.enterpriseId').onRef('lot.id', '=', 'inspection.lotId'))
    .innerJoin('standardItem', (join) =>
      join.onRef('standardItem.enterpriseId', '=', 'testResult.enterpriseId').onRef('standardItem.id', '=', 'testResult.standardItemId'),
    )
    .innerJoin('account as analyst', (join) =>
      join.onRef('analyst.enterpriseId', '=', 'testResult.enterpriseId').onRef('analyst.id', '=', 'testResult.enteredBy'),
    )
    .select([
      'testResult.id',
      'testResult.inspectionId',
      'testResult.mean',
      'testResult.words',
      'testResult.verdict',
      'testResult.outOfTrend',
      'testResult.nearLimit',
      'inspection.requestNo',
      'sampling.sampledAt',
      'lot.lotNo',
      'standardItem.unit',
      'standardItem.low',
      sql<string | null>`case when standard_item.operator = 'eq' then standard_item.low else standard_item.high end`.as('high'),
      'standardItem.internalLow',
      'standardItem.internalHigh',
      'analyst.name as analystName',
    ])
    .select(supplierText.as('supplier'))
    .where(sql<SqlBool>`test_result.standard_item_id = any (${lines}::uuid[])`)
    .where(stillCounts)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('testRecord')
          .select('testRecord.id')
          .whereRef('testRecord.enterpriseId', '=', 'testResult.enterpriseId')
          .whereRef('testRecord.inspectionId', '=', 'testResult.inspectionId')
          .where('testRecord.state', '<>', 'returned'),
      ),
    )
    .$call((query) => (fromSupplier === undefined ? query : query.where(fromSupplier)))
    .$call((query) => (from === undefined ? query : query.where(fromDay('testResult.enteredAt', from))))
    .$call((query) => (to === undefined ? query : query.where(untilDay('testResult.enteredAt', to))))
    .orderBy('testResult.enteredAt', 'desc')
    .orderBy('testResult.id', 'desc')
    .limit(mostPoints + 1)
    .execute()
  const shown = latest.slice(0, mostPoints).sort((a, b) => a.sampledAt.localeCompare(b.sampledAt) || a.id.localeCompare(b.id))
  const judgements = await judgeResults(
    tx,
    shown.map(({ id }) => id),
  )
  const judged = shown.map((result) => ({ ...result, judgements: judgements.get(result.id) ?? [] }))
  return { goodsName, item, isCut: latest.length > mostPoints, ...pointsOf(judged) }
}

/** The points, and how many results are no points and why. The unit is that of the latest result. */
function pointsOf(found: readonly Found[]): Pick<Trend, 'unit' | 'points' | 'leftOut' | 'series'> {
  const unit = found.at(-1)?.unit ?? ''
  const points: TrendPoint[] = []
  const leftOut = new Map<keyof typeof leftOutReasons, number>()
  for (const { mean, words, unit: ownUnit, ...result } of found) {
    if (mean !== null && ownUnit === unit) {
      points.push({ ...result, value: mean })
      continue
    }
    const reason = mean !== null ? 'other_unit' : words === '' ? 'no_mean' : 'words'
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
  }
  return {
    unit,
    points,
    leftOut: [...leftOut].map(([reason, count]) => ({ reason, count })),
    series: chartSeries(points.map((point) => point.value)),
  }
}

async function nameOfGoods(tx: Tx, goodsId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from material where id = ${goodsId}
    union all select concat_ws(' ', name, nullif(cut_spec, '')) from product where id = ${goodsId}`.execute(tx)
  if (rows[0] === undefined) throw new Refusal('not_found')
  return rows[0].name
}
