import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeScanned, type ScannedGoods } from './take-scanned.ts'

const goods = (code: string, packs: number, box: string | null = null): ScannedGoods => ({
  code,
  text: code,
  level: packs > 1 ? 'box' : 'pack',
  box,
  packs: [{ lotId: 'lot', lotNo: '26031201-01', packs }],
})
const box = goods('BOX', 12)
const inside = goods('PACK', 1, 'BOX')
const count = (scanned: readonly ScannedGoods[]) => scanned.flatMap((one) => one.packs).reduce((sum, { packs }) => sum + packs, 0)

test('a pack of a scanned box is not counted again, and the person reads why', () => {
  const { scanned, refused } = takeScanned([box], inside)
  assert.equal(count(scanned), 12)
  assert.match(refused ?? '', /在已扫的箱 BOX 内/)
})

test('a box takes in the packs of it that were scanned alone before', () => {
  const { scanned, refused, told } = takeScanned([inside, goods('OTHER', 1, 'BOX 2')], box)
  assert.deepEqual([count(scanned), refused], [13, undefined])
  assert.match(told ?? '', /1 个码在这一箱内/)
})

test('a code counts once', () => {
  assert.match(takeScanned([box], box).refused ?? '', /已经扫过/)
  assert.equal(count(takeScanned([goods('ONE', 1)], goods('TWO', 1)).scanned), 2, 'and packs in no box count each')
})
