import { expect, test } from '@playwright/test'
import { findings } from './findings.ts'
import { signIn } from './sign-in.ts'

test('the dashboard’s figures equal the lists behind them, and the palette finds a lot by number and a herb by its initials', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'user')
  /** How many rows the list says it has. */
  const listed = page.locator('main .list-foot:visible').first()
  const home = page.getByRole('region', { name: '系统首页' })

  for (const title of ['冻结的原料批', '30天内到复验期的原料批', '90天内证照到期的客户']) {
    await page.goto('/dashboard')
    const figure = home.getByRole('link', { name: title })
    const value = Number(await figure.locator('strong').textContent())
    await figure.click()
    await expect(page).not.toHaveURL(/dashboard/)
    if (value === 0) await expect(page.getByText('没有符合条件的记录')).toBeVisible()
    else await expect(listed).toContainText(`共 ${value} 条`)
  }

  const clerk = await (await browser.newContext()).newPage()
  await clerk.setViewportSize({ width: 1600, height: 900 })
  await signIn(clerk, 'cangku')
  // Other walks write purchase orders meanwhile: a figure and a list that were read with one between them are read once more.
  await expect(async () => {
    await clerk.goto('/dashboard')
    // Orders wait in more than one state: each is a line with a list of its own.
    const kind = clerk.getByRole('list', { name: '按单据' }).getByRole('listitem').filter({ hasText: '采购单' }).first()
    const value = Number(await kind.locator('strong').textContent())
    const others = Number(/另有 (\d+) 项/.exec((await kind.textContent()) ?? '')?.[1] ?? 0)
    await kind.getByRole('link').first().click()
    await expect(clerk.locator('main .list-foot:visible').first()).toContainText(`共 ${value + others} 条`, { timeout: 3000 })
  }).toPass({ timeout: 40_000 })

  await page.goto('/dashboard')
  // Charts are drawn when the person scrolls to them.
  await expect(home.getByRole('navigation', { name: '系统管理快捷入口' })).toBeVisible()
  const chart = page.getByRole('img', { name: /^在库原料批/ })
  await expect(chart).toHaveCount(0)
  await home.evaluate((section) => section.scrollIntoView({ block: 'end' }))
  await expect(chart.locator('svg')).toBeVisible()
  const asTable = page.locator('figure').filter({ has: chart })
  await asTable.getByText('以表格显示').click()
  const released = asTable.getByRole('row').filter({ hasText: '合格' }).first().getByRole('link')
  const count = await released.textContent()
  await released.click()
  await expect(listed).toContainText(`共 ${count} 条`)
  const lotNo = (await page.locator('main tbody tr:visible td').first().textContent())!

  const field = page.getByRole('combobox', { name: /^页面、批号/ })
  await page.keyboard.press('Control+k')
  await field.fill(lotNo.toLowerCase())
  await expect(page.getByRole('group', { name: '批次与单据' }).getByRole('option').first()).toContainText(lotNo)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/yuanliao-kucun?q=${lotNo}`)
  await expect(listed).toContainText('共 1 条')

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: '最近打开' }).getByRole('option')).toContainText(lotNo)
  await field.fill('dg')
  const herb = page.getByRole('group', { name: '药材与产品' }).getByRole('option').first()
  await expect(herb).toContainText('当归')
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})
