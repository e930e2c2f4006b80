import assert from 'node:assert/strict'
import { test } from 'node:test'
import { herbReadings } from './herb-readings.ts'
import { pinyinInitials } from './pinyin.ts'

test('a herb is found under the initials its readers type, not those of a general dictionary', () => {
  for (const [name, initials] of Object.entries({
    重楼: 'cl',
    当归: 'dg',
    白术: 'bz',
    莪术: 'ez',
    黄柏: 'hb',
    枳壳: 'zq',
    没药: 'my',
    阿胶: 'ej',
    麸炒白术: 'fcbz',
    燀苦杏仁: 'ckxr',
    蜜炙黄芪: 'mzhq',
    女贞子: 'nzz',
    醋延胡索: 'cyhs',
  }))
    assert.equal(pinyinInitials(name), initials, name)
})

test('every reading of the herb dictionary is the one that is used, also inside a longer name', () => {
  for (const [name, reading] of Object.entries(herbReadings)) {
    const initials = reading
      .split(' ')
      .map((syllable) => syllable[0])
      .join('')
      .replaceAll('ü', 'v')
    assert.equal(pinyinInitials(name), initials, name)
    assert.equal(pinyinInitials(`制${name}片`), `z${initials}p`, name)
  }
})

test('names of firms and people: letters and figures stay, signs and blanks go', () => {
  assert.equal(pinyinInitials('亳州市（城南）药材有限公司'), 'bzscnycyxgs')
  assert.equal(pinyinInitials('重庆 3号库 Ａ区'), 'cq3hkaq')
  assert.equal(pinyinInitials('！？'), '')
})
