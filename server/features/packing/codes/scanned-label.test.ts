import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { separator } from '#contract/packing/gs1.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { searchApi } from '#contract/office/search.ts'
import { inGroups } from '#contract/packing/trace-code.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { labelledPackaging, packedLot, releasedPack, usualCompletion, type Packable } from '#server/demo/packaging.ts'
import { Refused, secondPerson, signed } from '#server/demo/person.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { allocatedSale } from '#server/demo/sale.ts'
import { readAsPublic } from '#kernel/serve.ts'
import { openWorld, testInstallation, type World } from '#server/test/world.ts'
import { findCodes, unknownSerialsAtMost } from './code-spans.ts'
import { realClock } from '#tools/clock.ts'

/** One printed label of a GS1 pack means one pack, wherever it is scanned and however it arrives. */

let world: World
let batch: Packable
before(async () => {
  world = await openWorld()
  batch = await conformingBatch(world.as, { product: '黄芪', buy: { material: '黄芪', quantity: '200' } })
})
after(() => world.close())

type Label = { code: string; link: string }

/** Labels as they come out of the printer: what the symbol holds and what is printed below it. */
const printed = async (rangeId: string, first: number, last: number): Promise<[Label, ...Label[]]> => {
  const { labels } = await (await world.as('baozhuang')).ask(qrApi.print, { id: rangeId, first, last, reason: '测试' })
  const [label, ...others] = labels
  assert.ok(label)
  return [label, ...others]
}

const partsOf = ({ link }: Label) => {
  const [, gtin, lot, serial] = /\/01\/(\d{14})\/10\/([^/]+)\/21\/([^/]+)$/.exec(link) ?? []
  assert.ok(gtin !== undefined && lot !== undefined && serial !== undefined, link)
  return { gtin, lot, serial }
}

/** Every form in which the label can arrive, but for the serial typed from below the symbol. */
function scansOf(label: Label): [string, ...string[]] {
  const { gtin, lot, serial } = partsOf(label)
  return [
    label.link,
    `]Q1${label.link}\r`,
    `https://id.gs1.org/01/${gtin}/10/${lot}/21/${serial}?17=280312`,
    `/index?c=${encodeURIComponent(`/01/${gtin}/21/${serial}`)}`,
    `]d201${gtin}1728031210${lot}${separator}21${serial}`,
    `]C101${gtin}21${serial}${separator}10${lot}`,
    `${separator}01${gtin}10${lot}21${serial}`,
    `(01)${gtin}(10)${lot}(21)${inGroups(serial)}`,
    `（０１）${gtin}（２１）${serial.toLowerCase()}`,
  ]
}

const typedOf = ({ code }: Label) => inGroups(code)

const refused = (code: string) => (error: unknown) => error instanceof Refused && error.code === code
const lookUp = async (code: string) => (await world.as('qa')).ask(qrApi.lookUp, { code })

test('the look-up tells of a scanned label what it tells of the typed code', async () => {
  const pack = await packedLot(world.as, { batch, spec: 'GS1', packs: 21 })
  const [label] = await printed(pack.packRangeId, 3, 3)
  const story = await lookUp(typedOf(label))
  assert.deepEqual([story.code, story.serial, story.lot?.lotNo, story.level], [label.code, 3, pack.lotNo, 'pack'])
  for (const scan of scansOf(label)) assert.deepEqual(await lookUp(scan), story, scan)

  const [box] = await printed(pack.boxRangeId, 1, 1)
  const boxStory = await lookUp(typedOf(box))
  assert.deepEqual(
    [boxStory.level, boxStory.contents],
    ['box', [{ lotNo: pack.lotNo, batchNo: batch.batchNo, state: 'activated', packs: 20 }]],
  )
  for (const scan of scansOf(box)) assert.deepEqual(await lookUp(scan), boxStory, scan)
  assert.deepEqual(await lookUp(story.box?.code ?? ''), boxStory, 'the box that the story of a pack names')
})

