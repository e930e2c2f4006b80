import { fileURLToPath } from 'node:url'
import { openSync, type Font } from 'fontkit'
import type { Piece, Words } from './paper.ts'

/** The two weights of Noto Sans SC (OFL), 30 890 signs each. Only the glyphs that a document uses go into it. */
const fileOf = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${name}.ttf`))
export const faces = {
  plain: fileOf('400Regular/NotoSansSC_400Regular'),
  bold: fileOf('700Bold/NotoSansSC_700Bold'),
} as const
export type Face = keyof typeof faces

export type Style = { face: Face; size: number; rise: number; struck: boolean }
type Run = { text: string; x: number; width: number; style: Style }
export type Line = { runs: Run[]; width: number }

/** Small figures that the font lacks, drawn from the usual ones: SO₂, 10⁻³. */
const lowered = new Map([...'₀₁₂₃₄₅₆₇₈₉₊₋'].map((sign, at) => [sign, '0123456789+-'.charAt(at)]))
const raised = new Map([...'⁰⁴⁵⁶⁷⁸⁹⁺⁻'].map((sign, at) => [sign, '0456789+-'.charAt(at)]))

/** What takes no room and is not seen; a font need not have it. */
const unseen = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u
const latin = /[!-~\u00a1-\u024f]/
const opens = /[（《〈【〔「『“‘［｛([{]/
const closes = /[，。、；：？！）》〉】〕」』”’］｝％…—～)\]},.;:?!%]/

/** One sign as it is set. */
type Sign = { text: string; width: number; style: Style; kind: 'space' | 'latin' | 'other' }

/** Measures words and breaks them into lines; remembers the signs that no face has. */
export class Typesetter {
  readonly missing = new Set<string>()
  readonly #fonts = new Map<Face, Font>()
  readonly #widths = new Map<string, number>()

  #font(face: Face): Font {
    const known = this.#fonts.get(face)
    if (known !== undefined) return known
    const font = openSync(faces[face])
    if (!('hasGlyphForCodePoint' in font)) throw new TypeError(`${faces[face]} is a collection of fonts`)
    this.#fonts.set(face, font)
    return font
  }

  /** The width of one sign at size 1. */
  #widthOf(sign: string, face: Face): number {
    const key = face + sign
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    const font = this.#font(face)
    const code = sign.codePointAt(0) ?? 0
    if (!font.hasGlyphForCodePoint(code)) this.missing.add(sign)
    const width = font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm
    this.#widths.set(key, width)
    return width
  }

  #sign(sign: string, given: Style): Sign {
    const [base, style] = lowered.has(sign)
      ? [lowered.get(sign) ?? sign, { ...given, size: given.size * 0.62, rise: -given.size * 0.12 }]
      : raised.has(sign)
        ? [raised.get(sign) ?? sign, { ...given, size: given.size * 0.62, rise: given.size * 0.36 }]
        : [sign, given]
    const kind = base === ' ' || base === '\u3000' ? 'space' : latin.test(base) ? 'latin' : 'other'
    return { text: base, width: this.#widthOf(base, style.face) * style.size, style, kind }
  }

  #signsOf({ text, bold, struck, small }: Piece, size: number): Sign[] {
    const style: Style = { face: bold ? 'bold' : 'plain', size: small ? size * 0.85 : size, rise: 0, struck: struck ?? false }
    return [...text.normalize('NFC').replaceAll('\t', ' ')].filter((sign) => !unseen.test(sign)).map((sign) => this.#sign(sign, style))
  }

  widthOf(text: string, size: number, face: Face): number {
    return this.#signsOf({ text, bold: face === 'bold' }, size).reduce((sum, sign) => sum + sign.width, 0)
  }

  /** The widest part of the words that is not broken: a number, a day, a latin word. */
  widestPart(words: Words, size: number): number {
    const pieces: readonly Piece[] = typeof words === 'string' ? [{ text: words }] : words
    const parts = pieces.flatMap((piece) =>
      piece.text.split(/\r?\n/).flatMap((text) => unbrokenParts(this.#signsOf({ ...piece, text }, size))),
    )
    return Math.max(0, ...parts.map(widthOf))
  }

  /** The words as lines no wider than `width`. */
  wrap(words: Words, size: number, width: number): Line[] {
    const pieces: readonly Piece[] = typeof words === 'string' ? [{ text: words }] : words
    // A piece may begin a new line of its own.
    const paragraphs: Sign[][] = [[]]
    for (const piece of pieces)
      piece.text.split(/\r?\n/).forEach((part, at) => {
        if (at > 0) paragraphs.push([])
        paragraphs.at(-1)?.push(...this.#signsOf({ ...piece, text: part }, size))
      })
    return paragraphs.flatMap((signs) => linesOf(unbrokenParts(signs), width))
  }
}

/** Signs that stay together: latin words and numbers, a bracket with what it encloses, a stop with what it ends. */
function unbrokenParts(signs: readonly Sign[]): Sign[][] {
  const parts: Sign[][] = []
  for (const sign of signs) {
    const part = parts.at(-1)
    const last = part?.at(-1)
    const isJoined =
      last !== undefined &&
      last.kind !== 'space' &&
      sign.kind !== 'space' &&
      ((last.kind === 'latin' && sign.kind === 'latin') || closes.test(sign.text) || opens.test(last.text))
    if (part !== undefined && isJoined) part.push(sign)
    else parts.push([sign])
  }
  return parts
}

const widthOf = (signs: readonly Sign[]) => signs.reduce((sum, sign) => sum + sign.width, 0)

function linesOf(parts: readonly Sign[][], width: number): Line[] {
  const lines: Sign[][] = [[]]
  let left = width
  const add = (signs: readonly Sign[]) => {
    lines.at(-1)?.push(...signs)
    left -= widthOf(signs)
  }
  const next = () => {
    lines.push([])
    left = width
  }
  for (const part of parts) {
    const isSpace = part[0]?.kind === 'space'
    if (widthOf(part) <= left) {
      // A line does not begin with a blank where another one ended.
      if (!isSpace || lines.length === 1 || (lines.at(-1)?.length ?? 0) > 0) add(part)
    } else if (isSpace) next()
    else if (widthOf(part) <= width) {
      next()
      add(part)
    }
    // Longer than a line: broken anywhere.
    else
      for (const sign of part) {
        if (sign.width > left) next()
        add([sign])
      }
  }
  return lines.map(lineOf)
}

function lineOf(signs: readonly Sign[]): Line {
  const runs: Run[] = []
  let x = 0
  for (const { text, width, style } of signs) {
    const run = runs.at(-1)
    if (run !== undefined && isSame(run.style, style)) {
      run.text += text
      run.width += width
    } else runs.push({ text, x, width, style })
    x += width
  }
  return { runs, width: x }
}

const isSame = (one: Style, other: Style) =>
  one.face === other.face && one.size === other.size && one.rise === other.rise && one.struck === other.struck
