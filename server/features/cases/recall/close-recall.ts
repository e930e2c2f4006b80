import { sql } from 'kysely'
import { recallActions } from '#contract/cases/recall.ts'
import type { recallApi } from '#contract/cases/recall-api.ts'
import { finalDay } from '#contract/cases/recall-report.ts'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { customersOf, linesOf, recallRowOf } from './queries.ts'
import { takeRecall } from './take-recall.ts'

/**
 * 结束召回: every customer has answered or it is said why not, and it is known of every pack what became of it. The holds stay: each lot is then decided
 * about by itself, lifted or rejected by two persons.
 */
export const closeRecall: Handler<typeof recallApi.close> = async (tx, actor, { id, rowVersion, conclusion, signature }) => {
  await takeRecall(tx, actor, 'close', { id, rowVersion })
  await refuseOpen(tx, id)
  const percents = await percentsOf(tx, id)
  await tx
    .updateTable('recallCase')
    .set({
      state: 'closed',
      closedBy: actor.id,
      closedAt: tx.now().toISOString(),
      conclusion,
      finalBy: finalDay(dayInShanghai(tx.now())),
      ...percents,
    })
    .where('id', '=', id)
    .execute()
  await sign(tx, actor, signature, { meaning: recallActions.close.signs, table: 'recall_case', id })
  return recallRowOf(tx, id)
}

/** Names who has not answered, and where packs are missing. */
async function refuseOpen(tx: Tx, id: string): Promise<void> {
  const customers = await customersOf(tx, id)
  const silent = customers.filter(({ notice }) => notice === 'notified')
  if (silent.length > 0)
    throw new Refusal(
      'recall_unanswered',
      silent.slice(0, 10).map(({ name }) => ({ path: 'customers', message: `${name} 没有回复` })),
    )
  const open = (await linesOf(tx, id)).filter((line) => line.open > 0)
  if (open.length > 0)
    throw new Refusal(
      'recall_sum_open',
      open.slice(0, 10).map((line) => ({
        path: 'lines',
        message: `${customers.find((one) => one.id === line.recallCustomerId)?.name ?? ''} ${line.lotNo}：还有 ${line.open} ${line.packUnit}`,
      })),
    )
}

/** Of what was shipped, by weight: how much came back, and of how much is known what became of it. Nothing shipped leaves nothing open. */
export async function percentsOf(tx: Tx, id: string) {
  const { rows } = await sql<{ recoveredPercent: string; knownPercent: string }>`
    with told as (
      select coalesce(sum(r.quantity) filter (where r.became = 'recovered'), 0) as recovered,
        coalesce(sum(r.quantity) filter (where r.became <> 'unaccounted'), 0) as known, coalesce(sum(r.quantity), 0) as whole
      from recall_recovery r join recall_customer c on c.enterprise_id = r.enterprise_id and c.id = r.recall_customer_id where c.case_id = ${id}::uuid)
    select case whole when 0 then 100 else round(recovered / whole * 100, 2) end as recovered_percent,
      case whole when 0 then 100 else round(known / whole * 100, 2) end as known_percent from told`.execute(tx)
  return only(rows)
}
