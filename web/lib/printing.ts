import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let startedAt: string | undefined

const watch = (changed: () => void) => {
  const begin = () => {
    startedAt ??= new Date().toISOString()
    flushSync(changed) // the browser counts the sheets as soon as this returns
  }
  const end = () => {
    startedAt = undefined
    changed()
  }
  // Not the media query: it says in the middle of printing that printing is over.
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
  }
}

/** When the page began to be put on paper; undefined on the screen. On paper it says what only paper needs. */
export const usePrinting = (): string | undefined => useSyncExternalStore(watch, () => startedAt)
