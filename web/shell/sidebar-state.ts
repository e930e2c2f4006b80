import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { choiceStorage, storedFields } from './choice-storage.ts'
import { atNight, defaultSidebar, groundNames, onlyColours, type Ground } from './theme.ts'

/** Narrower than this at load, the sidebar starts collapsed. */
const collapseBelow = 1500

/** What is stored: the collapse flag as the person left it, and the colours they chose. */
type Stored = { collapsed?: true; background?: string; text?: string }

/** The sidebar's stored state, under the key `bencao-sidebar`. */
export const useSidebar = create<Stored>()(
  persist((): Stored => ({}), {
    name: 'bencao-sidebar',
    version: 1,
    storage: choiceStorage<Stored>(localStorage),
    merge: (stored) => {
      const fields = storedFields(stored)
      return { ...onlyColours(groundNames, fields), ...(fields.collapsed === true && { collapsed: true }) }
    },
  }),
)

/** Whether it is collapsed now; only the person's own click changes what is stored. */
export const useCollapsed = create<{ now: boolean }>(() => ({
  now: innerWidth < collapseBelow || useSidebar.getState().collapsed === true,
}))

const replace = (change: (state: Stored) => Stored) => useSidebar.setState((state) => change(state), true)

export const sidebar = {
  toggle: () => {
    const now = !useCollapsed.getState().now
    useCollapsed.setState({ now })
    replace(({ collapsed: _, ...colours }) => (now ? { ...colours, collapsed: true } : colours))
  },
  setColours: (change: Partial<Ground>) => replace((state) => ({ ...state, ...change })),
  setPreset: (colours: Partial<Ground>) => replace(({ collapsed }) => (collapsed ? { ...colours, collapsed } : colours)),
  resetColours: () => replace(({ collapsed }) => (collapsed ? { collapsed } : {})),
}

export const sidebarVariables = ({ background, text }: Stored, dark: boolean): Record<string, string> => ({
  '--sidebar-background': atNight(background ?? defaultSidebar.background, dark),
  '--sidebar-text': text ?? defaultSidebar.text,
})
