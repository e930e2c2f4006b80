import { sql } from 'kysely'
import type { z } from 'zod'
import { attachmentOwners, type attachmentApi, type AttachmentOwner, type AttachmentRow } from '#contract/office/attachment.ts'
import type { Right } from '#contract/kernel/duties.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Actor, Download, Handler, Tx } from '#kernel/serve.ts'

const holdsOne = (actor: Actor, rights: readonly Right[]) => rights.some((right) => actor.rights.includes(right))

/** Whether a file stands beside some record whose files this person may see. */
export async function mayRead(tx: Tx, actor: Actor, digest: string): Promise<boolean> {
  const beside = await tx.selectFrom('attachment').select('ownerTable').distinct().where('digest', '=', digest).execute()
  return beside.some(({ ownerTable }) => holdsOne(actor, attachmentOwners[ownerTable].read))
}

/** Refuses (`no_permission`, naming the right) a person who may not see (`read`) or add (`write`) the files beside such a record. */
export function demandOwnerRight(actor: Actor, of: AttachmentOwner, access: 'read' | 'write') {
  const rights = attachmentOwners[of][access]
  if (!holdsOne(actor, rights)) throw new Refusal('no_permission', [{ path: '', message: rights[0] }])
}

/** Refuses (`not_found`) a record that does not exist or belongs to another enterprise. */
export async function findOwner(tx: Tx, of: AttachmentOwner, id: string) {
  const { rows } = await sql`select from ${sql.table(of)} where id = ${id}::uuid`.execute(tx)
  if (rows.length === 0) throw new Refusal('not_found')
}

const selectAttachments = (tx: Tx) =>
  tx
    .selectFrom('attachment')
    .innerJoin('storedFile', (on) =>
      on.onRef('storedFile.enterpriseId', '=', 'attachment.enterpriseId').onRef('storedFile.digest', '=', 'attachment.digest'),
    )
    .innerJoin('account', 'account.id', 'attachment.addedBy')
    .leftJoin('attachmentVoid', 'attachmentVoid.attachmentId', 'attachment.id')
    .leftJoin('account as voider', 'voider.id', 'attachmentVoid.voidedBy')
    .select([
      'attachment.id',
      'attachment.ownerTable',
      'attachment.name',
      'attachment.kind',
      'attachment.digest',
      'attachment.mapNo',
      'storedFile.mediaType',
      'storedFile.size',
      'attachment.addedAt',
      'account.id as addedById',
      'account.name as addedByName',
      'attachmentVoid.reason',
      'attachmentVoid.voidedAt',
      'voider.id as voidedById',
      'voider.name as voidedByName',
    ])

type Selected = Awaited<ReturnType<ReturnType<typeof selectAttachments>['executeTakeFirstOrThrow']>>

const rowOf = (one: Selected): AttachmentRow => ({
  id: one.id,
  name: one.name,
  kind: one.kind,
  mediaType: one.mediaType,
  size: one.size,
  digest: one.digest,
  mapNo: one.mapNo,
  addedBy: { id: one.addedById, name: one.addedByName },
  addedAt: one.addedAt,
  voided: voidingOf(one),
})

/** The join gives all four or none. */
const voidingOf = ({ voidedById: id, voidedByName: name, voidedAt: at, reason }: Selected): AttachmentRow['voided'] =>
  id === null || name === null || at === null || reason === null ? null : { by: { id, name }, at, reason }

/** One attachment and the kind of record it belongs to. */
export async function takeAttachment(tx: Tx, id: string): Promise<AttachmentRow & { of: AttachmentOwner }> {
  const found = await selectAttachments(tx).where('attachment.id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  return { ...rowOf(found), of: found.ownerTable }
}

export const listAttachments: Handler<typeof attachmentApi.list> = async (tx, actor, { of, id }) => {
  demandOwnerRight(actor, of, 'read')
  await findOwner(tx, of, id)
  const found = await selectAttachments(tx)
    .where('attachment.ownerTable', '=', of)
    .where('attachment.ownerId', '=', id)
    .orderBy('attachment.id')
    .limit(500)
    .execute()
  return found.map(rowOf)
}

export const openAttachment =
  ({ files }: Installation) =>
  async (tx: Tx, actor: Actor, { id }: z.output<typeof attachmentApi.file.input>): Promise<Download> => {
    const { of, name, mediaType, digest } = await takeAttachment(tx, id)
    demandOwnerRight(actor, of, 'read')
    return { fileName: name, contentType: mediaType, body: await files.read(digest) }
  }
