import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { longRecord } from '#server/test/long-record.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

test('a record of more than hundred pages says how far it is, goes on while its window is closed, and hands its file out', async ({
  page,
  playwright,
  baseURL,
}) => {
  test.setTimeout(180_000)
  // A herb of its own: by this standard of 199 items nobody else tests.
  const { lotNo } = await longRecord(peopleAt(playwright.request, baseURL!), '丹参')
  await signIn(page, 'fuhe')
  // Where nothing else is under way it is over within two looks: all that was said is kept.
  await page.addInitScript(() => {
    const said = new Set<string>()
    Object.assign(window, { said })
    const listen = () => {
      for (const one of document.querySelectorAll('[role=status]')) said.add(one.textContent)
    }
    new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const said = () => page.evaluate(() => ('said' in window && window.said instanceof Set ? [...window.said].join('\n') : ''))
  const openRecord = async () => {
    await page.goto(`/yuanliao-qingyan?q=${lotNo}`)
    await page
      .getByRole('row')
      .filter({ hasText: lotNo })
      .getByRole('button', { name: /^详\s?情$/ })
      .click()
    await page.getByRole('button', { name: /^打\s?印$/ }).click()
    await page.getByRole('menuitem', { name: '检验原始记录' }).click()
    return page.getByRole('dialog', { name: /^检验原始记录/ })
  }
  const underWay = page.getByRole('status').filter({ hasText: '正在排版' })

  const first = await openRecord()
  await test.step('the preview says that it is being set, until it is there', async () => {
    await expect(first.locator('iframe')).toBeVisible({ timeout: 60_000 })
    await expect(underWay).toHaveCount(0)
    // How many pages are set by then is another look's to tell, which may come too late here: the test of the papers asks for it.
    expect(await said()).toMatch(/正在排版预览/)
  })

  await test.step('the print says so too, and goes on while the window is closed', async () => {
    await first.getByRole('button', { name: '登记并打印' }).click()
    await expect(underWay.or(first.getByText('已打印 1 次')).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(first).toBeHidden()
  })

  await test.step('whoever comes back finds the print and takes its file', async () => {
    const again = await openRecord()
    await expect(again.getByText('已打印 1 次')).toBeVisible({ timeout: 60_000 })
    await again.getByText('已打印 1 次').click()
    const handedOut = page.waitForEvent('download')
    await again.getByRole('button', { name: '下载第 1 次打印' }).click()
    const pages = await readPdf(readFileSync(await (await handedOut).path()))
    expect(pages.length).toBeGreaterThanOrEqual(100)
    expect(pages.at(-1)).toContain(`第${pages.length}页，共${pages.length}页`)
    expect(pages.join('')).toContain('部位199灰分')
  })
})
