import { expect, test } from '@playwright/test'
import { longRecord } from '#server/test/long-record.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

test('a record of more than hundred pages is printed while its asker does something else, and says how far it is', async ({
  page,
  playwright,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const { lotNo } = await longRecord(peopleAt(playwright.request, baseURL!))
  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'jianyan')
  await page.goto(`/yuanliao-qingyan?q=${lotNo}`)
  await page.getByRole('row').filter({ hasText: lotNo }).getByRole('button', { name: '详情' }).click()
  const open = async () => {
    await page.getByRole('button', { name: /^打\s?印$/ }).click()
    await page.getByRole('menuitem', { name: '检验原始记录' }).click()
    return page.getByRole('dialog', { name: /^检验原始记录/ })
  }
  const paper = await open()
  // The preview says how far it is, and shows the document when it is done.
  await expect(paper.getByRole('status')).toContainText(/正在排版预览，已排 \d+ 页/)
  const print = paper.getByRole('button', { name: '登记并打印' })
  await expect(print).toBeEnabled({ timeout: 60_000 })
  const began = Date.now()
  await print.click()
  await expect(paper.getByRole('status')).toContainText(/正在排版并登记打印，已排 \d+ 页/)
  await expect(paper.getByRole('status')).toContainText('可以关闭此窗口做别的事')
  await paper.getByRole('button', { name: 'Close' }).click()
  await expect(paper).toBeHidden()
  const again = await open()
  await expect(again.getByText('已打印 1 次')).toBeVisible({ timeout: 60_000 })
  console.log(`printed in ${Date.now() - began} ms while its window was closed`)
})
