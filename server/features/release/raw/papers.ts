import type { PaperSource } from '#kernel/paper.ts'
import { rawReleasePaper } from './paper-release.ts'

/** What of a decision about a bought lot is printed. */
export const rawReleasePapers = { raw_release: rawReleasePaper } satisfies Record<string, PaperSource>
