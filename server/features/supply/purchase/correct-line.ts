import { sql } from 'kysely'
import type { z } from 'zod'
import type { receiptLineChanges } from '#contract/cases/correction-changes.ts'
import { only } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'
import type { ReportSheet } from '#contract/laboratory/report.ts'
import { countyCodeOf } from '#contract/supply/counties.ts'
import { isExceptional, isNetOfGross, mostReceivable, type LotDoubt } from '#contract/supply/purchase.ts'
import { isCounted } from '#contract/warehouse/unit.ts'
import { dayInShanghai, retestDay } from '#contract/warehouse/shelf-life.ts'
import { askedOf, type ApprovedCorrection, type CorrectionPlan, type Patch } from '#kernel/correction.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { reissueReports } from '#server/features/laboratory/inspection/reissue-reports.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { rebookBirth } from '#server/features/warehouse/stock/rebook-birth.ts'
import { doubtsOfProvenance, receiptOfSupplierLot } from './check-doubts.ts'
import { approvedOf } from './check-supplier.ts'
import { orderLines } from './queries.ts'
import { advanceOrder } from './receive-goods.ts'

type Changes = z.output<typeof receiptLineChanges>

const provenance = ['harvestFrom', 'harvestTo', 'province', 'city', 'county', 'town', 'village'] as const
const publicFields = ['harvestFrom', 'harvestTo', 'province', 'city', 'county'] as const

/** A line of a receipt with its receipt, its order and its lot; `not_found` for what was not bought. */
async function readLine(tx: Tx, id: string) {
  const line = await tx
    .selectFrom('rawLot')
    .innerJoin('receipt', (join) =>
      join.onRef('receipt.enterpriseId', '=', 'rawLot.enterpriseId').onRef('receipt.id', '=', 'rawLot.receiptId'),
    )
    .innerJoin('purchaseOrder', (join) =>
      join.onRef('purchaseOrder.enterpriseId', '=', 'rawLot.enterpriseId').onRef('purchaseOrder.id', '=', 'rawLot.orderId'),
    )
    .innerJoin('purchaseLine', (join) =>
      join.onRef('purchaseLine.enterpriseId', '=', 'rawLot.enterpriseId').onRef('purchaseLine.id', '=', 'rawLot.purchaseLineId'),
    )
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'rawLot.enterpriseId').onRef('lot.id', '=', 'rawLot.id'))
    .select(['rawLot.kind', 'rawLot.receiptId', 'rawLot.orderId', 'rawLot.gross', 'rawLot.tare', 'rawLot.net', 'rawLot.noteQuantity'])
    .select(['rawLot.packageCount', 'rawLot.supplierLotNo', 'rawLot.packageIntact', 'rawLot.labelComplete', 'rawLot.defects'])
    .select(['rawLot.exceptionNote', 'rawLot.harvestFrom', 'rawLot.harvestTo', 'rawLot.province', 'rawLot.city', 'rawLot.county'])
    .select([
      'rawLot.town',
      'rawLot.village',
      'receipt.arrivedAt',
      'receipt.netTotal',
      'purchaseOrder.purchasedOn',
      'lot.lotNo',
      'lot.name',
      'lot.unit',
    ])
    .select(['lot.state', 'rawLot.supplierId', 'rawLot.doubts', 'rawLot.doubtReason', 'rawLot.doorLine', 'purchaseLine.materialId'])
    .select(['purchaseLine.agreedProvince', 'purchaseLine.agreedCity', 'purchaseLine.agreedCounty', 'rawLot.purchaseLineId'])
    .where('rawLot.id', '=', id)
    .executeTakeFirst()
  if (line === undefined) throw new Refusal('not_found')
  if (line.state === 'reversed') throw new Refusal('wrong_state')
  return line
}

type Line = Awaited<ReturnType<typeof readLine>>

/** What the form of a correction shows of a receipt line. */
export async function correctableLine(tx: Tx, id: string) {
  const { lotNo, name, unit, gross, tare, net, packageCount, supplierLotNo, arrivedAt, exceptionNote, ...line } = await readLine(tx, id)
  const { harvestFrom, harvestTo, province, city, county, town, village } = line
  const from: Record<string, string | null> = line.kind === 'raw' ? { harvestFrom, harvestTo, province, city, county, town, village } : {}
  return {
    subject: `${name} ${lotNo}`,
    unit,
    values: {
      ...(!isCounted(unit) && { gross, tare }),
      net,
      packageCount: String(packageCount),
      supplierLotNo,
      arrivedAt,
      ...from,
      exceptionNote,
    },
  }
}

