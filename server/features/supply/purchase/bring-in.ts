import { elementAt, only, valueIn } from '#contract/kernel/certain.ts'
import { primaryProcessings, sourceKinds } from '#contract/supply/origin.ts'
import { countyCodeOf } from '#contract/supply/counties.ts'
import { abnormalPackages, type LotDoubt, type PurchaseCategory } from '#contract/supply/purchase.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { retestDay } from '#contract/warehouse/shelf-life.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { createLots } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, takeBin } from '#server/features/warehouse/stock/move-stock.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import type { LotAtDoor } from './split-line.ts'
import { together } from '#tools/together.ts'

export type Receipt = {
  id: string
  receiptNo: string
  orderId: string
  category: PurchaseCategory
  supplier: { id: string; name: string }
  arrivedAt: string
  arrivedOn: string
}

const lotPrefix = { crude_drug: 'YL', auxiliary: 'FL', packaging: 'BC' } as const

/** What was odd about a line of the receipt, and why it is right. */
type Explained = { doubts: LotDoubt[]; doubtReason: string }

/**
 * Makes the lots of the checked lines of a receipt and puts each into its bin of the quarantine zone. Numbered, usually, YL + YYMMDD
 * + serial of the receipt that day, and the serial of the lot (domain §3.1). `explained` has one entry for each line.
 */
export async function bringIn(tx: Tx, actor: Actor, receipt: Receipt, lots: readonly LotAtDoor[], explained: readonly Explained[]) {
  if (lots.length === 0) return []
  const kind = receipt.category === 'crude_drug' ? 'raw' : 'auxiliary'
  const [receiptNo, bins] = await together([nextDocumentNo(tx, lotPrefix[receipt.category], receipt.arrivedOn), binsOf(tx, lots)])
  const born = await createLots(
    tx,
    actor,
    lots.map(({ delivered, line }, index) => {
      const lotNo = `${receiptNo}${String(index + 1).padStart(2, '0')}`
      return {
        kind,
        lotNo,
        batchNo: lotNo,
        materialId: line.materialId,
        productId: null,
        packSpecId: null,
        name: line.materialName,
        initials: line.initials,
        unit: line.unit,
        quantity: delivered.net,
        bornOn: receipt.arrivedOn,
        retestOn: retestDay(receipt.arrivedOn, line.retestMonths),
        expiresOn: delivered.expiresOn,
        isToxic: line.isToxic,
      }
    }),
  )
  const brought = lots.map((part, index) => ({
    part,
    lot: elementAt(born, index),
    bin: valueIn(bins, part.delivered.placeId),
    lineNo: index + 1,
    why: elementAt(explained, part.doorLine - 1),
  }))
  await tx.later(
    tx
      .insertInto('rawLot')
      .values(brought.map(({ part, lot, lineNo, why }) => detailsOf(actor, receipt, { id: lot.id, kind, lineNo, ...why }, part))),
  )
  const document = { kind: 'receipt', id: receipt.id, no: receipt.receiptNo }
  const from = { only: 'supplier' } as const
  await moveStock(
    tx,
    actor,
    brought.map(({ part, lot, bin }) => ({
      lotId: lot.id,
      from,
      to: bin.id,
      quantity: part.delivered.net,
      kind: 'receipt',
      document,
      occurredAt: receipt.arrivedAt,
    })),
  )
  await recordTrace(
    tx,
    actor,
    brought.map(({ part, lot, bin, why }) => ({
      lotId: lot.id,
      kind: 'received',
      occurredAt: receipt.arrivedAt,
      place: bin.name,
      documentNo: receipt.receiptNo,
      publicFacts: publicFacts(part),
      privateFacts: privateFacts(receipt, part, why),
    })),
  )
  return born.map(({ id, lotNo, name, quantity, unit }) => ({ lotId: id, lotNo, name, unit, net: quantity }))
}

