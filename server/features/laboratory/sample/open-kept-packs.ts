import { sql } from 'kysely'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { recordCodeEvents, type CodeRun } from '#server/features/packing/codes/code-spans.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { sizeOf } from '#tools/ranges.ts'

type Opening = { lot: Lot; document: { kind: string; id: string; no: string }; runs: readonly CodeRun[] }

/**
 * Opens packs of a lot that are kept, for a test. Refused: one that was not received or was opened before, and when no pack, or less than twice a full
 * test, would be left. The codes stay what they are and remember it. Lock the lot first.
 */
export async function openKeptPacks(tx: Tx, actor: Actor, { lot, document, runs }: Opening): Promise<void> {
  const { netQuantity } = await tx.selectFrom('packSpec').select('netQuantity').where('id', '=', lot.packSpecId).executeTakeFirstOrThrow()
  const kept = await unopened(tx, lot.id, runs)
  if (kept.reduce((sum, { packs }) => sum + packs, 0) !== sizeOf(runs))
    throw new Refusal('code_not_in_stock', [{ path: 'packs', message: '请只扫化验室已接收、还没有开过的成品留样' }])
  const opened = kept.map((one) => ({ ...one, left: exact(one.quantity).minus(exact(netQuantity).times(1000).times(one.packs)) }))
  if (opened.some(({ left }) => !left.greaterThan(0)))
    throw new Refusal('retention_too_small', [{ path: 'packs', message: '每份成品留样至少留下一袋' }])
  await recordCodeEvents(
    tx,
    actor,
    runs.map((run) => ({ ...run, to: 'sampled', reason: '' })),
    document,
  )
  for (const { id, packs, taken, left } of opened) {
    await tx
      .updateTable('sample')
      .set({ openedQuantity: exact(taken).minus(left).toFixed() })
      .where('id', '=', id)
      .execute()
    await tx
      .insertInto('sampleEvent')
      .values({
        ...{ enterpriseId: actor.enterpriseId, sampleId: id, kind: 'opened', byId: actor.id },
        ...{ note: `${document.no}，${packs} 袋`, happenedAt: tx.now().toISOString() },
      })
      .execute()
  }
  await refuseTooFewLeft(tx, lot)
}

/** Of which kept samples the packs are, leaving out what was opened since. */
async function unopened(tx: Tx, lotId: string, runs: readonly CodeRun[]) {
  const { rows } = await sql<{ id: string; taken: string; quantity: string; packs: number }>`
    select s.id, s.quantity as taken, s.quantity - coalesce(s.opened_quantity, 0) as quantity, sum(least(run.last, e.last_index) - greatest(run.first, e.first_index) + 1)::integer as packs
    from unnest(${runs.map((run) => run.rangeId)}::uuid[], ${runs.map((run) => run.first)}::bigint[], ${runs.map((run) => run.last)}::bigint[])
        as run (range_id, first, last)
      join code_event e on e.enterprise_id = current_enterprise() and e.range_id = run.range_id and e.first_index <= run.last and e.last_index >= run.first
      join sample s on s.enterprise_id = e.enterprise_id and s.pack_retention_id = e.document_id and s.lot_id = ${lotId} and s.state = 'retained'
    where e.state = 'sampled' and not exists (select from code_event o where o.enterprise_id = e.enterprise_id and o.range_id = e.range_id and o.id > e.id
      and o.first_index <= least(run.last, e.last_index) and o.last_index >= greatest(run.first, e.first_index))
    group by s.id, s.quantity, s.opened_quantity order by s.id`.execute(tx)
  return rows
}

/** What is left is still what is kept by law. */
async function refuseTooFewLeft(tx: Tx, lot: Lot): Promise<void> {
  const { testAmount } = await tx.selectFrom('product').select('testAmount').where('id', '=', lot.productId).executeTakeFirstOrThrow()
  const { left } = await tx
    .selectFrom('sample')
    .select(sql<string | null>`sum(quantity - coalesce(opened_quantity, 0))`.as('left'))
    .where('lotId', '=', lot.id)
    .where('packRetentionId', 'is not', null)
    .where('state', '=', 'retained')
    .executeTakeFirstOrThrow()
  if (testAmount !== null && exact(left ?? '0').lessThan(exact(testAmount).times(2)))
    throw new Refusal('retention_too_small', [
      { path: 'packs', message: `取用后只剩 ${exact(left ?? '0').toFixed()} g，至少留 ${exact(testAmount).times(2).toFixed()} g` },
    ])
}

/** Whether packs of a kept sample were opened: such a sample does not go back into stock. */
export const wasOpened = async (tx: Tx, sampleId: string): Promise<boolean> =>
  (await tx.selectFrom('sampleEvent').select('id').where('sampleId', '=', sampleId).where('kind', '=', 'opened').executeTakeFirst()) !==
  undefined