test('a serial beside another GTIN, or of another enterprise, belongs to no pack', async () => {
  const pack = await packedLot(world.as, { batch, spec: 'GS1', packs: 20 })
  const [label] = await printed(pack.packRangeId, 1, 1)
  const [box] = await printed(pack.boxRangeId, 1, 1)
  const { lot, serial } = partsOf(label)
  const ofBox = { code: label.code, link: `https://trace.example.cn/01/${partsOf(box).gtin}/10/${lot}/21/${serial}` }
  for (const scan of scansOf(ofBox)) await assert.rejects(lookUp(scan), refused('code_unknown'), scan)

  const stranger = await world.as('other')
  for (const scan of [...scansOf(label), typedOf(label)])
    await assert.rejects(stranger.ask(qrApi.lookUp, { code: scan }), refused('code_unknown'), scan)
  for (const scan of [`${serial.slice(0, -1)}${serial.endsWith('2') ? 3 : 2}`, 'ABCDEFGHJKLMNPQRSTUV', `]C100376104250021234569`])
    await assert.rejects(lookUp(scan), refused('code_unknown'), scan)
})

test('a typed serial is found although it looks like the code of another scheme', async () => {
  const { orderId } = await labelledPackaging(world.as, { batch, spec: 'GS1', packs: 1 })
  const packer = await world.as('baozhuang')
  const { packRangeId } = await packer.ask(packagingApi.issueLabels, {
    id: orderId,
    packLabels: 500,
    boxLabels: 0,
    reason: '测试',
    approver: secondPerson('shengchan2'),
  })
  const labels = await printed(packRangeId, 1, 500)
  const alike = labels.findIndex(({ code }) => code.startsWith('B'))
  assert.notEqual(alike, -1, 'one serial in 34 begins as internal codes do')
  assert.equal((await lookUp(labels[alike]?.code ?? '')).serial, alike + 1)
})

test('after many unknown serials the rest of a request is not tried', async () => {
  const { packRangeId } = await labelledPackaging(world.as, { batch, spec: 'GS1', packs: 3 })
  const [label] = await printed(packRangeId, 1, 1)
  const { rows } = await world.admin.query<{ id: string }>('select id from enterprise where is_operating')
  const found = (strangers: number) =>
    readAsPublic({ pool: world.pool, clock: realClock }, rows[0]?.id ?? '', 'test', (tx) =>
      findCodes(tx, testInstallation.masterKey, [
        ...Array.from({ length: strangers }, () => 'ABCDEFGHJKLMNPQRSTUV'),
        label.code,
        label.link,
      ]),
    )
  const ends = async (strangers: number) => (await found(strangers)).slice(-2).map((one) => one?.code)
  assert.deepEqual(await ends(unknownSerialsAtMost - 1), [label.code, label.code])
  assert.deepEqual(await ends(unknownSerialsAtMost), [undefined, label.code], 'with its GTIN it costs one try')
})

test('the search and the story of lots lead from a scanned label where the typed code leads', async () => {
  const pack = await packedLot(world.as, { batch, spec: 'GS1', packs: 20 })
  const [label] = await printed(pack.packRangeId, 1, 1)
  const qa = await world.as('qa')
  const search = async (q: string) => (await qa.ask(searchApi.search, { q })).documents
  const typed = await search(`(01) ${partsOf(label).gtin} (21) ${typedOf(label)}`)
  assert.deepEqual(
    typed.map(({ title, note }) => [title, note]),
    [
      [label.code, '追溯码 查履历'],
      [label.code, '追溯码 查状态'],
    ],
  )
  for (const scan of scansOf(label)) assert.deepEqual(await search(scan), typed, scan)

  const story = await lookUp(label.link)
  const lots = await qa.ask(traceApi.search, { q: typedOf(label) })
  assert.deepEqual(
    lots.map(({ lotNo, by }) => [lotNo, by]),
    [[pack.lotNo, 'code']],
  )
  for (const scan of scansOf(label)) assert.deepEqual(await qa.ask(traceApi.search, { q: scan }), lots, scan)
  for (const hits of [typed, await search(typedOf(label))]) {
    const asked = (hit: { path: string } | undefined, key: string) => new URL(hit?.path ?? '', 'https://x.cn').searchParams.get(key) ?? ''
    assert.deepEqual(await qa.ask(traceApi.search, { q: asked(hits[0], 'q') }), lots)
    assert.deepEqual(await lookUp(asked(hits[1], 'code')), story)
  }
})

test('a lot number is found as a scanner or an input method writes it', async () => {
  const { lotNo } = await packedLot(world.as, { batch, spec: 'GS1', packs: 20 })
  const qa = await world.as('qa')
  const full = lotNo.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  for (const q of [`]Q1${lotNo}\r`, `\uFEFF${lotNo}`, full]) {
    assert.deepEqual(
      (await qa.ask(traceApi.search, { q })).map((lot) => lot.lotNo),
      [lotNo],
    )
    assert.deepEqual(
      (await (await world.as('baozhuang')).ask(searchApi.search, { q })).documents.map(({ title }) => title),
      [lotNo],
    )
  }
})

