import { sql, type NotNull, type SqlBool } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { OosFile, OosRow, oosApi } from '#contract/cases/oos-api.ts'
import type { OosChoices } from '#contract/cases/oos-trend.ts'
import { oosChecklist } from '#contract/cases/oos.ts'
import { moistureOf } from '#contract/laboratory/counting-results.ts'
import { printedResult } from '#contract/laboratory/test-result.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { inspectionFileOf } from '#server/features/laboratory/inspection/queries.ts'

/** Everybody who wrote a value of the inspection that a case belongs to. */
export const analystsOfInspection = sql<
  string[]
>`array(select distinct r.entered_by from test_result r where r.enterprise_id = oos_case.enterprise_id
  and r.inspection_id = oos_case.inspection_id and r.part <> 'correction')`

/** Cases as the list shows them. */
const cases = (tx: Tx) =>
  tx
    .selectFrom('oosCase')
    .innerJoin('inspection', (join) =>
      join.onRef('inspection.enterpriseId', '=', 'oosCase.enterpriseId').onRef('inspection.id', '=', 'oosCase.inspectionId'),
    )
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'oosCase.enterpriseId').onRef('lot.id', '=', 'oosCase.lotId'))
    .innerJoin('standardItem', (join) =>
      join.onRef('standardItem.enterpriseId', '=', 'oosCase.enterpriseId').onRef('standardItem.id', '=', 'oosCase.standardItemId'),
    )
    .innerJoin('testResult', (join) =>
      join.onRef('testResult.enterpriseId', '=', 'oosCase.enterpriseId').onRef('testResult.id', '=', 'oosCase.testResultId'),
    )
    .innerJoin('account as analyst', (join) =>
      join.onRef('analyst.enterpriseId', '=', 'testResult.enterpriseId').onRef('analyst.id', '=', 'testResult.enteredBy'),
    )
    .select(['oosCase.id', 'oosCase.caseNo', 'oosCase.kind', 'oosCase.state', 'oosCase.openedAt', 'oosCase.finding', 'oosCase.checkedBy'])
    .select(['oosCase.retestAnalyst', 'oosCase.conclusion', 'oosCase.concludedAt', 'oosCase.rowVersion', 'oosCase.inspectionId'])
    .select(['oosCase.lotId', 'inspection.side', 'inspection.requestNo', 'inspection.supplier', 'lot.lotNo', 'lot.name as lotName'])
    .select(['standardItem.name as itemName', 'standardItem.specText', 'standardItem.method', 'standardItem.unit'])
    .select(['testResult.mean', 'testResult.individual', 'testResult.words', 'analyst.name as analystName'])
    .select(analystsOfInspection.as('analystIds'))

type Read = Omit<OosRow, 'value'> & { unit: string; mean: string | null; individual: string[]; words: string }
const rowOf = ({ unit, mean, individual, words, ...row }: Read): OosRow => ({
  ...row,
  value: printedResult({ unit }, { mean, individual, words }),
})

export const listOos: Handler<typeof oosApi.list> = async (
  tx,
  _actor,
  { page, pageSize, sort, q, side, state, kind, analystId, supplierId, itemName, method },
) => {
  const { rows, total } = await pageOf(
    tx,
    cases(tx)
      .$call((query) => (state === undefined ? query : query.where('oosCase.state', '=', sql.lit(state))))
      .$call((query) => (side === undefined ? query : query.where('inspection.side', '=', sql.lit(side))))
      .$call((query) => (kind === undefined ? query : query.where('oosCase.kind', '=', sql.lit(kind))))
      .$call((query) => (analystId === undefined ? query : query.where('testResult.enteredBy', '=', analystId)))
      .$if(itemName !== '', (query) => query.where('standardItem.name', '=', itemName))
      .$if(method !== '', (query) => query.where('standardItem.method', '=', method))
      .$call((query) =>
        supplierId === undefined
          ? query
          : query.where(
              sql<SqlBool>`exists (select from raw_lot r where r.enterprise_id = oos_case.enterprise_id and r.id = oos_case.lot_id and r.supplier_id = ${supplierId})`,
            ),
      )
      .$if(q !== '', (query) =>
        query.where((eb) =>
          eb.or([eb('oosCase.caseNo', '=', q), eb('lot.lotNo', '=', q), eb('inspection.requestNo', '=', q), eb('lot.initials', '^@', q)]),
        ),
      ),
    { page, pageSize, sort },
  )
  return { rows: rows.map(rowOf), total }
}

