import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { countActions, settlementApproval, type CountRow, type stocktakeApi } from '#contract/warehouse/stocktake.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { adjustStock } from './adjust-stock.ts'
import { countFileOf, countRowOf } from './queries.ts'

/** Locks the lots of a count and then itself, so that nobody counts or moves them before it has ended. */
async function takeCount(
  tx: Tx,
  actor: Actor,
  action: 'settle' | 'cancel',
  { id, rowVersion }: { id: string; rowVersion?: number },
): Promise<CountRow> {
  const lines = await tx.selectFrom('stocktakeLine').select('lotId').where('stocktakeId', '=', id).execute()
  await lockLots(
    tx,
    lines.map(({ lotId }) => lotId),
  )
  await tx.selectFrom('stocktake').select('id').where('id', '=', id).forUpdate().execute()
  const row = await countRowOf(tx, id)
  const code = refusal(countActions[action], row, actor)
  if (code !== undefined) throw new Refusal(code)
  if (rowVersion !== undefined && row.rowVersion !== rowVersion) throw new Refusal('stale')
  return row
}

/** 完成盘点: the keeper names the cause of each difference within the tolerance, quality assurance signs beside, and the stock is put right. */
export const settleCount =
  ({ masterKey }: Installation): Handler<typeof stocktakeApi.settle> =>
  async (tx, actor, { id, rowVersion, causes, signature, approver }) => {
    const count = await takeCount(tx, actor, 'settle', { id, rowVersion })
    const within = await tx
      .selectFrom('stocktakeLine')
      .select(['id', 'lotId', 'placeId', 'difference'])
      .where('stocktakeId', '=', id)
      .where('state', '=', 'within')
      .orderBy('id')
      .execute()
    const adjusted = within.map((line) => {
      const cause = causes.find(({ lineId }) => lineId === line.id)?.cause
      if (cause === undefined) throw new Refusal('count_cause_missing')
      return { ...line, difference: line.difference ?? '0', cause }
    })
    const signer = await proveSigner(actor, signature)
    const second = await proveSecond(actor, approver, '13:decide')
    for (const { id: lineId, cause } of adjusted)
      await tx.updateTable('stocktakeLine').set({ state: 'adjusted', cause }).where('id', '=', lineId).execute()
    await endLines(tx, id, ['even'])
    await tx
      .updateTable('stocktake')
      .set({ state: 'settled', settledBy: actor.id, approverId: second.id, settledAt: tx.now().toISOString() })
      .where('id', '=', id)
      .execute()
    await writeSignatures(tx, [
      { signer, meaning: countActions.settle.signs, table: 'stocktake', id },
      { signer: second, meaning: settlementApproval, table: 'stocktake', id },
    ])
    await adjustStock(tx, actor, count, adjusted)
    return countFileOf(tx, actor, masterKey, id)
  }

/** 取消盘点: nothing is put right. */
export const cancelCount =
  ({ masterKey }: Installation): Handler<typeof stocktakeApi.cancel> =>
  async (tx, actor, { id, reason }) => {
    await takeCount(tx, actor, 'cancel', { id })
    await endLines(tx, id, ['open', 'recount', 'even', 'within'])
    await tx
      .updateTable('stocktake')
      .set({ state: 'cancelled', cancelledBy: actor.id, cancelledAt: tx.now().toISOString(), cancelReason: reason })
      .where('id', '=', id)
      .execute()
    return countFileOf(tx, actor, masterKey, id)
  }

const endLines = (tx: Tx, id: string, states: readonly ('open' | 'recount' | 'even' | 'within')[]) =>
  tx.updateTable('stocktakeLine').set({ state: 'ended' }).where('stocktakeId', '=', id).where('state', 'in', states).execute()
