import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { statesUnderWay } from '#contract/laboratory/inspection.ts'
import type { StandardItemInput } from '#contract/laboratory/standard-item.ts'
import type { standardApi, StandardFile, StandardRow } from '#contract/laboratory/standard.ts'
import { generalItems } from '#contract/laboratory/general-chapter.ts'
import type { materialClasses } from '#contract/making/material.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

/** The state of an edition today: an approved one is coming, in force or ended, by the calendar. */
const stateNow = sql<StandardRow['state']>`case when v.state <> 'approved' then v.state when v.effective_from > today() then 'coming'
  when v.effective_to <= today() then 'ended' else 'effective' end`

/** Editions of standards as the list shows them. */
const selectEditions = (tx: Tx) =>
  tx
    .selectFrom('standardVersion as v')
    .innerJoin('standard as s', (join) => join.onRef('s.enterpriseId', '=', 'v.enterpriseId').onRef('s.id', '=', 'v.standardId'))
    .leftJoin('material as m', (join) => join.onRef('m.enterpriseId', '=', 's.enterpriseId').onRef('m.id', '=', 's.materialId'))
    .leftJoin('product as p', (join) => join.onRef('p.enterpriseId', '=', 's.enterpriseId').onRef('p.id', '=', 's.productId'))
    .leftJoin('account as writer', (join) =>
      join.onRef('writer.enterpriseId', '=', 'v.enterpriseId').onRef('writer.id', '=', 'v.writtenBy'),
    )
    .leftJoin('account as approver', (join) =>
      join.onRef('approver.enterpriseId', '=', 'v.enterpriseId').onRef('approver.id', '=', 'v.approvedBy'),
    )
    .leftJoin('customer as c', (join) => join.onRef('c.enterpriseId', '=', 's.enterpriseId').onRef('c.id', '=', 's.customerId'))
    .select(['v.id', 'v.standardId', 's.kind', 's.name', 'v.edition', 'v.version', 'v.effectiveFrom', 'v.effectiveTo'])
    .select([
      'v.writtenBy',
      'writer.name as writtenByName',
      'approver.name as approvedByName',
      'v.sentBackReason',
      'v.rowVersion',
      'v.typedItems',
    ])
    .select([
      sql<StandardRow['of']>`case when s.material_id is null then 'product' else 'material' end`.as('of'),
      sql<string>`coalesce(m.name, p.name)`.as('subjectName'),
      sql<string>`coalesce(m.code, p.code)`.as('subjectCode'),
      sql<string>`coalesce(c.name, '')`.as('customer'),
      stateNow.as('state'),
      sql<number>`(select count(*)::integer from standard_item i where i.enterprise_id = v.enterprise_id and i.standard_version_id = v.id)`.as(
        'itemCount',
      ),
      sql<boolean>`exists (select from standard_version d where d.enterprise_id = v.enterprise_id and d.standard_id = v.standard_id
        and d.state in ('draft', 'written'))`.as('hasDraft'),
    ])

