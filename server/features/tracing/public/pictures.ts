import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import type { FileStore } from '#tools/files.ts'

/** Pictures of more pixels are not opened: a few kilobytes can claim to be gigabytes. */
const mostPixels = 250_000_000

// A photograph is shown at 132 px, on a sharp screen twice that; a map fills the page.
const photograph = { width: 264, height: 264, fit: 'cover' } as const
const map = { width: 1280, height: 1600, fit: 'inside', withoutEnlargement: true } as const

/** How many painted pictures are remembered: those that are scanned most are always among them. */
const remembered = 64

/** The pictures that enterprises show on their public pages, each under the digest of what was attached; of no other file. */
export function registerPictures(app: FastifyInstance, pool: pg.Pool, { files }: Installation): void {
  const picture = picturesOf(files)
  app.get<{ Params: { digest: string } }>('/public/picture/:digest', async (request, reply) => {
    const { digest } = request.params
    const { rows } = /^[0-9a-f]{64}$/.test(digest)
      ? await pool.query<{ kind: string | null }>({ name: 'public_picture', text: 'select public_picture($1) as kind', values: [digest] })
      : { rows: [] }
    const kind = rows[0]?.kind ?? null
    if (kind === null) throw new Refusal('not_found')
    const painted = await picture(digest, kind === '公开地图')
    // The address names the content; only for a day, since a picture may be voided.
    return reply.header('content-type', 'image/jpeg').header('cache-control', 'public, max-age=86400').send(painted)
  })
}

/**
 * Paints attached pictures anew for strangers, small and from their pixels alone: no metadata, no place where it was taken. JPEG, which
 * the oldest phones can show.
 */
function picturesOf(files: FileStore) {
  const painted = new Map<string, Promise<Buffer>>()

  async function paint(digest: string, isMap: boolean): Promise<Buffer> {
    const { default: sharp } = await import('sharp') // with the first picture: it takes 15 MB
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
