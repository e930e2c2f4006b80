import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { publicStatuses } from '#contract/tracing/public-trace.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { packedLot, releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { missesAllowed } from './pages.ts'

let world: World
let pack: Awaited<ReturnType<typeof releasedPack>>
const phone = { 'user-agent': 'Mozilla/5.0 (iPhone) MicroMessenger/8.0' }
const look = (url: string, headers: Record<string, string> = phone, remoteAddress = '198.51.100.7') =>
  world.app.inject({ url, headers, remoteAddress })
const codesOf = async (rangeId: string, first: number, last: number) =>
  (await (await world.as('baozhuang')).ask(qrApi.print, { id: rangeId, first, last, reason: '核对标签', checker: secondPerson('qa') }))
    .labels
const packCode = async (serial: number) => (await codesOf(pack.packRangeId, serial, serial))[0]!

before(async () => {
  world = await openWorld()
  pack = await releasedPack(world.as, { packs: 40, spare: 2 })
})
after(() => world.close())

test('a released pack: genuine, with product, origin, tests against their limits and the steps, in one page without a script', async () => {
  const answer = await look(`/index?c=${(await packCode(1)).code}`)
  assert.equal(answer.statusCode, 200)
  assert.ok(Buffer.byteLength(answer.body) <= 30_720, `${Buffer.byteLength(answer.body)} bytes`)
  assert.doesNotMatch(answer.body, /<script/)
  for (const told of [
    publicStatuses.genuine.title,
    '当归',
    pack.batch.batchNo,
    '甘肃省定西市岷县',
    '醇溶性浸出物',
    '不得少于45.0%',
    '符合规定',
    '质量受权人放行',
    '切制',
    '第一次被查询',
  ]) {
    assert.ok(answer.body.includes(told), told)
  }
})

