import { sql } from 'kysely'
import type { recallApi } from '#contract/cases/recall-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { returnActions, type PackCondition } from '#contract/selling/return.ts'
import type { Installation } from '#kernel/installation.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSigner, writeSignatures } from '#kernel/sign.ts'
import { sizeOf } from '#tools/ranges.ts'
import { bringBack, codesOfShipments, type ComingBack } from '#server/features/selling/return/bring-back.ts'
import { openReturn } from '#server/features/selling/return/open-return.ts'
import { takeCustomer } from './follow-recall.ts'
import { recallRowOf } from './queries.ts'

type Scanned = { condition: PackCondition; codes: ComingBack[] }

/**
 * 收回: what a customer of a recall gives back is scanned into the 退货区, shipment by shipment, each in a position of its own, and counts as recovered. Its
 * return is inspected and decided about as any other.
 */
export const bringBackRecalled =
  ({ masterKey }: Installation): Handler<typeof recallApi.bringBack> =>
  async (tx, actor, { id, customerId, items, signature, ...arrival }) => {
    const customer = await takeCustomer(tx, actor, { id, customerId })
    const { caseNo } = await recallRowOf(tx, id)
    const shipments = await takeShipments(tx, customer.id)
    const scanned = new Map<string, Scanned[]>(shipments.map((one) => [one.id, []]))
    for (const [place, { condition, codes }] of items.entries()) {
      const ids = shipments.map((one) => one.id)
      const found = await codesOfShipments(tx, masterKey, ids, codes, (at) => `items.${place}.codes.${at}`)
      for (const [shipmentId, some] of found) if (some.length > 0) scanned.get(shipmentId)?.push({ condition, codes: some })
    }
    await refuseOtherLots(
      tx,
      id,
      [...scanned.values()].flat().flatMap(({ codes }) => codes),
    )
    const signer = await proveSigner(actor, signature)
    for (const shipment of shipments) {
      const mine = scanned.get(shipment.id) ?? []
      if (mine.length === 0) continue
      const arrivedAt = occurredAt(tx, arrival.arrivedAt, 'arrivedAt', { at: shipment.departedAt, what: '发车时间' })
      const back = await openReturn(tx, actor, {
        kind: 'recall',
        state: 'received',
        shipmentId: shipment.id,
        reason: '召回',
        note: caseNo,
        lines: linesOf(mine),
      })
      const { receiptId, packs } = await bringBack(tx, actor, {
        document: { id: back.id, no: back.returnNo },
        shipment,
        arrival: { ...arrival, position: '', arrivedAt },
        items: mine,
        returning: new Map(),
        reason: `召回 ${caseNo}`,
      })
      await writeSignatures(tx, [{ signer, meaning: returnActions.receive.signs, table: 'return_receipt', id: receiptId }])
      await tellRecovered(tx, actor, { recallCustomerId: customer.id, returnId: back.id, packs })
    }
    return recallRowOf(tx, id)
  }

/** The shipments of recalled lots to a customer of the recall, their orders locked in the order of their ids, as by every step of a sale. */
async function takeShipments(tx: Tx, recallCustomerId: string) {
  const { rows } = await sql<{ id: string; orderId: string; customerName: string; departedAt: string }>`
    select distinct s.id, s.order_id, s.customer_name, s.departed_at
    from recall_customer c join recall_lot l on l.enterprise_id = c.enterprise_id and l.case_id = c.case_id
      join shipment_line line on line.enterprise_id = l.enterprise_id and line.lot_id = l.lot_id and line.packs > 0
      join shipment s on s.enterprise_id = line.enterprise_id and s.id = line.shipment_id and s.customer_id = c.customer_id
    where c.id = ${recallCustomerId}::uuid order by s.departed_at, s.id`.execute(tx)
  await tx
    .selectFrom('salesOrder')
    .select('id')
    .where(
      'id',
      'in',
      rows.map((one) => one.orderId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows
}

/** Packs of each lot that came, as the lines of the return. */
function linesOf(scanned: readonly Scanned[]): { lotId: string; packs: number }[] {
  const runs = scanned.flatMap(({ codes }) => codes.flatMap(({ packs }) => packs))
  return [...Map.groupBy(runs, ({ lotId }) => lotId)].map(([lotId, some]) => ({ lotId, packs: sizeOf(some) }))
}

/** A box may hold packs of a lot that is not recalled: these go another way, as a return that the customer asks for. */
async function refuseOtherLots(tx: Tx, caseId: string, codes: readonly ComingBack[]): Promise<void> {
  const recalled = await tx.selectFrom('recallLot').select('lotId').where('caseId', '=', caseId).execute()
  const other = codes.find(({ packs }) => packs.some((run) => !recalled.some(({ lotId }) => lotId === run.lotId)))
  if (other !== undefined) throw new Refusal('return_of_other_lot', [{ path: other.path, message: `${other.code} 的批次不在本次召回中` }])
}

async function tellRecovered(
  tx: Tx,
  actor: Actor,
  { recallCustomerId, returnId, packs }: { recallCustomerId: string; returnId: string; packs: ReadonlyMap<string, number> },
): Promise<void> {
  for (const [lotId, count] of packs)
    await tx
      .insertInto('recallRecovery')
      .values({
        enterpriseId: actor.enterpriseId,
        recallCustomerId,
        lotId,
        became: 'recovered',
        packs: count,
        quantity: sql<string>`${count}::integer * (select spec.net_quantity from lot l join pack_spec spec on spec.enterprise_id = l.enterprise_id
          and spec.id = l.pack_spec_id where l.enterprise_id = current_enterprise() and l.id = ${lotId}::uuid)`,
        note: '',
        returnId,
        recordedBy: actor.id,
        recordedAt: tx.now().toISOString(),
      })
      .execute()
}

/** What one scanned code is, for the person who takes a customer's goods back. It asks what `bringBackRecalled` asks. */
export const scanRecalled =
  ({ masterKey }: Installation): Handler<typeof recallApi.scan> =>
  async (tx, _actor, { id, customerId, code }) => {
    const { rows } = await sql<{ id: string }>`
      select distinct s.id from recall_customer c join recall_lot l on l.enterprise_id = c.enterprise_id and l.case_id = c.case_id
        join shipment_line line on line.enterprise_id = l.enterprise_id and line.lot_id = l.lot_id and line.packs > 0
        join shipment s on s.enterprise_id = line.enterprise_id and s.id = line.shipment_id and s.customer_id = c.customer_id
      where c.id = ${customerId}::uuid and c.case_id = ${id}::uuid`.execute(tx)
    if (rows.length === 0) throw new Refusal('not_found')
    const found = await codesOfShipments(
      tx,
      masterKey,
      rows.map((one) => one.id),
      [code],
      () => 'code',
    )
    const parts = [...found.values()].flat()
    const [first] = parts
    if (first === undefined) throw new Refusal('code_unknown')
    const runs = parts.flatMap(({ packs }) => packs)
    const lots = await tx
      .selectFrom('lot')
      .select(['id', 'lotNo'])
      .where(
        'id',
        'in',
        runs.map(({ lotId }) => lotId),
      )
      .orderBy('lotNo')
      .execute()
    return {
      code: first.code,
      level: first.level,
      packs: lots.map(({ id: lotId, lotNo }) => ({ lotId, lotNo, packs: sizeOf(runs.filter((run) => run.lotId === lotId)) })),
    }
  }
