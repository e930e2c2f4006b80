import { only } from '#contract/kernel/certain.ts'
import { refusal } from '#contract/kernel/action.ts'
import type { changeApi } from '#contract/cases/change-api.ts'
import { changeActions, isOfVersion, untrained, type ChangeRow, type ChangeSubject } from '#contract/cases/change.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { supplierTarget, supplierLooks, supplierState } from '#contract/supply/supplier.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { checkStateChange } from '#server/features/supply/supplier/change-state.ts'
import { applyChange } from './apply-changes.ts'
import { criticalValues, kept, lockSubject } from './change-subject.ts'
import { changeRow } from './queries.ts'
import { tellTrainees } from './tell-trainees.ts'

/** Locks a change until the transaction ends. Refused when this actor may not do this to it now. */
async function takeChange(tx: Tx, actor: Actor, action: keyof typeof changeActions, id: string): Promise<ChangeRow> {
  await tx.selectFrom('changeRequest').select('id').where('id', '=', id).forUpdate().execute()
  const row = await changeRow(tx, id)
  const code = refusal(changeActions[action], row, actor)
  if (code !== undefined) throw new Refusal(code)
  return row
}

/** The case is decided with the change; that its day is to come leaves nothing to decide. */
async function closeCase(tx: Tx, actor: Actor, caseNo: string): Promise<void> {
  await tx
    .updateTable('qualityCase')
    .set({ state: 'closed', closedBy: actor.id, closedAt: tx.now().toISOString() })
    .where('caseNo', '=', caseNo)
    .execute()
}

/** A second person approves and signs. The change is carried out on its day: at once, where that has come and nobody is to be trained first. */
export const approveChange: Handler<typeof changeApi.approve> = async (tx, actor, { id, signature }) => {
  const action = changeActions.approve
  const change = await takeChange(tx, actor, 'approve', id)
  await lockSubject(tx, change.record, change.recordId)
  const { values } = await criticalValues(tx, change.record, change.recordId)
  if (change.record === 'supplier') await checkStateChange(tx, change.recordId, supplierTarget.parse(only(change.asked).new))
  if (change.asked.some(({ field, old }) => kept(values[field]) !== old)) throw becameAnother(change, values)
  await tx
    .updateTable('changeRequest')
    .set({ state: action.to, approvedBy: actor.id, approvedAt: tx.now().toISOString() })
    .where('id', '=', id)
    .execute()
  await sign(tx, actor, signature, { meaning: action.signs, table: 'change_request', id })
  await closeCase(tx, actor, change.caseNo)
  if (untrained(change).length > 0) await tellTrainees(tx, actor, change)
  else if (!isOfVersion(change.record) && change.effectiveOn <= dayInShanghai(tx.now())) await applyChange(tx, actor, id)
  return changeRow(tx, id)
}

/** What the change rests on is no longer so; the proposal is asked for anew. */
function becameAnother({ record, asked }: ChangeRow, values: ChangeSubject['values']): Refusal {
  if (record !== 'supplier') return new Refusal('stale')
  const looks = ({ old }: { old: string | null }) => supplierLooks[supplierState.parse(old)].label
  const message = `提出时供应商为${looks(only(asked))}，现为${looks({ old: String(values['state']) })}，请不批准本变更，重新提出`
  return new Refusal('stale', [{ path: '', message }])
}

const ending =
  (action: 'refuse' | 'cancel'): Handler<typeof changeApi.refuse> =>
  async (tx, actor, { id, reason }) => {
    const { caseNo } = await takeChange(tx, actor, action, id)
    await tx
      .updateTable('changeRequest')
      .set({ state: changeActions[action].to, endedBy: actor.id, endedAt: tx.now().toISOString(), endReason: reason })
      .where('id', '=', id)
      .execute()
    await closeCase(tx, actor, caseNo)
    return changeRow(tx, id)
  }

/** The second person says no; nothing changes. */
export const refuseChange = ending('refuse')

/** The proposer takes it back. */
export const cancelChange = ending('cancel')

/** An approved change ends before its day, signed: nothing becomes another, and another change can be asked for. */
export const withdrawChange: Handler<typeof changeApi.withdraw> = async (tx, actor, { id, reason, signature }) => {
  const action = changeActions.withdraw
  const change = await takeChange(tx, actor, 'withdraw', id)
  await tx
    .updateTable('changeRequest')
    .set({ state: action.to, endedBy: actor.id, endedAt: tx.now().toISOString(), endReason: reason })
    .where('id', '=', id)
    .execute()
  await sign(tx, actor, signature, { meaning: action.signs, table: 'change_request', id })
  await notify(tx, actor, {
    duty: '37:propose',
    title: `变更 ${change.caseNo} 已撤销：${change.subject}`,
    body: reason,
    page: '/zhiliang-shijian',
    at: { view: 'change' },
    q: change.caseNo,
  })
  return changeRow(tx, id)
}
