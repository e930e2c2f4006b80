const two = (digits: string) => digits.padStart(2, '0')

/** The day somebody meant, as YYYY-MM-DD: `20260305`, `2026-3-5`, `2026/03/05`, `2026年3月5日`. Undefined if there is no such day. */
export function typedDay(typed: string): string | undefined {
  const plain = typed.normalize('NFKC').trim()
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ?? /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(plain)
  if (!parts) return undefined
  const day = `${parts[1]}-${two(parts[2]!)}-${two(parts[3]!)}`
  // Date rolls the 30th of February over into March: what comes back must be what went in.
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day ? day : undefined
}

/** The instant somebody meant, in the factory's time (Asia/Shanghai, which has no summer time): a day, then `14:30` or `1430`. */
export function typedInstant(typed: string): string | undefined {
  const parts = /^(.*?\d日?)[\sT]+(\d{1,2})[:：]?(\d{2})$/.exec(typed.normalize('NFKC').trim())
  const day = parts && typedDay(parts[1]!)
  if (!day || Number(parts[2]) > 23 || Number(parts[3]) > 59) return undefined
  return `${day}T${two(parts[2]!)}:${parts[3]}:00+08:00`
}
