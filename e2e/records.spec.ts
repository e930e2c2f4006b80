import { expect, test } from '@playwright/test'
import { signIn } from './sign-in.ts'

test('the register is narrowed to a herb, its trend is read as a picture and as a table, and a product’s year is reviewed', async ({
  page,
}) => {
  await signIn(page, 'zhuguan')
  await page.goto('/system-jilu')
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click()
    await page.locator('.ant-select-item-option:visible', { hasText: option }).first().click()
  }

  const register = page.getByRole('region', { name: '质检记录列表' })
  await choose('品种', '当归（原料）')
  await expect(page).toHaveURL(/goodsId=/)
  await expect(register.getByRole('row').nth(1)).toContainText('当归')
  await expect(register.getByRole('row', { name: /黄芪|党参|丹参/ })).toHaveCount(0)

  await page.getByText('趋势', { exact: true }).click()
  await expect(page.getByText('请选择项目；只有数值结果的项目可以作趋势图')).toBeVisible()
  await choose('项目', '水分')
  await expect(page.getByRole('heading', { name: /当归\s水分（%）/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /当归水分趋势/ }).locator('canvas, svg')).toBeVisible()
  await page.getByText('以表格显示').click()
  const points = page.getByRole('region', { name: '当归水分趋势' })
  const file = points.getByRole('button', { name: /^QY/ }).first()
  const requestNo = await file.innerText()
  await file.click()
  await expect(page.getByRole('dialog')).toContainText(requestNo)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // What there is to choose from cannot be read: it says so and can be tried again.
  await page.route('**/api/record-choices*', (route) => route.abort())
  await page.goto('/system-jilu?view=review')
  await expect(page.getByRole('alert')).toContainText('网络连接失败')
  await page.unroute('**/api/record-choices*')
  await page.getByRole('button', { name: '重试' }).click()
  await choose('产品', '当归 薄片')
  await expect(page.getByRole('heading', { name: /^批次（\d+）/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^检验结果统计（\d+）/ })).toBeVisible()
  await page.getByRole('button', { name: '打印 A4' }).click()
  await expect(page.getByText(/年度产品质量回顾/)).toBeVisible()

  // Each page of the paper says which of how many it is, as the browser has understood it; no ground of the screen reaches the paper.
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => document.documentElement.setAttribute('data-dark', ''))
  const paper = await page.locator('.print-sheet').evaluate((sheet) => ({
    pages: [...document.styleSheets].flatMap((one) => [...one.cssRules]).map((rule) => (rule instanceof CSSPageRule ? rule.cssText : '')),
    grounds: [...new Set([sheet, ...sheet.querySelectorAll('*')].map((part) => getComputedStyle(part).backgroundColor))],
    scheme: getComputedStyle(document.documentElement).colorScheme,
  }))
  expect(paper.pages.join('\n')).toMatch(/@bottom-right[^}]*counter\(page\)[^}]*counter\(pages\)/)
  expect(paper.grounds).toEqual(['rgba(0, 0, 0, 0)'])
  expect(paper.scheme).toBe('light')
})
