import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkToken } from '#contract/people/mailbox.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { CallError } from './call.ts'
import { failureText } from './failure-text.ts'

test('a shortened link of a letter says that it is to be copied whole, not only that the input is wrong', () => {
  const message = linkToken.safeParse('abc').error?.issues[0]?.message ?? ''
  assert.match(message, /完整复制/)
  assert.equal(failureText(new CallError('invalid_input', refusals.invalid_input, [{ path: 'token', message }])), message)
})

test('every other failure keeps its sentence', () => {
  assert.equal(failureText(new CallError('link_over', refusals.link_over, [{ path: 'token', message: '…' }])), refusals.link_over)
  assert.equal(failureText(new CallError('invalid_input', refusals.invalid_input)), refusals.invalid_input)
  assert.equal(failureText(new Error('x')), '页面出了问题，请刷新后重试')
})
