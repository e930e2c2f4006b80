import { sql } from 'kysely'
import { returnActions, takeBackSecond, type PackCondition } from '#contract/selling/return.ts'
import type { returnApi } from '#contract/selling/return-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import { notify } from '#kernel/notify.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, sign, writeSignatures } from '#kernel/sign.ts'
import { sizeOf } from '#tools/ranges.ts'
import { moveCodesOutside } from '#server/features/packing/codes/code-spans.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { takeBackDraws } from '#server/features/warehouse/stock/rebook-birth.ts'
import { bringBack, codesComingBack, type ComingBack } from './bring-back.ts'
import { countedBack } from './count-back.ts'
import { moveCustody } from './custody.ts'
import { openClaims } from './open-claim.ts'
import { advanceReturn, codesOfItems, itemsOf, receiptOf, takeReturn, type TakenReturn } from './take-return.ts'

/** What one scanned code is, for the person who takes the goods in. It asks what `receiveReturn` asks. */
export const scanForReturn =
  ({ masterKey }: Installation): Handler<typeof returnApi.scan> =>
  async (tx, _actor, { id, code }) => {
    const row = await tx.selectFrom('customerReturn').select('shipmentId').where('id', '=', id).executeTakeFirst()
    if (row === undefined) throw new Refusal('not_found')
    const [found] = await codesComingBack(tx, masterKey, row.shipmentId, [code], () => 'code')
    if (found === undefined) throw new Refusal('code_unknown')
    const lots = await tx
      .selectFrom('lot')
      .select(['id', 'lotNo'])
      .where(
        'id',
        'in',
        found.packs.map(({ lotId }) => lotId),
      )
      .orderBy('lotNo')
      .execute()
    return {
      code: found.code,
      level: found.level,
      packs: lots.map(({ id: lotId, lotNo }) => ({ lotId, lotNo, packs: sizeOf(found.packs.filter((run) => run.lotId === lotId)) })),
    }
  }

/** 退货收货: what is scanned comes into the 退货区. What was refused and did not come back is looked for; what came beyond the announcement was with the customer. */
export const receiveReturn =
  ({ masterKey }: Installation): Handler<typeof returnApi.receive> =>
  async (tx, actor, { id, rowVersion, items, counted, kept, signature, ...arrival }) => {
    const row = await takeReturn(tx, actor, returnActions.receive, { id, rowVersion })
    const lines = await expectedOf(tx, id)
    const arrivedAt = occurredAt(tx, arrival.arrivedAt, 'arrivedAt', { at: row.shipment.departedAt, what: '发车时间' })
    const scanned: { condition: PackCondition; codes: ComingBack[] }[] = []
    for (const [place, { condition, codes }] of items.entries())
      scanned.push({
        condition,
        codes: await codesComingBack(tx, masterKey, row.shipmentId, codes, (at) => `items.${place}.codes.${at}`),
      })
    await addCounted(tx, masterKey, row.shipmentId, { counted, kept }, scanned)
    refuseOtherLots(
      scanned.flatMap(({ codes }) => codes),
      lines,
    )
    const isRefused = row.kind === 'refused'
    const { receiptId, packs } = await bringBack(tx, actor, {
      document: { id, no: row.returnNo },
      shipment: row.shipment,
      arrival: { ...arrival, arrivedAt },
      items: scanned,
      returning: new Map(isRefused ? lines.map(({ lotId, packs: announced }) => [lotId, announced]) : []),
      reason: row.reason,
    })
    const done = await advanceReturn(tx, id, 'received')
    await sign(tx, actor, signature, { meaning: returnActions.receive.signs, table: 'return_receipt', id: receiptId })
    if (isRefused)
      await openClaims(tx, actor, {
        shipment: row.shipment,
        lines: lines.map(({ lotId, packs: announced }) => ({ lotId, packs: Math.max(0, announced - (packs.get(lotId) ?? 0)) })),
        from: 'returning',
        returnId: id,
        note: `退货 ${row.returnNo} 收货时少到`,
      })
    await tellReceived(
      tx,
      actor,
      row,
      [...packs.values()].reduce((sum, count) => sum + count, 0),
    )
    return done
  }

/** Adds what was only counted, as packs whose codes are known by those that are elsewhere. */
async function addCounted(
  tx: Tx,
  masterKey: Uint8Array,
  shipmentId: string,
  { counted, kept }: { counted: readonly { lotId: string; packs: number }[]; kept: readonly string[] },
  scanned: { condition: PackCondition; codes: ComingBack[] }[],
): Promise<void> {
  if (counted.length === 0) return
  const stays = await codesComingBack(tx, masterKey, shipmentId, kept, (at) => `kept.${at}`)
  const codes = await countedBack(
    tx,
    shipmentId,
    counted,
    scanned.flatMap((item) => item.codes),
    stays,
  )
  scanned.push({ condition: 'unreadable', codes })
}

