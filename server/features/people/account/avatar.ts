import { createHash } from 'node:crypto'
import { avatarSide, type avatarApi } from '#contract/people/avatar.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Actor, Download, Handler, Tx } from '#kernel/serve.ts'

/** Pictures of more pixels are not opened: a few kilobytes can claim to be gigabytes. */
const mostPixels = 4096 * 4096

/** Makes a picture anew from its pixels, so that nothing else of the upload is stored: no metadata, no place where it was taken. Refused with `bad_image`. */
async function paintAvatar(given: Buffer): Promise<Buffer> {
  try {
    const { default: sharp } = await import('sharp') // with the first picture: it takes 15 MB
    const picture = sharp(given, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    const { format } = await picture.metadata()
    if (!['jpeg', 'png', 'webp'].includes(format)) throw new Error(format)
    return await picture
      .autoOrient()
      .resize(avatarSide, avatarSide, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: 5 })
      .toBuffer()
  } catch {
    throw new Refusal('bad_image', [{ path: 'image', message: '请选 JPEG、PNG 或 WebP 图片' }])
  }
}

export const saveAvatar: Handler<typeof avatarApi.save> = async (tx, actor, { image: sent }) => {
  const image = await paintAvatar(Buffer.from(sent, 'base64'))
  const digest = createHash('sha256').update(image).digest('hex')
  await tx
    .insertInto('avatar')
    .values({ enterpriseId: actor.enterpriseId, accountId: actor.id, digest, image })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'accountId']).doUpdateSet({ digest, image }))
    .execute()
  return { digest }
}

export const removeAvatar: Handler<typeof avatarApi.remove> = async (tx, actor) => {
  await tx.deleteFrom('avatar').where('accountId', '=', actor.id).execute()
  return {}
}

/** A colleague's picture. Its address names its content, so a browser may keep it for ever. */
export async function readAvatar(tx: Tx, _actor: Actor, { id, digest }: { id: string; digest: string }): Promise<Download> {
  const row = await tx.selectFrom('avatar').select('image').where('accountId', '=', id).where('digest', '=', digest).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return { fileName: 'avatar.webp', contentType: 'image/webp', body: row.image, isForEver: true }
}
