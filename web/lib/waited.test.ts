import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueWords, lasted, pressureOf, shortDay, waited } from './waited.ts'

const now = new Date('2026-11-24T09:00:00+08:00')

test('how long something waits is said in its two largest units', () => {
  assert.equal(waited('2026-11-22T06:00:00+08:00', now), '等了 2 天 3 小时')
  assert.equal(waited('2026-11-24T08:20:00+08:00', now), '等了 40 分钟')
  assert.equal(waited('2026-11-24T06:59:00+08:00', now), '等了 2 小时')
  assert.equal(waited('2026-11-24T09:00:00+08:00', now), '等了 不到 1 分钟')
  assert.equal(lasted(45 * 86_400_000 + 3_600_000 * 5), '45 天', 'after a month hours say nothing')
})

test('what is late says by how much and since when; what is due on a day has no time of day', () => {
  assert.equal(dueWords('2026-11-23T17:00:00+08:00', now), '逾期 16 小时（昨天 17:00）')
  assert.equal(dueWords('2026-11-24T17:00:00+08:00', now), '今天 17:00')
  assert.equal(dueWords('2026-11-26T23:59:59+08:00', now), '11 月 26 日')
  assert.equal(dueWords('2027-01-02T23:59:59+08:00', now), '2027 年 1 月 2 日')
  assert.equal(shortDay('2026-11-25', now), '明天')
})

test('a thing presses when it is overdue or due today', () => {
  assert.equal(pressureOf(null, now), 'open')
  assert.equal(pressureOf('2026-11-24T08:59:59+08:00', now), 'late')
  assert.equal(pressureOf('2026-11-24T23:59:59+08:00', now), 'today')
  assert.equal(pressureOf('2026-11-25T00:00:00+08:00', now), 'open')
})
