/** A median of days as number and unit: days from one day on, else hours. */
export function took(days: string): [string, string] {
  const hours = Math.round(Number(days) * 24)
  return hours >= 24 ? [Number(days).toFixed(1), '天'] : [hours < 1 ? '不到 1' : String(hours), '小时']
}
