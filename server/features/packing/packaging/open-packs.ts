import { only } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { packagingBalance } from '#contract/packing/packaging.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { joinRuns, sizeOf, withoutRuns } from '#tools/ranges.ts'
import { openIncident } from '#server/features/cases/incident/open-incident.ts'
import { known, refuse, takeCodes } from '#server/features/packing/box/take-box.ts'
import { setCodeState, type CodeRun } from '#server/features/packing/codes/code-spans.ts'
import type { TraceEvent } from '#server/features/tracing/trace/record-trace.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'
import type { Movement } from '#server/features/warehouse/stock/move-stock.ts'
import { stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { joined, openable } from './create-repack.ts'
import { orderDocument, type Order } from './take-order.ts'
import { unboxed } from './unbox-packs.ts'
import type { PackedMasses } from './weigh-packs.ts'

/** What was opened for a repack: the packs by their codes, how many of those that were named were not found, and the bin they were taken from. */
export type Opening = { runs: CodeRun[]; packs: number; missing: number; placeId: string }

type Given = { openedCodes: readonly string[]; fromPlaceId?: string | undefined; charged: string; remainder: string }

/** What is opened for a repack; null for an order that packs a batch. Its charge is the content of the packs, and nothing of it is left over. */
export async function openingOf(
  tx: Tx,
  masterKey: Uint8Array,
  { row, source }: Order,
  { openedCodes, fromPlaceId, charged, remainder }: Given,
): Promise<Opening | null> {
  if (row.repackOf === null) {
    if (openedCodes.length > 0) throw refuse('pack_not_in_repack', 'openedCodes', '本指令不是换包装，不打开成品')
    return null
  }
  const named: CodeRun[] = await tx
    .selectFrom('repackCode')
    .select(['rangeId', 'firstIndex as first', 'lastIndex as last'])
    .where('packagingOrderId', '=', row.id)
    .orderBy('rangeId')
    .orderBy('firstIndex')
    .execute()
  const runs = openedCodes.length === 0 ? named : await scanned(tx, masterKey, source, named, openedCodes)
  const packs = sizeOf(runs)
  const { netQuantity, packUnit } = await tx
    .selectFrom('packSpec')
    .select(['netQuantity', 'packUnit'])
    .where('id', '=', source.packSpecId)
    .executeTakeFirstOrThrow()
  const content = exact(netQuantity).times(packs)
  if (!content.equals(charged) || !exact(remainder).isZero())
    throw refuse(
      'charge_not_opened',
      content.equals(charged) ? 'remainder' : 'charged',
      `打开 ${packs} ${packUnit}，共 ${content.toFixed()} kg`,
    )
  const bins = (await stockInBins(tx, source.id)).filter(({ zone }) => zone !== 'returned')
  const bin = fromPlaceId === undefined && bins.length === 1 ? only(bins) : bins.find(({ placeId }) => placeId === fromPlaceId)
  if (bin === undefined && fromPlaceId === undefined)
    throw refuse('repack_bin_required', 'fromPlaceId', bins.map(({ code, name }) => `${code} ${name}`).join('、'))
  if (bin === undefined || content.greaterThan(bin.quantity))
    throw refuse('packs_not_in_bin', 'fromPlaceId', `该货位现有 ${exact(bin?.quantity ?? '0').toFixed()} kg，打开 ${content.toFixed()} kg`)
  return { runs, packs, missing: sizeOf(named) - packs, placeId: bin.placeId }
}

/** The packs that were scanned when they were opened: each once, each named by the order. */
async function scanned(
  tx: Tx,
  masterKey: Uint8Array,
  source: Lot,
  named: readonly CodeRun[],
  codes: readonly string[],
): Promise<CodeRun[]> {
  const { found } = await takeCodes(tx, masterKey, codes)
  const goods = found.map((code, place) => openable(known(code, `openedCodes.${place}`), source.id, `openedCodes.${place}`))
  for (const { code, path, packs } of goods)
    for (const run of packs) {
      const ofRange = joinRuns(named.filter(({ rangeId }) => rangeId === run.rangeId)).joined
      if (withoutRuns(run, ofRange).length > 0) throw refuse('pack_not_in_repack', path, `${code} 不在本指令要打开的成品之内`)
    }
  return joined(goods)
}

/**
 * What the content of opened packs did not become has a reason. Where it would have filled a pack and is more than packing may lose, it is a deviation, as is a
 * balance outside its range.
 */
export function explainLoss(
  opening: Opening | null,
  masses: PackedMasses,
  { lossReason, deviation, charged }: { lossReason: string; deviation: string; charged: string },
  netQuantity: string,
): PackedMasses {
  const loss = exact(masses.loss)
  if (opening === null || loss.isZero()) return masses
  if (lossReason === '') throw new Refusal('loss_needs_reason', [{ path: 'lossReason', message: `损耗 ${loss.toFixed()} kg` }])
  const allowed = exact('100').minus(packagingBalance.min).div(100).times(charged)
  if (loss.lessThan(netQuantity) || loss.lessThanOrEqualTo(allowed)) return masses
  if (deviation === '')
    throw new Refusal('repack_loss_needs_deviation', [
      { path: 'deviation', message: `损耗 ${loss.toFixed()} kg，够装一件，且超过 ${allowed.toFixed()} kg` },
    ])
  return { ...masses, isDeviation: true }
}

type Becoming = { lot: Lot; masses: PackedMasses; placeId: string; finishedAt: string; lossReason: string }

/** The entries of a repack, kg: the content of the opened packs leaves their lot for the transformation and comes out of it as the new one; the rest is lost. */
export function movementsOfOpened(
  { row, source }: Order,
  opening: Opening,
  { lot, masses, placeId, finishedAt, lossReason }: Becoming,
): Movement[] {
  const shared = { document: orderDocument(row), occurredAt: finishedAt }
  const [transformation, loss] = [{ only: 'transformation' }, { only: 'loss' }] as const
  const opened = { lotId: source.id, from: opening.placeId, ...shared }
  return [
    { ...opened, to: transformation, quantity: masses.packed, kind: 'pack_input' },
    { lotId: lot.id, from: transformation, to: placeId, quantity: masses.packed, kind: 'pack_output', ...shared },
    ...(exact(masses.loss).isZero()
      ? []
      : [{ ...opened, to: loss, quantity: masses.loss, kind: 'pack_loss' as const, reason: lossReason }]),
  ]
}

/** The opened packs lie in no box any more and their codes are on no pack; the codes say which order opened them. */
export async function retireCodes(tx: Tx, actor: Actor, { row, source }: Order, { runs }: Opening, lot: Lot): Promise<void> {
  const document = orderDocument(row)
  const reason = `换包装为 ${lot.lotNo}`
  await setCodeState(tx, actor, runs, 'repacked', { document, reason })
  const { write } = await unboxed(tx, source.id, runs, '箱内成品已换包装')
  await write(tx, actor, document)
}

/** What the history of the opened lot says. */
export const historyOfOpened = (
  { row, source }: Order,
  opening: Opening | null,
  { lot, charged, finishedAt }: { lot: Lot; charged: string; finishedAt: string },
): TraceEvent[] =>
  opening === null
    ? []
    : [
        {
          ...{ lotId: source.id, kind: 'repacked', occurredAt: finishedAt, documentNo: row.orderNo },
          privateFacts: { packs: opening.packs, quantity: exact(charged).toFixed(4), packedAs: lot.lotNo },
        },
      ]

/**
 * Packs that were to be opened and were not found: a case that holds their lot and what was packed of it. They stay in the book until they are counted. Null
 * where all were found.
 */
export async function openMissingCase(
  tx: Tx,
  actor: Actor,
  { row, source }: Order,
  opening: Opening | null,
  lot: Lot,
): Promise<string | null> {
  if (opening === null || opening.missing === 0) return null
  const { caseNo } = await openIncident(tx, actor, {
    area: 'packaging',
    subject: `${source.name} ${source.lotNo} 换包装时少 ${opening.missing} 件`,
    measured: `找到并打开 ${opening.packs} 件`,
    expected: `指令所列 ${opening.packs + opening.missing} 件`,
    source: { table: 'packaging_order', id: row.id, no: row.orderNo },
    lotIds: [source.id, lot.id],
  })
  return caseNo
}
