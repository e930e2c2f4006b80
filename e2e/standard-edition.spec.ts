import { expect, test, type Page } from '@playwright/test'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { standardApi } from '#contract/laboratory/standard.ts'
import { approvedVersionChange } from '#server/demo/change.ts'
import { demoPassword } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

const herb = '川芎'
const edition = '2025年版一部'
const sign = async (page: Page, button: string) => {
  await page.getByLabel('签名口令').fill(demoPassword)
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
}

test('a new edition of a standard while a lot is under test: the lot keeps the old one, the next lot gets the new one', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const as = peopleAt(playwright.request, baseURL!)
  const today = dayInShanghai(new Date())
  const first = await receivedLot(as, { material: herb })
  const clerk = await as('cangku')
  const [old] = (await clerk.ask(rawInspectionApi.lots, { lotId: first.lotId })).rows[0]!.standards
  const tested = await clerk.ask(rawInspectionApi.request, { lotId: first.lotId, department: '仓库' })
  const { items, standard } = await (await as('zhuguan')).ask(standardApi.read, { id: old!.versionId })
  const water = items.findIndex((item) => item.name === '水分') + 1

  // The author writes the next edition, with a tighter limit, and signs it.
  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'zhuguan')
  await page.goto(`/system-zidian?q=${herb}&state=effective&of=material`)
  await page.getByRole('button', { name: '新版本' }).click()
  await page.getByLabel('版本', { exact: true }).fill(edition)
  await page.getByLabel('生效日期').fill(today)
  await page.getByRole('button', { name: '建立草稿' }).click()
  const limit = page.getByLabel(`第${water}项 上限`, { exact: true })
  await expect(limit).toHaveValue(/^\d/)
  await limit.fill('9.0')
  await expect(page.getByText('里没有限度9.0，请核对')).toBeVisible()
  await page.getByLabel(`第${water}项 标准规定`).fill('')
  await expect(page.getByText('里没有限度9.0，请核对')).toBeHidden()
  await page.getByRole('button', { name: '保存并提交批准' }).click()
  await sign(page, '提交批准')
  await expect(page.getByText('等待另一人批准')).toBeVisible()

  // A lot was requested by the edition before: another person approves the new one with an approved change alone.
  await approvedVersionChange(as, { record: 'standard', id: standard.standardId, plan: '水分限度改为9.0%' })
  const approver = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await approver.setViewportSize({ width: 1600, height: 900 })
  await signIn(approver, 'shouquan')
  await approver.goto(`/system-zidian?q=${herb}&state=written`)
  await approver.getByRole('button', { name: '批准', exact: true }).click()
  await expect(approver.getByRole('dialog').getByText('不得过9.0%')).toBeVisible()
  // What could be calculated and is typed all the same is read before the signature.
  await expect(approver.getByText('没有选计算公式，结果由检验人手工填写')).toBeVisible()
  await approver.getByRole('checkbox', { name: '已逐项核对' }).check()
  await sign(approver, '批准')
  await expect(approver.getByText(`已批准，自 ${today} 生效`)).toBeVisible()

  // Both editions side by side; the old one has ended, and one lot is still tested by it.
  await page.goto(`/system-zidian?q=${herb}&state=ended&of=material`)
  await page.getByRole('button', { name: '详情' }).click()
  await expect(page.getByText('1 批，换版后仍按此版检验')).toBeVisible()
  // By keyboard: there is one other edition, and a list opened while the drawer slides in would hang beside it.
  await page.getByRole('combobox', { name: '与另一版对比' }).press('ArrowDown')
  await page.getByRole('combobox', { name: '与另一版对比' }).press('Enter')
  await expect(page.getByText(/修改 1 项/)).toBeVisible()

  // The warehouse: the lot under test shows the edition it was requested by, the next lot gets the new one.
  const warehouse = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await warehouse.setViewportSize({ width: 1600, height: 900 })
  await signIn(warehouse, 'cangku')
  await warehouse.goto(`/yuanliao-qingyan?q=${tested.requestNo}`)
  await expect(warehouse.getByRole('row', { name: new RegExp(tested.requestNo) })).toContainText(old!.name)
  const second = await receivedLot(as, { material: herb })
  const { standards } = (await clerk.ask(rawInspectionApi.lots, { lotId: second.lotId })).rows[0]!
  expect(standards.map((standard) => standard.name)).toEqual([`《中国药典》${edition}`])
  const next = await clerk.ask(rawInspectionApi.request, { lotId: second.lotId, department: '仓库' })
  await warehouse.goto(`/yuanliao-qingyan?q=${next.requestNo}`)
  await expect(warehouse.getByRole('row', { name: new RegExp(next.requestNo) })).toContainText(`《中国药典》${edition}`)
})
