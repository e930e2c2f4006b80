import { storedFields } from './choice-storage.ts'

/** A place the palette leads to. */
export type Entry = { title: string; note: string; path: string }

const key = (userId: string) => `bencao-recent-${userId}`
/** How many entries are remembered. */
const most = 6

/** What this person opened through the palette last, newest first; an unreadable entry is left out. */
export function recentOf(userId: string): Entry[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(key(userId)) ?? '[]')
    return Array.isArray(read) ? read.filter(isEntry) : []
  } catch {
    return []
  }
}

/** Puts an entry in front. Kept for this browser session only: lot numbers and customers' names do not outlive it. */
export function remember(userId: string, { title, note, path }: Entry): void {
  const others = recentOf(userId).filter((entry) => entry.path !== path)
  sessionStorage.setItem(key(userId), JSON.stringify([{ title, note, path }, ...others].slice(0, most)))
}

const isEntry = (value: unknown): value is Entry => {
  const { title, note, path } = storedFields(value)
  return typeof title === 'string' && typeof note === 'string' && typeof path === 'string' && /^\/[a-z]/.test(path)
}
