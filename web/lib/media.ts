import { useSyncExternalStore } from 'react'

/** Whether a media query holds, now and whenever that changes. */
function watched(query: string): () => boolean {
  const media = matchMedia(query)
  const watch = (changed: () => void) => {
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }
  return () => useSyncExternalStore(watch, () => media.matches)
}

/** Whether the screen is a phone's (≤ 640 px): tables become cards, the sidebar a drawer. */
export const usePhone = watched('(max-width: 640px)')

/** Whether fingers press what is on the screen, which must then be 44 px high. parts.css asks the same. */
export const useFingers = watched('(pointer: coarse), (max-width: 640px)')
