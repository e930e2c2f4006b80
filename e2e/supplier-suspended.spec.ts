import { randomUUID } from 'node:crypto'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { signIn } from './sign-in.ts'

const supplier = '渭源县会川镇宝源药材购销有限公司'
const reason = `抽检水分不符，待复核 ${Date.now()}`

/** A page of another person, in a browser of their own. */
async function pageOf(browser: Browser, baseURL: string, userName: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage()
  await signIn(page, userName)
  return page
}

/** Takes the steps that this test does not watch, at the interface of the server. */
async function ask(page: Page, baseURL: string, path: string, data: object) {
  const answer = await page.request.post(`/api${path}`, { data, headers: { origin: baseURL, 'idempotency-key': randomUUID() } })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** An order of 党参 from the supplier that this test suspends; no other test orders from them. */
async function order(buyer: Page, baseURL: string): Promise<{ id: string; orderNo: string }> {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const choices = async (of: 'suppliers' | 'materials') =>
    (await buyer.request.get(`/api/purchase-orders/${of}?category=crude_drug&on=${today}`)).json()
  const suppliers = await choices('suppliers')
  const material = (await choices('materials')).find((one: { name: string }) => one.name === '党参')
  return ask(buyer, baseURL, '/purchase-orders', {
    category: 'crude_drug',
    supplierId: suppliers.find((one: { name: string }) => one.name === supplier).id,
    purchasedOn: today,
    expectedOn: null,
    lines: [
      {
        materialId: material.id,
        agreedOrigin: { province: '甘肃省', city: '定西市', county: '渭源县' },
        quantity: '120',
        unitPrice: '58',
      },
    ],
  })
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a supplier is suspended while a clerk has an order open: the order is marked, and neither submitted, approved nor received', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const [buyer, qa, manager, store] = (await Promise.all(
    ['caigou', 'qa', 'shengchan2', 'cangku'].map((userName) => pageOf(browser, baseURL!, userName)),
  )) as [Page, Page, Page, Page]
  const draft = await order(buyer, baseURL!)
  const waiting = await order(buyer, baseURL!)
  const ready = await order(buyer, baseURL!)
  for (const { id } of [waiting, ready]) await ask(buyer, baseURL!, `/purchase-orders/${id}/submit`, {})
  await ask(manager, baseURL!, `/purchase-orders/${ready.id}/approve`, {})

  await buyer.goto(`/yuanliao-caigou?q=${draft.orderNo}`)
  await expect(rowOf(buyer, draft.orderNo)).toContainText('草稿')

  await test.step('quality assurance stops the supplier at once', async () => {
    await qa.goto('/system-qiye?q=S007')
    await rowOf(qa, 'S007').getByRole('button', { name: '详情' }).click()
    await qa.getByRole('button', { name: '紧急暂停' }).click()
    const dialog = qa.getByRole('dialog', { name: `紧急暂停 ${supplier}` })
    await expect(dialog).toContainText('现有未完采购单 3 张')
    await dialog.getByLabel('原因').fill(reason)
    await dialog.getByRole('button', { name: '紧急暂停' }).click()
    await expect(qa.getByRole('alert').filter({ hasText: `供应商临时暂停：${reason}` })).toBeVisible()
  })

  await test.step('the clerk is refused, and sees why on the order', async () => {
    await rowOf(buyer, draft.orderNo).getByRole('button', { name: '提交' }).click()
    await expect(buyer.getByText('供应商不在合格名录或资质已过有效期').filter({ visible: true }).first()).toBeVisible()
    await expect(rowOf(buyer, draft.orderNo)).toContainText(`供应商临时暂停：${reason}`)
    await expect(rowOf(buyer, draft.orderNo)).toContainText('草稿')
    await rowOf(buyer, draft.orderNo).getByRole('button', { name: '详情' }).click()
    await expect(buyer.getByRole('alert').filter({ hasText: reason })).toContainText('只能登记拒收')
  })

  await test.step('nor is a waiting order approved, or an approved one received', async () => {
    await manager.goto(`/yuanliao-caigou?q=${waiting.orderNo}`)
    await expect(rowOf(manager, waiting.orderNo).getByRole('button', { name: '批准' })).toHaveAttribute('aria-disabled', 'true')
    await store.goto(`/yuanliao-caigou?q=${ready.orderNo}`)
    await rowOf(store, ready.orderNo).getByRole('button', { name: '到货验收' }).click()
    await expect(store.getByRole('alert').filter({ hasText: reason })).toContainText('货物不能入库')
  })

  await test.step('in a new order the supplier is grey and says why', async () => {
    await buyer.goto('/yuanliao-caigou')
    await buyer.getByRole('button', { name: '新建采购单' }).click()
    const field = buyer.getByRole('combobox', { name: '供应商' })
    await field.fill('渭源')
    await expect(buyer.locator('.ant-select-item-option-disabled').filter({ hasText: reason })).toBeVisible()
  })

  await test.step('the head of quality finds the stop among the tasks, and confirms it', async () => {
    const head = await pageOf(browser, baseURL!, 'zhiliang')
    await head.goto('/')
    await expect(head.getByText('确认暂停').filter({ visible: true }).first()).toBeVisible()
    await head.goto('/system-qiye?q=S007')
    await rowOf(head, 'S007').getByRole('button', { name: '详情' }).click()
    await head.getByRole('button', { name: '确认暂停' }).click()
    const dialog = head.getByRole('dialog', { name: `确认暂停 ${supplier}` })
    await expect(dialog).toContainText(reason)
    await dialog.getByLabel('核实结论').fill('复检水分不符')
    await dialog.getByLabel('签名口令').fill('Bencao@2026')
    await dialog.getByRole('button', { name: '签名并确认暂停' }).click()
    await expect(head.getByRole('alert').filter({ hasText: `供应商已暂停：${reason}` })).toBeVisible()
  })
})
