import { expect, test, type Page } from '@playwright/test'
import { pages } from '#contract/kernel/pages.ts'
import { signIn } from './sign-in.ts'
import { openPage, walkAllScreens } from './walk.ts'

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

/**
 * What a finger could miss: everything that is pressed, typed into or chosen and is less than 44 px high or wide. A field has the size of its
 * frame, a box that of its label. A link within a sentence is as high as the sentence (WCAG 2.5.8 says the same).
 */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const pressed = [
      'a[href]',
      'button',
      'summary',
      'input:not([type=hidden])',
      'textarea',
      'select',
      '[role=button]',
      '[role=combobox]',
      '[role=tab]',
      '[role=switch]',
      '[role=option]',
      '.ant-pagination-item',
    ].join()
    const frame = [
      'label.ant-checkbox-wrapper',
      'label.ant-radio-wrapper',
      'label.ant-segmented-item',
      'label:has(> input[type=checkbox], > input[type=radio])',
      '.ant-select',
      '.ant-input-affix-wrapper',
      '.ant-input-number',
      '.ant-picker',
    ].join()
    const areaOf = (one: Element) => {
      const isField = one.matches('input, textarea, [role=combobox]')
      const rect = ((isField && one.closest(frame)) || one).getBoundingClientRect()
      // What is drawn small may be pressed beside itself.
      const around = getComputedStyle(one, '::after')
      const isWider = around.content !== 'none' && around.position === 'absolute'
      return {
        width: Math.max(rect.width, isWider ? Number.parseFloat(around.width) : 0),
        height: Math.max(rect.height, isWider ? Number.parseFloat(around.height) : 0),
      }
    }
    const isInSentence = (one: Element) => {
      const around = one.parentElement
      if (!one.matches('a, button') || !around || getComputedStyle(one).display !== 'inline') return false
      return [...around.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
    }
    // Below an open dialog nothing is pressed.
    const layers = [...document.querySelectorAll('.ant-drawer-content-wrapper, .ant-modal, dialog[open]')].filter((one) =>
      one.checkVisibility(),
    )
    const top = layers.at(-1) ?? document.body
    return [...top.querySelectorAll(pressed)].flatMap((one) => {
      if (
        !one.checkVisibility({ visibilityProperty: true }) ||
        one.matches('.skip, [tabindex="-1"][aria-hidden=true]') ||
        isInSentence(one)
      )
        return []
      if (one.closest('[aria-hidden=true]') !== null) return []
      const { width, height } = areaOf(one)
      if (width === 0 && height === 0) return []
      return width >= 43.9 && height >= 43.9 ? [] : [`${one.outerHTML.slice(0, 140)} ${width.toFixed(0)}×${height.toFixed(0)}`]
    })
  })

test('whatever is pressed on a phone is 44 px high and wide: on every page, in every drawer, dialog and print', async ({ page }) => {
  test.setTimeout(1_800_000)
  page.setDefaultTimeout(10_000)
  const small = new Map<string, string>()
  await signIn(page, 'admin')
  await walkAllScreens(page, async (where) => {
    for (const one of await smallTargets(page)) {
      const kind = one.replaceAll(/(?:id|for|value|aria-\w+)="[^"]*"/g, '')
      if (!small.has(kind)) small.set(kind, `${where}: ${one}`)
    }
  })
  expect([...small.values()]).toEqual([])
})

test('every grey action says why when it is tapped', async ({ page }) => {
  test.setTimeout(600_000)
  page.setDefaultTimeout(20_000)
  const tapped = new Set<string>()
  const silent: string[] = []
  // Who sees much and may do little, and who works and does not decide.
  for (const userName of ['xiaoshou', 'qa']) {
    const { codes } = await signIn(page, userName)
    await page.goto('/dashboard')
    for (const { path } of pages.filter(({ code }) => code !== null && codes.includes(code))) {
      await openPage(page, path)
      const grey = page.locator('main .greyed[aria-disabled=true]:visible')
      for (const [index, name] of (await grey.allInnerTexts()).entries()) {
        const label = `${path} › ${name}`
        if (tapped.has(label)) continue
        tapped.add(label)
        await grey.nth(index).tap({ force: true })
        const reason = page.getByRole('tooltip').filter({ visible: true })
        await expect(reason, label).toBeVisible()
        // A sentence, and not the word of the button again.
        if ((await reason.innerText()).length < 6) silent.push(`${userName} ${label}`)
        // The margin of the page, where nothing can be pressed.
        await page.touchscreen.tap(3, 400)
        await expect(reason, label).toHaveCount(0)
      }
    }
  }
  expect(silent).toEqual([])
  expect(tapped.size, 'grey actions were found').toBeGreaterThan(8)
})
