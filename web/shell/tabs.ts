import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { pages, type PagePath } from '#contract/kernel/pages.ts'
import { choiceStorage, storedFields } from './choice-storage.ts'
import { home, homeTab, withVisit, type OpenTab } from './tab-list.ts'

type Stored = { owner: string; items: readonly OpenTab[] }

function isTabOfPage(value: unknown): value is OpenTab {
  const { path, query } = storedFields(value)
  return typeof query === 'string' && pages.some((page) => page.path === path && page.access === 'signed-in')
}

/** The open tabs of this browser window, under the key `bencao-tabs`; they survive a reload. */
export const useTabs = create<Stored>()(
  persist((): Stored => ({ owner: '', items: [homeTab] }), {
    name: 'bencao-tabs',
    version: 1,
    storage: choiceStorage<Stored>(sessionStorage),
    merge: (stored) => {
      const { owner, items } = storedFields(stored)
      const known = Array.isArray(items) ? items.filter(isTabOfPage).filter((tab) => tab.path !== home) : []
      return { owner: typeof owner === 'string' ? owner : '', items: [homeTab, ...known] }
    },
  }),
)

/** Where the browser is or is on its way to. The router sets it at once: a fast user acts before the last change is drawn. */
export const destination = { to: location.pathname }

export const tabs = {
  visit: (path: PagePath, query: string) => useTabs.setState(({ items }) => ({ items: withVisit(items, path, query) })),
  close: (paths: readonly PagePath[]) =>
    useTabs.setState(({ items }) => ({ items: items.filter((tab) => tab.path === home || !paths.includes(tab.path)) })),
  /** The tabs of one person are not shown to the next who signs in. */
  belongTo: (owner: string) => {
    if (useTabs.getState().owner !== owner) useTabs.setState({ owner, items: [homeTab] })
  },
  forget: () => useTabs.persist.clearStorage(),
}
