import type { z } from 'zod'
import type { processApi } from '#contract/making/process-version.ts'

type Writing = z.input<typeof processApi.create.input>
type Bounds = { min?: string; target?: string; max?: string }
/** As the form holds it: a bound nobody filled in is absent or ''. */
export type ProcessValues = Omit<Writing, 'steps'> & {
  steps: (Omit<Writing['steps'][number], 'holdHours' | 'parameters'> & {
    holdHours?: string
    parameters?: ({ name: string; code?: string; unit?: string; isCritical?: boolean } & Bounds)[]
  })[]
}
