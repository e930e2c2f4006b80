import { chromium } from 'playwright-core'
const base = 'http://127.0.0.1:4810'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
async function ctx(user, w, h) {
  const c = await b.newContext({ viewport: { width: w, height: h }, hasTouch: w < 500, isMobile: w < 500 })
  const p = await c.newPage()
  const r = await p.request.post(base + '/api/session', {
    data: { userName: user, password: 'Bencao@2026' },
    headers: { 'idempotency-key': crypto.randomUUID(), origin: base },
  })
  if (!r.ok()) console.log(user, r.status(), await r.text())
  return p
}
const api = async (p, u) => (await p.request.get(base + '/api' + u)).json()
const shot = async (p, n) => {
  await p.waitForTimeout(1500)
  await p.screenshot({ path: '/tmp/lead/pics/' + n + '.png' })
}
for (const [user, w, h] of [
  ['fuhe', 1600, 900],
  ['qa', 1600, 900],
  ['fuhe', 390, 844],
  ['qa', 390, 844],
]) {
  const p = await ctx(user, w, h)
  const tag = user + w
  const list = await api(p, '/oos-cases?pageSize=100')
  const rows = list.rows ?? list.items ?? []
  console.log(tag, JSON.stringify(list).slice(0, 300))
  await p.goto(base + '/zhiliang-shijian?view=oos')
  await shot(p, tag + '-list')
  for (const s of ['open', 'checked', 'invalidated', 'retesting', 'retested']) {
    const r = rows.find((x) => x.state === s)
    if (!r) continue
    await p.goto(base + '/zhiliang-shijian?view=oos&id=' + r.id)
    await shot(p, tag + '-' + s)
    for (const name of ['实验室调查', '裁定', '判原结果无效', '批准复检', '原结果无效']) {
      const btn = p.locator('.ant-drawer button:visible').filter({ hasText: name }).first()
      if ((await btn.count()) && !(await btn.getAttribute('aria-disabled'))) {
        await btn.click()
        await shot(p, tag + '-' + s + '-' + name)
        await p.keyboard.press('Escape')
      }
    }
  }
}
await b.close()
