import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { recallApi } from '#contract/cases/recall-api.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { deliveredSale } from '#server/demo/sale.ts'
import { signed } from '#server/demo/person.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

/* A recall begins at a pack, a box, or all codes from one to another (decision 0081). */

const world = await openWorld()
after(() => world.close())
const { as } = world

/** The codes of packs and boxes of a lot, in their order. */
async function labelsOf({ packRangeId }: { packRangeId: string }): Promise<{ packs: string[]; boxes: string[] }> {
  const list = String(await (await as('baozhuang')).ask(qrApi.download, { id: packRangeId }))
  const lines = list.trim().split('\r\n').slice(1)
  const cells = lines.map((line) => line.split(','))
  return { packs: cells.map((one) => elementAt(one, 2)), boxes: [...new Set(cells.map((one) => elementAt(one, 4)))] }
}

test('a pack, a box and a run of codes lead to their lots and customers; what is no code, or no run, leads nowhere', async () => {
  const batch = await conformingBatch(as, { quantity: '60' })
  const first = await releasedPack(as, { batch, packs: 40, spec: '500 g' })
  const second = await releasedPack(as, { batch, packs: 20, spec: '500 g' })
  await deliveredSale(as, { pack: first, customer: '北京', packs: 20 })
  const [one, two] = [await labelsOf(first), await labelsOf(second)]
  const qa = await as('qa')
  const reached = async (words: string, last = '') => {
    const { first: lots, ...preview } = await qa.ask(recallApi.preview, { scope: { node: 'code', words, last } })
    return { ...preview, lots: lots.map(({ lotNo }) => lotNo).toSorted() }
  }
  const [code, box] = [elementAt(one.packs, 0), elementAt(one.boxes, 0)]
  assert.deepEqual((await reached(code)).lots, [first.lotNo])
  assert.equal((await reached(code)).customers, 1)
  assert.deepEqual((await reached(` ${code.toLowerCase()} `)).subject, `追溯码：${code}`)
  assert.deepEqual((await reached(box)).lots, [first.lotNo])
  const both = [first.lotNo, second.lotNo].toSorted()
  assert.deepEqual((await reached(elementAt(one.packs, 39), elementAt(two.packs, 0))).lots, both)
  assert.deepEqual((await reached(elementAt(one.packs, 3), elementAt(one.packs, 5))).lots, [first.lotNo])
  assert.deepEqual((await reached(elementAt(two.boxes, 0))).lots, [second.lotNo])

  const ask = (words: string, last = '') => qa.ask(recallApi.preview, { scope: { node: 'code', words, last } })
  await refused(ask('00000000000000000000'), 'code_unknown', 'scope.words')
  await refused(ask(code, '没有'), 'code_unknown', 'scope.last')
  await refused(ask(elementAt(two.packs, 0), code), 'codes_apart', 'scope.last')
  await refused(ask(code, box), 'codes_apart', 'scope.last')
  await refused(ask(''), 'invalid_input', 'scope.words')
  await refused(qa.ask(recallApi.preview, { scope: { node: 'code', words: code, ids: [first.lotId] } }), 'invalid_input', 'scope.ids')
  await refused(
    qa.ask(recallApi.preview, { scope: { node: 'lot', words: '', last: code, ids: [first.lotId] } }),
    'invalid_input',
    'scope.last',
  )

  const drill = await qa.ask(recallApi.drill, { recallClass: 'III', scope: { node: 'code', words: box }, reason: '从一箱开始' })
  assert.deepEqual([drill.lots, drill.customers, drill.subject], [1, 1, `追溯码：${box}`])
  const asked = await qa.ask(recallApi.create, {
    kind: 'real',
    recallClass: 'III',
    scope: { node: 'code', words: code, last: elementAt(one.packs, 9) },
    reason: '封口不严',
    advice: '请停止使用',
  })
  const { id, rowVersion } = asked
  const started = await (await as('zhiliang')).ask(recallApi.start, { id, rowVersion, signature: signed() })
  assert.deepEqual([started.lots, started.state], [1, 'started'])
  const { lots } = await qa.ask(recallApi.read, { id })
  assert.deepEqual(
    lots.map(({ lotId, isHeld }) => [lotId, isHeld]),
    [[first.lotId, true]],
  )
})

test('a code that is not on a pack yet is of no lot, and a code of another enterprise is unknown', async () => {
  const qa = await as('qa')
  await refused(
    qa.ask(recallApi.drill, { recallClass: 'III', scope: { node: 'code', words: 'B0000000000000000000' }, reason: '无' }),
    'code_unknown',
    'scope.words',
  )
})
