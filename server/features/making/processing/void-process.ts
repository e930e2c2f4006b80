import { processActions, type processApi, type ProcessRow } from '#contract/making/process-version.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { changedProcess } from './list-processes.ts'
import { takeProcess } from './take-process.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'

/** A draft that nobody needs is discarded; its number is not used again. */
export const discardProcess: Handler<typeof processApi.discard> = async (tx, actor, { id, reason }) => {
  await takeProcess(tx, actor, processActions.discard, id)
  await voidVersion(tx, actor, id, reason)
  return changedProcess(tx, id)
}

/** 废止: from now on nothing is ordered on this version; running orders keep it. When it had not begun, the version before it is prolonged. */
export const withdrawProcess: Handler<typeof processApi.withdraw> = async (tx, actor, { id, reason, signature }) => {
  const action = processActions.withdraw
  const version = await takeProcess(tx, actor, action, id)
  const today = dayInShanghai(tx.now())
  await voidVersion(tx, actor, id, reason, version.state === 'effective' ? { effectiveTo: today } : {})
  if (version.state === 'scheduled') await prolongVersionBefore(tx, version)
  await sign(tx, actor, signature, { meaning: action.signs, table: 'process_version', id })
  return changedProcess(tx, id)
}

async function voidVersion(tx: Tx, actor: Actor, id: string, reason: string, end: { effectiveTo?: string } = {}) {
  await giveReason(tx, reason)
  await tx
    .updateTable('processVersion')
    .set({ state: 'void', voidedBy: actor.id, voidedAt: tx.now().toISOString(), voidReason: reason, ...end })
    .where('id', '=', id)
    .execute()
}

async function prolongVersionBefore(tx: Tx, { productId, effectiveFrom, effectiveTo }: ProcessRow) {
  const before = await tx
    .selectFrom('processVersion')
    .select('id')
    .where('productId', '=', productId)
    .where('state', '=', 'approved')
    .where('effectiveTo', '=', effectiveFrom)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  if (before !== undefined) await tx.updateTable('processVersion').set({ effectiveTo }).where('id', '=', before.id).execute()
}
