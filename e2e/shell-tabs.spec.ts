import { expect, test, type Page } from '@playwright/test'
import { signIn } from './sign-in.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' })
const titles = (page: Page) => bar(page).getByRole('link').allTextContents()
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })

async function open(page: Page, ...names: string[]) {
  for (const name of names) {
    await menu(page).getByRole('link', { name, exact: true }).click()
    await expect(bar(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'admin')
  await page.goto('/dashboard')
  await expect(bar(page)).toBeVisible()
})

test('every visited page becomes one tab, home first', async ({ page }) => {
  await open(page, '原料采购', '原料库存', '原料采购')
  expect(await titles(page)).toEqual(['系统首页', '原料采购', '原料库存'])
})

test('home is pinned: it has nothing to close it with', async ({ page }) => {
  await expect(bar(page).getByRole('button', { name: '关闭系统首页' })).toHaveCount(0)
  await bar(page).getByRole('link', { name: '系统首页' }).click({ button: 'middle' })
  expect(await titles(page)).toEqual(['系统首页'])
})

test('closing the current tab leads to the next, and to the previous when there is none', async ({ page }) => {
  await open(page, '原料采购', '原料库存', '饮片生产', '原料库存')
  await bar(page).getByRole('button', { name: '关闭原料库存' }).click()
  await expect(page).toHaveURL('/yinpian-shengchan')
  await bar(page).getByRole('button', { name: '关闭饮片生产' }).click()
  await expect(page).toHaveURL('/yuanliao-caigou')
  await bar(page).getByRole('button', { name: '关闭原料采购' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a page that is closed while it is still on its way does not arrive', async ({ page }) => {
  await open(page, '原料采购', '原料库存', '饮片生产')
  const { promise: held, resolve: letPass } = Promise.withResolvers<void>()
  await page.route('**/assets/RawStockPage-*.js', async (route) => {
    await held
    await route.fallback()
  })
  await page.goto('/yuanliao-caigou')
  await bar(page).getByRole('button', { name: '关闭原料采购' }).click()
  await bar(page).getByRole('button', { name: '关闭原料库存' }).click()
  letPass()
  await expect(page).toHaveURL('/yinpian-shengchan')
  await expect.poll(() => titles(page)).toEqual(['系统首页', '饮片生产'])
})

test('closing a tab in the background does not navigate', async ({ page }) => {
  await open(page, '原料采购', '原料库存')
  await bar(page).getByRole('button', { name: '关闭原料采购' }).click()
  await expect(page).toHaveURL('/yuanliao-kucun')
  expect(await titles(page)).toEqual(['系统首页', '原料库存'])
})

test('a page that is closed and opened again before anything was drawn has its tab', async ({ page }) => {
  await open(page, '原料采购', '原料库存')
  await page.evaluate(() => {
    for (const place of ['[aria-label="关闭原料库存"]', '[aria-label="主菜单"] a[href="/yuanliao-kucun"]'])
      document.querySelector<HTMLElement>(place)!.click()
  })
  await expect(page).toHaveURL('/yuanliao-kucun')
  await expect.poll(() => titles(page)).toEqual(['系统首页', '原料采购', '原料库存'])
})

test('a middle click closes a tab and opens no window', async ({ page }) => {
  await open(page, '原料采购', '原料库存')
  await bar(page).getByRole('link', { name: '原料采购' }).click({ button: 'middle' })
  await expect(bar(page).getByRole('link', { name: '原料采购' })).toHaveCount(0)
  expect(page.context().pages()).toHaveLength(1)
})

test('the menu of tabs closes others, the current one and all; after closing all a signed-in person is at home', async ({ page }) => {
  const choose = async (name: string) => {
    await page.getByRole('button', { name: '标签操作' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await open(page, '原料采购', '原料库存', '饮片生产')
  await choose('关闭当前')
  await expect(page).toHaveURL('/yuanliao-kucun')
  await open(page, '饮片生产')
  await choose('关闭其他')
  expect(await titles(page)).toEqual(['系统首页', '饮片生产'])
  await expect(page).toHaveURL('/yinpian-shengchan')
  await open(page, '原料采购')
  await choose('关闭所有')
  await expect(page).toHaveURL('/dashboard')
  expect(await titles(page)).toEqual(['系统首页'])
})

test('a right click refreshes a tab, closes those left, those right and the others', async ({ page }) => {
  const choose = async (tab: string, name: string) => {
    await bar(page).getByRole('link', { name: tab, exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name }).click()
    await expect(page.getByRole('menuitem')).toHaveCount(0)
  }
  await open(page, '原料采购', '原料库存', '饮片生产', '成品质检')
  await choose('原料库存', '关闭左侧')
  await expect.poll(() => titles(page)).toEqual(['系统首页', '原料库存', '饮片生产', '成品质检'])
  await expect(page).toHaveURL('/yinpian-zhijian')
  await choose('饮片生产', '关闭右侧')
  await expect.poll(() => titles(page)).toEqual(['系统首页', '原料库存', '饮片生产'])
  await expect(page).toHaveURL('/yinpian-shengchan')
  await choose('原料库存', '关闭其他')
  await expect.poll(() => titles(page)).toEqual(['系统首页', '原料库存'])
  await expect(page).toHaveURL('/yuanliao-kucun')
})

test('refreshing a tab starts its page again', async ({ page }) => {
  await page.goto('/ucenter')
  const name = page.getByLabel('姓名')
  const before = await name.inputValue()
  await name.fill('还没有保存')
  await bar(page).getByRole('link', { name: '个人中心' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新' }).click()
  await expect(name).toHaveValue(before)
})

test('a page in the background keeps what was typed, where it was scrolled, and its address', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 400 })
  await page.goto('/ucenter')
  await page.getByLabel('电话').fill('0931-7654321')
  const place = () => page.locator('.tab-page:visible').evaluate((frame) => frame.scrollTop)
  await page.locator('.tab-page:visible').evaluate((frame) => frame.scrollTo(0, 120))
  expect(await place()).toBe(120)
  await open(page, '原料采购')
  await bar(page).getByRole('link', { name: '个人中心' }).click()
  // Until it is seen, the page in front is still the other one.
  await expect(page.getByLabel('电话')).toBeVisible()
  await expect(page.getByLabel('电话')).toHaveValue('0931-7654321')
  expect(await place()).toBe(120)
  await page.getByRole('tab', { name: '消息' }).click()
  await expect(page).toHaveURL('/ucenter?view=messages')
  await open(page, '原料采购')
  await bar(page).getByRole('link', { name: '个人中心' }).click()
  await expect(page).toHaveURL('/ucenter?view=messages')
})

test('open tabs survive a reload, with their addresses', async ({ page }) => {
  await page.goto('/ucenter?view=sessions')
  await open(page, '原料采购')
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['系统首页', '个人中心', '原料采购'])
  await bar(page).getByRole('link', { name: '个人中心' }).click()
  await expect(page).toHaveURL('/ucenter?view=sessions')
})

test('the tabs of one person are not shown to the next one at the same browser', async ({ page }) => {
  await open(page, '饮片生产')
  await page.context().clearCookies()
  await signIn(page, 'caigou')
  await page.goto('/dashboard')
  await expect.poll(() => titles(page)).toEqual(['系统首页'])
})

test('a page that breaks breaks only its own tab, and can be tried again', async ({ page }) => {
  let broken = true
  await page.route('**/api/account/notifications?*', (route) =>
    broken ? route.fulfill({ json: { rows: [null], total: 1 } }) : route.fallback(),
  )
  await page.goto('/ucenter?view=messages')
  await expect(page.getByRole('alert')).toContainText('页面出了问题')
  await open(page, '原料采购')
  await expect(page.getByRole('heading', { name: '原料采购' })).toBeVisible()
  broken = false
  await bar(page).getByRole('link', { name: '个人中心' }).click()
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('heading', { name: '个人中心' })).toBeVisible()
})

test('a read that fails says so with a number for the administrator, and trying again helps', async ({ page }) => {
  let failing = true
  await page.route('**/api/account/sessions', (route) =>
    failing
      ? route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          json: {
            title: '系统出了问题，请把请求编号告诉管理员',
            status: 500,
            code: 'internal',
            errors: [],
            requestId: 'request-for-the-log',
          },
        })
      : route.fallback(),
  )
  await page.goto('/ucenter?view=sessions')
  await expect(page.getByRole('alert')).toContainText('系统出了问题')
  await expect(page.getByRole('alert')).toContainText('request-for-the-log')
  failing = false
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('（本次登录）')).toBeVisible()
})

