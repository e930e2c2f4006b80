import type { materialApi, MaterialRow } from '#contract/making/material.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Handler } from '#kernel/serve.ts'
import { materialOf } from './list-materials.ts'
import { takeToEdit, type MasterData } from './take-in-use.ts'

export const materials: MasterData<MaterialRow> = { table: 'material', read: materialOf }

/** A new material; its code is its own for ever. */
export const createMaterial: Handler<typeof materialApi.create> = async (tx, actor, input) => {
  const { id } = await tx
    .insertInto('material')
    .values({ enterpriseId: actor.enterpriseId, ...input, initials: pinyinInitials(input.name) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return materialOf(tx, id)
}

/** Corrects what is known of a material. Lots keep the retest day they were given. */
export const editMaterial: Handler<typeof materialApi.edit> = async (tx, actor, { id, rowVersion, ...fields }) => {
  await takeToEdit(tx, actor, materials, id, rowVersion)
  await tx
    .updateTable('material')
    .set({ ...fields, initials: pinyinInitials(fields.name) })
    .where('id', '=', id)
    .execute()
  return materialOf(tx, id)
}
