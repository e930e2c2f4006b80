import type { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { zonesFor } from '#contract/warehouse/stock.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import { mayHold, moveStock, type Movement } from './move-stock.ts'
import { readStock, stockInBins } from './on-hand.ts'

type Rebooking = {
  lotId: string
  /** kg that the lot was born with, in truth */
  quantity: string
  document: { kind: string; id: string; no: string }
  reason: string
}

/** The entry with which a lot came into being and that was not taken back, the last one of a batch that came in parts, and what all of them come to. */
const birthOf = (tx: Tx, lotId: string) =>
  tx
    .selectFrom('stockEntry')
    .select(['id', 'fromPlaceId', 'toPlaceId', 'quantity', 'kind', 'occurredAt'])
    .select(sql<string>`sum(quantity) over ()`.as('whole'))
    .where('lotId', '=', lotId)
    .where('kind', 'in', ['receipt', 'production_output', 'pack_output'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stockEntry as later').select('later.id').whereRef('later.reverses', '=', 'stockEntry.id'))),
    )
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

/**
 * Books a lot's coming into being anew with its true quantity and takes the wrong entry back. Both are booked where the goods lie now,
 * so that what lies there is right, too. Refused when less would be left than was used or is reserved. Lock the lot first.
 */
export async function rebookBirth(tx: Tx, actor: Actor, { lotId, quantity, document, reason }: Rebooking): Promise<void> {
  const birth = await birthOf(tx, lotId)
  const [fullest] = await stockInBins(tx, lotId)
  const missing = exact(birth.whole).minus(quantity)
  // Of a batch that came in parts the last part is booked anew.
  const again = exact(birth.quantity).minus(missing)
  if (missing.greaterThan(fullest?.quantity ?? '0') || again.lessThanOrEqualTo(0)) throw new Refusal('correction_exceeds_stock')
  const bin = fullest?.placeId ?? birth.toPlaceId
  const shared = { ...entryOf(actor, { lotId, document, reason }), occurredAt: birth.occurredAt }
  // The new entry comes first: the goods are never short in between.
  await tx
    .insertInto('stockEntry')
    .values({ ...shared, fromPlaceId: birth.fromPlaceId, toPlaceId: bin, quantity: again.toFixed(), kind: birth.kind })
    .execute()
  await takeBack(tx, shared, { ...birth, toPlaceId: bin })
  const stock = await readStock(tx, lotId)
  if (exact(stock.reserved).greaterThan(stock.onHand)) throw new Refusal('short_stock')
}

type Drawing = Omit<Rebooking, 'quantity'> & {
  kinds: readonly (
    | 'pack_input'
    | 'pack_loss'
    | 'ship'
    | 'issue'
    | 'production_input'
    | 'return_from_production'
    | 'sample'
    | 'retention'
    | 'sales_return'
    | 'shortage'
    | 'production_output'
  )[]
  /** The documents that drew: the one that did it first, and the corrections of it. */
  documentIds: readonly string[]
  /** The bin that what came in lies in now; what left is where it went. */
  liesIn?: string
}

/** Takes back what documents moved of a lot and was not taken back yet, each entry into the place it came from; these places are returned. Lock the lot first. */
export async function takeBackDraws(
  tx: Tx,
  actor: Actor,
  { lotId, kinds, documentIds, liesIn, document, reason }: Drawing,
): Promise<readonly string[]> {
  const entries = await tx
    .selectFrom('stockEntry')
    .select(['id', 'fromPlaceId', 'toPlaceId', 'quantity', 'occurredAt'])
    .where('lotId', '=', lotId)
    .where('kind', 'in', kinds)
    .where('documentId', 'in', documentIds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stockEntry as later').select('later.id').whereRef('later.reverses', '=', 'stockEntry.id'))),
    )
    .orderBy('id')
    .execute()
  for (const { occurredAt, ...entry } of entries)
    await takeBack(tx, { ...entryOf(actor, { lotId, document, reason }), occurredAt }, { ...entry, toPlaceId: liesIn ?? entry.toPlaceId })
  return [...new Set(entries.map(({ fromPlaceId }) => fromPlaceId))]
}

/** Takes a quantity out of bins in their order and lowers what is left in each; what they do not hold is not taken. */
export function drawFrom(bins: { bin: string; left: Decimal }[], quantity: string): { from: string; quantity: string }[] {
  let wanted = exact(quantity)
  return bins.flatMap((bin) => {
    const taken = wanted.lessThan(bin.left) ? wanted : bin.left
    if (!taken.greaterThan(0)) return []
    wanted = wanted.minus(taken)
    bin.left = bin.left.minus(taken)
    return [{ from: bin.bin, quantity: taken.toFixed() }]
  })
}

type Returned = {
  lot: Lot
  /** The bin that the most of the lot lies in; undefined when nothing of it was in any. */
  home: string | undefined
  /** What is left in the bins that it came back into, and in which nothing of the lot lay before. */
  left: readonly { bin: string; left: Decimal }[]
  entry: Pick<Movement, 'lotId' | 'document' | 'occurredAt'> & { reason: string }
  /** The field to blame. */
  path: string
}

/**
 * What came back into a bin in which nothing of the lot lies any more goes where the rest is; without a rest it stays, in a bin that is in use. It may
 * be a wrong bin by now (`tellMisplaced`): the ledger says where the goods lie.
 */
export async function bringHome(tx: Tx, actor: Actor, { lot, home, left, entry, path }: Returned): Promise<void> {
  const back = left.filter((one) => one.left.greaterThan(0))
  for (const { bin, left: quantity } of back)
    if (home === undefined) await refuseDisabled(tx, bin, path)
    else if (home !== bin)
      await moveStock(tx, actor, [
        { ...entry, from: bin, to: home, quantity: quantity.toFixed(), kind: 'transfer', occurredAt: tx.now().toISOString() },
      ])
  if (back.length > 0) await tellMisplaced(tx, actor, lot)
}

/** No other step disables the bin before the goods are in it. */
async function refuseDisabled(tx: Tx, placeId: string, path: string): Promise<void> {
  const bin = await tx.selectFrom('place').select(['code', 'isActive']).where('id', '=', placeId).forKeyShare().executeTakeFirstOrThrow()
  if (!bin.isActive) throw new Refusal('place_disabled', [{ path, message: `原货位 ${bin.code} 已停用，请先在数据字典“库位”中启用` }])
}

/** Tells who keeps the store when goods of a lot lie where its state or its toxicity does not allow any more. A hold moves nothing by itself. */
async function tellMisplaced(tx: Tx, actor: Actor, lot: Lot): Promise<void> {
  const bins = await tx
    .selectFrom('stockBalance')
    .innerJoin('place', (join) =>
      join.onRef('place.enterpriseId', '=', 'stockBalance.enterpriseId').onRef('place.id', '=', 'stockBalance.placeId'),
    )
    .select(['place.code', 'place.isActive', 'place.zone', 'place.storageCondition'])
    .where('stockBalance.lotId', '=', lot.id)
    .where('stockBalance.quantity', '>', '0')
    .where('place.kind', '=', 'bin')
    .orderBy('place.code')
    .execute()
  const right = { zones: zonesFor({ ...lot, holds: 0 }), isToxic: lot.isToxic }
  const wrong = bins.filter((bin) => !mayHold(bin, right)).map(({ code }) => code)
  if (wrong.length === 0) return
  const isPack = lot.kind === 'pack' || lot.kind === 'bulk'
  await notify(tx, actor, {
    duty: isPack ? '19:move' : '14:move',
    title: `${lot.name} ${lot.lotNo} 有货在 ${wrong.join('、')}，与其现在的状态不符，请移库`,
    page: isPack ? '/yinpian-kucun' : '/yuanliao-kucun',
    q: lot.lotNo,
  })
}

/** Takes the coming of a lot back, whole: nothing of it is left anywhere. Refused when it does not all lie in one bin. */
export async function reverseBirth(
  tx: Tx,
  actor: Actor,
  { lotId, document, reason, occurredAt }: Omit<Rebooking, 'quantity'> & { occurredAt: string },
): Promise<void> {
  const birth = await birthOf(tx, lotId)
  const [bin, ...others] = await stockInBins(tx, lotId)
  if (bin === undefined || others.length > 0 || !exact(bin.quantity).equals(birth.quantity)) throw new Refusal('lot_used')
  await takeBack(tx, { ...entryOf(actor, { lotId, document, reason }), occurredAt }, { ...birth, toPlaceId: bin.placeId })
}

const entryOf = (actor: Actor, { lotId, document, reason }: Omit<Rebooking, 'quantity'>) => ({
  enterpriseId: actor.enterpriseId,
  lotId,
  documentKind: document.kind,
  documentId: document.id,
  documentNo: document.no,
  reason,
  byId: actor.id,
})

type Entry = {
  enterpriseId: string
  lotId: string
  documentKind: string
  documentId: string
  documentNo: string
  reason: string
  byId: string
  occurredAt: string
}

const takeBack = (tx: Tx, shared: Entry, entry: { id: number; fromPlaceId: string; toPlaceId: string; quantity: string }) =>
  tx
    .insertInto('stockEntry')
    .values({
      ...shared,
      fromPlaceId: entry.toPlaceId,
      toPlaceId: entry.fromPlaceId,
      quantity: entry.quantity,
      kind: 'reversal',
      reverses: entry.id,
    })
    .execute()
