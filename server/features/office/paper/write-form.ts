import { Refusal } from '#contract/kernel/refusals.ts'
import type { paperApi } from '#contract/office/paper.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import { typeOfHanded } from '#kernel/handed-file.ts'
import type { Handler } from '#kernel/serve.ts'
import { formOf, letterheadNow } from './list-forms.ts'

/** A new version of the form of one kind of document. What was printed keeps the version it was printed under. */
export const setForm: Handler<typeof paperApi.setForm> = async (tx, actor, { kind, version, formNo, retention, reason }) => {
  if ((await formOf(tx, kind)).version !== version) throw new Refusal('stale')
  await tx
    .insertInto('paperForm')
    .values({
      enterpriseId: actor.enterpriseId,
      kind,
      version: version + 1,
      formNo,
      retention,
      reason,
      writtenBy: actor.id,
      writtenAt: tx.now().toISOString(),
    } satisfies EveryColumn<'paperForm'>)
    .execute()
  return formOf(tx, kind)
}

/** Another logo over every document, or none. */
export const setLetterhead: Handler<typeof paperApi.setLetterhead> = async (tx, actor, { version, digest, reason }) => {
  if ((await letterheadNow(tx)).version !== version) throw new Refusal('stale')
  if (digest !== undefined) await typeOfHanded(tx, actor, digest)
  await tx
    .insertInto('letterhead')
    .values({
      enterpriseId: actor.enterpriseId,
      version: version + 1,
      digest: digest ?? null,
      reason,
      writtenBy: actor.id,
      writtenAt: tx.now().toISOString(),
    } satisfies EveryColumn<'letterhead'>)
    .execute()
  return letterheadNow(tx)
}
