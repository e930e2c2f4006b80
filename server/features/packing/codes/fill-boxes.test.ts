import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { layOutBoxes, withoutPacks, type Filling } from './fill-boxes.ts'

const packs = (first: number, last: number) => ({ rangeId: 'packs', first, last })
const boxes = (first: number, last: number) => ({ rangeId: 'boxes', first, last })

/** Box by box, the packs in it. */
function contents(fillings: readonly Filling[]): Map<string, number[]> {
  const inBox = new Map<string, number[]>()
  for (const { boxes, packs, packsInBox } of fillings)
    for (let pack = packs.first; pack <= packs.last; pack++) {
      const key = `${boxes.rangeId}/${boxes.first + Math.floor((pack - packs.first) / packsInBox)}`
      inBox.set(key, [...(inBox.get(key) ?? []), pack])
    }
  return inBox
}

test('960 packs of 20 fill 48 boxes and are one row', () => {
  assert.deepEqual(layOutBoxes({ packs: [packs(0, 959)], packsPerBox: 20, boxes: [boxes(0, 49)] }), [
    { boxes: boxes(0, 47), packs: packs(0, 959), packsInBox: 20 },
  ])
})

test('a spoiled label leaves no hole: the next pack takes its place in the box', () => {
  const filled = contents(layOutBoxes({ packs: [packs(0, 4), packs(6, 30)], packsPerBox: 10, boxes: [boxes(7, 9)] }))
  assert.deepEqual(filled.get('boxes/7'), [0, 1, 2, 3, 4, 6, 7, 8, 9, 10])
  assert.deepEqual(filled.get('boxes/9')?.length, 10)
  assert.equal(filled.size, 3)
})

test('a begun box is filled up first', () => {
  const filled = contents(
    layOutBoxes({ packs: [packs(0, 24)], packsPerBox: 10, boxes: [boxes(5, 6)], begun: { rangeId: 'earlier', index: 3, room: 8 } }),
  )
  assert.deepEqual(filled.get('earlier/3'), [0, 1, 2, 3, 4, 5, 6, 7])
  assert.deepEqual([...filled.keys()], ['earlier/3', 'boxes/5', 'boxes/6'])
  assert.equal(filled.get('boxes/6')!.length, 7)
})

test('too few boxes are refused', () => {
  assert.throws(() => layOutBoxes({ packs: [packs(0, 20)], packsPerBox: 10, boxes: [boxes(0, 1)] }), { code: 'box_labels_short' })
})

test('every pack is in one box, no box holds too many, all but the last are full', () => {
  const runs = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 8 })
    .map((steps) => {
      let at = 0
      return steps.map(([size, gap]) => {
        const run = packs(at, at + size - 1)
        at += size + gap
        return run
      })
    })
  fc.assert(
    fc.property(runs, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5 }), (given, packsPerBox, cut) => {
      const fillings = layOutBoxes({ packs: given, packsPerBox, boxes: [boxes(0, cut - 1), { rangeId: 'more', first: 0, last: 400 }] })
      const filled = contents(fillings)
      const all = given.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, k) => first + k))
      assert.deepEqual([...filled.values()].flat(), all)
      const sizes = [...filled.values()].map((inside) => inside.length)
      assert.ok(sizes.slice(0, -1).every((size) => size === packsPerBox))
      assert.ok(sizes.at(-1)! <= packsPerBox)
      // What the database asks of a row: boxes × packs in each = packs.
      for (const { boxes, packs, packsInBox } of fillings)
        assert.equal(packs.last - packs.first + 1, (boxes.last - boxes.first + 1) * packsInBox)
    }),
  )
})

test('packs that never were leave every other pack in its box, whichever they are', () => {
  const whole: Filling = { boxes: boxes(3, 6), packs: packs(10, 29), packsInBox: 5 }
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 8, max: 32 }), { maxLength: 25 }), (gone) => {
      const runs = gone.toSorted((a, b) => a - b).map((pack) => packs(pack, pack))
      const stays = withoutPacks(whole, runs)
      const expected = [...contents([whole])]
        .map(([box, inside]) => [box, inside.filter((pack) => !gone.includes(pack))] as const)
        .filter(([, inside]) => inside.length > 0)
      assert.deepEqual([...contents(stays)], expected)
      for (const { boxes, packs, packsInBox } of stays)
        assert.equal(packs.last - packs.first + 1, (boxes.last - boxes.first + 1) * packsInBox)
    }),
  )
})
