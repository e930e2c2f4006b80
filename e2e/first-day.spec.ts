import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test'
import { effort } from './counted.ts'
import { findings } from './findings.ts'

/**
 * What one press of the mouse takes, finding the place included, and one key: the averages of the keystroke-level model (Card, Moran and
 * Newell: pointing 1.1 s and pressing 0.2 s; 0.28 s a key of an average typist), rounded up.
 */
const seconds = { click: 1.5, key: 0.3 }
/** Half of the ten minutes; the other half is for reading the screen. To compare the limits with the book takes as long as it takes. */
const forHands = 300

const count = effort()
let server: ChildProcess
let ended: Promise<unknown>
let printed = ''
let baseURL = ''

test.beforeAll(async () => {
  test.setTimeout(300_000)
  server = spawn(process.execPath, ['scripts/demo-server.mjs'], {
    env: { ...process.env, PORT: '0', BENCAO_DEMO: '0', LOG_LEVEL: 'error', BENCAO_ARGON2_KIB: '64' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  ended = once(server, 'close')
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (printed += String(chunk)))
  // One that ends before it is up says why; nobody waits for it then.
  await expect.poll(() => String(server.exitCode ?? printed), { timeout: 280_000 }).toMatch(/停止 +Ctrl-C|^\d+$/)
  expect(printed).toMatch(/停止 +Ctrl-C/)
  baseURL = /http:\/\/localhost:\d+/.exec(printed)?.[0] ?? ''
})
test.afterAll(async () => {
  server.kill('SIGTERM')
  await ended
})

const exactly = (label: string) => new RegExp(`^${[...label].join('\\s?')}$`)
const button = (scope: Page | Locator, label: string) => scope.getByRole('button', { name: exactly(label) })
const dialog = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title })
const said = (page: Page, words: RegExp) => expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible({ timeout: 20_000 })

async function fill(scope: Page | Locator, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await scope.getByLabel(label, { exact: true }).fill(value)
}

async function choose(scope: Locator, label: string, option: string | RegExp, typed?: string) {
  const box = scope.getByRole('combobox', { name: label })
  await box.click()
  if (typed !== undefined) await box.fill(typed)
  await expect(box).toHaveAttribute('aria-controls', /./)
  const list = box.page().locator(`[id="${await box.getAttribute('aria-controls')}"]`)
  await box
    .page()
    .locator('.ant-select-dropdown')
    .filter({ has: list })
    .locator('.ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click()
}

const checklist = (page: Page) => page.getByRole('region', { name: /开始使用|都备齐了/ })

const home = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).getByText('系统首页').click()

/** Home by the menu, and from there what a line of the list asks for. */
async function begin(page: Page, line: string) {
  await home(page)
  await checklist(page).getByRole('link', { name: line, exact: true }).click()
}

const ticked = (page: Page, line: string) => expect(checklist(page).getByRole('listitem').filter({ hasText: line })).toContainText('已有')

/** Signs in with the password that was given, and chooses one of their own. */
async function enter(browser: Browser, userName: string, given: string, own: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1600, height: 900 },
  })
  await count.watch(context)
  const page = await context.newPage()
  await page.goto('/login')
  await fill(page, { 用户名: userName, 口令: given })
  await page.getByLabel('口令', { exact: true }).press('Enter')
  await expect(checklist(page)).toBeVisible()
  await picture(page, `fresh-${userName}`)
  await page.getByRole('link', { name: '立即修改' }).click()
  await fill(page, { 现在的口令: given, 新口令: own, 再输入一次新口令: own })
  await button(page, '修改口令').click()
  await said(page, /口令已修改/)
  return page
}

/** Pictures for people who look (E2E_PICTURES names a folder): the home page in both sizes. */
async function picture(page: Page, name: string) {
  const folder = process.env['E2E_PICTURES']
  if (folder === undefined) return
  for (const [width, height] of [
    [1600, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true, animations: 'disabled' })
  }
  await page.setViewportSize({ width: 1600, height: 900 })
}

