import { expect, test, type Page } from '@playwright/test'
import { signIn } from './sign-in.ts'
import { insidePaths, openPage, viewPaths } from './walk.ts'

const rows = (page: Page) => page.getByRole('region', { name: '原料采购' }).locator('tbody tr')
const search = (page: Page) => page.getByRole('searchbox').or(page.locator('.search input')).first()

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'admin')
})

test('a list is searched by pinyin initials, and the search is in its address', async ({ page }) => {
  await page.goto('/yuanliao-caigou')
  await expect(rows(page).first()).toBeVisible()
  const all = await rows(page).count()
  await search(page).fill('dg')
  await expect(page).toHaveURL('/yuanliao-caigou?q=dg')
  await expect.poll(() => rows(page).count()).toBeLessThan(all)
  for (const row of await rows(page).all()) await expect(row).toContainText('当归')
  const found = await rows(page).count()
  await page.reload()
  await expect(search(page)).toHaveValue('dg')
  await expect(rows(page)).toHaveCount(found)
})

test('a list where nothing fits says so and offers to clear the filters', async ({ page }) => {
  await page.goto('/yuanliao-caigou?q=没有这样的单据')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(page).toHaveURL('/yuanliao-caigou')
  await expect(search(page)).toHaveValue('')
  await expect(rows(page).first()).toBeVisible()
})

test('sorting is in the address and is announced to screen readers', async ({ page }) => {
  await page.goto('/yuanliao-caigou')
  const heading = page.getByRole('columnheader', { name: '采购单号' })
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=orderNo/)
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-orderNo/)
})

test('an address with an order that the list no longer offers shows the usual one', async ({ page }) => {
  await page.goto('/yuanliao-caigou?sort=-weight')
  await expect(rows(page).first()).toBeVisible()
})

test('rows that are being replaced take no click; sorting still works meanwhile', async ({ page }) => {
  await page.goto('/yuanliao-caigou')
  const detail = rows(page).first().getByRole('button', { name: '详情' })
  await expect(detail).toHaveCSS('pointer-events', 'auto')
  const { promise: held, resolve: letPass } = Promise.withResolvers<void>()
  await page.route(/\/api\/purchase-orders\?.*sort=/, async (route) => {
    await held
    await route.fallback()
  })
  const heading = page.getByRole('columnheader', { name: '采购单号' })
  await heading.getByRole('button').click()
  await expect(detail).toHaveCSS('pointer-events', 'none')
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  letPass()
  await expect(detail).toHaveCSS('pointer-events', 'auto')
})

test('a list that could not be read is read again by itself when the network is back', async ({ page }) => {
  let isDown = true
  await page.route(/\/api\/purchase-orders\?/, (route) => (isDown ? route.abort() : route.fallback()))
  await page.goto('/yuanliao-caigou')
  await expect(page.getByRole('alert')).toContainText('网络恢复后会自动重试')
  isDown = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a list is also tried again after a while, since a browser knows only its own cable', async ({ page }) => {
  let failures = 0
  await page.route(/\/api\/purchase-orders\?/, (route) => (failures++ < 3 ? route.abort() : route.fallback()))
  await page.goto('/yuanliao-caigou')
  await expect(rows(page).first()).toBeVisible()
  expect(failures).toBeGreaterThan(3)
})

test('a long name stays on one line and is whole on hover and on focus', async ({ page }) => {
  await page.route(/\/api\/purchase-orders\?/, async (route) => {
    const answer = await route.fetch()
    const list = await answer.json()
    list.rows[0].supplierName = '甘肃省定西市岷县秦许乡百花村归源中药材种植专业合作社联合社'
    await route.fulfill({ response: answer, json: list })
  })
  await page.goto('/yuanliao-caigou')
  const name = rows(page).first().getByText('甘肃省定西市', { exact: false })
  const height = await rows(page)
    .nth(1)
    .evaluate((row) => row.clientHeight)
  expect(
    await rows(page)
      .first()
      .evaluate((row) => row.clientHeight),
  ).toBe(height)
  await name.hover()
  await expect(page.getByRole('tooltip')).toHaveText(/联合社$/)
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await name.focus()
  await expect(page.getByRole('tooltip')).toHaveText(/联合社$/)
})

test('the columns that a person chose are shown again at the next visit', async ({ page }) => {
  await page.goto('/yuanliao-caigou')
  await expect(page.getByRole('columnheader', { name: '采购员' })).toBeVisible()
  await page.getByRole('button', { name: '列', exact: true }).click()
  await page.getByRole('checkbox', { name: '采购员' }).uncheck()
  await expect(page.getByRole('columnheader', { name: '采购员' })).toHaveCount(0)
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '采购员' })).toHaveCount(0)
  await page.getByRole('button', { name: '列', exact: true }).click()
  await page.getByRole('button', { name: '恢复默认' }).click()
  await expect(page.getByRole('columnheader', { name: '采购员' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('bencao-columns')))).toEqual([])
})

