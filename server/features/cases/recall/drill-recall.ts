import type { recallApi } from '#contract/cases/recall-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { documentNo } from '#kernel/number.ts'
import type { Handler } from '#kernel/serve.ts'
import type { Installation } from '#kernel/installation.ts'
import { readCodes } from './codes-asked.ts'
import { recallRowOf } from './queries.ts'
import { figuresOf, someReachOf, subjectOf } from './reach.ts'
import { writeCustomers, writeLots } from './write-lists.ts'

/**
 * 召回演练: the same question and the same lists as a recall. It writes its own record and nothing else: no hold, no code, no notice. The record says how
 * long it took from the question to the whole list.
 */
export const drillRecall =
  ({ masterKey }: Installation): Handler<typeof recallApi.drill> =>
  async (tx, actor, { scope, recallClass, reason }) => {
    const begun = performance.now()
    const { written, asked } = await readCodes(tx, masterKey, scope)
    const subject = await subjectOf(tx, written)
    const reach = await someReachOf(tx, asked)
    const seconds = ((performance.now() - begun) / 1000).toFixed(3)
    const now = tx.now().toISOString()
    const { id } = await tx
      .insertInto('recallCase')
      .values({
        enterpriseId: actor.enterpriseId,
        caseNo: documentNo('ZH', dayInShanghai(tx.now())),
        kind: 'drill',
        recallClass,
        question: JSON.stringify(written),
        subject,
        reason,
        advice: '演练，不通知客户',
        state: 'closed',
        createdBy: actor.id,
        createdAt: now,
        closedBy: actor.id,
        closedAt: now,
        seconds,
        ...figuresOf(reach.lots),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeLots(tx, id, reach)
    await writeCustomers(tx, id, reach, null)
    return recallRowOf(tx, id)
  }
