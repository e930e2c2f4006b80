import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scannedCode } from './scanned-code.ts'

test('a code typed by a scanner is the code, whatever stands around it', () => {
  const code = '81234567890123456789'
  for (const typed of [
    code,
    ` ${code}\r\n`,
    `https://example.cn/c/${code}`,
    `http://10.0.0.5:3000/c/${code}?x=1`,
    `https://example.cn/index?c=${code}`,
    '８１２３４５６７８９０１２３４５６７８９',
    `\u001D${code}`,
  ])
    assert.equal(scannedCode(typed), code, typed)
})

test('of a GS1 Digital Link the serial number is taken', () => {
  assert.equal(scannedCode('https://example.cn/01/06901234567892/10/SC26030501/21/A1B2C3'), 'A1B2C3')
})

test('a lot number stays a lot number', () => {
  assert.equal(scannedCode('YL2609070101'), 'YL2609070101')
  assert.equal(scannedCode('   '), '')
})
