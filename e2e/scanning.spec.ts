import { expect, test, type Page } from '@playwright/test'
import { goTo } from './go-to.ts'
import { signIn } from './sign-in.ts'

const code = '81234560000000012345'

/** Types as a scanner does, all signs within one breath of the browser, and ends with Enter. A machine under load would pause between the keys of a test. */
const scan = (page: Page, text: string) =>
  page.evaluate((typed) => {
    const key = (name: string) => {
      const { activeElement } = document
      const goesOn = (activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
      )
      if (goesOn && name.length === 1) document.execCommand('insertText', false, name)
      if (goesOn && name === 'Enter' && activeElement instanceof HTMLInputElement) activeElement.form?.requestSubmit()
    }
    for (const sign of typed) key(sign)
    key('Enter')
  }, text)

test('a code scanned into a field of a form is taken out again, submits nothing, and the note leads to where it belongs', async ({
  page,
}) => {
  await signIn(page, 'cangku')
  await goTo(page, '/yuanliao-kucun')
  await page.locator('.tab-page tbody tr').first().getByRole('button', { name: '移库' }).click()
  const dialog = page.getByRole('dialog', { name: /移库/ })
  const reason = dialog.getByLabel('原因')
  await reason.fill('腾货位')
  await reason.focus()
  await scan(page, code)
  const note = page.getByRole('alert').filter({ hasText: code })
  await expect(note).toContainText('没有填入，也没有提交')
  await expect(reason).toHaveValue('腾货位')
  await expect(dialog).toBeVisible()
  await expect(dialog.locator('.ant-form-item-explain-error')).toHaveCount(0)

  await note.getByRole('button', { name: '查这个码' }).click()
  await expect(page.getByRole('combobox', { name: /追溯码/ })).toHaveValue(code)
})

test('a code scanned beside the field for codes can be put into it', async ({ page }) => {
  await signIn(page, 'admin')
  await goTo(page, '/suyuan-erweima')
  await page
    .getByRole('textbox', { name: /搜索领用单号/ })
    .or(page.getByLabel(/搜索领用单号/))
    .first()
    .focus()
  await scan(page, code)
  await page.getByRole('button', { name: '填入扫码栏' }).click()
  await expect(page.getByRole('dialog', { name: '追溯码' })).toBeVisible()
})
