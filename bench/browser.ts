import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/browser.mjs'
import { demoPassword } from '#server/demo/person.ts'

type Figures = { requests: number; bytes: number; external: number; paint: number; shift: number; blocked: number }

/** What a visit sends over the wire and when something is painted. `visit` ends when the page is quiet. */
async function watch(page: Page, visit: () => Promise<unknown>): Promise<Figures> {
  const wire = await page.context().newCDPSession(page)
  await wire.send('Network.enable')
  const figures = { requests: 0, bytes: 0, external: 0 }
  const host = new Set<string>()
  wire.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('http')) return
    figures.requests += 1
    host.add(new URL(request.url).host)
  })
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => (figures.bytes += encodedDataLength))
  await visit()
  await page.waitForLoadState('networkidle')
  const { paint, shift, blocked } = await page.evaluate(
    () =>
      new Promise<{ paint: number; shift: number; blocked: number }>((done) => {
        const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
        let [shift, blocked] = [0, 0]
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) blocked += Math.max(0, entry.duration - 50)
        }).observe({ type: 'longtask', buffered: true })
        setTimeout(() => done({ paint: first, shift, blocked }), 300)
      }),
  )
  await wire.detach()
  return { ...figures, external: host.size - 1, paint, shift, blocked }
}

/** Prints what login and dashboard cost a cold browser, beside the limits; says so where there is no Chromium. */
export async function browserFigures(url: string): Promise<void> {
  const executablePath = findChromium()
  if (executablePath === undefined) {
    console.log('\nNo Chromium here: the figures of the browser are left out (set CHROMIUM_PATH).')
    return
  }
  const browser = await chromium.launch({ executablePath })
  try {
    console.log('\nIn the browser, cold: requests / KiB over the wire / first paint ms / layout shift / blocked ms / other hosts')
    const show = (name: string, { requests, bytes, paint, shift, blocked, external }: Figures, limit: string) =>
      console.log(
        `${name.padEnd(12)} ${requests} / ${(bytes / 1024).toFixed(0)} / ${paint.toFixed(0)} / ${shift.toFixed(3)} / ${blocked.toFixed(0)} / ${external}   at most ${limit}`,
      )
    const cold = () => browser.newPage({ locale: 'zh-CN', viewport: { width: 1600, height: 900 } })
    const login = await cold()
    show('login', await watch(login, () => login.goto(`${url}/login`)), '10 / 250 / 0.7 × 348 / 0.02 / 100 / 0')
    await login.context().close()
    const dashboard = await cold()
    await dashboard.request.post(`${url}/api/session`, { data: { userName: 'admin', password: demoPassword } })
    show('dashboard', await watch(dashboard, () => dashboard.goto(`${url}/dashboard`)), '15 / 400 / 0.7 × 672 / 0.02 / 100 / 0')
    const page = await watch(dashboard, () => dashboard.goto(`${url}/index`))
    show('public page', page, 'KiB 30')
  } finally {
    await browser.close()
  }
}
