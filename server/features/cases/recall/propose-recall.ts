import { previewedAtMost } from '#contract/cases/recall-file.ts'
import type { recallApi } from '#contract/cases/recall-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import type { Handler } from '#kernel/serve.ts'
import type { Installation } from '#kernel/installation.ts'
import { readCodes } from './codes-asked.ts'
import { recallRowOf } from './queries.ts'
import { choicesOf, figuresOf, reachOf, someReachOf, subjectOf } from './reach.ts'
import { takeRecall } from './take-recall.ts'

export const listRecallChoices: Handler<typeof recallApi.choices> = (tx, _actor, { node, q, id }) => choicesOf(tx, node, q, id)

/** What a recall would reach: asked while it is being written, so that nobody starts what they have not seen. */
export const previewRecall =
  ({ masterKey }: Installation): Handler<typeof recallApi.preview> =>
  async (tx, _actor, { scope }) => {
    const { written, asked } = await readCodes(tx, masterKey, scope)
    const subject = await subjectOf(tx, written)
    const { lots, customers } = await reachOf(tx, asked)
    return {
      subject,
      lots: lots.length,
      packLots: lots.filter(({ kind }) => kind === 'pack').length,
      customers: customers.length,
      ...figuresOf(lots),
      first: lots.slice(0, previewedAtMost),
    }
  }

/** 编制召回: quality assurance writes down what is to be recalled and why. Nothing is held and nobody is told before the 质量负责人 starts it. */
export const createRecall =
  ({ masterKey }: Installation): Handler<typeof recallApi.create> =>
  async (tx, actor, { scope, kind, recallClass, reason, advice, authorityNo }) => {
    if ((kind === 'ordered') !== (authorityNo !== ''))
      throw new Refusal('authority_needed', [
        { path: 'authorityNo', message: kind === 'ordered' ? '请填写监管部门的通知书号' : '只有责令召回有通知书号' },
      ])
    const { written, asked } = await readCodes(tx, masterKey, scope)
    const subject = await subjectOf(tx, written)
    await someReachOf(tx, asked)
    const { id, caseNo } = await tx
      .insertInto('recallCase')
      .values({
        enterpriseId: actor.enterpriseId,
        caseNo: documentNo('ZH', dayInShanghai(tx.now())),
        kind,
        recallClass,
        question: JSON.stringify(written),
        subject,
        reason,
        advice,
        authorityNo,
        state: 'draft',
        createdBy: actor.id,
        createdAt: tx.now().toISOString(),
      })
      .returning(['id', 'caseNo'])
      .executeTakeFirstOrThrow()
    await notify(tx, actor, {
      duty: '110:recall',
      title: `召回 ${caseNo} 待启动：${subject}`,
      body: reason,
      page: '/zhiliang-shijian',
      at: { view: 'recall', id },
      about: { table: 'recall_case', id, asks: 'draft' },
    })
    return recallRowOf(tx, id)
  }

/** 撤回: a recall that was not started is not wanted. */
export const cancelRecall: Handler<typeof recallApi.cancel> = async (tx, actor, { id, reason }) => {
  await takeRecall(tx, actor, 'cancel', { id })
  await tx
    .updateTable('recallCase')
    .set({ state: 'cancelled', cancelledBy: actor.id, cancelledAt: tx.now().toISOString(), cancelReason: reason })
    .where('id', '=', id)
    .execute()
  return recallRowOf(tx, id)
}
