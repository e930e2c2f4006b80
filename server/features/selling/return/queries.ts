import { sql, type NotNull } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { ClaimRow, Returnable, ReturnRow } from '#contract/selling/return.ts'
import type { ClaimDetail, claimApi, returnApi, ReturnDetail } from '#contract/selling/return-api.ts'
import { choicesAtMost } from '#contract/kernel/values.ts'
import type { Installation } from '#kernel/installation.ts'
import { pageOf } from '#kernel/paging.ts'
import { waysTo } from '#kernel/ways-to.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { spellCodes } from '#server/features/packing/codes/code-spans.ts'
import { codesOfItems } from './take-return.ts'

const goodsOf = (
  lines: string,
) => sql<string>`(select coalesce(string_agg(concat(l.name, ' ', spec.name, '，', x.packs, ' ', spec.pack_unit), '；' order by l.name, l.lot_no), '')
  from (${sql.raw(lines)}) x join lot l on l.enterprise_id = customer_return.enterprise_id and l.id = x.lot_id
    join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id)`
const announcedLines = `select line.lot_id, line.packs from return_line line
  where line.enterprise_id = customer_return.enterprise_id and line.return_id = customer_return.id`
const receivedPacks = sql<number | null>`(select sum(i.packs)::integer from return_receipt r
  join return_item i on i.enterprise_id = r.enterprise_id and i.receipt_id = r.id
  where r.enterprise_id = customer_return.enterprise_id and r.return_id = customer_return.id and r.taken_back_at is null)`

function returnRows(tx: Tx) {
  return (
    tx
      .selectFrom('customerReturn')
      .leftJoin('shipment', (join) =>
        join.onRef('shipment.enterpriseId', '=', 'customerReturn.enterpriseId').onRef('shipment.id', '=', 'customerReturn.shipmentId'),
      )
      .leftJoin('account as author', (join) =>
        join.onRef('author.enterpriseId', '=', 'customerReturn.enterpriseId').onRef('author.id', '=', 'customerReturn.createdBy'),
      )
      .select(['customerReturn.id', 'customerReturn.returnNo', 'customerReturn.kind', 'customerReturn.state', 'customerReturn.shipmentId'])
      .select(['shipment.shipmentNo', 'shipment.orderId', 'shipment.orderNo', 'shipment.customerName', 'customerReturn.reason'])
      .select([goodsOf(announcedLines).as('goods'), receivedPacks.as('received')])
      .select([
        sql<number>`(select sum(line.packs)::integer from return_line line
        where line.enterprise_id = customer_return.enterprise_id and line.return_id = customer_return.id)`.as('announced'),
        sql<string | null>`(select r.received_at from return_receipt r where r.enterprise_id = customer_return.enterprise_id
        and r.return_id = customer_return.id and r.taken_back_at is null)`.as('receivedAt'),
      ])
      .select(['author.id as authorId', 'author.name as authorName', 'customerReturn.createdAt', 'customerReturn.rowVersion'])
      // A return is of a shipment, and somebody wrote it.
      .$narrowType<{
        shipmentNo: NotNull
        orderId: NotNull
        orderNo: NotNull
        customerName: NotNull
        authorId: NotNull
        authorName: NotNull
      }>()
  )
}

type Flat = Awaited<ReturnType<ReturnType<typeof returnRows>['executeTakeFirstOrThrow']>>
const rowOf = ({ authorId, authorName, ...row }: Flat): ReturnRow => ({ ...row, createdBy: { id: authorId, name: authorName } })

export const listReturns: Handler<typeof returnApi.list> = async (tx, _actor, { page, pageSize, q, state, kind, sort }) => {
  const { rows, total } = await pageOf(
    tx,
    returnRows(tx)
      .$call((query) => (state === undefined ? query : query.where('customerReturn.state', '=', sql.lit(state))))
      .$call((query) => (kind === undefined ? query : query.where('customerReturn.kind', '=', sql.lit(kind)))),
    { page, pageSize, sort, anyOf: await waysTo(tx, q, { numbers: ['customerReturn.returnNo', 'shipment.shipmentNo'] }) },
  )
  return { rows: rows.map(rowOf), total }
}

