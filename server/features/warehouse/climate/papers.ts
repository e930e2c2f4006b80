import type { PaperSource } from '#kernel/paper.ts'
import { climatePaper } from './paper-climate.ts'

/** What of temperature and humidity is printed. */
export const climatePapers = { climate_record: climatePaper } satisfies Record<string, PaperSource>
