import { Refusal } from '#contract/kernel/refusals.ts'
import { authorityLockSecond, authorityUnlockMeaning, type authorityLockApi } from '#contract/cases/authority-lock.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'

/** Lifts a lock of the enterprise or of a product on the document that lifts it. Other locks of the same goods stay. */
export const liftAuthorityLock: Handler<typeof authorityLockApi.lift> = async (tx, actor, input) => {
  const { id, rowVersion, liftNo, liftOrderedOn, conclusion, signature, approver } = input
  const lock = await tx
    .selectFrom('authorityLock')
    .select(['rowVersion', 'liftedAt', 'orderedOn', 'authorityNo'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (lock === undefined) throw new Refusal('not_found')
  if (lock.liftedAt !== null) throw new Refusal('not_held')
  if (lock.rowVersion !== rowVersion) throw new Refusal('stale')
  if (liftNo === lock.authorityNo)
    throw new Refusal('lift_document_missing', [{ path: 'liftNo', message: '这是锁定文书的文号，请填写解除文书的文号' }])
  if (liftOrderedOn < lock.orderedOn || liftOrderedOn > dayInShanghai(tx.now()))
    throw new Refusal('lift_document_missing', [{ path: 'liftOrderedOn', message: `应在锁定文书日期 ${lock.orderedOn} 至今天之间` }])
  const signer = await proveSigner(actor, { ...signature, comment: conclusion })
  const second = await proveSecond(actor, approver, authorityLockSecond)
  await tx
    .updateTable('authorityLock')
    .set({ liftedBy: actor.id, liftSecondBy: second.id, liftedAt: tx.now().toISOString(), liftNo, liftOrderedOn, conclusion })
    .where('id', '=', id)
    .execute()
  const signed = { meaning: authorityUnlockMeaning, table: 'authority_lock', id }
  await writeSignatures(tx, [
    { signer, ...signed },
    { signer: second, ...signed },
  ])
  return { id }
}
