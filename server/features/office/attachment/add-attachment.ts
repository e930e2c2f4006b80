import type { attachmentApi } from '#contract/office/attachment.ts'
import { Refusal, refusals } from '#contract/kernel/refusals.ts'
import { handedInBy } from '#kernel/handed-file.ts'
import type { Handler } from '#kernel/serve.ts'
import { demandOwnerRight, findOwner, mayRead, takeAttachment } from './queries.ts'

/**
 * Puts a file beside a record. Refuses a file that the person neither handed in nor may read elsewhere (`file_unknown`), and one
 * that is there already (`attached_already`). A picture for the public pages is refused where
 * it would not be shown (`public_picture`), and a map without its number (`map_number`).
 */
export const addAttachment: Handler<typeof attachmentApi.add> = async (tx, actor, { of, id: ownerId, digest, name, kind, mapNo }) => {
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
  if ((kind === '公开地图') !== (mapNo !== undefined)) throw new Refusal('map_number', [{ path: 'mapNo', message: refusals.map_number }])
  const { id } = await tx
    .insertInto('attachment')
    .values({ enterpriseId: actor.enterpriseId, ownerTable: of, ownerId, digest, name, kind, mapNo: mapNo ?? null, addedBy: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { of: _, ...row } = await takeAttachment(tx, id)
  return row
}
