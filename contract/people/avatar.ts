import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { id } from '#contract/kernel/values.ts'

/** The side of an avatar in pixels, as the server keeps it. */
export const avatarSide = 256

/** The largest picture that may be sent, in characters of base64 (about 500 kB): the browser crops before it sends. */
const longestImage = 700_000

const digest = z.string().regex(/^[0-9a-f]{64}$/, '没有这张图片')

export const avatarApi = {
  save: endpoint({
    method: 'POST',
    path: '/account/avatar',
    right: 'signed-in',
    personal: true,
    summary: '更换头像：JPEG、PNG 或 WebP，由服务器裁成正方形并重新编码',
    input: z.strictObject({ image: z.base64('图片无法识别').min(1, '请选择图片').max(longestImage, '图片太大，请裁小一些') }),
    output: z.strictObject({ digest }),
    refusals: ['bad_image'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/avatar',
    right: 'signed-in',
    personal: true,
    summary: '去掉头像',
    input: z.strictObject({}),
    output: z.strictObject({}),
  }),
  read: endpoint({
    method: 'GET',
    path: '/avatars/{id}/{digest}',
    right: 'signed-in',
    summary: '本企业一位同事的头像',
    input: z.strictObject({ id, digest }),
    output: z.unknown(),
    file: 'image/webp',
    refusals: ['not_found'],
  }),
}
