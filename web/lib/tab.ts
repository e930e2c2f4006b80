import { createContext, useContext } from 'react'

/** The open tab a page stands in. A page in the background keeps its own address and is not disturbed by others'. */
export type Tab = {
  path: string
  active: boolean
  /** How often this tab came to the front: what cannot stand being hidden begins anew with it. */
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
