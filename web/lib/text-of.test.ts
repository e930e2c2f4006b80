import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement, Fragment, useState } from 'react'
import { textOf } from './text-of.ts'
import { cellOf } from './workbook.ts'

const Tag = ({ label }: { label: string }) => createElement('span', { className: 'tag' }, label)
const Lives = ({ children }: { children: string }) => createElement('b', null, useState(children)[0])

test('a cell is read as the screen shows it: text, tags, links, several pieces', () => {
  assert.equal(textOf(createElement(Tag, { label: '合格' })), '合格')
  assert.equal(textOf(createElement(Fragment, null, '2026-11-22 ', createElement(Tag, { label: '剩8天' }))), '2026-11-22 剩8天')
  assert.equal(
    textOf(
      createElement('span', { className: 'tags' }, createElement(Tag, { label: '在用' }), false, createElement(Tag, { label: '已锁定' })),
    ),
    '在用 已锁定',
  )
  assert.equal(textOf(null), '')
})

test('a part with hooks is read by its children', (context) => {
  context.mock.method(console, 'error', () => {}) // React complains about a hook outside a page
  assert.equal(textOf(createElement(Lives, null, '批号')), '批号')
})

test('a shown number becomes a number with its decimals where a spreadsheet keeps it whole, else stays text', () => {
  assert.deepEqual(cellOf('1,250.500'), { value: 1250.5, type: Number, format: '#,##0.000' })
  assert.deepEqual(cellOf('12'), { value: 12, type: Number, format: '0' })
  for (const text of ['12345678901234567', '0012', '12 袋', '=1+1', '@SUM(A1)', '+86 138'])
    assert.deepEqual(cellOf(text), { value: text, type: String })
  assert.equal(cellOf('—'), null)
})

test('a day is written as that day, whatever the zone of the browser', () => {
  assert.deepEqual(cellOf('2026-11-22'), { value: new Date('2026-11-22T00:00:00Z'), type: Date, format: 'yyyy-mm-dd' })
  assert.deepEqual(cellOf('2026-11-22 08:05'), { value: new Date('2026-11-22T08:05:00Z'), type: Date, format: 'yyyy-mm-dd hh:mm' })
})
