import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { pages, type Page } from '#contract/kernel/pages.ts'
import { arrival } from '#web/shell/arrival.ts'
import { StartFailure } from '#web/shell/StartFailure.tsx'
import { LoginPage } from '#web/shell/LoginPage.tsx'
import { documentTitle } from '#web/shell/brand.ts'
import { progress } from '#web/shell/progress.ts'
import { loadPage, type PageLoaders } from '#web/shell/page-loader.ts'
import { forgetSession, loadSession, wasHere } from '#web/shell/session.ts'
import { destination } from '#web/shell/tabs.ts'
import { onSessionLost } from '#web/lib/call.ts'

/** What each page of the list looks like, fetched when it is first visited. A page without a screen does not compile. */
const pageLoaders: PageLoaders = {
  '/dashboard': async () => (await import('#web/features/office/home/HomePage.tsx')).HomePage,
  '/ucenter': async () => (await import('#web/features/people/account/AccountPage.tsx')).AccountPage,
  '/theme': async () => (await import('#web/shell/ThemePage.tsx')).ThemePage,
  '/yuanliao-caigou': async () => (await import('#web/features/supply/purchase/PurchasePage.tsx')).PurchasePage,
  '/yuanliao-qingyan': async () => (await import('#web/features/laboratory/inspection/RawInspectionPage.tsx')).RawInspectionPage,
  '/yuanliao-fangxing': async () => (await import('#web/features/release/raw/ReleasePage.tsx')).ReleasePage,
  '/yuanliao-kucun': async () => (await import('#web/features/warehouse/stock/RawStockPage.tsx')).RawStockPage,
  '/yinpian-shengchan': async () => (await import('#web/features/making/production/ProductionPage.tsx')).ProductionPage,
  '/yinpian-qingyan': async () => (await import('#web/features/laboratory/inspection/BulkInspectionPage.tsx')).BulkInspectionPage,
  '/yinpian-zhijian': async () => (await import('#web/features/laboratory/inspection/BulkTestPage.tsx')).BulkTestPage,
  '/yinpian-baozhuang': async () => (await import('#web/features/packing/packaging/PackagingPage.tsx')).PackagingPage,
  '/yinpian-kucun': async () => (await import('#web/features/warehouse/stock/PackStockPage.tsx')).PackStockPage,
  '/yinpian-xiaoshou': async () => (await import('#web/features/selling/sale/SalePage.tsx')).SalePage,
  '/suyuan-erweima': async () => (await import('#web/features/packing/codes/CodesPage.tsx')).QrPage,
  '/suyuan-lvli': async () => (await import('#web/features/tracing/trace/TracePage.tsx')).TracePage,
  '/system-user': async () => (await import('#web/features/people/user/UserPage.tsx')).UserPage,
  '/system-role': async () => (await import('#web/features/people/role/RolePage.tsx')).RolePage,
  '/system-qiye': async () => (await import('#web/features/people/enterprise/EnterprisePage.tsx')).EnterprisePage,
  '/system-kehu': async () => (await import('#web/features/selling/customer/CustomerPage.tsx')).CustomerPage,
  '/system-jiagong': async () => (await import('#web/features/making/processing/ProcessingPage.tsx')).ProcessingPage,
  '/system-zidian': async () => (await import('#web/features/office/dictionary/DictionaryPage.tsx')).DictionaryPage,
  '/system-jilu': async () => (await import('#web/features/laboratory/record/RecordPage.tsx')).RecordPage,
  '/zhiliang-shijian': async () => (await import('#web/features/cases/event/EventPage.tsx')).EventPage,
  '/login': async () => LoginPage,
  '/register': async () => (await import('#web/shell/RegisterPage.tsx')).RegisterPage,
  '/reset-pwd': async () => (await import('#web/shell/ResetPage.tsx')).ResetPage,
  '/403': async () => (await import('#web/shell/ForbiddenPage.tsx')).ForbiddenPage,
  '/404': async () => (await import('#web/shell/NotFoundPage.tsx')).NotFoundPage,
}

/** The guard: no session → login, and back here afterwards; a missing code → what is missing; else the page. */
const guard =
  (page: Page & { path: keyof PageLoaders }) =>
  async ({ request }: LoaderFunctionArgs) => {
    const session = await loadSession()
    const { pathname, search } = new URL(request.url)
    if (!session) return redirect(`/login?from=${encodeURIComponent(pathname + search)}`)
    if (page.code !== null && !session.codes.includes(page.code)) return redirect(`/403?code=${page.code}`)
    await loadPage(page.path, pageLoaders[page.path])
    return null
  }

/** A person with a live session does not need the login: they continue to the page they came for. */
async function passLogin({ request }: LoaderFunctionArgs) {
  const { origin, searchParams } = new URL(request.url)
  const pageAfterLogin = async () => (await loadSession()) && arrival(searchParams.get('from'), origin)
  if (wasHere()) {
    const to = await pageAfterLogin()
    return to ? redirect(to) : null
  }
  // A stranger sees the form at once; a session that this browser does not remember still counts when the server knows it.
  void pageAfterLogin().then(leaveLogin, () => {}) // without an answer the form stays, and says so when it is sent
  return null
}

const leaveLogin = (to: string | null) => {
  if (to && location.pathname === '/login') void router.navigate(to, { replace: true })
}

const sameAddress: RouteObject['shouldRevalidate'] = ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname

export const router = createBrowserRouter([
  { path: '/', loader: () => redirect('/login') },
  { path: '/login', loader: passLogin, Component: LoginPage, ErrorBoundary: StartFailure, shouldRevalidate: sameAddress },
  {
    lazy: { Component: async () => (await import('#web/shell/Styled.tsx')).Styled },
    ErrorBoundary: StartFailure,
    children: [
      { path: '/register', lazy: { Component: pageLoaders['/register'] } },
      { path: '/reset-pwd', lazy: { Component: pageLoaders['/reset-pwd'] } },
      {
        loader: loadSession,
        lazy: { Component: async () => (await import('#web/shell/Frame.tsx')).Frame },
        shouldRevalidate: sameAddress,
        children: [
          ...pages
            .filter((page) => page.access === 'signed-in')
            .map((page) => ({ path: page.path, loader: guard(page), shouldRevalidate: sameAddress, element: null })),
          { path: '/403', lazy: { Component: pageLoaders['/403'] } },
          { path: '/404', lazy: { Component: pageLoaders['/404'] } },
          { path: '*', loader: () => redirect('/404') },
        ],
      },
    ],
  },
])

router.subscribe(({ navigation, location }) => {
  destination.to = (navigation.location ?? location).pathname
  const page = pages.find((one) => one.path === location.pathname)
  if (page && navigation.state === 'idle') document.title = documentTitle(page.title)
  if (navigation.state === 'loading' && navigation.location.pathname !== location.pathname) progress.start()
  else if (navigation.state === 'idle') progress.done()
})

onSessionLost(() => {
  const { pathname, search } = router.state.location
  forgetSession()
  if (pathname !== '/login') void router.navigate(`/login?from=${encodeURIComponent(pathname + search)}`)
})
