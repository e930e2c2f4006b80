import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import type { ledgerApi, MonthFile, MonthRow, SignedMonth, ToxicEntry } from '#contract/warehouse/ledger.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

/** The first day of a month, as the database keeps months. */
export const firstDayOf = (month: string) => `${month}-01`

/** The lots of a class in a month, one page of them. They come from the months and the balances, not from the entries. */
export const listMonth: Handler<typeof ledgerApi.list> = async (tx, _actor, { month, goodsClass, page, pageSize, sort, q }) => {
  const [column, direction] = sort.startsWith('-') ? [sort.slice(1), sql`desc`] : [sort, sql`asc`]
  const { rows } = await sql<MonthRow & { total: number }>`
    select m.lot_id as id, m.lot_no, m.name, m.opening, m.brought, m.taken, m.closing, m.moves, (count(*) over ())::integer as total
    from stock_of_month(${firstDayOf(month ?? dayInShanghai(tx.now()).slice(0, 7))}::date, ${goodsClass}) m
    where ${q} = '' or m.lot_no ^@ upper(${q}) or strpos(m.name, ${q}) > 0
    order by ${sql.ref(column)} ${direction}, m.lot_no limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(tx)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** What a month of a class comes to, and who signed it. */
export const readMonth: Handler<typeof ledgerApi.read> = async (tx, _actor, { month, goodsClass }) => {
  const day = firstDayOf(month)
  const sums = await sql<Omit<MonthFile, 'signed' | 'entries'>>`
    select coalesce(sum(opening), 0)::numeric(18, 4) as opening, coalesce(sum(brought), 0)::numeric(18, 4) as brought,
      coalesce(sum(taken), 0)::numeric(18, 4) as taken, coalesce(sum(closing), 0)::numeric(18, 4) as closing, count(*)::integer as lots,
      ${day}::date + interval '1 month' <= ${dayInShanghai(tx.now())}::date as is_over
    from stock_of_month(${day}::date, ${goodsClass})`.execute(tx)
  const entries =
    goodsClass === 'toxic'
      ? await sql<ToxicEntry>`
          select lot_no, occurred_at, kind, document_no, quantity, goes, by_name as by, second_name as second
          from toxic_entries_of(${day}::date) limit 500`.execute(tx)
      : { rows: [] }
  return { ...only(sums.rows), signed: await signedMonths(tx, day, goodsClass), entries: entries.rows }
}

/** The versions of a month, the newest first. */
async function signedMonths(tx: Tx, day: string, goodsClass: string): Promise<SignedMonth[]> {
  const { rows } = await sql<SignedMonth>`
    select s.id, s.ledger_no, s.version, s.closing, s.reason, signer.name as signed_by_name, checker.name as checked_by_name, s.signed_at
    from stock_ledger s join account signer on signer.enterprise_id = s.enterprise_id and signer.id = s.signed_by
      join account checker on checker.enterprise_id = s.enterprise_id and checker.id = s.checked_by
    where s.goods_class = ${goodsClass} and s.month = ${day}::date order by s.version desc`.execute(tx)
  return rows
}
