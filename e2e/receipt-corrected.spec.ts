import { randomUUID } from 'node:crypto'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { correctionApi } from '#contract/cases/correction.ts'
import { demoPassword, signed } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { peopleAt } from './people-at.ts'
import { previewed } from './previewed.ts'
import { signIn } from './sign-in.ts'

const dialog = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** The order with its receipts, as everybody reads it. */
async function openOrder(page: Page, orderNo: string): Promise<Locator> {
  await page.goto(`/yuanliao-caigou?q=${orderNo}`)
  await rowOf(page, orderNo)
    .getByRole('button', { name: /^详\s?情$/ })
    .click()
  const order = dialog(page, `采购单 ${orderNo}`)
  await expect(order.getByRole('heading', { name: '到货验收记录' })).toBeVisible()
  return order
}

/** The card of the lot says how much is in the house. */
async function expectOnHand(page: Page, lotId: string, quantity: string) {
  await page.goto(`/yuanliao-kucun?lot=${lotId}`)
  await expect(
    dialog(page, /^货位卡/)
      .getByText(quantity)
      .first(),
  ).toBeVisible()
}

test('a receipt typed wrong is put right by two persons: the old values stay struck through, stock and order follow', async ({
  page,
  playwright,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const lot = await receivedLot(peopleAt(playwright.request, baseURL!), { material: '黄芪', quantity: '500' })
  await page.setViewportSize({ width: 1600, height: 900 })

  await signIn(page, 'qa')
  const order = await openOrder(page, lot.orderNo)
  await rowOf(page, lot.lotNo)
    .getByRole('button', { name: /^更\s?正$/ })
    .click()
  const form = dialog(page, `更正 黄芪 ${lot.lotNo}`)
  await expect(form.getByLabel('净重 (kg)')).toHaveValue('500')
  const typed = await form.getByLabel('供应商批号').inputValue()
  await form.getByLabel('净重 (kg)').fill('450')
  await form.getByLabel('供应商批号').fill('HQ-450')
  await form.getByLabel('更正原因与依据').fill('过磅单原件为450 kg，供应商批号抄错')
  await form.getByLabel('签名口令').fill(demoPassword)
  await form.getByRole('button', { name: '提出更正' }).click()
  // The scale's gross and tare say otherwise: the refusal stands at the net weight.
  await expect(form.getByText('毛重减皮重')).toBeVisible()
  await form.getByLabel('毛重 (kg)').fill('454')
  await form.getByLabel('异常说明').fill('与随货单相差50 kg，按实重')
  await form.getByRole('button', { name: '提出更正' }).click()
  await expect(page.getByText('已提出，待第二人批准')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(order.getByRole('deletion')).toHaveCount(0)
  await expectOnHand(page, lot.lotId, '500.000')

  await signIn(page, 'zhiliang')
  await page.goto(`/zhiliang-shijian?view=correction&q=${lot.lotNo}`)
  const asked = rowOf(page, lot.lotNo)
  await expect(asked.getByRole('deletion').filter({ hasText: '500.000' })).toBeVisible()
  const correctionNo = (await asked.getByRole('cell').first().textContent()) ?? ''
  await asked.getByRole('button', { name: /^批\s?准$/ }).click()
  const approval = dialog(page, `批准更正 ${correctionNo}`)
  await approval.getByLabel('签名口令').fill(demoPassword)
  await approval.getByRole('button', { name: /^批\s?准$/ }).click()
  await expect(page.getByText(`${correctionNo} 已更正`)).toBeVisible()
  await expect(asked.getByText('已更正', { exact: true })).toBeVisible()

  const corrected = await openOrder(page, lot.orderNo)
  await expect(corrected.getByText('部分到货')).toBeVisible()
  await expect(corrected.getByText('500.000 kg / 450.000 kg')).toBeVisible()
  const line = rowOf(page, lot.lotNo)
  for (const [old, now] of [
    ['500.000 kg', '450.000 kg'],
    [typed, 'HQ-450'],
  ] as const) {
    const cell = line.getByRole('cell', { name: now })
    await expect(cell.getByRole('deletion')).toHaveText(old)
    await expect(cell).toContainText(correctionNo)
  }
  await corrected.getByRole('button', { name: '签名与历史' }).click()
  await expect(dialog(page, `${lot.receiptNo} 的历史`).getByText(`已被更正 ${correctionNo} 取代`)).toBeVisible()
  await dialog(page, `${lot.receiptNo} 的历史`).getByRole('button', { name: '关闭' }).click()
  const preview = previewed(page, 'receipt')
  await corrected.getByRole('button', { name: '打印到货验收记录' }).click()
  await expect(dialog(page, `到货验收记录 ${lot.receiptNo}`)).toBeVisible()
  const paper = await preview
  for (const words of [`${typed}HQ-450${correctionNo}`, `500.000kg450.000kg${correctionNo}`, `已被更正${correctionNo}取代`])
    expect(paper).toContain(words)
  await expectOnHand(page, lot.lotId, '450.000')
})

test('who asked for a correction does not approve it: the button is grey and says why, the server refuses, the record stays', async ({
  page,
  playwright,
  baseURL,
}) => {
  const as = peopleAt(playwright.request, baseURL!)
  const lot = await receivedLot(as, { material: '黄芪', quantity: '80' })
  // The administrator holds both duties; only the separation of persons is in the way.
  const own = await (
    await as('admin')
  ).ask(correctionApi.receiptLine, { id: lot.lotId, changes: { supplierLotNo: 'HQ-0926' }, reason: '抄错', signature: signed() })
  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'admin')
  await page.goto(`/zhiliang-shijian?view=correction&q=${own.correctionNo}`)
  const asked = rowOf(page, own.correctionNo)
  const approve = asked.getByRole('button', { name: /^批\s?准$/ })
  await expect(approve).toHaveAttribute('aria-disabled', 'true')
  await approve.hover()
  await expect(page.getByRole('tooltip')).toContainText('编制人不能批准自己的单据')
  const answer = await page.request.post(`/api/corrections/${own.id}/approve`, {
    data: { signature: signed() },
    headers: { 'idempotency-key': randomUUID(), origin: baseURL! },
  })
  expect(await answer.json()).toMatchObject({ status: 409, code: 'author_approves' })
  await asked.getByRole('button', { name: /^撤\s?回$/ }).click()
  const form = dialog(page, `撤回 ${own.correctionNo}`)
  await form.getByLabel('原因').fill('改由QA提出')
  await form.getByRole('button', { name: /^撤\s?回$/ }).click()
  await expect(asked.getByText('已撤回', { exact: true })).toBeVisible()
  const order = await openOrder(page, lot.orderNo)
  await expect(order.getByRole('deletion')).toHaveCount(0)
})
