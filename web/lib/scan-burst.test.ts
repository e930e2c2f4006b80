import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCodeOfGoods, scanBurst } from './scan-burst.ts'

/** What is heard when these keys come one after another, so many ms apart. */
function heard(keys: readonly string[], apart: number) {
  const burst = scanBurst()
  return keys.map((key, place) => burst.key(key, 1000 + place * apart)).at(-1)
}

const code = '81234560000000012345'

test('what comes as fast as a scanner types and ends with Enter was scanned', () => {
  assert.deepEqual(heard([...code, 'Enter'], 8), { text: code, isTooFastForHands: true })
  assert.equal(heard(['Shift', 'B', '0', 'Shift', 'A', ...'1234567', 'Enter'], 20)?.text, 'B0A1234567', 'capitals come with Shift')
})

test('a person who types and presses Enter has scanned nothing', () => {
  assert.equal(heard([...code, 'Enter'], 300), undefined)
  assert.equal(heard([...code, 'Enter'], 110)?.isTooFastForHands, false, 'a quick hand is told from a scanner')
  assert.equal(heard([...'Bencao', 'Enter'], 8), undefined, 'nor is a short text a label')
})

test('what a person typed before is no part of the scan', () => {
  const burst = scanBurst()
  burst.key('4', 0)
  for (const [place, key] of [...code].entries()) burst.key(key, 900 + place * 5)
  assert.equal(burst.key('Enter', 1010)?.text, code)
  assert.equal(burst.key('Enter', 1011), undefined, 'and it is told once')
})

test('a code of goods is told from a number that a field may want', () => {
  for (const text of [
    code,
    'https://trace.example.cn/index?c=B0ABCDEFGH1234567890'.slice(0, 53),
    '(01)06291041500213(21)A0CDEFGHJKLMNPQRSTUV',
  ])
    assert.ok(isCodeOfGoods(text), text)
  for (const text of ['GS202603-0012', '91621100MA7XXXXX1Y', 'YL2603050102']) assert.ok(!isCodeOfGoods(text), text)
})
