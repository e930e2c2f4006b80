import type { CodeLevel, PrintedLabel } from '#contract/packing/codes.ts'
import type { LabelText } from '#contract/packing/label.ts'
import { inGroups } from '#contract/packing/trace-code.ts'

/** The labels that are printed: 60 × 40 mm for packs, 100 × 70 mm for boxes and large bags. */
export type LabelSize = '60×40' | '100×70'

/** What a label is drawn of. One unit is one dot of a label printer: 203 dpi, 8 dots per millimetre. */
export type LabelPart =
  | ({ is: 'text'; text: string; x: number; y: number; size: number } & TextLook & {
        /** How much narrower than the font has it. */ squeeze: number
      })
  | { is: 'frame'; x: number; y: number; width: number; height: number; stroke: number }
  | { is: 'disc'; x: number; y: number; radius: number; stroke: number | null }
  | { is: 'rule'; x: number; y: number; width: number }
  /** The field of the QR symbol, white zone and all: `module` is the width of one module in whole dots. */
  | { is: 'symbol'; x: number; y: number; module: number }
  | { is: 'mark'; text: string; x: number; y: number; size: number }

type TextLook = { weight?: 500 | 700; anchor?: 'middle' | 'end'; spacing?: number; mono?: true; white?: true }

/** What stands on a label, and what its symbol is like: its width in modules with the white zone. */
export type LabelContent = { level: CodeLevel; text: LabelText; label: PrintedLabel; isDemo: boolean; modules: number }

/** No text is lower than this: 2 mm. */
const smallest = 16

