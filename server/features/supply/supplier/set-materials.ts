import type { z } from 'zod'
import { present } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { supplierApi } from '#contract/supply/supplier-api.ts'
import {
  approvedOriginText,
  scopeApprovalMeaning,
  scopeChangeMeaning,
  supplierActions,
  widerThan,
  type ApprovedOrigin,
  type SupplierRow,
} from '#contract/supply/supplier.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'
import { supplierRowOf } from './queries.ts'
import { takeSupplier } from './take-supplier.ts'

type Given = z.output<typeof supplierApi.setMaterials.input>

const isSame = (a: ApprovedOrigin, b: ApprovedOrigin) =>
  a.materialId === b.materialId && a.province === b.province && a.city === b.city && a.county === b.county

/**
 * What the supplier may deliver and from where, as quality assurance approves it: the whole list as it shall be. What is taken away is so at once.
 * Once the supplier is no candidate, what makes the list wider takes a second person (decision 0036).
 */
export const setSupplierMaterials: Handler<typeof supplierApi.setMaterials> = async (tx, actor, given) => {
  const { id, rowVersion, materials, reason } = given
  const supplier = await takeSupplier(tx, actor, supplierActions.setMaterials, id)
  if (supplier.rowVersion !== rowVersion) throw new Refusal('stale')
  const names = await checkMaterials(tx, supplier, materials)
  await giveReason(tx, reason)
  const before = await tx
    .selectFrom('supplierMaterial')
    .select(['id', 'materialId', 'province', 'city', 'county'])
    .where('supplierId', '=', id)
    .execute()
  if (supplier.state !== 'candidate') await widen(tx, actor, given, { before, names })
  // What comes is written before anything goes: a part of an approved place is known by the place.
  const added = materials.filter((row) => !before.some((old) => isSame(old, row)))
  if (added.length > 0)
    await tx
      .insertInto('supplierMaterial')
      .values(added.map((row) => ({ enterpriseId: actor.enterpriseId, supplierId: id, ...row })))
      .execute()
  const gone = before.filter((old) => !materials.some((row) => isSame(old, row)))
  if (gone.length > 0)
    await tx
      .deleteFrom('supplierMaterial')
      .where(
        'id',
        'in',
        gone.map((row) => row.id),
      )
      .execute()
  // The list is part of the supplier: this raises its row version, so that a person who edits it sees the change.
  await tx.updateTable('supplier').set({ categories: supplier.categories }).where('id', '=', id).execute()
  return supplierRowOf(tx, id)
}

/** Materials in use of the supplier's categories, each place of a herb named from the province down, nothing twice. Returns their names by id. */
async function checkMaterials(tx: Tx, supplier: SupplierRow, materials: Given['materials']): Promise<ReadonlyMap<string, string>> {
  const known = await tx
    .selectFrom('material')
    .select(['id', 'name', 'category'])
    .where('isActive', '=', true)
    .where('category', 'in', supplier.categories)
    .execute()
  const byId = new Map(known.map((material) => [material.id, material]))
  const errors = materials.flatMap((row, index) => {
    const category = byId.get(row.materialId)?.category
    if (category === undefined) return [{ path: `materials.${index}.materialId`, message: '物料已停用，或不在该供应商的供货类别内' }]
    if (category !== 'crude_drug' && row.province !== '') return [{ path: `materials.${index}.province`, message: '只有药材填写产地' }]
    if ((row.province === '' && row.city !== '') || (row.city === '' && row.county !== ''))
      return [{ path: `materials.${index}.city`, message: '请从省份起逐级填写' }]
    return []
  })
  if (errors.length > 0) throw new Refusal('material_not_orderable', errors)
  const twice = materials.findIndex((row, index) => materials.findIndex((other) => isSame(row, other)) < index)
  if (twice >= 0) throw new Refusal('invalid_input', [{ path: `materials.${twice}.materialId`, message: '同一物料与产地写了两次' }])
  return new Map(known.map(({ id, name }) => [id, name]))
}

type Known = { before: readonly ApprovedOrigin[]; names: ReadonlyMap<string, string> }

/** Two persons sign what makes the list wider; the database asks for their change when the rows come. Nothing where it does not. */
async function widen(tx: Tx, actor: Actor, given: Given, { before, names }: Known): Promise<void> {
  const { id, materials, reason, signature, approver } = given
  const wider = widerThan(before, materials)
  if (wider.length === 0) return
  const nameOf = (row: ApprovedOrigin) => present(names.get(row.materialId))
  if (signature === undefined || approver === undefined)
    throw new Refusal(
      'scope_by_two',
      wider.map((row) => ({
        path: `materials.${materials.indexOf(row)}.materialId`,
        message: `${nameOf(row)}（${approvedOriginText(row)}）超出已核定的范围，须由两人签名`,
      })),
    )
  const { id: changeId } = await tx
    .insertInto('supplierScopeChange')
    .values({
      enterpriseId: actor.enterpriseId,
      supplierId: id,
      added: JSON.stringify(
        wider.map(({ materialId, ...place }) => ({ materialId, material: nameOf({ materialId, ...place }), ...place })),
      ),
      reason,
      changedBy: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = { table: 'supplier_scope_change', id: changeId }
  await sign(tx, actor, signature, { meaning: scopeChangeMeaning, ...record })
  const second = await signAsSecond(tx, actor, approver, '37:approve', { meaning: scopeApprovalMeaning, ...record })
  await tx.updateTable('supplierScopeChange').set({ approvedBy: second.id }).where('id', '=', changeId).execute()
}
