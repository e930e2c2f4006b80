import type { Page } from '@playwright/test'

/**
 * Goes to an address of the application as Back and Forward do: without loading it anew, which costs a browser more than everything
 * else on most pages. What is not open yet, or is there already, is loaded.
 */
export async function goTo(page: Page, path: string) {
  const current = page.url()
  if (!current.startsWith('http') || new URL(path, current).href === current) return void (await page.goto(path))
  await page.evaluate((address) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}