test('from the first start without demo data to an approved first order, a newcomer needs ten minutes', async ({ browser }) => {
  test.setTimeout(120_000)
  const first = /admin \/ (\S+)/.exec(printed)?.[1] ?? ''
  const own = 'min-zhou-dang-gui'
  const secondOwn = 'wei-yuan-dang-shen'
  const admin = await enter(browser, 'admin', first, own)

  await test.step('the enterprise and its papers', async () => {
    await begin(admin, '填写本企业资料')
    await button(admin, '修改资料').click()
    const profile = dialog(admin, '修改本企业资料')
    await fill(profile, {
      名称: '渭源五竹饮片厂',
      统一社会信用代码: '91110000802100433B',
      法定代表人: '李五竹',
      电话: '0932-4100000',
      地址: '渭源县五竹镇1号',
    })
    await choose(profile, '省份', '甘肃省', '甘肃')
    await button(profile, '保存').click()
    await said(admin, /本企业资料已保存/)
    for (const [kind, number] of [
      ['药品生产许可证', '甘20260077'],
      ['GMP符合性', 'GS20260012'],
    ] as const) {
      await button(admin, '登记证照').click()
      const paper = dialog(admin, '登记证照')
      await choose(paper, '证照', kind)
      await fill(paper, { 编号: number, 有效期至: '20300630' })
      await button(paper, '保存').click()
      await said(admin, new RegExp(`${kind}已登记`))
    }
  })

  const second = await test.step('a second person', async () => {
    await begin(admin, '建立同事的账号')
    await button(admin, '新建账号').click()
    const form = dialog(admin, '新建账号')
    await fill(form, { 用户名: 'zhouzhi', 姓名: '周质' })
    await choose(form, '角色', 'user')
    await admin.keyboard.press('Escape')
    await button(form, '保存').click()
    const shown = dialog(admin, /一次性口令/)
    const given = (await shown.locator('code').innerText()).trim()
    await shown.getByRole('button').last().click()
    return enter(browser, 'zhouzhi', given, secondOwn)
  })

  await test.step('herbs and standards, loaded by one and approved by the other', async () => {
    await begin(admin, '载入药材与质量标准')
    const form = dialog(admin, '从起始目录载入')
    await form.getByText(/^全选/).click()
    await fill(form, { 签名口令: own })
    expect(await findings(admin)).toEqual([])
    await button(form, '载入并提交批准').click()
    await said(admin, /已载入 23 种药材/)

    await begin(second, '批准质量标准')
    await button(second, '批准几份').click()
    const several = dialog(second, '批准几份标准')
    await several.getByRole('checkbox', { name: '已逐项核对' }).check()
    await fill(several, { 签名口令: secondOwn })
    expect(await findings(second)).toEqual([])
    await button(several, '批准').click()
    await said(second, /已批准 2\d 份标准/)
  })

  const supplier = '渭源归芪种植合作社'
  await test.step('a supplier, entered by one, audited and declared fit by the other', async () => {
    await begin(admin, '登记合格供应商')
    await button(admin, '登记供应商').click()
    const form = dialog(admin, '登记供应商')
    await fill(form, { 名称: supplier })
    await choose(form, '类型', '合作社')
    await button(form, '保存').click()
    const card = dialog(admin, new RegExp(supplier))
    await button(card, '登记证照').click()
    const paper = dialog(admin, '登记证照')
    await choose(paper, '证照', '农民专业合作社')
    await fill(paper, { 编号: '621123NA000123X' })
    await button(paper, '保存').click()
    await said(admin, /农民专业合作社已登记/)
    await admin.keyboard.press('Escape')

    await begin(second, '登记合格供应商')
    await button(second.getByRole('row').filter({ hasText: supplier }), '详情').click()
    const seen = dialog(second, new RegExp(supplier))
    await button(seen, '登记审计').click()
    const audit = dialog(second, /^登记审计/)
    await fill(audit, { 审计人员: '周质', 资格有效期至: '20291130', 签名口令: secondOwn })
    await button(audit, '登记').click()
    await said(second, /审计已登记/)
    await button(seen, '核定供货范围').click()
    const range = dialog(second, /^核定供货范围/)
    await button(range, '添加物料').click()
    await choose(range, '物料', '当归', 'dg')
    await fill(range, { 依据: '首次现场审计' })
    await button(range, '保存').click()
    await said(second, /供货范围已核定/)
    await button(seen, '列为合格').click()
    const fit = dialog(second, /^列为合格/)
    await fill(fit, { 签名口令: secondOwn })
    await button(fit, '列为合格').click()
    await said(second, /已列为合格/)
    await second.keyboard.press('Escape')
  })

  await test.step('the first order, approved by the other', async () => {
    await begin(admin, '编制第一张采购单')
    await button(admin, '新建采购单').click()
    const form = dialog(admin, '新建采购单')
    await choose(form, '供应商', supplier)
    await choose(form, '物料', '当归', 'dg')
    await choose(form, '约定产地', '渭源县', '渭源')
    await fill(form, { 数量: '600', 单价: '63' })
    await button(form, '保存并提交').click()
    await said(admin, /采购单 \S+ 已提交审批/)

    await home(second)
    await second.getByRole('region', { name: '等您本人' }).getByRole('link').filter({ hasText: '批准' }).click()
    await button(dialog(second, /^批准 /), '批准').click()
    await said(second, / 已批准/)
  })

  await home(admin)
  for (const line of [
    '填写本企业资料',
    '填写生产地址',
    '登记本企业证照',
    '建立同事的账号',
    '载入药材与质量标准',
    '批准质量标准',
    '登记合格供应商',
    '编制第一张采购单',
  ])
    await ticked(admin, line)
  await expect(checklist(admin)).toContainText('14 项中已备好 8 项')
  await expect(checklist(admin)).toContainText('PUBLIC_URL')
  expect(await findings(admin)).toEqual([])
  await picture(admin, 'half')

  const { clicks, keys } = count.spent
  const needed = clicks * seconds.click + keys * seconds.key
  test.info().annotations.push({ type: 'effort', description: `${clicks} clicks, ${keys} keys: ${Math.round(needed)} s` })
  expect(clicks, 'they were counted').toBeGreaterThan(60)
  expect(keys, 'they were counted').toBeGreaterThan(300)
  expect(needed, `${clicks} clicks and ${keys} keys`).toBeLessThanOrEqual(forHands)
})
