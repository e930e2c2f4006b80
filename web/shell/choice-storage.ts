import type { PersistStorage } from 'zustand/middleware'

/**
 * Where the shell keeps what a person chose. A store that holds nothing chosen leaves nothing behind, so a reset truly
 * removes what was stored; an unreadable text counts as nothing.
 */
export const choiceStorage = <State extends object>(place: Storage): PersistStorage<State> => ({
  getItem: (name) => {
    try {
      return JSON.parse(place.getItem(name) ?? 'null')
    } catch {
      return null
    }
  },
  setItem: (name, value) => {
    if (holdsNothing(value.state)) place.removeItem(name)
    else place.setItem(name, JSON.stringify(value))
  },
  removeItem: (name) => place.removeItem(name),
})

/** The fields of what was read from storage; none when it is no object. It may be old or edited by hand: each field is checked where it is used. */
export const storedFields = (stored: unknown): Record<string, unknown> =>
  typeof stored === 'object' && stored !== null ? { ...stored } : {}

const holdsNothing = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.values(value).every(holdsNothing))
