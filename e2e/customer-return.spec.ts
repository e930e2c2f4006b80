import { expect, test, type Browser, type Page } from '@playwright/test'
import { qrApi } from '#contract/packing/codes.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { demoPassword } from '#server/demo/person.ts'
import { packsOut, provenReturn } from '#server/demo/return.ts'
import { deliveredSale } from '#server/demo/sale.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'
import { specOfItsOwn } from './spec-of-its-own.ts'

test.use({ actionTimeout: 20_000 })

const dialog = (page: Page, title: RegExp) => page.getByRole('dialog', { name: title })
const button = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${[...name].join('\\s?')}$`) })

/** A person at a screen of their own, who opens the return, or the form of one. */
async function at(browser: Browser, baseURL: string, userName: string, id?: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, viewport: { width: 1600, height: 900 } })).newPage()
  await signIn(page, userName)
  await page.goto(`/yinpian-xiaoshou?view=returns${id === undefined ? '' : `&id=${id}`}`)
  return page
}

/** Not every list is searched. */
async function choose(page: Page, field: string, typed: string) {
  const box = page.getByRole('combobox', { name: field })
  await box.click()
  if (await box.isEditable()) await box.fill(typed)
  await page.locator('.ant-select-item-option:visible').filter({ hasText: typed }).first().click()
}

test('three packs of a box come back from a customer, lie apart, and are sold again; seven stay with the customer', async ({
  browser,
  playwright,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const as = peopleAt(playwright.request, baseURL!)
  const spec = await specOfItsOwn(as, '当归', '退货')
  const pack = await releasedPack(as, { packs: 10, spec, line: '退货线', room: '退货包装间' })
  const sale = await deliveredSale(as, { pack, packs: 10 })
  const out = await packsOut(as, sale)
  const box = out[0]?.box ?? ''
  expect(out.filter((one) => one.box === box)).toHaveLength(10)
  const [first, second, third, fourth] = out.map(({ code }) => code)

  const seller = await at(browser, baseURL!, 'xiaoshou')
  await button(seller, '申请退货').click()
  const asking = dialog(seller, /^申请退货$/)
  await choose(seller, '出库单', sale.shipmentNo)
  await asking.getByRole('spinbutton', { name: new RegExp(`${pack.lotNo}.*在客户处 10 袋`) }).fill('3')
  await choose(seller, '退货原因', '客户取消')
  await asking.getByLabel('客户处储存条件与运回方式').fill('阴凉库存放，未拆袋；由本厂车辆带回')
  await asking.getByRole('button', { name: /^提\s?交$/ }).click()
  await expect(dialog(seller, /^客户退货 TH/)).toBeVisible()
  const id = new URL(seller.url()).searchParams.get('id') ?? ''

  const qa = await at(browser, baseURL!, 'qa', id)
  await button(qa, '同意退货').click()
  const agreeing = dialog(qa, /^同意退货/)
  await agreeing.getByLabel('签名口令').fill(demoPassword)
  await agreeing.getByRole('button', { name: '签名并同意' }).click()
  await expect(agreeing).toBeHidden()

  const keeper = await at(browser, baseURL!, 'cangku', id)
  await button(keeper, '收货').click()
  const receiving = dialog(keeper, /^退货收货/)
  const scan = receiving.getByLabel('扫描箱码或袋码')
  for (const [place, code] of [first, second, third].entries()) {
    await scan.fill(code ?? '')
    await scan.press('Enter')
    await expect(receiving.getByText(`已扫 ${place + 1} 个码`)).toBeVisible()
  }
  // A fourth was not agreed; a code is not counted twice.
  await scan.fill(first ?? '')
  await scan.press('Enter')
  await expect(receiving.getByText(`${first} 已经扫过，不重复计数`)).toBeVisible()
  await choose(keeper, '退货区货位', 'C')
  await receiving.getByLabel('外观').fill('袋子干燥完好，标签清晰')
  await receiving.getByLabel('签名口令').fill(demoPassword)
  await receiving.getByRole('button', { name: /^收\s?货$/ }).click()
  await expect(receiving).toBeHidden()

  await qa.reload()
  await button(qa, '检验').click()
  const inspecting = dialog(qa, /^退货检验/)
  await inspecting.getByRole('radio', { name: '符合', exact: true }).check()
  await inspecting.getByLabel('检验所见').fill('包装完好，性状与留样一致')
  await inspecting.getByLabel('签名口令').fill(demoPassword)
  await inspecting.getByRole('button', { name: '签名并提交' }).click()
  await expect(inspecting).toBeHidden()

  await provenReturn(as, id)
  await qa.reload()
  await button(qa, '处理').click()
  const deciding = dialog(qa, /^处理退货/)
  await choose(qa, pack.lotNo, '重新入库')
  await deciding.getByLabel('最终处理意见与依据').fill('储运有证明，包装完好')
  await deciding.getByLabel('签名口令').fill(demoPassword)
  await deciding.getByLabel('质量负责人账号').fill('zhiliang')
  await deciding.getByLabel('质量负责人口令').fill(demoPassword)
  await deciding.getByRole('button', { name: '签名并决定' }).click()
  await expect(deciding).toBeHidden()

  await keeper.reload()
  await button(keeper, '重新入库').click()
  const storing = dialog(keeper, /^重新入库/)
  await choose(keeper, '成品合格区货位', 'C')
  await storing.getByRole('button', { name: '重新入库' }).click()
  await expect(keeper.getByText('已重新入库，可以再次销售')).toBeVisible()

  const packer = await as('baozhuang')
  for (const code of [first, second, third]) expect((await packer.ask(qrApi.lookUp, { code: code ?? '' })).state).toBe('in_stock')
  expect((await packer.ask(qrApi.lookUp, { code: fourth ?? '' })).state).toBe('shipped')
  const { contents } = await packer.ask(qrApi.lookUp, { code: box })
  expect(contents.map(({ packs }) => packs)).toEqual([7])
})
