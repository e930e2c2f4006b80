import { changeProposalMeaning, lastEffectiveDay, type changeApi, type ChangeRecord } from '#contract/cases/change.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Handler } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { checkStateChange } from '#server/features/supply/supplier/change-state.ts'
import { changeRow, criticalValues } from './queries.ts'

type Propose = Handler<typeof changeApi.material> & Handler<typeof changeApi.product> & Handler<typeof changeApi.supplier>

const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Asks for a change of master data from a day on, and signs it. Until a second person has approved it nothing is different. */
export const proposeChange =
  (record: ChangeRecord): Propose =>
  async (tx, actor, { id, changes, reason, effectiveOn, signature }) => {
    const today = dayInShanghai(new Date())
    if (effectiveOn < today) throw new Refusal('effective_in_past', [{ path: 'effectiveOn', message: '请选择今天或以后的日期' }])
    if (effectiveOn > lastEffectiveDay(today))
      throw new Refusal('effective_too_late', [{ path: 'effectiveOn', message: `最晚 ${lastEffectiveDay(today)}` }])
    // Nobody edits it between what the proposer saw and the proposal; afterwards the open change keeps them from it.
    await tx.selectFrom(record).select('id').where('id', '=', id).forUpdate().execute()
    const { subject, values } = await criticalValues(tx, record, id)
    if ('state' in changes) await checkStateChange(tx, id, changes.state)
    const asked = Object.entries(changes)
      .map(([field, value]) => ({ field: columnOf(field), value }))
      .filter(({ field, value }) => values[field] !== value)
      .map(({ field, value }) => ({ field, old: String(values[field]), new: String(value), value }))
    if (asked.length === 0) throw new Refusal('nothing_corrected')

    const { id: caseId, caseNo } = await tx
      .insertInto('qualityCase')
      .values({
        enterpriseId: actor.enterpriseId,
        caseNo: await nextDocumentNo(tx, 'SJ', today),
        kind: 'change',
        state: 'open',
        reason,
        openedBy: actor.id,
      })
      .returning(['id', 'caseNo'])
      .executeTakeFirstOrThrow()
    const change = await tx
      .insertInto('changeRequest')
      .values({
        enterpriseId: actor.enterpriseId,
        caseId,
        record,
        recordId: id,
        subject,
        asked: JSON.stringify(asked),
        reason,
        effectiveOn,
        proposedBy: actor.id,
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