// How wide a letter is, in parts of the size: Chinese and full-width ones fill a square; Latin ones are taken a little wider than Noto Sans has them.
function letterWidth(letter: string): number {
  if (/[\u2e80-\uffff]|\p{Extended_Pictographic}/u.test(letter)) return 1
  if (/[mwMW@%]/.test(letter)) return 0.95
  if (/[A-Z×÷＋]/.test(letter)) return 0.7
  if (/[\s.,:;'il|!]/.test(letter)) return 0.3
  return 0.58
}

/** How wide a text is in dots. */
const widthOf = (text: string, size: number, spacing = 0) =>
  [...text].reduce((width, letter) => width + letterWidth(letter) * size + spacing, 0)

/** A text that fits: it shrinks, and where it may not be lower it gets narrower. It never wraps. */
function fitted(text: string, at: { x: number; y: number; size: number; room: number } & TextLook): Extract<LabelPart, { is: 'text' }> {
  const { room, size: wished, ...rest } = at
  const wide = widthOf(text, wished, rest.spacing)
  const size = Math.max(Math.min(wished, smallest), Math.min(wished, Math.floor((wished * room * 10) / wide) / 10))
  return { is: 'text', text, ...rest, size, squeeze: Math.min(1, room / widthOf(text, size, rest.spacing)) }
}

/** How much a box holds: what is in it once it is packed, else a full box. */
function boxContent(text: LabelText, { contents }: PrintedLabel) {
  const packs = contents.length === 0 ? text.packsPerBox : contents.reduce((sum, inside) => sum + inside.packs, 0)
  return `${text.net}/${text.packUnit} × ${packs} ${text.packUnit}`
}

/** The lines of a label in their order. A box with two batches names both, with how much of each (GMP 第二百九十六条). */
function factsOf({ level, text, label }: LabelContent): (readonly [title: string, value: string])[] {
  // A box that was filled up later may hold another batch than it was labelled for.
  const inside = label.contents.length === 0 ? [{ ...text, packs: 0 }] : label.contents
  const batches = inside.map(({ batchNo, packs }) => (inside.length < 2 ? batchNo : `${batchNo} × ${packs} ${text.packUnit}`))
  const days = (of: 'producedOn' | 'expiresOn') => [...new Set(inside.map((batch) => batch[of]))].join(' / ')
  return [
    ['规格', text.spec],
    ['装量', level === 'pack' ? text.net : boxContent(text, label)],
    ['产地', text.origin],
    ...batches.map((batch, index) => [index === 0 ? '产品批号' : '', batch] as const),
    ['生产日期', days('producedOn')],
    ['保质期至', days('expiresOn')],
    ...(text.auxiliary === '' ? [] : [['辅料', text.auxiliary] as const]),
  ]
}

/** Where the parts of a size lie. */
type Layout = {
  width: number
  height: number
  frame: { x: number; y: number; width: number; height: number; stroke: number; size: number; baseline: number; spacing: number }
  mark: { x: number; y: number; radius: number; size: number }
  name: {
    x: number
    y: number
    size: number
    spacing: number
    /** Its place and size where the lines need more room. */ raised: { y: number; size: number }
  }
  facts: { x: number; at: number; titles: number; values: number; from: number; raised: number; to: number; pitch: number }
  symbol: { x: number; y: number; side: number }
  rule: { x: number; y: number; width: number }
  demo: { x: number; y: number; size: number }
}

const layouts: Record<LabelSize, Layout> = {
  '60×40': {
    width: 480,
    height: 320,
    frame: { x: 13, y: 9, width: 146, height: 40, stroke: 3, size: 24, baseline: 37.5, spacing: 3 },
    mark: { x: 254, y: 29, radius: 19, size: 26 },
    name: { x: 11, y: 89, size: 43, spacing: 2, raised: { y: 82, size: 36 } },
    facts: { x: 12, at: 98, titles: 20, values: 21, from: 115, raised: 105, to: 211, pitch: 24 },
    symbol: { x: 280, y: 4, side: 185 },
    rule: { x: 12, y: 222, width: 456 },
    demo: { x: 176, y: 130, size: 92 },
  },
  '100×70': {
    width: 800,
    height: 560,
    frame: { x: 18, y: 18, width: 216, height: 58, stroke: 4, size: 37, baseline: 60, spacing: 5 },
    mark: { x: 450, y: 47, radius: 29, size: 38 },
    name: { x: 16, y: 146, size: 66, spacing: 4, raised: { y: 138, size: 60 } },
    facts: { x: 18, at: 158, titles: 29, values: 33, from: 200, raised: 182, to: 400, pitch: 40 },
    symbol: { x: 502, y: 16, side: 296 },
    rule: { x: 18, y: 420, width: 764 },
    demo: { x: 250, y: 250, size: 165 },
  },
}

/** The whole label of a size. */
export function drawLabel(size: LabelSize, content: LabelContent): { width: number; height: number; parts: LabelPart[] } {
  const layout = layouts[size]
  const { width, height, symbol } = layout
  // Whole dots, so that no module is broader than its neighbour; what is left over is white as well.
  const module = Math.floor(symbol.side / content.modules)
  const free = Math.floor((symbol.side - module * content.modules) / 2)
  return {
    width,
    height,
    parts: [
      // Below the words, which keep a little white around them.
      ...(content.isDemo ? [{ is: 'mark' as const, text: '演示', ...layout.demo }] : []),
      ...headOf(layout, content),
      ...linesOf(layout, factsOf(content)),
      { is: 'rule', ...layout.rule },
      ...(size === '60×40' ? footOfSmall(content) : footOfLarge(content)),
      { is: 'symbol', x: symbol.x + free, y: symbol.y + free, module },
    ],
  }
}

/** 中药饮片 in its frame, 毒 where it must stand, and beside them which box it is on a label that has no other room for it. */
function headOf({ frame, mark, name, facts, symbol }: Layout, content: LabelContent): LabelPart[] {
  const { text, level, label } = content
  const { size, baseline, spacing, ...border } = frame
  const isRaised = isCrowded(facts, linesIn(facts, symbol, factsOf(content)).length)
  const right = symbol.x - 4
  const parts: LabelPart[] = [
    { is: 'frame', ...border },
    // The spacing behind the last letter counts too, hence the half to the right.
    {
      is: 'text',
      text: text.attribute,
      x: frame.x + frame.width / 2 + spacing / 2,
      y: baseline,
      size,
      weight: 700,
      anchor: 'middle',
      spacing,
      squeeze: 1,
    },
  ]
  const besideFrame = frame.x + frame.width + 8
  // The large label has room for it below the code.
  if (level === 'box' && frame.size < 30) {
    const room = (text.mark === '' ? right : mark.x - mark.radius - 4) - besideFrame
    parts.push(fitted(`第${label.serial}箱`, { x: besideFrame, y: baseline - 2, size: size * 0.85, room, weight: 500 }))
  }
  if (text.mark !== '')
    parts.push(
      { is: 'disc', x: mark.x, y: mark.y, radius: mark.radius, stroke: null },
      {
        is: 'text',
        text: text.mark,
        x: mark.x,
        y: mark.y + mark.size * 0.365,
        size: mark.size,
        weight: 700,
        anchor: 'middle',
        white: true,
        squeeze: 1,
      },
    )
  const at = isRaised ? name.raised : name
  parts.push(fitted(text.name, { x: name.x, y: at.y, size: at.size, spacing: name.spacing, room: right - name.x, weight: 700 }))
  return parts
}

/** A line has one fact; 规格 and 装量 share one where both are short and the label is small. */
function linesIn(facts: Layout['facts'], symbol: Layout['symbol'], rows: ReturnType<typeof factsOf>) {
  const [spec, net, ...rest] = rows
  const isShort = (row: readonly [string, string] | undefined, room: number) => row !== undefined && widthOf(row[1], facts.values) <= room
  return facts.pitch < 30 && spec && net && isShort(spec, 56) && isShort(net, symbol.x - 4 - 206)
    ? [[spec, net], ...rest.map((row) => [row])]
    : rows.map((row) => [row])
}

const isCrowded = ({ from, to, pitch }: Layout['facts'], lines: number) => from + (lines - 1) * pitch > to

function linesOf({ facts, symbol }: Layout, rows: ReturnType<typeof factsOf>): LabelPart[] {
  const lines = linesIn(facts, symbol, rows)
  const from = isCrowded(facts, lines.length) ? facts.raised : facts.from
  const pitch = Math.min(facts.pitch, (facts.to - from) / (lines.length - 1))
  const sizeIn = (size: number) => Math.max(smallest, Math.min(size, Math.floor(pitch - 3)))
  const right = symbol.x - 4
  return lines.flatMap((line, index) =>
    line.flatMap(([title, value], place): LabelPart[] => {
      const y = from + index * pitch
      const [x, at] = place === 0 ? [facts.x, facts.at] : [160, 206]
      const end = place === 0 && line.length > 1 ? 156 : right
      return [
        fitted(title, { x, y, size: sizeIn(facts.titles), room: at - x }),
        fitted(value, { x: at, y, size: sizeIn(facts.values), room: end - at, weight: 500 }),
      ]
    }),
  )
}

/** Two texts on one line: the right one has what it needs, up to half of the line, the left one the rest. */
function both(y: number, size: number, left: string, right: string, to: number): LabelPart[] {
  const from = 12
  const atRight = fitted(right, { x: to, y, size, room: (to - from) / 2, anchor: 'end' })
  const taken = right === '' ? 0 : widthOf(right, atRight.size) * atRight.squeeze + 10
  return [fitted(left, { x: from, y, size, room: to - from - taken }), ...(right === '' ? [] : [atRight])]
}

const named = (title: string, value: string) => (value === '' ? '' : `${title} ${value}`)

function footOfSmall({ text, label }: LabelContent): LabelPart[] {
  return [
    ...both(243, 18, `执行标准 ${text.standard}`, '', 468),
    ...both(264, 18, `贮藏 ${text.storage}`, named('电话', text.phone), 468),
    ...both(285, 18, `生产企业 ${text.manufacturer}`, named('许可证', text.licenceNo), 468),
    ...both(306, 18, named('地址', text.address), '', 468),
    fitted(label.code, { x: 372, y: 205, size: smallest, room: 196, anchor: 'middle', mono: true }),
  ]
}

function footOfLarge({ level, text, label }: LabelContent): LabelPart[] {
  const groups = inGroups(label.code).split(' ')
  const codeLine = (text: string, y: number) => fitted(text, { x: 650, y, size: 26, room: 290, anchor: 'middle', mono: true })
  // A shipping package carries the mark of quality and who inspected; nothing is labelled that was not found to conform.
  const isMarked = level === 'box'
  const room = (isMarked ? 660 : 782) - 18
  const line = (text: string, y: number, size: number) => fitted(text, { x: 18, y, size, room })
  return [
    codeLine(groups.slice(0, 3).join(' '), 342),
    codeLine(groups.slice(3).join(' '), 374),
    line(`执行标准 ${text.standard}`, 452, 25),
    line(`贮藏 ${text.storage}`, 484, 25),
    line(`生产企业 ${text.manufacturer}  ${named('许可证', text.licenceNo)}`, 516, 25),
    line(`${named('地址', text.address)}  ${named('电话', text.phone)}`, 547, 23),
    ...(isMarked
      ? ([
          fitted(`第 ${label.serial} 箱`, { x: 650, y: 408, size: 26, room: 290, anchor: 'middle' }),
          { is: 'disc', x: 722, y: 488, radius: 52, stroke: 4 },
          { is: 'text', text: '合格', x: 722, y: 490, size: 34, weight: 700, anchor: 'middle', squeeze: 1 },
          fitted(text.inspector === '' ? '检验' : `检验 ${text.inspector}`, { x: 722, y: 516, size: 20, room: 80, anchor: 'middle' }),
        ] satisfies LabelPart[])
      : []),
  ]
}
