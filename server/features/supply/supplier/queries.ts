import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { supplierApi, SupplierDetail } from '#contract/supply/supplier-api.ts'
import { purchaseState } from '#contract/supply/purchase.ts'
import { approvedOriginText, supplierTarget, type SupplierRow } from '#contract/supply/supplier.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import { papersOf } from '#server/features/supply/licence/papers-of.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

/** Orders of which something is still to come. */
const openStates = sql`(${sql.join(purchaseState.exclude(['received', 'closed', 'cancelled']).options.map((state) => sql.lit(state)))})`

/** Suppliers as 企业管理 lists them. */
const selectSuppliers = (tx: Tx) =>
  tx
    .selectFrom('supplier')
    .select([
      'supplier.id',
      'code',
      'name',
      'kind',
      'creditCode',
      'province',
      'address',
      'contact',
      'phone',
      'stateReason',
      'auditedOn',
      'validUntil',
      'createdBy as createdById',
      'rowVersion',
    ])
    .select([
      'supplier.state',
      'supplier.categories',
      sql<string | null>`licences_until(supplier.enterprise_id, supplier.id)`.as('licencesUntil'),
      sql<number>`(select count(*)::integer from licence where licence.supplier_id = supplier.id and licence.is_active)`.as('licences'),
      sql<number>`(select count(distinct material_id)::integer from supplier_material m where m.supplier_id = supplier.id)`.as('materials'),
      sql<number>`(select count(*)::integer from purchase_order o where o.supplier_id = supplier.id and o.state in ${openStates})`.as(
        'openOrders',
      ),
      sql<SupplierRow['stop']>`(select jsonb_build_object('id', stop.id, 'placedBy', jsonb_build_object('id', by.id, 'name', by.name))
        from supplier_stop stop join account by on by.enterprise_id = stop.enterprise_id and by.id = stop.placed_by
        where stop.enterprise_id = supplier.enterprise_id and stop.supplier_id = supplier.id and stop.ended_at is null)`.as('stop'),
    ])

/** One supplier as the list shows it: what a step returns, and what its rules decide by. */
export async function supplierRowOf(tx: Tx, id: string): Promise<SupplierRow> {
  const row = await selectSuppliers(tx).where('supplier.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export const listSuppliers: Handler<typeof supplierApi.list> = (tx, _actor, { q, state, category, expiring, ...paging }) =>
  pageOf(
    tx,
    selectSuppliers(tx)
      .$call((query) => (state === undefined ? query : query.where('supplier.state', '=', sql.lit(state))))
      .$if(category !== undefined, (query) => query.where(sql<boolean>`${category} = any (supplier.categories)`))
      .$if(expiring !== undefined, (query) =>
        query
          .where('supplier.state', '<>', 'removed')
          .where(sql<boolean>`least(valid_until, licences_until(supplier.enterprise_id, supplier.id)) <= today() + 90`),
      )
      .$if(q !== '', (query) =>
        query.where((eb) =>
          eb.or([
            matches(q, { number: 'supplier.code', name: 'supplier.name', initials: 'supplier.initials' }),
            eb('creditCode', '=', q.toUpperCase()),
          ]),
        ),
      ),
    paging,
  )

export const readSupplier: Handler<typeof supplierApi.read> = async (tx, _actor, { id }) => {
  const row = await supplierRowOf(tx, id)
  const { createdBy, createdName, qualifiedBy, qualifiedName, ...details } = await tx
    .selectFrom('supplier')
    .leftJoin('account as author', (join) =>
      join.onRef('author.enterpriseId', '=', 'supplier.enterpriseId').onRef('author.id', '=', 'supplier.createdBy'),
    )
    .leftJoin('account as approver', (join) =>
      join.onRef('approver.enterpriseId', '=', 'supplier.enterpriseId').onRef('approver.id', '=', 'supplier.qualifiedBy'),
    )
    .select(['legalPerson', 'latitude', 'longitude', 'remark', 'createdBy', 'qualifiedBy', 'qualifiedAt'])
    .select(['author.name as createdName', 'approver.name as qualifiedName'])
    .where('supplier.id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    ...details,
    createdBy: createdBy === null || createdName === null ? null : { id: createdBy, name: createdName },
    qualifiedBy: qualifiedBy === null || qualifiedName === null ? null : { id: qualifiedBy, name: qualifiedName },
    audits: await auditsOf(tx, id),
    stops: await stopsOf(tx, id),
    pendingChange: await pendingChangeOf(tx, id),
    approved: await approvedOf(tx, id),
    scopeChanges: await scopeChangesOf(tx, id),
    papers: await papersOf(tx, { supplierId: id }),
    orders: await ordersOf(tx, id),
  } satisfies SupplierDetail
}

async function auditsOf(tx: Tx, supplierId: string): Promise<SupplierDetail['audits']> {
  const audits = await tx
    .selectFrom('supplierAudit')
    .innerJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'supplierAudit.enterpriseId').onRef('account.id', '=', 'supplierAudit.recordedBy'),
    )
    .select(['supplierAudit.id', 'supplierAudit.kind', 'auditedOn', 'auditors', 'result', 'validUntil', 'findings', 'correctiveActions'])
    .select(['recordedAt', 'account.id as accountId', 'account.name'])
    .where('supplierId', '=', supplierId)
    .orderBy('auditedOn', 'desc')
    .orderBy('supplierAudit.id', 'desc')
    .execute()
  return audits.map(({ accountId, name, ...audit }) => ({
    ...audit,
    recordedBy: { id: accountId, name },
  }))
}

