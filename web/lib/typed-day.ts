const two = (digits: string) => digits.padStart(2, '0')

/** The day a person typed, as YYYY-MM-DD: `20260305`, `2026-3-5`, `2026/03/05`, `2026年3月5日`. Undefined if there is no such day. */
export function typedDay(typed: string): string | undefined {
  const plain = typed.normalize('NFKC').trim()
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ?? /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(plain)
  if (!match) return undefined
  const [, year = '', month = '', date = ''] = match
  const day = `${year}-${two(month)}-${two(date)}`
  // Date rolls the 30th of February over into March: what comes back must be what went in.
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().slice(0, 10) === day ? day : undefined
}

/** The instant a person typed, in the factory's time (Asia/Shanghai, which has no summer time): a day, then `14:30` or `1430`. */
export function typedInstant(typed: string): string | undefined {
  const match = /^(.*?\d日?)[\sT]+(\d{1,2})[:：]?(\d{2})$/.exec(typed.normalize('NFKC').trim())
  if (!match) return undefined
  const [, dayPart = '', hour = '', minute = ''] = match
  const day = typedDay(dayPart)
  if (!day || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${day}T${two(hour)}:${minute}:00+08:00`
}