export const readReturn =
  ({ masterKey }: Installation): Handler<typeof returnApi.read> =>
  (tx, _actor, { id }) =>
    returnFileOf(tx, id, masterKey)

/** A return with everything that was written of it; its codes are spelled out only where the key is given. */
export async function returnFileOf(tx: Tx, id: string, masterKey?: Uint8Array): Promise<ReturnDetail> {
  const flat = await returnRows(tx).where('customerReturn.id', '=', id).executeTakeFirst()
  if (flat === undefined) throw new Refusal('not_found')
  const { rows } = await sql<
    Pick<
      ReturnDetail,
      | 'note'
      | 'kept'
      | 'customerAddress'
      | 'contact'
      | 'phone'
      | 'approvedBy'
      | 'approvedAt'
      | 'endedBy'
      | 'endedAt'
      | 'endReason'
      | 'hasProof'
    >
  >`
    select r.note, r.kept, concat(s.province, nullif(s.city, s.province), s.address) as customer_address, s.contact, s.phone,
      approver.name as approved_by, r.approved_at, ender.name as ended_by, r.ended_at, r.end_reason,
      exists (select from attachment a where a.enterprise_id = r.enterprise_id and a.owner_table = 'customer_return' and a.owner_id = r.id
        and not exists (select from attachment_void v where v.enterprise_id = a.enterprise_id and v.attachment_id = a.id)) as has_proof
    from customer_return r join shipment s on s.enterprise_id = r.enterprise_id and s.id = r.shipment_id
      left join account approver on approver.enterprise_id = r.enterprise_id and approver.id = r.approved_by
      left join account ender on ender.enterprise_id = r.enterprise_id and ender.id = r.ended_by
    where r.id = ${id}::uuid`.execute(tx)
  const [told] = rows
  if (told === undefined) throw new Refusal('not_found')
  const receipt = await receiptFileOf(tx, id, masterKey)
  return {
    ...rowOf(flat),
    ...told,
    lines: await linesOf(tx, id),
    receipt: receipt?.file ?? null,
    inspection: receipt === undefined ? null : await inspectionOf(tx, receipt.id),
    decision: receipt === undefined ? null : await decisionOf(tx, receipt.id),
    credit: receipt === undefined ? null : await creditOf(tx, receipt.id),
    signatures: await signaturesOfReturn(tx, id),
  }
}

async function linesOf(tx: Tx, id: string): Promise<ReturnDetail['lines']> {
  const { rows } = await sql<ReturnDetail['lines'][number]>`
    select coalesce(line.lot_id, came.lot_id) as lot_id, l.lot_no, concat(l.name, ' ', spec.name) as goods, spec.pack_unit, l.is_toxic,
      coalesce(line.packs, 0) as packs, coalesce(came.packs, 0)::integer as received
    from (select lot_id, packs from return_line where return_id = ${id}::uuid) line
      full join (select i.lot_id, sum(i.packs) as packs from return_receipt r
        join return_item i on i.enterprise_id = r.enterprise_id and i.receipt_id = r.id
        where r.return_id = ${id}::uuid and r.taken_back_at is null group by i.lot_id) came on came.lot_id = line.lot_id
      join lot l on l.id = coalesce(line.lot_id, came.lot_id) join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    order by l.name, l.lot_no`.execute(tx)
  return rows
}

