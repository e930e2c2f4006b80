import { sql } from 'kysely'
import { recallActions, withdrawSecond } from '#contract/cases/recall.ts'
import type { recallApi } from '#contract/cases/recall-api.ts'
import { notifyOfEach } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { mailWithdrawal } from './mail-notices.ts'
import { recallRowOf } from './queries.ts'
import { takeRecall } from './take-recall.ts'

/** How many events one statement writes. */
const eventsAtOnce = 1000

/**
 * 撤销召回: a recall that should never have been started ends. The 质量负责人 and quality assurance sign; its holds are lifted, and no other; every page of its
 * lots and every notice says so with the commit, and each customer with a mailbox gets a letter. What came back already goes its way as a return.
 */
export const withdrawRecall: Handler<typeof recallApi.withdraw> = async (tx, actor, { id, rowVersion, reason, signature, approver }) => {
  const { caseNo, subject } = await takeRecall(tx, actor, 'withdraw', { id, rowVersion })
  const signer = await proveSigner(actor, { ...signature, comment: reason })
  const second = await proveSecond(actor, approver, withdrawSecond)
  await tx
    .updateTable('recallCase')
    .set({
      state: 'withdrawn',
      withdrawnBy: actor.id,
      withdrawnSecond: second.id,
      withdrawnAt: tx.now().toISOString(),
      withdrawReason: reason,
    })
    .where('id', '=', id)
    .execute()
  const signed = { meaning: recallActions.withdraw.signs, table: 'recall_case', id }
  await writeSignatures(tx, [
    { signer, ...signed },
    { signer: second, ...signed },
  ])
  await liftAll(tx, actor, { id, caseNo, conclusion: `召回撤销：${reason}`, secondId: second.id })
  const unmailed = await mailWithdrawal(tx, actor.enterpriseId, id, reason)
  const told = { title: `召回 ${caseNo} 已撤销：${subject}`, body: `${reason}${byHand(unmailed)}` }
  await notifyOfEach(tx, actor, [
    { duty: '37:decide', ...told, page: '/zhiliang-shijian', at: { view: 'recall', id } },
    { duty: '110:approve', ...told, page: '/suyuan-lvli', at: {} },
  ])
  return recallRowOf(tx, id)
}

/** How many customers are named in a message. */
const namedAtMost = 10

const byHand = (names: readonly string[]) =>
  names.length === 0
    ? ''
    : `；没有邮箱、须电话或书面告知撤销的客户：${names.slice(0, namedAtMost).join('、')}${names.length > namedAtMost ? ` 等 ${names.length} 家` : ''}`

/** Lifts the holds that the recall put on its lots and that are still there. */
async function liftAll(
  tx: Tx,
  actor: Actor,
  { id, caseNo, conclusion, secondId }: { id: string; caseNo: string; conclusion: string; secondId: string },
): Promise<void> {
  const lots = await tx.selectFrom('recallLot').select('lotId').where('caseId', '=', id).where('holdId', 'is not', null).execute()
  await lockLots(
    tx,
    lots.map(({ lotId }) => lotId),
  )
  const now = tx.now().toISOString()
  const { rows } = await sql<{ lotId: string }>`
    update hold h set lifted_by = ${actor.id}::uuid, lift_second_by = ${secondId}::uuid, lifted_at = ${now}::timestamptz, conclusion = ${conclusion},
      lift_evidence = ${caseNo}
    from recall_lot l where l.enterprise_id = h.enterprise_id and l.case_id = ${id}::uuid and l.hold_id = h.id and h.lifted_at is null
    returning h.lot_id`.execute(tx)
  for (let at = 0; at < rows.length; at += eventsAtOnce)
    await recordTrace(
      tx,
      actor,
      rows.slice(at, at + eventsAtOnce).map(({ lotId }) => ({
        lotId,
        kind: 'unfrozen' as const,
        occurredAt: now,
        documentNo: caseNo,
        privateFacts: { hold: 'recall', conclusion },
      })),
    )
}