/**
 * Locks every lot of the line's receipt and then its order, as a reversal does, before anything is read: a receipt is the sum of its lines,
 * and an order has a most that may come.
 */
async function lockReceipt(tx: Tx, id: string) {
  const { receiptId, orderId } = await readLine(tx, id)
  const siblings = await tx.selectFrom('rawLot').select('id').where('receiptId', '=', receiptId).execute()
  const lots = await lockLots(
    tx,
    siblings.map((one) => one.id),
  )
  await tx.selectFrom('purchaseOrder').select('id').where('id', '=', orderId).forUpdate().execute()
  return lots
}

/** What a correction of a receipt line does: weights, dates, origin and the supplier's lot, and whatever rests on them. */
export async function planLineCorrection(tx: Tx, id: string, given: Changes, reason: string): Promise<CorrectionPlan> {
  const siblings = await lockReceipt(tx, id)
  const line = await readLine(tx, id)
  const changes = given.arrivedAt === undefined ? given : { ...given, arrivedAt: occurredAt(tx, given.arrivedAt, 'changes.arrivedAt') }
  const corrected = { ...line, ...changes }
  await check(tx, line, corrected, changes)
  // The sum of the receipt and the whole of its lines are said of every lot, and so is the day.
  const lots = changes.arrivedAt === undefined && exact(corrected.net).equals(line.net) ? siblings.filter((lot) => lot.id === id) : siblings
  const dayMoved = dayInShanghai(new Date(corrected.arrivedAt)) !== dayInShanghai(new Date(line.arrivedAt))
  return {
    subject: `${line.name} ${line.lotNo}`,
    lotId: id,
    lotIds: lots.map((lot) => lot.id),
    asked: askedOf(changes, line),
    patches: [
      ...(await lotPatches(tx, id, line, corrected, {
        ...columnsOf(changes),
        ...countyOf(corrected, changes),
        ...(await doubtsAfter(tx, corrected, reason)),
      })),
      ...receiptPatch(line, corrected),
      ...(exact(corrected.net).equals(line.net) ? [] : [{ table: 'lot' as const, id, values: { quantity: corrected.net } }]),
      ...(dayMoved ? await birthdays(tx, lots, dayInShanghai(new Date(corrected.arrivedAt))) : []),
    ],
    follow: (within, actor, correction) => follow(within, actor, correction, { id, line, corrected, lotIds: lots.map((lot) => lot.id) }),
  }
}

const columnsOf = ({ arrivedAt: _, ...changes }: Changes) =>
  Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  )

const namesPlace = ({ province, city, county }: Changes) => [province, city, county].some((part) => part !== undefined)
const countyOf = (corrected: Line, changes: Changes) => (namesPlace(changes) ? { county_code: countyCodeOf(corrected) ?? '' } : {})

/** What is odd about the line as it is now; what was not odd before has the reason of the correction. */
async function doubtsAfter(tx: Tx, corrected: Line, reason: string) {
  const { harvestFrom, harvestTo, province, city, county, supplierId, materialId, supplierLotNo, receiptId } = corrected
  const from = harvestFrom === null || harvestTo === null ? null : { harvestFrom, harvestTo, origin: { province, city, county } }
  const odd = doubtsOfProvenance(from, corrected, dayInShanghai(new Date(corrected.arrivedAt)), await approvedOf(tx, supplierId))
  const again =
    (await receiptOfSupplierLot(tx, { supplierId, materialId, supplierLotNo }, receiptId)) === null ? [] : ['lot_again' as const]
  // How long the goods keep is no value that a correction changes.
  const keeps = corrected.doubts.filter((doubt) => doubt === 'keeps_long')
  const doubts: LotDoubt[] = [...odd, ...again, ...keeps]
  const isNew = doubts.some((doubt) => !corrected.doubts.includes(doubt))
  const isOther = isNew || corrected.doubts.some((doubt) => !doubts.some((one) => one === doubt))
  return isOther
    ? {
        doubts,
        ...(isNew && {
          doubt_reason: [corrected.doubtReason, reason]
            .filter((part) => part !== '')
            .join('；')
            .slice(0, 300),
        }),
      }
    : {}
}

