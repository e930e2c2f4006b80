import { expect, test, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { findings } from './findings.ts'
import { signIn } from './sign-in.ts'

const userName = 'other' // no other test signs in with it
const password = 'Bencao@2026'

async function knock(page: Page) {
  await page.goto('/login')
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('口令', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByLabel('动态码')).toBeFocused()
}

test('a person turns the second factor on, is asked for a code at the login, signs in with one and with a recovery code, and turns it off', async ({
  page,
  browser,
}) => {
  await signIn(page, userName)
  await page.goto('/ucenter?view=second-factor')
  await page.getByRole('button', { name: '开启两步验证' }).click()
  await expect(page.getByLabel('您的口令')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  const secret = (await page.locator('code').textContent())!.replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  expect(await findings(page, { within: '#main' })).toEqual([])

  // A phone that is turned, and a second click, lose nothing of what is shown only once.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByLabel('栏目')).toBeVisible()
  await page.getByLabel('动态码').fill(totp.generate())
  await page.getByRole('button', { name: '开启两步验证' }).dblclick()
  const once = page.getByRole('dialog', { name: '两步验证已开启' })
  await expect(once.getByRole('listitem')).toHaveCount(10)
  const codes = await once.getByRole('listitem').allTextContents()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.keyboard.press('Escape')
  await once.getByRole('button', { name: '完成' }).focus()
  await expect(page.getByRole('tooltip', { name: /请先保存好恢复码/ })).toBeVisible()
  expect(await findings(page, { within: '.ant-modal' })).toEqual([])
  await once.getByLabel('我已保存好恢复码').check()
  await once.getByRole('button', { name: '完成' }).click()
  await expect(page.getByText('10 个')).toBeVisible()

  const door = await (await browser.newContext()).newPage()
  await knock(door)
  await door.getByLabel('动态码').fill('aaaaa-aaaaa')
  await door.keyboard.press('Enter')
  await expect(door.getByRole('alert')).toContainText('动态码或恢复码不正确')
  // The code of the setup is used up; the next one is accepted a step early.
  await door.getByLabel('动态码').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await door.keyboard.press('Enter')
  await expect(door).toHaveURL('/dashboard')

  const elsewhere = await (await browser.newContext()).newPage()
  await knock(elsewhere)
  await elsewhere.getByLabel('动态码').fill(codes[0]!)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere).toHaveURL('/dashboard')

  await page.getByRole('button', { name: '关闭两步验证' }).click()
  const off = page.getByRole('dialog', { name: '关闭两步验证' })
  await off.getByLabel('您的口令').fill(password)
  await off.getByLabel('动态码或恢复码').fill(codes[1]!)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '开启两步验证' })).toBeVisible()
})
