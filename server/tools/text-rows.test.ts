import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textRows } from './text-rows.ts'

const rows = textRows<[id: string, name: string]>('l.id', 'l.name')
const written = '1\u001e2\u001f当归\t"\n\u001e'

test('rows are written column by column, in an order, and read back', () => {
  assert.equal(
    rows.sql('l.id'),
    `string_agg(coalesce((l.id)::text, ''), e'\\x1e' order by l.id) || e'\\x1f' || string_agg(coalesce((l.name)::text, ''), e'\\x1e' order by l.id)`,
  )
  assert.equal(
    rows.sql(),
    `string_agg(coalesce((l.id)::text, ''), e'\\x1e') || e'\\x1f' || string_agg(coalesce((l.name)::text, ''), e'\\x1e')`,
  )
  assert.deepEqual(rows.read(written), [
    ['1', '当归\t"\n'],
    ['2', ''],
  ])
  assert.deepEqual(rows.read(null), [])
})

test('columns are read as they were written', () => {
  assert.deepEqual(rows.readColumns(written), [
    ['1', '2'],
    ['当归\t"\n', ''],
  ])
  assert.deepEqual(rows.readColumns(null), [[], []])
})

test('a text that does not have the columns is never read half', () => {
  for (const text of ['', '1', '1\u001f2\u001f3', '1\u001e2\u001f3', '1\u001f2\u001e3'])
    assert.throws(() => rows.read(text), /instead of 2 of one length/)
})
