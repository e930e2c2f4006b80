import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textRows } from './text-rows.ts'

const rows = textRows<[id: string, name: string]>('l.id', 'l.name')

test('rows are written in an order and read back', () => {
  assert.equal(rows.sql('l.id'), `string_agg(concat(l.id, e'\\x1f', l.name), e'\\x1e' order by l.id)`)
  assert.equal(rows.sql(), `string_agg(concat(l.id, e'\\x1f', l.name), e'\\x1e')`)
  assert.deepEqual(rows.read('1\u001f当归\t"\n\u001e2\u001f'), [
    ['1', '当归\t"\n'],
    ['2', ''],
  ])
  assert.deepEqual(rows.read(null), [])
})

test('a text that does not have the columns is never read half', () => {
  for (const text of ['', '1', '1\u001f2\u001f3', '1\u001f2\u001e3']) assert.throws(() => rows.read(text), /columns instead of 2/)
})