/** What is still to come of a return, lot by lot: as announced, less what is looked for already since an earlier receipt was taken back. */
async function expectedOf(tx: Tx, returnId: string): Promise<{ lotId: string; packs: number }[]> {
  const { rows } = await sql<{ lotId: string; packs: number }>`
    select line.lot_id, (line.packs - coalesce((select sum(c.packs) from carrier_claim c where c.enterprise_id = line.enterprise_id
      and c.return_id = line.return_id and c.lot_id = line.lot_id and c.shipment_id = r.shipment_id), 0))::integer as packs
    from return_line line join customer_return r on r.enterprise_id = line.enterprise_id and r.id = line.return_id
    where line.return_id = ${returnId}::uuid order by line.lot_id`.execute(tx)
  return rows
}

/** A lot that the return does not name is another return: the customer has not said why it comes back. */
function refuseOtherLots(codes: readonly ComingBack[], lines: readonly { lotId: string }[]): void {
  const other = codes.find(({ packs }) => packs.some((run) => !lines.some(({ lotId }) => lotId === run.lotId)))
  if (other !== undefined)
    throw new Refusal('return_of_other_lot', [{ path: other.path, message: `${other.code || '所填件数'} 的批次不在这张退货单上` }])
}

async function tellReceived(tx: Tx, actor: Actor, { id, returnNo, shipment }: TakenReturn, packs: number): Promise<void> {
  await notify(tx, actor, {
    duty: '37:decide',
    title: `退货 ${returnNo} 已收 ${packs} 件，待检验：${shipment.customerName}`,
    page: '/yinpian-xiaoshou',
    at: { view: 'returns', id },
    about: { table: 'customer_return', id, asks: 'received' },
  })
}

/** 冲销收货: a pack was scanned that did not come, or the whole was somebody else's. Everything is as it was before the receipt. */
export const takeBackReceipt: Handler<typeof returnApi.takeBack> = async (tx, actor, { id, rowVersion, reason, signature, approver }) => {
  const row = await takeReturn(tx, actor, returnActions.takeBack, { id, rowVersion })
  const signer = await proveSigner(actor, { ...signature, comment: reason })
  const second = await proveSecond(actor, approver, takeBackSecond)
  const receipt = await receiptOf(tx, id)
  const items = await itemsOf(tx, receipt.id)
  const document = { kind: 'customer_return', id, no: row.returnNo }
  const lots = await lockLots(
    tx,
    items.map(({ lotId }) => lotId),
  )
  const now = tx.now().toISOString()
  await tx
    .updateTable('returnReceipt')
    .set({ takenBackBy: actor.id, takenBackSecond: second.id, takenBackAt: now, takenBackReason: reason, clearedAt: now })
    .where('id', '=', receipt.id)
    .execute()
  for (const lot of lots)
    await takeBackDraws(tx, actor, {
      lotId: lot.id,
      kinds: ['sales_return'],
      documentIds: [id],
      document,
      reason: `冲销退货收货：${reason}`,
    })
  await takeBackCustody(tx, actor, row)
  const runs = await codesOfItems(
    tx,
    items.map((item) => item.id),
  )
  await moveCodesOutside(tx, actor, 'not_returned', runs, { document, reason: `冲销退货收货：${reason}` })
  await recordTrace(
    tx,
    actor,
    lots.map((lot) => ({
      lotId: lot.id,
      kind: 'return_taken_back' as const,
      occurredAt: now,
      documentNo: row.returnNo,
      privateFacts: { customer: row.shipment.customerName, reason },
    })),
  )
  const signed = { meaning: returnActions.takeBack.signs, table: 'return_receipt', id: receipt.id }
  await writeSignatures(tx, [
    { signer, ...signed },
    { signer: second, ...signed },
  ])
  return row.kind === 'recall'
    ? advanceReturn(tx, id, 'cancelled', { endedBy: actor.id, endedAt: now, endReason: reason })
    : advanceReturn(tx, id, 'awaited')
}

/** What the receipt and the claims that it opened moved goes back where it came from; a claim that is answered already stays. */
async function takeBackCustody(tx: Tx, actor: Actor, row: TakenReturn): Promise<void> {
  const moved = await tx
    .selectFrom('custodyEntry')
    .select(['lotId', 'fromFate', 'toFate', (eb) => eb.fn.sum<string>('packs').as('packs')])
    .where('documentId', '=', row.id)
    .where('toldBy', '=', 'customer_return')
    .groupBy(['lotId', 'fromFate', 'toFate'])
    .orderBy('lotId')
    .execute()
  const net = (lotId: string, from: string, to: string) =>
    moved
      .filter((one) => one.lotId === lotId && one.fromFate === from && one.toFate === to)
      .reduce((sum, one) => sum + Number(one.packs), 0)
  const lotIds = [...new Set(moved.map(({ lotId }) => lotId))]
  await moveCustody(
    tx,
    actor,
    { kind: 'customer_return', id: row.id },
    lotIds.flatMap((lotId) =>
      (['customer', 'returning'] as const).map((from) => ({
        shipmentId: row.shipmentId,
        lotId,
        packs: net(lotId, from, 'returned') - net(lotId, 'returned', from),
        from: 'returned' as const,
        to: from,
      })),
    ),
  )
}
