import { sql } from 'kysely'
import { recallActions, recallClasses, recallScope, type RecallScope } from '#contract/cases/recall.ts'
import type { RecallRow } from '#contract/cases/recall-file.ts'
import type { recallApi } from '#contract/cases/recall-api.ts'
import { notifyOfEach } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import type { Installation } from '#kernel/installation.ts'
import { readCodes } from './codes-asked.ts'
import { recallRowOf } from './queries.ts'
import { figuresOf, someReachOf, type Reach } from './reach.ts'
import { takeRecall } from './take-recall.ts'
import { mailNotices } from './mail-notices.ts'
import { writeCustomers, writeLots } from './write-lists.ts'

/**
 * 启动召回: the 质量负责人 signs, and in the same transaction every lot it reaches is held, so that nothing of them is used or sold and every public page of
 * them says 召回; every customer who received some gets a notice.
 */
export const startRecall =
  ({ masterKey }: Installation): Handler<typeof recallApi.start> =>
  async (tx, actor, { id, rowVersion, signature }) => {
    const row = await takeRecall(tx, actor, 'start', { id, rowVersion })
    const { question } = await tx.selectFrom('recallCase').select('question').where('id', '=', id).executeTakeFirstOrThrow()
    const reach = await lockedReach(tx, masterKey, recallScope.parse(question))
    const now = tx.now()
    const startedAt = now.toISOString()
    await writeLots(tx, id, reach, await holdAll(tx, actor, row, reach))
    await writeCustomers(tx, id, reach, startedAt)
    await tx
      .updateTable('recallCase')
      .set({
        state: 'started',
        startedBy: actor.id,
        startedAt,
        notifyBy: new Date(now.getTime() + recallClasses[row.recallClass].days * 86_400_000).toISOString(),
        ...figuresOf(reach.lots),
      })
      .where('id', '=', id)
      .execute()
    await sign(tx, actor, signature, { meaning: recallActions.start.signs, table: 'recall_case', id })
    await mailNotices(tx, actor.enterpriseId, id)
    const told = {
      title: `召回 ${row.caseNo} 已启动：${row.subject}`,
      body: row.reason,
      page: '/zhiliang-shijian' as const,
      at: { view: 'recall', id },
    }
    await notifyOfEach(tx, actor, [
      { duty: '37:decide', ...told, about: { table: 'recall_case', id, asks: 'started' } },
      { duty: '110:approve', ...told, page: '/suyuan-lvli', at: {} },
    ])
    return recallRowOf(tx, id)
  }

/**
 * What the question reaches, its lots locked. What left before the lock counts as shipped, and what is made of them meanwhile is found by looking again;
 * afterwards nothing of them moves without this transaction.
 */
async function lockedReach(tx: Tx, masterKey: Uint8Array, scope: RecallScope): Promise<Reach> {
  for (let known = -1; ;) {
    const { asked } = await readCodes(tx, masterKey, scope)
    const reach = await someReachOf(tx, asked)
    if (reach.lots.length === known) return reach
    known = reach.lots.length
    await lockLots(
      tx,
      reach.lots.map(({ lotId }) => lotId),
    )
  }
}

/** How many events one statement writes. */
const eventsAtOnce = 1000

/** Puts the hold on every lot and tells it to its history. Returns the holds by lot. */
async function holdAll(tx: Tx, actor: Actor, { caseNo, reason }: RecallRow, { lots }: Reach): Promise<Map<string, string>> {
  const occurredAt = tx.now().toISOString()
  const { rows } = await sql<{ id: string; lotId: string }>`
    insert into hold (enterprise_id, lot_id, kind, reason, placed_by, placed_at)
    select current_enterprise(), lot_id, 'recall', ${`${caseNo} ${reason}`}, ${actor.id}::uuid, ${occurredAt}::timestamptz
    from unnest(${lots.map(({ lotId }) => lotId)}::uuid[]) lot_id order by lot_id
    returning id, lot_id`.execute(tx)
  for (let at = 0; at < lots.length; at += eventsAtOnce)
    await recordTrace(
      tx,
      actor,
      lots.slice(at, at + eventsAtOnce).map(({ lotId }) => ({
        lotId,
        kind: 'frozen' as const,
        occurredAt,
        documentNo: caseNo,
        privateFacts: { hold: 'recall', reason },
      })),
    )
  return new Map(rows.map(({ id, lotId }) => [lotId, id]))
}
