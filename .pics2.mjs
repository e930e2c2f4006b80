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
const get = async (p, u) => (await p.request.get(base + '/api' + u)).json()
const post = async (p, u, data) => {
  const r = await p.request.post(base + '/api' + u, { data, headers: { 'idempotency-key': crypto.randomUUID(), origin: base } })
  const t = await r.text()
  if (!r.ok()) console.log(u, r.status(), t.slice(0, 400))
  return JSON.parse(t)
}
const shot = async (p, n) => {
  await p.waitForTimeout(1300)
  await p.screenshot({ path: '/tmp/lead/pics/' + n + '.png' })
}
const j = await ctx('jianyan', 1600, 900)
const l = await get(j, '/raw-inspections?state=sampled&pageSize=20')
console.log(
  l.total,
  l.rows?.map((r) => r.requestNo + r.lotName),
)
const made = []
for (const row of (l.rows ?? []).slice(0, 3)) {
  const f = await get(j, '/raw-inspections/' + row.id)
  const its = f.items.filter((i) => i.op === 'le' && !f.results.some((r) => r.itemId === i.id)).slice(0, 2)
  await post(j, `/raw-inspections/${row.id}/record`, {
    results: its.map((it) => {
      const v = (Number(it.limit) + 1).toFixed((it.limit.split('.')[1] ?? '').length)
      return { itemId: it.id, revision: 0, source: 'measured', individual: [v, v], words: '' }
    }),
  })
}
const sig = { password: 'Bencao@2026', comment: '' }
const cases = (await get(j, '/oos-cases?state=open')).rows
console.log(cases.map((c) => c.state + c.lotName))
const each = async (user, w, h, path, buttons, tag) => {
  const p = await ctx(user, w, h)
  await p.goto(base + path)
  await shot(p, tag)
  const names = await p.locator('.ant-drawer button:visible').allInnerTexts()
  console.log(tag, names)
  for (const n of buttons) {
    const btn = p.locator('.ant-drawer button:visible').filter({ hasText: n }).first()
    if (await btn.count()) {
      await btn.click()
      await shot(p, tag + '-' + n)
      await p.keyboard.press('Escape')
      await p.waitForTimeout(500)
    }
  }
  await p.context().close()
}
if (cases[0]) {
  const at = '/zhiliang-shijian?view=oos&id=' + cases[0].id
  await each('jianyan', 1600, 900, '/yuanliao-qingyan?id=' + cases[0].inspectionId, [], 'x-insp')
  for (const [w, h] of [
    [1600, 900],
    [390, 844],
  ])
    await each('fuhe', w, h, at, ['调查'], 'x-open' + w)
  const ok = { ok: true, note: '' }
  const fu = await ctx('fuhe', 1600, 900)
  const done = await post(fu, `/raw-oos-cases/${cases[0].id}/check`, {
    rowVersion: cases[0].rowVersion,
    signature: sig,
    checklist: {
      sample: ok,
      instrument: ok,
      calculation: { ok: false, note: '天平读数抄错一位' },
      solutions: ok,
      calibration: ok,
      method: ok,
    },
    finding: 'laboratory_error',
    explanation: '称量瓶未恒重',
  })
  for (const [w, h] of [
    [1600, 900],
    [390, 844],
  ])
    await each('qa', w, h, at, ['无效', '复检', '裁定'], 'x-checked' + w)
}
if (cases[1]) {
  const c = cases[1],
    at = '/zhiliang-shijian?view=oos&id=' + c.id
  const ok = { ok: true, note: '' }
  const fu = await ctx('fuhe', 1600, 900)
  const d = await post(fu, `/raw-oos-cases/${c.id}/check`, {
    rowVersion: c.rowVersion,
    signature: sig,
    checklist: { sample: ok, instrument: ok, calculation: ok, solutions: ok, calibration: ok, method: ok },
    finding: 'none',
    explanation: '未发现差错',
  })
  const qa = await ctx('qa', 1600, 900)
  const an = await get(qa, `/oos-cases/${c.id}/analysts`)
  console.log(an)
  await post(qa, `/oos-cases/${c.id}/approve-retest`, {
    rowVersion: d.case.rowVersion,
    signature: sig,
    retests: 2,
    analystId: an[0].id,
    reason: '复检确认',
  })
  const map = { 林用户: 'user', 管理员: 'admin' }
  await each(map[an[0].name] ?? 'user', 1600, 900, at, ['复检'], 'x-retest1600')
  await each(map[an[0].name] ?? 'user', 390, 844, at, ['复检'], 'x-retest390')
}
await b.close()
