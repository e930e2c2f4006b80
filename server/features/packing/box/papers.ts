import type { PaperSource } from '#kernel/paper.ts'
import { boxChangePaper } from './paper-change.ts'

/** What of a changed box is printed. */
export const boxPapers = { box_change: boxChangePaper } satisfies Record<string, PaperSource>
