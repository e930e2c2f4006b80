import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { only, present } from '#contract/kernel/certain.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { refused } from '#server/test/refused.ts'
import { takeFile } from '#server/test/file-hand.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 反映问题: whoever holds a pack tells what is wrong with it, without an account, and reads the answer behind a link. */

const world = await openWorld()
after(() => world.close())
const { as } = world

const pack = await releasedPack(as, { packs: 10, spec: '500 g' })
const codeOf = async (serial: number) =>
  only(
    (
      await (
        await as('baozhuang')
      ).ask(qrApi.print, { id: pack.packRangeId, first: serial, last: serial, reason: '核对标签', checker: secondPerson('qa') })
    ).labels,
  ).code

type Sent = { c?: string; text?: string; contact?: string; website?: string; picture?: { name: string; bytes: Buffer } }

/** What a browser sends of the form. */
async function send(
  { picture, ...words }: Sent,
  { address = '203.0.113.7', headers = {} }: { address?: string; headers?: Record<string, string> } = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(words)) form.set(name, value)
  if (picture) form.set('picture', new File([new Uint8Array(picture.bytes)], picture.name))
  const asked = new Response(form)
  return world.app.inject({
    method: 'POST',
    url: '/fankui',
    remoteAddress: address,
    headers: { 'content-type': present(asked.headers.get('content-type')), ...headers },
    payload: Buffer.from(await asked.arrayBuffer()),
  })
}
const look = (url: string) => world.app.inject({ url, remoteAddress: '203.0.113.8' })
const complaints = async () => (await (await as('qa')).ask(incidentApi.list, { kind: 'complaint' })).rows
let next = 0
/** Each test asks from an address of its own. */
const address = () => `198.51.100.${++next}`

