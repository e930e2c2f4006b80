import type { z } from 'zod'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { supplierApi } from '#contract/supply/supplier-api.ts'
import { supplierActions } from '#contract/supply/supplier.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { nextCode } from '#kernel/next-code.ts'
import { notify } from '#kernel/notify.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { pendingChangeOf, supplierRowOf } from './queries.ts'
import { placeStop } from './stop-supplier.ts'
import { takeSupplier } from './take-supplier.ts'

/** Writes down a candidate. It delivers nothing until quality assurance has audited it. */
export const createSupplier: Handler<typeof supplierApi.create> = async (tx, actor, input) => {
  const supplier = await supplierRowOf(tx, await writeSupplier(tx, actor, input))
  await notify(tx, actor, {
    duty: '33:audit',
    title: `候选供应商 ${supplier.name} 待评审`,
    page: '/system-qiye',
    q: supplier.code,
    about: { table: 'supplier', id: supplier.id, asks: 'candidate' },
  })
  return supplier
}

/** One message to quality assurance about all the suppliers of one workbook. */
export const tellOfImportedSuppliers = (tx: Tx, actor: Actor, count: number) =>
  notify(tx, actor, {
    duty: '33:audit',
    title: `导入了 ${count} 家候选供应商，待评审`,
    page: '/system-qiye',
    at: { state: 'candidate' },
  })

/** Writes the candidate and returns its id; the caller sends the message to quality assurance. */
export async function writeSupplier(tx: Tx, actor: Actor, input: z.output<typeof supplierApi.create.input>): Promise<string> {
  const { id } = await tx
    .insertInto('supplier')
    .values({
      enterpriseId: actor.enterpriseId,
      code: await nextCode(tx, 'supplier'),
      ...input,
      initials: pinyinInitials(input.name),
      createdBy: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The fields by which quality assurance judged the supplier: a change stops the supplier until a second person has looked. */
const judgedFields = ['name', 'kind', 'creditCode'] as const
const changedReason = '资料变更，待质量负责人重新确认'

/** Changes what is known of a supplier. A change of what quality assurance judged by stops a qualified supplier. */
export const editSupplier: Handler<typeof supplierApi.edit> = async (tx, actor, { id, rowVersion, ...input }) => {
  const supplier = await takeSupplier(tx, actor, supplierActions.edit, id)
  if (supplier.rowVersion !== rowVersion) throw new Refusal('stale')
  const widened = input.categories.some((category) => !supplier.categories.includes(category))
  const judged = judgedFields.filter((field) => input[field] !== supplier[field])
  await refuseWhileReturning(tx, id, widened ? [...judged, 'categories'] : judged)
  const asksAgain = supplier.state === 'qualified' && (widened || judged.length > 0)
  if (asksAgain) await placeStop(tx, actor, supplier, { cause: 'edit', reason: changedReason })
  await tx
    .updateTable('supplier')
    .set({ ...input, initials: pinyinInitials(input.name) })
    .where('id', '=', id)
    .execute()
  return supplierRowOf(tx, id)
}

/** A change that brings the supplier back is about what two persons judged; the database says so again. */
async function refuseWhileReturning(tx: Tx, id: string, judged: readonly string[]): Promise<void> {
  if (judged.length === 0) return
  const change = await pendingChangeOf(tx, id)
  if (change?.to !== 'qualified') return
  const message = `恢复该供应商的变更 ${change.caseNo} 尚未办完，名称、类型、统一社会信用代码和供货类别暂不能改`
  throw new Refusal(
    'change_open',
    judged.map((path) => ({ path, message })),
  )
}

/** What the supplier may deliver and from where, as quality assurance approves it: the whole list anew. */
export const setSupplierMaterials: Handler<typeof supplierApi.setMaterials> = async (tx, actor, { id, rowVersion, materials, reason }) => {
  const supplier = await takeSupplier(tx, actor, supplierActions.setMaterials, id)
  if (supplier.rowVersion !== rowVersion) throw new Refusal('stale')
  const known = await tx
    .selectFrom('material')
    .select(['id', 'category'])
    .where('isActive', '=', true)
    .where('category', 'in', supplier.categories)
    .execute()
  const categoryOf = new Map(known.map((material) => [material.id, material.category]))
  const errors = materials.flatMap((row, index) => {
    const category = categoryOf.get(row.materialId)
    if (category === undefined) return [{ path: `materials.${index}.materialId`, message: '物料已停用，或不在该供应商的供货类别内' }]
    if (category !== 'crude_drug' && row.province !== '') return [{ path: `materials.${index}.province`, message: '只有药材填写产地' }]
    if ((row.province === '' && row.city !== '') || (row.city === '' && row.county !== ''))
      return [{ path: `materials.${index}.city`, message: '请从省份起逐级填写' }]
    return []
  })
  if (errors.length > 0) throw new Refusal('material_not_orderable', errors)
  const twice = materials.findIndex((row, index) => materials.findIndex((other) => sameRow(row, other)) < index)
  if (twice >= 0) throw new Refusal('invalid_input', [{ path: `materials.${twice}.materialId`, message: '同一物料与产地写了两次' }])

  await giveReason(tx, reason)
  await tx.deleteFrom('supplierMaterial').where('supplierId', '=', id).execute()
  if (materials.length > 0)
    await tx
      .insertInto('supplierMaterial')
      .values(materials.map((row) => ({ enterpriseId: actor.enterpriseId, supplierId: id, ...row })))
      .execute()
  // The list is part of the supplier: this raises its row version, so that a person who edits it sees the change.
  await tx.updateTable('supplier').set({ categories: supplier.categories }).where('id', '=', id).execute()
  return supplierRowOf(tx, id)
}

type Row = { materialId: string; province: string; city: string; county: string }
const sameRow = (a: Row, b: Row) => a.materialId === b.materialId && a.province === b.province && a.city === b.city && a.county === b.county
