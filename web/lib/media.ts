import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 640px)')
const watch = (changed: () => void) => {
  phone.addEventListener('change', changed)
  return () => phone.removeEventListener('change', changed)
}

/** Whether the screen is a phone's (≤ 640 px): tables become cards, the sidebar a drawer. */
export const usePhone = (): boolean => useSyncExternalStore(watch, () => phone.matches)
