import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeWords, selectTests } from './select-tests.mjs'

const files = [
  'contract/warehouse/stock.test.ts',
  'e2e/shell-people.spec.ts',
  'e2e/shell-tabs.spec.ts',
  'server/features/people/user/user.test.ts',
  'server/features/warehouse/stock/stock.test.ts',
  'server/kernel/serve.test.ts',
  'web/lib/scanner.test.ts',
]
const filesFor = (...words: string[]) => selectTests(words, files).files

test('no word names everything', () => {
  assert.deepEqual(selectTests([], files), { checks: true, files, unknown: [] })
})

test('a suite is named by its name', () => {
  assert.deepEqual(selectTests(['check'], files), { checks: true, files: [], unknown: [] })
  assert.deepEqual(filesFor('browser'), ['e2e/shell-people.spec.ts', 'e2e/shell-tabs.spec.ts'])
  assert.equal(filesFor('server').length, 5)
})

test('a room is named in all workspaces at once, without the browser tests that only sound like it', () => {
  assert.deepEqual(filesFor('warehouse'), ['contract/warehouse/stock.test.ts', 'server/features/warehouse/stock/stock.test.ts'])
  assert.deepEqual(filesFor('people'), ['server/features/people/user/user.test.ts'])
})

test('a file is named by its name, its path or a part of its path', () => {
  assert.deepEqual(filesFor('shell-tabs'), ['e2e/shell-tabs.spec.ts'])
  assert.deepEqual(filesFor('./web/lib/scanner.test.ts'), ['web/lib/scanner.test.ts'])
  assert.deepEqual(filesFor('features/people/'), ['server/features/people/user/user.test.ts'])
  assert.deepEqual(filesFor('shell-'), ['e2e/shell-people.spec.ts', 'e2e/shell-tabs.spec.ts'])
})

test('several words name all that each of them names, once', () => {
  assert.deepEqual(filesFor('stock', 'warehouse', 'kernel').length, 3)
})

test('a word that names nothing is reported, with what there is', () => {
  assert.deepEqual(selectTests(['people', 'peeple'], files).unknown, ['peeple'])
  assert.match(describeWords(files), /suites: {2}check server browser\nfolders: .*people.*warehouse/)
})
