import { Decimal } from 'decimal.js'
import { isDecimal } from '#contract/kernel/exact-decimal.ts'
import type { ProcessParameter } from './production-record.ts'

/** The units of time a process version uses, in minutes. */
const minutesIn: Record<string, number> = { min: 1, 分: 1, 分钟: 1, h: 60, 时: 60, 小时: 60, d: 1440, 天: 1440, 日: 1440 }

/** How long a parameter says that something lasted, in minutes; undefined where it is no duration, or is told in words. */
function minutesOf({ unit }: Pick<ProcessParameter, 'unit'>, value: string): Decimal | undefined {
  const minutes = minutesIn[unit]
  return minutes === undefined || !isDecimal(value) ? undefined : new Decimal(value).times(minutes)
}

type Valued = Pick<ProcessParameter, 'name' | 'unit'> & { value: string }

/** The parameters that the times of their step do not hold: what lasted longer than the step. A minute is forgiven, since people write times to the minute. */
export function unheldDurations<Parameter extends Valued>(
  parameters: readonly Parameter[],
  { startedAt, endedAt }: { startedAt: string; endedAt: string },
): Parameter[] {
  const lasted = new Decimal(Date.parse(endedAt) - Date.parse(startedAt)).dividedBy(60_000)
  return parameters.filter((parameter) => minutesOf(parameter, parameter.value)?.greaterThan(lasted.plus(1)) ?? false)
}

/** How long goods lay between two steps, as people say it, where that is longer than so many hours; undefined where it is not. */
export function overrunOf(allowedHours: string, { endedAt, startedAt }: { endedAt: string; startedAt: string }): string | undefined {
  const lasted = new Decimal(Date.parse(startedAt) - Date.parse(endedAt)).dividedBy(3_600_000)
  return lasted.greaterThan(allowedHours) ? lastedText({ startedAt: endedAt, endedAt: startedAt }) : undefined
}

/** A span of time as people say it: 不到1分钟, 35分钟, 4小时20分钟. */
export function lastedText({ startedAt, endedAt }: { startedAt: string; endedAt: string }): string {
  const minutes = Math.floor((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000)
  if (minutes < 1) return '不到1分钟'
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `${hours > 0 ? `${hours}小时` : ''}${rest > 0 || hours === 0 ? `${rest}分钟` : ''}`
}
