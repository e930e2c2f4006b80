import type { productApi, ProductRow } from '#contract/making/product.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { productOf } from './list-products.ts'
import { takeToEdit, type MasterData } from './take-in-use.ts'

export const products: MasterData<ProductRow> = { table: 'product', read: productOf }

/** A new product: one variety, one method, one standard. */
export const createProduct: Handler<typeof productApi.create> = async (tx, actor, input) => {
  await checkMaterial(tx, input.materialId)
  await checkMethod(tx, input.processingMethod)
  const { id } = await tx
    .insertInto('product')
    .values({ enterpriseId: actor.enterpriseId, ...columnsOf(input) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return productOf(tx, id)
}

/** Corrects a product. Running orders keep what they began with. An earlier choice may stay although it went out of use. */
export const editProduct: Handler<typeof productApi.edit> = async (tx, actor, { id, rowVersion, ...fields }) => {
  const before = await takeToEdit(tx, actor, products, id, rowVersion)
  if (fields.materialId !== before.materialId) await checkMaterial(tx, fields.materialId)
  if (fields.processingMethod !== before.processingMethod) await checkMethod(tx, fields.processingMethod)
  await tx.updateTable('product').set(columnsOf(fields)).where('id', '=', id).execute()
  return productOf(tx, id)
}

const columnsOf = <Input extends { name: string; gbt31774Code: string; nhsaCode: string }>(input: Input) => ({
  ...input,
  initials: pinyinInitials(input.name),
  gbt31774Code: input.gbt31774Code || null,
  nhsaCode: input.nhsaCode || null,
})

async function checkMaterial(tx: Tx, id: string) {
  const material = await tx.selectFrom('material').select(['category', 'isActive']).where('id', '=', id).executeTakeFirst()
  if (material?.category !== 'crude_drug' || !material.isActive)
    throw new Refusal('material_unsuitable', [{ path: 'materialId', message: '请选择在用的药材' }])
}

async function checkMethod(tx: Tx, name: string) {
  const method = await tx.selectFrom('processingMethod').select('isActive').where('name', '=', name).executeTakeFirst()
  if (!method?.isActive) throw new Refusal('method_unknown', [{ path: 'processingMethod', message: '请从炮制方法目录中选择' }])
}
