import { only } from '#contract/kernel/certain.ts'
import { primaryProcessings, sourceKinds } from '#contract/supply/origin.ts'
import type { PurchaseCategory } from '#contract/supply/purchase.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { retestDay } from '#contract/warehouse/shelf-life.ts'
import type { EveryColumn } from '#server/db/every-column.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { createLot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock, placeOfKind, takeBin } from '#server/features/warehouse/stock/move-stock.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import type { LotAtDoor } from './check-lots.ts'

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

/**
 * Makes a lot of every checked line of a receipt and puts it into its bin of the quarantine zone. Numbered, usually, YL + YYMMDD
 * + serial of the receipt that day, and the line (domain §3.1).
 */
export async function bringIn(tx: Tx, actor: Actor, receipt: Receipt, lots: readonly LotAtDoor[]) {
  if (lots.length === 0) return []
  const kind = receipt.category === 'crude_drug' ? 'raw' : 'auxiliary'
  const prefix = lotPrefix[receipt.category]
  const receiptNo = await nextDocumentNo(tx, prefix, receipt.arrivedOn)
  const supplierPlace = await placeOfKind(tx, 'supplier')
  const newLots: { lotId: string; lotNo: string; name: string; net: string }[] = []
  for (const [index, { delivered, line }] of lots.entries()) {
    const bin = await takeBin(tx, delivered.placeId, { zones: ['quarantine'], isToxic: line.isToxic, path: `lots.${index}.placeId` })
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
    await writeDetails(tx, actor, receipt, { id: lot.id, kind, lineNo: index + 1 }, { delivered, line })
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
        publicFacts: publicFacts({ delivered, line }),
        privateFacts: {
          supplier: receipt.supplier.name,
          supplierLotNo: delivered.supplierLotNo,
          village: `${delivered.provenance?.origin.town ?? ''}${delivered.provenance?.origin.village ?? ''}`,
          packages: delivered.packageCount,
          net: delivered.net,
          noteQuantity: delivered.noteQuantity,
          exception: delivered.exceptionNote,
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
  lot: { id: string; kind: 'raw' | 'auxiliary'; lineNo: number },
  { delivered, line }: LotAtDoor,
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
      ...provenanceOf({ delivered, line }),
    } satisfies EveryColumn<'rawLot'>)
    .execute()
}

/** Where a crude drug comes from, column by column; other materials have no provenance. */
function provenanceOf({ delivered: { provenance }, line }: LotAtDoor) {
  if (provenance === null) return noProvenance
  const { origin, species, sulfur, ...from } = provenance
  if (sulfur === 'yes') throw new Refusal('sulfur_fumigated') // checkLots has said so already, with the line
  return { ...from, ...origin, sulfur, species: species || only(line.species), medicinalPart: line.medicinalPart }
}

const noProvenance = {
  species: '',
  medicinalPart: '',
  sourceKind: null,
  province: '',
  city: '',
  county: '',
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
