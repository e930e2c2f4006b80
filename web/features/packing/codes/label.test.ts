import assert from 'node:assert/strict'
import { test } from 'node:test'
import jsQR from 'jsqr'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import type { CodeLevel, PrintedLabel } from '#contract/packing/codes.ts'
import type { LabelText } from '#contract/packing/label.ts'
import { drawLabel, type LabelSize } from './draw-label.ts'
import { LabelImage } from './LabelImage.ts'

const text: LabelText = {
  attribute: '中药饮片',
  name: '当归',
  spec: '薄片',
  origin: '甘肃省定西市岷县',
  manufacturer: '岷州本草饮片有限公司',
  address: '甘肃省定西市岷县中药材产业园1号',
  phone: '0932-0000000',
  licenceNo: '甘20260001',
  batchNo: '26112307',
  producedOn: '2026-11-23',
  expiresOn: '2028-11-22',
  net: '1kg',
  packUnit: '袋',
  packsPerBox: 10,
  standard: '《中国药典》2025年版一部',
  storage: '置阴凉干燥处，防潮，防蛀',
  auxiliary: '',
  mark: '',
  inspector: '李检验',
}
const label: PrintedLabel = {
  serial: 1,
  code: 'B1EZWSZ49B1JUSSUM0BH',
  link: 'HTTPS://TRACE.EXAMPLE.CN/C/B1EZWSZ49B1JUSSUM0BH',
  contents: [],
}
const gs1 = {
  ...label,
  code: 'NUZWQBKAFQ1UK92JPYHM',
  link: 'HTTPS://TRACE.EXAMPLE.CN/01/06291041500213/10/26031201/21/NUZWQBKAFQ1UK92JPYHM',
}

type Given = { level?: CodeLevel; text?: Partial<LabelText>; label?: PrintedLabel; isDemo?: boolean }

/** The label as it is sent to the browser. */
const svgOf = (size: LabelSize, given: Given = {}) =>
  renderToStaticMarkup(
    createElement(LabelImage, {
      size,
      level: given.level ?? (size === '60×40' ? 'pack' : 'box'),
      text: { ...text, ...given.text },
      label: given.label ?? label,
      isDemo: given.isDemo ?? false,
    }),
  )

