import { day } from '#contract/kernel/shown-value.ts'
import { mostUnread } from '#contract/people/account.ts'

// On the screen as on paper: what both show is written once.
export { amount, dateTime, day, decimal, exactTime, figure, kg, kgUnit, percent } from '#contract/kernel/shown-value.ts'

/** Today in Asia/Shanghai. */
export const today = () => day(new Date().toISOString())

/** How many rows there are; the server stops counting at 1001. */
export const count = (total: number) => (total > 1000 ? '1000+' : String(total))

/** How many messages are unread; the server counts no further than `mostUnread`. */
export const unreadCount = (unread: number) => (unread < mostUnread ? String(unread) : `${mostUnread - 1}+`)

/** The size of a file: `340 KB`, `2.1 MB`. */
export const fileSize = (bytes: number) =>
  bytes < 1024 ? `${bytes} B` : bytes < 1_048_576 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
