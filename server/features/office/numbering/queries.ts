import { sql } from 'kysely'
import { numberedObject, numberedObjects, type numberingApi, type NumberingRow } from '#contract/office/numbering.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const objects = numberedObject.options

/** How every object is numbered now, and the number the next one would get today. */
export async function readRules(tx: Tx): Promise<NumberingRow[]> {
  const usual = sql.join(
    objects.map((object) => {
      const { prefix, datePart, digits } = numberedObjects[object]
      return sql`(${object}, ${prefix}, ${datePart}, ${digits}::integer)`
    }),
  )
  // An index of prefixes alone would lead to every day there was (`|| ''`): the counter is found by its object and its day.
  const { rows } = await sql<Omit<NumberingRow, 'label'>>`
    select usual.object, format.prefix, format.date_part, format.digits, own.id is not null as is_own,
      number_text(format.prefix, format.date_part, period.day, coalesce(c.digits, format.digits), coalesce(c.last, 0) + 1) as next_no,
      case when c.digits <> format.digits then c.digits end as digits_until_next_period, own.id as rule_id, coalesce(own.row_version, 0) as row_version
    from (values ${usual}) usual(object, prefix, date_part, digits)
    left join numbering_rule own on own.object = usual.object
    cross join lateral (select coalesce(own.prefix, usual.prefix) as prefix, coalesce(own.date_part, usual.date_part) as date_part,
      coalesce(own.digits, usual.digits) as digits) format
    cross join lateral (select case format.date_part when 'YYYYMM' then date_trunc('month', today())::date else today() end as day offset 0) period
    left join lateral (select c.digits, c.last from number_counter c where c.enterprise_id = current_enterprise() and c.object = usual.object
      and c.prefix || '' = format.prefix and c.day = period.day limit 1) c on true`.execute(tx)
  return rows.map((row) => ({ ...row, label: numberedObjects[row.object].label }))
}

/** The list has one row for each numbered object of the program, so it is sorted and cut here. */
export const listRules: Handler<typeof numberingApi.list> = async (tx, _actor, { q, sort, page, pageSize }) => {
  const column = sort === 'label' || sort === '-label' ? 'label' : 'prefix'
  const found = (await readRules(tx))
    .filter((row) => row.label.includes(q) || row.prefix.startsWith(q.toUpperCase()))
    .sort((one, other) => (sort.startsWith('-') ? -1 : 1) * one[column].localeCompare(other[column], 'zh-CN'))
  return { rows: found.slice((page - 1) * pageSize, page * pageSize), total: found.length }
}
