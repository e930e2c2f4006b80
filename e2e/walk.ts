import { expect, type Locator, type Page } from '@playwright/test'
import { pages } from '#contract/kernel/pages.ts'
import { goTo } from './go-to.ts'

const titles = new Map<string, string>(pages.map(({ path, title }) => [path, title]))
/** Every page that a signed-in person can open. */
export const insidePaths: readonly string[] = pages.filter((page) => page.access === 'signed-in').map(({ path }) => path)
/** The further views of pages that have several. */
export const viewPaths: readonly string[] = [
  ...['duty', 'registration', 'proposal', 'secret', 'token'].map((by) => `/system-user?by=${by}`),
  '/system-role?by=proposal',
  ...['own', 'platform', 'registration'].map((by) => `/system-qiye?by=${by}`),
  ...['product', 'material', 'pack', 'method'].map((view) => `/system-jiagong?view=${view}`),
  ...['words', 'places', 'numbers', 'purchase'].map((view) => `/system-zidian?view=${view}`),
  ...['results', 'trend', 'review'].map((view) => `/system-jilu?view=${view}`),
  ...['incident', 'incidentTrend', 'oos', 'recall', 'oosTrend', 'correction', 'change'].map((view) => `/zhiliang-shijian?view=${view}`),
  ...['messages', 'work', 'incidents', 'signatures', 'password', 'second-factor', 'sessions'].map((view) => `/ucenter?view=${view}`),
  '/suyuan-erweima?view=scans',
  '/404',
  '/403?code=13',
]

/** Buttons that do at once what they say, or hand out a file: the others open something that can be read. */
const acts =
  /^(?:列|提交|批准|启用|结束|恢复.*|继续.*|解锁|删除|下载.*|登记并.*|再送到打印机|导出.*|全部恢复默认|本页全部标为已读|标为已读)$/
/** What leads from a drawer to the history and the signatures of its record, to a report, and to a print. */
const leadsOn = /历史|报告|打印|批生产记录|批包装记录|验收单|记录表|随货同行单|货位卡/

/** What the buttons say that can be pressed. */
const namesOf = (buttons: Locator) =>
  buttons.evaluateAll((all) =>
    all.filter((one) => one.checkVisibility() && !one.matches(':disabled, [aria-disabled=true]')).map((one) => one.textContent.trim()),
  )

const whole = (name: string) => new RegExp(`^\\s*${name.replaceAll(/[^\p{L}\d]/gu, '.')}\\s*$`, 'u')

/** Waits until a page shows what it has read. */
async function settled(page: Page) {
  // The router draws another view when there is time for it: it is there once the browser has nothing left to do.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestIdleCallback(() => requestAnimationFrame(drawn)))))
  await expect(page.locator('.ant-skeleton:visible, .ant-spin-spinning:visible, [aria-busy=true]:visible')).toHaveCount(0)
}

/** Opens a page and waits until it shows what it has read. */
export async function openPage(page: Page, path: string) {
  await goTo(page, path)
  const title = titles.get(path.split('?')[0] ?? '') ?? ''
  await expect(page).toHaveTitle(`${title} - 中药材质量溯源服务平台`)
  // The title changes before the page does. Home is headed by a greeting.
  if (path !== '/dashboard') await expect(page.locator('.tab-page:visible h1')).toHaveText(title)
  await settled(page)
}

/** Opens every page, and every drawer, dialog and print that its head and its first row lead to; `look` sees each of them. */
export async function walkAllScreens(page: Page, look: (where: string) => Promise<void>) {
  const overlays = page.locator('.ant-drawer-content-wrapper:visible, .ant-modal:visible')
  const close = async (path: string) => {
    for (let tries = 0; tries < 3 && (await overlays.count()) > 0; tries++) await page.keyboard.press('Escape')
    if ((await overlays.count()) > 0) await page.goto(path)
    else await goTo(page, path)
    await expect(overlays).toHaveCount(0)
    await settled(page)
  }
  /** Opens what a button opens. */
  const open = async (button: Locator) => {
    await button.click()
    await settled(page)
  }
  /** On a busy machine a drawer can close under the hand; then once more from the page as it is loaded. */
  const surely = async (path: string, way: () => Promise<void>) => {
    try {
      await way()
    } catch {
      await page.goto(path)
      await settled(page)
      await way()
    }
  }
  for (const path of [...insidePaths, ...viewPaths]) {
    await openPage(page, path)
    await look(path)
    const shown = page.locator('.tab-page:visible')
    const rows = shown.locator('tbody tr:not(.ant-table-placeholder), .cards > li')
    // By its first cell: another walk may put a row above it.
    const head = (await rows.count()) > 0 ? ((await rows.first().locator('td, .card-head').first().textContent()) ?? '') : ''
    const row = rows.filter({ hasText: head }).first()
    const inRow = row.locator('td:last-child, .card-head, .card-actions').getByRole('button')
    const inHead = shown.locator('.page-head').getByRole('button')
    for (const group of [inRow, inHead]) {
      const names = await namesOf(group)
      for (const name of names.filter((one) => one !== '' && !acts.test(one))) {
        const button = group.filter({ hasText: whole(name) }).first()
        const isGone = await surely(path, () => open(button)).then(
          () => false,
          // Another walk took the step that the row offered.
          async (error: unknown) => {
            if ((await button.count()) > 0) throw error
            return true
          },
        )
        if (isGone) continue
        await look(`${path} › ${name}`)
        // Of what was opened last: what lies below it is on its way out.
        const further = overlays.last().getByRole('button').filter({ hasText: leadsOn })
        const onward = await namesOf(further)
        for (const next of [...new Set(onward)].filter((one) => !acts.test(one)).slice(0, 3)) {
          await surely(path, async () => {
            if ((await overlays.count()) === 0) await open(button)
            await open(further.filter({ hasText: whole(next) }).first())
          })
          await look(`${path} › ${name} › ${next}`)
          await close(path)
        }
        await close(path)
      }
    }
  }
}
