import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optionalText, text } from './values.ts'

const name = text(40)
const takes = (value: string) => name.safeParse(value).success
const at = (codePoint: number) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`

// What shows nothing: Hangul fillers, blank braille, soft hyphen, grapheme joiner, separators of lines and paragraphs, Mongolian and Khmer
// signs, invisible operators, tags, variation selectors of nothing, interlinear annotation, zero widths, directions, null notehead's kin.
const invisible = [
  0x3164, 0x115f, 0x1160, 0xffa0, 0x2800, 0x00ad, 0x034f, 0x2028, 0x2029, 0x180b, 0x180e, 0x17b4, 0x17b5, 0x061c, 0x200b, 0x200d, 0x200e,
  0x202e, 0x2060, 0x2061, 0x2064, 0x206a, 0xfeff, 0xfff9, 0xfffb, 0xfffc, 0xfff0, 0x1bca0, 0x1d173, 0xe0001, 0xe0020, 0xe007f, 0xfffe,
  0x1fffe, 0x0000, 0x0007, 0x0085, 0x009f,
]

test('a name of what nobody sees is no name, alone, doubled or inside another', () => {
  for (const codePoint of invisible) {
    const character = String.fromCodePoint(codePoint)
    assert.ok(!takes(character), at(codePoint))
    assert.ok(!takes(character + character), at(codePoint))
    assert.ok(!takes(`当${character}归`), `${at(codePoint)} inside`)
  }
})

test('spaces and marks alone are no name either', () => {
  for (const blank of [' ', '\u3000', '\u00a0', '\u2003', '\u0301', '\u0301\u0301', ' \u20dd '])
    assert.ok(!takes(blank), JSON.stringify(blank))
  assert.equal(name.parse(' \u3000当归\u00a0 '), '当归')
})

test('rare Hanzi pass: extensions B to I, compatibility ideographs, with the variation selectors that choose their shape', () => {
  const rare = ['𠀀', '𪜀', '𫝀', '𫠠', '𬺰', '𰀀', '𱍐', '𮯰', '龦', '㐀', '𡈽']
  for (const hanzi of rare) assert.equal(name.parse(`王${hanzi}`), `王${hanzi}`)
  for (const selector of ['\u{E0100}', '\u{E01EF}', '\uFE00']) assert.equal(name.parse(`葛${selector}根`), `葛${selector}根`)
  assert.equal(name.parse('\uF900'), '\u8C48', 'a compatibility ideograph becomes what it stands for')
})

test('a selector is nothing without its Hanzi, and the one of a picture is dropped', () => {
  for (const selector of ['\u{E0100}', '\uFE00', '\uFE0F']) assert.ok(!takes(selector), JSON.stringify(selector))
  assert.ok(!takes('A\u{E0100}'))
  assert.ok(!takes('葛\u{E0100}\u{E0101}'), 'one selector for one Hanzi')
  assert.equal(name.parse('已核对✔\uFE0F'), '已核对✔')
})

test('a remark keeps its lines, and what people write in it', () => {
  assert.equal(optionalText(100).parse('第一行\n第二行 ≤ 3.0 % ℃ × “引号” Ⅱ № Ä é ≥ ±'), '第一行\n第二行 ≤ 3.0 % ℃ × “引号” Ⅱ № Ä é ≥ ±')
  assert.equal(optionalText(100).parse(''), '')
})
