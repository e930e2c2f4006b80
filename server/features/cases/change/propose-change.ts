import type { z } from 'zod'
import type { changeApi } from '#contract/cases/change-api.ts'
import { changeProposalMeaning, lastEffectiveDay, type ChangeRecord, type ChangeRow, type VersionRecord } from '#contract/cases/change.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { signature as givenSignature } from '#contract/kernel/values.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { checkStateChange } from '#server/features/supply/supplier/change-state.ts'
import type { Clock } from '#tools/clock.ts'
import { criticalValues, kept, lockSubject } from './change-subject.ts'
import { changeRow } from './queries.ts'

type Values = Exclude<ChangeRecord, VersionRecord>
type Propose = Handler<typeof changeApi.material> &
  Handler<typeof changeApi.product> &
  Handler<typeof changeApi.supplier> &
  Handler<typeof changeApi.asset>
type Because = { reason: string; impact: string; traineeIds: string[]; effectiveOn: string; signature: z.output<typeof givenSignature> }
type Asked = { field: string; old: string | null; new: string | null; value: unknown }[]

const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Asks that values of a record become others from a day on, and signs it. Until a second person has approved it nothing is different. */
export const proposeChange =
  (record: Values): Propose =>
  async (tx, actor, { id, changes, ...because }) => {
    checkDay(tx, because)
    await lockSubject(tx, record, id)
    const { subject, values } = await criticalValues(tx, record, id)
    if ('state' in changes) await checkStateChange(tx, id, changes.state)
    const asked: Asked = Object.entries(changes)
      .map(([field, value]) => ({ field: columnOf(field), value }))
      .filter(({ field, value }) => values[field] !== value)
      .map(({ field, value }) => ({ field, old: kept(values[field]), new: kept(value), value }))
    if (asked.length === 0) throw new Refusal('nothing_corrected')
    return propose(tx, actor, { record, recordId: id, subject, asked, ...because })
  }

/** Asks for the next version of a process, standard or pack specification: what becomes different in it, and why. The version is written and signed by its own steps. */
export const proposeVersion =
  (record: VersionRecord): Handler<typeof changeApi.process> & Handler<typeof changeApi.standard> & Handler<typeof changeApi.packSpec> =>
  async (tx, actor, { id, plan, ...because }) => {
    checkDay(tx, because)
    await lockSubject(tx, record, id)
    const { subject, values } = await criticalValues(tx, record, id)
    return propose(tx, actor, {
      record,
      recordId: id,
      subject,
      asked: [{ field: 'version', old: kept(values['version']), new: plan, value: plan }],
      ...because,
    })
  }

function checkDay(clock: Clock, { effectiveOn }: Because) {
  const today = dayInShanghai(clock.now())
  if (effectiveOn < today) throw new Refusal('effective_in_past', [{ path: 'effectiveOn', message: '请选择今天或以后的日期' }])
  if (effectiveOn > lastEffectiveDay(today))
    throw new Refusal('effective_too_late', [{ path: 'effectiveOn', message: `最晚 ${lastEffectiveDay(today)}` }])
}

/** Whoever is to be trained is a colleague whose account is in use. */
async function needColleagues(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const found = await tx
    .selectFrom('account')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('apiToken').select('apiToken.id').whereRef('apiToken.id', '=', 'account.id'))),
    )
    .execute()
  const stranger = ids.findIndex((id) => !found.some((one) => one.id === id))
  if (stranger >= 0) throw new Refusal('invalid_input', [{ path: `traineeIds.${stranger}`, message: '请选择在用的账号' }])
}

type Proposal = Because & { record: ChangeRecord; recordId: string; subject: string; asked: Asked }

async function propose(
  tx: Tx,
  actor: Actor,
  { record, recordId, subject, asked, reason, impact, traineeIds, effectiveOn, signature }: Proposal,
): Promise<ChangeRow> {
  await needColleagues(tx, traineeIds)
  const now = tx.now()
  const { id: caseId, caseNo } = await tx
    .insertInto('qualityCase')
    .values({
      enterpriseId: actor.enterpriseId,
      caseNo: await nextDocumentNo(tx, 'SJ', dayInShanghai(now)),
      kind: 'change',
      state: 'open',
      reason,
      openedBy: actor.id,
      openedAt: now.toISOString(),
    })
    .returning(['id', 'caseNo'])
    .executeTakeFirstOrThrow()
  const change = await tx
    .insertInto('changeRequest')
    .values({
      enterpriseId: actor.enterpriseId,
      caseId,
      record,
      recordId,
      subject,
      asked: JSON.stringify(asked),
      reason,
      impact,
      traineeIds,
      effectiveOn,
      proposedBy: actor.id,
      proposedAt: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sign(tx, actor, signature, { meaning: changeProposalMeaning, table: 'change_request', id: change.id })
  await notify(tx, actor, {
    duty: '37:approve',
    title: `变更 ${caseNo} 待批准：${subject}`,
    body: reason,
    page: '/zhiliang-shijian',
    at: { view: 'change' },
    q: caseNo,
    about: { table: 'change_request', id: change.id, asks: 'proposed' },
  })
  return changeRow(tx, change.id)
}