async function receiptFileOf(
  tx: Tx,
  id: string,
  masterKey: Uint8Array | undefined,
): Promise<{ id: string; file: NonNullable<ReturnDetail['receipt']> } | undefined> {
  const found = await tx
    .selectFrom('returnReceipt')
    .innerJoin('place', (join) =>
      join.onRef('place.enterpriseId', '=', 'returnReceipt.enterpriseId').onRef('place.id', '=', 'returnReceipt.placeId'),
    )
    .innerJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'returnReceipt.enterpriseId').onRef('account.id', '=', 'returnReceipt.receivedBy'),
    )
    .select(['returnReceipt.id', 'place.code as bin', 'returnReceipt.position', 'returnReceipt.arrivedAt', 'returnReceipt.transport'])
    .select(['returnReceipt.appearance', 'account.name as receivedBy', 'returnReceipt.receivedAt'])
    .where('returnReceipt.returnId', '=', id)
    .where('returnReceipt.takenBackAt', 'is', null)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { id: receiptId, ...receipt } = found
  const { rows } = await sql<Omit<NonNullable<ReturnDetail['receipt']>['items'][number], 'codes'> & { isToxic: boolean }>`
    select i.id, i.lot_id, l.lot_no, concat(l.name, ' ', spec.name) as goods, spec.pack_unit, i.condition, i.packs, i.quantity, i.decision, i.settled_at, l.is_toxic
    from return_item i join lot l on l.enterprise_id = i.enterprise_id and l.id = i.lot_id
      join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    where i.receipt_id = ${receiptId}::uuid order by l.name, l.lot_no, i.id`.execute(tx)
  const codes =
    masterKey === undefined
      ? new Map<string, string[]>()
      : await spelledOf(
          tx,
          masterKey,
          rows.map((item) => item.id),
        )
  return {
    id: receiptId,
    file: {
      ...receipt,
      isToxic: rows.some((item) => item.isToxic),
      items: rows.map(({ isToxic: _, ...item }) => ({ ...item, codes: codes.get(item.id) ?? [] })),
    },
  }
}

/** How many codes of one item are spelled out. */
const spelledAtMost = 100

async function spelledOf(tx: Tx, masterKey: Uint8Array, itemIds: readonly string[]): Promise<Map<string, string[]>> {
  const runs = await codesOfItems(tx, itemIds)
  const at = [...Map.groupBy(runs, (run) => run.itemId)].flatMap(([itemId, some]) =>
    some
      .flatMap(({ rangeId, first, last }) =>
        Array.from({ length: Math.min(last - first + 1, spelledAtMost) }, (_, step) => ({ rangeId, index: first + step })),
      )
      .slice(0, spelledAtMost)
      .map((one) => ({ itemId, ...one })),
  )
  const codes = await spellCodes(tx, masterKey, at)
  const spelled = new Map<string, string[]>()
  for (const [place, { itemId }] of at.entries()) spelled.set(itemId, [...(spelled.get(itemId) ?? []), codes[place] ?? ''])
  return spelled
}

async function inspectionOf(tx: Tx, receiptId: string): Promise<ReturnDetail['inspection']> {
  const { rows } = await sql<NonNullable<ReturnDetail['inspection']>>`
    select i.conforms, i.findings, a.name as inspected_by, i.inspected_at from return_inspection i
      join account a on a.enterprise_id = i.enterprise_id and a.id = i.inspected_by
    where i.receipt_id = ${receiptId}::uuid order by i.id desc limit 1`.execute(tx)
  return rows[0] ?? null
}

async function decisionOf(tx: Tx, receiptId: string): Promise<ReturnDetail['decision']> {
  const { rows } = await sql<NonNullable<ReturnDetail['decision']>>`
    select d.conclusion, a.name as decided_by, b.name as second_by, d.decided_at from return_decision d
      join account a on a.enterprise_id = d.enterprise_id and a.id = d.decided_by
      join account b on b.enterprise_id = d.enterprise_id and b.id = d.second_by
    where d.receipt_id = ${receiptId}::uuid and d.withdrawn_at is null`.execute(tx)
  return rows[0] ?? null
}

