import { pages } from '#contract/kernel/pages.ts'

/** Where a person goes after signing in: the page they came for if it is one of ours, else the system's home. */
export function arrival(from: string | null, origin: string): string {
  if (from === null || !/^\/[^/\\]/.test(from) || !URL.canParse(from, origin)) return '/dashboard'
  const url = new URL(from, origin)
  const isOurs = url.origin === origin && pages.some((page) => page.path === url.pathname && page.access === 'signed-in')
  return isOurs ? url.pathname + url.search : '/dashboard'
}
