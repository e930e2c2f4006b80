import { expect, test, type Page } from '@playwright/test'
import { assetApi } from '#contract/making/asset-api.ts'
import { materialApi } from '#contract/making/material.ts'
import { placeApi } from '#contract/warehouse/place.ts'
import { userApi } from '#contract/people/user.ts'
import { latinIn } from '#server/test/latin.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'
import { walkAllScreens } from './walk.ts'

/** Everything that a person or a screen reader can read: texts, and the words of fields and pictures but for the library's icons, whose buttons have names, and the arrows of its number fields. What people typed into fields is theirs. */
const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].filter(
      (element) => element.checkVisibility() && element.closest('.anticon, [class*=ant-input-number-action], .ant-select-clear') === null,
    )
    const names = named.flatMap((element) => ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''))
    return [document.title, document.body.innerText, ...names].join('\n')
  })

/** Names of plants and accounts, codes of places, numbers of rooms and machines: what people named themselves is no word of the program. */
async function ownNames(page: Page, baseURL: string, request: Parameters<typeof peopleAt>[0]): Promise<string[]> {
  const admin = await peopleAt(request, baseURL)('admin')
  const { rows } = await admin.ask(materialApi.list, { pageSize: 200 })
  const { rows: people } = await admin.ask(userApi.list, { pageSize: 200 })
  const plants = rows.flatMap(({ species, latin }) => [...species, ...latin]).filter((name) => name.length > 3)
  const { rows: places } = await admin.ask(placeApi.list, { pageSize: 200 })
  const codes = places.map(({ code }) => code).filter((code) => code.length > 2)
  const { rows: assets } = await admin.ask(assetApi.list, { pageSize: 200 })
  const numbers = assets.map(({ number }) => number)
  return [...plants, ...codes, ...numbers, ...people.map(({ userName }) => userName)].sort((one, other) => other.length - one.length)
}

test('no page, drawer, dialog or print fails to be read or says a word of the program: all is Chinese but for units, standards and keys', async ({
  page,
  baseURL,
  playwright,
}) => {
  test.setTimeout(1_200_000)
  const plants = await ownNames(page, baseURL ?? '', playwright.request)
  const foreign = new Map<string, string>()
  const unread: string[] = []
  const read = async (where: string) => {
    // A button that leads to what does not exist.
    if (
      await page
        .getByRole('button', { name: /^重\s?试$/ })
        .filter({ visible: true })
        .count()
    )
      unread.push(where)
    const text = plants.reduce((left, name) => left.replaceAll(name, ''), await wordsOn(page))
    // 代码 is the key of a word in a dictionary.
    for (const line of text.split('\n').filter((one) => !one.startsWith('代码')))
      for (const word of latinIn(line)) if (!foreign.has(word)) foreign.set(word, `${where}: ${line.slice(0, 160)}`)
  }
  page.setDefaultTimeout(10_000)
  await signIn(page, 'admin')
  await walkAllScreens(page, read)
  expect(unread).toEqual([])
  expect([...foreign].map(([word, where]) => `${word} — ${where}`)).toEqual([])
})
