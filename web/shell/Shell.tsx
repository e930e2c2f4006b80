import { Alert, Drawer } from 'antd'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { accountApi } from '#contract/people/account.ts'
import { pages, type PagePath } from '#contract/kernel/pages.ts'
import { SessionContext } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { draft } from '#web/lib/draft.ts'
import { usePhone } from '#web/lib/media.ts'
import { returnFocus } from './focus-return.ts'
import { Header } from './Header.tsx'
import { Palette } from './Palette.tsx'
import { palette, usePaletteState } from './palette-state.ts'
import { PrintHead } from './PrintHead.tsx'
import { queryClient } from './session.ts'
import { useStrayScans } from './stray-scan.tsx'
import { sidebar, useCollapsed } from './sidebar-state.ts'
import { Sidebar } from './Sidebar.tsx'
import { TabBar } from './TabBar.tsx'
import { TabPages } from './TabPages.tsx'
import { tabs } from './tabs.ts'

const SecondFactorGate = lazy(async () => ({ default: (await import('./SecondFactorGate.tsx')).SecondFactorGate }))

/** Everything around a page for a signed-in person. */
export function Shell() {
  const place = useLocation()
  const { pathname } = place
  const page = pages.find((one) => one.path === pathname)
  const current = page?.access === 'signed-in' ? page.path : undefined
  const session = useRead(accountApi.current, {}, { everyMs: 60_000 }).data
  const phone = usePhone()
  const collapsed = useCollapsed((state) => state.now)
  const [drawer, setDrawer] = useState(false)
  const [gateShown, setGateShown] = useState(false)
  const searching = usePaletteState()
  const [generations, setGenerations] = useState<Partial<Record<PagePath, number>>>({})
  const userId = session?.user.id
  const top = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    // At every navigation, also to the same address: a person who closes a page and opens it again before anything was drawn never left it.
    if (current) tabs.visit(current, place.search)
  }, [current, place])

  useReloadForAnother(userId)
  useAskBeforeLeaving(userId)
  useSearchKey()
  useStrayScans()
  useEffect(returnFocus, [])

  // After the login form is gone the keyboard starts at the top, not where the form was.
  useEffect(() => {
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true })
  }, [])

  if (!session) return null
  // The gate stays until the recovery codes are stored, though the server accepts the person after the first right code.
  if (session.user.secondFactorDue && !gateShown) setGateShown(true)
  if (gateShown)
    return (
      <SessionContext value={session}>
        <Suspense>
          <SecondFactorGate onDone={() => setGateShown(false)} />
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
          onSearch={() => palette.open()}
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
          <PrintHead />
          {session.enterprise.isFounding && <FoundingMode />}
          {session.user.mustChangePassword && <MustChangePassword />}
          {session.user.secretWaiting && <SecretWaiting />}
          <TabPages current={current} generations={generations} />
        </main>
      </div>
      {searching.open && <Palette begin={searching.begin} onClose={palette.close} />}
    </SessionContext>
  )
}

const MustChangePassword = () => (
  <Alert
    banner
    type="warning"
    title={
      <>
        请改成只有自己知道的口令，改好之前不能签名：<Link to="/ucenter?view=password">立即修改</Link>
      </>
    }
  />
)

const FoundingMode = () => (
  <Alert
    banner
    type="info"
    title="建账期间：本企业只有一位管理员，权限和口令由其一人决定，无人复核。第二位管理员改好自己的口令后，建账期间即永久结束。"
  />
)

const SecretWaiting = () => (
  <Alert
    banner
    type="warning"
    title="您的账号由管理员设置或更改过，确认之前不能签名：请打开邮箱中的确认链接，或请另一位管理员当面核实后在“用户管理”确认。"
  />
)

/** Another person signed in from another window of this browser: nothing of the first person's may stay on screen. */
function useReloadForAnother(userId: string | undefined) {
  const firstUser = useRef(userId)
  useEffect(() => {
    if (userId !== firstUser.current) location.reload()
  }, [userId])
}

/** The browser asks before it closes or reloads a window in which something typed was not submitted. */
function useAskBeforeLeaving(userId: string | undefined) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (userId !== undefined && draft.exists(userId)) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [userId])
}

/** Ctrl or ⌘ with K opens the palette, before the next key: what is typed right after it is typed into the palette. */
function useSearchKey() {
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      flushSync(() => palette.open())
    }
    addEventListener('keydown', find)
    return () => removeEventListener('keydown', find)
  }, [])
}
