import { expect, test } from '@playwright/test'
import { receivedLot } from '#server/demo/purchase.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

test('a lot in one bin is moved without being asked which; once it lies in two, the bin is asked for', async ({
  page,
  playwright,
  baseURL,
}) => {
  const lot = await receivedLot(peopleAt(playwright.request, baseURL!), { material: '黄芪', quantity: '500' })
  await signIn(page, 'cangku')
  await page.goto(`/yuanliao-kucun?q=${lot.lotNo}`)
  const open = page.getByRole('row').filter({ hasText: lot.lotNo }).getByRole('button', { name: '移库' })
  const dialog = page.getByRole('dialog', { name: `移库 黄芪 ${lot.lotNo}` })

  await open.click()
  await expect(dialog.getByTitle(/（500.000 kg）$/)).toBeVisible()
  await dialog.getByLabel('移入货位').click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('数量').fill('100')
  await dialog.getByLabel('原因').fill('腾货位')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^已移库，移库单 YK/)).toBeVisible()
  await expect(dialog).toBeHidden()

  await open.click()
  await dialog.getByRole('button', { name: '移库' }).click()
  await expect(dialog.getByText('请选择移出货位')).toBeVisible()
  await dialog.getByLabel('移出货位').click()
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByTitle(/（(100|400)\.000 kg）$/)).toBeVisible()
  await expect(dialog.getByText('请选择移出货位')).toHaveCount(0)
})
