import type { PaperSource } from '#kernel/paper.ts'
import { acceptancePaper } from './paper-acceptance.ts'
import { binCardPaper } from './paper-bin-card.ts'
import { packageLabelPaper } from './paper-label.ts'

/** What of a lot in the warehouse is printed. */
export const stockPapers = {
  pack_acceptance: acceptancePaper,
  bin_card: binCardPaper,
  package_label: packageLabelPaper,
} satisfies Record<string, PaperSource>
