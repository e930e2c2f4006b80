import { readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { keysOf } from '#contract/kernel/key-of.ts'
import { fileTypes, type FileType } from '#contract/office/attachment.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { readZip } from './zip.ts'

// A picture of a telephone has up to 200 million pixels; what has more is there to fill the memory.
const pixelLimit = 250_000_000
const unpackedLimit = 200 * 1024 * 1024

/** The type that a file's name promises and its content keeps; anything else is refused. */
export async function fileTypeOf(path: string, name: string): Promise<FileType> {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const promised = keysOf(fileTypes).find((type) => fileTypes[type].some((one) => one === ending))
  if (promised === undefined) throw new Refusal('file_type')
  const bytes = await readFile(path)
  if (!(await keeps(promised, bytes))) throw new Refusal('file_content')
  return promised
}

/** Whether bytes are of the type that was kept with them, which was found in them when they came in. */
export async function keepsItsType(mediaType: string, bytes: Buffer): Promise<boolean> {
  const promised = keysOf(fileTypes).find((type) => type === mediaType)
  return promised !== undefined && (await keeps(promised, bytes))
}

async function keeps(promised: FileType, bytes: Buffer): Promise<boolean> {
  if (promised === 'text/csv' || promised === 'text/plain') return isPlainText(bytes)
  // Before it is unpacked, if only to look inside.
  if (promised.startsWith('application/vnd.') && !isPlainDocument(bytes)) return false
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found?.mime !== promised) return false
  if (promised.startsWith('image/')) return isPicture(bytes)
  return true
}

async function isPicture(bytes: Buffer): Promise<boolean> {
  try {
    const { default: sharp } = await import('sharp') // with the first picture: it takes 15 MB
    const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: pixelLimit }).metadata()
    return width * height * pages <= pixelLimit
  } catch {
    return false
  }
}

/** An office document without macros that does not unpack to more than it may. */
function isPlainDocument(bytes: Buffer): boolean {
  try {
    return !readZip(bytes, { unpackedLimit }).some(({ name }) => /vbaProject|\.bin$|activeX/i.test(name))
  } catch {
    return false
  }
}

/** Text in UTF-8 or GB 18030 (what Excel here writes), and no page that a browser might take for HTML or SVG. */
function isPlainText(bytes: Buffer): boolean {
  const read = ['utf-8', 'gb18030'].map((encoding) => decode(bytes, encoding)).find((text) => text !== undefined)
  // That no control characters are in it is what is asked.
  return (
    read !== undefined && !/[\u0000-\u0008\u000E-\u001F]/.test(read) && !/^\s*<(!|\?|html|head|body|svg|script|iframe|table)/i.test(read)
  )
}

function decode(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
