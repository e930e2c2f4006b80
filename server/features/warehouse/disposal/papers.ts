import type { PaperSource } from '#kernel/paper.ts'
import { destructionPaper, disposalPaper } from './paper-disposal.ts'

/** What of a disposal is printed: what was decided about the goods, and how they were destroyed. */
export const disposalPapers = { disposal: disposalPaper, destruction_record: destructionPaper } satisfies Record<string, PaperSource>
