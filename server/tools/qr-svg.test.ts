import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import jsQR from 'jsqr'
import { digitalLink } from '#contract/packing/gs1.ts'
import { qrSvg } from './qr-svg.ts'

const scale = 4

/** Paints the picture as a browser would, 4 pixels a module, black where the path says so. */
function painted(svg: string): { pixels: Uint8ClampedArray; width: number } {
  const width = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)![1]) * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  const drawn = /<path d="([^"]*)"/.exec(svg)![1]!
  const runs = [...drawn.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)]
  assert.equal(runs.map(([run]) => run).join(''), drawn, 'nothing else is drawn')
  for (const [, x, y, length, back] of runs) {
    assert.equal(length, back)
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  }
  return { pixels, width }
}

/** What another library's decoder reads from the picture. */
function decoded(svg: string): string | undefined {
  const { pixels, width } = painted(svg)
  return jsQR.default(pixels, width, width, { inversionAttempts: 'dontInvert' })?.data
}

test('the addresses of packs are read back from their symbols by another decoder', () => {
  const pack = { gtin: '06291041500213', lot: '26031201', serial: 'NUZWQBKAFQ1UK92JPYHM' }
  for (const text of [
    'https://trace.example.org/c/BP1107S0LMFF33PUKWMB',
    'http://localhost:3000/c/83857930000879766660',
    digitalLink('https://trace.example.org', pack),
    '83857930000879766660',
    '当归 26031201 𠮷',
  ])
    assert.equal(decoded(qrSvg(text)), text)
})

test('whatever text is drawn is read back', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[!-~]{1,120}$/), (text) => assert.equal(decoded(qrSvg(text)), text)),
    { numRuns: 40 },
  )
})

test('the symbol of a pack fits a 60×40 mm label: modules of at least 0.4 mm in a square of 20 mm', () => {
  const svg = qrSvg(
    digitalLink('https://zhuisu.example.com.cn', { gtin: '06291041500213', lot: '26031201', serial: 'NUZWQBKAFQ1UK92JPYHM' }),
  )
  const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)![1])
  assert.ok(20 / modules >= 0.4, `${modules} modules with their quiet zone`)
})

test('the quiet zone is white on all four sides', () => {
  const { pixels, width } = painted(qrSvg('B'))
  const dark = (x: number, y: number) => pixels[(y * width + x) * 4] === 0
  for (let along = 0; along < width; along++)
    for (let deep = 0; deep < 4 * scale; deep++)
      assert.ok(![dark(along, deep), dark(along, width - 1 - deep), dark(deep, along), dark(width - 1 - deep, along)].includes(true))
})
