import type { PaperSource } from '#kernel/paper.ts'
import { returnInspectionPaper, returnNotePaper } from './paper-return.ts'

/** What of a return is printed: the note that travels with the goods, and what was found and decided. */
export const returnPapers = { return_note: returnNotePaper, return_inspection: returnInspectionPaper } satisfies Record<string, PaperSource>
