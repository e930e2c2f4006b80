import { expect, test, type Page } from '@playwright/test'
import { qrApi } from '#contract/packing/codes.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { deliveredSale } from '#server/demo/sale.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'
import { specOfItsOwn } from './spec-of-its-own.ts'

test.use({ actionTimeout: 20_000 })

const dialog = (page: Page, title: RegExp) => page.getByRole('dialog', { name: title })

test('a mock recall lists lots, customers and every kilogram with its seconds, and touches neither stock nor codes', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const as = peopleAt(playwright.request, baseURL!)
  const spec = await specOfItsOwn(as, '当归', '演练')
  const pack = await releasedPack(as, { packs: 20, spec, line: '召回线', room: '召回包装间' })
  await deliveredSale(as, { pack, packs: 12 })
  const labels = String(await (await as('baozhuang')).ask(qrApi.download, { id: pack.packRangeId }))
  const code = /,([0-9A-Z]{20}),/.exec(labels)?.[1] ?? ''
  const standing = async () => (await (await as('qa')).ask(stockApi.list, { q: pack.lotNo })).rows
  const before = await standing()

  await signIn(page, 'qa')
  await page.goto('/zhiliang-shijian?view=recall')
  await page.getByRole('button', { name: '发起召回或演练' }).click()
  const form = dialog(page, /^发起召回或演练$/)
  await expect(form.getByText('演练只列出批次与客户并记下用时')).toBeVisible()
  await form.getByRole('combobox', { name: '批次' }).fill(pack.lotNo)
  await page.locator('.ant-select-item-option').filter({ hasText: pack.lotNo }).click()
  await expect(form.getByRole('region', { name: '涉及的范围' })).toContainText('1 家客户')
  await form.getByLabel('原因').fill('年度演练：从一批成品到每家客户')
  await form.getByRole('button', { name: /^提\s?交$/ }).click()

  const drawer = dialog(page, /^召回演练 ZH/)
  await expect(drawer.getByText(/^\d+\.\d{3} 秒列出全部批次与客户$/)).toBeVisible()
  await expect(drawer.getByText('100% 有去向')).toBeVisible()
  await expect(drawer.getByRole('row').filter({ hasText: pack.lotNo })).toBeVisible()
  await drawer.getByRole('tab', { name: '客户 1' }).click()
  await expect(drawer.getByText('演练，未通知')).toBeVisible()
  await expect(drawer.getByText(/^12 件/)).toBeVisible()
  // An ended drill has no further step.
  for (const step of ['启动召回', '结束召回', '撤销召回']) await expect(drawer.getByRole('button', { name: step })).toHaveCount(0)

  // What it brought to light is told from here, and stands beside it.
  await drawer.getByRole('tab', { name: '发现与措施 0' }).click()
  await drawer.getByRole('button', { name: '上报发现' }).click()
  const telling = dialog(page, /^上报质量事件$/)
  await expect(telling.getByText(/^召回与演练 ZH/)).toBeVisible()
  await telling.getByRole('combobox', { name: '来源' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '人员' }).click()
  await telling.getByLabel('一句话说明').fill('客户的联系电话已停用')
  await telling.getByLabel('经过').fill('按清单打电话，改由总机转接')
  await telling.getByRole('button', { name: /^上\s?报$/ }).click()
  await expect(telling).toBeHidden()
  await drawer.getByRole('tab', { name: '发现与措施 1' }).click()
  await drawer.getByRole('link', { name: /^PC\d{11}$/ }).click()
  await expect(dialog(page, /PC\d{11}/).getByRole('link', { name: /^召回与演练 ZH/ })).toBeVisible()

  expect(await standing()).toEqual(before)
  const stranger = await (await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 } })).newPage()
  await stranger.goto(`/index?c=${code}`)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('正品，检验合格')
  await expect(stranger.getByText('召回')).toHaveCount(0)
})
