import { expect, test, type Page } from '@playwright/test'
import { signIn } from './sign-in.ts'

const variable = (page: Page, name: string) => page.evaluate((one) => document.documentElement.style.getPropertyValue(one), name)
const kept = (page: Page, key: string) => page.evaluate((one) => JSON.parse(localStorage.getItem(one) ?? 'null')?.state ?? null, key)
const colourOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color])
const pick = (page: Page, label: string, colour: string) => page.getByLabel(label, { exact: true }).fill(colour)
const sidebarWidth = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).evaluate((element) => element.clientWidth)

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'admin')
})

test('the sidebar starts collapsed below 1500 px and open from 1500 px on', async ({ page }) => {
  await page.setViewportSize({ width: 1499, height: 900 })
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible()
  expect(await sidebarWidth(page)).toBeLessThan(80)
  await page.setViewportSize({ width: 1500, height: 900 })
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: '收起菜单' })).toBeVisible()
  expect(await sidebarWidth(page)).toBeGreaterThan(180)
})

test('from 1500 px on the sidebar is as the person left it', async ({ page }) => {
  await page.goto('/dashboard')
  expect(await kept(page, 'bencao-sidebar')).toBeNull()
  await page.getByRole('button', { name: '收起菜单' }).click()
  expect(await kept(page, 'bencao-sidebar')).toEqual({ collapsed: true })
  await page.reload()
  await page.getByRole('button', { name: '展开菜单' }).click()
  expect(await page.evaluate(() => localStorage.getItem('bencao-sidebar'))).toBeNull()
  await page.reload()
  await expect(page.getByRole('button', { name: '收起菜单' })).toBeVisible()
})

test('a collapsed sidebar still names its pages', async ({ page }) => {
  await page.setViewportSize({ width: 1499, height: 900 })
  await page.goto('/dashboard')
  const link = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '原料采购' })
  await link.hover()
  await expect(page.getByRole('tooltip')).toHaveText('原料采购')
  await link.click()
  await expect(page).toHaveURL('/yuanliao-caigou')
})

test('header and sidebar have the colours the product was given', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await colourOf(page, 'header')).toEqual(['rgb(36, 47, 66)', 'rgb(255, 255, 255)'])
  expect(await colourOf(page, '.sidebar')).toEqual(['rgb(50, 65, 87)', 'rgb(191, 203, 217)'])
})

test('a chosen colour shows at once with its five light variants and its dark one, and is kept', async ({ page }) => {
  await page.goto('/theme')
  await pick(page, '主色', '#409eff')
  await expect.poll(() => variable(page, '--primary')).toBe('#409eff')
  const variants = await Promise.all(
    ['light-30', 'light-50', 'light-70', 'light-80', 'light-90', 'dark-20'].map((name) => variable(page, `--primary-${name}`)),
  )
  expect(variants).toEqual(['#79bbff', '#a0cfff', '#c6e2ff', '#d9ecff', '#ecf5ff', '#337ecc'])
  expect(await kept(page, 'bencao-theme')).toEqual({ colours: { primary: '#409eff' }, header: {} })
  await page.reload()
  await expect.poll(() => variable(page, '--primary')).toBe('#409eff')
})

test('each of the five colours is kept by its own name', async ({ page }) => {
  await page.goto('/theme')
  const chosen = {
    主色: ['primary', '#102030'],
    成功: ['success', '#203040'],
    警告: ['warning', '#304050'],
    危险: ['danger', '#405060'],
    信息: ['info', '#506070'],
  } as const
  for (const [label, [, colour]] of Object.entries(chosen)) await pick(page, label, colour)
  await expect.poll(async () => (await kept(page, 'bencao-theme'))?.colours).toEqual(Object.fromEntries(Object.values(chosen)))
})

test('a colour in which text could not be read shows a warning', async ({ page }) => {
  await page.goto('/theme')
  await pick(page, '主色', '#409eff')
  await expect(page.getByText(/对比度 2\.\d，低于 4\.5/)).toBeVisible()
})

test('a reset clears the five colours and truly removes what was stored', async ({ page }) => {
  await page.goto('/theme')
  await pick(page, '主色', '#409eff')
  await pick(page, '危险', '#ff0000')
  await page.getByRole('button', { name: '五种颜色恢复默认' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('bencao-theme'))).toBeNull()
  expect(await variable(page, '--primary')).toBe('#1d5fbf')
  expect(await variable(page, '--danger')).toBe('#b3261e')
})