/** The line of this lot, and of those set apart from it: the lots of a line at the door make the line. */
async function lotPatches(tx: Tx, id: string, line: Line, corrected: Line, own: Patch['values']): Promise<Patch[]> {
  const more = { net: exact(corrected.net).minus(line.net), packages: corrected.packageCount - line.packageCount }
  if (line.doorLine === null || (more.net.isZero() && more.packages === 0)) return [{ table: 'raw_lot', id, values: own }]
  const parts = await tx
    .selectFrom('rawLot')
    .select(['id', 'lineNet', 'linePackages'])
    .where('receiptId', '=', line.receiptId)
    .where('doorLine', '=', line.doorLine)
    .orderBy('id')
    .execute()
  return parts.map((part): Patch => {
    const whole = {
      line_net: exact(part.lineNet ?? '0')
        .plus(more.net)
        .toFixed(),
      line_packages: (part.linePackages ?? 0) + more.packages,
    }
    return { table: 'raw_lot', id: part.id, values: part.id === id ? { ...own, ...whole } : whole }
  })
}

/** The receipt's own columns: when it came, and the sum of its lines. */
function receiptPatch(line: Line, corrected: Line): Patch[] {
  const values = {
    ...(corrected.arrivedAt !== line.arrivedAt && { arrived_at: corrected.arrivedAt }),
    ...(!exact(corrected.net).equals(line.net) && { net_total: exact(line.netTotal).minus(line.net).plus(corrected.net).toFixed() }),
  }
  return Object.keys(values).length === 0 ? [] : [{ table: 'receipt', id: line.receiptId, values }]
}

/** Every lot of the receipt was born on the day of arrival; a retest day that still counts from there moves with it. */
async function birthdays(
  tx: Tx,
  lots: readonly { id: string; materialId: string | null; bornOn: string; retestOn: string | null }[],
  bornOn: string,
) {
  const materials = await tx
    .selectFrom('material')
    .select(['id', 'retestMonths'])
    .where(
      'id',
      'in',
      lots.flatMap(({ materialId }) => (materialId === null ? [] : [materialId])),
    )
    .execute()
  return lots.map((lot): Patch => {
    const months = materials.find(({ id }) => id === lot.materialId)?.retestMonths
    const moves = months !== undefined && lot.retestOn === retestDay(lot.bornOn, months)
    return { table: 'lot', id: lot.id, values: { born_on: bornOn, ...(moves && { retest_on: retestDay(bornOn, months) }) } }
  })
}

/** The rules of the door hold for what the receipt says afterwards, too. */
async function check(tx: Tx, line: Line, corrected: Line, changes: Changes): Promise<void> {
  const errors: FieldError[] = []
  const say = (field: string, message: string) => errors.push({ path: `changes.${field}`, message })
  if (line.kind !== 'raw') for (const field of provenance) if (changes[field] !== undefined) say(field, '只有药材填写来源信息')
  if (!isNetOfGross(corrected)) say('net', '净重应等于毛重减皮重（允许相差0.1%）')
  if (isExceptional(corrected) && corrected.exceptionNote === '') say('exceptionNote', '重量相差0.5%以上，或包装、标签、外观有异常，请说明')
  const arrivedOn = dayInShanghai(new Date(corrected.arrivedAt))
  if (arrivedOn < line.purchasedOn) say('arrivedAt', '时间不能早于采购日期')
  if (namesPlace(changes) && countyCodeOf(corrected) === undefined) say('county', '请填写名录中的省、市、县（区）')
  if (corrected.harvestFrom !== null && corrected.harvestTo !== null) {
    if (corrected.harvestTo < corrected.harvestFrom) say('harvestTo', '采收结束不能早于开始')
    if (corrected.harvestTo > arrivedOn) say('harvestTo', '采收时间不能晚于到货时间')
  }
  if (changes.arrivedAt !== undefined) {
    const { rows } = await sql<{ at: string | null }>`select min(i.requested_at) as at from inspection i
      join raw_lot r on r.enterprise_id = i.enterprise_id and r.id = i.lot_id where r.receipt_id = ${line.receiptId}::uuid`.execute(tx)
    const requested = rows[0]?.at ?? null
    if (requested !== null && Date.parse(corrected.arrivedAt) > Date.parse(requested)) say('arrivedAt', '时间不能晚于请验')
  }
  if (errors.length > 0) throw new Refusal('invalid_input', errors)
  if (exact(corrected.net).greaterThan(line.net)) await checkOrdered(tx, line, corrected)
}

