import { sql } from 'kysely'
import {
  lateRecordingDays,
  longHarvestDays,
  longShelfYears,
  lotDoubts,
  oldHarvestMonths,
  originDiffers,
  arrivalDoubts,
  type LotDoubt,
} from '#contract/supply/purchase.ts'
import { only } from '#contract/kernel/certain.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'
import { isApprovedOrigin } from '#contract/supply/supplier.ts'
import { addDays, addMonths, dayInShanghai, daysBetween } from '#contract/warehouse/shelf-life.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Approved } from './check-supplier.ts'
import { purchaseRuleOf } from './purchase-rule.ts'
import type { LineAtDoor } from './split-line.ts'

/**
 * What looks odd about a receipt and is not impossible (domain §2.1): it is recorded with the reason the receiver gives, and the second
 * person signs for it. Without a reason it is refused.
 */

type ArrivalDoubt = keyof typeof arrivalDoubts

/** Refuses an arrival dated further back than the enterprise allows; returns what is odd about it. */
export async function doubtsOfArrival(tx: Tx, arrivedOn: string, purchasedOn: string, reason: string): Promise<ArrivalDoubt[]> {
  const today = dayInShanghai(tx.now())
  const earliest = addDays(today, -(await purchaseRuleOf(tx)).receiptBackDays)
  if (arrivedOn < earliest) throw new Refusal('dated_back', [{ path: 'arrivedAt', message: `到货日期不能早于${earliest}` }])
  const is: Record<ArrivalDoubt, boolean> = {
    recorded_late: daysBetween(arrivedOn, today) > lateRecordingDays,
    before_order: arrivedOn < purchasedOn,
  }
  const doubts = keysOf(is).filter((doubt) => is[doubt])
  if (doubts.length > 0 && reason === '')
    throw new Refusal('doubt_unexplained', [{ path: 'doubtReason', message: doubts.map((doubt) => arrivalDoubts[doubt]).join('；') }])
  return doubts
}

/** What is odd about each line at the door. Refused where a line gives no reason: a lot received before by its receipt, all else by its name. */
export async function doubtsOfLots(
  tx: Tx,
  supplierId: string,
  arrivedOn: string,
  lots: readonly LineAtDoor[],
  approved: readonly Approved[],
): Promise<readonly LotDoubt[][]> {
  if (lots.length === 0) return []
  const before = await receiptsOfSupplierLots(tx, supplierId, lots)
  const found: LotDoubt[][] = []
  const again: FieldError[] = []
  const odd: FieldError[] = []
  for (const [index, lot] of lots.entries()) {
    const { delivered, line } = lot
    const doubts: LotDoubt[] = doubtsOfProvenance(delivered.provenance, line, arrivedOn, approved)
    if (keepsTooLong(delivered, arrivedOn)) doubts.push('keeps_long')
    const earlier = before[index] ?? null
    const path = `lots.${index}.doubtReason`
    if (delivered.doubtReason === '' && earlier !== null)
      again.push({ path, message: `供应商批号 ${delivered.supplierLotNo} 已在 ${earlier} 收过，请说明` })
    if (delivered.doubtReason === '' && doubts.length > 0)
      odd.push({ path, message: `${doubts.map((doubt) => lotDoubts[doubt]).join('；')}，请说明` })
    found.push(earlier === null ? doubts : [...doubts, 'lot_again'])
  }
  if (again.length > 0) throw new Refusal('supplier_lot_again', again)
  if (odd.length > 0) throw new Refusal('doubt_unexplained', odd)
  return found
}

/** The receipt that has brought in each of these lots before. Another receipt with one of them is done first, so that this one can say which line comes again. */
async function receiptsOfSupplierLots(tx: Tx, supplierId: string, lots: readonly LineAtDoor[]): Promise<(string | null)[]> {
  const materials = lots.map(({ line }) => line.materialId)
  const numbers = lots.map(({ delivered }) => delivered.supplierLotNo)
  const { rows } = await sql<{ receipts: (string | null)[] }>`
    select receipts_of_supplier_lots_in_turn(current_enterprise(), ${supplierId}, ${materials}, ${numbers}) as receipts`.execute(tx)
  return only(rows).receipts
}

/** Whether goods are said to keep for so long that the day is probably a slip. */
const keepsTooLong = ({ madeOn, expiresOn }: { madeOn: string | null; expiresOn: string | null }, arrivedOn: string) =>
  expiresOn !== null && expiresOn > addMonths(madeOn ?? arrivedOn, longShelfYears * 12)

/** The receipt, other than this one, that has brought in this lot of the supplier; null when none has. */
export async function receiptOfSupplierLot(
  tx: Tx,
  { supplierId, materialId, supplierLotNo }: { supplierId: string; materialId: string; supplierLotNo: string },
  otherThan: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ receiptNo: string | null }>`
    select receipt_of_supplier_lot(current_enterprise(), ${supplierId}, ${materialId}, ${supplierLotNo}, ${otherThan}) as receipt_no`.execute(
    tx,
  )
  return rows[0]?.receiptNo ?? null
}

type County = { province: string; city: string; county: string }
type Provenance = { harvestFrom: string; harvestTo: string; origin: County }
type Ordered = { materialId: string; agreedProvince: string; agreedCity: string; agreedCounty: string }

/** What is odd about where a lot comes from and when it was harvested; `approved` is what its supplier may deliver, and from where. */
export function doubtsOfProvenance(
  from: Provenance | null,
  line: Ordered,
  arrivedOn: string,
  approved: readonly Approved[],
): Exclude<LotDoubt, 'lot_again' | 'keeps_long'>[] {
  if (from === null) return []
  const agreed = { province: line.agreedProvince, city: line.agreedCity, county: line.agreedCounty }
  const is: Record<Exclude<LotDoubt, 'lot_again' | 'keeps_long'>, boolean> = {
    harvest_old: addMonths(from.harvestTo, oldHarvestMonths) < arrivedOn,
    harvest_long: daysBetween(from.harvestFrom, from.harvestTo) > longHarvestDays,
    origin_differs: originDiffers(agreed, from.origin),
    origin_not_approved: !approved.some((one) => one.materialId === line.materialId && isApprovedOrigin(one, from.origin)),
  }
  return keysOf(is).filter((doubt) => is[doubt])
}

/** Refuses goods under a delivery note of the supplier that has brought goods in before. Two at once: the second looks when the first is done. */
export async function checkDeliveryNote(
  tx: Tx,
  order: { id: string; supplierId: string },
  { deliveryNoteNo, arrivedAt }: { deliveryNoteNo: string; arrivedAt: string },
): Promise<void> {
  const { rows } = await sql<{ receiptNo: string | null }>`
    select receipt_of_note_in_turn(current_enterprise(), ${order.supplierId}, ${deliveryNoteNo}, ${order.id}, ${arrivedAt}) as receipt_no`.execute(
    tx,
  )
  const earlier = rows[0]?.receiptNo ?? null
  if (earlier !== null) throw new Refusal('delivery_note_twice', [{ path: 'deliveryNoteNo', message: `这张随货单已在 ${earlier} 验收` }])
}
