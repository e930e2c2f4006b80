import { Button } from 'antd'
import { Activity, useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import type { PagePath } from '#contract/kernel/pages.ts'
import { TabContext } from '#web/lib/tab.ts'
import { loadedPage } from './page-loader.ts'
import { LookedUpCode } from './LookedUpCode.tsx'
import { TabBoundary } from './TabBoundary.tsx'
import type { OpenTab } from './tab-list.ts'
import { tabs, useTabs } from './tabs.ts'

/** The pages of all open tabs; those in the background do not change and keep what was typed, chosen and scrolled. */
export function TabPages({ current, generations }: { current: PagePath | undefined; generations: Partial<Record<PagePath, number>> }) {
  const items = useTabs((state) => state.items)
  const [front, setFront] = useState<{ path: PagePath | undefined; showings: Partial<Record<PagePath, number>> }>({
    path: current,
    showings: {},
  })
  if (front.path !== current)
    setFront({ path: current, showings: current ? { ...front.showings, [current]: (front.showings[current] ?? 0) + 1 } : front.showings })
  const open: readonly OpenTab[] = current && !items.some((tab) => tab.path === current) ? [...items, { path: current, query: '' }] : items
  return (
    <>
      {open.map((tab) => {
        const active = tab.path === current
        const Page = loadedPage(tab.path)
        if (!active && !Page) return null
        return (
          <Activity key={`${tab.path}:${generations[tab.path] ?? 0}`} mode={active ? 'visible' : 'hidden'}>
            <TabPage tab={tab} active={active} showing={front.showings[tab.path] ?? 0}>
              {Page ? <Page /> : <CodeMissing />}
            </TabPage>
          </Activity>
        )
      })}
      {current === undefined && (
        <div className="tab-page">
          <Outlet />
        </div>
      )}
    </>
  )
}

function TabPage({
  tab: { path, query },
  active,
  showing,
  children,
}: {
  tab: OpenTab
  active: boolean
  showing: number
  children: ReactNode
}) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const address = active ? search : query
  const setQuery = useCallback(
    (changes: Record<string, string | null>) => {
      // Read at the moment of the change: two changes in a row must not undo each other.
      const next = new URLSearchParams(useTabs.getState().items.find((tab) => tab.path === path)?.query)
      for (const [key, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(key)
        else next.set(key, value)
      }
      const text = next.size > 0 ? `?${next}` : ''
      tabs.visit(path, text)
      if (location.pathname === path) navigate(path + text, { replace: true })
    },
    [path, navigate],
  )
  const tab = useMemo(
    () => ({ path, active, showing, query: new URLSearchParams(address), setQuery }),
    [path, active, showing, address, setQuery],
  )
  return (
    <Scroller>
      <TabContext value={tab}>
        <TabBoundary>{children}</TabBoundary>
        <LookedUpCode />
      </TabContext>
    </Scroller>
  )
}

/** Scrolls on its own and comes back where it was: a hidden element forgets its place in some browsers. */
function Scroller({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const top = useRef(0)
  useLayoutEffect(() => {
    if (frame.current) frame.current.scrollTop = top.current
  }, [])
  return (
    <div ref={frame} className="tab-page" onScroll={(event) => (top.current = event.currentTarget.scrollTop)}>
      {children}
    </div>
  )
}

function CodeMissing() {
  return (
    <section className="dead-end" role="alert">
      <h1>页面没有加载成功</h1>
      <p>可能是网络中断，或系统刚刚更新。请重新加载后继续。</p>
      <Button type="primary" onClick={() => location.reload()}>
        重新加载
      </Button>
    </section>
  )
}
