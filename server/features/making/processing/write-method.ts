import type { methodApi, MethodRow } from '#contract/making/processing-method.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Handler } from '#kernel/serve.ts'
import { methodOf } from './list-methods.ts'
import { takeToEdit, type MasterData } from './take-in-use.ts'

export const methods: MasterData<MethodRow> = { table: 'processing_method', read: methodOf }

/** A further method of processing; products name it, so its name is its own for ever. */
export const createMethod: Handler<typeof methodApi.create> = async (tx, actor, input) => {
  const { id } = await tx
    .insertInto('processingMethod')
    .values({ enterpriseId: actor.enterpriseId, ...input, initials: pinyinInitials(input.name) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return methodOf(tx, id)
}

/** Says better how a method is done. */
export const editMethod: Handler<typeof methodApi.edit> = async (tx, actor, { id, rowVersion, ...fields }) => {
  await takeToEdit(tx, actor, methods, id, rowVersion)
  await tx.updateTable('processingMethod').set(fields).where('id', '=', id).execute()
  return methodOf(tx, id)
}
