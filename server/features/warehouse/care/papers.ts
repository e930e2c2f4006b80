import type { PaperSource } from '#kernel/paper.ts'
import { carePaper } from './paper-care.ts'

/** What of care is printed. */
export const carePapers = { care_record: carePaper } satisfies Record<string, PaperSource>
