import { addDays } from '#contract/warehouse/shelf-life.ts'
import { dateTime, day } from './format.ts'

const minute = 60_000

/** How long something lasted, in its two largest units: `2 天 3 小时`, `40 分钟`. */
export function lasted(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / minute))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours > 0 && days < 30 ? `${days} 天 ${hours} 小时` : `${days} 天`
  if (hours > 0) return `${hours} 小时`
  return rest > 0 ? `${rest} 分钟` : '不到 1 分钟'
}

/** 等了 2 天 3 小时 */
export const waited = (since: string, now: Date) => `等了 ${lasted(now.getTime() - Date.parse(since))}`

/** The calendar day in short words: 今天, 昨天, 11 月 24 日, with the year where it is another. */
export function shortDay(of: string, now: Date): string {
  const [today, that] = [day(now.toISOString()), day(of)]
  if (that === today) return '今天'
  if (that === addDays(today, -1)) return '昨天'
  if (that === addDays(today, 1)) return '明天'
  const [year, month, date] = that.split('-').map(Number)
  return `${that.slice(0, 4) === today.slice(0, 4) ? '' : `${year} 年 `}${month} 月 ${date} 日`
}

export type Pressure = 'late' | 'today' | 'open'

/** Whether it is overdue, due today, or neither. */
export function pressureOf(due: string | null, now: Date): Pressure {
  if (due === null) return 'open'
  if (Date.parse(due) < now.getTime()) return 'late'
  return day(due) === day(now.toISOString()) ? 'today' : 'open'
}

/** 逾期 16 小时（昨天 17:00）, 今天 17:00, 11 月 26 日. What is due on a day has no time of day. */
export function dueWords(due: string, now: Date): string {
  const at = dateTime(due).slice(11)
  const when = `${shortDay(due, now)}${at === '23:59' ? '' : ` ${at}`}`
  return pressureOf(due, now) === 'late' ? `逾期 ${lasted(now.getTime() - Date.parse(due))}（${when}）` : when
}
