import assert from 'node:assert/strict'
import { test } from 'node:test'
import { count, dateTime, day, decimal, exactTime, kg, kgUnit, percent } from './format.ts'

test('a mass has three decimals and grouped thousands, and no digit is hidden', () => {
  assert.equal(kg('1250.5'), '1,250.500')
  assert.equal(kg('0.0001'), '0.0001')
  assert.equal(kg('1234567890.1234'), '1,234,567,890.1234')
  assert.equal(kg('500.0000'), '500.000')
  assert.equal(kg('-12.5'), '-12.500')
  assert.equal(kgUnit('20'), '20.000 kg')
})

test('a number too exact for a float stays exact', () => {
  assert.equal(decimal('9007199254740993.1', 1), '9,007,199,254,740,993.1')
})

test('what is no number is shown as it is', () => {
  assert.equal(kg('未称'), '未称')
  assert.equal(percent('96.5'), '96.50 %')
})

test('instants are shown in the time of the factory, wherever the browser is', () => {
  assert.equal(dateTime('2026-03-05T16:30:05Z'), '2026-03-06 00:30')
  assert.equal(exactTime('2026-03-05T16:30:05+08:00'), '2026-03-05 16:30:05')
  assert.equal(day('2026-03-05T16:30:05Z'), '2026-03-06')
  assert.equal(day('2026-03-05'), '2026-03-05')
})

test('counting stops at a thousand', () => {
  assert.equal(count(1000), '1000')
  assert.equal(count(1001), '1000+')
})
