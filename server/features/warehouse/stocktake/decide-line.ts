import { sql, type Insertable } from 'kysely'
import { refusal } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { countActions, differenceApproval, type stocktakeApi } from '#contract/warehouse/stocktake.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures, type Signer } from '#kernel/sign.ts'
import { liftHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { adjustCodes, adjustStock } from './adjust-stock.ts'
import { countFileOf, countRowOf } from './queries.ts'

/**
 * 决定超差: quality assurance and the 质量负责人 say why it differs and put the stock right, or have it counted once more. Either way the hold of the difference
 * ends with their signatures. Of packs all bins of the lot are decided about together, since their codes are.
 */
export const decideLine =
  ({ masterKey }: Installation): Handler<typeof stocktakeApi.decide> =>
  async (tx, actor, { id, lineId, outcome, cause, note, signature, approver }) => {
    const asked = await tx
      .selectFrom('stocktakeLine')
      .select('lotId')
      .where('id', '=', lineId)
      .where('stocktakeId', '=', id)
      .executeTakeFirst()
    if (asked === undefined) throw new Refusal('not_found')
    const lot = await lockLot(tx, asked.lotId)
    await tx.selectFrom('stocktake').select('id').where('id', '=', id).forShare().execute()
    const count = await countRowOf(tx, id)
    const code = refusal(countActions.decide, count, actor)
    if (code !== undefined) throw new Refusal(code)
    const beyond = await tx
      .selectFrom('stocktakeLine')
      .select(['id', 'lotId', 'placeId', 'difference', 'packsApart', 'holdId'])
      .select(
        sql<number>`(select max(t.round) from stocktake_tally t where t.enterprise_id = stocktake_line.enterprise_id and t.line_id = stocktake_line.id)`.as(
          'round',
        ),
      )
      .where('stocktakeId', '=', id)
      .where('lotId', '=', lot.id)
      .where('state', '=', 'beyond')
      .$if(lot.kind !== 'pack', (query) => query.where('id', '=', lineId))
      .orderBy('id')
      .forUpdate()
      .execute()
    if (!beyond.some((line) => line.id === lineId)) throw new Refusal('count_not_beyond')
    const signer = await proveSigner(actor, { ...signature, comment: note })
    const second = await proveSecond(actor, approver, '13:approve')
    await writeDecisions(tx, beyond, { remedy: outcome, cause, note }, { signer, second })
    await tx
      .updateTable('stocktakeLine')
      .set(outcome === 'adjust' ? { state: 'adjusted', cause, note } : { state: 'recount' })
      .where(
        'id',
        'in',
        beyond.map((line) => line.id),
      )
      .execute()
    for (const { holdId } of beyond)
      if (holdId !== null) await liftHold(tx, actor, holdId, { conclusion: note, secondId: second.id, evidence: count.countNo })
    if (outcome === 'adjust') {
      await adjustStock(
        tx,
        actor,
        count,
        beyond.map((line) => ({ ...line, difference: line.difference ?? '0', cause, note })),
      )
      if (lot.kind === 'pack')
        await adjustCodes(
          tx,
          actor,
          count,
          lot,
          beyond.reduce((sum, line) => sum + (line.packsApart ?? 0), 0),
        )
    }
    return countFileOf(tx, actor, masterKey, id)
  }

type Said = Pick<Insertable<Schema['stocktakeDecision']>, 'remedy' | 'cause' | 'note'>

/** Each line's decision, signed by both. */
async function writeDecisions(
  tx: Tx,
  lines: readonly { id: string; round: number }[],
  said: Said,
  { signer, second }: { signer: Signer; second: Signer },
): Promise<void> {
  const decisions = await tx
    .insertInto('stocktakeDecision')
    .values(
      lines.map(({ id, round }) => ({
        enterpriseId: sql<string>`current_enterprise()`,
        lineId: id,
        round,
        ...said,
        decidedBy: signer.id,
        approvedBy: second.id,
        decidedAt: tx.now().toISOString(),
      })),
    )
    .returning('id')
    .execute()
  await writeSignatures(
    tx,
    decisions.flatMap(({ id: record }) => [
      { signer, meaning: countActions.decide.signs, table: 'stocktake_decision', id: record },
      { signer: second, meaning: differenceApproval, table: 'stocktake_decision', id: record },
    ]),
  )
}
