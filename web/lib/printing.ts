import { useSyncExternalStore } from 'react'

const paper = matchMedia('print')
let startedAt: string | undefined

const watch = (changed: () => void) => {
  const begin = () => {
    startedAt ??= new Date().toISOString()
    changed()
  }
  const end = () => {
    startedAt = undefined
    changed()
  }
  const turn = () => (paper.matches ? begin() : end())
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  paper.addEventListener('change', turn)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    paper.removeEventListener('change', turn)
  }
}

/** When the page began to be put on paper; undefined on the screen. On paper it says what only paper needs. */
export const usePrinting = (): string | undefined => useSyncExternalStore(watch, () => startedAt)
