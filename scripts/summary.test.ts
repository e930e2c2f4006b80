import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureSummary, whereOf } from './summary.mjs'
import { root } from './ready.mjs'

const failure = (number: number) => ({
  name: `test ${number}`,
  where: `a.test.ts:${number}`,
  why: 'first\n\nsecond\n    at x (file:///x:1:1)\nthird',
})

test('a failure is shown with its place and the lines that say something', () => {
  assert.equal(failureSummary([failure(1)]), '✖ a.test.ts:1  test 1\n    first\n    second\n    third')
})

test('of a difference only what differs is shown', () => {
  const why = 'Expected values to be strictly deep-equal:\n+ actual - expected\n\n  {\n+   a: 1,\n-   a: 2,\n    b: 3\n  }\n'
  assert.equal(failureSummary([{ name: 'n', why }]), '✖ n\n    +   a: 1,\n    -   a: 2,')
})

test('of two values both are shown', () => {
  assert.equal(failureSummary([{ name: 'n', why: 'Expected values to be strictly equal:\n\n1 !== 2\n' }]), '✖ n\n    1 !== 2')
})

test('many failures still fit one screen, and the rest are counted', () => {
  const lines = failureSummary(Array.from({ length: 100 }, (_, number) => failure(number))).split('\n')
  assert.ok(lines.length <= 40)
  assert.equal(lines.at(-1), '… and 81 more')
  assert.ok(failureSummary([{ name: 'n', why: 'x'.repeat(1000) }]).length < 200)
})

test('tests that fail together for one reason are one entry', () => {
  const together = [1, 2, 3].map((number) => ({ ...failure(1), name: `test ${number}` }))
  assert.match(failureSummary(together), /^✖ a\.test\.ts:1 {2}test 1 \(and 2 more for the same reason\)\n {4}first/)
})

test('the place of a failure is the line of the test, not of what it called', () => {
  const stack = `Error: no\n    at ask (file://${root}/server/demo/person.ts:9:1)\n    at file://${root}/server/x.test.ts:42:7\n    at node:internal/x:1:1`
  assert.equal(whereOf(stack), 'server/x.test.ts:42')
  assert.equal(whereOf(`Error: no\n    at file://${root}/server/x.ts:4:7`), 'server/x.ts:4')
  assert.equal(whereOf(`Error: no\n    at file://${root}/node_modules/pg/x.js:4:7`), undefined)
})
