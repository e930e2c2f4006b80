import { expect, test, type APIRequest, type Page } from '@playwright/test'
import { qrApi } from '#contract/packing/codes.ts'
import { pages } from '#contract/kernel/pages.ts'
import { findings } from './findings.ts'
import { goTo } from './go-to.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

const inside = pages.filter((page) => page.access === 'signed-in')
const outside = pages.filter((page) => page.access === 'public')

/** A page drawn at its size, with its heading and without anything still loading. */
async function settled(page: Page) {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.locator('h1:visible').first()).toBeVisible()
  await expect(page.locator('.ant-skeleton:visible')).toHaveCount(0)
}

/** Closes every page but home and the one in front. */
async function closeOthers(page: Page, front: string) {
  const bar = page.getByRole('navigation', { name: '已打开的页面' })
  // Their names first: a place in the row is another page's as soon as one is closed.
  const names = await bar.getByRole('button', { name: /^关闭/ }).evaluateAll((buttons) => buttons.map((button) => button.ariaLabel!))
  for (const name of names) if (name !== `关闭${front}`) await bar.getByRole('button', { name, exact: true }).click()
}

const desk = { width: 1600, height: 900 }
const phone = { width: 390, height: 844 }
const pageOf = (path: string) => pages.find((one) => one.path === path.split('?')[0])!
const walks: [name: string, account: string | null, paths: readonly string[]][] = [
  ['before the door', null, outside.map((one) => one.path)],
  ...(['饮片管理', '溯源管理', '系统管理'] as const).map((group): (typeof walks)[number] => [
    group,
    'admin',
    inside.filter((one) => one.group === group).map((one) => one.path),
  ]),
  [
    '系统管理, by its views',
    'admin',
    [
      ...['duty', 'registration', 'proposal', 'secret', 'token'].map((by) => `/system-user?by=${by}`),
      '/system-role?by=proposal',
      ...['own', 'platform', 'registration'].map((by) => `/system-qiye?by=${by}`),
      ...['product', 'material', 'pack', 'method'].map((view) => `/system-jiagong?view=${view}`),
      ...['words', 'places', 'numbers', 'purchase'].map((view) => `/system-zidian?view=${view}`),
      ...['results', 'trend', 'review'].map((view) => `/system-jilu?view=${view}`),
      ...['correction', 'change'].map((view) => `/zhiliang-shijian?view=${view}`),
    ],
  ],
  [
    'everybody’s own',
    'admin',
    [
      ...inside.filter((one) => one.group === null).map((one) => one.path),
      ...['messages', 'work', 'signatures', 'password', 'second-factor', 'sessions'].map((view) => `/ucenter?view=${view}`),
      '/404',
      '/403?code=13',
    ],
  ],
]

for (const [name, account, paths] of walks) {
  test(`every page of ${name}, on a desk and on a phone: it has its title, no finding of axe, nothing wider than the screen, nothing from another host`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(300_000)
    const foreign: string[] = []
    page.on(
      'request',
      (request) => !request.url().startsWith(baseURL!) && !request.url().startsWith('data:') && foreign.push(request.url()),
    )
    if (account) await signIn(page, account)
    for (const path of paths) {
      await page.setViewportSize(desk)
      await goTo(page, path)
      const { title, code } = pageOf(path)
      await expect(page, path).toHaveTitle(`${title} - 中药材质量溯源服务平台`)
      // axe goes through the pages in the background too, only to leave them out.
      await closeOthers(page, title)
      // Any of its views may be open.
      if (code !== null) await expect(page.locator('h1:visible'), path).toHaveText(title)
      for (const size of [desk, phone]) {
        await page.setViewportSize(size)
        await settled(page)
        // What is around every page is checked once. A page has the same colours on a phone and on a desk.
        const first = account === null || path === paths[0]
        const found = await findings(page, first ? {} : { within: '#main', contrast: size === desk })
        expect(found, `${path} at ${size.width} px`).toEqual([])
        const wider = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('.tab-page')].map((frame) => frame.scrollWidth - frame.clientWidth),
        )
        expect(Math.max(...wider), `${path} at ${size.width} px`).toBeLessThanOrEqual(0)
      }
    }
    expect(foreign).toEqual([])
  })
}

