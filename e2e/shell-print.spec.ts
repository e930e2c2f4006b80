import { expect, test, type Page } from '@playwright/test'
import { pdfText, withoutBlanks } from './pdf-text.ts'
import { signIn } from './sign-in.ts'

/** What the printer would get from Ctrl-P, with the grounds printed as well, which is the worse case. */
const printed = async (page: Page) => pdfText(await page.pdf({ printBackground: true, preferCSSPageSize: true }))
const has = (paper: string, ...words: readonly string[]) => {
  for (const one of words) expect(paper).toContain(withoutBlanks(one))
}
const hasNot = (paper: string, ...words: readonly string[]) => {
  for (const one of words) expect(paper).not.toContain(withoutBlanks(one))
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'admin')
})

test('home prints what waits, without menu and tabs, and says whose it is and who printed it', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const heading = await page.getByRole('heading', { level: 1 }).innerText()
  const paper = await printed(page)
  has(paper, heading, '岷州本草饮片有限公司', '陈管理 打印于')
  hasNot(paper, '标签操作')
})

test('a list prints as a table with its filters above, in the words of the screen', async ({ page }) => {
  await page.goto('/yuanliao-kucun?q=dg&sort=-lotNo')
  const rows = page.getByRole('region', { name: '原料库存列表' }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const lots = await rows.locator('td:first-child').allInnerTexts()
  const good = page.locator('tbody .tag-good').first()
  await expect(good).toBeVisible()
  const paper = await printed(page)
  // In black and white a verdict is told by its sign.
  has(paper, `✓${await good.innerText()}`)
  has(paper, '筛选：搜索“dg”', '按批号从大到小', `第 1–${lots.length} 条，共 ${lots.length} 条`, ...lots)
  hasNot(paper, '导出 Excel', '货位卡', '标签操作')
})

test('Ctrl-P prints all rows that a list was asked for, and not only its page', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.print = () => void document.body.setAttribute('data-printed', '')
  })
  await page.goto('/system-jilu?view=results')
  const foot = page.getByRole('navigation', { name: '检验结果分页' })
  await expect(foot).toBeVisible()
  const total = Number(/共 (\d+) 条/.exec(await foot.innerText())?.[1])
  expect(total, 'more than a page').toBeGreaterThan(20)
  const shown = page.getByRole('region', { name: '检验结果列表' }).locator('tbody tr')
  await expect(shown).toHaveCount(20)
  has(await printed(page), '第 1–20 条', '全部打印请按Ctrl-P') // the browser's own menu does not wait
  await page.keyboard.press('Control+p')
  await expect(page.locator('body[data-printed]')).toBeVisible()
  const all = Math.min(total, 1000)
  await expect(shown).toHaveCount(all)
  has(await printed(page), `第 1–${all} 条`)
  await expect(shown).toHaveCount(20) // the screen is as it was
})

test('the history of a lot prints its graph and its balance, and a recall the list that is open', async ({ page }) => {
  await page.goto('/suyuan-lvli?q=dg')
  await page.getByRole('row').filter({ hasText: /^YL/ }).last().getByRole('button', { name: '查看履历' }).click()
  await expect(page.getByRole('region', { name: '谱系图' })).toBeVisible()
  const supplier = await page.locator('.trace-supplier .trace-strong').first().innerHTML()
  const paper = await printed(page)
  has(paper, '谱系', supplier, '物料平衡', '来（kg）', '去（kg）', '差额')
  hasNot(paper, '单据与签名', '扫码')
  await expect(page.getByRole('tab', { name: '单据与签名' })).toBeVisible() // the screen is as it was
  await page.getByRole('button', { name: '模拟召回' }).click()
  const drawer = page.getByRole('dialog', { name: /^模拟召回/ })
  await expect(drawer.getByText('需通知的客户')).toBeVisible()
  const customer = await drawer.getByRole('region', { name: '需通知的客户' }).locator('tbody td').first().innerText()
  const recall = await printed(page)
  // Whose it is stands above it on the same sheet.
  has(recall, '岷州本草饮片有限公司', '模拟召回', '需通知的客户', customer, '发运明细', '打印于')
  hasNot(recall, '差额', '导出清单')
})

test('in dark mode the paper is white and its text black', async ({ page }) => {
  await page.goto('/theme')
  await page.getByRole('switch', { name: '深色模式' }).click()
  await page.goto('/yinpian-kucun')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const colours = await page.locator('#main, #main .page, #main th, #main td, #main h1').evaluateAll((parts) =>
    parts.map((part) => {
      const { color, backgroundColor } = getComputedStyle(part)
      return `${color} on ${backgroundColor}`
    }),
  )
  expect(new Set(colours)).toEqual(new Set(['rgb(0, 0, 0) on rgba(0, 0, 0, 0)']))
})
