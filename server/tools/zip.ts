import { inflateRawSync } from 'node:zlib'

/** One file of an archive, as its directory says. */
export type ZipEntry = { name: string; method: number; packed: number; unpacked: number; offset: number }

/** Why an archive is not taken. */
export class ZipProblem extends Error {}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50

/**
 * The directory of an archive, read without unpacking anything. Refuses what an office document never is: encrypted, in
 * parts, with thousands of files, with names that climb out of their folder, or packed so tightly that it can only be a bomb.
 */
export function readZip(bytes: Buffer, { unpackedLimit }: { unpackedLimit: number }): ZipEntry[] {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const offset = bytes.readUInt32LE(end + 16)
  if (count === 0 || count > 2_000 || bytes.readUInt16LE(end + 4) !== 0 || offset === 0xffffffff) throw new ZipProblem('directory')
  const entries: ZipEntry[] = []
  let at = offset
  let unpackedSum = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entrySignature) throw new ZipProblem('directory')
    const flags = bytes.readUInt16LE(at + 8)
    const nameLength = bytes.readUInt16LE(at + 28)
    const extraLength = bytes.readUInt16LE(at + 30)
    const commentLength = bytes.readUInt16LE(at + 32)
    const entry = {
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    if ((flags & 1) !== 0 || ![0, 8].includes(entry.method)) throw new ZipProblem('encrypted or of an unknown method')
    if (/(^|[/\\])\.\.([/\\]|$)|^[/\\]|\0/.test(entry.name)) throw new ZipProblem('a name that leaves its folder')
    unpackedSum += entry.unpacked
    if (unpackedSum > unpackedLimit || (entry.unpacked > 1_048_576 && entry.unpacked > entry.packed * 200)) throw new ZipProblem('a bomb')
    entries.push(entry)
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at--) if (bytes.readUInt32LE(at) === endSignature) return at
  throw new ZipProblem('no archive')
}

/** Unpacks one entry; one that is larger than its directory says is refused before it fills the memory. */
export function unzip(bytes: Buffer, entry: ZipEntry): Buffer {
  const head = entry.offset
  if (head + 30 > bytes.length) throw new ZipProblem('cut off')
  const start = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28)
  const packed = bytes.subarray(start, start + entry.packed)
  if (packed.length !== entry.packed) throw new ZipProblem('cut off')
  if (entry.method === 0) {
    if (entry.packed !== entry.unpacked) throw new ZipProblem('sizes')
    return packed
  }
  try {
    const unpacked = inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.unpacked) })
    if (unpacked.length !== entry.unpacked) throw new ZipProblem('sizes')
    return unpacked
  } catch (error) {
    throw error instanceof ZipProblem ? error : new ZipProblem('damaged')
  }
}
