import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conclusionSentence, gapsIn } from './report.ts'

const item = { name: '水分', method: '0832', isMandatory: true, isTested: true }
const sentence = (items: Parameters<typeof gapsIn>[0], conforms = true) =>
  conclusionSentence({ basis: '《中国药典》2020年版一部', conforms, gaps: gapsIn(items) })

test('only a standard that was tested whole, each item by a stated method, is kept as a whole', () => {
  assert.equal(sentence([item]), '本品按《中国药典》2020年版一部检验，结果符合规定')
  assert.equal(
    sentence([item, { ...item, name: '总灰分', isTested: false }, { ...item, name: '阿魏酸', method: ' ' }]),
    '本品按《中国药典》2020年版一部检验，所检项目符合规定（未检项目：总灰分；标准未注明检验方法：阿魏酸）',
  )
  assert.equal(sentence([item, { ...item, name: '总灰分', isMandatory: false, isTested: false }]), sentence([item]))
})

test('what fails fails, whatever else was tested', () => {
  assert.equal(sentence([item], false), '本品按《中国药典》2020年版一部检验，结果不符合规定')
  assert.match(sentence([item, { ...item, name: '总灰分', isTested: false }], false), /结果不符合规定（未检项目：总灰分）$/)
})