/** No line is delivered far beyond its order, by a correction neither. */
async function checkOrdered(tx: Tx, line: Line, corrected: Line): Promise<void> {
  const ordered = only((await orderLines(tx, line.orderId)).filter(({ id }) => id === line.purchaseLineId))
  const delivered = exact(ordered.received).minus(line.net).plus(corrected.net)
  if (delivered.greaterThan(mostReceivable(ordered.quantity)))
    throw new Refusal('over_delivery', [
      { path: 'changes.net', message: `共到${delivered.toFixed()}，订购${exact(ordered.quantity).toFixed()}` },
    ])
}

type Corrected = { id: string; line: Line; corrected: Line; lotIds: readonly string[] }

async function follow(tx: Tx, actor: Actor, correction: ApprovedCorrection, { id, line, corrected, lotIds }: Corrected): Promise<void> {
  const document = { kind: 'correction', id: correction.id, no: correction.correctionNo }
  if (!exact(corrected.net).equals(line.net)) {
    await rebookBirth(tx, actor, { lotId: id, quantity: corrected.net, document, reason: correction.reason })
    const order = await tx.selectFrom('purchaseOrder').select('state').where('id', '=', line.orderId).forUpdate().executeTakeFirstOrThrow()
    if (order.state === 'received' || order.state === 'partially_received')
      await advanceOrder(tx, line.orderId, await orderLines(tx, line.orderId))
  }
  const moved = corrected.arrivedAt !== line.arrivedAt
  const publicFacts = Object.fromEntries(
    publicFields.filter((field) => corrected[field] !== line[field]).map((field) => [field, corrected[field]]),
  )
  await recordTrace(
    tx,
    actor,
    (moved ? lotIds : [id]).map((lotId) => ({
      lotId,
      kind: 'corrected',
      occurredAt: tx.now().toISOString(),
      documentNo: correction.correctionNo,
      publicFacts: lotId === id ? publicFacts : {},
      privateFacts: {
        reason: correction.reason,
        ...(lotId === id && !exact(corrected.net).equals(line.net) && { net: corrected.net }),
        ...(lotId === id && corrected.supplierLotNo !== line.supplierLotNo && { supplierLotNo: corrected.supplierLotNo }),
        ...(moved && { arrivedOn: dayInShanghai(new Date(corrected.arrivedAt)) }),
      },
    })),
  )
  for (const lotId of lotIds)
    await reissueReports(tx, actor, lotId, correction, (sheet) => headerOf(sheet, line, corrected, { isOwn: lotId === id }))
  await reissueOfMade(tx, actor, correction, { id, line, corrected })
}

const originOf = ({ province, city, county, town, village }: Line) => `${province}${city}${county}${town}${village}`

/** The header of a report with what the receipt says now. What it says otherwise, of a retest say, stays. */
function headerOf(sheet: ReportSheet, was: Line, is: Line, { isOwn }: { isOwn: boolean }): ReportSheet {
  const bornOn = dayInShanghai(new Date(was.arrivedAt))
  return {
    ...sheet,
    ...(isOwn && sheet.origin === originOf(was) && { origin: originOf(is) }),
    ...(isOwn && exact(sheet.quantity).equals(was.net) && !exact(is.net).equals(was.net) && { quantity: is.net }),
    ...(isOwn && sheet.packageCount === was.packageCount && { packageCount: is.packageCount }),
    ...(sheet.bornOn === bornOn && { bornOn: dayInShanghai(new Date(is.arrivedAt)) }),
  }
}

/** A batch's report names the origins of its herbs. */
async function reissueOfMade(
  tx: Tx,
  actor: Actor,
  correction: ApprovedCorrection,
  { id, line, corrected }: { id: string; line: Line; corrected: Line },
): Promise<void> {
  if (originOf(line) === originOf(corrected)) return
  const made = await tx
    .selectFrom('lotEdge')
    .select('toLotId')
    .distinct()
    .where('fromLotId', '=', id)
    .where('role', '=', 'main')
    .orderBy('toLotId')
    .execute()
  for (const { toLotId } of made)
    await reissueReports(tx, actor, toLotId, correction, (sheet) => ({
      ...sheet,
      origin: sheet.origin
        .split('；')
        .map((origin) => (origin === originOf(line) ? originOf(corrected) : origin))
        .join('；'),
    }))
}
