import { expect, test } from '@playwright/test'
import { pages } from '#contract/kernel/pages.ts'
import { signIn } from './sign-in.ts'

const inside = pages.filter((page) => page.access === 'signed-in')

test('the start leads a stranger to the login', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
})

test('every page inside leads a stranger to the login and remembers where they wanted to go', async ({ page }) => {
  for (const { path } of inside) {
    await page.goto(`${path}?q=dg`)
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`${path}?q=dg`)}`)
  }
})

test('after signing in a person arrives on the page they came for', async ({ page }) => {
  await page.goto('/theme')
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('口令', { exact: true }).fill('Bencao@2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL('/theme')
  await expect(page.getByRole('heading', { name: '主题设置' })).toBeVisible()
})

test('no person is led to another host after signing in', async ({ page }) => {
  await page.goto('/login?from=//evil.example/dashboard')
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('口令', { exact: true }).fill('Bencao@2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('a wrong password is shown at the form, the password is emptied and the name stays', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('用户名').fill('nobody-of-that-name')
  await page.getByLabel('口令', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('用户名或口令不正确')
  await expect(page.getByLabel('用户名')).toHaveValue('nobody-of-that-name')
  await expect(page.getByLabel('口令', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('口令', { exact: true })).toBeFocused()
})

test('an empty login form says what is missing and asks the server nothing', async ({ page }) => {
  await page.goto('/login')
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('请输入用户名')).toBeVisible()
  await expect(page.getByText('请输入口令')).toBeVisible()
  await expect(page.getByLabel('用户名')).toBeFocused()
  expect(asked).toEqual([])
})

test('a person with a live session skips the login: they continue to the page they came for, else home', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/login?from=%2Ftheme')
  await expect(page).toHaveURL('/theme')
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
})

test('a page whose code is missing shows, inside the shell, which right it needs', async ({ page }) => {
  const { codes } = await signIn(page, 'caigou')
  const forbidden = inside.find((one) => one.code !== null && !codes.includes(one.code))!
  await page.goto(forbidden.path)
  await expect(page).toHaveURL(`/403?code=${forbidden.code}`)
  await expect(page.getByRole('heading', { name: '没有权限' })).toBeVisible()
  await expect(page.getByText(`打开“${forbidden.title}”需要权限 ${forbidden.code}`)).toBeVisible()
  await expect(page.getByText('能授权的人：')).toContainText('陈管理')
  const own = inside.filter((one) => one.code === null || codes.includes(one.code)).map((one) => one.title)
  await expect(page.locator('#main').getByRole('listitem').getByRole('link')).toHaveText(own)
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
})

test('the menu shows exactly the pages whose code the person holds, and users and roles never', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  for (const userName of ['admin', 'caigou']) {
    const { codes } = await signIn(page, userName)
    await page.goto('/dashboard')
    const wanted = inside.filter((one) => one.menu && (one.code === null || codes.includes(one.code))).map((one) => one.title)
    await expect(page.getByRole('navigation', { name: '主菜单' }).getByRole('link'), userName).toHaveText(wanted)
  }
})

test('the sign-in shows the enterprise that this browser saw last, also after signing out', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('用户名')).toBeVisible()
  await expect(page.getByText('岷州本草饮片有限公司')).toHaveCount(0)
  await signIn(page, 'admin')
  await page.goto('/dashboard')
  await expect(page.getByRole('banner')).toContainText('岷州本草饮片有限公司')
  await page.getByRole('button', { name: /的菜单$/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page.getByRole('main')).toContainText('岷州本草饮片有限公司')
})

test('an unknown address ends at 404, inside the shell for a signed-in person', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page).toHaveURL('/404')
  await expect(page.getByRole('heading', { name: '找不到页面' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0)
  await signIn(page, 'admin')
  await page.goto('/no-such-page')
  await expect(page).toHaveURL('/404')
  await expect(page.getByRole('heading', { name: '找不到页面' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible()
  await page.getByRole('button', { name: '查找页面、批号或单号' }).click()
  await page.keyboard.type('ylkc')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/yuanliao-kucun')
})

test('the public pages of the shell need no login', async ({ page }) => {
  for (const [path, heading] of [
    ['/register', '注册'],
    ['/reset-pwd', '重置密码'],
    ['/403', '没有权限'],
    ['/404', '找不到页面'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
})

test('a session that ended on the server leads to the login at the next step, and back afterwards', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: '主题设置' }).click()
  await expect(page.getByRole('heading', { name: '主题设置' })).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/ucenter?view=messages')
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/ucenter?view=messages')}`)
  expect(await page.evaluate(() => sessionStorage.getItem('bencao-tabs'))).toContain('/theme')
})

test('a session that ended while a page is open leads to the login when the page asks again', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/ucenter?view=messages')
  await expect(page.getByRole('radio', { name: '已读' })).toBeAttached()
  await page.context().clearCookies()
  await page.getByText('已读', { exact: true }).click()
  await expect(page).toHaveURL(/\/login\?from=%2Fucenter/)
})

test('signing out ends the session, forgets the name and the tabs, and the way back is closed', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/theme')
  await expect(page.getByRole('heading', { name: '主题设置' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('bencao-user'))).toBe('admin')
  await page.getByRole('button', { name: /的菜单$/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => [localStorage.getItem('bencao-user'), sessionStorage.getItem('bencao-tabs')])).toEqual([null, null])
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  expect((await page.request.get('/api/session')).status()).toBe(401)
})

test('registering checks the credit code before anything is sent', async ({ page }) => {
  await page.goto('/register')
  const code = page.getByLabel('统一社会信用代码')
  await code.fill('9144030071526726XH')
  await code.blur()
  await expect(page.getByText(/统一社会信用代码有误/)).toBeVisible()
  await code.fill('9144030071526726xg')
  await code.blur()
  await expect(page.getByText(/统一社会信用代码有误/)).toHaveCount(0)
})
