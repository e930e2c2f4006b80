import { sql } from 'kysely'
import { labelText, netContent, type LabelText } from '#contract/packing/label.ts'
import { originText } from '#contract/supply/origin.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Order } from './take-order.ts'

/**
 * What the labels of an order will say, put together from the records (《中药饮片标签管理规定》, domain §1.3): 产地 is that of the raw
 * lots the batch was really made of, 执行标准 the one it was tested by, 生产日期 the feeding date, 辅料 those that went in.
 */
export async function writeLabel(tx: Tx, { row, bulk, source, packSpecId }: Order): Promise<LabelText> {
  const product = await tx
    .selectFrom('product')
    .innerJoin('enterprise', 'enterprise.id', 'product.enterpriseId')
    .select(['product.cutSpec', 'product.storage', 'enterprise.name', 'enterprise.address', 'enterprise.phone', 'enterprise.licenceNo'])
    .where('product.id', '=', bulk.productId)
    .executeTakeFirstOrThrow()
  const spec = await tx
    .selectFrom('packSpec')
    .select(['netQuantity', 'packUnit', 'packsPerBox'])
    .where('id', '=', packSpecId)
    .executeTakeFirstOrThrow()
  const report = await tx
    .selectFrom('report')
    .select('sheet')
    .where('lotId', '=', bulk.id)
    .where('state', '=', 'approved')
    .where('conforms', '=', true)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const ingredients = await readIngredients(tx, bulk.id)
  // Checked when it is written, since labels are printed from the stored text.
  return labelText.parse({
    attribute: '中药饮片',
    name: row.productName,
    spec: product.cutSpec,
    origin: [...new Set(ingredients.filter((one) => one.isMain).map(originText))].join('、'),
    manufacturer: product.name,
    address: product.address,
    phone: product.phone,
    licenceNo: product.licenceNo,
    batchNo: bulk.batchNo,
    producedOn: source.bornOn,
    expiresOn: source.expiresOn,
    net: netContent(spec.netQuantity),
    packUnit: spec.packUnit,
    packsPerBox: spec.packsPerBox,
    standard: report.sheet.basis,
    storage: product.storage,
    auxiliary: [...new Set(ingredients.filter((one) => !one.isMain).map((one) => one.name))].join('、'),
    mark: bulk.isToxic ? '毒' : '',
    inspector: report.sheet.analysts.join('、'),
  })
}

type Ingredient = { isMain: boolean; name: string; province: string; city: string; county: string }

/** The bought lots a batch was made from, at any depth. Main is a lot that every step on the way took as main. */
async function readIngredients(tx: Tx, bulkLotId: string): Promise<Ingredient[]> {
  const { rows } = await sql<Ingredient>`
    with recursive source (lot_id, is_main) as (
      select ${bulkLotId}::uuid, true
      union select e.from_lot_id, s.is_main and e.role = 'main' from source s join lot_edge e on e.enterprise_id = current_enterprise() and e.to_lot_id = s.lot_id)
    select s.is_main, l.name, r.province, r.city, r.county from source s
    join lot l on l.enterprise_id = current_enterprise() and l.id = s.lot_id and l.kind in ('raw', 'auxiliary')
    join raw_lot r on r.enterprise_id = l.enterprise_id and r.id = l.id order by l.lot_no`.execute(tx)
  return rows
}