test('a filter by day takes a day the way people type it', async ({ page }) => {
  await page.goto('/yuanliao-caigou')
  const from = page.getByLabel('采购日期起')
  await from.fill('2026年3月5日')
  await from.press('Enter')
  await expect(from).toHaveValue('2026-03-05')
  await expect(page).toHaveURL(/=2026-03-05/)
})

test('on a phone rows are cards and filters are folded away', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/yuanliao-caigou')
  const cards = page.getByRole('region', { name: '原料采购' }).getByRole('listitem')
  await expect(cards.first()).toBeVisible()
  await expect(cards.first()).toContainText('供应商')
  await expect(page.getByLabel('采购日期起')).toBeHidden()
  await page.getByText('筛选', { exact: true }).click()
  await expect(page.getByLabel('采购日期起')).toBeVisible()
})

test('a list that cannot be read says so, and trying again helps', async ({ page }) => {
  let failing = true
  await page.route(/\/api\/(?!session|account)/, (route) => (failing ? route.abort() : route.fallback()))
  await page.goto('/yuanliao-caigou')
  await expect(page.getByRole('alert')).toContainText('网络连接失败，请检查网络后重试')
  failing = false
  await page.getByRole('button', { name: '重试' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a grey button can be reached with the keyboard, says why it is grey, and does nothing', async ({ page }) => {
  await page.goto('/yuanliao-caigou')
  await expect(rows(page).first()).toBeVisible()
  const grey = page.locator('button[aria-disabled=true]').first()
  await grey.focus()
  const reason = await page.getByRole('tooltip').textContent()
  expect(reason?.length).toBeGreaterThan(5)
  await expect(grey).toHaveAccessibleDescription(reason!)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('what was typed into a form survives a reload, and leaving it asks first', async ({ page }) => {
  page.on('dialog', (dialog) => dialog.accept()) // the browser's own question at a reload
  await page.goto('/yuanliao-caigou')
  await page.getByRole('button', { name: '新建采购单' }).click()
  await page.getByLabel('合同号').fill('HT-2026-001')
  await page.reload()
  await page.getByRole('button', { name: '新建采购单' }).click()
  await expect(page.getByText('已恢复上次未提交的内容')).toBeVisible()
  await expect(page.getByLabel('合同号')).toHaveValue('HT-2026-001')

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: '内容还没有提交' })).toBeVisible()
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(page.getByLabel('合同号')).toHaveValue('HT-2026-001')

  await page.getByRole('dialog', { name: '新建采购单' }).getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃并关闭' }).click()
  await page.getByRole('button', { name: '新建采购单' }).click()
  await expect(page.getByLabel('合同号')).toHaveValue('')
})

test('closing a tab with unsubmitted input asks first, and then drops it', async ({ page }) => {
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/yuanliao-caigou')
  await page.getByRole('button', { name: '新建采购单' }).click()
  await page.getByLabel('合同号').fill('HT-2026-002')
  await page.goto('/dashboard')
  const bar = page.getByRole('navigation', { name: '已打开的页面' })
  await bar.getByRole('button', { name: '关闭原料采购' }).click()
  await expect(page.getByRole('dialog', { name: '有内容还没有提交' })).toBeVisible()
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(bar.getByRole('link', { name: '原料采购' })).toBeVisible()
  await bar.getByRole('button', { name: '关闭原料采购' }).click()
  await page.getByRole('button', { name: '放弃并关闭' }).click()
  await expect(bar.getByRole('link', { name: '原料采购' })).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('bencao-draft')))).toEqual([])
})

test('at 1600 px no page and no table is wider than its place, so that the actions beside it cover nothing', async ({ page }) => {
  test.setTimeout(240_000)
  const wide: string[] = []
  for (const path of [...insidePaths, ...viewPaths]) {
    await openPage(page, path)
    wide.push(
      ...(await page
        .locator('.tab-page:visible, .tab-page:visible .table-frame')
        .evaluateAll(
          (frames, at) =>
            frames
              .filter((frame) => frame.checkVisibility() && frame.scrollWidth > frame.clientWidth)
              .map((frame) => `${at}: ${frame.getAttribute('aria-label') ?? 'page'} +${frame.scrollWidth - frame.clientWidth} px`),
          path,
        )),
    )
  }
  expect(wide).toEqual([])
})

test.describe('under fingers', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a grey action says why when it is tapped, until something else is', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, 'xiaoshou')
    await page.goto('/yinpian-kucun')
    const grey = page.locator('main .card-actions [aria-disabled=true]').first()
    await grey.tap({ force: true }) // it is no longer waited for: grey, it is as ready as it will be
    const reason = page.getByRole('tooltip')
    await expect(reason).toBeVisible()
    await expect(reason).toContainText('权限')
    await page.getByRole('heading', { level: 1 }).tap()
    await expect(reason).toHaveCount(0)
  })
})
