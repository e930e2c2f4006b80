import type { Action } from '#contract/kernel/action.ts'
import { processActions, type processApi, type ProcessRow } from '#contract/making/process-version.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { changedProcess } from './list-processes.ts'
import { takeProcess } from './take-process.ts'

/** The version goes back to its author with the reason. The persons who signed it so far sign again. */
async function giveBack(tx: Tx, actor: Actor, action: Action<ProcessRow>, { id, reason }: { id: string; reason: string }) {
  const version = await takeProcess(tx, actor, action, id)
  await tx
    .updateTable('processVersion')
    .set({ state: 'draft', returnReason: reason, submittedAt: null, content: null, reviewedBy: null, reviewedAt: null })
    .where('id', '=', id)
    .execute()
  await notify(tx, actor, {
    duty: '35:manage',
    title: `工艺规程 ${version.code} 被退回`,
    body: reason,
    page: '/system-jiagong',
    q: version.code,
    about: { table: 'process_version', id: id, asks: 'draft' },
  })
  return changedProcess(tx, id)
}

/** The reviewer does not agree. */
export const sendBackProcess: Handler<typeof processApi.sendBack> = (tx, actor, input) =>
  giveBack(tx, actor, processActions.sendBack, input)

/** The approver does not agree. */
export const refuseProcess: Handler<typeof processApi.refuse> = (tx, actor, input) => giveBack(tx, actor, processActions.refuse, input)
