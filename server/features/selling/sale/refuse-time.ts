import { Refusal } from '#contract/kernel/refusals.ts'

// Clocks of telephones and scanners run a little ahead.
const leewayMs = 5 * 60_000

/** The beginning of an instant's minute: people type times to the minute. */
export const minuteOf = (instant: string) => new Date(Math.floor(Date.parse(instant) / 60_000) * 60_000).toISOString()

/** Refuses a time that a person typed when it lies in the future or before what must have come first. */
export function refuseTimeOutside(path: string, given: string, { after, afterWhat }: { after: string; afterWhat: string }) {
  const at = Date.parse(given)
  if (at > Date.now() + leewayMs) throw new Refusal('invalid_input', [{ path, message: '不能填写将来的时间' }])
  if (at < Date.parse(after)) throw new Refusal('invalid_input', [{ path, message: `不能早于${afterWhat}` }])
}
