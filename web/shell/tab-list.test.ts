import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterClosing, closable, withVisit, type OpenTab } from './tab-list.ts'

const open: OpenTab[] = [
  { path: '/dashboard', query: '' },
  { path: '/yuanliao-caigou', query: '?q=dg' },
  { path: '/yuanliao-kucun', query: '' },
]

test('every visited page becomes one tab, and a second visit only remembers its address', () => {
  assert.deepEqual(withVisit(open, '/theme', ''), [...open, { path: '/theme', query: '' }])
  assert.deepEqual(withVisit(open, '/yuanliao-kucun', '?page=2')[2], { path: '/yuanliao-kucun', query: '?page=2' })
  assert.equal(withVisit(open, '/yuanliao-kucun', '?page=2').length, 3)
})

test('closing the current tab leads to the next, else the previous, else to the start', () => {
  assert.equal(afterClosing(open, ['/yuanliao-caigou'], '/yuanliao-caigou'), '/yuanliao-kucun')
  assert.equal(afterClosing(open, ['/yuanliao-kucun'], '/yuanliao-kucun'), '/yuanliao-caigou?q=dg')
  assert.equal(afterClosing([open[1]!], ['/yuanliao-caigou'], '/yuanliao-caigou'), '/')
})

test('closing a tab in the background leads nowhere', () => {
  assert.equal(afterClosing(open, ['/yuanliao-caigou'], '/yuanliao-kucun'), undefined)
})

test('home is never among what is closed', () => {
  assert.deepEqual(closable(['/dashboard', '/theme']), ['/theme'])
})
