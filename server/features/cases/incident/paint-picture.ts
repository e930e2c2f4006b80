import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Refusal } from '#contract/kernel/refusals.ts'
import { fileTypeOf } from '#tools/file-type.ts'
import type { FileStore, ReceivedFile } from '#tools/files.ts'
import { WorkQueue } from '#tools/work-queue.ts'

/** Pictures of more pixels are not opened: a few kilobytes can claim to be gigabytes. */
const mostPixels = 60_000_000
const longestSide = 1600

// One after another, few at all: what strangers send never takes the house's processors.
const turns = new WorkQueue({ atOnce: 1, waiting: 8, patience: 8000 })

/**
 * A stranger's picture, painted anew from its pixels alone: no metadata, no place where it was taken, nothing that a program could hide in it. Refused when
 * its content is no JPEG, PNG or WebP.
 */
export const paintedPicture = (files: FileStore, { name, bytes }: { name: string; bytes: Buffer }): Promise<ReceivedFile> =>
  turns.run(async () => {
    const aside = await files.receive(Readable.from([bytes]))
    try {
      if (!(await fileTypeOf(aside.path, name)).startsWith('image/')) throw new Refusal('file_type')
      return await files.receive(Readable.from([await paint(await readFile(aside.path))]))
    } finally {
      await files.drop(aside)
    }
  })

async function paint(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp') // with the first picture: it takes 15 MB
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80 })
    .timeout({ seconds: 10 })
    .toBuffer()
    .catch(() => {
      throw new Refusal('file_content')
    })
}