test('what a symbol carries leads on to /index, is kept by no cache, and is one scan, not two', async () => {
  const { link, code } = await packCode(4)
  const sent = await look(new URL(link).pathname, phone, '203.0.113.7')
  assert.equal(sent.statusCode, 302)
  assert.equal(sent.headers['cache-control'], 'no-store')
  assert.equal(sent.headers.location, `/index?c=${code}`)
  assert.equal(new URL(link).pathname, `/C/${code}`, 'in capitals, which take less room in a symbol')
  assert.equal((await look(`/c/${code}`)).headers.location, `/index?c=${code}`, 'as older labels have it')
  assert.equal(sent.body, '')
  /** How often the code was scanned, once it was `expected` times: a scan is written behind the answer. */
  const scans = async (expected: number) => {
    for (let asked = 1; ; asked++) {
      const { rows } = await world.admin.query<{ n: number }>(
        'select count(*)::int as n from code_scan s join code_range r on r.id = s.range_id where r.id = $1 and s.code_index = r.first_index + 3',
        [pack.packRangeId],
      )
      if (rows[0]!.n >= expected || asked === 200) return rows[0]!.n
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  assert.ok((await look(sent.headers.location)).body.includes('第一次被查询'))
  assert.equal(await scans(1), 1, 'the short address counts nothing')
  assert.ok((await look(`/index?c=${code}`, phone, '203.0.113.8')).body.includes('已被查询 2 次'))
  assert.equal(await scans(2), 2)

  const path = '/01/06291041500213/10/a%2Fb/21/23456789ABCDEFGHJKLM'
  assert.equal((await look(`${path}?c=other`)).headers.location, `/index?c=${encodeURIComponent(path)}`)
  assert.equal((await look('/c/%0D%0Ax-evil:1')).headers.location, '/index?c=%0D%0Ax-evil%3A1')
})

test('the page keeps the house’s secrets: no village, no person, no supplier, no customer, no internal limit, no id', async () => {
  const { body } = await look(`/index?c=${(await packCode(2)).code}`)
  const { rows } = await world.admin.query<{ secret: string }>(`
    select name as secret from account union select name from supplier union select name from customer union select id::text from lot
    union select id::text from enterprise union select '百花村' union select '47.0' union select '内控'`)
  for (const { secret } of rows) assert.ok(!body.includes(secret), secret)
})

test('scans are counted once per visit, and link previews not at all', async () => {
  const url = `/index?c=${(await packCode(3)).code}`
  await look(url, { 'user-agent': 'WhatsApp/2 link preview' })
  await world.app.inject({ method: 'HEAD', url, headers: phone })
  for (let again = 0; again < 2; again++) assert.ok((await look(url)).body.includes('第一次被查询'))
  assert.ok((await look(url, phone, '203.0.113.9')).body.includes('已被查询 2 次'))
  const { rows } = await world.admin.query<{ n: number }>(`select count(*)::int as n from code_scan`)
  assert.equal(rows[0]!.n >= 2, true)
})

test('the symbol of a GS1 pack leads to its page, and so does the line of GS1 typed by hand; its serial alone does not', async () => {
  const batch = await conformingBatch(world.as, { product: '黄芪', buy: { material: '黄芪', quantity: '60' } })
  const gs1 = await releasedPack(world.as, { batch, spec: 'GS1', packs: 20 })
  const [label] = await codesOf(gs1.packRangeId, 1, 1)
  const [box] = await codesOf(gs1.boxRangeId, 1, 1)
  assert.ok(label && box)
  const path = new URL(label.link).pathname
  const [, gtin, serial] = /^\/01\/(\d{14})\/.*\/21\/(.*)$/.exec(path) ?? []
  const page = await look(String((await look(`${path}?17=280312`)).headers.location))
  assert.equal(page.statusCode, 200)
  assert.ok(page.body.includes(batch.batchNo))
  for (const typed of [label.link, `(01)${gtin}(21)${serial}`, `https://elsewhere.example/index?c=${encodeURIComponent(path)}`])
    assert.equal((await look(`/index?c=${encodeURIComponent(typed)}`)).statusCode, 200, typed)
  const ofBox = path.replace(String(gtin), String(/\d{14}/.exec(box.link)))
  for (const typed of [serial, ofBox]) assert.equal((await look(`/index?c=${typed}`)).statusCode, 404, typed)
})

test('a box leads to the page of what lies in it', async () => {
  const [box] = await codesOf(pack.boxRangeId, 1, 1)
  assert.ok((await look(`/index?c=${box!.code}`)).body.includes(publicStatuses.genuine.title))
})

test('not yet released, not activated, voided, frozen, recalled and expired say each their own sentence', async () => {
  const status = async (code: string) => {
    const { body } = await look(`/index?c=${code}`)
    const found = Object.entries(publicStatuses).filter(([, { title }]) => body.includes(`<h1>${title}</h1>`))
    return found.map(([name]) => name).join()
  }
  const quarantined = await packedLot(world.as, { packs: 20 })
  const [waiting] = await codesOf(quarantined.packRangeId, 1, 1)
  assert.equal(await status(waiting!.code), 'not_released')

  const code = (await packCode(5)).code
  const torn = (await packCode(6)).code
  await (await world.as('qa')).ask(qrApi.void, { id: pack.packRangeId, first: 6, last: 6, reason: '标签破损', signature: signed() })
  assert.equal(await status(torn), 'voided')
  const { holdId } = await (await world.as('qa')).ask(stockApi.pack.freeze, { id: pack.lotId, kind: 'freeze', reason: '客户反映异味' })
  assert.equal(await status(code), 'frozen')
  await (
    await world.as('qa')
  ).ask(stockApi.pack.unfreeze, { id: pack.lotId, holdId, conclusion: '查明为外包装异味，产品合格', ...withQualityHead() })
  assert.equal(await status(code), 'genuine')

  await world.change(`update lot set expires_on = today() - 1 where id = $1`, [pack.lotId])
  assert.equal(await status(code), 'expired')
  await world.change(
    `insert into hold (enterprise_id, lot_id, kind, reason, placed_by) select enterprise_id, id, 'recall', '召回', (select id from account where user_name = 'shouquan') from lot where id = $1`,
    [pack.lotId],
  )
  assert.equal(await status(code), 'recalled')
  assert.equal(new Set(Object.values(publicStatuses).map(({ advice }) => advice)).size, Object.keys(publicStatuses).length)
})

test('a recalled raw lot shows on the packs that were made of it', async () => {
  const other = await releasedPack(world.as, { packs: 20 })
  await world.change(
    `insert into hold (enterprise_id, lot_id, kind, reason, placed_by)
    select e.enterprise_id, e.from_lot_id, 'recall', '产地农残超标', (select id from account where user_name = 'shouquan') from lot_edge e where e.to_lot_id = $1 and e.role = 'main'`,
    [other.batch.lotId],
  )
  const [label] = await codesOf(other.packRangeId, 1, 1)
  assert.ok((await look(`/index?c=${label!.code}`)).body.includes(publicStatuses.recalled.title))
})

test('the page of a batch tells the same without a code, and the regions it went to', async () => {
  const { body } = await look(`/index?c=${(await packCode(7)).code}`)
  const link = /href="(\/index2\?b=[0-9a-f-]+)"/.exec(body)
  assert.ok(link)
  const batch = await look(link[1]!)
  assert.equal(batch.statusCode, 200)
  assert.ok(batch.body.includes('流向'))
  assert.ok(!batch.body.includes('被查询'))
})

test('unknown, malformed and foreign codes get one and the same answer, and many of them a pause', async () => {
  const blank = (body: string) => body.replace(/value="[^"]*"/, '')
  const unknown = await look(`/index?c=B${'7'.repeat(19)}`)
  const malformed = await look('/index?c=hello')
  assert.equal(unknown.statusCode, 404)
  assert.equal(malformed.statusCode, 404)
  assert.equal(blank(unknown.body), blank(malformed.body))
  assert.equal((await look('/index2?b=00000000-0000-4000-8000-000000000000')).statusCode, 404)
  const stranger = await look('/01/09520123456788/21/23456789ABCDEFGHJKLM')
  assert.equal((await look(stranger.headers.location!)).statusCode, 404)
  assert.equal((await look('/index')).statusCode, 200)
  for (let guess = 0; guess < missesAllowed; guess++) await look(`/index?c=B${String(guess).padStart(19, '2')}`, phone, '192.0.2.44')
  const stopped = await look(`/index?c=B${'3'.repeat(19)}`, { ...phone, 'x-forwarded-for': '10.1.1.1' }, '192.0.2.44')
  assert.equal(stopped.statusCode, 429)
  assert.ok((await look(`/index?c=${(await packCode(8)).code}`)).body.includes(pack.batch.batchNo), 'others still see their packs')
})
