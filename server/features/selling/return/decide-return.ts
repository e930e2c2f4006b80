import { sql } from 'kysely'
import { statesUnderWay } from '#contract/laboratory/inspection.ts'
import { decisionSecond, returnActions } from '#contract/selling/return.ts'
import type { returnApi } from '#contract/selling/return-api.ts'
import { only } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, sign, writeSignatures } from '#kernel/sign.ts'
import { sizeOf } from '#tools/ranges.ts'
import { setCodeState } from '#server/features/packing/codes/code-spans.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { refuseUnusable } from '#server/features/warehouse/lot/standing.ts'
import { moveStock, takeBin } from '#server/features/warehouse/stock/move-stock.ts'
import { advanceReturn, itemsOf, receiptOf, takeReturn, type TakenReturn } from './take-return.ts'

type Item = Awaited<ReturnType<typeof itemsOf>>[number]

/** 退货检验: quality assurance compares packs, labels and the conditions they were kept in. It may be done again; the last one counts. */
export const inspectReturn: Handler<typeof returnApi.inspect> = async (tx, actor, { id, rowVersion, conforms, findings, signature }) => {
  const row = await takeReturn(tx, actor, returnActions.inspect, { id, rowVersion })
  const receipt = await receiptOf(tx, id)
  const inspection = await tx
    .insertInto('returnInspection')
    .values({
      enterpriseId: actor.enterpriseId,
      receiptId: receipt.id,
      conforms,
      findings,
      inspectedBy: actor.id,
      inspectedAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sign(tx, actor, signature, { meaning: returnActions.inspect.signs, table: 'return_inspection', id: inspection.id })
  const done = await advanceReturn(tx, id, 'inspected')
  await notify(tx, actor, {
    duty: '37:decide',
    title: `退货 ${row.returnNo} 检验${conforms ? '符合' : '不符合'}，待处理`,
    body: findings,
    page: '/yinpian-xiaoshou',
    at: { view: 'returns', id },
    about: { table: 'customer_return', id, asks: 'inspected' },
  })
  return done
}

/** 处理决定: quality assurance and the head of quality decide about every item. Only what is intact, proven and usable is sold again. */
export const decideReturn: Handler<typeof returnApi.decide> = async (tx, actor, input) => {
  const { id, rowVersion, decisions, conclusion, signature, approver } = input
  const row = await takeReturn(tx, actor, returnActions.decide, { id, rowVersion })
  const receipt = await receiptOf(tx, id)
  const items = await itemsOf(tx, receipt.id)
  if (items.length !== decisions.length || items.some((item) => !decisions.some((one) => one.itemId === item.id)))
    throw new Refusal('return_undecided', [{ path: 'decisions', message: '请对退回的每一项各作一个决定' }])
  await lockLots(
    tx,
    items.map(({ lotId }) => lotId),
  )
  const wanted = items.filter((item) => decisions.some((one) => one.itemId === item.id && one.decision === 'restock'))
  if (wanted.length > 0) await refuseRestock(tx, row, receipt.id, wanted, decisions)
  const signer = await proveSigner(actor, { ...signature, comment: conclusion })
  const second = await proveSecond(actor, approver, decisionSecond)
  for (const { itemId, decision } of decisions) await tx.updateTable('returnItem').set({ decision }).where('id', '=', itemId).execute()
  const decided = await tx
    .insertInto('returnDecision')
    .values({
      enterpriseId: actor.enterpriseId,
      receiptId: receipt.id,
      conclusion,
      decidedBy: actor.id,
      secondBy: second.id,
      decidedAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const signed = { meaning: returnActions.decide.signs, table: 'return_decision', id: decided.id }
  await writeSignatures(tx, [
    { signer, ...signed },
    { signer: second, ...signed },
  ])
  const done = await advanceReturn(tx, id, wanted.length > 0 ? 'restocking' : 'destroying')
  await tellDecided(tx, actor, row, items, wanted)
  return done
}

/** Sales credits what came back; the warehouse puts away what is sold again. */
async function tellDecided(tx: Tx, actor: Actor, row: TakenReturn, items: readonly Item[], wanted: readonly Item[]): Promise<void> {
  const packs = (some: readonly Item[]) => some.reduce((sum, item) => sum + item.packs, 0)
  const { rows } = await sql<{ quantity: string }>`
    select trim_scale(sum(i.quantity))::text as quantity from return_item i where i.id = any (${items.map((item) => item.id)}::uuid[])`.execute(
    tx,
  )
  const page = { page: '/yinpian-xiaoshou' as const, at: { view: 'returns', id: row.id } }
  await notify(tx, actor, {
    duty: '110:create',
    title: `退货 ${row.returnNo}：收回 ${packs(items)} 件 ${only(rows).quantity} kg，可据此与 ${row.shipment.customerName} 结算`,
    ...page,
  })
  if (wanted.length > 0)
    await notify(tx, actor, {
      duty: '19:move',
      title: `退货 ${row.returnNo} 有 ${packs(wanted)} 件待重新入库`,
      ...page,
      about: { table: 'customer_return', id: row.id, asks: 'restocking' },
    })
}

/** Why an item may not be sold again; asked once more when it is put away. */
async function refuseRestock(
  tx: Tx,
  row: TakenReturn,
  receiptId: string,
  wanted: readonly Item[],
  decisions: readonly { itemId: string }[],
): Promise<void> {
  const pathOf = (item: Item) => `decisions.${decisions.findIndex((one) => one.itemId === item.id)}.decision`
  for (const item of wanted)
    if (item.condition !== 'intact') throw new Refusal('return_opened', [{ path: pathOf(item), message: `${item.lotNo} 包装不完好` }])
  await refuseUnusable(
    tx,
    wanted.map((item) => ({ id: item.lotId, lotNo: item.lotNo, path: pathOf(item) })),
  )
  const { rows } = await sql<{ conforms: boolean; proven: boolean }>`
    select i.conforms, exists (select from attachment a where a.enterprise_id = i.enterprise_id and a.owner_table = 'customer_return' and a.owner_id = ${row.id}::uuid
      and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id)) as proven
    from return_inspection i where i.receipt_id = ${receiptId}::uuid order by i.id desc limit 1`.execute(tx)
  const { conforms, proven } = only(rows)
  if (!conforms) throw new Refusal('return_nonconforming')
  if (!proven) throw new Refusal('return_unproven')
  await refuseTested(tx, receiptId, wanted)
}

/** What the laboratory is testing of the return is not decided about yet, and what it found failing is not sold again. */
async function refuseTested(tx: Tx, receiptId: string, wanted: readonly Item[]): Promise<void> {
  const { rows } = await sql<{ lotNo: string; open: boolean; failed: boolean }>`
    select l.lot_no, i.state in (${sql.join(statesUnderWay)}) as open, coalesce(not r.conforms, false) as failed
    from return_receipt c join inspection i on i.enterprise_id = c.enterprise_id and i.place_id = c.place_id and i.request_kind = 'return'
        and i.lot_id = any (${wanted.map((item) => item.lotId)}::uuid[]) and i.requested_at >= c.received_at
      join lot l on l.enterprise_id = i.enterprise_id and l.id = i.lot_id
      left join report r on r.enterprise_id = i.enterprise_id and r.inspection_id = i.id and r.state = 'approved'
    where c.id = ${receiptId}::uuid`.execute(tx)
  for (const { lotNo, open, failed } of rows) {
    if (open) throw new Refusal('inspection_open', [{ path: 'decisions', message: `${lotNo} 的退货检验还没有报告` }])
    if (failed) throw new Refusal('return_nonconforming', [{ path: 'decisions', message: `${lotNo} 的退货检验报告不符合规定` }])
  }
}

/** 撤回决定: the same two take back what was not carried out yet. */
export const withdrawDecision: Handler<typeof returnApi.withdraw> = async (tx, actor, { id, rowVersion, reason, signature, approver }) => {
  await takeReturn(tx, actor, returnActions.withdraw, { id, rowVersion })
  const receipt = await receiptOf(tx, id)
  const items = await itemsOf(tx, receipt.id)
  if (items.some(({ settledAt }) => settledAt !== null)) throw new Refusal('decision_carried_out')
  const signer = await proveSigner(actor, { ...signature, comment: reason })
  const second = await proveSecond(actor, approver, decisionSecond)
  await tx.updateTable('returnItem').set({ decision: null }).where('receiptId', '=', receipt.id).execute()
  const withdrawn = await tx
    .updateTable('returnDecision')
    .set({ withdrawnBy: actor.id, withdrawnSecond: second.id, withdrawnAt: tx.now().toISOString(), withdrawReason: reason })
    .where('receiptId', '=', receipt.id)
    .where('withdrawnAt', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow()
  const signed = { meaning: returnActions.withdraw.signs, table: 'return_decision', id: withdrawn.id }
  await writeSignatures(tx, [
    { signer, ...signed },
    { signer: second, ...signed },
  ])
  return advanceReturn(tx, id, 'inspected')
}

/** 重新入库: what may be sold again goes from its position in the 退货区 into a bin of released goods. */
export const restockReturn: Handler<typeof returnApi.restock> = async (tx, actor, { id, rowVersion, placeId }) => {
  const row = await takeReturn(tx, actor, returnActions.restock, { id, rowVersion })
  const receipt = await receiptOf(tx, id)
  const items = await itemsOf(tx, receipt.id)
  const wanted = items.filter(({ decision, settledAt }) => decision === 'restock' && settledAt === null)
  await lockLots(
    tx,
    wanted.map(({ lotId }) => lotId),
  )
  await refuseUnusable(
    tx,
    wanted.map(({ lotId, lotNo }) => ({ id: lotId, lotNo, path: '' })),
  )
  for (const isToxic of new Set(wanted.map((item) => item.isToxic)))
    await takeBin(tx, placeId, { zones: ['pack_released'], isToxic, path: 'placeId' })
  const left = await leftOf(tx, wanted)
  const document = { kind: 'customer_return', id, no: row.returnNo }
  const now = tx.now().toISOString()
  await moveStock(
    tx,
    actor,
    left.map(({ lotId, quantity }) => ({
      lotId,
      from: receipt.placeId,
      to: placeId,
      quantity,
      kind: 'transfer',
      document,
      occurredAt: now,
    })),
  )
  const runs = left.flatMap((item) => item.runs)
  await setCodeState(tx, actor, runs, 'in_stock', { document, reason: `退货 ${row.returnNo} 重新入库` })
  await settleItems(
    tx,
    wanted.map((item) => item.id),
  )
  await recordTrace(
    tx,
    actor,
    left.map(({ lotId, packs }) => ({
      lotId,
      kind: 'restocked' as const,
      occurredAt: now,
      documentNo: row.returnNo,
      privateFacts: { packs },
    })),
  )
  return advanceReturn(tx, id, items.some(({ decision }) => decision === 'destroy') ? 'destroying' : 'closed')
}

/** What of items is still there: the laboratory may have taken whole packs. */
async function leftOf(tx: Tx, items: readonly Item[]) {
  const { rows } = await sql<{ itemId: string; rangeId: string; first: number; last: number }>`
    select c.item_id, c.range_id, greatest(s.first_index, c.first_index) as first, least(s.last_index, c.last_index) as last
    from return_code c cross join lateral spans_within(c.range_id, c.first_index, c.last_index) s
    where c.item_id = any (${items.map(({ id }) => id)}::uuid[]) and s.state = 'returned' order by c.range_id, first`.execute(tx)
  return items.flatMap((item) => {
    const runs = rows.filter(({ itemId }) => itemId === item.id)
    const packs = sizeOf(runs)
    return packs === 0 ? [] : [{ lotId: item.lotId, packs, quantity: exact(item.quantity).div(item.packs).times(packs).toFixed(), runs }]
  })
}

/** What is decided about these items was carried out; a position that holds nothing more is free again. */
async function settleItems(tx: Tx, itemIds: readonly string[]): Promise<void> {
  const settled = await tx
    .updateTable('returnItem')
    .set({ settledAt: tx.now().toISOString() })
    .where('id', 'in', itemIds)
    .returning('receiptId')
    .execute()
  await tx
    .updateTable('returnReceipt')
    .set({ clearedAt: tx.now().toISOString() })
    .where('id', 'in', [...new Set(settled.map(({ receiptId }) => receiptId))])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('returnItem')
            .select('returnItem.id')
            .whereRef('returnItem.receiptId', '=', 'returnReceipt.id')
            .where('returnItem.settledAt', 'is', null),
        ),
      ),
    )
    .execute()
}
