import { inflateSync } from 'node:zlib'
import { elementAt } from '#contract/kernel/certain.ts'

/**
 * The words of a PDF that Chromium made, page after page: what a person reads on the paper. It knows only how Chromium writes: fonts with a table
 * from glyphs to signs, text as hexadecimal glyphs. Blanks are left out, since each sign has its own place.
 */
export function pdfText(pdf: Buffer): string {
  const source = pdf.toString('latin1')
  const objects = new Map<string, string>()
  // The table at the end says where each object begins; what looks like one within a picture is none.
  for (const [, at = ''] of source
    .slice(source.lastIndexOf('xref\n', source.lastIndexOf('startxref') - 1))
    .matchAll(/^(\d{10}) 00000 n/gm)) {
    const [head = '', number = '', body = '', end] = /^(\d+) 0 obj\s([\s\S]*?)(stream\r?\n|endobj)/.exec(source.slice(Number(at))) ?? []
    const [, length = '0'] = /\/Length (\d+)/.exec(body) ?? []
    const from = Number(at) + head.length
    objects.set(number, end === 'endobj' ? body : body + 'stream\n' + source.slice(from, from + Number(length)))
  }
  const streamOf = (body: string) => {
    const bytes = Buffer.from(body.slice(body.indexOf('stream\n') + 'stream\n'.length), 'latin1')
    return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
  }
  const fonts = new Map<string, Map<string, string>>()
  for (const body of objects.values())
    for (const [, name = '', number = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, signs] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number) ?? '') ?? []
      if (signs !== undefined) fonts.set(name, signsOf(streamOf(objects.get(signs) ?? '')))
    }
  const contents = [...objects.values()].flatMap((body) => [...body.matchAll(/\/Contents (\d+) 0 R/g)].map((found) => elementAt(found, 1)))
  return withoutBlanks(contents.map((number) => wordsOf(streamOf(objects.get(number) ?? ''), fonts)).join(''))
}

/** Signs that share their glyph with another, whose number Chromium writes; those that Unicode itself does not hold for the same. */
const twins: Record<string, string> = { 戶: '户', '⻬': '齐', '⻚': '页', '⻆': '角' }

/** Words as `pdfText` gives them. */
export const withoutBlanks = (words: string) =>
  words
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[戶⻬⻚⻆]/g, (sign) => twins[sign] ?? sign)

/** Which sign each glyph of a font is. */
function signsOf(table: string): Map<string, string> {
  const signs = new Map<string, string>()
  const sign = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, lines = ''] of table.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', hex = ''] of lines.matchAll(/<(\w+)> <(\w+)>/g)) signs.set(glyph.toUpperCase(), sign(hex))
  for (const [, lines = ''] of table.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', hex = ''] of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let glyph = parseInt(from, 16), at = 0; glyph <= parseInt(to, 16); glyph++, at++)
        signs.set(glyph.toString(16).toUpperCase().padStart(from.length, '0'), String.fromCodePoint(parseInt(hex, 16) + at))
  return signs
}

/** Glyphs have two bytes, or one in a font whose signs Chromium draws itself. */
const glyphsOf = (hex: string, font: ReadonlyMap<string, string> | undefined) => {
  const [first = ''] = font?.keys() ?? []
  return hex.match(first.length === 2 ? /../g : /.{4}/g) ?? []
}

function wordsOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let [font, words]: [ReadonlyMap<string, string> | undefined, string] = [undefined, '']
  for (const [, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|((?:<[0-9A-Fa-f]+>|\[[^\]]*\])\s*T[jJ])/g))
    if (name !== undefined) font = fonts.get(name)
    else {
      for (const [, hex = ''] of (glyphs ?? '').matchAll(/<([0-9A-Fa-f]+)>/g))
        for (const glyph of glyphsOf(hex, font)) words += font?.get(glyph.toUpperCase()) ?? ''
      words += ' '
    }
  return words
}