test('where a proxy answers in the place of the server, nobody is asked for a number that does not exist', async ({ page }) => {
  let isDown = true
  await page.route('**/api/account/sessions', (route) =>
    isDown ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }) : route.fallback(),
  )
  await page.goto('/ucenter?view=sessions')
  await expect(page.getByRole('alert')).toContainText('服务器没有回应，请稍后重试')
  await expect(page.getByRole('alert')).not.toContainText('编号')
  isDown = false
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('（本次登录）')).toBeVisible()
})

test('a page whose code does not arrive ends the progress bar and offers a reload', async ({ page }) => {
  let missing = true
  await page.route('**/assets/PurchasePage-*.js', (route) => (missing ? route.abort() : route.fallback()))
  await menu(page).getByRole('link', { name: '原料采购' }).click()
  await expect(page.getByRole('heading', { name: '页面没有加载成功' })).toBeVisible()
  await expect(page.locator('#nprogress')).toHaveCount(0)
  missing = false
  await page.getByRole('button', { name: '重新加载' }).click()
  await expect(page.getByRole('heading', { name: '原料采购' })).toBeVisible()
})

test('while a page is on its way the progress bar shows, beginning at 8 percent', async ({ page }) => {
  const { promise: held, resolve: letPass } = Promise.withResolvers<void>()
  await page.route('**/assets/PurchasePage-*.js', async (route) => {
    await held
    await route.fallback()
  })
  // The bar is caught the moment it appears, before it trickles on.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const first = document.querySelector<HTMLElement>('#nprogress .bar')?.style.transform
      if (first && !document.body.dataset.firstBar) document.body.dataset.firstBar = first
    }).observe(document.body, { childList: true, subtree: true, attributes: true })
  })
  await menu(page).getByRole('link', { name: '原料采购' }).click()
  await expect(page.locator('#nprogress .bar')).toBeAttached()
  await expect.poll(() => page.evaluate(() => document.body.dataset.firstBar)).toMatch(/-92%/)
  letPass()
  await expect(page.getByRole('heading', { name: '原料采购' })).toBeVisible()
  await expect(page.locator('#nprogress')).toHaveCount(0)
})
