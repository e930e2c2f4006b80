import { expect, test, type Locator, type Page } from '@playwright/test'
import { qrApi } from '#contract/packing/codes.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { demoPassword, type Person } from '#server/demo/person.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

type As = (userName: string) => Promise<Person>

/** A herb, the batch made of it, its packs on sale, and the code on one of them. */
async function packOnSale(as: As) {
  const herb = await releasedLot(as, { material: '当归', quantity: '60' })
  const batch = await conformingBatch(as, { lot: herb, quantity: '50', line: `线 ${herb.lotNo}` })
  const pack = await releasedPack(as, { batch, packs: 20, room: '拒收包装间' })
  const labels = String(await (await as('baozhuang')).ask(qrApi.download, { id: pack.packRangeId }))
  return { herb, batch, pack, code: /,([0-9A-Z]{20}),/.exec(labels)?.[1] ?? '' }
}

/** What a person who scans the pack is told first. */
async function scan(page: Page, code: string, told: string) {
  await page.goto(`/index?c=${code}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(told)
}

const dialog = (page: Page, title: RegExp) => page.getByRole('dialog', { name: title })

/** Quality assurance signs and the 质量负责人 beside them. */
async function signTogether(form: Locator, second: string) {
  await form.getByLabel('签名口令').fill(demoPassword)
  await form.getByLabel('质量负责人账号').fill(second)
  await form.getByLabel('质量负责人口令').fill(demoPassword)
}

async function chooseBin(page: Page, form: Locator) {
  await form.getByRole('combobox', { name: '不合格区货位' }).click()
  await page.locator('.ant-select-item-option').filter({ visible: true }).first().click()
}

/** Rejects one lot of the open case; to clear it is not offered, since the herb is rejected. */
async function rejectInCase(page: Page, lotNo: string) {
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: lotNo, exact: true }) })
  await row.getByRole('button', { name: /^处\s?置$/ }).click()
  const form = dialog(page, /^处置/)
  await expect(form.getByRole('radio', { name: /^解除/ })).toBeDisabled()
  await expect(form.getByText('不能解除，来源批还不能使用')).toBeVisible()
  await form.getByRole('radio', { name: /^判不合格/ }).check()
  await chooseBin(page, form)
  await form.getByLabel('处置结论').fill('来源批不合格，本批一并判不合格')
  await signTogether(form, 'zhiliang')
  await form.getByRole('button', { name: '签名并处置' }).click()
  await expect(page.getByText(`${lotNo} 已判不合格`)).toBeVisible()
  await expect(form).toBeHidden()
}

test('a pack is scanned before and after its herb is rejected: genuine first, then everybody is told to stop', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const { herb, batch, pack, code } = await packOnSale(peopleAt(playwright.request, baseURL!))
  const phone = await (await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })).newPage()
  await scan(phone, code, '正品，检验合格')

  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'qa')
  await page.goto(`/yuanliao-kucun?lot=${herb.lotId}`)
  const card = dialog(page, /^货位卡/)
  await expect(card.getByText('本批及其来源批没有妨碍使用的不合格')).toBeVisible()
  await card.getByRole('button', { name: '判不合格' }).click()
  const form = dialog(page, /^判不合格/)
  await form.getByLabel('决定依据').fill('复核发现含量计算有误，不符合规定')
  await chooseBin(page, form)
  // Nobody rejects alone: the refusal stands beside the second person's account.
  await signTogether(form, 'qa')
  await form.getByRole('button', { name: '签名并判不合格' }).click()
  await expect(form.getByText('同一人不能')).toBeVisible()
  await signTogether(form, 'zhiliang')
  await form.getByRole('button', { name: '签名并判不合格' }).click()
  await expect(page.getByText(`${herb.lotNo} 已判不合格，影响评估`)).toBeVisible()
  await scan(phone, code, '质量不合格，请停止使用')

  await page
    .getByRole('link', { name: /^SJ\d+$/ })
    .first()
    .click()
  await page
    .getByRole('row')
    .filter({ hasText: herb.lotNo })
    .getByRole('button', { name: /^详\s?情$/ })
    .click()
  await expect(page.getByText('共 2 批，待处置 2 批')).toBeVisible()
  await rejectInCase(page, batch.lotNo)
  await rejectInCase(page, pack.lotNo)
  await expect(page.getByText('共 2 批，待处置 0 批')).toBeVisible()
  await expect(dialog(page, /^影响评估/).getByText('已关闭', { exact: true })).toBeVisible()
  await scan(phone, code, '质量不合格，请停止使用')

  await page.goto(`/suyuan-lvli?q=${pack.lotNo}`)
  const standing = page.getByRole('region', { name: '不可使用的原因' })
  await expect(standing.getByRole('link', { name: `当归 ${herb.lotNo}` })).toBeVisible()
})