/** One edition, as it is now. */
export async function editionOf(tx: Tx, id: string): Promise<StandardRow> {
  const row = await selectEditions(tx).where('v.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export const listEditions: Handler<typeof standardApi.list> = (tx, _actor, { q, state, of, kind, ...paging }) =>
  pageOf(
    tx,
    selectEditions(tx)
      .$if(state !== undefined, (query) => query.where(sql<boolean>`${stateNow} = ${state}`))
      .$if(of !== undefined, (query) => query.where(of === 'product' ? 's.productId' : 's.materialId', 'is not', null))
      .$if(kind !== '', (query) => query.where('s.kind', '=', kind))
      .$if(q !== '', (query) =>
        query.where((eb) =>
          eb.or([
            matches(q, { number: 'm.code', name: 's.name', initials: 's.initials' }),
            matches(q, { name: 'm.name', initials: 'm.initials' }),
            matches(q, { number: 'p.code', name: 'p.name', initials: 'p.initials' }),
            matches(q, { name: 'v.edition' }),
          ]),
        ),
      ),
    paging,
  )

/** The lines of an edition, in order. */
export async function itemsOfEdition(tx: Tx, id: string): Promise<StandardItemInput[]> {
  const rows = await tx.selectFrom('standardItem').selectAll().where('standardVersionId', '=', id).orderBy('line').execute()
  return rows.map((row) => ({
    group: row.itemGroup,
    name: row.name,
    specText: row.specText,
    op: row.operator,
    low: row.low ?? '',
    high: row.high ?? '',
    internalLow: row.internalLow ?? '',
    internalHigh: row.internalHigh ?? '',
    unit: row.unit,
    method: row.method,
    parallels: row.parallels,
    isMandatory: row.isMandatory,
    quotedAllowed: row.quotedAllowed,
    outsourcedAllowed: row.outsourcedAllowed,
    formula: row.formula,
    dryBasis: row.dryBasis,
    deviationLimit: row.deviationLimit ?? '',
    plausibleLow: row.plausibleLow ?? '',
    plausibleHigh: row.plausibleHigh ?? '',
    words: row.words,
  }))
}

/** What chapter 0212 asks of the thing a standard is of. A firm's own and a customer's standard inherit nothing. */
async function generalOf(tx: Tx, { standardId, of }: StandardRow): Promise<StandardItemInput[]> {
  const { rows } = await sql<{ isHerb: boolean; herb: string; isMineral: boolean }>`
    select m.category = 'crude_drug' as is_herb, m.name as herb, m.material_class = ${mineral} as is_mineral
    from standard s left join product p on p.enterprise_id = s.enterprise_id and p.id = s.product_id
      join material m on m.enterprise_id = s.enterprise_id and m.id = coalesce(s.material_id, p.material_id)
    where s.enterprise_id = current_enterprise() and s.id = ${standardId} and authority_of(s.kind, s.customer_id) = 'legal'`.execute(tx)
  return rows.flatMap((herb) => generalItems({ of, ...herb }))
}
/** 矿物 of the classes of materials. */
const mineral: keyof typeof materialClasses = '09'

type Withdrawal = NonNullable<StandardFile['withdrawn']>
const withdrawalOf = ({ at, reason, byName, approvedByName }: { [Key in keyof Withdrawal]: string | null }): Withdrawal | null =>
  at === null || reason === null || byName === null || approvedByName === null ? null : { at, reason, byName, approvedByName }

export const readEdition: Handler<typeof standardApi.read> = async (tx, _actor, { id }) => {
  const standard = await editionOf(tx, id)
  const { remark, writtenAt, approvedAt, ...withdrawal } = await tx
    .selectFrom('standardVersion')
    .leftJoin('account as withdrawer', (join) =>
      join.onRef('withdrawer.enterpriseId', '=', 'standardVersion.enterpriseId').onRef('withdrawer.id', '=', 'withdrawnBy'),
    )
    .leftJoin('account as second', (join) =>
      join.onRef('second.enterpriseId', '=', 'standardVersion.enterpriseId').onRef('second.id', '=', 'withdrawalApprovedBy'),
    )
    .select(['remark', 'writtenAt', 'approvedAt'])
    .select(['withdrawnAt as at', 'withdrawalReason as reason', 'withdrawer.name as byName', 'second.name as approvedByName'])
    .where('standardVersion.id', '=', id)
    .executeTakeFirstOrThrow()
  const editions = await tx
    .selectFrom('standardVersion as v')
    .select(['v.id', 'v.version', 'v.edition', 'v.effectiveFrom', stateNow.as('state')])
    .where('v.standardId', '=', standard.standardId)
    .orderBy('v.version', 'desc')
    .execute()
  const { openInspections } = await tx
    .selectFrom('inspection')
    .select((eb) => eb.fn.countAll<number>().as('openInspections'))
    .where((eb) =>
      eb.or([
        eb('standardVersionId', '=', id),
        eb('inspection.id', 'in', eb.selectFrom('inspectionStandard').select('inspectionId').where('standardVersionId', '=', id)),
      ]),
    )
    .where('state', 'in', statesUnderWay)
    .executeTakeFirstOrThrow()
  return {
    standard,
    remark,
    writtenAt,
    approvedAt,
    withdrawn: withdrawalOf(withdrawal),
    items: await itemsOfEdition(tx, id),
    general: await generalOf(tx, standard),
    editions,
    openInspections: Number(openInspections),
  }
}

export const listCustomers: Handler<typeof standardApi.customers> = (tx, _actor, { q, page, pageSize }) =>
  tx
    .selectFrom('customer')
    .select(['id', 'code', 'name'])
    .where('isActive', '=', true)
    .$if(q !== '', (query) => query.where(matches(q, { number: 'code', name: 'name', initials: 'initials' })))
    .orderBy('code')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()

export const listSubjects: Handler<typeof standardApi.subjects> = (tx, _actor, { of, q, page, pageSize }) =>
  tx
    .selectFrom(of)
    .select(['id', 'code', 'name'])
    .where('isActive', '=', true)
    .$if(q !== '', (query) => query.where(matches(q, { number: 'code', name: 'name', initials: 'initials' })))
    .orderBy('code')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
