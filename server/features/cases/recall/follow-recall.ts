import { sql } from 'kysely'
import type { recallApi } from '#contract/cases/recall-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { recallRowOf } from './queries.ts'
import { takeRecall } from './take-recall.ts'

/** A customer of a recall, locked after the recall itself. */
export async function takeCustomer(tx: Tx, actor: Actor, { id, customerId }: { id: string; customerId: string }) {
  await takeRecall(tx, actor, 'follow', { id })
  const customer = await tx
    .selectFrom('recallCustomer')
    .select(['id', 'acknowledgedAt', 'silenceAt'])
    .where('caseId', '=', id)
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
  if (customer === undefined) throw new Refusal('not_found')
  return customer
}

/** 登记回复: the customer answered by telephone or in writing. An answer after an explained silence counts as well. */
export const acknowledgeNotice: Handler<typeof recallApi.acknowledge> = async (tx, actor, { id, customerId, name }) => {
  const customer = await takeCustomer(tx, actor, { id, customerId })
  if (customer.acknowledgedAt !== null) throw new Refusal('recall_answered')
  await tx
    .updateTable('recallCustomer')
    .set({ acknowledgedAt: tx.now().toISOString(), acknowledgedName: name, notedBy: actor.id })
    .where('id', '=', customer.id)
    .execute()
  return recallRowOf(tx, id)
}

/** 说明未回复: why no answer of this customer is to be had. */
export const explainSilence: Handler<typeof recallApi.explain> = async (tx, actor, { id, customerId, reason }) => {
  const customer = await takeCustomer(tx, actor, { id, customerId })
  if (customer.acknowledgedAt !== null || customer.silenceAt !== null) throw new Refusal('recall_answered')
  await tx
    .updateTable('recallCustomer')
    .set({ silenceReason: reason, silenceBy: actor.id, silenceAt: tx.now().toISOString() })
    .where('id', '=', customer.id)
    .execute()
  return recallRowOf(tx, id)
}

/** 登记去向: what became of some packs of a lot at a customer. Never more than they received (`guard_recovery`). */
export const recordRecovery: Handler<typeof recallApi.recover> = async (tx, actor, { id, customerId, lotId, outcome, packs, note }) => {
  const customer = await takeCustomer(tx, actor, { id, customerId })
  if (outcome === 'unaccounted' && note === '') throw new Refusal('recovery_unexplained', [{ path: 'note', message: '请写明已做的查找' }])
  const { rows } = await sql<{ open: number; net: string }>`
    select line.packs - line.known_packs as open, spec.net_quantity as net
    from recall_line line join lot l on l.enterprise_id = line.enterprise_id and l.id = line.lot_id
      join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    where line.recall_customer_id = ${customer.id}::uuid and line.lot_id = ${lotId}::uuid`.execute(tx)
  const [line] = rows
  if (line === undefined) throw new Refusal('not_found')
  if (packs > line.open) throw new Refusal('recovery_beyond_shipped', [{ path: 'packs', message: `还有 ${line.open} 件没有登记去向` }])
  await tx
    .insertInto('recallRecovery')
    .values({
      enterpriseId: actor.enterpriseId,
      recallCustomerId: customer.id,
      lotId,
      became: outcome,
      packs,
      quantity: sql<string>`${packs}::integer * ${line.net}::numeric`,
      note,
      returnId: null,
      recordedBy: actor.id,
      recordedAt: tx.now().toISOString(),
    })
    .execute()
  return recallRowOf(tx, id)
}

/** 冲销: an entry that was wrong stays readable, and a second one takes it back. */
export const takeBackRecovery: Handler<typeof recallApi.takeBack> = async (tx, actor, { id, entryId, reason }) => {
  await takeRecall(tx, actor, 'follow', { id })
  const entry = await tx
    .selectFrom('recallRecovery')
    .innerJoin('recallCustomer', (join) =>
      join
        .onRef('recallCustomer.enterpriseId', '=', 'recallRecovery.enterpriseId')
        .onRef('recallCustomer.id', '=', 'recallRecovery.recallCustomerId'),
    )
    .select([
      'recallRecovery.id',
      'recallCustomerId',
      'lotId',
      'became',
      'recallRecovery.packs',
      'recallRecovery.quantity',
      'takesBack',
      'returnId',
    ])
    .where('recallRecovery.id', '=', entryId)
    .where('recallCustomer.caseId', '=', id)
    .executeTakeFirst()
  if (entry === undefined) throw new Refusal('not_found')
  // What lies in the 退货区 is taken back where it was received.
  if (entry.returnId !== null) throw new Refusal('recovered_by_return')
  const later = await tx.selectFrom('recallRecovery').select('id').where('takesBack', '=', entryId).executeTakeFirst()
  if (later !== undefined || entry.takesBack !== null) throw new Refusal('entry_taken_back')
  await tx
    .insertInto('recallRecovery')
    .values({
      enterpriseId: actor.enterpriseId,
      recallCustomerId: entry.recallCustomerId,
      lotId: entry.lotId,
      became: entry.became,
      packs: -entry.packs,
      returnId: null,
      quantity: sql<string>`-(${entry.quantity}::numeric)`,
      note: reason,
      takesBack: entry.id,
      recordedBy: actor.id,
      recordedAt: tx.now().toISOString(),
    })
    .execute()
  return recallRowOf(tx, id)
}
