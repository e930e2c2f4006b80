import type { accountApi } from '#contract/people/account.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Handler } from '#kernel/serve.ts'
import { refuseNamesake } from '#server/features/people/user/namesake.ts'
import { sessionOf } from './queries.ts'

/** A person changes how they are named and reached. Signatures already given keep the name they were given under. */
export const saveProfile: Handler<typeof accountApi.saveProfile> = async (tx, actor, { name, phone }) => {
  if (name !== actor.name) await refuseNamesake(tx, name, actor.id)
  await tx.later(
    tx
      .updateTable('account')
      .set({ name, phone, initials: pinyinInitials(name) })
      .where('id', '=', actor.id),
  )
  return sessionOf(tx, actor)
}
