import type { attachmentApi } from '#contract/office/attachment.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { handedInBy } from '#kernel/handed-file.ts'
import type { Handler } from '#kernel/serve.ts'
import { demandOwnerRight, findOwner, mayRead, takeAttachment } from './queries.ts'

/** Puts a file beside a record. Refuses a file that the person neither handed in nor may read elsewhere (`file_unknown`), and one that is there already (`attached_already`). */
export const addAttachment: Handler<typeof attachmentApi.add> = async (tx, actor, { of, id: ownerId, digest, name, kind }) => {
  demandOwnerRight(actor, of, 'write')
  await findOwner(tx, of, ownerId)
  if (!(await handedInBy(tx, actor, digest)) && !(await mayRead(tx, actor, digest))) throw new Refusal('file_unknown')
  const twin = await tx
    .selectFrom('attachment')
    .leftJoin('attachmentVoid', 'attachmentVoid.attachmentId', 'attachment.id')
    .select('attachment.id')
    .where('ownerTable', '=', of)
    .where('ownerId', '=', ownerId)
    .where('digest', '=', digest)
    .where('attachmentVoid.attachmentId', 'is', null)
    .executeTakeFirst()
  if (twin !== undefined) throw new Refusal('attached_already')
  const { id } = await tx
    .insertInto('attachment')
    .values({ enterpriseId: actor.enterpriseId, ownerTable: of, ownerId, digest, name, kind, addedBy: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { of: _, ...row } = await takeAttachment(tx, id)
  return row
}