test('from the code on the pack to the answer: no account, no name, and the picture keeps nothing but what it shows', async () => {
  const code = await codeOf(1)
  const page = await world.app.inject({ url: `/index?c=${code}`, headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  assert.ok(page.body.includes(`/fankui?c=${encodeURIComponent(code)}`))
  const form = await look(`/fankui?c=${code}`)
  assert.equal(form.statusCode, 200, form.body.slice(-500))
  for (const word of ['反映问题', pack.lotNo, '不需要登录']) assert.ok(form.body.includes(word), word)
  assert.ok(!form.body.includes('<script'))
  // With less than that a browser sends the form without its origin, and it is refused.
  assert.equal(form.headers['referrer-policy'], 'same-origin')

  const photo = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#a33' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 54/1 0/1' } })
    .jpeg()
    .toBuffer()
  const sent = await send({ c: code, text: '袋内有<script>alert(1)</script>虫', contact: '', picture: { name: 'IMG.jpg', bytes: photo } })
  assert.equal(sent.statusCode, 303, sent.body.slice(-400))
  const link = String(sent.headers.location)
  const received = await look(link)
  assert.equal(received.statusCode, 200)
  assert.ok(received.body.includes('已收到') && !received.body.includes('虫'), 'the page of the link does not repeat what was written')

  const [row] = await complaints()
  assert.match(present(row).caseNo, /^TS/)
  const { id } = present(row)
  const qa = await as('qa')
  const file = await qa.ask(incidentApi.read, { id })
  assert.deepEqual(
    [file.toldLot?.lotNo, file.code, file.description, file.hasPicture],
    [pack.lotNo, code, '袋内有<script>alert(1)</script>虫', true],
  )
  assert.deepEqual((await qa.ask(stockApi.pack.stock, { id: pack.lotId })).holds, [], 'what a stranger wrote holds nothing')
  const kept = await sharp((await takeFile(world, 'qa', incidentApi.picture, { id })).content).metadata()
  assert.deepEqual([kept.format, kept.width, kept.exif], ['jpeg', 1600, undefined])
  await assert.rejects(takeFile(world, 'xiaoshou', incidentApi.picture, { id }), { code: 'no_permission' })
  await assert.rejects(takeFile(world, 'other', incidentApi.picture, { id }), { code: 'not_found' })

  const at = async () => ({ id, rowVersion: (await qa.ask(incidentApi.read, { id })).incident.rowVersion })
  await qa.ask(incidentApi.classify, { ...(await at()), level: 'major', dueOn: dayInShanghai(new Date()), signature: signed() })
  assert.ok((await look(link)).body.includes('调查中'))
  await refused(
    world
      .change(
        `update incident set state = 'unfounded', closed_by = $2, closed_second_by = $3, closed_at = now(), conclusion = '无' where id = $1`,
        [
          id,
          ...(
            await world.admin.query<{ id: string }>(`select id from account where user_name in ('qa', 'zhiliang') order by user_name`)
          ).rows.map((one) => one.id),
        ],
      )
      .then(
        () => undefined,
        (error: Error) => {
          assert.match(error.message, /incident_unanswered/)
          return (async () => qa.ask(incidentApi.unfounded, { ...(await at()), reason: '无', ...withQualityHead() }))()
        },
      ),
    'incident_unanswered',
  )
  await qa.ask(incidentApi.answer, { ...(await at()), answer: '同批留样未见异常。\n请把这袋寄回，我们检查后再答复您。' })
  const answered = await look(link)
  assert.ok(answered.body.includes('已答复') && answered.body.includes('请把这袋寄回'))
  for (const hidden of ['郑质保', id, '203.0.113.7']) assert.ok(!answered.body.includes(hidden), hidden)
})

test('the same words twice are one complaint; a form without words, or with too many, comes back as it was typed', async () => {
  const code = await codeOf(2)
  const from = address()
  const before = (await complaints()).length
  const [one, two] = [
    await send({ c: code, text: '封口裂开' }, { address: from }),
    await send({ c: code, text: '封口裂开' }, { address: from }),
  ]
  assert.equal(one.headers.location, two.headers.location)
  assert.equal((await complaints()).length, before + 1)
  const empty = await send({ c: code, text: '   ', contact: '微信<b>' }, { address: from })
  assert.equal(empty.statusCode, 400)
  assert.ok(empty.body.includes('请写明遇到的问题') && empty.body.includes('微信&lt;b&gt;'))
  assert.equal((await send({ c: code, text: 'x'.repeat(501) }, { address: from })).statusCode, 400)
  assert.equal((await send({ c: code, text: '看不见\u202E的字' }, { address: from })).statusCode, 400)
  assert.equal((await complaints()).length, before + 1)
})

test('codes of nobody, other origins, other bodies and programs get nothing in', async () => {
  const code = await codeOf(3)
  const before = (await complaints()).length
  for (const wrong of ['', 'x', 'A'.repeat(300), `${code}0`, `' or 1=1 --`]) {
    assert.equal((await look(`/fankui?c=${encodeURIComponent(wrong)}`)).statusCode, 404, wrong)
    assert.equal((await send({ c: wrong, text: '问题' }, { address: address() })).statusCode, 404, wrong)
  }
  assert.equal((await send({ c: code, text: '问题' }, { address: address(), headers: { origin: 'https://evil.example' } })).statusCode, 403)
  const trap = await send({ c: code, text: '便宜药', website: 'https://spam.example' }, { address: address() })
  assert.equal(trap.statusCode, 303)
  assert.equal((await look(String(trap.headers.location))).statusCode, 404)
  for (const [type, payload] of [
    ['application/json', '{}'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=x', 'not a form'],
    ['application/x-www-form-urlencoded', 'c=1'],
  ] as const) {
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/fankui',
      remoteAddress: address(),
      headers: { 'content-type': type },
      payload,
    })
    assert.ok(statusCode >= 400 && statusCode < 500, `${type} ${statusCode}`)
  }
  for (const wrong of ['', 'x', crypto.randomUUID()]) assert.equal((await look(`/fankui/dafu?t=${wrong}`)).statusCode, 404)
  assert.equal((await complaints()).length, before)
})

test('a file that is no picture, and a picture that is too large in bytes or in pixels, is refused, and the words stay', async () => {
  const code = await codeOf(4)
  const before = (await complaints()).length
  const bad = async (name: string, bytes: Buffer) => send({ c: code, text: '照片', picture: { name, bytes } }, { address: address() })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const [name, bytes] of [
    ['a.svg', svg],
    ['a.jpg', svg],
    ['a.pdf', Buffer.from('%PDF-1.7\n%%EOF')],
    ['a.png', Buffer.from('89504e470d0a1a0a0000', 'hex')],
  ] as const) {
    const answer = await bad(name, bytes)
    assert.equal(answer.statusCode, 400, name)
    assert.ok(answer.body.includes('照片请用') && answer.body.includes('>照片</textarea>'), name)
  }
  const wide = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  assert.ok(wide.length < 1_000_000)
  assert.equal((await bad('bomb.png', wide)).statusCode, 400)
  assert.equal((await bad('big.jpg', Buffer.alloc(9 * 1024 * 1024))).statusCode, 413)
  assert.equal((await complaints()).length, before)
})

test('who writes by the dozen has to wait, and so does everybody about one code', async () => {
  const [code, other] = [await codeOf(5), await codeOf(6)]
  const from = address()
  let last = 0
  for (let tries = 0; tries <= 10; tries++) last = (await send({ c: code, text: '' }, { address: from })).statusCode
  assert.equal(last, 429)
  for (let tries = 0; tries < 5; tries++)
    assert.equal((await send({ c: other, text: `第${tries}次` }, { address: address() })).statusCode, 303)
  assert.equal((await send({ c: other, text: '第六次' }, { address: address() })).statusCode, 429)
  for (let tries = 0; tries <= 120; tries++)
    last = (await world.app.inject({ url: `/fankui/dafu?t=${crypto.randomUUID()}`, remoteAddress: '203.0.113.99' })).statusCode
  assert.equal(last, 429)
})

test('the evidence is whole after all of it', async () => {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})
