import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrival } from './arrival.ts'

const here = 'http://localhost:3000'

test('after signing in a person arrives on the page they came for, with its filters', () => {
  assert.equal(arrival('/yuanliao-caigou?q=dg&page=2', here), '/yuanliao-caigou?q=dg&page=2')
})

test('without a page they came for, a person arrives at home', () => {
  assert.equal(arrival(null, here), '/dashboard')
})

test('no person is sent to another origin, to a gate page or to something that is no page', () => {
  for (const from of [
    '//evil.example/dashboard',
    '/\\evil.example',
    'https://evil.example/dashboard',
    'javascript:alert(1)',
    '/login',
    '/404',
    '/api/session',
    '/\t/evil.example',
    'dashboard',
    '',
  ])
    assert.equal(arrival(from, here), '/dashboard', from)
})
