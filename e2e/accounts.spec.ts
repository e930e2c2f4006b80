import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { findings } from './findings.ts'
import { signIn } from './sign-in.ts'

// The server that the configuration starts sends its mail here; a server that was already running sends it elsewhere.
const mailPort = process.env['E2E_MAIL_PORT']
test.skip(mailPort === undefined, 'the running server sends its mail elsewhere')

const letters: Email[] = []
const server = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  onData(stream, _session, answer) {
    const take = async () => {
      letters.push(await PostalMime.parse(await buffer(stream)))
      answer()
    }
    take().catch(answer)
  },
})
test.beforeAll(async () => {
  server.listen(Number(mailPort), '127.0.0.1')
  await once(server.server, 'listening')
})
test.afterAll(() => server.close(() => {}))

/** The link in the letter with this subject, once it has come. */
async function linkIn(subject: string, address: string): Promise<string> {
  const find = () => letters.findLast((one) => one.subject === subject && one.to?.[0]?.address === address)
  await expect.poll(find, { message: subject }).toBeTruthy()
  return /^http\S+$/m.exec(find()!.text!)![0]
}
test('a colleague registers, confirms the mailbox, is approved by the administrator, signs in, and later resets the password by mail', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const email = 'xinren@example.cn'
  const first = '岷县当归甲天下-2026'
  const second = '渭源白条党参-2027'

  await page.goto('/register')
  await page.getByText('加入已入驻的企业').click()
  await page.getByLabel('企业名称').fill('岷州本草饮片有限公司')
  await page.getByLabel('统一社会信用代码').fill('91621126MA7BC0DE1E')
  await page.getByLabel('姓名').fill('新人')
  await page.getByLabel('联系电话').fill('13800000000')
  await page.getByLabel('电子邮箱').fill(email)
  await page.getByLabel('用户名').fill('xinren')
  await page.getByLabel('口令', { exact: true }).fill(first)
  await page.getByLabel('再输入一次口令').fill(first)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('请先确认邮箱')).toBeVisible()
  expect(await findings(page)).toEqual([])

  await page.goto(await linkIn('确认注册邮箱', email))
  await page.getByRole('button', { name: '确认邮箱' }).click()
  await expect(page.getByText('邮箱已确认，正在等待审批')).toBeVisible()

  const office = await (await browser.newContext()).newPage()
  await signIn(office, 'admin')
  await office.goto('/system-user?by=registration')
  const row = office.getByRole('row', { name: /新人/ })
  await row.getByRole('button', { name: '批准' }).click()
  const dialog = office.getByRole('dialog', { name: '批准 新人 加入' })
  await dialog.getByLabel('角色').fill('检验员')
  await office.locator('.ant-select-item-option', { hasText: '检验员' }).click()
  expect(await findings(office)).toEqual([])
  await dialog.getByRole('button', { name: '批准' }).click()
  await expect(row.getByText('已批准')).toBeVisible()

  await page.goto(await linkIn('注册申请已批准', email))
  await page.getByLabel('用户名').fill('xinren')
  await page.getByLabel('口令', { exact: true }).fill(first)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL('/dashboard')

  // Another browser: the password is forgotten, and the session of the first ends with the new one.
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto('/reset-pwd')
  await elsewhere.getByLabel('用户名').fill('xinren')
  await elsewhere.getByLabel('已确认的电子邮箱').fill(email)
  await elsewhere.getByRole('button', { name: '发送重置邮件' }).click()
  await expect(elsewhere.getByText('请查收邮件')).toBeVisible()
  await elsewhere.goto(await linkIn('重置口令', email))
  await elsewhere.getByLabel('新口令', { exact: true }).fill(second)
  await elsewhere.getByLabel('再输入一次新口令').fill(second)
  expect(await findings(elsewhere)).toEqual([])
  await elsewhere.getByRole('button', { name: '设置新口令' }).click()
  await expect(elsewhere.getByText('新口令已生效')).toBeVisible()
  expect((await page.request.get('/api/session')).status()).toBe(401)
  await elsewhere.getByRole('link', { name: '去登录' }).click()
  await elsewhere.getByLabel('用户名').fill('xinren')
  await elsewhere.getByLabel('口令', { exact: true }).fill(second)
  await elsewhere.getByRole('button', { name: '登录' }).click()
  await expect(elsewhere).toHaveURL('/dashboard')
})