async function creditOf(tx: Tx, receiptId: string): Promise<ReturnDetail['credit']> {
  const { rows } = await sql<NonNullable<ReturnDetail['credit']>>`
    select sum(i.packs)::integer as packs, sum(i.quantity) as quantity from return_item i where i.receipt_id = ${receiptId}::uuid`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Who agreed, received, inspected and decided, as they signed; what was taken back, too. */
async function signaturesOfReturn(tx: Tx, id: string): Promise<ReturnDetail['signatures']> {
  const { rows } = await sql<ReturnDetail['signatures'][number]>`
    with receipt as (select r.id from return_receipt r where r.return_id = ${id}::uuid),
    document (kind, id) as (
      select 'customer_return', ${id}::uuid union all select 'return_receipt', receipt.id from receipt
      union all select 'return_inspection', i.id from return_inspection i where i.receipt_id in (select receipt.id from receipt)
      union all select 'return_decision', d.id from return_decision d where d.receipt_id in (select receipt.id from receipt)
    ) select s.signer_name, s.meaning, s.comment, s.signed_at, signature_holds(s) as holds, signature_superseded(s) as superseded_by
    from document join signature s on s.record_table = document.kind and s.record_id = document.id order by s.id`.execute(tx)
  return rows
}

type ShippedLine = Returnable['lines'][number] & { shipmentId: string }

/** The lines of shipments, with what of each is with the customer: what left, but for what came back, is on its way back, missing or lost. */
export async function linesOfShipments(tx: Tx, shipmentIds: readonly string[]): Promise<ShippedLine[]> {
  if (shipmentIds.length === 0) return []
  const { rows } = await sql<ShippedLine>`
    select line.shipment_id, line.lot_id, l.lot_no, concat(l.name, ' ', spec.name) as goods, spec.pack_unit, line.packs,
      line.packs - coalesce((select sum(case when e.from_fate = 'customer' then e.packs when e.to_fate = 'customer' then -e.packs else 0 end) from custody_entry e
        where e.enterprise_id = line.enterprise_id and e.shipment_id = line.shipment_id and e.lot_id = line.lot_id), 0)::integer as with_customer
    from shipment_line line join lot l on l.enterprise_id = line.enterprise_id and l.id = line.lot_id
      join pack_spec spec on spec.enterprise_id = line.enterprise_id and spec.id = line.pack_spec_id
    where line.shipment_id = any (${[...shipmentIds]}::uuid[]) and line.packs > 0 order by l.name, l.lot_no`.execute(tx)
  return rows
}

/** The shipments that a return can be of: signed for, found by number or customer, the latest first. */
export const listReturnable: Handler<typeof returnApi.shipments> = async (tx, _actor, { q, id }) => {
  const found = await tx
    .selectFrom('shipment')
    .select(['shipment.id', 'shipmentNo', 'orderNo', 'customerName'])
    .select(sql<string>`(departed_at at time zone 'Asia/Shanghai')::date`.as('departedOn'))
    .where('state', '<>', 'shipped')
    .$call((query) =>
      id === undefined
        ? query.where(sql<boolean>`(${q} = '' or shipment_no = ${q} or order_no = ${q} or strpos(customer_name, ${q}) > 0)`)
        : query.where('shipment.id', '=', id),
    )
    .orderBy('shipment.departedAt', 'desc')
    .limit(choicesAtMost)
    .execute()
  const lines = await linesOfShipments(
    tx,
    found.map((one) => one.id),
  )
  return found.map((one) => ({
    ...one,
    lines: lines.filter((line) => line.shipmentId === one.id).map(({ shipmentId: _, ...line }) => line),
  }))
}

function claimRows(tx: Tx) {
  return tx
    .selectFrom('carrierClaim')
    .leftJoin('shipment', (join) =>
      join.onRef('shipment.enterpriseId', '=', 'carrierClaim.enterpriseId').onRef('shipment.id', '=', 'carrierClaim.shipmentId'),
    )
    .leftJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'carrierClaim.enterpriseId').onRef('lot.id', '=', 'carrierClaim.lotId'))
    .leftJoin('packSpec as spec', (join) =>
      join.onRef('spec.enterpriseId', '=', 'lot.enterpriseId').onRef('spec.id', '=', 'lot.packSpecId'),
    )
    .leftJoin('account as opener', (join) =>
      join.onRef('opener.enterpriseId', '=', 'carrierClaim.enterpriseId').onRef('opener.id', '=', 'carrierClaim.openedBy'),
    )
    .select([
      'carrierClaim.id',
      'carrierClaim.claimNo',
      'carrierClaim.state',
      'shipment.shipmentNo',
      'shipment.orderNo',
      'shipment.customerName',
    ])
    .select([
      'shipment.carrier',
      'carrierClaim.lotId',
      'lot.lotNo',
      sql<string>`concat(lot.name, ' ', spec.name)`.as('goods'),
      'spec.packUnit',
    ])
    .select(['carrierClaim.packs', 'carrierClaim.quantity', 'carrierClaim.note', 'carrierClaim.openedAt', 'carrierClaim.closedAt'])
    .select(['carrierClaim.rowVersion', 'opener.id as openerId', 'opener.name as openerName'])
    .select(
      sql<number>`carrier_claim.packs - (select coalesce(sum(o.packs), 0)::integer from claim_outcome o
        where o.enterprise_id = carrier_claim.enterprise_id and o.claim_id = carrier_claim.id)`.as('open'),
    )
    .$narrowType<{
      shipmentNo: NotNull
      orderNo: NotNull
      customerName: NotNull
      carrier: NotNull
      lotNo: NotNull
      packUnit: NotNull
      openerId: NotNull
      openerName: NotNull
    }>()
}
type FlatClaim = Awaited<ReturnType<ReturnType<typeof claimRows>['executeTakeFirstOrThrow']>>
const claimOf = ({ openerId, openerName, ...row }: FlatClaim): ClaimRow => ({ ...row, openedBy: { id: openerId, name: openerName } })

