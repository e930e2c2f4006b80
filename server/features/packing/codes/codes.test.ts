import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { stockApi } from '#contract/warehouse/stock.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { isGtin14 } from '#contract/packing/gs1.ts'
import { readCode } from '#contract/packing/scanned-code.ts'
import { buildApp } from '#server/app.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { labelledPackaging, packedLot, releasedPack, usualCompletion, type Packable } from '#server/demo/packaging.ts'
import { secondPerson, signed, signIn, withQualityHead } from '#server/demo/person.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { shippedSale } from '#server/demo/sale.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, testInstallation, type World } from '#server/test/world.ts'

let world: World
let batch: Packable
before(async () => {
  world = await openWorld()
  batch = await conformingBatch(world.as, { buy: { quantity: '500' } })
})
after(() => world.close())

type Line = { serial: number; level: string; code: string; link: string; box: string; batchNo: string; state: string }

/** The file of a range, line by line. */
async function fileOf(rangeId: string): Promise<Line[]> {
  const { cookie } = await world.as('baozhuang')
  const answer = await world.app.inject({ method: 'GET', url: `/api/code-ranges/${rangeId}/codes`, headers: { cookie } })
  assert.equal(answer.statusCode, 200)
  assert.match(String(answer.headers['content-disposition']), /attachment/)
  const [header, ...lines] = answer.body.trimEnd().split('\r\n')
  assert.equal(header, '\uFEFF序号,层级,追溯码,二维码内容,箱码,批号,状态')
  return lines.map((line) => {
    const [serial, level, code, link, box, batchNo, state] = line.split(',') as [string, string, string, string, string, string, string]
    return { serial: Number(serial), level, code, link, box, batchNo, state }
  })
}

const lookUp = async (code: string) => (await world.as('qa')).ask(qrApi.lookUp, { code })
const voidCodes = async (id: string, first: number, last: number, change: object = {}) =>
  (await world.as('qa')).ask(qrApi.void, { id, first, last, reason: '包装破损', signature: signed(), ...change })

test('who keeps stock or ships looks a pack up as well, and who does neither does not', async () => {
  const labelled = await labelledPackaging(world.as, { batch, spec: '500 g', packs: 5, boxLabels: 1 })
  const [first] = await fileOf(labelled.packRangeId)
  // The post of each has another of the three pages.
  for (const userName of ['cangku', 'wuliu', 'xiaoshou', 'caigou']) {
    const story = await (await world.as(userName)).ask(qrApi.lookUp, { code: first!.code })
    assert.equal(story.state, 'issued', userName)
  }
  await refused((await world.as('jianyan')).ask(qrApi.lookUp, { code: first!.code }), 'no_permission')
})

test('a code can be followed from its label to the shelf: unused, active, in stock, with its box and its lot', async () => {
  const labelled = await labelledPackaging(world.as, { batch, spec: '500 g', packs: 45, boxLabels: 3 })
  const [first] = await fileOf(labelled.packRangeId)
  const unused = await lookUp(first!.code)
  assert.deepEqual(
    [unused.state, unused.level, unused.serial, unused.batchNo, unused.lot, unused.box],
    ['issued', 'pack', 1, batch.batchNo, null, null],
  )
  const { lotId, lotNo } = await (await world.as('baozhuang')).ask(packagingApi.complete, await usualCompletion(world.as, labelled))
  const active = await lookUp(first!.link)
  assert.deepEqual([active.state, active.lot?.lotNo, active.lot?.state, active.box?.serial], ['activated', lotNo, 'quarantine', 1])
  const box = await lookUp(active.box!.code)
  assert.deepEqual(
    [box.level, box.state, box.contents],
    ['box', 'activated', [{ lotNo, batchNo: batch.batchNo, state: 'activated', packs: 20 }]],
  )
  assert.deepEqual(
    active.events.map(({ state, byName }) => [state, byName]),
    [
      ['issued', '蒋包装'],
      ['activated', '蒋包装'],
    ],
  )

  const lines = await fileOf(labelled.packRangeId)
  assert.deepEqual(
    [lines[19]!.box, lines[20]!.box, lines[40]!.box].map((code) => code === active.box!.code),
    [true, false, false],
  )
  assert.equal(new Set(lines.map((line) => line.box)).size, 3)
  assert.equal((await lookUp(lines[44]!.box)).contents[0]!.packs, 5)
  assert.equal((await lookUp(lines[44]!.code)).lot?.id, lotId)
})

