import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { pages, type PagePath } from '#contract/kernel/pages.ts'
import { choiceStorage } from './choice-storage.ts'
import { home, homeTab, withVisit, type OpenTab } from './tab-list.ts'

type Kept = { owner: string; items: readonly OpenTab[] }

/** The open tabs of this browser window, under the key `bencao-tabs`; they survive a reload. */
export const useTabs = create<Kept>()(
  persist((): Kept => ({ owner: '', items: [homeTab] }), {
    name: 'bencao-tabs',
    version: 1,
    storage: choiceStorage<Kept>(sessionStorage),
    merge: (stored) => {
      const { owner = '', items = [] } = (stored ?? {}) as Partial<Kept>
      const known = items.filter((tab) => tab.path !== home && pages.some((page) => page.path === tab.path && page.access === 'signed-in'))
      return { owner, items: [homeTab, ...known] }
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
