import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { attachmentApi } from '#contract/office/attachment.ts'
import { publicStatuses, type PublicTrace } from '#contract/tracing/public-trace.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { damagedPacks, destroyed } from '#server/demo/disposal.ts'
import { inspect, releasedLot } from '#server/demo/inspection.ts'
import { labelledPackaging, packedLot, releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { approvedProcess } from '#server/demo/processing.ts'
import { conformingBatch, finishedProduction, steppedProduction } from '#server/demo/production.ts'
import { returnApi } from '#contract/selling/return-api.ts'
import { decidedReturn, packsOut } from '#server/demo/return.ts'
import { deliveredSale, shippedSale } from '#server/demo/sale.ts'
import { handIn } from '#server/test/file-hand.ts'
import { refused } from '#server/test/refused.ts'
import { buildApp } from '#server/app.ts'
import { openWorld, testInstallation, type World } from '#server/test/world.ts'
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
    '甘肃省 › 定西市 › <b>岷县</b>',
    '醇溶性浸出物',
    '不得少于45.0\u00a0%',
    '符合规定',
    '质量受权人放行',
    '切制',
    '第 1 次被查询',
  ]) {
    assert.ok(answer.body.includes(told), told)
  }
})

/** What stands above the folded parts. */
const unfolded = (body: string) => body.slice(0, body.indexOf('<details'))
const tokenOf = async (lotId: string) =>
  only((await world.admin.query<{ token: string }>('select public_token as token from lot where id = $1', [lotId])).rows).token

test('before anything is unfolded: status, product, where from, what was done, how tested with the limit, in plain words', async () => {
  const { body } = await look(`/index?c=${(await packCode(9)).code}`)
  const head = unfolded(body)
  for (const told of [
    `<h1>${publicStatuses.genuine.title}</h1>`,
    '<h2>当归</h2>',
    pack.batch.batchNo,
    '从哪里来',
    '甘肃省 › 定西市 › <b>岷县</b>，栽培当归的根',
    '做了什么',
    '净制（挑选）、洗润、切制（薄片 1–2\u00a0mm）、干燥（热风循环）、筛选（振动筛）；没有加辅料。',
    '怎么检验',
    '项全部符合',
    '<b>12.3\u00a0%</b>，不得过15.0\u00a0%',
  ])
    assert.ok(head.includes(told), `${told}\n${head.slice(head.indexOf('<main'))}`)
})

test('how sure a part is stands once beside it: checked, declared or missing, and what is missing is a part of its own', async () => {
  const { body } = await look(`/index?c=${(await packCode(9)).code}`)
  const marked = [...body.matchAll(/<details><summary><span><b>([^<]+)<\/b>.*?<i class="(\w+)">/g)].map(([, title, basis]) => [
    title,
    basis,
  ])
  assert.deepEqual(marked, [
    ['产品与贮藏', 'verified'],
    ['药材来源', 'declared'],
    ['质量检验', 'verified'],
    ['加工经过', 'verified'],
    ['包装与流向', 'verified'],
    ['没有提供的内容', 'missing'],
    ['生产企业', 'declared'],
  ])
  assert.equal([...body.matchAll(/<i class="(verified|declared|missing)">/g)].length, marked.length)
  assert.ok(body.includes('种子来源'), 'nobody recorded the seed')
  assert.ok(/<dt>贮藏<\/dt><dd>[^<]+<\/dd>/.test(body) && body.includes('有霉变、虫蛀或异味，请勿使用'), 'storage and cautions')
})

test('one request: nothing is fetched beside the page; the telephone is one tap away; a shared page says what it is; large type needs no script', async () => {
  const { body } = await look(`/index?c=${(await packCode(9)).code}`)
  assert.doesNotMatch(body, /\ssrc=|@import|url\(|<script|\son[a-z]+=/)
  assert.deepEqual(
    [...body.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, href]) => href),
    ['data:,'],
  )
  assert.match(body, /<a class="tel" href="tel:[\d+]+">拨打质量电话/)
  assert.match(body, /<meta property="og:title" content="当归 · 正品，检验合格"/)
  assert.match(body, new RegExp(`<meta property="og:description" content="批号 ${pack.batch.batchNo}，产地甘肃省定西市岷县，检验符合`))
  assert.match(body, /<input class="tick" type="checkbox" id="large"[^>]*\/?><div class="page">.*<label for="large">/)
  assert.match(body, /\.tick:checked~\.page\{font-size:22px\}/)
})

