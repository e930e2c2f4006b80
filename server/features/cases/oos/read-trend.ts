import { sql } from 'kysely'
import type { oosApi } from '#contract/cases/oos-api.ts'
import { oosTrendMonths, type OosSource, type OosTrend } from '#contract/cases/oos-trend.ts'
import { addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler } from '#kernel/serve.ts'

/** The value and the name of what a case came from. */
const sources: Record<OosSource, { value: string; label: string }> = {
  item: { value: 'i.name', label: 'i.name' },
  method: { value: 'i.method', label: 'i.method' },
  analyst: { value: 'r.entered_by', label: 'a.name' },
  supplier: { value: 'l.supplier_id', label: 's.name' },
}

type Counted = Omit<OosTrend['rows'][number], 'months'> & { ages: number[] }

/** 调查趋势: how many cases each item, method, analyst or supplier had in each of the last twelve months, the most frequent first. */
export const readOosTrend: Handler<typeof oosApi.trend> = async (tx, _actor, { by }) => {
  const thisMonth = `${dayInShanghai(tx.now()).slice(0, 7)}-01`
  const firstDay = addMonths(thisMonth, 1 - oosTrendMonths)
  const value = sql.raw(sources[by].value)
  const { rows } = await sql<Counted>`
    with month as materialized (
      select age, (${thisMonth}::date - age * interval '1 month') at time zone 'Asia/Shanghai' as begins from generate_series(0, ${oosTrendMonths - 1}) age)
    select ${value}::text as value, min(${sql.raw(sources[by].label)}) as label, count(*)::integer as count,
      count(*) filter (where c.state = 'confirmed')::integer as confirmed,
      array_agg((select min(age) from month where begins <= c.opened_at)) as ages
    from oos_case c join test_result r on r.enterprise_id = c.enterprise_id and r.id = c.test_result_id
      join account a on a.enterprise_id = r.enterprise_id and a.id = r.entered_by
      join standard_item i on i.enterprise_id = c.enterprise_id and i.id = c.standard_item_id
      left join raw_lot l on l.enterprise_id = c.enterprise_id and l.id = c.lot_id
      left join supplier s on s.enterprise_id = l.enterprise_id and s.id = l.supplier_id
    where c.enterprise_id = current_enterprise() and c.opened_at >= ${firstDay}::date::timestamp at time zone 'Asia/Shanghai'
      and ${value} is not null and ${value}::text <> ''
    group by 1 order by 3 desc, 2 limit 50`.execute(tx)
  const places = Array.from({ length: oosTrendMonths }, (_, index) => oosTrendMonths - 1 - index)
  return {
    months: places.map((age) => addMonths(thisMonth, -age).slice(0, 7)),
    rows: rows.map(({ ages, ...row }) => ({ ...row, months: places.map((age) => ages.filter((one) => one === age).length) })),
  }
}
