import type { attachmentApi } from '#contract/office/attachment.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Handler } from '#kernel/serve.ts'
import { demandOwnerRight, takeAttachment } from './queries.ts'

/** Records that a file no longer counts, and why. The file itself stays; a second time is `attachment_voided`. */
export const voidAttachment: Handler<typeof attachmentApi.void> = async (tx, actor, { id, reason }) => {
  const { of, voided } = await takeAttachment(tx, id)
  demandOwnerRight(actor, of, 'write')
  if (voided !== null) throw new Refusal('attachment_voided')
  await tx.insertInto('attachmentVoid').values({ enterpriseId: actor.enterpriseId, attachmentId: id, reason, voidedBy: actor.id }).execute()
  const { of: _, ...row } = await takeAttachment(tx, id)
  return row
}
