import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, addMonths, dayInShanghai, daysBetween, expiryDay, expiryMonth, isExpired, isRetestDue, retestDay } from './shelf-life.ts'

test('24 months from 2026-03-12 end on 2028-03-11, or in 2028-02 by the month', () => {
  assert.equal(expiryDay('2026-03-12', 24), '2028-03-11')
  assert.equal(expiryMonth('2026-03-12', 24), '2028-02')
})

test('the day before the corresponding day crosses months and years', () => {
  assert.equal(expiryDay('2026-03-01', 24), '2028-02-29', 'a leap year')
  assert.equal(expiryDay('2027-03-01', 24), '2029-02-28')
  assert.equal(expiryDay('2026-01-01', 12), '2026-12-31')
  assert.equal(expiryMonth('2026-01-31', 12), '2026-12')
  assert.equal(expiryMonth('2026-12-31', 1), '2026-12')
})

test('where the month has no corresponding day its last day counts', () => {
  assert.equal(expiryDay('2026-08-31', 6), '2027-02-28')
  assert.equal(expiryDay('2026-08-28', 6), '2027-02-27')
  assert.equal(expiryDay('2024-02-29', 12), '2025-02-28')
  assert.equal(expiryDay('2024-02-29', 48), '2028-02-28')
})

test('a product can be used on its expiry day and not the day after', () => {
  assert.ok(!isExpired('2028-03-11', '2028-03-11'))
  assert.ok(isExpired('2028-03-11', '2028-03-12'))
})

test('a raw lot received on 2026-03-05 is due for retest on 2027-03-05', () => {
  assert.equal(retestDay('2026-03-05', 12), '2027-03-05')
  assert.equal(retestDay('2026-08-31', 6), '2027-02-28')
  assert.ok(!isRetestDue('2027-03-05', '2027-03-04'))
  assert.ok(isRetestDue('2027-03-05', '2027-03-05'))
})

test('today is the day in Shanghai', () => {
  assert.equal(dayInShanghai(new Date('2026-03-11T16:00:00Z')), '2026-03-12')
  assert.equal(dayInShanghai(new Date('2026-03-11T15:59:59.999Z')), '2026-03-11')
  assert.equal(dayInShanghai(new Date('2025-12-31T16:00:00Z')), '2026-01-01')
})

test('the answers do not depend on the zone of the machine', () => {
  const program = `import { addDays, dayInShanghai, expiryDay } from ${JSON.stringify(new URL('./shelf-life.ts', import.meta.url).href)};
    console.log(expiryDay('2026-03-29', 24), addDays('2026-03-29', 1), dayInShanghai(new Date(1774800000000)))`
  const answers = ['America/Los_Angeles', 'UTC', 'Asia/Shanghai', 'Pacific/Kiritimati', 'Europe/Berlin'].map((TZ) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', env: { TZ } }),
  )
  assert.deepEqual([...new Set(answers)], ['2028-03-28 2026-03-30 2026-03-30\n'])
})

const day = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2150-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('days added are days between', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -20_000, max: 20_000 }), (from, days) => assert.equal(daysBetween(from, addDays(from, days)), days)),
  )
})

test('produced later never expires earlier, and a longer life never ends sooner', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 120 }), (from, months) => {
      assert.ok(expiryDay(from, months) <= expiryDay(addDays(from, 1), months))
      assert.ok(expiryDay(from, months) < expiryDay(from, months + 1))
      assert.ok(expiryDay(from, months).slice(0, 7) >= expiryMonth(from, months))
    }),
    { numRuns: 1000 },
  )
})

test('months forth and back keep the day, as far as the months have it', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -240, max: 240 }), (from, months) => {
      const back = addMonths(addMonths(from, months), -months)
      assert.equal(back.slice(0, 7), from.slice(0, 7))
      assert.ok(Number(from.slice(8)) > 28 ? back <= from : back === from)
    }),
    { numRuns: 1000 },
  )
})

test('a day that does not exist is refused', () => {
  for (const wrong of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-1-1', '20260312', '', '2026-03-12T00:00:00Z']) {
    assert.throws(() => addDays(wrong, 1), RangeError, wrong)
    assert.throws(() => expiryDay(wrong, 12), RangeError, wrong)
  }
  assert.throws(() => expiryDay('2026-03-12', 1.5), RangeError)
})
