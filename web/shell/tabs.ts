import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { pages, type PagePath } from '#contract/kernel/pages.ts'
import { choiceStorage, storedFields } from './choice-storage.ts'
import { home, homeTab, withVisit, type OpenTab } from './tab-list.ts'

type Kept = { owner: string; items: readonly OpenTab[] }

function isTabOfPage(value: unknown): value is OpenTab {
  const { path, query } = storedFields(value)
  return typeof query === 'string' && pages.some((page) => page.path === path && page.access === 'signed-in')
}

/** The open tabs of this browser window, under the key `bencao-tabs`; they survive a reload. */
export const useTabs = create<Kept>()(
  persist((): Kept => ({ owner: '', items: [homeTab] }), {
    name: 'bencao-tabs',
    version: 1,
    storage: choiceStorage<Kept>(sessionStorage),
    merge: (stored) => {
      const { owner, items } = storedFields(stored)
      const known = Array.isArray(items) ? items.filter(isTabOfPage).filter((tab) => tab.path !== home) : []
      return { owner: typeof owner === 'string' ? owner : '', items: [homeTab, ...known] }
    },
  }),
)

/** Where the browser is or is on its way to. The router tells it at once: what was drawn last is older than a quick hand. */
export const destination = { to: location.pathname }

export const tabs = {
  visit: (path: PagePath, query: string) => useTabs.setState(({ items }) => ({ items: withVisit(items, path, query) })),
  close: (paths: readonly PagePath[]) =>
    useTabs.setState(({ items }) => ({ items: items.filter((tab) => tab.path === home || !paths.includes(tab.path)) })),
  /** Another person's tabs are not shown to the one who signs in now. */
  belongTo: (owner: string) => {
    if (useTabs.getState().owner !== owner) useTabs.setState({ owner, items: [homeTab] })
  },
  forget: () => useTabs.persist.clearStorage(),
}
