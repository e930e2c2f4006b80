import { expect, test, type Browser, type Page } from '@playwright/test'
import { processApi } from '#contract/making/process-version.ts'
import { approvedVersionChange } from '#server/demo/change.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

/** A window of its own in which one account is signed in. */
async function windowOf(browser: Browser, userName: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  await signIn(page, userName)
  return page
}

const rowOf = (page: Page, state: string) => page.locator('tbody tr', { hasText: state })

test('a process is rewritten by one person, reviewed by another and approved by a third, and takes over', async ({
  browser,
  playwright,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const as = peopleAt(playwright.request, baseURL!)
  const [process] = (await (await as('shengchan2')).ask(processApi.list, { q: 'GY-P011' })).rows
  await approvedVersionChange(as, { record: 'process', id: process!.productId, plan: '增加冷却工序' })
  const list = '/system-jiagong?q=GY-P011'
  const author = await windowOf(browser, 'shengchan2')
  await author.goto(list)
  await rowOf(author, '现行').getByRole('button', { name: '复制为新版' }).click()
  await author.getByLabel('变更内容与依据').fill('变更控制 BG-2026-020：增加冷却工序')
  await author.getByRole('button', { name: '建立草稿' }).click()
  await rowOf(author, '草稿').getByRole('button', { name: '修改' }).click()
  await author.getByRole('button', { name: '添加工序' }).click()
  const added = author.getByRole('group', { name: /^工序 6/ })
  await added.getByLabel('工序', { exact: true }).click()
  for (let down = 0; down < 6; down++) await author.keyboard.press('ArrowDown')
  await author.keyboard.press('Enter')
  await added.getByRole('button', { name: '添加参数' }).click()
  await added.getByLabel('参数', { exact: true }).fill('终点温度')
  await added.getByLabel('上限').fill('30')
  await author.getByRole('button', { name: '上移工序6' }).click()
  await author.getByRole('button', { name: '保存草稿' }).click()
  await rowOf(author, '草稿').getByRole('button', { name: '提交审核' }).click()
  await author.getByLabel('签名口令').fill('Bencao@2026')
  await author.getByRole('dialog').getByRole('button', { name: '提交审核' }).click()
  // The person who wrote it cannot review it: the button says so and stays grey.
  await expect(rowOf(author, '待审核').getByRole('button', { name: '审核', exact: true })).toHaveAttribute('aria-disabled', 'true')

  for (const [userName, step, state] of [
    ['qa', '审核', '待审核'],
    ['shouquan', '批准', '待批准'],
  ] as const) {
    const signer = await windowOf(browser, userName)
    await signer.goto(list)
    await rowOf(signer, state).getByRole('button', { name: step, exact: true }).click()
    const dialog = signer.getByRole('dialog')
    await expect(dialog.getByText('工序 5 冷却：整道工序')).toBeVisible()
    await dialog.getByLabel('签名口令').fill('Bencao@2026')
    await dialog.getByRole('button', { name: step, exact: true }).click()
    await expect(rowOf(signer, state)).toHaveCount(0)
    await signer.close()
  }

  await author.reload()
  await expect(rowOf(author, '已被取代')).toHaveCount(1)
  await expect(rowOf(author, '现行')).toContainText('卫生产 / 郑质保 / 冯受权')
  await rowOf(author, '现行').getByRole('button', { name: '查看' }).click()
  const drawer = author.getByRole('dialog')
  await expect(drawer.getByRole('cell', { name: '≤30 ℃', exact: true })).toBeVisible()
  await expect(drawer.getByText('第2版与第1版有 1 处不同')).toBeVisible()
})
