import type { PaperSource } from '#kernel/paper.ts'
import { deliveryNotePaper } from './paper-delivery-note.ts'

/** What of a sale is printed. */
export const salePapers = { delivery_note: deliveryNotePaper } satisfies Record<string, PaperSource>
