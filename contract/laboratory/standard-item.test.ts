import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  compareEditions,
  isUntouched,
  itemErrors,
  itemsErrors,
  newItem,
  nextGroup,
  specTextOf,
  standardItemInput,
  type StandardItemInput,
} from './standard-item.ts'

const line = (more: Partial<StandardItemInput> = {}): StandardItemInput =>
  standardItemInput.parse({ group: '检查', name: '水分', op: 'le', high: '13.0', unit: '%', ...more })
const wrong = (more: Partial<StandardItemInput>) => itemErrors({ ...line(), ...more }).map((error) => error.path)

test('an operator has the limits it compares with, and no others', () => {
  assert.deepEqual(wrong({}), [])
  assert.deepEqual(wrong({ high: '' }), ['high'])
  assert.deepEqual(wrong({ low: '1.0' }), ['low'])
  assert.deepEqual(wrong({ op: 'range' }), ['low'])
  assert.deepEqual(wrong({ op: 'range', low: '3.0', high: '5.0' }), [])
  assert.deepEqual(wrong({ op: 'range', low: '5.0', high: '3.0' }), ['high'])
  assert.deepEqual(wrong({ op: 'qualitative' }), ['high'])
  assert.deepEqual(wrong({ op: 'absent', high: '' }), [])
  assert.deepEqual(wrong({ op: 'eq', high: '', low: '7' }), [])
})

test('a limit is a number as the book prints it', () => {
  for (const high of ['xx', '1.', '.5', '-1', '1e3', '１３']) assert.deepEqual(wrong({ high }), ['high'], high)
})

test('内控 is at least as tight as the legal limit', () => {
  assert.deepEqual(wrong({ internalHigh: '12.5' }), [])
  assert.deepEqual(wrong({ internalHigh: '13.0' }), [])
  assert.deepEqual(wrong({ internalHigh: '13.1' }), ['internalHigh'])
  assert.deepEqual(wrong({ internalLow: '1' }), ['internalLow'])
  assert.deepEqual(wrong({ op: 'ge', high: '', low: '0.050', internalLow: '0.049' }), ['internalLow'])
  assert.deepEqual(wrong({ op: 'range', low: '1', high: '9', internalLow: '7', internalHigh: '5' }), ['internalHigh'])
})

test('the words of the standard and its limit say the same', () => {
  assert.equal(specTextOf(line()), '不得过13.0%')
  assert.equal(specTextOf(line({ op: 'range', low: '3.0', high: '5.0' })), '应为3.0%～5.0%')
  assert.deepEqual(wrong({ specText: '不得过15.0%' }), ['specText'])
  assert.deepEqual(wrong({ specText: '不得过13.0%（通则0832）' }), [])
})

test('a new line of 性状 or 鉴别 is judged in words, every other one by a limit', () => {
  const look = newItem(nextGroup([]))
  assert.deepEqual([look.group, look.name, look.op, look.unit, look.parallels], ['性状', '性状', 'qualitative', '', 1])
  assert.equal(specTextOf(look), '应符合规定')
  assert.deepEqual(itemErrors(look), [])
  const identity = newItem(nextGroup([look]))
  assert.deepEqual([identity.group, identity.name, identity.op], ['鉴别', '', 'qualitative'])
  const measured = newItem('检查')
  assert.deepEqual([measured.op, measured.unit, measured.parallels], ['le', '%', 2])
  assert.equal(nextGroup([look, measured]), '检查')
  assert.ok([look, identity, measured].every(isUntouched))
  assert.ok(!isUntouched({ ...measured, name: '水分' }))
  assert.ok(!isUntouched({ ...measured, op: 'ge' }))
})

test('an item is in a standard only once', () => {
  assert.deepEqual(
    itemsErrors([line(), line({ group: '其它' }), line()]).map((error) => error.path),
    ['2.name'],
  )
})

test('two editions side by side name what was added, dropped and changed, field by field', () => {
  const older = [line(), line({ name: '总灰分', high: '5.0' }), line({ name: '杂质', high: '3' })]
  const newer = [line({ high: '12.0', parallels: 3 }), line({ name: '总灰分', high: '5.0' }), line({ name: '二氧化硫', high: '150' })]
  assert.deepEqual(
    compareEditions(older, newer).map(({ name, change, fields }) => [name, change, fields]),
    [
      ['水分', 'changed', ['high', 'parallels']],
      ['总灰分', 'same', []],
      ['二氧化硫', 'added', []],
      ['杂质', 'removed', []],
    ],
  )
})
