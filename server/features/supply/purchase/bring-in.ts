import { elementAt, only } from '#contract/kernel/certain.ts'
import { primaryProcessings, sourceKinds } from '#contract/supply/origin.ts'
import { countyCodeOf } from '#contract/supply/counties.ts'
import { abnormalPackages, type LotDoubt, type PurchaseCategory } from '#contract/supply/purchase.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { retestDay } from '#contract/warehouse/shelf-life.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { createLot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, placeOfKind, takeBin } from '#server/features/warehouse/stock/move-stock.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import type { LotAtDoor } from './split-line.ts'

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
  const prefix = lotPrefix[receipt.category]
  const receiptNo = await nextDocumentNo(tx, prefix, receipt.arrivedOn)
  const supplierPlace = await placeOfKind(tx, 'supplier')
  const newLots: { lotId: string; lotNo: string; name: string; net: string }[] = []
  for (const [index, part] of lots.entries()) {
    const { delivered, line } = part
    const why = elementAt(explained, part.doorLine - 1)
    const bin = await takeBin(tx, delivered.placeId, { zones: ['quarantine'], isToxic: line.isToxic, path: part.placePath })
    const lotNo = `${receiptNo}${String(index + 1).padStart(2, '0')}`
    const lot = await createLot(tx, actor, {
      kind,
      lotNo,
      batchNo: lotNo,
      materialId: line.materialId,
      productId: null,
      packSpecId: null,
      name: line.materialName,
      initials: line.initials,
      quantity: delivered.net,
      bornOn: receipt.arrivedOn,
      retestOn: retestDay(receipt.arrivedOn, line.retestMonths),
      expiresOn: delivered.expiresOn,
      isToxic: line.isToxic,
    })
    await writeDetails(tx, actor, receipt, { id: lot.id, kind, lineNo: index + 1, ...why }, part)
    const document = { kind: 'receipt', id: receipt.id, no: receipt.receiptNo }
    await moveStock(tx, actor, [
      { lotId: lot.id, from: supplierPlace, to: bin.id, quantity: delivered.net, kind: 'receipt', document, occurredAt: receipt.arrivedAt },
    ])
    await recordTrace(tx, actor, [
      {
        lotId: lot.id,
        kind: 'received',
        occurredAt: receipt.arrivedAt,
        place: bin.name,
        documentNo: receipt.receiptNo,
        publicFacts: publicFacts(part),
        privateFacts: {
          supplier: receipt.supplier.name,
          supplierLotNo: delivered.supplierLotNo,
          village: `${delivered.provenance?.origin.town ?? ''}${delivered.provenance?.origin.village ?? ''}`,
          packages: delivered.packageCount,
          net: delivered.net,
          noteQuantity: delivered.noteQuantity,
          ...(part.lineNote !== delivered.noteQuantity && { lineNote: part.lineNote }),
          exception: delivered.exceptionNote,
          ...(part.abnormal !== null && { abnormal: abnormalPackages[part.abnormal] }),
          ...(why.doubtReason !== '' && { doubt: why.doubtReason }),
        },
      },
    ])
    newLots.push({ lotId: lot.id, lotNo, name: lot.name, net: lot.quantity })
  }
  return newLots
}

/** The receipt record of one lot, which never changes again. */
async function writeDetails(
  tx: Tx,
  actor: Actor,
  receipt: Receipt,
  lot: { id: string; kind: 'raw' | 'auxiliary'; lineNo: number } & Explained,
  { delivered, line, abnormal, doorLine, lineNet, lineNote, linePackages }: LotAtDoor,
): Promise<void> {
  const { provenance: _, placeId: __, expiresOn: ___, ...facts } = delivered
  await tx
    .insertInto('rawLot')
    .values({
      enterpriseId: actor.enterpriseId,
      ...lot,
      receiptId: receipt.id,
      orderId: receipt.orderId,
      supplierId: receipt.supplier.id,
      ...facts,
      ...{ abnormal, doorLine, lineNet, lineNote, linePackages },
      ...provenanceOf({ delivered, line }),
    } satisfies EveryColumn<'rawLot'>)
    .execute()
}

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
