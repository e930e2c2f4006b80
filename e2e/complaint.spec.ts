import { expect, test, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { qrApi } from '#contract/packing/codes.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { demoPassword } from '#server/demo/person.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

const dialog = (page: Page, title: RegExp) => page.getByRole('dialog', { name: title })

/** Takes a signed step of the open case. */
async function take(page: Page, step: string, fill: (form: Locator) => Promise<void> = async () => {}) {
  // The library puts a space between the two signs of a short label.
  await page.getByRole('button', { name: new RegExp(`^${[...step].join('\\s?')}$`) }).click()
  const form = dialog(page, new RegExp(`^${step}`))
  await fill(form)
  await form.getByLabel('签名口令').fill(demoPassword)
  await form.getByRole('button', { name: new RegExp(`^签名并${step}$`) }).click()
  await expect(form).toBeHidden()
}

test('a complaint from the code on a pack to its answer, without an account', async ({ page, browser, playwright, baseURL }) => {
  test.setTimeout(240_000)
  const as = peopleAt(playwright.request, baseURL!)
  const pack = await releasedPack(as, { packs: 10, spec: '500 g', line: '投诉线', room: '投诉包装间' })
  const labels = String(await (await as('baozhuang')).ask(qrApi.download, { id: pack.packRangeId }))
  const code = /,([0-9A-Z]{20}),/.exec(labels)?.[1] ?? ''

  // The person with the pack.
  const stranger = await (await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 } })).newPage()
  await stranger.goto(`/index?c=${code}`)
  await stranger.getByRole('link', { name: '反映问题' }).click()
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('反映问题')
  await stranger.getByLabel('遇到了什么问题').fill('袋内有异物')
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer()
  await stranger.getByLabel('照片').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: bytes })
  await stranger.getByRole('button', { name: '提交' }).click()
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('已收到')
  const caseNo = /TS\d{11}/.exec((await stranger.locator('.status').textContent()) ?? '')?.[0] ?? ''

  // Quality assurance.
  await signIn(page, 'qa')
  await page.goto(`/zhiliang-shijian?view=incident&q=${caseNo}`)
  await page
    .getByRole('row')
    .filter({ hasText: caseNo })
    .getByRole('button', { name: /^详\s?情$/ })
    .click()
  const drawer = dialog(page, new RegExp(caseNo))
  await expect(drawer.getByRole('img', { name: '反映人附的照片' })).toBeVisible()
  await take(page, '分级', async (form) => {
    await form.getByRole('radio', { name: '次要' }).check()
    await form.getByLabel('处理完成期限').fill('2099-12-31')
  })
  await stranger.reload()
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('调查中')
  await page.getByRole('button', { name: /^答\s?复$/ }).click()
  const answer = dialog(page, /^答复/)
  await answer.getByLabel('答复内容').fill('请把这袋寄回，我们检查后再答复您。')
  await answer.getByRole('button', { name: /^答\s?复$/ }).click()
  await expect(answer).toBeHidden()

  await stranger.reload()
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('已答复')
  await expect(stranger.getByText('请把这袋寄回')).toBeVisible()
  await expect(stranger.getByText('异物')).toHaveCount(0)
})
