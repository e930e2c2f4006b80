import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeAlphabet, inGroups } from './trace-code.ts'

test('the alphabet has no letters that look like digits', () => {
  assert.equal(codeAlphabet.length, 34)
  assert.doesNotMatch(codeAlphabet, /[IO]/)
  assert.equal(inGroups('B7K290XNABCDEFGHJKLM'), 'B7K2 90XN ABCD EFGH JKLM')
})
