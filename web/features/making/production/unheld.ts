import type { StepRecord } from '#contract/making/production-record.ts'
import { lastedText, unheldDurations } from '#contract/making/step-time.ts'

/** The durations of an ended step that its own times do not hold: marked in the record and for the reviewer. */
export const unheldOf = ({ parameters, startedAt, endedAt }: StepRecord) =>
  endedAt === null ? [] : unheldDurations(parameters, { startedAt, endedAt })

/** 闷润时间 4 h，工序只用了35分钟 */
export const unheldText = (step: StepRecord) =>
  `${unheldOf(step)
    .map(({ name, value, unit }) => `${name} ${value} ${unit}`)
    .join('、')}，工序只用了${lastedText({ startedAt: step.startedAt, endedAt: step.endedAt ?? step.startedAt })}`
