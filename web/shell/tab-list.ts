import type { PagePath } from '#contract/kernel/pages.ts'

/** One open page: its name and title are its row's in the list of pages. */
export type OpenTab = { path: PagePath; query: string }

export const home = '/dashboard' satisfies PagePath
export const homeTab: OpenTab = { path: home, query: '' }

/** Every visited page becomes a tab; a visit to an open one only remembers its latest address. */
export const withVisit = (tabs: readonly OpenTab[], path: PagePath, query: string): readonly OpenTab[] =>
  tabs.some((tab) => tab.path === path) ? tabs.map((tab) => (tab.path === path ? { path, query } : tab)) : [...tabs, { path, query }]

/** Where a person on `current` goes when `closing` is closed: nowhere if `current` stays open, else to the next tab, else the previous, else '/'. */
export function afterClosing(tabs: readonly OpenTab[], closing: readonly PagePath[], current: string): string | undefined {
  if (!closing.some((path) => path === current)) return undefined
  const at = tabs.findIndex((tab) => tab.path === current)
  const stays = (tab: OpenTab) => !closing.includes(tab.path)
  const next = tabs.slice(at + 1).find(stays) ?? tabs.slice(0, at).findLast(stays)
  return next ? next.path + next.query : '/'
}

/** Home is pinned: it can be neither closed nor moved from the first place. */
export const closable = (paths: readonly PagePath[]) => paths.filter((path) => path !== home)
