import type { PaperKind } from '#contract/office/paper.ts'
import type { PaperSource } from '#kernel/paper.ts'
import { incidentPapers } from '#server/features/cases/incident/papers.ts'
import { oosPapers } from '#server/features/cases/oos/papers.ts'
import { ledgerPapers } from '#server/features/warehouse/ledger/papers.ts'
import { stocktakePapers } from '#server/features/warehouse/stocktake/papers.ts'
import { disposalPapers } from '#server/features/warehouse/disposal/papers.ts'
import { discrepancyPapers } from '#server/features/supply/discrepancy/papers.ts'
import { supplierReturnPapers } from '#server/features/warehouse/supplier-return/papers.ts'
import { recallPapers } from '#server/features/cases/recall/papers.ts'
import { inspectionPapers } from '#server/features/laboratory/inspection/papers.ts'
import { samplePapers } from '#server/features/laboratory/sample/papers.ts'
import { stabilityPapers } from '#server/features/laboratory/stability/papers.ts'
import { peoplePapers } from '#server/features/people/authorisation/papers.ts'
import { reviewPapers } from '#server/features/people/rights-review/papers.ts'
import { carePapers } from '#server/features/warehouse/care/papers.ts'
import { climatePapers } from '#server/features/warehouse/climate/papers.ts'
import { assetPapers } from '#server/features/making/asset/papers.ts'
import { productionPapers } from '#server/features/making/production/papers.ts'
import { boxPapers } from '#server/features/packing/box/papers.ts'
import { packagingPapers } from '#server/features/packing/packaging/papers.ts'
import { packReleasePapers } from '#server/features/release/pack/papers.ts'
import { rawReleasePapers } from '#server/features/release/raw/papers.ts'
import { returnPapers } from '#server/features/selling/return/papers.ts'
import { salePapers } from '#server/features/selling/sale/papers.ts'
import { purchasePapers } from '#server/features/supply/purchase/papers.ts'
import { stockPapers } from '#server/features/warehouse/stock/papers.ts'

/** Every document, each made by the feature that keeps the record. */
export const paperSources: Record<PaperKind, PaperSource> = {
  ...purchasePapers,
  ...inspectionPapers,
  ...samplePapers,
  ...stabilityPapers,
  ...oosPapers,
  ...rawReleasePapers,
  ...stockPapers,
  ...productionPapers,
  ...assetPapers,
  ...climatePapers,
  ...carePapers,
  ...reviewPapers,
  ...peoplePapers,
  ...packagingPapers,
  ...boxPapers,
  ...packReleasePapers,
  ...salePapers,
  ...returnPapers,
  ...recallPapers,
  ...disposalPapers,
  ...supplierReturnPapers,
  ...discrepancyPapers,
  ...stocktakePapers,
  ...ledgerPapers,
  ...incidentPapers,
}