export const listClaims: Handler<typeof claimApi.list> = async (tx, _actor, { page, pageSize, q, state, sort }) => {
  const { rows, total } = await pageOf(
    tx,
    claimRows(tx).$call((query) => (state === undefined ? query : query.where('carrierClaim.state', '=', sql.lit(state)))),
    { page, pageSize, sort, anyOf: await waysTo(tx, q, { numbers: ['carrierClaim.claimNo', 'shipment.shipmentNo'] }) },
  )
  return { rows: rows.map(claimOf), total }
}

export const readClaim: Handler<typeof claimApi.read> = async (tx, _actor, { id }): Promise<ClaimDetail> => {
  const flat = await claimRows(tx).where('carrierClaim.id', '=', id).executeTakeFirst()
  if (flat === undefined) throw new Refusal('not_found')
  const { rows: outcomes } = await sql<ClaimDetail['outcomes'][number]>`
    select o.id, o.became as outcome, o.packs, o.note, r.return_no, a.name as recorded_by, b.name as second_by, o.recorded_at, o.takes_back,
      exists (select from claim_outcome later where later.enterprise_id = o.enterprise_id and later.takes_back = o.id) as is_taken_back
    from claim_outcome o left join customer_return r on r.enterprise_id = o.enterprise_id and r.id = o.return_id
      join account a on a.enterprise_id = o.enterprise_id and a.id = o.recorded_by
      left join account b on b.enterprise_id = o.enterprise_id and b.id = o.second_by
    where o.claim_id = ${id}::uuid order by o.recorded_at, o.id`.execute(tx)
  const { shipmentId } = await tx.selectFrom('carrierClaim').select('shipmentId').where('id', '=', id).executeTakeFirstOrThrow()
  return { ...claimOf(flat), outcomes, codes: await pickedCodes(tx, shipmentId, flat.lotNo) }
}

/** The codes that were scanned of a lot when the shipment was picked: boxes, and packs that left singly. */
async function pickedCodes(tx: Tx, shipmentId: string, lotNo: string): Promise<string[]> {
  const { content } = await tx
    .selectFrom('shipment')
    .innerJoin('picking', (join) =>
      join.onRef('picking.enterpriseId', '=', 'shipment.enterpriseId').onRef('picking.id', '=', 'shipment.pickingId'),
    )
    .select('picking.content')
    .where('shipment.id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  return content.filter((lot) => lot.lotNo === lotNo).flatMap(({ codes }) => codes)
}
