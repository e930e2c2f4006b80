import type { PaperSource } from '#kernel/paper.ts'
import { clearancePaper } from './paper-clearance.ts'

/** What of the register of assets is printed. */
export const assetPapers = { clearance: clearancePaper } satisfies Record<string, PaperSource>
