import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asTyped } from './go-on.ts'

test('a balance sends sign, blanks and unit with its reading, and the reading alone is kept', () => {
  for (const sent of ['+  12.3045 g', '12.3045g', ' 12.3045 G ', '１２.３０４５ ｇ', '12。3045'])
    assert.equal(asTyped(sent, 'g'), '12.3045', sent)
})

test('another unit than the one asked for stays as it is, so that it is refused and not misread', () => {
  assert.equal(asTyped('12.3 mg', 'g'), '12.3 mg')
  assert.equal(asTyped('12.3 mL', 'g'), '12.3 mL')
})

test('words and numbers of instruments are left alone', () => {
  for (const text of ['未检出', '<0.05', 'YQ-001']) assert.equal(asTyped(text, 'g'), text)
  assert.equal(asTyped('-0.2', ''), '-0.2')
})
