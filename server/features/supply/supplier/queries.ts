import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { supplierApi, SupplierDetail } from '#contract/supply/supplier-api.ts'
import { purchaseState } from '#contract/supply/purchase.ts'
import { changedReason, type SupplierRow } from '#contract/supply/supplier.ts'
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
    ])

/** One supplier as the list shows it: what a step returns, and what its rules decide by. */
export async function supplierRowOf(tx: Tx, id: string): Promise<SupplierRow> {
  const row = await selectSuppliers(tx).where('supplier.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export const listSuppliers: Handler<typeof supplierApi.list> = (tx, _actor, { q, state, category, expiring, changed, ...paging }) =>
  pageOf(
    tx,
    selectSuppliers(tx)
      .$call((query) => (state === undefined ? query : query.where('supplier.state', '=', state)))
      .$if(category !== undefined, (query) => query.where(sql<boolean>`${category} = any (supplier.categories)`))
      .$if(changed !== undefined, (query) => query.where('supplier.state', '=', 'suspended').where('stateReason', '=', changedReason))
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
    approved: await approvedOf(tx, id),
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
