import sharp from 'sharp'
import type { FileStore } from '#tools/files.ts'

/** Pictures of more pixels are not opened: a few kilobytes can claim to be gigabytes. */
const mostPixels = 250_000_000

// A photograph is shown at 132 px, on a sharp screen twice that; a map fills the page.
const photograph = { width: 264, height: 264, fit: 'cover' } as const
const map = { width: 1280, height: 1600, fit: 'inside', withoutEnlargement: true } as const

/** How many painted pictures are remembered: those that are scanned most are always among them. */
const remembered = 64

/**
 * Paints attached pictures anew for strangers, small and from their pixels alone: no metadata, no place where it was taken. JPEG, which
 * the oldest phones can show.
 */
export function picturesOf(files: FileStore) {
  const painted = new Map<string, Promise<Buffer>>()

  async function paint(digest: string, isMap: boolean): Promise<Buffer> {
    return sharp(await files.read(digest), { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(isMap ? map : photograph)
      .flatten({ background: '#fff' })
      .jpeg({ quality: isMap ? 80 : 74, mozjpeg: true })
      .timeout({ seconds: 10 })
      .toBuffer()
  }

  return (digest: string, isMap: boolean): Promise<Buffer> => {
    const key = `${digest} ${isMap}`
    const known = painted.get(key)
    if (known !== undefined) return known
    const picture = paint(digest, isMap)
    painted.set(key, picture)
    picture.catch(() => painted.delete(key))
    for (const [oldest] of painted) {
      if (painted.size <= remembered) break
      painted.delete(oldest)
    }
    return picture
  }
}
