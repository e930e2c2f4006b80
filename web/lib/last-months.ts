import { today } from './format.ts'

/** So many months back can be chosen. */
const monthsBack = 36

/** The months that a form offers, this one first: 2026-03, 2026-02 … */
export function lastMonths(): string[] {
  const [year = 2000, month = 1] = today().split('-').map(Number)
  return Array.from({ length: monthsBack }, (_, back) => {
    const at = year * 12 + month - 1 - back
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}