test('axe finds nothing in dark mode, in the palette, and in a failed page', async ({ page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'admin')
  await page.goto('/theme')
  await page.getByRole('switch', { name: '深色模式' }).click()
  for (const path of ['/theme', '/dashboard', '/ucenter', '/ucenter?view=messages']) {
    await goTo(page, path)
    await settled(page)
    expect(await findings(page), `dark ${path}`).toEqual([])
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findings(page), 'palette').toEqual([])
  await page.route('**/api/account/sessions', (route) => route.abort())
  await page.goto('/ucenter?view=sessions')
  await expect(page.getByRole('alert')).toContainText('网络连接失败')
  expect(await findings(page), 'failed').toEqual([])
})

test('everything the shell offers can be done without a mouse', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto('/login')
  await expect(page.getByLabel('用户名')).toBeFocused()
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bencao@2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')

  await expect(page.getByRole('banner')).toBeVisible()

  // the first stop leads past header, menu and tabs
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到页面内容' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()

  // a page by its pinyin
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^页面、批号/ })).toBeFocused()
  await page.keyboard.type('ylcg')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/yuanliao-caigou')

  // collapse, and a menu group
  await page.getByRole('button', { name: '收起菜单' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeFocused()
  await page.keyboard.press('Enter')
  const group = page.getByRole('button', { name: '系统管理' })
  await group.focus()
  await page.keyboard.press('Enter')
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('link', { name: '企业管理' })).toHaveCount(0)

  // tabs: go by Enter, close by Delete
  const tab = page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '原料采购' })
  await tab.focus()
  await page.keyboard.press('Delete')
  await expect(page).toHaveURL('/dashboard')

  // the person's menu
  await page.getByRole('button', { name: /的菜单$/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '个人中心' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: '上报质量事件' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('after a dialog is closed the focus is where it was opened, or in the page when that is gone', async ({ page }) => {
  await page.setViewportSize(desk)
  await signIn(page, 'admin')
  const opener = page
    .getByRole('main')
    .getByRole('button', { name: /^(新建采购单|冻结)$/ })
    .filter({ visible: true })
    .first()
  for (const path of ['/yuanliao-caigou', '/yuanliao-kucun']) {
    await goTo(page, path)
    await expect(page.locator('h1:visible')).toHaveText(pageOf(path).title)
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  await opener.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await opener.evaluate((button: HTMLElement) => (button.style.display = 'none'))
  await page.keyboard.press('Escape')
  await expect(page.locator('#main')).toBeFocused()
})

test('focus can be seen wherever the tab key leads', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'admin')
  await page.goto('/theme')
  await settled(page)
  for (let step = 0; step < 45; step++) {
    await page.keyboard.press('Tab')
    const visible = await page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return 'left'
      const marks = [focused, focused.parentElement!].map((element) => getComputedStyle(element))
      return marks.some(
        (style) => (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none',
      )
        ? 'seen'
        : focused.outerHTML.slice(0, 200)
    })
    if (visible === 'left') break
    expect(visible).toBe('seen')
  }
})

test('the palette finds pages by title and by pinyin, and only those the person may open', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/dashboard')
  await settled(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^页面、批号/ })
  await field.fill('yhgl')
  await expect(page.getByRole('option')).toHaveText(['用户管理系统管理'])
  await field.fill('请验')
  await expect(page.getByRole('group', { name: '页面' }).getByRole('option')).toHaveCount(2)
  await field.fill('没有这种页面')
  await expect(page.getByText(/^没有找到。可以查/)).toBeVisible()
})

test('what is typed right after Ctrl-K is typed into the palette, and its Enter waits for the answer', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/yuanliao-kucun')
  await settled(page)
  const lotNo = (await page.locator('main tbody tr:visible td').first().textContent())!
  // As a scanner types: no pause, and Enter at the end.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(lotNo)
  await expect(page.getByRole('combobox', { name: /^页面、批号/ })).toHaveValue(lotNo)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/yuanliao-kucun?q=${lotNo}`)
  await expect(page.getByRole('dialog', { name: '查找' })).toHaveCount(0)
})

test('who ships looks a pack up in the palette; its story opens over a page of theirs', async ({ page, baseURL, playwright }) => {
  const { codes } = await signIn(page, 'cangku')
  expect(codes).not.toContain('21')
  const code = await packCode(playwright.request, baseURL ?? '')
  await page.goto('/dashboard')
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/yinpian-kucun\\?code=${code}$`))
  await expect(page.getByRole('dialog', { name: '追溯码' }).getByText('成品批', { exact: true })).toBeVisible()
})