test('header and sidebar colours can be chosen and reset one by one', async ({ page }) => {
  await page.goto('/theme')
  await pick(page, '顶栏背景', '#003300')
  await pick(page, '侧栏背景', '#110000')
  await pick(page, '侧栏文字', '#ffeeee')
  await expect.poll(() => colourOf(page, 'header')).toEqual(['rgb(0, 51, 0)', 'rgb(255, 255, 255)'])
  await expect.poll(() => colourOf(page, '.sidebar')).toEqual(['rgb(17, 0, 0)', 'rgb(255, 238, 238)'])
  expect(await kept(page, 'bencao-sidebar')).toEqual({ background: '#110000', text: '#ffeeee' })
  await page.getByRole('button', { name: '顶栏恢复默认' }).click()
  await page.getByRole('button', { name: '侧栏恢复默认' }).click()
  await expect
    .poll(() => page.evaluate(() => [localStorage.getItem('bencao-theme'), localStorage.getItem('bencao-sidebar')]))
    .toEqual([null, null])
  expect(await colourOf(page, 'header')).toEqual(['rgb(36, 47, 66)', 'rgb(255, 255, 255)'])
})

test('dark mode is kept, and going back to light leaves nothing stored', async ({ page }) => {
  await page.goto('/theme')
  await page.getByRole('switch', { name: '深色模式' }).click()
  await page.reload()
  await expect(page.getByRole('switch', { name: '深色模式' })).toBeChecked()
  expect((await colourOf(page, '#main'))[0]).toBe('rgb(27, 37, 32)')
  await page.getByRole('button', { name: '全部恢复默认' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('bencao-theme'))).toBeNull()
})

test('a preset colours header, sidebar and buttons, says that it is on, and the default brings all three back', async ({ page }) => {
  await page.goto('/theme')
  await page.getByRole('button', { name: '本草' }).click()
  await expect(page.getByRole('button', { name: '本草' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: '本草' })).toContainText('使用中')
  expect(await variable(page, '--primary')).toBe('#1b5e8f')
  await expect.poll(() => colourOf(page, 'header')).toEqual(['rgb(23, 56, 44)', 'rgb(255, 255, 255)'])
  await expect.poll(() => colourOf(page, '.sidebar')).toEqual(['rgb(31, 70, 55)', 'rgb(201, 216, 207)'])
  await page.reload()
  await expect(page.getByRole('button', { name: '本草' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: '青花' }).click()
  await expect
    .poll(() => page.evaluate(() => [localStorage.getItem('bencao-theme'), localStorage.getItem('bencao-sidebar')]))
    .toEqual([null, null])
})

test('the sign-in is pine, whatever theme was chosen in this browser', async ({ page }) => {
  await page.goto('/theme')
  await page.getByRole('button', { name: '赭石' }).click()
  await page.context().clearCookies()
  await page.goto('/login')
  const button = page.getByRole('button', { name: '登录', exact: true })
  await expect(button).toHaveCSS('background-color', 'rgb(27, 94, 143)')
  await expect(page.locator('.gate-art')).toHaveCSS('background-color', 'rgb(23, 56, 44)')
})

test('a theme that was damaged in storage does not keep the page from opening', async ({ page }) => {
  await page.goto('/dashboard')
  await page.evaluate(() => {
    localStorage.setItem('bencao-theme', '{"state":{"colours":{"primary":"url(x)","danger":7},"header":null},"version":1}')
    localStorage.setItem('bencao-sidebar', '{not json')
    sessionStorage.setItem('bencao-tabs', '{"state":{"owner":"x","items":[{"path":"/nowhere","query":""}]},"version":1}')
  })
  await page.goto('/theme')
  await expect(page.getByRole('heading', { name: '主题设置' })).toBeVisible()
  expect(await variable(page, '--primary')).toBe('#1d5fbf')
})

for (const motion of ['reduce', 'no-preference'] as const) {
  test(`the choices of a field open beneath it and close again, with ${motion === 'reduce' ? 'less' : 'every'} motion`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: motion })
    await page.goto('/yuanliao-caigou')
    await page.getByRole('button', { name: '新建采购单' }).click()
    const drawer = page.getByRole('dialog', { name: '新建采购单' })
    await drawer.getByRole('combobox', { name: '物料' }).click()
    const herb = page.locator('.ant-select-item-option', { hasText: '当归' })
    await expect(herb).toBeInViewport()
    await herb.click()
    await expect(herb).toBeHidden()
    await expect(drawer.getByTitle('当归', { exact: true })).toBeVisible()
  })
}

test('a dialog opens in its place: a fast click finds its button', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/yuanliao-kucun')
  const freeze = page.getByRole('button', { name: '冻结', exact: true }).first()
  const places = await freeze.evaluate(async (button: HTMLElement) => {
    button.click()
    const seen = new Set<string>()
    for (let frame = 0; frame < 40; frame++) {
      await new Promise(requestAnimationFrame)
      const box = document.querySelector('.ant-modal .ant-btn-primary')?.getBoundingClientRect()
      if (box) seen.add(`${Math.round(box.x)} ${Math.round(box.y)}`)
    }
    return [...seen]
  })
  expect(places).toHaveLength(1)
})
