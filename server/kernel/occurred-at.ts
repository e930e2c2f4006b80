import { futureMessage, isInFuture } from '#contract/kernel/occurred-at.ts'
import type { Clock } from '#tools/clock.ts'
import { Refusal } from '#contract/kernel/refusals.ts'

/** The beginning of an instant's minute: people type times to the minute. */
const minuteOf = (instant: number) => instant - (instant % 60_000)

/**
 * When something happened, as ISO text: now by the business's clock (a transaction is one), or as a person wrote it down. Times run forward (domain §1.8): a time
 * in the future, or before the minute of what came before (`after.at`), is refused at `path` (`invalid_input`). A time that is only the
 * difference of two clocks, or the minute of the step before, is recorded as now, or as the time of that step.
 */
export function occurredAt(clock: Clock, given: string | undefined, path: string, after?: { at: string; what: string }): string {
  const now = clock.now().getTime()
  const earliest = after === undefined ? -Infinity : Date.parse(after.at)
  if (given !== undefined) {
    if (isInFuture(given, now)) throw new Refusal('invalid_input', [{ path, message: futureMessage }])
    if (after !== undefined && Date.parse(given) < minuteOf(earliest))
      throw new Refusal('invalid_input', [{ path, message: `时间不能早于${after.what}` }])
  }
  const at = given === undefined ? now : Math.min(Date.parse(given), now)
  return new Date(Math.max(at, earliest)).toISOString()
}