/** The code of some pack of the demo factory. */
async function packCode(request: APIRequest, baseURL: string): Promise<string> {
  const packer = await peopleAt(request, baseURL)('baozhuang')
  const { rows } = await packer.ask(qrApi.list, { level: 'pack' })
  const file = String(await packer.ask(qrApi.download, { id: rows.at(-1)!.id }))
  return file.split('\r\n')[1]!.split(',')[2]!
}

test('the bell shows how many messages are unread and leads to the personal centre', async ({ page }) => {
  const bell = page.getByRole('banner').getByRole('link', { name: /未读消息|消息中心/ })
  // Other tests send messages meanwhile: once more, when one came between the two looks.
  await expect(async () => {
    const { unread } = await signIn(page, 'admin')
    const label = unread > 0 ? `有 ${unread} 条未读消息` : '消息中心'
    await page.goto('/dashboard')
    await expect(bell).toHaveAccessibleName(label, { timeout: 5_000 })
    await bell.hover()
    await expect(page.getByRole('tooltip')).toHaveText(label, { timeout: 5_000 })
  }).toPass()
  await bell.click()
  await expect(page).toHaveURL(/^[^?]*\/ucenter/)
})

test('full screen is entered and left from the header', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'admin')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await expect(page.getByRole('button', { name: '退出全屏' })).toBeVisible()
  await page.getByRole('button', { name: '退出全屏' }).click()
  await expect(page.getByRole('button', { name: '全屏', exact: true })).toBeVisible()
})

test('users and roles are reached from home and from the personal centre', async ({ page }) => {
  await signIn(page, 'admin')
  for (const from of ['/dashboard', '/ucenter']) {
    for (const [name, path] of [
      ['用户管理', '/system-user'],
      ['角色管理', '/system-role'],
    ] as const) {
      await page.goto(from)
      await page.getByRole('main').getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
    }
  }
})

test('on a phone the menu is a drawer that closes behind the person', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'admin')
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0)
  await page.getByRole('button', { name: '展开菜单' }).click()
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '原料采购' }).click()
  await expect(page).toHaveURL('/yuanliao-caigou')
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden()
})

test('sending a form again after the network failed carries the same idempotency key, another input another key', async ({ page }) => {
  await signIn(page, 'admin')
  const keys: (string | undefined)[] = []
  await page.route('**/api/account/profile', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.abort()
  })
  await page.goto('/ucenter')
  const save = page.getByRole('button', { name: '保存' })
  await save.click()
  await expect(page.getByRole('alert')).toContainText('网络连接失败，请检查网络后重试')
  await save.click()
  await expect.poll(() => keys.length).toBe(2)
  await page.getByLabel('电话').fill('0931-1111111')
  await save.click()
  await expect.poll(() => keys.length).toBe(3)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('the login and home are light: few files, few bytes', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  let requests = 0
  let bytes = 0
  cdp.on('Network.requestWillBeSent', ({ request }) => void (request.url.startsWith('http') && requests++))
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  await page.goto('/login')
  await page.waitForLoadState('networkidle')
  expect(requests, 'requests of the login').toBeLessThanOrEqual(10)
  expect(bytes, 'bytes of the login').toBeLessThanOrEqual(250 * 1024)
  await signIn(page, 'admin')
  await cdp.send('Network.clearBrowserCache')
  requests = 0
  bytes = 0
  await page.goto('/dashboard')
  await settled(page)
  await page.waitForLoadState('networkidle')
  expect(requests, 'requests of home').toBeLessThanOrEqual(15)
  expect(bytes, 'bytes of home').toBeLessThanOrEqual(400 * 1024)
  requests = 0
  // By the menu: a link further down would bring home's charts into view first.
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '原料采购' }).click()
  await expect(page.getByRole('heading', { name: '原料采购' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requests, 'requests of a first visit to a page').toBeLessThanOrEqual(6)
})
