/**
 * Calendar days as text, YYYY-MM-DD, of Asia/Shanghai. A day is never turned into an instant of some zone: the server
 * gives the same answer in every time zone (safety G5).
 */

type Parts = { year: number; month: number; day: number }

function partsOf(day: string): Parts {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  const parts = { year: Number(year), month: Number(month), day: Number(date) }
  if (year === undefined || parts.month < 1 || parts.month > 12 || parts.day < 1 || parts.day > daysIn(parts.year, parts.month))
    throw new RangeError(`not a day: ${day}`)
  return parts
}

const textOf = ({ year, month, day }: Parts) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysIn = (year: number, month: number) => (month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)

function monthsLater({ year, month }: Parts, months: number): { year: number; month: number } {
  if (!Number.isSafeInteger(months)) throw new RangeError(`not a number of months: ${months}`)
  const counted = year * 12 + (month - 1) + months
  return { year: Math.floor(counted / 12), month: (((counted % 12) + 12) % 12) + 1 }
}

/** Days since 1970-01-01; UTC has no summer time, so every day of it is equally long. */
const dayNumber = (day: string) => {
  const parts = partsOf(day)
  return Date.UTC(parts.year, parts.month - 1, parts.day) / 86_400_000
}

/** The day so many days later (earlier, when negative). */
export const addDays = (day: string, days: number): string => new Date((dayNumber(day) + days) * 86_400_000).toISOString().slice(0, 10)

/** How many days from one day to another; negative when `to` lies before `from`. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** The same day so many months later, or that month's last day where it has no such day. */
export function addMonths(day: string, months: number): string {
  const parts = partsOf(day)
  const later = monthsLater(parts, months)
  return textOf({ ...later, day: Math.min(parts.day, daysIn(later.year, later.month)) })
}

/**
 * 保质期至, the last day a product may be used: the day before the corresponding day (药品说明书和标签管理规定;
 * 2026-03-12 and 24 months → 2028-03-11). Where the month has no corresponding day its last day is the last
 * (民法典 第二百零二条).
 */
export function expiryDay(productionDay: string, months: number): string {
  const corresponding = addMonths(productionDay, months)
  return corresponding.slice(8) === productionDay.slice(8) ? addDays(corresponding, -1) : corresponding
}

/** 保质期至 where the label gives only a month: the month before the corresponding one (2026-03-12 and 24 months → 2028-02). */
export const expiryMonth = (productionDay: string, months: number): string =>
  textOf({ ...monthsLater(partsOf(productionDay), months - 1), day: 1 }).slice(0, 7)

/** Whether a product may no longer be used on `today`. */
export const isExpired = (expiryDay: string, today: string): boolean => daysBetween(expiryDay, today) > 0

/** 复验期, the day on which a raw lot is due for its retest, counted from its receipt: 2026-03-05 and 12 months → 2027-03-05. */
export const retestDay = addMonths

/** From how many days before its retest day, at most, a lot may be tested again. */
export const mostRetestNotice = 90

/** Whether a raw lot has reached its retest day: from then on it may not be issued (domain §2.4). */
export const isRetestDue = (retestDay: string, today: string): boolean => daysBetween(retestDay, today) >= 0

const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })

/** The calendar day of Asia/Shanghai at an instant. */
export const dayInShanghai = (instant: Date): string => shanghai.format(instant)