test('picking takes a scanned label for the pack that the typed code names', async () => {
  const pack = await releasedPack(world.as, { batch, spec: 'GS1', packs: 45 })
  const sale = await allocatedSale(world.as, { pack, packs: 24 })
  const keeper = await world.as('cangku')
  const [label, ...labels] = await printed(pack.packRangeId, 21, 40)
  const [box] = await printed(pack.boxRangeId, 1, 1)
  const scan = (code: string) => keeper.ask(saleApi.scan, { id: sale.id, code })
  const seen = await scan(typedOf(label))
  assert.deepEqual([seen.code, seen.level, seen.packs.map(({ lotNo, packs }) => [lotNo, packs])], [label.code, 'pack', [[pack.lotNo, 1]]])
  for (const text of scansOf(label)) assert.deepEqual(await scan(text), seen, text)

  const pick = (codes: readonly string[]) => keeper.ask(saleApi.pick, { id: sale.id, codes: [...codes], signature: signed() })
  const four = [label, ...labels.slice(0, 3)]
  await assert.rejects(pick([box.link, label.link, typedOf(label), ...four.slice(2).map(({ link }) => link)]), refused('code_twice'))
  await assert.rejects(pick([box.link, 'https://trace.example.cn/c/nonsense']), refused('code_unknown'))
  // Each arrives in another form: they mean what the bare codes mean.
  await pick([...scansOf(box).slice(4, 5), ...four.map((one, place) => [...scansOf(one), ''][place * 2 + 1] || typedOf(one))])
  const { picked } = await keeper.ask(saleApi.read, { id: sale.id })
  assert.deepEqual(picked, [{ lotNo: pack.lotNo, packs: 24, codes: [box.code, ...four.map(({ code }) => code)] }])
})

test('packaging takes scanned labels for spoiled ones, for specimens, and for the box that is filled up', async () => {
  const earlier = await packedLot(world.as, { batch, spec: 'GS1', packs: 25 })
  const [halfFull] = await printed(earlier.boxRangeId, 2, 2)
  for (const form of [0, 4, 7]) {
    const labelled = await labelledPackaging(world.as, { batch, spec: 'GS1', packs: 3, spare: 3 })
    const [spoiled, specimen, typed] = await printed(labelled.packRangeId, 1, 3)
    assert.ok(specimen && typed)
    const usual = { ...(await usualCompletion(world.as, labelled)), labels: { used: 3, spoiled: 2, destroyed: 0, sampled: 1 } }
    const complete = async (change: object) => (await world.as('baozhuang')).ask(packagingApi.complete, { ...usual, ...change })
    const spoiledCodes = [scansOf(spoiled)[form], typedOf(typed)]
    const sampledCodes = [scansOf(specimen)[form]]
    await assert.rejects(complete({ spoiledCodes: [spoiled.link, typedOf(spoiled)], sampledCodes }), refused('code_twice'))
    await assert.rejects(complete({ spoiledCodes: [halfFull.link, typed.link], sampledCodes }), refused('label_of_other_order'))
    await assert.rejects(complete({ spoiledCodes, sampledCodes, topUpBox: typed.link }), refused('box_not_open'))
    const done = await complete({ spoiledCodes, sampledCodes, topUpBox: scansOf(halfFull)[form] })
    assert.equal(done.state, 'completed')
    for (const { code } of [spoiled, specimen, typed]) assert.equal((await lookUp(code)).state, 'voided')
  }
  assert.equal(
    (await lookUp(halfFull.link)).contents.reduce((sum, { packs }) => sum + packs, 0),
    5 + 3 * 3,
  )
})

test('what is too long is refused with its field, and what cannot be seen does no harm', async () => {
  await assert.rejects(lookUp('1'.repeat(4096)), refused('invalid_input'))
  const qa = await world.as('qa')
  for (const q of ['\u0000', '\u202E', separator]) await assert.rejects(qa.ask(searchApi.search, { q }), refused('invalid_input'))
  for (const q of ["\u0000当归'; --", `${separator}%_`, ']Q1', '<GS>']) assert.deepEqual(await qa.ask(traceApi.search, { q }), [], q)
  await assert.rejects(lookUp("B'; drop table lot--"), refused('code_unknown'))
})
