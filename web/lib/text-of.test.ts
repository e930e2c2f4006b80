import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement, Fragment, useState } from 'react'
import { textOf } from './text-of.ts'

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
