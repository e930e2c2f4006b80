import { expect, test, type Locator, type Page } from '@playwright/test'
import { materialApi } from '#contract/making/material.ts'
import { placeApi } from '#contract/warehouse/place.ts'
import { userApi } from '#contract/people/user.ts'
import { pages } from '#contract/kernel/pages.ts'
import { latinIn } from '#server/test/latin.ts'
import { goTo } from './go-to.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

const titles = new Map<string, string>(pages.map(({ path, title }) => [path, title]))
const inside = pages.filter((page) => page.access === 'signed-in').map(({ path }) => path)
const views = [
  ...['duty', 'registration', 'proposal', 'secret', 'token'].map((by) => `/system-user?by=${by}`),
  '/system-role?by=proposal',
  ...['own', 'platform', 'registration'].map((by) => `/system-qiye?by=${by}`),
  ...['product', 'material', 'pack', 'method'].map((view) => `/system-jiagong?view=${view}`),
  ...['words', 'places', 'numbers', 'purchase'].map((view) => `/system-zidian?view=${view}`),
  ...['results', 'trend', 'review'].map((view) => `/system-jilu?view=${view}`),
  ...['oos', 'correction', 'change'].map((view) => `/zhiliang-shijian?view=${view}`),
  ...['messages', 'work', 'signatures', 'password', 'second-factor', 'sessions'].map((view) => `/ucenter?view=${view}`),
  '/suyuan-erweima?view=scans',
  '/404',
  '/403?code=13',
]

/** Buttons that do at once what they say, or hand out a file: the others open something that can be read. */
const acts = /^(?:列|提交|批准|启用|结束|恢复.*|继续.*|解锁|删除|下载.*|导出.*|全部恢复默认|本页全部标为已读|标为已读)$/
/** What leads from a drawer to the history and the signatures of its record, to a report, and to a print. */
const leadsOn = /历史|报告|打印|批生产记录|批包装记录|验收单|记录表|随货同行单|货位卡/

/** Everything that a person or a screen reader can read: texts, and the words of fields and pictures but for the library's icons, whose buttons have names, and the arrows of its number fields. What people typed into fields is theirs. */
const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].filter(
      (element) => element.checkVisibility() && element.closest('.anticon, [class*=ant-input-number-action], .ant-select-clear') === null,
    )
    const names = named.flatMap((element) => ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''))
    return [document.title, document.body.innerText, ...names].join('\n')
  })

/** What the buttons say that can be pressed. */
const namesOf = (buttons: Locator) =>
  buttons.evaluateAll((all) =>
    all.filter((one) => one.checkVisibility() && !one.matches(':disabled, [aria-disabled=true]')).map((one) => one.textContent.trim()),
  )

const whole = (name: string) => new RegExp(`^\\s*${name.replaceAll(/[^\\p{L}\\d]/gu, '.')}\\s*$`, 'u')

async function settled(page: Page) {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.locator('.ant-skeleton:visible, .ant-spin-spinning:visible, [aria-busy=true]:visible')).toHaveCount(0)
}

/** Names of plants and accounts, codes of places: what people named themselves is no word of the program. */
async function ownNames(page: Page, baseURL: string, request: Parameters<typeof peopleAt>[0]): Promise<string[]> {
  const admin = await peopleAt(request, baseURL)('admin')
  const { rows } = await admin.ask(materialApi.list, { pageSize: 200 })
  const { rows: people } = await admin.ask(userApi.list, { pageSize: 200 })
  const plants = rows.flatMap(({ species, latin }) => [...species, ...latin]).filter((name) => name.length > 3)
  const { rows: places } = await admin.ask(placeApi.list, { pageSize: 200 })
  const codes = places.map(({ code }) => code).filter((code) => code.length > 2)
  return [...plants, ...codes, ...people.map(({ userName }) => userName)].sort((one, other) => other.length - one.length)
}

test('no page, drawer, dialog or print says a word of the program: all is Chinese but for units, standards and keys', async ({
  page,
  baseURL,
  playwright,
}) => {
  test.setTimeout(1_200_000)
  const plants = await ownNames(page, baseURL ?? '', playwright.request)
  const foreign = new Map<string, string>()
  const read = async (where: string) => {
    const text = plants.reduce((left, name) => left.replaceAll(name, ''), await wordsOn(page))
    // 代码 is the key of a word in a dictionary.
    for (const line of text.split('\n').filter((one) => !one.startsWith('代码')))
      for (const word of latinIn(line)) if (!foreign.has(word)) foreign.set(word, `${where}: ${line.slice(0, 160)}`)
  }
  const overlays = page.locator('.ant-drawer-content-wrapper:visible, .ant-modal:visible')
  const close = async (path: string) => {
    for (let tries = 0; tries < 3 && (await overlays.count()) > 0; tries++) await page.keyboard.press('Escape')
    if ((await overlays.count()) > 0) await page.goto(path)
    else await goTo(page, path)
    await settled(page)
  }
  /** Opens what a button opens, reads it, and goes on from there. */
  const open = async (button: Locator, where: string) => {
    await button.click()
    await settled(page)
    await read(where)
  }

  page.setDefaultTimeout(8_000)
  await signIn(page, 'admin')
  for (const path of [...inside, ...views]) {
    await goTo(page, path)
    await expect(page).toHaveTitle(`${titles.get(path.split('?')[0] ?? '')} - 中药材质量溯源服务平台`)
    await settled(page)
    await read(path)
    const shown = page.locator('.tab-page:visible')
    const inRow = shown.locator('tbody tr:not(.ant-table-placeholder)').first().locator('td:last-child').getByRole('button')
    const inHead = shown.locator('.page-head').getByRole('button')
    for (const group of [inRow, inHead]) {
      const names = await namesOf(group)
      for (const name of names.filter((one) => one !== '' && !acts.test(one))) {
        await open(group.filter({ hasText: whole(name) }).first(), `${path} › ${name}`)
        const further = overlays.getByRole('button').filter({ hasText: leadsOn })
        const onward = await namesOf(further)
        for (const next of [...new Set(onward)].filter((one) => !acts.test(one)).slice(0, 3)) {
          await open(further.filter({ hasText: whole(next) }).first(), `${path} › ${name} › ${next}`)
          await close(path)
          await open(group.filter({ hasText: whole(name) }).first(), `${path} › ${name}`)
        }
        await close(path)
      }
    }
  }
  expect([...foreign].map(([word, where]) => `${word} — ${where}`)).toEqual([])
})
