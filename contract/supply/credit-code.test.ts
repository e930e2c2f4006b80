import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditCode, isCreditCode } from './credit-code.ts'

// The standard's own example, and codes that their holders publish.
const genuine = ['91350100M000100Y43', '91330100799655058B', '914403001922038216', '91110000802100433B', '9144030071526726XG']

test('genuine codes are accepted', () => {
  for (const code of genuine) assert.ok(isCreditCode(code), code)
})

test('every single wrong character is found', () => {
  const characters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  for (const code of genuine)
    for (let at = 0; at < 18; at++)
      for (const other of characters)
        if (other !== code[at]) assert.ok(!isCreditCode(code.slice(0, at) + other + code.slice(at + 1)), `${code} at ${at}: ${other}`)
})

test('two neighbours that changed places are found', () => {
  for (const code of genuine)
    for (let at = 0; at < 17; at++)
      if (code[at] !== code[at + 1])
        assert.ok(!isCreditCode(code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2)), `${code} at ${at}`)
})

test('letters that are never used, and other lengths, are refused', () => {
  for (const wrong of ['', '91350100M000100Y4', '91350100M000100Y433', '9135010OM000100Y43', 'I1350100M000100Y43', '91350100m000100y43'])
    assert.ok(!isCreditCode(wrong), wrong)
})

test('a typed code may have blanks, small and full-width letters', () => {
  assert.equal(creditCode.parse(' 91350100 m000100y43'), '91350100M000100Y43')
  assert.equal(creditCode.parse('９１３５０１００Ｍ０００１００Ｙ４３'), '91350100M000100Y43')
  assert.equal(creditCode.safeParse('91350100M000100Y44').error?.issues[0]?.message, '统一社会信用代码有误，请核对每一位')
  assert.equal(creditCode.safeParse('91350100M').error?.issues[0]?.message, '统一社会信用代码应为18位')
})