/** The bins that the lots are put into, each of them asked for once. */
async function binsOf(tx: Tx, lots: readonly LotAtDoor[]) {
  const bins = new Map<string, Awaited<ReturnType<typeof takeBin>>>()
  const seen = new Set<string>()
  for (const { delivered, line, placePath } of lots) {
    const asked = `${delivered.placeId} ${line.isToxic}`
    if (seen.has(asked)) continue
    seen.add(asked)
    bins.set(delivered.placeId, await takeBin(tx, delivered.placeId, { zones: ['quarantine'], isToxic: line.isToxic, path: placePath }))
  }
  return bins
}

/** The receipt record of one lot, which never changes again. */
function detailsOf(
  actor: Actor,
  receipt: Receipt,
  lot: { id: string; kind: 'raw' | 'auxiliary'; lineNo: number } & Explained,
  { delivered, line, abnormal, doorLine, lineNet, lineNote, linePackages }: LotAtDoor,
) {
  const { provenance: _, placeId: __, expiresOn: ___, ...facts } = delivered
  return {
    enterpriseId: actor.enterpriseId,
    ...lot,
    receiptId: receipt.id,
    orderId: receipt.orderId,
    supplierId: receipt.supplier.id,
    ...facts,
    ...{ abnormal, doorLine, lineNet, lineNote, linePackages },
    ...provenanceOf({ delivered, line }),
  } satisfies EveryColumn<'rawLot'>
}

/** What the history of a lot tells those of the house about how it came. */
const privateFacts = (receipt: Receipt, { delivered, lineNote, abnormal }: LotAtDoor, { doubtReason }: Explained) => ({
  supplier: receipt.supplier.name,
  supplierLotNo: delivered.supplierLotNo,
  village: `${delivered.provenance?.origin.town ?? ''}${delivered.provenance?.origin.village ?? ''}`,
  packages: delivered.packageCount,
  net: delivered.net,
  noteQuantity: delivered.noteQuantity,
  ...(lineNote !== delivered.noteQuantity && { lineNote }),
  exception: delivered.exceptionNote,
  ...(abnormal !== null && { abnormal: abnormalPackages[abnormal] }),
  ...(doubtReason !== '' && { doubt: doubtReason }),
})

/** Where a crude drug comes from, column by column; other materials have no provenance. */
function provenanceOf({ delivered: { provenance }, line }: Pick<LotAtDoor, 'delivered' | 'line'>) {
  if (provenance === null) return noProvenance
  const { origin, species, sulfur, ...from } = provenance
  if (sulfur === 'yes') throw new Refusal('sulfur_fumigated') // checkLots has said so already, with the line
  return {
    ...from,
    ...origin,
    countyCode: countyCodeOf(origin) ?? '',
    sulfur,
    species: species || only(line.species),
    medicinalPart: line.medicinalPart,
  }
}

const noProvenance = {
  species: '',
  medicinalPart: '',
  sourceKind: null,
  province: '',
  city: '',
  county: '',
  countyCode: '',
  town: '',
  village: '',
  harvestFrom: null,
  harvestTo: null,
  growthYears: null,
  primaryProcessing: [],
  isFreshCut: false,
  freshCutBasis: '',
  sulfur: null,
  importApprovalNo: '',
  customsNo: '',
}

/** What a person who scans a pack may know of where its herb came from: no village, no farmer, no price. */
function publicFacts({ delivered: { provenance: from }, line }: LotAtDoor): Record<string, string | string[] | null> {
  if (from === null) return { material: line.materialName }
  return {
    material: line.materialName,
    species: from.species || only(line.species),
    part: line.medicinalPart,
    sourceType: sourceKinds[from.sourceKind],
    province: from.origin.province,
    city: from.origin.city,
    county: from.origin.county,
    harvestFrom: from.harvestFrom,
    harvestTo: from.harvestTo,
    growthYears: from.growthYears,
    primaryProcessing: from.primaryProcessing.map((code) => primaryProcessings[code]),
  }
}
