import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { signIn } from './sign-in.ts'

/** A write at the interface, by the person who is signed in at this page. */
async function post<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  const response = await page.request.post(`/api${path}`, { data, headers: { 'idempotency-key': randomUUID() } })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return response.json()
}

test('a duty taken from a role is gone from the browser of a person who holds it, without a new sign-in', async ({ browser, page }) => {
  const name = `试用采购 ${Date.now() % 100_000}`
  const userName = `shiyong${Date.now() % 100_000}`
  await page.setViewportSize({ width: 1600, height: 900 })
  await signIn(page, 'admin')
  const role = await post<{ id: string }>(page, '/roles', { name, rights: ['11', '11:create'] })
  const { oneTimePassword: password } = await post<{ oneTimePassword: string }>(page, '/users', {
    userName,
    name: '试用员工',
    post: '采购员',
    phone: '',
    email: '',
    roleIds: [role.id],
  })

  // The other person, at another browser: makes the one-time password their own and opens the page.
  const second = await browser.newContext({ viewport: { width: 1600, height: 900 } })
  const buyer = await second.newPage()
  await post(buyer, '/session', { userName, password })
  await post(buyer, '/account/password', { current: password, next: 'Gancao-1203-qie' })
  await buyer.goto('/yuanliao-caigou')
  const begin = buyer.getByRole('button', { name: '新建采购单' })
  await expect(begin).not.toHaveAttribute('aria-disabled', 'true')

  await page.goto(`/system-role?q=${encodeURIComponent(name)}`)
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: '修改' }).click()
  await page.getByRole('checkbox', { name: '编制采购单' }).uncheck()
  await page.getByRole('button', { name: '查看变化并保存' }).click()
  const difference = page.getByRole('dialog', { name: /保存.*的修改/ })
  await expect(difference).toContainText('编制采购单')
  await difference.getByRole('button', { name: /保\s?存/ }).click()
  await expect(page.getByText(`${name} 已保存`)).toBeVisible()

  // What the buyer does next is asked with the rights of this moment, and the screen follows.
  const tab = buyer.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '原料采购' })
  await tab.click({ button: 'right' })
  await buyer.getByRole('menuitem', { name: '刷新' }).click()
  await expect(begin).toHaveAttribute('aria-disabled', 'true')
  const refused = await buyer.request.post('/api/purchase-orders', { data: {}, headers: { 'idempotency-key': randomUUID() } })
  expect(refused.status()).toBe(403)
  await second.close()
})
