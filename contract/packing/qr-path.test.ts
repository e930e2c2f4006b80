import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import jsQR from 'jsqr'
import { encodeQR } from 'qr'
import { digitalLink } from './gs1.ts'
import { qrOptions, qrPath } from './qr-path.ts'

const scale = 4

/** Paints the symbol as a browser would, 4 pixels a module, black where the path says so. */
function painted(text: string): { pixels: Uint8ClampedArray; width: number } {
  const modules = encodeQR(text, 'raw', qrOptions)
  const width = modules.length * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  const path = qrPath(modules)
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)]
  assert.equal(runs.map(([run]) => run).join(''), path, 'nothing else is drawn')
  for (const [, x, y, length, back] of runs) {
    assert.equal(length, back)
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  }
  return { pixels, width }
}

/** What another library's decoder reads from the symbol of a text. */
function decoded(text: string): string | undefined {
  const { pixels, width } = painted(text)
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
    assert.equal(decoded(text), text)
})

test('every text that is drawn is read back', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[!-~]{1,120}$/), (text) => assert.equal(decoded(text), text)),
    { numRuns: 40 },
  )
})

test('the symbol of a pack fits a 60×40 mm label: modules of at least 0.4 mm in a square of 20 mm', () => {
  const text = digitalLink('https://zhuisu.example.com.cn', { gtin: '06291041500213', lot: '26031201', serial: 'NUZWQBKAFQ1UK92JPYHM' })
  const modules = encodeQR(text, 'raw', qrOptions).length
  assert.ok(20 / modules >= 0.4, `${modules} modules with their quiet zone`)
})

test('the quiet zone is white on all four sides', () => {
  const { pixels, width } = painted('B')
  const dark = (x: number, y: number) => pixels[(y * width + x) * 4] === 0
  for (let along = 0; along < width; along++)
    for (let deep = 0; deep < 4 * scale; deep++)
      assert.ok(![dark(along, deep), dark(along, width - 1 - deep), dark(deep, along), dark(width - 1 - deep, along)].includes(true))
})
