import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { largestPicture, longestComplaint, type ComplaintForm, type ComplaintView } from '#contract/cases/complaint.ts'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { optionalText, text } from '#contract/kernel/values.ts'
import type { Installation } from '#kernel/installation.ts'
import { readAsPublic, type Ground } from '#kernel/serve.ts'
import { refuseForeignOrigin } from '#kernel/session.ts'
import { answerPath } from './queries.ts'
import { complaintAnswerOf, complaintSubjectOf } from './read-complaint.ts'
import { paintedPicture } from './paint-picture.ts'
import { keepComplaint, repeatedComplaint, type OpenedPack } from './keep-complaint.ts'

export type RenderComplaint = (view: ComplaintView) => string

const formPath = '/fankui'

/** How often one address may look at these pages, and may write; how often one code is written about; and how much an enterprise takes in. */
const limits = { looks: 120, writes: 10, ofCode: 5, ofEnterprise: 300 }

const isToken = (given: unknown): given is string =>
  typeof given === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(given)

/**
 * 反映问题: whoever holds a pack writes what is wrong with it, without an account, a name or a script, and reads the answer behind a link of 122 random
 * bits. What a stranger wrote holds nothing and changes no page; a code that nobody issued answers like any other address.
 */
export function registerComplaints(
  app: FastifyInstance,
  ground: Ground,
  { files }: Pick<Installation, 'files'>,
  openPack: (code: string) => Promise<OpenedPack | undefined>,
  render: RenderComplaint,
): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: largestPicture + 16_384 }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return html(reply, 413, render('too_large'))
      throw error
    })
    scope.get<{ Querystring: { c?: unknown } }>(formPath, async (request, reply) => {
      if (await isTooMuch(ground, `complaint page from ${request.ip}`, '1 hour', limits.looks)) return html(reply, 429, render('too_many'))
      return showForm(request, reply, request.query.c, null)
    })
    scope.get<{ Querystring: { t?: unknown } }>(answerPath, async (request, reply) => {
      if (await isTooMuch(ground, `complaint page from ${request.ip}`, '1 hour', limits.looks)) return html(reply, 429, render('too_many'))
      const { t: token } = request.query
      const enterpriseId = isToken(token) ? await enterpriseOf(ground, token) : undefined
      if (!isToken(token) || enterpriseId === undefined) return html(reply, 404, render('unknown'))
      const told = await readAsPublic(ground, enterpriseId, request.id, (tx) => complaintAnswerOf(tx, token))
      return told === undefined ? html(reply, 404, render('unknown')) : html(reply, 200, render({ told }))
    })
    scope.post(formPath, async (request, reply) => {
      refuseForeignOrigin(request)
      if (await isTooMuch(ground, `complaint from ${request.ip}`, '1 hour', limits.writes)) return html(reply, 429, render('too_many'))
      const given = await formOf(request)
      if (given === undefined) return html(reply, 400, render('unknown'))
      // The field that nobody sees: whoever fills it in is a program, and is answered as if all were well.
      if (given.honey !== '') return toAnswer(reply, crypto.randomUUID())
      return take(request, reply, given)
    })
  })

  async function take(request: FastifyRequest, reply: FastifyReply, given: Given) {
    const { code, picture } = given
    const [said, contact] = [text(longestComplaint).safeParse(given.text), optionalText(100).safeParse(given.contact)]
    const again = (fault: string) => showForm(request, reply, code, { fault, text: given.text, contact: given.contact })
    if (!said.success) return again(given.text.trim() === '' ? '请写明遇到的问题' : `请用${longestComplaint}字以内的普通文字说明`)
    if (!contact.success) return again('联系方式请在100字以内')
    const pack = await openPack(code)
    if (pack === undefined) return html(reply, 404, render('unknown'))
    const repeated = await readAsPublic(ground, pack.enterpriseId, request.id, (tx) => repeatedComplaint(tx, pack.code, said.data))
    if (repeated !== undefined) return toAnswer(reply, repeated)
    if (
      (await isTooMuch(ground, `complaint about ${pack.code}`, '1 day', limits.ofCode)) ||
      (await isTooMuch(ground, `complaints to ${pack.enterpriseId}`, '1 day', limits.ofEnterprise))
    )
      return html(reply, 429, render('too_many'))
    const painted = picture === null ? null : await paintedPicture(files, picture).catch(refusalOf)
    if (painted instanceof Refusal)
      return painted.code === 'imports_busy' ? html(reply, 429, render('too_many')) : again('照片请用 JPG、PNG 或 WebP 格式，8 MB 以内')
    const token = await keepComplaint(ground, files, request.id, { pack, text: said.data, contact: contact.data, picture: painted })
    return toAnswer(reply, token)
  }

  async function showForm(
    request: FastifyRequest,
    reply: FastifyReply,
    code: unknown,
    before: Pick<ComplaintForm, 'fault' | 'text' | 'contact'> | null,
  ) {
    const pack = typeof code === 'string' && code.length <= 200 ? await openPack(code) : undefined
    if (pack === undefined) return html(reply, 404, render('unknown'))
    const subject = await readAsPublic(ground, pack.enterpriseId, request.id, (tx) => complaintSubjectOf(tx, pack.lotId))
    const form = { code: pack.code, ...subject, fault: null, text: '', contact: '', ...before }
    return html(reply, before === null ? 200 : 400, render({ form }))
  }
}

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  throw error
}

type Given = { code: string; text: string; contact: string; honey: string; picture: { name: string; bytes: Buffer } | null }

/** What a form of the page sent; undefined for a body that none of them sends. */
async function formOf(request: FastifyRequest): Promise<Given | undefined> {
  if (!(request.body instanceof Buffer)) return undefined
  const form = await new Response(new Uint8Array(request.body), { headers: { 'content-type': request.headers['content-type'] ?? '' } })
    .formData()
    .catch(() => undefined)
  if (form === undefined) return undefined
  const word = (name: string) => {
    const found = form.get(name)
    return typeof found === 'string' ? found : ''
  }
  const file = form.get('picture')
  const picture =
    file === null || typeof file === 'string' || file.size === 0 ? null : { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }
  return { code: word('c'), text: word('text'), contact: word('contact'), honey: word('website'), picture }
}

async function isTooMuch({ pool }: Ground, what: string, within: '1 hour' | '1 day', most: number): Promise<boolean> {
  const { rows } = await pool.query<{ hits: number }>(`select count_guess($1, $2) as hits`, [what, within])
  return only(rows).hits > most
}

async function enterpriseOf({ pool }: Ground, token: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string | null }>(`select enterprise_of_complaint($1) as id`, [token])
  return only(rows).id ?? undefined
}

/** Loading the page again does not send the form again. */
const toAnswer = (reply: FastifyReply, token: string) =>
  reply.header('cache-control', 'no-store').redirect(`${answerPath}?t=${encodeURIComponent(token)}`, 303)

const html = (reply: FastifyReply, status: number, page: string) =>
  reply.status(status).header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
