import type { PaperKind } from '#contract/office/paper.ts'
import type { PaperSource } from '#kernel/paper.ts'
import { inspectionPapers } from '#server/features/laboratory/inspection/papers.ts'

/** Every document, each made by the feature that keeps the record. */
export const paperSources: Record<PaperKind, PaperSource> = {
  ...inspectionPapers,
}
