import { Alert, Drawer } from 'antd'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { accountApi } from '#contract/people/account.ts'
import { pages, type PagePath } from '#contract/kernel/pages.ts'
import { SessionContext } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { draft } from '#web/lib/draft.ts'
import { usePhone } from '#web/lib/media.ts'
import { returnFocus } from './focus-return.ts'
import { Header } from './Header.tsx'
import { queryClient } from './session.ts'
import { sidebar, useCollapsed } from './sidebar-state.ts'
import { Sidebar } from './Sidebar.tsx'
import { TabBar } from './TabBar.tsx'
import { TabPages } from './TabPages.tsx'
import { tabs } from './tabs.ts'

const SecondFactorGate = lazy(async () => ({ default: (await import('./SecondFactorGate.tsx')).SecondFactorGate }))
const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))

/** Everything around a page for somebody signed in. */
export function Shell() {
  const place = useLocation()
  const { pathname } = place
  const page = pages.find((one) => one.path === pathname)
  const current = page?.access === 'signed-in' ? page.path : undefined
  const session = useRead(accountApi.current, {}, { everyMs: 60_000 }).data
  const phone = usePhone()
  const collapsed = useCollapsed((state) => state.now)
  const [drawer, setDrawer] = useState(false)
  const [shut, setShut] = useState(false)
  const [searching, setSearching] = useState(false)
  const [generations, setGenerations] = useState<Partial<Record<PagePath, number>>>({})
  const userId = session?.user.id
  const firstUser = useRef(userId)
  const top = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    // At every navigation, also to the same address: whoever closes a page and opens it again before anything was drawn never left it.
    if (current) tabs.visit(current, place.search)
  }, [current, place])

  // Somebody else signed in from another window of this browser: nothing of the first person's may stay on screen.
  useEffect(() => {
    if (userId !== firstUser.current) location.reload()
  }, [userId])

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (userId !== undefined && draft.exists(userId)) event.preventDefault()
    }
    const find = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setSearching(true)
    }
    addEventListener('beforeunload', ask)
    addEventListener('keydown', find)
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('keydown', find)
    }
  }, [userId])

  useEffect(returnFocus, [])

  // After the login form went away the keyboard starts at the top, not where the form stood.
  useEffect(() => {
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true })
  }, [])

  if (!session) return null
  // It stays until the recovery codes were kept, though the server is content with the first right code.
  if (session.user.secondFactorDue && !shut) setShut(true)
  if (shut)
    return (
      <SessionContext value={session}>
        <Suspense>
          <SecondFactorGate onDone={() => setShut(false)} />
        </Suspense>
      </SessionContext>
    )
  const refresh = (path: PagePath) => {
    setGenerations({ ...generations, [path]: (generations[path] ?? 0) + 1 })
    void queryClient.invalidateQueries()
  }
  return (
    <SessionContext value={session}>
      <div ref={top} className="shell" tabIndex={-1}>
        <a className="skip" href="#main">
          跳到页面内容
        </a>
        <Header
          collapsed={phone ? !drawer : collapsed}
          onToggle={phone ? () => setDrawer(true) : sidebar.toggle}
          onSearch={() => setSearching(true)}
        />
        {phone ? (
          <Drawer rootClassName="sidebar-drawer" placement="left" size={250} open={drawer} onClose={() => setDrawer(false)} title="主菜单">
            <Sidebar collapsed={false} onGo={() => setDrawer(false)} />
          </Drawer>
        ) : (
          <Sidebar collapsed={collapsed} />
        )}
        <TabBar onRefresh={refresh} />
        <main id="main" tabIndex={-1} aria-label={page?.title}>
          {session.user.mustChangePassword && (
            <Alert
              banner
              type="warning"
              title={
                <>
                  请改成只有自己知道的口令，改好之前不能签名：<Link to="/ucenter?view=password">立即修改</Link>
                </>
              }
            />
          )}
          <TabPages current={current} generations={generations} />
        </main>
      </div>
      {searching && (
        <Suspense>
          <Palette onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </SessionContext>
  )
}
