import { crc32, deflateRawSync } from 'node:zlib'

/** An archive made by hand, so that a test can make one that lies: `claims` overrides the size an entry says it unpacks to. */
export function zipOf(files: readonly { name: string; content: Buffer | string; claims?: number }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claims } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(bytes), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(claims ?? bytes.length, 8)
    const title = Buffer.from(name)
    const local = Buffer.concat([
      Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 8, 8, 0, 0, 0, 0x21, 0]),
      sizes,
      Buffer.from([title.length & 0xff, title.length >> 8, 0, 0]),
      title,
    ])
    const entry = Buffer.concat([
      Buffer.from([0x50, 0x4b, 1, 2, 20, 0, 20, 0, 0, 8, 8, 0, 0, 0, 0x21, 0]),
      sizes,
      Buffer.from([title.length & 0xff, title.length >> 8]),
      Buffer.alloc(16),
      title,
    ])
    entry.writeUInt32LE(offset, 42)
    parts.push(local, packed)
    directory.push(entry)
    offset += local.length + packed.length
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
