import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counties, countyCodeOf } from './counties.ts'
import { originText, provinces } from './origin.ts'

test('the list names every county once, by a code of its own, in a province that an origin may have', () => {
  assert.ok(counties.length > 2840 && counties.length < 3200, `${counties.length} counties`)
  assert.equal(new Set(counties.map(({ code }) => code)).size, counties.length)
  assert.equal(new Set(counties.map(({ province, city, county }) => `${province} ${city} ${county}`)).size, counties.length)
  assert.deepEqual(
    counties.filter(({ code, county, initials }) => !/^\d{6}$/.test(code) || county === '' || !/^[a-z]+( [a-z]+){1,2}$/.test(initials)),
    [],
  )
  assert.deepEqual([...new Set(counties.map(({ province }) => province))], [...provinces])
})

test('a county is found by its place and by its initials; what is no county has no code', () => {
  assert.equal(countyCodeOf({ province: '甘肃省', city: '定西市', county: '岷县' }), '621126')
  assert.equal(countyCodeOf({ province: '湖北省', city: '湖北省', county: '仙桃市' }), '429004')
  assert.equal(countyCodeOf({ province: '甘肃省', city: '定西市', county: '宕昌县' }), undefined)
  const [found] = counties.filter(({ initials }) => initials.startsWith('mx dxs'))
  assert.deepEqual(found, { code: '621126', province: '甘肃省', city: '定西市', county: '岷县', initials: 'mx dxs gss' })
})

test('an origin in one line names no place twice', () => {
  assert.equal(originText({ province: '甘肃省', city: '定西市', county: '岷县' }), '甘肃省定西市岷县')
  assert.equal(originText({ province: '湖北省', city: '湖北省', county: '仙桃市' }), '湖北省仙桃市')
  assert.equal(originText({ province: '广东省', city: '东莞市', county: '东莞市' }), '广东省东莞市')
  assert.equal(originText({ province: '台湾省', city: '台湾省', county: '台湾省' }), '台湾省')
})
