import { expect, test, type Page } from '@playwright/test'
import type { TestedItem } from '#contract/laboratory/tested-item.ts'
import { answersOf } from '#contract/laboratory/judge.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { findingFor } from '#server/demo/finding.ts'
import { sampled } from '#server/demo/inspection.ts'
import { demoPassword } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { effort } from './counted.ts'
import { peopleAt } from './people-at.ts'
import { signIn } from './sign-in.ts'

/**
 * What the same four samples took by the keyboard before the sheet led on by itself: 252 keys apart from the readings, counted by this walk on the page as
 * it was, by the shortest way it had. A reading went on by Enter; everything else was reached by Tab and chosen by opening its list.
 */
const before = 252
const atMost = 0.6 * before

const focused = (page: Page) =>
  page.evaluate(() => {
    const on = document.activeElement
    const name = on?.getAttribute('aria-label') ?? on?.textContent?.replaceAll(/\s/g, '') ?? ''
    const label = on instanceof HTMLInputElement && name === '' ? ((on.labels?.[0] ?? null)?.textContent ?? '') : name
    return { label, isReading: on?.closest('.bench') !== null && on instanceof HTMLInputElement && on.getAttribute('role') !== 'combobox' }
  })

/** Goes on by Enter in a reading and by Tab elsewhere until the named field has the focus. */
async function reach(page: Page, name: RegExp) {
  const way: string[] = []
  for (let steps = 0; steps < 40; steps++) {
    const { label, isReading } = await focused(page)
    if (name.test(label)) return
    way.push(label)
    await page.keyboard.press(isReading ? 'Enter' : 'Tab')
  }
  throw new Error(`no way to ${name}: ${way.join(' > ')}`)
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

test('an analyst’s ordinary day of twenty items goes by the keyboard alone', async ({ browser, playwright, baseURL }) => {
  test.setTimeout(300_000)
  const as = peopleAt(playwright.request, baseURL!)
  const analyst = await as('jianyan')
  const samples: { lotNo: string; items: TestedItem[] }[] = []
  for (let items = 0; items < 20;) {
    const { lotId, lotNo } = await receivedLot(as, { material: '白芍' })
    const { inspectionId } = await sampled(as, lotId, 'raw')
    const file = await analyst.ask(rawInspectionApi.file, { id: inspectionId })
    samples.unshift({ lotNo, items: file.items })
    items += file.items.length
  }
  const context = await browser.newContext({
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1600, height: 900 },
  })
  const { spent, watch, apart } = effort()
  await watch(context)
  const page = await context.newPage()
  await signIn(page, 'jianyan')
  let saves = 0
  page.on('request', (request) => (saves += Number(request.method() === 'POST' && request.url().endsWith('/record'))))
  await page.goto('/yuanliao-qingyan?state=sampled&q=白芍')
  await expect(page.getByRole('row').filter({ hasText: samples[0]!.lotNo })).toBeVisible()
  const type = async (text: string) => {
    await page.keyboard.type(text)
    apart('readings', text)
  }
  const scan = async (text: string) => {
    await page.keyboard.type(text)
    apart('scanned', text)
  }
  // The page tells of the key once it knows which sample is next.
  await expect(page.getByRole('button', { name: /^检验下一个/ })).toBeVisible()
  await page.keyboard.press('F8')
  for (const [nth, { lotNo, items }] of samples.entries()) {
    await expect(page.getByRole('dialog', { name: new RegExp(`^检验 .*${lotNo}`) })).toBeVisible()
    const sheet = page.getByRole('dialog').locator('.bench')
    await expect(sheet).toBeVisible()
    for (const item of items) {
      const name = escaped(item.name)
      if (answersOf(item.op, item.words)) {
        await reach(page, new RegExp(`^${name} 结果$`))
        await page.keyboard.press('1')
        continue
      }
      for (const [reading, text] of readingsOf(item).entries()) {
        await reach(page, new RegExp(`^${name}.* ?第\\d份`))
        await expect(page.locator(':focus')).toHaveValue('')
        // The oven is scanned where a reading belongs.
        if (nth === 0 && item.formula !== 'direct' && reading === 0) {
          await scan('YQ-001\n')
          await expect(page.locator(':focus')).toHaveValue('')
        }
        await type(text)
        await page.keyboard.press('Enter')
      }
      if (nth === 0 && item.formula !== 'direct') {
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('Control+Enter')
        await expect(sheet.getByRole('textbox', { name: new RegExp(`^${name}`) })).toHaveCount(0)
      }
    }
    const savedBefore = saves
    await reach(page, /^提交结果$/)
    expect(saves, 'the Enter of the last reading leads to the button and does not press it').toBe(savedBefore)
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: /^提交/ })
    await expect(form.getByLabel('签名口令')).toBeFocused()
    await page.keyboard.type(demoPassword)
    await page.keyboard.press('Enter')
    await expect(form).toBeHidden()
    const done = page.getByRole('dialog', { name: new RegExp(`${lotNo} 已提交`) })
    if (nth === samples.length - 1) await expect(done).toBeHidden()
    else {
      await expect(done.getByRole('button', { name: /^检验/ })).toBeFocused()
      await page.keyboard.press('Enter')
    }
  }
  expect(samples.flatMap(({ items }) => items)).toHaveLength(20)
  expect(spent.clicks, 'no mouse').toBe(0)
  console.log(`${spent.keys} keys where ${before} were, beside ${spent.readings} for readings and ${spent.scanned} of scanner and balance`)
  expect(spent.keys).toBeLessThanOrEqual(atMost)
})

/** The readings of a good result, in the order of the paper form: all parallels of a reading, then the next reading. */
function readingsOf(item: TestedItem): string[] {
  const found = findingFor(item, true)
  if ('individual' in found) return found.individual
  if (!('raw' in found)) return []
  const columns = found.raw.map((one) => Object.values(one))
  return columns[0]!.flatMap((_, row) => columns.map((column) => column[row]!))
}
