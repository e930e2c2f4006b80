import type { PaperSource } from '#kernel/paper.ts'
import { materialPassPaper } from './paper-pass.ts'
import { rawReleasePaper } from './paper-release.ts'

/** What of a decision about a bought lot is printed. */
export const rawReleasePapers = { raw_release: rawReleasePaper, material_pass: materialPassPaper } satisfies Record<string, PaperSource>
