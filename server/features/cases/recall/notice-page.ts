import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { RecallNotice } from '#contract/cases/recall-notice.ts'
import { only } from '#contract/kernel/certain.ts'
import { text } from '#contract/kernel/values.ts'
import { readAsPublic, type Ground } from '#kernel/serve.ts'
import { refuseForeignOrigin } from '#kernel/session.ts'
import { actFor, inStrangersTransaction } from '#kernel/stranger.ts'
import { noticePath } from './queries.ts'
import { noticeOf } from './read-notice.ts'

/** How often one address may open or answer notices in an hour. */
const perHour = 120

/** What a page says: the notice, or that there is none, or that the address asks too often. */
type NoticeView = { notice: RecallNotice; token: string; fault: string | null } | 'unknown' | 'too_many'
export type RenderNotice = (view: NoticeView) => string

const isToken = (given: unknown): given is string =>
  typeof given === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(given)

/**
 * The page behind the link in a 召回通知书: a customer without an account reads their notice and says that they have it, without a script. It tells nothing
 * beyond the letter. The link is 122 random bits; an unknown one answers like any other.
 */
export function registerRecallNotices(app: FastifyInstance, ground: Ground, render: RenderNotice): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get<{ Querystring: { t?: unknown } }>(noticePath, async (request, reply) => {
      if (await asksTooOften(ground, request)) return html(reply, 429, render('too_many'))
      return show(request, reply, request.query.t, null)
    })
    scope.post<{ Body: { t?: unknown; name?: unknown } | undefined }>(noticePath, async (request, reply) => {
      refuseForeignOrigin(request)
      if (await asksTooOften(ground, request)) return html(reply, 429, render('too_many'))
      const { t: token, name } = request.body ?? {}
      const given = text(50).safeParse(name)
      if (!given.success) return show(request, reply, token, '请填写回复人姓名')
      if (isToken(token)) await acknowledge(ground, request, token, given.data)
      // Loading the page again does not send the form again.
      return reply.header('cache-control', 'no-store').redirect(`${noticePath}?t=${encodeURIComponent(isToken(token) ? token : '')}`, 303)
    })
  })

  async function show(request: FastifyRequest, reply: FastifyReply, token: unknown, fault: string | null) {
    const enterpriseId = isToken(token) ? await enterpriseOf(ground, token) : undefined
    if (!isToken(token) || enterpriseId === undefined) return html(reply, 404, render('unknown'))
    const notice = await readAsPublic(ground, enterpriseId, request.id, (tx) => noticeOf(tx, { token }))
    return notice === undefined
      ? html(reply, 404, render('unknown'))
      : html(reply, fault === null ? 200 : 400, render({ notice, token, fault }))
  }
}

async function asksTooOften({ pool }: Ground, request: FastifyRequest): Promise<boolean> {
  const { rows } = await pool.query<{ hits: number }>(`select count_guess($1, '1 hour') as hits`, [`recall notice from ${request.ip}`])
  return only(rows).hits > perHour
}

async function enterpriseOf({ pool }: Ground, token: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string | null }>(`select enterprise_of_recall_notice($1) as id`, [token])
  return only(rows).id ?? undefined
}

/** The customer has the notice: written once, while the recall is open. */
async function acknowledge(ground: Ground, request: FastifyRequest, token: string, name: string): Promise<void> {
  const enterpriseId = await enterpriseOf(ground, token)
  if (enterpriseId === undefined) return
  await inStrangersTransaction(ground, (tx) =>
    actFor(tx, { enterpriseId, as: 'public', requestId: request.id }, () =>
      tx
        .updateTable('recallCustomer')
        .set({ acknowledgedAt: tx.now().toISOString(), acknowledgedName: name })
        .where('publicToken', '=', token)
        .where('acknowledgedAt', 'is', null)
        .where(
          sql<boolean>`exists (select from recall_case r where r.enterprise_id = recall_customer.enterprise_id and r.id = recall_customer.case_id
            and r.state = 'started')`,
        )
        .execute(),
    ),
  )
}

const html = (reply: FastifyReply, status: number, page: string) =>
  reply.status(status).header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
