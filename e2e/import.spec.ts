import { expect, test } from '@playwright/test'
import writeWorkbook, { type SheetData } from 'write-excel-file/node'
import { dictionarySheet } from '#contract/office/import-sheets.ts'
import { headingOf } from '#contract/office/import.ts'
import { signIn } from './sign-in.ts'

const workbook = async (rows: readonly (readonly (string | number)[])[]) => ({
  name: '词条.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await writeWorkbook([dictionarySheet.columns.map(headingOf), ...rows] as unknown as SheetData).toBuffer(),
})

test('an import with three bad rows shows them, is corrected, and is written', async ({ page }) => {
  await signIn(page, 'zhuguan')
  await page.goto('/system-zidian?view=words&type=transport_mode')
  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入字典词条' })
  const file = dialog.locator('input[type=file]')

  await file.setInputFiles(
    await workbook([
      ['运输方式', 'mule', '骡队', 90],
      ['运输工具', 'yak', '牦牛', 91],
      ['运输方式', '骆驼', '骆驼', 92],
      ['运输方式', 'raft', '', 93],
    ]),
  )
  const errors = dialog.getByRole('region', { name: '不能导入的行' })
  await expect(errors.getByRole('row')).toHaveCount(4)
  await expect(errors.getByRole('row').nth(1)).toContainText('字典类型')
  await expect(errors.getByRole('row').nth(2)).toContainText('代码为1至40个字母')
  await expect(errors.getByRole('row').nth(3)).toContainText('不能为空')
  await expect(dialog.getByRole('button', { name: /^导入/ })).toBeDisabled()

  await file.setInputFiles(
    await workbook([
      ['运输方式', 'mule', '骡队', 90],
      ['运输方式', 'yak', '牦牛', 91],
      ['运输方式', 'camel', '骆驼', 92],
      ['运输方式', 'raft', '皮筏', 93],
    ]),
  )
  await dialog.getByRole('button', { name: '导入 4 行' }).click()
  await expect(page.getByText('已导入 4 行字典词条')).toBeVisible()
})