/** How often each came up, the most frequent first. */
const countedBy = (value: string, label: string) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('value', g.value, 'label', g.label, 'count', g.count, 'confirmed', g.confirmed)
      order by g.count desc, g.label), '[]')
    from (select ${sql.raw(value)}::text as value, min(${sql.raw(label)}) as label, count(*)::integer as count,
        count(*) filter (where state = 'confirmed')::integer as confirmed
      from seen where ${sql.raw(value)} is not null and ${sql.raw(value)}::text <> '' group by 1 order by count(*) desc limit 200) g)`

export const listOosChoices: Handler<typeof oosApi.choices> = async (tx) => {
  const { rows } = await sql<OosChoices>`
    with seen as (
      select c.state, r.entered_by, a.name as analyst, l.supplier_id, s.name as supplier, i.name as item, i.method
      from oos_case c join test_result r on r.enterprise_id = c.enterprise_id and r.id = c.test_result_id
        join account a on a.enterprise_id = r.enterprise_id and a.id = r.entered_by
        join standard_item i on i.enterprise_id = c.enterprise_id and i.id = c.standard_item_id
        left join raw_lot l on l.enterprise_id = c.enterprise_id and l.id = c.lot_id
        left join supplier s on s.enterprise_id = l.enterprise_id and s.id = l.supplier_id)
    select ${countedBy('entered_by', 'analyst')} as analysts, ${countedBy('supplier_id', 'supplier')} as suppliers,
      ${countedBy('item', 'item')} as items, ${countedBy('method', 'method')} as methods`.execute(tx)
  return only(rows)
}

/** One case as it is now; that of another enterprise is `not_found`. */
export async function oosRowOf(tx: Tx, id: string): Promise<OosRow> {
  const row = await cases(tx).where('oosCase.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return rowOf(row)
}

/** A case with everything that was written in it. */
export async function oosFileOf(tx: Tx, id: string): Promise<OosFile> {
  const row = await oosRowOf(tx, id)
  const written = await tx
    .selectFrom('oosCase')
    .select(['oosCase.standardItemId', 'plea', 'checklist', 'explanation', 'checkedAt', 'invalidatedAt'])
    .select(['invalidReason', 'retests', 'retestReason', 'resampled', 'retestAt'])
    .select((eb) => [
      nameOf(eb.ref('oosCase.checkedBy')).as('checkedByName'),
      nameOf(eb.ref('oosCase.invalidatedBy')).as('invalidatedByName'),
      nameOf(eb.ref('oosCase.retestAnalyst')).as('retestAnalystName'),
      nameOf(eb.ref('oosCase.retestBy')).as('retestByName'),
      nameOf(eb.ref('oosCase.concludedBy')).as('concludedByName'),
    ])
    .select(
      sql<OosFile['proof']>`(select jsonb_build_object('id', a.id, 'name', a.name) from attachment a
        where a.enterprise_id = oos_case.enterprise_id and a.id = oos_case.proof_id)`.as('proof'),
    )
    .select((eb) =>
      eb
        .selectFrom('lot')
        .select('lot.kind')
        .whereRef('lot.enterpriseId', '=', 'oosCase.enterpriseId')
        .whereRef('lot.id', '=', 'oosCase.lotId')
        .$asScalar()
        .as('lotKind'),
    )
    .where('oosCase.id', '=', id)
    .$narrowType<{ lotKind: NotNull }>()
    .executeTakeFirstOrThrow()
  const { standardItemId, checklist, lotKind, ...told } = written
  const inspected = await inspectionFileOf(tx, row.side, row.inspectionId)
  const item = only(inspected.items.filter(({ id: itemId }) => itemId === standardItemId))
  return {
    case: row,
    lot: { kind: lotKind, state: inspected.inspection.lotState, inspectionState: inspected.inspection.state },
    item,
    results: inspected.results.filter((result) => result.itemId === standardItemId),
    moisture: item.dryBasis ? (moistureOf(inspected)?.mean ?? null) : null,
    checklist: checklist === null ? null : oosChecklist.parse(checklist),
    ...told,
  }
}

const nameOf = (who: Parameters<typeof sql>[1]) =>
  sql<string | null>`(select a.name from account a where a.enterprise_id = oos_case.enterprise_id and a.id = ${who})`

export const readOos: Handler<typeof oosApi.file> = (tx, _actor, { id }) => oosFileOf(tx, id)

/** Who may retest: active holders of the duty to test who wrote no value of this inspection and looked into none, and neither bought nor received the lot. */
export async function retestersOf(tx: Tx, row: OosRow): Promise<{ id: string; name: string }[]> {
  const duty = row.side === 'raw' ? '12:test' : '17:test'
  const { rows } = await sql<{ id: string; name: string }>`
    select a.id, a.name from account a
    where a.enterprise_id = current_enterprise() and a.state = 'active' and a.id <> all (${row.analystIds}::uuid[])
      and a.id <> all (investigators_of(a.enterprise_id, ${row.inspectionId}::uuid))
      and not exists (select from api_token t where t.enterprise_id = a.enterprise_id and t.id = a.id)
      and exists (select from account_role r join role_right p using (enterprise_id, role_id)
        where r.enterprise_id = a.enterprise_id and r.account_id = a.id and p.right_code = ${duty})
      and not exists (select from raw_lot l join receipt c on c.enterprise_id = l.enterprise_id and c.id = l.receipt_id
          join purchase_order o on o.enterprise_id = l.enterprise_id and o.id = l.order_id
        where l.enterprise_id = a.enterprise_id and l.id = ${row.lotId} and a.id in (o.buyer_id, c.received_by, c.checked_by))
    order by a.name, a.id`.execute(tx)
  return rows
}

export const listRetesters: Handler<typeof oosApi.analysts> = async (tx, _actor, { id }) => retestersOf(tx, await oosRowOf(tx, id))