test('the style uses nothing that an old web view of WeChat lacks', async () => {
  const style = /<style>(.*)<\/style>/s.exec((await look('/index')).body)?.[1] ?? ''
  assert.ok(style.length > 1000)
  const lacking =
    /[{;]\s*(row-|column-)?gap:|:has\(|aspect-ratio|[{;]\s*inset|&|@layer|@container|:is\(|:where\(|clamp\(|dvh|color-mix|gradient/
  assert.doesNotMatch(style, lacking)
  for (const modern of ['a{gap:1em}', 'a{color:red;inset:0}', 'a:has(b){}', 'a{&:hover{}}']) assert.match(modern, lacking)
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
  assert.ok((await look(sent.headers.location)).body.includes('第 1 次被查询'))
  assert.equal(await scans(1), 1, 'the short address counts nothing')
  assert.ok((await look(`/index?c=${code}`, phone, '203.0.113.8')).body.includes('第 2 次被查询'))
  assert.equal(await scans(2), 2)

  const path = '/01/06291041500213/10/a%2Fb/21/23456789ABCDEFGHJKLM'
  assert.equal((await look(`${path}?c=other`)).headers.location, `/index?c=${encodeURIComponent(path)}`)
  assert.equal((await look('/c/%0D%0Ax-evil:1')).headers.location, '/index?c=%0D%0Ax-evil%3A1')
})

test('the list of looks says of each which code it was at, of which batch, and how often that code was looked up', async () => {
  const { code } = await packCode(4)
  const looks = await (await world.as('baozhuang')).ask(qrApi.scans, { sort: '-times' })
  const own = looks.rows.filter((row) => row.code === code)
  assert.deepEqual(
    own.map(({ level, times, batchNo, productName }) => ({ level, times, batchNo, productName })),
    [1, 2].map(() => ({ level: 'pack', times: 2, batchNo: pack.batch.batchNo, productName: '当归' })),
  )
  assert.equal(new Set(looks.rows.map(({ id }) => id)).size, looks.rows.length, 'each has a name of its own')
  const newest = await (await world.as('baozhuang')).ask(qrApi.scans, {})
  assert.deepEqual(
    newest.rows.map(({ scannedAt }) => scannedAt),
    newest.rows.map(({ scannedAt }) => scannedAt).toSorted((a, b) => b.localeCompare(a)),
  )
  assert.equal(newest.total, looks.total)
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
  for (let again = 0; again < 2; again++) assert.ok((await look(url)).body.includes('第 1 次被查询'))
  assert.ok((await look(url, phone, '203.0.113.9')).body.includes('第 2 次被查询'))
  const { rows } = await world.admin.query<{ n: number }>(`select count(*)::int as n from code_scan`)
  assert.equal(rows[0]!.n >= 2, true)
})

test('who looks again while their first look is being written down is still one visitor', async () => {
  const url = `/index?c=${(await packCode(8)).code}`
  const client = await world.admin.connect()
  try {
    // Reading goes on, writing waits.
    await client.query('begin; lock table code_scan in share mode')
    await look(url)
    for (let waits = false; !waits;) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      const { rows } = await client.query<{ waits: boolean }>(
        `select exists (select from pg_locks where relation = 'code_scan'::regclass and not granted) as waits`,
      )
      waits = only(rows).waits
    }
    assert.ok((await look(url)).body.includes('第 1 次被查询'))
    assert.ok((await look(url, phone, '203.0.113.9')).body.includes('第 2 次被查询'))
  } finally {
    await client.query('rollback')
    client.release()
  }
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
  const printed = await labelledPackaging(world.as, { packs: 20 })
  const spare = elementAt(await codesOf(printed.packRangeId, 1, 1), 0).code
  const torn = elementAt(await codesOf(printed.packRangeId, 2, 2), 0).code
  await (await world.as('qa')).ask(qrApi.void, { id: printed.packRangeId, first: 2, last: 2, reason: '标签破损', signature: signed() })
  assert.equal(await status(torn), 'voided')
  const broken = (await packCode(6)).code
  await destroyed(world.as, await damagedPacks(world.as, pack.lotId, [broken]))
  assert.equal(await status(broken), 'voided')
  assert.equal(await status(spare), 'not_activated')
  for (const code of [torn, spare, broken]) {
    const { body } = await look(`/index?c=${code}`)
    assert.ok(!body.includes('当归') && !body.includes(pack.batch.batchNo), 'a code that is on no pack names no product')
    assert.match(body, /<a class="call" href="tel:[\d+]+">请企业核对<\/a>/)
    assert.ok(body.includes('再问'))
  }
  const { holdId } = await (await world.as('qa')).ask(stockApi.pack.freeze, { id: pack.lotId, kind: 'freeze', reason: '客户反映异味' })
  assert.equal(await status(code), 'frozen')
  const held = (await look(`/index?c=${code}`)).body
  for (const told of ['暂停自', '请先收好，不必丢弃', '<h2>当归</h2>', '药材来源']) assert.ok(held.includes(told), told)
  assert.ok(!held.includes('异味，') || !held.includes('客户反映'), 'why the house holds it stays in the house')
  await (
    await world.as('qa')
  ).ask(stockApi.pack.unfreeze, { id: pack.lotId, holdId, conclusion: '查明为外包装异味，产品合格', ...withQualityHead() })
  assert.equal(await status(code), 'genuine')

  await world.change(`update lot set expires_on = today() - 1 where id = $1`, [pack.lotId])
  assert.equal(await status(code), 'expired')
  assert.match((await look(`/index?c=${code}`)).body, /已过 1 天。请不要使用。/)
  await world.change(
    `insert into hold (enterprise_id, lot_id, kind, reason, placed_by) select enterprise_id, id, 'recall', '召回', (select id from account where user_name = 'shouquan') from lot where id = $1`,
    [pack.lotId],
  )
  assert.equal(await status(code), 'recalled')
  const recalled = (await look(`/index?c=${code}`)).body
  for (const told of ['召回自', '怎么退', '<a class="call" href="tel:', '药材来源']) assert.ok(recalled.includes(told), told)
  assert.match(recalled, /<meta property="og:title" content="当归 · 已召回，请停止使用"/)
  assert.equal(new Set(Object.values(publicStatuses).map(({ advice }) => advice)).size, Object.keys(publicStatuses).length)
})

test('a pack that was sent back says so while it lies apart, and is genuine again when it was put away', async () => {
  const status = async (code: string) => {
    const { body } = await look(`/index?c=${code}`)
    return Object.entries(publicStatuses).flatMap(([name, { title }]) => (body.includes(`<h1>${title}</h1>`) ? [name] : []))
  }
  const sent = await releasedPack(world.as, { product: '白术', buy: { material: '白术' }, packs: 6 })
  const sale = await deliveredSale(world.as, { pack: sent, packs: 4 })
  const decided = await decidedReturn(world.as, { sale, packs: 2 })
  const [back] = decided.codes
  assert.deepEqual(await status(back!), ['returned'])
  const { body } = await look(`/index?c=${back!}`)
  for (const told of ['已退回企业', '请先收好，不要使用']) assert.ok(body.includes(told), told)
  const out = (await packsOut(world.as, sale))[0]!
  assert.deepEqual(await status(out.code), ['genuine'])
  const keeper = await world.as('cangku')
  await keeper.ask(returnApi.restock, { id: decided.id, rowVersion: decided.rowVersion, placeId: await binIn(keeper, 'pack_released') })
  assert.deepEqual(await status(back!), ['genuine'])
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

test('a page that is kept is given out as long as nothing it is made of changed, in every process', async () => {
  const other = await buildApp({ pool: world.pool, installation: testInstallation })
  const own = await releasedPack(world.as, { packs: 20 })
  const url = `/index?c=${elementAt(await codesOf(own.packRangeId, 1, 1), 0).code}`
  const pages = () =>
    Promise.all([world.app, other].map(async (app) => (await app.inject({ url, headers: phone, remoteAddress: '192.0.2.9' })).body))
  const tell = async (what: string) => {
    for (const body of await pages()) assert.ok(body.includes(what), what)
  }
  try {
    await tell(`<h1>${publicStatuses.genuine.title}</h1>`)
    const qa = await world.as('qa')
    const { holdId } = await qa.ask(stockApi.pack.freeze, { id: own.lotId, kind: 'freeze', reason: '客户反映异味' })
    await tell(publicStatuses.frozen.title)
    await qa.ask(stockApi.pack.unfreeze, { id: own.lotId, holdId, conclusion: '查明为外包装异味，产品合格', ...withQualityHead() })
    await tell(`<h1>${publicStatuses.genuine.title}</h1>`)
    // Everything else the page is made of, one after the other, also where no step and no trigger was at work.
    const raw = `(select from_lot_id from lot_edge where to_lot_id = '${own.batch.lotId}' and role = 'main')`
    const changes: [statement: string, told: string][] = [
      [`update enterprise set phone = '0932-7654321' where is_operating`, '0932-7654321'],
      [`update product set storage = '置冷处' where id = (select product_id from lot where id = '${own.lotId}')`, '置冷处'],
      [`update material set latin = 'Radix Nova' where id = (select material_id from lot where id = ${raw})`, 'Radix Nova'],
      [`update pack_spec set name = '新规格' where id = (select pack_spec_id from lot where id = '${own.lotId}')`, '新规格'],
      [`update lot set state = 'rejected' where id = ${raw}`, publicStatuses.rejected.title],
      [`update lot set state = 'released' where id = ${raw}`, publicStatuses.genuine.title],
      [
        `insert into hold (enterprise_id, lot_id, kind, reason, placed_by) select enterprise_id, id, 'recall', '农残', (select id from account where user_name = 'shouquan') from lot where id = ${raw}`,
        publicStatuses.recalled.title,
      ],
      [
        `insert into trace_event (enterprise_id, lot_id, kind, occurred_at, by_id, document_no, public_facts)
          select enterprise_id, id, 'shipped', now(), (select id from account where user_name = 'cangku'), 'CK0', '{"province": "新省", "city": "新市"}' from lot where id = '${own.lotId}'`,
        '新省',
      ],
    ]
    for (const [statement, told] of changes) {
      await world.change(`set local session_replication_role = replica; ${statement}`)
      // Holds are counted by a trigger, which is off here.
      await world.change(`set local session_replication_role = replica;
        update lot set holds = (select count(*) from hold h where h.lot_id = lot.id and h.lifted_at is null) where id = ${raw}`)
      await tell(told)
    }
  } finally {
    await other.close()
  }
})

test('the telephone keeps the page and asks whether it stands; asking counts as looking, and a change is told', async () => {
  const own = await releasedPack(world.as, { packs: 20 })
  const url = `/index?c=${elementAt(await codesOf(own.packRangeId, 1, 1), 0).code}`
  const first = await look(url)
  assert.equal(first.headers['cache-control'], 'private, no-cache')
  const tag = String(first.headers.etag)
  const again = await look(url, { ...phone, 'if-none-match': tag })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
  const friend = await look(url, { ...phone, 'if-none-match': tag }, '203.0.113.20')
  assert.deepEqual([friend.statusCode, friend.body.includes('第 2 次被查询')], [200, true], 'another visit is another number')
  const third = await look(url, { ...phone, 'if-none-match': `W/"x", W/${friend.headers.etag}` }, '203.0.113.20')
  assert.equal(third.statusCode, 304)
  assert.ok((await look(url, phone, '203.0.113.21')).body.includes('第 3 次被查询'), 'both who were answered 304 were counted, each once')
  await (await world.as('qa')).ask(stockApi.pack.freeze, { id: own.lotId, kind: 'freeze', reason: '客户反映异味' })
  assert.equal((await look(url, { ...phone, 'if-none-match': tag })).statusCode, 200)
})

test('scans of many at once, in two processes, are each counted once, and the first of them stays the first', async () => {
  const other = await buildApp({ pool: world.pool, installation: testInstallation })
  const own = await releasedPack(world.as, { packs: 20 })
  const [label] = await codesOf(own.packRangeId, 2, 2)
  const url = `/index?c=${label!.code}`
  const scans = async () =>
    only(
      (
        await world.admin.query<{ total: number; counted: number; same: boolean }>(
          `select t.scans::int as total, count(*)::int as counted, t.first_at = min(s.scanned_at) as same
            from code_scan_total t join code_scan s using (enterprise_id, range_id, code_index) where range_id = $1 group by t.scans, t.first_at`,
          [own.packRangeId],
        )
      ).rows,
    )
  // Forty visitors, each of them at both processes and twice at one.
  const visits = Array.from({ length: 40 }, (_, number) => `198.51.100.${number + 100}`)
  const answers = await Promise.all(
    visits.flatMap((remoteAddress) => [world.app, other, other].map((app) => app.inject({ url, headers: phone, remoteAddress }))),
  )
  assert.ok(answers.every(({ statusCode }) => statusCode === 200))
  await other.close() // what it has gathered is written before it ends
  const late = await world.app.inject({ url, headers: phone, remoteAddress: '198.51.100.99' })
  assert.ok(late.body.includes(`第 ${visits.length + 1} 次被查询`), 'what this process has not written yet is counted, too')
  assert.ok(late.body.includes('若包装刚刚拆封'))
  for (let asked = 1; (await scans()).total < visits.length + 1; asked++) {
    assert.ok(asked < 200, 'the scans were never written')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.deepEqual(await scans(), { total: visits.length + 1, counted: visits.length + 1, same: true })
})

test('the page of a batch tells what it was made of with shares, its reports and its times: no mass, yield, limit of the house, customer or person', async () => {
  await approvedProcess(world.as, '丹参', { allowsBlending: true })
  const [large, small] = [
    await releasedLot(world.as, { material: '丹参', quantity: '90' }),
    await releasedLot(world.as, { material: '丹参', quantity: '30' }),
  ]
  const order = await steppedProduction(world.as, {
    product: '丹参',
    lots: [
      { lotId: large.lotId, quantity: '60', reason: '混批' },
      { lotId: small.lotId, quantity: '20', reason: '混批' },
    ],
  })
  const made = await finishedProduction(world.as, order.id)
  await (await world.as('qa')).ask(productionApi.review, { id: order.id, signature: signed('记录完整，同意') })
  const { reportNo } = await inspect(world.as, made.lotId, { side: 'bulk' })
  const sold = await releasedPack(world.as, { batch: made, packs: 40 })
  await shippedSale(world.as, { pack: sold, packs: 10 })
  const token = await tokenOf(sold.lotId)
  const { body, statusCode } = await look(`/index2?b=${token}`)
  assert.equal(statusCode, 200)
  assert.ok(Buffer.byteLength(body) <= 30_720, `${Buffer.byteLength(body)} bytes`)
  const shares = [...body.matchAll(/<span class="share">([^<]+)<\/span><b>([^<]+)<\/b><small>批号 ([^ ]+)/g)].map(([, ...told]) => told)
  assert.deepEqual(shares, [
    ['75 %', '药材 丹参', large.lotNo],
    ['25 %', '药材 丹参', small.lotNo],
    ['100 %', '饮片 丹参', made.batchNo],
  ])
  for (const told of ['整批来历', reportNo, '北京市', '下载全部检验结果', '本页说明整批']) assert.ok(body.includes(told), told)
  assert.match(body, /<div>\d\d:\d\d 净制 · 挑选<\/div>/)
  assert.ok(!body.includes('次被查询'))

  const report = await look(`/index2/report?b=${token}&r=${reportNo}`)
  assert.equal(report.statusCode, 200)
  for (const told of [reportNo, '水分', '不得过', '符合规定']) assert.ok(report.body.includes(told), told)
  const results = await look(`/index2/results?b=${token}`)
  assert.match(String(results.headers['content-type']), /text\/csv/)
  assert.match(String(results.headers['content-disposition']), /^attachment/)
  assert.ok(results.body.includes(`饮片,丹参,${made.batchNo},${reportNo}`))

  const { rows } = await world.admin.query<{ secret: string }>(`
    select name as secret from account union select name from supplier union select name from customer union select id::text from lot
    union select phone from supplier where phone <> '' union select contact from supplier where contact <> ''
    union select address from customer_address union select order_no from sales_order union select shipment_no from shipment
    union select yield_percent::text from bulk_lot where yield_percent is not null union select '百花村' union select '内控'`)
  for (const page of [body, report.body, results.body]) {
    assert.doesNotMatch(page, /\d\s*(kg|千克|公斤)(?![/每]|·)(?!\/)|收率\s*\d|47\.0/)
    for (const { secret } of rows) assert.ok(!page.includes(secret), secret)
  }
})

test('a report or a table is given out with the token of its batch alone', async () => {
  const token = await tokenOf(pack.lotId)
  const none = '00000000-0000-4000-8000-000000000000'
  for (const url of [
    `/index2/report?b=${token}&r=BG20200101001`,
    `/index2/report?b=${none}&r=x`,
    '/index2/report',
    `/index2/results?b=${none}`,
    '/index2/results',
  ])
    assert.equal((await look(url, phone, '192.0.2.77')).statusCode, 404, url)
})

const photograph = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#b58a4a' } })
    .withExif({ IFD3: { GPSLatitude: '34/1 26/1 0/1' } })
    .jpeg()
    .toBuffer()

test('a picture that the enterprise shows: painted anew, small, without where it was taken; gone when it is voided', async () => {
  const { rows } = await world.admin.query<{ product: string; material: string }>(
    `select p.id as product, p.material_id as material from lot l join product p on p.id = l.product_id where l.id = $1`,
    [pack.lotId],
  )
  const { product, material } = only(rows)
  const admin = await world.as('admin')
  const name = '当归片.jpg'
  const { digest } = await handIn(world, 'admin', attachmentApi.upload, { name }, await photograph())
  const shown = async () =>
    [...(await look(`/index?c=${(await packCode(9)).code}`)).body.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src)
  assert.deepEqual(await shown(), [])
  assert.equal((await look(`/public/picture/${digest}`)).statusCode, 404, 'handed in is not shown')
  await admin.ask(attachmentApi.add, { of: 'material', id: material, digest, name, kind: '照片' })
  assert.equal((await look(`/public/picture/${digest}`)).statusCode, 404, 'a photograph for the house is not shown')
  const { id } = await admin.ask(attachmentApi.add, { of: 'product', id: product, digest, name, kind: '公开照片' })
  assert.deepEqual(await shown(), [`/public/picture/${digest}`])
  const picture = await look(`/public/picture/${digest}`)
  assert.equal(picture.headers['content-type'], 'image/jpeg')
  assert.ok(picture.rawPayload.length < 30_720, `${picture.rawPayload.length} bytes`)
  const { width, height, exif } = await sharp(picture.rawPayload).metadata()
  assert.deepEqual([width, height, exif], [264, 264, undefined])
  await admin.ask(attachmentApi.void, { id, reason: '换新照片' })
  assert.deepEqual(await shown(), [])
  assert.equal((await look(`/public/picture/${digest}`)).statusCode, 404)
  assert.equal((await look('/public/picture/..%2f..%2fsecret')).statusCode, 404)
})

test('a map is shown on the page of the batch with the number of its approval, and not without one; nothing but a picture is shown at all', async () => {
  const admin = await world.as('admin')
  const own = only((await world.admin.query<{ id: string }>(`select id from enterprise where is_operating`)).rows).id
  const name = '产地.png'
  const drawn = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#dde' } })
    .png()
    .toBuffer()
  const { digest } = await handIn(world, 'admin', attachmentApi.upload, { name }, drawn)
  const add = { of: 'enterprise', id: own, digest, name, kind: '公开地图' } as const
  await refused(admin.ask(attachmentApi.add, add), 'map_number', 'mapNo')
  await refused(admin.ask(attachmentApi.add, { ...add, mapNo: '随便写' }), 'invalid_input', 'mapNo')
  await refused(admin.ask(attachmentApi.add, { ...add, kind: '照片', mapNo: 'GS（2024）0650号' }), 'map_number', 'mapNo')
  await refused(admin.ask(attachmentApi.add, { ...add, kind: '公开照片' }), 'public_picture')
  const text = await handIn(world, 'admin', attachmentApi.upload, { name: '说明.txt' }, '不是图片')
  await refused(
    admin.ask(attachmentApi.add, { ...add, digest: text.digest, name: '说明.txt', mapNo: 'GS（2024）0650号' }),
    'public_picture',
  )
  await assert.rejects(
    world.change(
      `insert into attachment (enterprise_id, owner_table, owner_id, digest, name, kind, added_by)
       select enterprise_id, 'enterprise', enterprise_id, $1, 'x.png', '公开地图', id from account where user_name = 'admin'`,
      [digest],
    ),
    /attachment_map_has_number/,
  )
  await admin.ask(attachmentApi.add, { ...add, mapNo: 'GS（2024）0650号' })
  const { body } = await look(`/index2?b=${await tokenOf(pack.lotId)}`)
  assert.ok(body.includes(`<img src="/public/picture/${digest}"`) && body.includes('审图号：GS（2024）0650号'))
  assert.equal([...body.matchAll(/<img /g)].length, 1, 'one picture at most')
  assert.ok(!(await look(`/index?c=${(await packCode(9)).code}`)).body.includes('审图号'))
  assert.equal((await look(`/public/picture/${digest}`)).statusCode, 200)
})

test('a batch of very many lots still weighs no more than 30 KiB, and says what it leaves out', async () => {
  const { renderTrace }: { renderTrace(trace: PublicTrace, code: string | null): string } = await import(
    new URL('../../../../dist/public/render.js', import.meta.url).href
  )
  const place = (number: number) => ['甘肃省', '定西市', `第${number}县`]
  const many = Array.from({ length: 300 }, (_, number) => number)
  const trace: PublicTrace = {
    status: 'genuine',
    since: null,
    daysExpired: null,
    scans: { firstAt: '2026-11-23T08:00:00Z', count: 1 },
    inBox: null,
    product: {
      ...{ name: '当归', spec: '薄片', packSpec: '1 kg/袋', batchNo: '26112307', producedOn: '2026-11-23', expiresOn: '2028-11-22' },
      ...{ storage: '置阴凉干燥处', method: '切制', standard: '《中国药典》2020年版一部', isToxic: false },
    },
    enterprise: { name: '岷州', licenceNo: '甘1', address: '岷县', phone: '0932-1', introduction: '药'.repeat(1000), isDemo: true },
    picture: null,
    origins: many.map((number) => ({
      ...{
        material: '当归',
        latin: 'Angelicae Sinensis Radix',
        species: '伞形科植物当归',
        part: '根',
        sourceType: '栽培',
        place: place(number),
      },
      ...{ harvestFrom: '2026-09-01', harvestTo: '2026-09-20', growthYears: '3', primaryProcessing: '晒干' },
    })),
    auxiliaries: [],
    genealogy: many.map((number) => ({
      ...{
        kind: 'raw',
        name: '当归',
        batchNo: `DH${number}`,
        bornOn: '2026-09-26',
        place: place(number).join(' › '),
        reportNo: `BG${number}`,
      },
      share: '不到 1 %',
    })),
    reports: many.map((number) => ({
      ...{ subject: '药材', material: '当归', batchNo: `DH${number}`, reportNo: `BG${number}`, standard: '《中国药典》2020年版一部' },
      ...{ conclusion: '符合规定', conforming: true, on: '2026-09-30' },
      items: many.slice(0, 9).map((item) => ({ name: `项目${item}`, spec: '不得过15.0%', result: '12.3%', verdict: '符合规定' })),
    })),
    steps: many.map(() => ({ what: '药材到货验收', detail: '当归', on: '2026-09-26', time: '08:00', isProcess: false })),
    destinations: many.map((number) => ({ place: `第${number}市`, from: '2026-12-01', to: '2026-12-02' })),
    batchToken: '00000000-0000-4000-8000-000000000000',
  }
  for (const page of [renderTrace(trace, null), renderTrace({ ...trace, genealogy: null }, '7'.repeat(20))]) {
    assert.ok(Buffer.byteLength(page) <= 30_720, `${Buffer.byteLength(page)} bytes`)
    assert.match(page, /另有 \d+ 条/)
  }
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
