import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { stockApi } from '#contract/warehouse/stock.ts'
import { stocktakeApi } from '#contract/warehouse/stocktake.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { demoPassword } from '#server/demo/person.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

const dialog = (page: Page, title: RegExp) => page.getByRole('dialog', { name: title })

/** A person at a screen of their own, who has opened the count. */
async function at(browser: Browser, baseURL: string, userName: string, id: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, viewport: { width: 1600, height: 900 } })).newPage()
  await signIn(page, userName)
  await page.goto(`/yuanliao-kucun?view=count&id=${id}`)
  return page
}

const lineOf = (page: Page, lotNo: string) => page.getByRole('dialog').getByRole('row').filter({ hasText: lotNo })

/** Weighs what lies in the bin, without seeing the book. */
async function weigh(page: Page, lotNo: string, kg: string) {
  await lineOf(page, lotNo)
    .getByRole('button', { name: /^盘\s?点$/ })
    .click()
  const form = dialog(page, /^(盘点|复盘) \S+ YL/)
  await form.getByLabel('实盘数量').fill(kg)
  await form.getByRole('button', { name: /^记\s?录$/ }).click()
  await expect(form).toBeHidden()
}

async function signTogether(form: Locator, label: string, second: string) {
  await form.getByLabel('签名口令').fill(demoPassword)
  await form.getByLabel(`${label}账号`).fill(second)
  await form.getByLabel(`${label}口令`).fill(demoPassword)
}

test('a count that differs is counted again by another, decided by two, and the month closes with it', async ({
  browser,
  playwright,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const as = peopleAt(playwright.request, baseURL!)
  const lot = await releasedLot(as, { material: '川芎', quantity: '60' })
  const planned = await (await as('cangku')).ask(stocktakeApi.plan, { scope: 'herb', subject: '川芎' })
  const { id } = planned.count

  const keeper = await at(browser, baseURL!, 'cangku', id)
  await weigh(keeper, lot.lotNo, '50')
  await expect(lineOf(keeper, lot.lotNo).getByText('待复盘')).toBeVisible()
  await expect(lineOf(keeper, lot.lotNo).getByText('50.000')).toHaveCount(0)
  const other = await at(browser, baseURL!, 'cangku2', id)
  await weigh(other, lot.lotNo, '50')
  await expect(lineOf(other, lot.lotNo).getByText('超差，已冻结')).toBeVisible()

  const qa = await at(browser, baseURL!, 'qa', id)
  await lineOf(qa, lot.lotNo).getByRole('button', { name: '决定超差' }).click()
  const form = dialog(qa, /^决定超差/)
  await form.getByRole('combobox', { name: '差异原因' }).click()
  await qa.locator('.ant-select-item-option').filter({ hasText: '搬运洒漏' }).click()
  await form.getByLabel('调查情况').fill('袋口破损洒漏，已清扫称重')
  await signTogether(form, '质量负责人', 'zhiliang')
  await form.getByRole('button', { name: '签名并决定' }).click()
  await expect(qa.getByText(`${lot.lotNo} 已按实盘调整`)).toBeVisible()

  // What lies where the plan has none gets a line of its own.
  const stray = await releasedLot(as, { material: '白芍', quantity: '20' })
  const place = planned.lines[0]!.placeCode
  await keeper.getByRole('button', { name: '计划外找到' }).click()
  const found = dialog(keeper, /^计划外找到/)
  await found.getByLabel('货位').fill(place)
  await found.getByLabel('批号').fill(stray.lotNo)
  await found.getByRole('button', { name: '加入盘点' }).click()
  await expect(lineOf(keeper, stray.lotNo).getByText('待盘')).toBeVisible()

  // It turns out to lie in its own bin; the rest is as the book says.
  const counter = await as('cangku')
  const { lines } = await counter.ask(stocktakeApi.read, { id })
  for (const { lotId, placeId } of lines.filter(({ state }) => state === 'open')) {
    const { places } = await counter.ask(stockApi.raw.stock, { id: lotId })
    const quantity = places.find((one) => one.id === placeId)?.quantity ?? '0'
    await counter.ask(stocktakeApi.count, { id, lotId, placeId, quantity })
  }
  await keeper.reload()
  await keeper.getByRole('button', { name: '完成盘点' }).click()
  const settling = dialog(keeper, /^完成盘点/)
  await signTogether(settling, '批准人（QA）', 'qa')
  await settling.getByRole('button', { name: '签名并完成' }).click()
  await expect(keeper.getByText(/已完成，没有差异/)).toBeVisible()
  await expect(keeper.getByRole('dialog').getByText('已完成', { exact: true })).toBeVisible()

  await keeper.goto(`/yuanliao-kucun?view=month&q=${lot.lotNo}`)
  await expect(keeper.getByRole('row').filter({ hasText: lot.lotNo })).toContainText('盘亏')
  await expect(keeper.getByText(/期初 .* \+ 收入 .* − 发出 .* = 结存/)).toBeVisible()
})
