import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  abnormalUnits,
  abnormalWords,
  drawPackages,
  packagesSampled,
  isEnoughSample,
  isSeed,
  packagesToSample,
  requiredSample,
} from './sampling.ts'

test('packages to sample are those of 通则 0211', () => {
  const cases = { 1: 1, 3: 3, 4: 4, 5: 5, 99: 5, 100: 5, 101: 6, 150: 8, 999: 50, 1000: 50, 1001: 51, 1100: 51, 1101: 52, 5000: 90 }
  for (const [packages, expected] of Object.entries(cases)) assert.equal(packagesToSample(Number(packages), 'herb'), expected, packages)
})

test('of precious herbs every package is sampled', () => {
  for (const packages of [1, 5, 100, 1100]) assert.equal(packagesToSample(packages, 'precious'), packages)
})

test('auxiliaries follow the square root', () => {
  const cases = { 1: 1, 3: 3, 4: 3, 5: 4, 100: 11, 101: 12, 300: 19, 301: 10, 400: 11, 401: 12 }
  for (const [packages, expected] of Object.entries(cases))
    assert.equal(packagesToSample(Number(packages), 'auxiliary'), expected, packages)
})

test('never more packages than there are, and more packages never need fewer samples', () => {
  let before = 0
  for (let packages = 1; packages <= 3000; packages++) {
    const count = packagesToSample(packages, 'herb')
    assert.ok(count >= before && count <= packages, `${packages}`)
    before = count
  }
})

test('no packages, half packages and negative ones are refused', () => {
  for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) assert.throws(() => packagesToSample(wrong, 'herb'), RangeError)
})

test('a sample must be three times what the tests need', () => {
  assert.equal(requiredSample('200'), '600')
  assert.equal(requiredSample('0.1'), '0.3')
  assert.ok(isEnoughSample('0.3', '0.1'))
  assert.ok(!isEnoughSample('0.2999', '0.1'))
})

const seed = '00000001000000020000000300000004'

test('a draw can be repeated by hand from the published generator', () => {
  // xoshiro128** from state 1, 2, 3, 4 gives 11520, 0, 5927040, 70819200, 2031721883 …: the authors' own reference values.
  // 11520 mod 20 = 0 → 1 (20 takes its place), 0 mod 19 = 0 → 20 (19 takes its place), 5927040 mod 18 = 0 → 19 (18),
  // 70819200 mod 17 = 5 → 6 (17), 2031721883 mod 16 = 11 → 12
  assert.deepEqual(drawPackages({ packages: 20, count: 5, seed }), [1, 6, 12, 19, 20])
})

const anySeed = fc.stringMatching(/^[0-9a-f]{32}$/).filter(isSeed)

test('a draw holds that many different packages, ascending, and is the same when repeated', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(), anySeed, (packages, wish, seed) => {
      const count = wish % (packages + 1)
      const drawn = drawPackages({ packages, count, seed })
      assert.equal(drawn.length, count)
      assert.ok(drawn.every((number, i) => number >= 1 && number <= packages && (i === 0 || number > drawn[i - 1]!)))
      assert.deepEqual(drawPackages({ packages, count, seed }), drawn)
    }),
  )
})

test('drawing all gives all', () => {
  assert.deepEqual(drawPackages({ packages: 4, count: 4, seed }), [1, 2, 3, 4])
  assert.deepEqual(drawPackages({ packages: 4, count: 0, seed }), [])
})

test('no package is favoured', () => {
  // 20,000 fixed seeds, 3 of 10: each package is expected 6,000 times with a deviation of √(20000 × 0.3 × 0.7) = 65; six of them is 389.
  const times = new Map<number, number>()
  for (let i = 1; i <= 20_000; i++) {
    const mixed = Array.from({ length: 4 }, (_, word) => (Math.imul(i * 4 + word, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')).join('')
    for (const number of drawPackages({ packages: 10, count: 3, seed: mixed })) times.set(number, (times.get(number) ?? 0) + 1)
  }
  assert.equal(times.size, 10)
  for (const [number, seen] of times) assert.ok(Math.abs(seen - 6000) < 389, `package ${number} was drawn ${seen} times`)
})

test('a seed that is none is refused, and more packages than there are', () => {
  for (const wrong of ['', '0'.repeat(32), 'x'.repeat(32), seed.slice(1)])
    assert.throws(() => drawPackages({ packages: 5, count: 1, seed: wrong }), RangeError)
  assert.throws(() => drawPackages({ packages: 5, count: 6, seed }), RangeError)
})

test('an abnormal package does not join the sample, and as many sound ones are drawn as there are', () => {
  const seed = '0123456789abcdef0123456789abcdef'
  const drawn = drawPackages({ packages: 20, count: 5, seed })
  const [bad = 0] = drawn
  assert.deepEqual(packagesSampled({ packages: 20, count: 5, seed }, 5, []), { numbers: drawn, missing: 0 })
  assert.deepEqual(packagesSampled({ packages: 20, count: 5, seed }, 5, [bad]), { numbers: drawn.slice(1), missing: 1 })
  const more = packagesSampled({ packages: 20, count: 6, seed }, 5, [bad])
  assert.deepEqual([more.numbers.length, more.missing, more.numbers.includes(bad)], [5, 0, false])
  assert.deepEqual(packagesSampled({ packages: 3, count: 3, seed }, 3, [1]), { numbers: [2, 3], missing: 0 })
  assert.deepEqual(packagesSampled({ packages: 2, count: 2, seed }, 2, [1, 2]), { numbers: [], missing: 0 })
})

test('what was wrong with which package is said once for each package', () => {
  assert.equal(abnormalWords([]), '无')
  assert.equal(
    abnormalWords([
      { number: 3, seen: '受潮' },
      { number: 7, seen: '破损' },
    ]),
    '第 3 件 受潮；第 7 件 破损',
  )
  for (const wrong of [
    [{ number: 0, seen: '受潮' }],
    [{ number: 1, seen: ' ' }],
    [
      { number: 1, seen: '湿' },
      { number: 1, seen: '破' },
    ],
    [{ number: 1.5, seen: '湿' }],
  ])
    assert.ok(!abnormalUnits.safeParse(wrong).success, JSON.stringify(wrong))
})
