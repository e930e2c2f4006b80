import type { ComponentType } from 'react'
import type { PagePath } from '#contract/kernel/pages.ts'

/** Fetches a page's code. */
export type PageLoader = () => Promise<ComponentType>
export type PageLoaders = Record<PagePath, PageLoader>

const fetched = new Map<PagePath, ComponentType>()

/** A page whose code is here; undefined until it was fetched, or when that failed. */
export const loadedPage = (path: PagePath) => fetched.get(path)

/** Fetches a page's code once. A failure is not kept, so the next visit tries again; the page then offers a reload. */
export async function loadPage(path: PagePath, load: PageLoader): Promise<void> {
  if (fetched.has(path)) return
  try {
    fetched.set(path, await load())
  } catch {
    // Shown by the tab itself, which finds no page to draw.
  }
}