async function stopsOf(tx: Tx, supplierId: string): Promise<SupplierDetail['stops']> {
  const stops = await tx
    .selectFrom('supplierStop')
    .innerJoin('account as placer', (join) =>
      join.onRef('placer.enterpriseId', '=', 'supplierStop.enterpriseId').onRef('placer.id', '=', 'supplierStop.placedBy'),
    )
    .leftJoin('account as ender', (join) =>
      join.onRef('ender.enterpriseId', '=', 'supplierStop.enterpriseId').onRef('ender.id', '=', 'supplierStop.endedBy'),
    )
    .select(['supplierStop.id', 'cause', 'reason', 'placedAt', 'endedAs', 'conclusion', 'endedAt'])
    .select(['placer.id as placerId', 'placer.name as placerName', 'ender.id as enderId', 'ender.name as enderName'])
    .where('supplierId', '=', supplierId)
    .orderBy('placedAt', 'desc')
    .orderBy('supplierStop.id', 'desc')
    .execute()
  return stops.map(({ placerId, placerName, enderId, enderName, ...stop }) => ({
    ...stop,
    placedBy: { id: placerId, name: placerName },
    endedBy: enderId === null || enderName === null ? null : { id: enderId, name: enderName },
  }))
}

/** The change of the supplier's state that waits for its second person or its day. */
export async function pendingChangeOf(tx: Tx, supplierId: string): Promise<SupplierDetail['pendingChange']> {
  const change = await tx
    .selectFrom('changeRequest')
    .innerJoin('qualityCase', (join) =>
      join.onRef('qualityCase.enterpriseId', '=', 'changeRequest.enterpriseId').onRef('qualityCase.id', '=', 'changeRequest.caseId'),
    )
    .select(['qualityCase.caseNo', 'changeRequest.state', 'asked', 'effectiveOn'])
    .where('record', '=', 'supplier')
    .where('recordId', '=', supplierId)
    .where('changeRequest.state', 'in', ['proposed', 'approved'])
    .executeTakeFirst()
  if (change === undefined) return null
  const { caseNo, state, asked, effectiveOn } = change
  return { caseNo, to: supplierTarget.parse(only(asked).new), isApproved: state === 'approved', effectiveOn }
}

const approvedOf = (tx: Tx, supplierId: string): Promise<SupplierDetail['approved']> =>
  tx
    .selectFrom('supplierMaterial')
    .innerJoin('material', (join) =>
      join.onRef('material.enterpriseId', '=', 'supplierMaterial.enterpriseId').onRef('material.id', '=', 'supplierMaterial.materialId'),
    )
    .select(['supplierMaterial.id', 'materialId', 'material.name as materialName', 'city', 'county'])
    .select([sql<SupplierDetail['approved'][number]['province']>`province`.as('province'), 'material.category'])
    .where('supplierId', '=', supplierId)
    .orderBy('material.code')
    .orderBy('province')
    .execute()

async function scopeChangesOf(tx: Tx, supplierId: string): Promise<SupplierDetail['scopeChanges']> {
  const changes = await tx
    .selectFrom('supplierScopeChange as change')
    .innerJoin('account as author', (join) =>
      join.onRef('author.enterpriseId', '=', 'change.enterpriseId').onRef('author.id', '=', 'change.changedBy'),
    )
    .innerJoin('account as second', (join) =>
      join.onRef('second.enterpriseId', '=', 'change.enterpriseId').onRef('second.id', '=', 'change.approvedBy'),
    )
    .select(['change.id', 'change.added', 'change.reason', 'change.changedAt', 'second.name as approvedBy'])
    .select(['author.id as authorId', 'author.name as authorName'])
    .where('change.supplierId', '=', supplierId)
    .orderBy('change.id', 'desc')
    .limit(20)
    .execute()
  return changes.map(({ added, authorId, authorName, ...change }) => ({
    ...change,
    added: added.map((row) => `${row.material}（${approvedOriginText(row)}）`),
    changedBy: { id: authorId, name: authorName },
  }))
}

const ordersOf = (tx: Tx, supplierId: string): Promise<SupplierDetail['orders']> =>
  tx
    .selectFrom('purchaseOrder')
    .select(['id', 'orderNo', 'purchasedOn'])
    .select([
      sql<SupplierDetail['orders'][number]['state']>`state`.as('state'),
      sql<string>`(select coalesce(string_agg(material.name, '、' order by line.line_no), '') from purchase_line line join material on material.enterprise_id = line.enterprise_id
        and material.id = line.material_id where line.enterprise_id = purchase_order.enterprise_id and line.order_id = purchase_order.id)`.as(
        'materials',
      ),
    ])
    .where('supplierId', '=', supplierId)
    .orderBy('purchasedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()

export const listMaterialChoices: Handler<typeof supplierApi.materialChoices> = (tx) =>
  tx
    .selectFrom('material')
    .select(['id', 'name', 'initials', 'usualOrigin'])
    .select(sql<SupplierRow['categories'][number]>`category`.as('category'))
    .where('isActive', '=', true)
    .orderBy('code')
    .execute()
