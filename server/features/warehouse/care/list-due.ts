import { sql, type SqlBool } from 'kysely'
import { careLinesAtMost, carePlanText, type careApi, type CareDue, type CareSeason, type CareSpot } from '#contract/warehouse/care.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { StockSide } from '#contract/warehouse/stock.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { onePlan } from '#server/db/connection.ts'

type Plan = { everyDays: number; season: CareSeason | null }

const inBins = sql`from stock_balance b join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
  where b.enterprise_id = l.enterprise_id and b.lot_id = l.id and b.is_real and b.quantity > 0`
const dueOn = sql<string>`(w.since at time zone 'Asia/Shanghai')::date`

/** 待养护 and what comes next: the days are kept with what waits, in the order of which they lie (`waits_care`). */
export const listDue =
  (side: StockSide): Handler<(typeof careApi)['raw']['due']> =>
  async (tx, _actor, { q, due, sort, ...paging }) => {
    const today = dayInShanghai(tx.now())
    const until = { late: today, now: addDays(today, 1), soon: addDays(today, 31) }
    const selected = tx
      .selectFrom('waiting as w')
      .innerJoin('lot as l', (join) => join.onRef('l.enterpriseId', '=', 'w.enterpriseId').onRef('l.id', '=', 'w.id'))
      .where('w.life', '=', `${side}_care`)
      .where('w.state', '=', 'due')
      .select(['l.id', 'l.lotNo', 'l.name', 'l.kind', 'l.isToxic', 'l.unit', 'w.since', dueOn.as('dueOn')])
      .select([
        sql<string>`(select sum(b.quantity) ${inBins})`.as('onHand'),
        sql<string[]>`array(select p.code ${inBins} order by p.code)`.as('bins'),
        sql<string>`(select min(last_care(l, b.place_id)) ${inBins})`.as('lastOn'),
        sql<boolean>`exists (select from care_line c where c.enterprise_id = l.enterprise_id and c.lot_id = l.id
          and not exists (select from care_void v where v.enterprise_id = c.enterprise_id and v.line_id = c.id))`.as('wasLooked'),
        sql<Plan>`(select jsonb_build_object('everyDays', p.every_days, 'season',
          case when p.season_days is not null then jsonb_build_object('from', p.season_from, 'to', p.season_to, 'days', p.season_days) end)
          from care_plan_of(l) p)`.as('plan'),
      ])
      .$if(due !== undefined, (query) =>
        query.where('w.since', '<', sql<string>`${until[due ?? 'now']}::date::timestamp at time zone 'Asia/Shanghai'`),
      )
      .$if(q !== '', (query) =>
        query.where(sql<SqlBool>`(l.lot_no ^@ ${q.toUpperCase()} or strpos(l.name, ${q}) > 0 or l.initials ^@ ${q.toLowerCase()})`),
      )
    const page = await pageOf(tx, selected, {
      ...paging,
      sort: sort.startsWith('-') ? '-since' : 'since',
      plan: onePlan,
    })
    return {
      ...page,
      rows: page.rows.map(({ since: _, plan, ...row }): CareDue => ({
        ...row,
        plan: carePlanText(plan),
        isDue: row.dueOn <= today,
        isLate: row.dueOn < today,
      })),
    }
  }

/** What a record may name: what lies in the bins of a store, or of one lot; what is due first. */
export const listSpots =
  (side: StockSide): Handler<(typeof careApi)['raw']['spots']> =>
  (tx, _actor, given) =>
    spotsOf(tx, side, given)

async function spotsOf(
  tx: Tx,
  side: StockSide,
  { warehouse, lotId, lotNo }: { warehouse?: string | undefined; lotId?: string | undefined; lotNo?: string | undefined },
): Promise<CareSpot[]> {
  const asked =
    warehouse !== undefined
      ? sql`p.warehouse = ${warehouse}`
      : lotId !== undefined
        ? sql`l.id = ${lotId}::uuid`
        : sql`l.lot_no = ${(lotNo ?? '').toUpperCase()}`
  const { rows } = await sql<CareSpot>`
    select l.id as lot_id, l.lot_no, l.name, l.is_toxic, p.id as place_id, p.code as place_code, p.warehouse, l.unit, b.quantity, ${dueOn} as due_on
    from place p join stock_balance b on b.enterprise_id = p.enterprise_id and b.place_id = p.id and b.is_real and b.quantity > 0
      join lot l on l.enterprise_id = b.enterprise_id and l.id = b.lot_id
      left join waiting w on w.enterprise_id = l.enterprise_id and w.about = l.id and w.id = l.id and w.life = ${`${side}_care`}
    where p.kind = 'bin' and care_side(l.kind) = ${side} and ${asked}
    order by w.since nulls last, p.code, l.lot_no limit ${sql.lit(careLinesAtMost)}`.execute(tx)
  return rows
}
