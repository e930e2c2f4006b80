import { sql, type SqlBool } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { careApi, CareFile, CareLine, CarePlan } from '#contract/warehouse/care.ts'
import type { StockSide } from '#contract/warehouse/stock.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const nameOf = (column: string) =>
  sql<string | null>`(select account.name from account where account.enterprise_id = r.enterprise_id and account.id = ${sql.ref(column)})`

/** What the firm calls these codes of its dictionary now. */
const wordsOf = (type: 'care_finding' | 'curing_method', column: string) =>
  sql<string[]>`array(select coalesce(d.label, chosen.code) from unnest(${sql.ref(column)}) with ordinality as chosen (code, place)
    left join dictionary_item d on d.enterprise_id = r.enterprise_id and d.type = ${sql.lit(type)} and d.code = chosen.code order by chosen.place)`

const linesOf = (what: 'lots' | 'found') =>
  sql<number>`(select ${what === 'lots' ? sql`count(distinct c.lot_id)` : sql`count(*)`}::integer from care_line c
    where c.enterprise_id = r.enterprise_id and c.care_id = r.id ${what === 'lots' ? sql`` : sql`and c.findings <> '{none}'`})`

const selectCares = (tx: Tx) =>
  tx
    .selectFrom('careRecord as r')
    .select(['r.id', 'r.careNo', 'r.side', 'r.lookedAt', 'r.recordedAt', linesOf('lots').as('lots'), linesOf('found').as('found')])
    .select([
      sql<string>`coalesce(${nameOf('r.doneBy')}, '')`.as('doneByName'),
      sql<string | null>`(select i.case_no from incident i where i.enterprise_id = r.enterprise_id and i.source_id = r.id
        and i.source_table = 'care_record' order by i.id limit 1)`.as('caseNo'),
    ])

export const listCares: Handler<typeof careApi.list> = (tx, _actor, { q, side, found, ...paging }) =>
  pageOf(
    tx,
    selectCares(tx)
      .$call((query) => (side === undefined ? query : query.where('r.side', '=', side)))
      .$if(found !== undefined, (query) =>
        query.where(
          sql<SqlBool>`exists (select from care_line c where c.enterprise_id = r.enterprise_id and c.care_id = r.id and c.findings <> '{none}')`,
        ),
      )
      .$if(q !== '', (query) =>
        query.where(sql<SqlBool>`(r.care_no ^@ ${q.toUpperCase()} or exists (select from care_line c join lot l on l.enterprise_id = c.enterprise_id and l.id = c.lot_id
          where c.enterprise_id = r.enterprise_id and c.care_id = r.id and l.lot_no = ${q.toUpperCase()}))`),
      ),
    paging,
  )

/** One record with its lines, as it is now. */
export async function careOf(tx: Tx, id: string): Promise<CareFile> {
  const care = await selectCares(tx)
    .select(['r.temperature', 'r.humidity', 'r.remark', 'r.doneBy', 'r.secondBy', nameOf('r.secondBy').as('secondByName')])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (care === undefined) throw new Refusal('not_found')
  const lines: CareLine[] = await tx
    .selectFrom('careLine as r')
    .innerJoin('lot as l', (join) => join.onRef('l.enterpriseId', '=', 'r.enterpriseId').onRef('l.id', '=', 'r.lotId'))
    .innerJoin('place as p', (join) => join.onRef('p.enterpriseId', '=', 'r.enterpriseId').onRef('p.id', '=', 'r.placeId'))
    .leftJoin('careVoid as v', (join) => join.onRef('v.enterpriseId', '=', 'r.enterpriseId').onRef('v.lineId', '=', 'r.id'))
    .select(['r.id', 'r.lotId', 'l.lotNo', 'l.name', 'p.code as placeCode', 'p.warehouse', 'l.unit', 'r.quantity', 'r.note', 'r.matters'])
    .select([wordsOf('care_finding', 'r.findings').as('findings'), wordsOf('curing_method', 'r.measures').as('measures')])
    .select(['v.reason as voidReason', nameOf('v.voidedBy').as('voidedByName')])
    .where('r.careId', '=', id)
    .orderBy('p.code')
    .orderBy('l.lotNo')
    .execute()
  return { ...care, lines }
}

export const readCare: Handler<typeof careApi.read> = (tx, _actor, { id }) => careOf(tx, id)

const isLatest = sql<boolean>`not exists (select from care_plan next where next.enterprise_id = r.enterprise_id and next.side = r.side and next.scope = r.scope
  and next.scope_key = r.scope_key and next.serial > r.serial)`

const selectPlans = (tx: Tx) =>
  tx
    .selectFrom('carePlan as r')
    .select(['r.id', 'r.scope', 'r.serial', 'r.everyDays', 'r.isEnded', 'r.materialId', 'r.reason', 'r.setAt', isLatest.as('isLatest')])
    .select([
      sql<string>`case r.scope when 'herb' then coalesce((select m.name from material m where m.enterprise_id = r.enterprise_id and m.id = r.material_id), '')
        when 'class' then coalesce((select d.label from dictionary_item d where d.enterprise_id = r.enterprise_id and d.type = 'material_class' and d.code = r.scope_key), r.scope_key)
        else '' end`.as('subject'),
      sql<string>`case r.scope when 'class' then r.scope_key else '' end`.as('materialClass'),
      sql<
        CarePlan['season']
      >`case when r.season_days is not null then jsonb_build_object('from', r.season_from, 'to', r.season_to, 'days', r.season_days) end`.as(
        'season',
      ),
      sql<
        CarePlan['caseFindings']
      >`coalesce((select jsonb_agg(jsonb_build_object('code', chosen.code, 'label', coalesce(d.label, chosen.code)) order by chosen.place)
        from unnest(r.case_findings) with ordinality as chosen (code, place)
          left join dictionary_item d on d.enterprise_id = r.enterprise_id and d.type = 'care_finding' and d.code = chosen.code), '[]')`.as(
        'caseFindings',
      ),
      sql<string>`coalesce(${nameOf('r.setBy')}, '')`.as('setByName'),
      sql<string>`coalesce(${nameOf('r.approvedBy')}, '')`.as('approvedByName'),
    ])

/** One plan as it was given. */
export async function planOf(tx: Tx, id: string): Promise<CarePlan> {
  const plan = await selectPlans(tx).where('r.id', '=', id).executeTakeFirst()
  if (plan === undefined) throw new Refusal('not_found')
  return plan
}

export const listPlans =
  (side: StockSide): Handler<(typeof careApi)['raw']['plans']> =>
  (tx, _actor, { q, standing, ...paging }) =>
    pageOf(
      tx,
      selectPlans(tx)
        .where('r.side', '=', side)
        .$if(standing === 'current', (query) => query.where(isLatest).where('r.isEnded', '=', false))
        .$if(standing === 'past', (query) => query.where(sql<SqlBool>`(r.is_ended or not ${isLatest})`))
        .$if(q !== '', (query) =>
          query.where(
            sql<SqlBool>`exists (select from material m where m.enterprise_id = r.enterprise_id and m.id = r.material_id and (strpos(m.name, ${q}) > 0 or m.initials ^@ ${q.toLowerCase()}))`,
          ),
        ),
      paging,
    )