test('typing is forgiven; what was never issued, or by another enterprise, has one and the same answer', async () => {
  const { packRangeId } = await labelledPackaging(world.as, { batch, spec: '500 g', packs: 5 })
  const [line] = await fileOf(packRangeId)
  const code = line!.code
  for (const typed of [code.toLowerCase(), code.replaceAll(/.{4}/g, '$& '), `http://elsewhere.example/c/${code}`])
    assert.equal((await lookUp(typed)).code, code)

  const answerTo = async (userName: string, typed: string) => {
    const { cookie } = await world.as(userName)
    const answer = await world.app.inject({ method: 'GET', url: '/api/code-story', query: { code: typed }, headers: { cookie } })
    return [answer.statusCode, answer.body.replace(/"requestId":"[^"]+"/, '')]
  }
  const stranger = await answerTo('qa', 'B0000000000000000000')
  assert.equal(stranger[0], 409)
  // A pack's neighbour in the series is issued next, not yet.
  assert.deepEqual(await answerTo('other', code), stranger)
  assert.deepEqual(await answerTo('qa', 'nonsense'), stranger)
  assert.deepEqual(await answerTo('qa', '83857930000879766660'), stranger)
  assert.deepEqual(await answerTo('qa', 'https://id.gs1.org/01/09520123456788/21/ABCDEFGHJKLMNPQRSTUV'), stranger)
})

test('the file of ten thousand codes has each once, its link, and follows the series', async () => {
  const { packRangeId } = await labelledPackaging(world.as, { batch, spec: '500 g', packs: 1 }).then(async ({ orderId }) =>
    (await world.as('baozhuang')).ask(packagingApi.issueLabels, {
      id: orderId,
      packLabels: 10_000,
      boxLabels: 0,
      reason: '测试大批量',
      approver: secondPerson('shengchan2'),
    }),
  )
  const lines = await fileOf(packRangeId)
  assert.equal(lines.length, 10_000)
  assert.equal(new Set(lines.map((line) => line.code)).size, 10_000)
  assert.deepEqual(
    lines.map((line) => line.serial),
    Array.from({ length: 10_000 }, (_, place) => place + 1),
  )
  for (const { code, link, level, state, box } of lines)
    assert.deepEqual([link, level, state, box], [`HTTPS://TRACE.EXAMPLE.CN/C/${code}`, '袋', '未激活', ''])
  for (const place of [0, 8191, 8192, 9999]) assert.equal((await lookUp(lines[place]!.code)).serial, place + 1)
})

test('a voided code says so, with the reason; its neighbours stay as they were', async () => {
  const { packRangeId } = await labelledPackaging(world.as, { batch, spec: '500 g', packs: 30 })
  const lines = await fileOf(packRangeId)
  const row = await voidCodes(packRangeId, 7, 9)
  assert.deepEqual([row.counts.issued, row.counts.voided], [27, 3])
  const story = await lookUp(lines[7]!.code)
  assert.deepEqual([story.state, story.events.at(-1)!.reason, story.events.at(-1)!.byName], ['voided', '包装破损', '郑质保'])
  assert.equal((await lookUp(lines[5]!.code)).state, 'issued')
  assert.equal((await lookUp(lines[9]!.code)).state, 'issued')
  const detail = await (await world.as('qa')).ask(qrApi.read, { id: packRangeId })
  assert.deepEqual(detail.spans, [
    { first: 1, last: 6, state: 'issued' },
    { first: 7, last: 9, state: 'voided' },
    { first: 10, last: 30, state: 'issued' },
  ])
  const signatures = await world.admin.query(
    `select s.meaning, signature_holds(s) as holds from signature s join code_void v on v.id = s.record_id where v.range_id = $1`,
    [packRangeId],
  )
  assert.deepEqual(signatures.rows, [{ meaning: '作废追溯码', holds: true }])
  await refused(voidCodes(packRangeId, 9, 12), 'code_voided')
  await refused(voidCodes(packRangeId, 29, 31), 'no_such_serial', 'last')
  await refused(voidCodes(packRangeId, 12, 11), 'invalid_input', 'last')
  await refused(voidCodes(packRangeId, 12, 12, { reason: '' }), 'invalid_input', 'reason')
  await refused(voidCodes(packRangeId, 12, 12, { signature: { password: 'wrong', comment: '' } }), 'wrong_password')
  await refused(
    (await world.as('baozhuang')).ask(qrApi.void, { id: packRangeId, first: 1, last: 1, reason: 'x', signature: signed() }),
    'no_permission',
  )
  assert.equal((await (await world.as('qa')).ask(qrApi.read, { id: packRangeId })).counts.voided, 3)
})

test('what has left the house is not voided, nor labelled again by one person; its code tells when and with which document it left', async () => {
  // A specification of its own, so that the oldest lot is this one.
  const pack = await releasedPack(world.as, { batch, spec: '1 kg', packs: 20 })
  await shippedSale(world.as, { pack, packs: 10 })
  const { spans } = await (await world.as('qa')).ask(qrApi.read, { id: pack.packRangeId })
  assert.deepEqual(spans.map(({ state, first, last }) => [state, last - first + 1]).sort(), [
    ['in_stock', 10],
    ['shipped', 10],
  ])
  const gone = spans.find((span) => span.state === 'shipped')!
  await refused(voidCodes(pack.packRangeId, gone.first, gone.first), 'code_shipped')
  const story = await lookUp((await fileOf(pack.packRangeId))[gone.first - 1]!.code)
  assert.equal(story.state, 'shipped')
  assert.match(story.events.at(-1)!.documentNo, /^(CK|XS)\d+$/)
  assert.equal((await lookUp(story.box!.code)).state, 'shipped')

  const print = async (serial: number, change: object = {}) =>
    (await world.as('baozhuang')).ask(qrApi.print, { id: pack.packRangeId, first: serial, last: serial, ...change })
  await refused(print(gone.first), 'reprint_needs_second', 'reason')
  await refused(print(gone.first, { reason: '客户退回破袋' }), 'reprint_needs_second', 'checker.userName')
  assert.equal((await print(gone.first, { reason: '客户退回破袋', checker: secondPerson('qa') })).labels.length, 1)
  const stays = spans.find((span) => span.state === 'in_stock')!
  assert.equal((await print(stays.first)).labels.length, 1, 'what lies in stock needs nobody else')
  await assert.rejects(
    world.change(
      `insert into label_print (enterprise_id, range_id, first_index, last_index, reason, printed_by)
      select r.enterprise_id, r.id, r.first_index + $2 - 1, r.first_index + $2 - 1, '卡纸', a.id from code_range r
      join account a on a.enterprise_id = r.enterprise_id and a.user_name = 'baozhuang' where r.id = $1`,
      [pack.packRangeId, gone.first],
    ),
    /reprint_needs_second/,
  )
})

test('labels are printed with the order’s text; the same label again only with a reason, a void one never', async () => {
  const labelled = await labelledPackaging(world.as, { batch, spec: '500 g', packs: 20 })
  const print = async (first: number, last: number, reason = '') =>
    (await world.as('baozhuang')).ask(qrApi.print, { id: labelled.packRangeId, first, last, reason })
  const sheet = await print(1, 10)
  const lines = await fileOf(labelled.packRangeId)
  assert.deepEqual(
    sheet.labels.map(({ serial, code, link }) => [serial, code, link]),
    lines.slice(0, 10).map(({ serial, code, link }) => [serial, code, link]),
  )
  assert.deepEqual([sheet.level, sheet.text.batchNo, sheet.text.origin], ['pack', batch.batchNo, '甘肃省定西市岷县'])
  await refused(print(10, 12), 'already_printed', 'reason')
  assert.equal((await print(10, 12, '卡纸')).labels.length, 3)
  await voidCodes(labelled.packRangeId, 15, 15)
  await refused(print(14, 16), 'code_voided')
  await refused(print(20, 21), 'no_such_serial', 'last')
  await refused((await world.as('qa')).ask(qrApi.print, { id: labelled.packRangeId, first: 17, last: 17 }), 'no_permission')

  await (
    await world.as('baozhuang')
  ).ask(packagingApi.complete, {
    ...(await usualCompletion(world.as, labelled)),
    packs: 19,
    charged: '9.5',
    loss: '0',
    labels: { used: 19, spoiled: 1, destroyed: 0, sampled: 0 },
  })
  const outer = await (await world.as('baozhuang')).ask(qrApi.print, { id: labelled.boxRangeId, first: 1, last: 1 })
  const days = await world.admin.query(`select born_on::text as "producedOn", expires_on::text as "expiresOn" from lot where id = $1`, [
    batch.lotId,
  ])
  assert.deepEqual(
    [outer.level, outer.labels[0]!.contents],
    ['box', [{ batchNo: batch.batchNo, packs: 19, ...days.rows[0] }]],
    'a box that is not full says so, with the days of the batch',
  )
  const { printed, prints } = await (await world.as('qa')).ask(qrApi.read, { id: labelled.packRangeId })
  assert.equal(printed, 12)
  assert.deepEqual(
    prints.map(({ first, last, reason, byName }) => [first, last, reason, byName]),
    [
      [10, 12, '卡纸', '蒋包装'],
      [1, 10, '', '蒋包装'],
    ],
  )
})

test('the label of a frozen pack is printed again only with a reason and a second person', async () => {
  const pack = await releasedPack(world.as, { batch, spec: '1 kg', packs: 12 })
  const packer = await world.as('baozhuang')
  const print = (change: object = {}) => packer.ask(qrApi.print, { id: pack.packRangeId, first: 1, last: 2, ...change })
  const qa = secondPerson('qa')
  assert.equal((await print()).labels.length, 2, 'what lies in stock is printed as ever')
  const { holdId } = await (await world.as('qa')).ask(stockApi.pack.freeze, { id: pack.lotId, kind: 'freeze', reason: '疑似混批' })
  await refused(print({ reason: '标签污损' }), 'reprint_needs_second', 'checker.userName')
  await refused(print({ checker: qa }), 'reprint_needs_second', 'reason')
  await refused(print({ reason: '标签污损', checker: secondPerson('baozhuang') }), 'same_person')
  await refused(print({ reason: '标签污损', checker: secondPerson('cangku') }), 'signer_lacks_duty')
  await refused(print({ reason: '标签污损', checker: { ...qa, password: 'wrong' } }), 'signer_unknown')
  assert.equal((await print({ reason: '标签污损', checker: qa })).labels.length, 2)
  await refused(packer.ask(qrApi.print, { id: pack.boxRangeId, first: 1, last: 1, reason: '箱签破损' }), 'reprint_needs_second')
  await (await world.as('qa')).ask(stockApi.pack.unfreeze, { id: pack.lotId, holdId, conclusion: '未混批', ...withQualityHead() })

  const { prints } = await packer.ask(qrApi.read, { id: pack.packRangeId })
  assert.deepEqual(
    prints.map(({ reason, byName, checkedByName }) => [reason, byName, checkedByName]),
    [
      ['标签污损', '蒋包装', '郑质保'],
      ['', '蒋包装', null],
    ],
  )
})

test('labels are printed only with an address that customers can reach; a demo prints them as 演示', async () => {
  const { packRangeId, boxRangeId } = await labelledPackaging(world.as, { batch, spec: '500 g', packs: 5 })
  const at = async (publicUrl: string | undefined, rangeId = packRangeId) => {
    const { publicUrl: _, ...rest } = testInstallation
    const app = await buildApp({ pool: world.pool, installation: { ...rest, ...(publicUrl !== undefined && { publicUrl }) } })
    try {
      const packer = await signIn(app, 'baozhuang')
      const print = packer.ask(qrApi.print, { id: rangeId, first: 1, last: 1, reason: '试打', origin: 'http://192.0.2.7:3000' })
      const { isDemo, labels } = await print
      const file = await app.inject({ url: `/api/code-ranges/${rangeId}/codes`, headers: { cookie: packer.cookie } })
      return {
        isDemo,
        link: labels[0]?.link.replace(labels[0].code, '…'),
        file: file.statusCode,
        name: decodeURIComponent(String(file.headers['content-disposition'])),
      }
    } finally {
      await app.close()
    }
  }
  const demo = await at('http://localhost:3000')
  assert.deepEqual([demo.isDemo, demo.link, demo.file], [true, 'HTTP://LOCALHOST:3000/C/…', 200])
  assert.match(demo.name, /演示 追溯码/)
  assert.equal((await at(undefined)).link, 'HTTP://192.0.2.7:3000/C/…')

  await world.change(`update enterprise set is_demo = false where is_operating`)
  try {
    for (const local of [
      undefined,
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://[::1]:3000',
      'https://bencao.localhost',
      'http://0.0.0.0:3000',
    ])
      await refused(at(local), 'public_url_local')
    const { cookie } = await world.as('baozhuang')
    const app = await buildApp({ pool: world.pool, installation: { ...testInstallation, publicUrl: 'http://localhost:3000' } })
    const file = await app.inject({ url: `/api/code-ranges/${packRangeId}/codes`, headers: { cookie } })
    await app.close()
    assert.deepEqual([file.statusCode, file.json().code], [409, 'public_url_local'])
    const real = await at('https://zhuisu.example.cn', boxRangeId)
    assert.deepEqual([real.isDemo, real.link], [false, 'HTTPS://ZHUISU.EXAMPLE.CN/C/…'])
    assert.doesNotMatch(real.name, /演示/)
    assert.equal((await at('https://example.cn/Zhuisu')).link, 'https://example.cn/Zhuisu/c/…', 'a path of the operator keeps its letters')
  } finally {
    await world.change(`update enterprise set is_demo = true where is_operating`)
  }
})

test('a GS1 pack carries a Digital Link with its lot, an NMPA pack the product’s identification code before its serial', async () => {
  const gs1Batch = await conformingBatch(world.as, { product: '黄芪', buy: { material: '黄芪', quantity: '60' } })
  const gs1 = await packedLot(world.as, { batch: gs1Batch, spec: 'GS1', packs: 21 })
  const [gs1Line] = await fileOf(gs1.packRangeId)
  const read = readCode(gs1Line!.link)!
  assert.ok(
    read.scheme === 'GS1' && read.gtin !== null && isGtin14(read.gtin) && read.lot === gs1Batch.batchNo && read.code === gs1Line!.code,
  )
  assert.ok(gs1Line!.link.startsWith(`HTTPS://TRACE.EXAMPLE.CN/01/${read.gtin}/10/${gs1Batch.batchNo}/21/`))
  const story = await lookUp(gs1Line!.link)
  assert.deepEqual([story.state, story.lot?.lotNo, story.box?.serial], ['activated', gs1.lotNo, 1])
  const [gs1Box] = await fileOf(gs1.boxRangeId)
  const boxRead = readCode(gs1Box!.link)!
  assert.ok(boxRead.scheme === 'GS1' && boxRead.gtin !== read.gtin, 'the box has a GTIN of its own')

  await releasedLot(world.as, { material: '麦麸', quantity: '60' })
  const nmpaBatch = await conformingBatch(world.as, { product: '麸炒白术', buy: { material: '白术', quantity: '60' } })
  const nmpa = await packedLot(world.as, { batch: nmpaBatch, spec: '药品标识码', packs: 5 })
  const [nmpaLine] = await fileOf(nmpa.packRangeId)
  assert.match(nmpaLine!.code, /^0000001\d{13}$/)
  assert.equal((await lookUp(nmpaLine!.code)).lot?.lotNo, nmpa.lotNo)
  assert.match((await lookUp(nmpaLine!.code)).box!.code, /^0000002\d{13}$/)
})

test('the database keeps every code in exactly one state', async () => {
  const { packRangeId } = await labelledPackaging(world.as, { batch, spec: '500 g', packs: 5 })
  await assert.rejects(world.change(`delete from code_span where range_id = $1`, [packRangeId]), { code: 'BC002' })
  await assert.rejects(world.change(`update code_span set last_index = last_index - 1 where range_id = $1`, [packRangeId]), {
    code: 'BC002',
  })
  await assert.rejects(
    world.change(
      `insert into code_span (enterprise_id, range_id, first_index, last_index, state) select enterprise_id, range_id, last_index, last_index, 'voided' from code_span where range_id = $1`,
      [packRangeId],
    ),
    /code_in_one_state/,
  )
})

test('ranges are listed with their counts and found by run, order, batch and initials', async () => {
  const qa = await world.as('qa')
  const all = await qa.ask(qrApi.list, { pageSize: 200 })
  assert.ok(all.rows.length > 10)
  for (const row of all.rows)
    assert.equal(
      Object.values(row.counts).reduce((sum, codes) => sum + codes, 0),
      row.count,
    )
  const [row] = all.rows
  for (const q of [row!.runNo, row!.orderNo, row!.batchNo, 'dg'])
    assert.ok((await qa.ask(qrApi.list, { q, pageSize: 200 })).rows.length > 0, q)
  assert.ok((await qa.ask(qrApi.list, { level: 'box', pageSize: 200 })).rows.every((one) => one.level === 'box'))
  assert.deepEqual(await (await world.as('other')).ask(qrApi.list, {}), { rows: [], total: 0 })
  await refused((await world.as('other')).ask(qrApi.read, { id: row!.id }), 'not_found')
})

test('after all of this the verifier finds nothing amiss', async () => {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})
