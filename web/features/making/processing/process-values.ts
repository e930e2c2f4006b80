import type { z } from 'zod'
import type { processApi } from '#contract/making/process-version.ts'

type Writing = z.input<typeof processApi.create.input>
type Bounds = { min?: string; target?: string; max?: string }
/** The process in the form: a bound that was left empty is absent or ''. */
export type ProcessValues = Omit<Writing, 'steps'> & {
  steps: (Omit<Writing['steps'][number], 'holdHours' | 'parameters'> & {
    holdHours?: string
    parameters?: ({ name: string; code?: string; unit?: string; isCritical?: boolean } & Bounds)[]
  })[]
}
