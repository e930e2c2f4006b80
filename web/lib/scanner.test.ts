import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digitalLink, separator } from '#contract/packing/gs1.ts'
import { readScanned } from '#contract/packing/scanned-code.ts'
import { handedOver } from './scanner.ts'

const pack = { gtin: '06291041500213', lot: '26031201', serial: 'A0CDEFGHJKLMNPQRSTUV' }

test('the content of a printed GS1 label is understood after the field, with its GTIN', () => {
  const read = { scheme: 'GS1', code: pack.serial, gtin: pack.gtin, lot: pack.lot }
  for (const typed of [
    digitalLink('https://trace.example.cn', pack),
    ` ${digitalLink('http://10.0.0.5:3000', pack)}\r\n`,
    `]d201${pack.gtin}10${pack.lot}${separator}21${pack.serial}`,
    `(01)${pack.gtin}(10)${pack.lot}(21)${pack.serial}`,
  ])
    assert.deepEqual(readScanned(handedOver(typed)), { is: 'trace_code', read }, typed)
})

test('the field hands over the text unchanged, without the blanks around it', () => {
  for (const text of [
    'https://trace.example.cn/c/B01XYZ01010101ABCDEF?x=1',
    `${separator}8123`,
    '８１２３',
    'YL2609070101',
    '甘草（蜜炙）',
  ])
    assert.equal(handedOver(` ${text}\r\n`), text)
  assert.equal(handedOver('   '), '')
})
