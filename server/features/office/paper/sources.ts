import type { PaperKind } from '#contract/office/paper.ts'
import type { PaperSource } from '#kernel/paper.ts'
import { oosPapers } from '#server/features/cases/oos/papers.ts'
import { inspectionPapers } from '#server/features/laboratory/inspection/papers.ts'
import { samplePapers } from '#server/features/laboratory/sample/papers.ts'
import { productionPapers } from '#server/features/making/production/papers.ts'
import { packagingPapers } from '#server/features/packing/packaging/papers.ts'
import { packReleasePapers } from '#server/features/release/pack/papers.ts'
import { rawReleasePapers } from '#server/features/release/raw/papers.ts'
import { salePapers } from '#server/features/selling/sale/papers.ts'
import { purchasePapers } from '#server/features/supply/purchase/papers.ts'
import { stockPapers } from '#server/features/warehouse/stock/papers.ts'

/** Every document, each made by the feature that keeps the record. */
export const paperSources: Record<PaperKind, PaperSource> = {
  ...purchasePapers,
  ...inspectionPapers,
  ...samplePapers,
  ...oosPapers,
  ...rawReleasePapers,
  ...stockPapers,
  ...productionPapers,
  ...packagingPapers,
  ...packReleasePapers,
  ...salePapers,
}