/** The label on paper: so many dots an inch, the ink run by a blur of so many dots. */
async function painted(svg: string, dpi: number, blur = 0) {
  const dots = (millimetres: string) => Math.round((Number(millimetres) / 25.4) * dpi)
  const sized = svg.replace(/width="(\d+)mm" height="(\d+)mm"/, (_, width, height) => `width="${dots(width)}" height="${dots(height)}"`)
  const picture = sharp(Buffer.from(sized)).flatten({ background: '#fff' })
  const { data, info } = await (blur > 0 ? picture.blur(blur) : picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { pixels: new Uint8ClampedArray(data), width: info.width, height: info.height }
}

const sizes: readonly LabelSize[] = ['60×40', '100×70']
const printer = 203.2

test('a label is as large as its name says, one unit a dot of the printer', async () => {
  assert.deepEqual(await Promise.all(sizes.map((size) => painted(svgOf(size), printer).then(({ width, height }) => [width, height]))), [
    [480, 320],
    [800, 560],
  ])
})

test('the symbol of every kind of code is read at 203 dpi with ink that ran by 1.5 dots, and at 96 dpi', async () => {
  for (const size of sizes)
    for (const one of [label, gs1])
      for (const isDemo of [false, true])
        for (const [dpi, blur] of [
          [printer, 0],
          [printer, 1.5],
          [96, 0],
        ] as const) {
          const { pixels, width, height } = await painted(svgOf(size, { label: one, isDemo }), dpi, blur)
          assert.equal(jsQR.default(pixels, width, height)?.data, one.link, `${size} ${one.link} at ${dpi} dpi, blur ${blur}`)
        }
})

test('a module is five dots on the small label and eight on the large one; four modules around it stay white', async () => {
  for (const [size, module, left, top] of [
    ['60×40', 5, 280, 4],
    ['100×70', 8, 502, 16],
  ] as const) {
    const { parts } = drawLabel(size, { level: 'box', text, label, isDemo: true, modules: 37 })
    assert.deepEqual(
      parts.filter((part) => part.is === 'symbol'),
      [{ is: 'symbol', x: left, y: top, module }],
    )
    const { pixels, width } = await painted(
      svgOf(size, { isDemo: true, level: 'box', text: { mark: '毒', name: '当归'.repeat(12), spec: '薄片'.repeat(12) } }),
      printer,
    )
    const isDark = (x: number, y: number) => (pixels[(y * width + x) * 4] ?? 0) < 250
    const side = 37 * module
    for (let along = 0; along < side; along++)
      for (let deep = 0; deep < 4 * module; deep++)
        for (const [x, y] of [
          [along, deep],
          [along, side - 1 - deep],
          [deep, along],
          [side - 1 - deep, along],
        ] as const)
          assert.ok(!isDark(left + x, top + y), `${size}: ${x}, ${y} of the symbol's field is white`)
  }
})

test('中药饮片 stands in its frame with at least five dots free on each side', async () => {
  for (const size of sizes) {
    const { pixels, width } = await painted(svgOf(size), printer)
    const frame = drawLabel(size, { level: 'pack', text, label, isDemo: false, modules: 37 }).parts.find((part) => part.is === 'frame')
    assert.ok(frame)
    const within = Math.ceil(frame.stroke / 2)
    const [left, right] = [frame.x + within, frame.x + frame.width - within]
    const [top, bottom] = [frame.y + within, frame.y + frame.height - within]
    const ink: [x: number, y: number][] = []
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if ((pixels[(y * width + x) * 4] ?? 255) < 128) ink.push([x, y])
    const [xs, ys] = [ink.map(([x]) => x), ink.map(([, y]) => y)]
    const free = [Math.min(...xs) - left, right - 1 - Math.max(...xs), Math.min(...ys) - top, bottom - 1 - Math.max(...ys)]
    assert.ok(
      free.every((dots) => dots >= 5),
      `${size}: free left, right, above, below: ${free.join(', ')}`,
    )
    assert.ok(Math.max(...xs) - Math.min(...xs) > frame.width / 2, 'the words are there')
  }
})

test('no text leaves the label, runs into the symbol or is lower than two millimetres, however long it is', () => {
  const long = {
    name: '制何首乌（黑豆汁炖）炒焦碳化切片',
    spec: '极薄片 0.5～1 mm 三等品',
    origin: '内蒙古自治区锡林郭勒盟西乌珠穆沁旗、新疆维吾尔自治区巴音郭楞蒙古自治州若羌县',
    manufacturer: '内蒙古自治区锡林郭勒盟某某中药饮片生产加工股份有限责任公司',
    address: '内蒙古自治区锡林郭勒盟西乌珠穆沁旗巴彦花镇中药材产业园区北二路南侧十八号厂房三层',
    standard: '《内蒙古自治区中药饮片炮制规范》2020年版第二册及企业内控质量标准',
    storage: '置阴凉干燥处，密闭保存，防潮，防蛀，防霉，防泛油，避光',
    phone: '0479-00000000-8001',
    auxiliary: '黑豆汁、黄酒、生姜汁',
    mark: '毒',
  }
  const full = {
    ...label,
    serial: 12_345,
    contents: [
      { batchNo: '26112307', packs: 12, producedOn: '2026-11-23', expiresOn: '2028-11-22' },
      { batchNo: '26112308', packs: 8, producedOn: '2026-11-24', expiresOn: '2028-11-23' },
    ],
  }
  for (const size of sizes)
    for (const level of ['pack', 'box'] as const)
      for (const given of [text, { ...text, ...long }]) {
        const { width, height, parts } = drawLabel(size, { level, text: given, label: full, isDemo: true, modules: 37 })
        const symbol = parts.find((part) => part.is === 'symbol')
        assert.ok(symbol)
        for (const part of parts) {
          if (part.is !== 'text') continue
          assert.ok(part.size >= 16, `${part.text} is ${part.size} dots high`)
          assert.ok(part.y - part.size * 0.75 >= 0 && part.y <= height - 4, part.text)
          assert.ok(part.squeeze > 0 && part.x >= 4 && part.x <= width - 4, part.text)
        }
        const said = parts.flatMap((part) => (part.is === 'text' ? [part.text] : [])).join(' ')
        for (const word of [
          given.name,
          given.spec,
          given.origin,
          given.manufacturer,
          given.address,
          given.standard,
          given.storage,
          given.auxiliary,
          '26112307',
          '26112308',
          '2026-11-23 / 2026-11-24',
          '2028-11-22 / 2028-11-23',
        ])
          assert.ok(said.includes(word), `${word} stands on the ${size} label`)
      }
})

test('a box that holds another batch than it was labelled for names that one', () => {
  const inside = [{ batchNo: '26112401', packs: 4, producedOn: '2026-11-24', expiresOn: '2028-11-23' }]
  const { parts } = drawLabel('100×70', { level: 'box', text, label: { ...label, contents: inside }, isDemo: true, modules: 37 })
  const said = parts.flatMap((part) => (part.is === 'text' ? [part.text] : [])).join(' ')
  assert.ok(said.includes('26112401') && said.includes('2028-11-23') && !said.includes(text.batchNo) && !said.includes(text.expiresOn))
})

test('毒 stands white in a black disc, 演示 across the label of a demo installation alone', () => {
  for (const size of sizes) {
    const plain = svgOf(size)
    assert.ok(!plain.includes('毒') && !plain.includes('演示'))
    const toxic = svgOf(size, { text: { mark: '毒' } })
    assert.match(toxic, /<circle[^>]*\/?>(<\/circle>)?<text[^>]*fill="#fff"[^>]*>毒/)
    assert.ok(svgOf(size, { isDemo: true }).includes('演示'))
  }
})
