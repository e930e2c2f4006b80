import { createContext, useContext } from 'react'

/** The open tab of a page. A page in the background keeps its own address, whatever the others do. */
export type Tab = {
  path: string
  active: boolean
  /** How often this tab came to the front: a part that does not survive being hidden takes it as its key. */
  showing: number
  query: URLSearchParams
  /** Changes the query part of this tab's address; null or '' removes a key. Nothing is added to the browser's history. */
  setQuery: (changes: Record<string, string | null>) => void
}

export const TabContext = createContext<Tab | null>(null)

/** This page's own address. Filters live here and not in component state, so that a link shows what its sender saw. */
export function useTab(): Tab {
  const tab = useContext(TabContext)
  if (tab === null) throw new Error('useTab outside a tab')
  return tab
}
