import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedDay, typedInstant } from './typed-day.ts'

test('a day may be typed the ways people type it', () => {
  for (const typed of ['20260305', '2026-3-5', '2026-03-05', '2026/3/5', '2026.03.05', '2026年3月5日', ' ２０２６－０３－０５ '])
    assert.equal(typedDay(typed), '2026-03-05', typed)
})

test('a day that does not exist, or half a day, is none', () => {
  for (const typed of ['', '2026', '2026-3', '2026-02-30', '2025-02-29', '20261301', '26-3-5', 'x2026-03-05'])
    assert.equal(typedDay(typed), undefined, typed)
  assert.equal(typedDay('2024-02-29'), '2024-02-29')
})

test('an instant is a day and a time of the factory', () => {
  for (const typed of ['2026-03-05 14:30', '20260305 1430', '2026/3/5 14：30', '2026年3月5日 14:30', '2026-03-05T14:30'])
    assert.equal(typedInstant(typed), '2026-03-05T14:30:00+08:00', typed)
  assert.equal(typedInstant('2026-03-05 9:05'), '2026-03-05T09:05:00+08:00')
  for (const typed of ['2026-03-05', '2026-03-05 24:00', '2026-03-05 14:60', '14:30', ''])
    assert.equal(typedInstant(typed), undefined, typed)
})
