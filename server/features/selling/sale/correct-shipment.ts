import { sql } from 'kysely'
import type { z } from 'zod'
import type { shipmentChanges, ShipmentSide } from '#contract/cases/correction-changes.ts'
import { only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { askedOf, type CorrectionPlan, type Patch } from '#kernel/correction.ts'
import type { Tx } from '#kernel/serve.ts'
import { sizeOf } from '#tools/ranges.ts'
import { findCodes } from '#server/features/packing/codes/code-spans.ts'
import { lockLots, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { refuseUnusable } from '#server/features/warehouse/lot/standing.ts'
import { namedCodes, type NamedCode } from './named-packs.ts'
import { joinedPacks, type LotRun } from './pick-sale.ts'
import { linePatch, reissueShipment, type CountedLine } from './reissue-shipment.ts'

type Changes = z.output<typeof shipmentChanges>

/** A shipment with what it counts of each lot. Its order is locked where it is to be corrected, before its lots, as by every step of a sale. */
async function readShipment(tx: Tx, id: string, purpose: 'change' | 'show') {
  const found = await tx.selectFrom('shipment').select('orderId').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  if (purpose === 'change') await tx.selectFrom('salesOrder').select('id').where('id', '=', found.orderId).forUpdate().execute()
  const shipment = await tx.selectFrom('shipment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('shipmentLine')
    .innerJoin('lot', 'lot.id', 'shipmentLine.lotId')
    .innerJoin('packSpec', 'packSpec.id', 'shipmentLine.packSpecId')
    .select(['shipmentLine.id', 'shipmentLine.lotId', 'lot.lotNo', 'shipmentLine.packs', 'packSpec.packUnit as unit'])
    .where('shipmentLine.shipmentId', '=', id)
    .orderBy('lot.lotNo')
    .execute()
  return { ...shipment, lines }
}

type Shipment = Awaited<ReturnType<typeof readShipment>>

const subjectOf = ({ shipmentNo, customerName }: Shipment) => `出库单 ${shipmentNo} ${customerName}`

/** What the form of a correction shows of a shipment. */
export async function correctableShipment(tx: Tx, id: string) {
  const shipment = await readShipment(tx, id, 'show')
  return { subject: subjectOf(shipment), values: {}, lots: shipment.lines.map(({ id: _, ...line }) => line) }
}

/** What one scanned code is, for the person who asks for the correction. It asks what the plan asks. */
export async function scanForCorrection(
  tx: Tx,
  masterKey: Uint8Array,
  { id, side, code }: { id: string; side: ShipmentSide; code: string },
) {
  const shipment = await readShipment(tx, id, 'show')
  const named = only(await namedCodes(tx, { masterKey, shipment, side, codes: [code] }))
  const counts = [...Map.groupBy(named.packs, ({ lotId }) => lotId)]
  const lots = await tx
    .selectFrom('lot')
    .select(['id', 'lotNo'])
    .where(
      'id',
      'in',
      counts.map(([lotId]) => lotId),
    )
    .execute()
  const packs = counts.map(([lotId, runs]) => ({
    lotId,
    lotNo: present(lots.find((lot) => lot.id === lotId)).lotNo,
    packs: sizeOf(runs),
  }))
  return { code: named.code, level: named.level, packs }
}

/**
 * What a correction of a shipment does: the packs that stayed come back into stock, those that went leave it, and counts, ledger, boxes, paper and
 * history follow. What may be named is asked under the locks of the order and of every lot.
 */
export async function planShipmentCorrection(tx: Tx, masterKey: Uint8Array, id: string, changes: Changes): Promise<CorrectionPlan> {
  const shipment = await readShipment(tx, id, 'change')
  const { stayed = [], went = [] } = changes
  const meant = await findCodes(tx, masterKey, [...stayed, ...went])
  const lots = await lockLots(tx, [
    ...shipment.lines.map(({ lotId }) => lotId),
    ...meant.flatMap((one) => (one?.packs ?? []).flatMap(({ lotId }) => lotId ?? [])),
  ])
  const named = {
    stayed: await namedCodes(tx, { masterKey, shipment, side: 'stayed', codes: stayed }),
    went: await namedCodes(tx, { masterKey, shipment, side: 'went', codes: went }),
  }
  refuseOnBothSides(named)
  const moved = { stayed: joinedPacks(named.stayed), went: joinedPacks(named.went) }
  const lines = await countedLines(tx, shipment, lots, moved)
  await refuseSignedFor(tx, shipment, lines)
  for (const line of lines.filter(({ is, was }) => is > was)) if (!(await isLookedAt(tx, line.lot.id))) await refuseMore(tx, line.lot)
  const packs = lines.reduce((sum, { is, was }) => sum + is - was, shipment.packs)
  if (packs === 0) throw new Refusal('shipment_emptied', [{ path: 'changes.stayed', message: '出库单上没有货了' }])
  const quantity = lines.reduce((sum, { net, is, was }) => sum.plus(exact(net).times(is - was)), exact(shipment.quantity)).toFixed()
  const counts = (which: 'is' | 'was') =>
    lines.filter(({ is, was }) => is !== was).map((line) => ({ lotNo: line.lot.lotNo, packs: line[which] }))
  return {
    subject: subjectOf(shipment),
    lotId: lines[0]?.lot.id ?? null,
    lotIds: [],
    asked: askedOf({ lines: counts('is'), ...changes }, { lines: counts('was') }),
    patches: [
      ...lines.flatMap((line): Patch[] => (line.id === undefined || line.is === line.was ? [] : [linePatch(line.id, line)])),
      { table: 'shipment', id, values: { packs, quantity, note_version: shipment.noteVersion + 1 } },
    ],
    follow: (within, actor, correction) => reissueShipment(within, actor, correction, { shipment, lines, moved, boxes: boxesOf(named) }),
  }
}

/** A box of which a part went stands for other packs on each side: on both it would exchange them, which nobody means. */
function refuseOnBothSides({ stayed, went }: { stayed: readonly NamedCode[]; went: readonly NamedCode[] }): void {
  const both = went.find(({ code }) => stayed.some((one) => one.code === code))
  if (both !== undefined)
    throw new Refusal('code_twice', [{ path: both.path, message: `${both.code} 既写成未发出、又写成实际已发，请只留一处` }])
}

/** More of a lot that may not be used did not leave, as far as anybody may say without looking at what came of it. */
async function refuseMore(tx: Tx, lot: Lot): Promise<void> {
  try {
    await refuseUnusable(tx, lot, 'changes.went')
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    const message = `${lot.lotNo} 现在不能使用；确已随本单发出的，请先由QA对其来源批开启影响评估，再提出更正`
    throw new Refusal(thrown.code, [...thrown.errors, { path: 'changes.went', message }])
  }
}

const boxesOf = ({ stayed, went }: { stayed: readonly NamedCode[]; went: readonly NamedCode[] }) =>
  [...stayed, ...went].flatMap(({ box }) => box ?? [])

/** The lines of the lots that the packs are of, each with its count before and after; a lot that the paper did not name has no line yet. */
async function countedLines(
  tx: Tx,
  shipment: Shipment,
  lots: readonly Lot[],
  { stayed, went }: { stayed: readonly LotRun[]; went: readonly LotRun[] },
): Promise<CountedLine[]> {
  const concerned = lots.filter(({ id }) => [...stayed, ...went].some(({ lotId }) => lotId === id))
  const specs = await tx.selectFrom('packSpec').select(['id', 'netQuantity']).execute()
  return concerned.map((lot) => {
    const line = shipment.lines.find(({ lotId }) => lotId === lot.id)
    const ofLot = (runs: readonly LotRun[]) => sizeOf(runs.filter(({ lotId }) => lotId === lot.id))
    const was = line?.packs ?? 0
    const packSpecId = present(lot.packSpecId)
    const net = present(specs.find(({ id }) => id === packSpecId)).netQuantity
    return { id: line?.id, lot, packSpecId, net, was, is: was - ofLot(stayed) + ofLot(went) }
  })
}

/** The database says so again when the correction takes effect; the proposer hears it at once. */
async function refuseSignedFor(tx: Tx, { id }: Shipment, lines: readonly CountedLine[]): Promise<void> {
  for (const { lot } of lines) {
    const { rows } = await sql<{ closed: boolean }>`select goods_signed_for(${id}::uuid, array[${lot.id}::uuid]) as closed`.execute(tx)
    if (only(rows).closed) throw new Refusal('goods_signed_for', [{ path: '', message: `${lot.lotNo} 或其来源批没有进行中的影响评估` }])
  }
}

/** While QA looks at what came of a lot, everything of it that left is told, also what should not have left. */
async function isLookedAt(tx: Tx, lotId: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`select impact_is_open(${lotId}::uuid) as open`.execute(tx)
  return only(rows).open
}
