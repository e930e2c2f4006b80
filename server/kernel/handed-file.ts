import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from './serve.ts'

/** Whether this person handed the file in themselves. The digest alone is no right to a file: every reader of a record sees it. */
export async function handedInBy(tx: Tx, actor: Actor, digest: string): Promise<boolean> {
  const own = await tx
    .selectFrom('fileUpload')
    .select('digest')
    .where('digest', '=', digest)
    .where('accountId', '=', actor.id)
    .executeTakeFirst()
  return own !== undefined
}

/** The type of a file that this person handed in; anything else is `file_unknown`, whether it is there or not. */
export async function typeOfHanded(tx: Tx, actor: Actor, digest: string): Promise<string> {
  const found = await tx.selectFrom('storedFile').select('mediaType').where('digest', '=', digest).executeTakeFirst()
  if (found === undefined || !(await handedInBy(tx, actor, digest))) throw new Refusal('file_unknown')
  return found.mediaType
}
