import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { choicesAtMost } from '#contract/kernel/values.ts'
import type { Returnable, SupplierReturnFile, SupplierReturnRow, supplierReturnApi } from '#contract/warehouse/supplier-return.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { begins, waysTo } from '#kernel/ways-to.ts'

/** A value of another table by its whole key, so that it hinders no plan. */
const valueOf = (what: ReturnType<typeof sql>, table: string, column: string) =>
  sql<string>`(select ${what} from ${sql.table(table)} t where t.enterprise_id = supplier_return.enterprise_id and t.id = ${sql.ref(`supplierReturn.${column}`)})`

const rows = (tx: Tx) =>
  tx
    .selectFrom('supplierReturn')
    .select(['supplierReturn.id', 'returnNo', 'lotId', 'supplierReturn.quantity', 'weighed', 'supplierReturn.reason'])
    .select(['supplierReturn.state', 'proposedBy', 'proposedAt', 'decidedBy', 'confirmedBy', 'sentAt', 'supplierReturn.rowVersion'])
    .select([
      valueOf(sql`t.lot_no`, 'lot', 'lotId').as('lotNo'),
      valueOf(sql`t.name`, 'lot', 'lotId').as('name'),
      sql<
        SupplierReturnRow['unit']
      >`(select t.unit from lot t where t.enterprise_id = supplier_return.enterprise_id and t.id = supplier_return.lot_id)`.as('unit'),
      valueOf(sql`t.name`, 'supplier', 'supplierId').as('supplierName'),
      valueOf(sql`t.code`, 'place', 'placeId').as('placeCode'),
      valueOf(sql`t.name`, 'account', 'proposedBy').as('proposerName'),
    ])

type Selected = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const shown = ({ proposedBy, proposerName, ...row }: Selected): SupplierReturnRow => ({
  ...row,
  proposedBy: { id: proposedBy, name: proposerName },
})

/** One return as the list shows it; that of another enterprise is `not_found`. */
export async function supplierReturnRowOf(tx: Tx, id: string): Promise<SupplierReturnRow> {
  const row = await rows(tx).where('supplierReturn.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return shown(row)
}

export const listSupplierReturns: Handler<typeof supplierReturnApi.list> = async (tx, _actor, { page, pageSize, sort, q, state }) => {
  const found = await pageOf(
    tx,
    rows(tx).$call((query) => (state === undefined ? query : query.where('supplierReturn.state', '=', state))),
    {
      page,
      pageSize,
      sort,
      anyOf:
        q === ''
          ? []
          : [
              ...(await waysTo(tx, q, { numbers: ['supplierReturn.returnNo'] })),
              sql<boolean>`supplier_return.lot_id in (select lot.id from lot where ${begins('lot.lotNo', q)})`,
              sql<boolean>`supplier_return.supplier_id in (select supplier.id from supplier where ${begins('supplier.name', q)})`,
            ],
    },
  )
  return { rows: found.rows.map(shown), total: found.total }
}

/** A return with everything that was decided, done and answered. */
export async function supplierReturnFileOf(tx: Tx, id: string): Promise<SupplierReturnFile> {
  const row = await supplierReturnRowOf(tx, id)
  const name = (column: string) => valueOf(sql`t.name`, 'account', column).$castTo<string | null>()
  const rest = await tx
    .selectFrom('supplierReturn')
    .innerJoin('rawLot', (join) =>
      join.onRef('rawLot.enterpriseId', '=', 'supplierReturn.enterpriseId').onRef('rawLot.id', '=', 'supplierReturn.lotId'),
    )
    .select(['decidedAt', 'opinion', 'endedAt', 'endReason', 'carrier', 'missing', 'confirmedOn', 'confirmedQuantity', 'confirmedPerson'])
    .select(['confirmationNo', 'differenceReason', 'unconfirmedAt', 'unconfirmReason', 'backAt', 'backWeight', 'backReason'])
    .select([
      'rawLot.supplierLotNo',
      sql<boolean>`(select t.is_toxic from lot t where t.enterprise_id = supplier_return.enterprise_id and t.id = supplier_return.lot_id)`.as(
        'isToxic',
      ),
      sql<string>`(select c.receipt_no from receipt c where c.enterprise_id = raw_lot.enterprise_id and c.id = raw_lot.receipt_id)`.as(
        'receiptNo',
      ),
      sql<string>`(select o.order_no from purchase_order o where o.enterprise_id = raw_lot.enterprise_id and o.id = raw_lot.order_id)`.as(
        'orderNo',
      ),
      valueOf(sql`t.address`, 'supplier', 'supplierId').as('supplierAddress'),
      valueOf(sql`concat_ws(' ', nullif(t.contact, ''), nullif(t.phone, ''))`, 'supplier', 'supplierId').as('supplierContact'),
      proofs.as('proofs'),
      name('decidedBy').as('decidedByName'),
      name('endedBy').as('endedByName'),
      name('sentBy').as('sentByName'),
      name('checkedBy').as('checkedByName'),
      name('confirmedBy').as('confirmedByName'),
      name('unconfirmedBy').as('unconfirmedByName'),
      name('backBy').as('backByName'),
      name('backCheckedBy').as('backCheckedByName'),
      valueOf(sql`t.code`, 'place', 'backPlaceId')
        .$castTo<string | null>()
        .as('backPlaceCode'),
    ])
    .where('supplierReturn.id', '=', id)
    .executeTakeFirstOrThrow()
  return { row, ...rest }
}

const proofs = sql<number>`(select count(*)::integer from attachment a where a.enterprise_id = supplier_return.enterprise_id
  and a.owner_table = 'supplier_return' and a.owner_id = supplier_return.id
  and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id))`

export const readSupplierReturn: Handler<typeof supplierReturnApi.read> = (tx, _actor, { id }) => supplierReturnFileOf(tx, id)

/** The rejected lots that lie in the 不合格区, by bin: the first few, for who types more of a name. */
export const listReturnable: Handler<typeof supplierReturnApi.choices> = async (tx, _actor, { q, lotId }) => {
  const { rows: found } = await sql<Returnable>`
    select lot.id as lot_id, lot.lot_no, lot.name, lot.unit, s.name as supplier_name, p.id as place_id, p.code as place_code, b.quantity
    from lot_at_hand here join lot on lot.enterprise_id = here.enterprise_id and lot.id = here.lot_id
      join stock_balance b on b.enterprise_id = lot.enterprise_id and b.lot_id = lot.id and b.is_real and b.quantity > 0
      join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin' and p.zone = 'rejected'
      join raw_lot w on w.enterprise_id = lot.enterprise_id and w.id = lot.id
      join purchase_order o on o.enterprise_id = w.enterprise_id and o.id = w.order_id
      join supplier s on s.enterprise_id = o.enterprise_id and s.id = o.supplier_id
    where here.state = 'rejected' and here.kind in ('raw', 'auxiliary') and (${lotId ?? null}::uuid is null or lot.id = ${lotId ?? null}::uuid)
      and (${q} = '' or ${begins('lot.lotNo', q)} or ${begins('lot.name', q)} or ${begins('lot.initials', q.toLowerCase())})
    order by lot.lot_no, p.code limit ${choicesAtMost}`.execute(tx)
  return found
}
