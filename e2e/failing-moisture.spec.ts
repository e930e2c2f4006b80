import { expect, test, type Locator, type Page } from '@playwright/test'
import { demoPassword } from '#server/demo/person.ts'
import { sampled } from '#server/demo/inspection.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

const dialog = (page: Page, title: RegExp) => page.getByRole('dialog', { name: title })
/** Two characters of Chinese in a button are drawn with a gap between them. */
const button = (scope: Page | Locator, label: string) => scope.getByRole('button', { name: new RegExp(`^${[...label].join('\\s?')}$`) })

async function sign(form: Locator, label: string) {
  await form.getByLabel('签名口令').fill(demoPassword)
  await button(form, label).click()
  await expect(form).toBeHidden()
}

/** Opens the case of the lot from the list of all that is looked into. */
async function openCase(page: Page, lotNo: string): Promise<Locator> {
  await page.goto(`/zhiliang-shijian?view=oos&q=${lotNo}`)
  const row = page.getByRole('row').filter({ hasText: lotNo })
  await button(row, '详情').click()
  const drawer = dialog(page, /^检验结果超标/)
  await expect(drawer.getByText('全部结果').first()).toBeVisible()
  return drawer
}

test('a failing moisture goes from the reading to the decision by five people, and nobody writes over it', async ({
  browser,
  playwright,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const as = peopleAt(playwright.request, baseURL!)
  const { lotId, lotNo } = await receivedLot(as, { material: '当归' })
  await sampled(as, lotId, 'raw')
  const at = async (userName: string) => {
    const context = await browser.newContext({
      baseURL,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      viewport: { width: 1600, height: 900 },
    })
    const page = await context.newPage()
    await signIn(page, userName)
    return page
  }

  const analyst = await at('jianyan')
  await test.step('the analyst saves a moisture above the limit: it is kept, and the lot is held', async () => {
    await analyst.goto(`/yuanliao-qingyan?q=${lotNo}`)
    await button(analyst.getByRole('row').filter({ hasText: lotNo }), '检验').click()
    const form = dialog(analyst, /^检验 /)
    for (const [index, water] of ['4.50', '4.55'].entries()) {
      await form.getByRole('textbox', { name: new RegExp(`^水分.* 第${index + 1}份 水量`) }).fill(water)
      await form.getByRole('textbox', { name: new RegExp(`^水分.* 第${index + 1}份 取样量`) }).fill('25.00')
    }
    await button(form, '保存 1 项').click()
    await expect(form.getByText('18.1%').first()).toBeVisible()
    await expect(form.getByText('检验结果超标').first()).toBeVisible()
    await expect(form.getByRole('textbox', { name: /^水分/ })).toHaveCount(0)
  })

  await test.step('a second person goes through the checklist and finds nothing', async () => {
    const page = await at('fuhe')
    const drawer = await openCase(page, lotNo)
    await button(drawer, '实验室调查').click()
    const form = dialog(page, /^实验室调查/)
    for (const answer of await form.getByRole('radio', { name: '正常' }).all()) await answer.check()
    await form.getByRole('radio', { name: '未发现差错' }).check()
    await form.getByLabel('说明').fill('样品、仪器、计算与方法均无差错')
    await sign(form, '签名并完成调查')
    await expect(drawer.getByText('待QA裁定').first()).toBeVisible()
  })

  const quality = await at('qa')
  await test.step('quality assurance cannot accept it as it is, and fixes two retests by another analyst', async () => {
    const drawer = await openCase(quality, lotNo)
    await button(drawer, '裁定').click()
    const decision = dialog(quality, /^裁定/)
    await expect(decision.getByRole('radio', { name: /^不确认/ })).toBeDisabled()
    await expect(decision.getByText('不能接受：没有复检')).toBeVisible()
    await button(decision, '取消').click()
    await button(drawer, '批准复检').click()
    const form = dialog(quality, /^批准复检/)
    await form.getByRole('combobox', { name: '复检人' }).click()
    await quality.locator('.ant-select-item-option').filter({ hasText: '林用户' }).click()
    await form.getByLabel('理由').fill('未查明差错，由另一人复检两次')
    await sign(form, '签名并批准复检')
    await expect(drawer.getByText('复检中').first()).toBeVisible()
  })

  await test.step('the other analyst hands in both retests at once', async () => {
    const page = await at('user')
    const drawer = await openCase(page, lotNo)
    await button(drawer, '复检').click()
    const form = dialog(page, /^复检 /)
    for (const time of [1, 2])
      for (const [index, water] of ['4.48', '4.52'].entries()) {
        const name = (reading: string) => new RegExp(`第${time}次.* 第${index + 1}份 ${reading}`)
        await form.getByRole('textbox', { name: name('水量') }).fill(water)
        await form.getByRole('textbox', { name: name('取样量') }).fill('25.00')
      }
    await form.getByRole('combobox', { name: '所用仪器、试剂' }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'YQ-001' }).click()
    await page.keyboard.press('Escape')
    await sign(form, '签名并提交')
    await expect(drawer.getByText('复检完成，待QA裁定').first()).toBeVisible()
  })

  await test.step('quality assurance confirms the failure, and the lot is rejected with the head of quality', async () => {
    const drawer = await openCase(quality, lotNo)
    await button(drawer, '裁定').click()
    const form = dialog(quality, /^裁定/)
    await expect(form.getByText('不能接受：有复检不合格')).toBeVisible()
    await form.getByRole('radio', { name: /^确认不合格/ }).check()
    await form.getByLabel('结论与原因').fill('两次复检均超标，水分确认不合格')
    await sign(form, '签名并裁定')
    await expect(drawer.getByText('确认不合格').first()).toBeVisible()
    await quality.goto(`/yuanliao-kucun?lot=${lotId}`)
    const card = dialog(quality, /^货位卡/)
    await button(card, '判不合格').click()
    const rejection = dialog(quality, /^判不合格/)
    await rejection.getByLabel('决定依据').fill('水分确认不合格')
    await rejection.getByRole('combobox', { name: '不合格区货位' }).click()
    await quality.locator('.ant-select-item-option').filter({ visible: true }).first().click()
    await rejection.getByLabel('质量负责人账号').fill('zhiliang')
    await rejection.getByLabel('质量负责人口令').fill(demoPassword)
    await sign(rejection, '签名并判不合格')
    await expect(card.getByText('不合格').first()).toBeVisible()
  })
})
