import { expect, test } from '@playwright/test'
import { releasedLot } from '#server/demo/inspection.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

test('a form whose choices could not be read says so, and reads them again without losing what was typed', async ({
  page,
  playwright,
  baseURL,
}) => {
  const lot = await receivedLot(peopleAt(playwright.request, baseURL!), { material: '黄芪', quantity: '500' })
  await signIn(page, 'cangku')
  await page.goto(`/yuanliao-kucun?q=${lot.lotNo}`)
  const stock = /\/api\/raw-lots\/[^/]+\/(stock|targets)/
  await page.route(stock, (route) => route.abort())
  await page.getByRole('row').filter({ hasText: lot.lotNo }).getByRole('button', { name: '移库' }).click()
  const dialog = page.getByRole('dialog', { name: `移库 黄芪 ${lot.lotNo}` })
  const failure = dialog.getByRole('alert').filter({ hasText: '重试' })
  await expect(failure).toBeVisible()
  await dialog.getByLabel('数量').fill('100')
  await page.unroute(stock)
  await failure.getByRole('button', { name: '重试' }).click()
  await expect(failure).toBeHidden()
  await expect(dialog.getByTitle(/（500.000 kg）$/)).toBeVisible()
  await expect(dialog.getByLabel('数量')).toHaveValue('100')
})

test('what was made of a lot is not told before it is read, also where a release is to be taken back', async ({
  page,
  playwright,
  baseURL,
}) => {
  const lot = await releasedLot(peopleAt(playwright.request, baseURL!))
  await signIn(page, 'qa')
  await page.goto(`/yuanliao-fangxing?q=${lot.lotNo}`)
  const file = /\/api\/raw-releases\/[^/]+$/
  await page.route(file, (route) => route.abort())
  await page.getByRole('row').filter({ hasText: lot.lotNo }).getByRole('button', { name: '撤回放行' }).click()
  const dialog = page.getByRole('dialog', { name: /^撤回放行/ })
  const failure = dialog.getByRole('alert').filter({ hasText: '重试' })
  await expect(failure).toBeVisible()
  await expect(dialog.getByText('此批还没有用于生产')).toHaveCount(0)
  await page.unroute(file)
  await failure.getByRole('button', { name: '重试' }).click()
  await expect(dialog.getByText('此批还没有用于生产')).toBeVisible()
})
