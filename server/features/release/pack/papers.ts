import type { PaperSource } from '#kernel/paper.ts'
import { packReleasePaper } from './paper-release.ts'

/** What of a decision about a pack lot is printed. */
export const packReleasePapers = { pack_release: packReleasePaper } satisfies Record<string, PaperSource>
