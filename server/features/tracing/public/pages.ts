import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { PublicTrace } from '#contract/tracing/public-trace.ts'
import { only } from '#contract/kernel/certain.ts'
import type { Installation } from '#kernel/installation.ts'
import { readAsPublic, type Ground } from '#kernel/serve.ts'
import { csvStream } from '#tools/csv.ts'
import { registerComplaints } from '#server/features/cases/incident/complaint-page.ts'
import { registerRecallNotices } from '#server/features/cases/recall/notice-page.ts'
import { besidePool } from '#server/db/pool.ts'
import { ScanCounter } from './count-scans.ts'
import { packPages, type Render } from './pack-pages.ts'
import { registerPictures } from './pictures.ts'
import { openCode, readScanned } from './read-scanned.ts'
import { readBatchTrace } from './read-public-trace.ts'

/** Codes that lead nowhere, per address in 15 minutes, before the visitor has to wait (safety H3). */
export const missesAllowed = 60

/** Stands for no visit where a code is opened and not looked at. */
const nobodysVisit = Buffer.alloc(12)

const built = new URL('../../../../dist/public/render.js', import.meta.url)

/**
 * The public pages: /index?c= (a pack), /index2?b= (a batch), and the two short addresses a QR symbol carries, which
 * redirect to /index and count nothing themselves. Beside the batch: one of its reports for printing, and all results as a
 * table. Rendered here, no script; nothing is registered while the pages are not built.
 */
export async function registerPublicPages(app: FastifyInstance, { pool: house, clock }: Ground, installation: Installation): Promise<void> {
  if (!existsSync(built)) return
  const render: Render = await import(built.href)
  // Strangers wait for each other, never the house for them.
  const pool = besidePool(house, 4)
  const ground = { pool, clock }
  const counter = new ScanCounter(pool, app.log)
  const pageOfCode = packPages(ground, installation.masterKey, render, counter)
  app.addHook('onClose', async () => {
    await counter.flush()
    await pool.end()
  })

  app.get<{ Querystring: { c?: unknown } }>('/index', async (request, reply) => {
    const code = request.query.c
    return packPage(typeof code === 'string' && code.trim() !== '' ? code : null, request, reply)
  })
  // In capitals as symbols have it, since they are smaller that way; in small letters on older labels.
  for (const path of ['/C/:code', '/c/:code'])
    app.get<{ Params: { code: string } }>(path, async (request, reply) => toIndex(reply, request.params.code))
  // The whole path, not its serial alone: twenty digits after /21/ could be taken for a code of another scheme.
  app.get('/01/*', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    return toIndex(reply, path)
  })
  app.get<{ Querystring: { b?: unknown } }>('/index2', async (request, reply) => {
    const token = request.query.b
    return batchPage(typeof token === 'string' ? token : null, request, reply)
  })

  app.get<{ Querystring: { b?: unknown; r?: unknown } }>('/index2/report', async (request, reply) => {
    const trace = await batchOf(textOf(request.query.b), request)
    const page = trace && render.renderReport(trace, textOf(request.query.r))
    return page === undefined ? miss('', request, reply) : html(reply, 200, page)
  })
  app.get<{ Querystring: { b?: unknown } }>('/index2/results', async (request, reply) => {
    const trace = await batchOf(textOf(request.query.b), request)
    return trace === undefined ? miss('', request, reply) : sendResults(reply, trace)
  })
  registerPictures(app, pool, installation)
  registerRecallNotices(app, ground, render.renderRecallNotice)
  registerComplaints(app, ground, installation, packOpener(pool, installation.masterKey), render.renderComplaint)

  async function packPage(typed: string | null, request: FastifyRequest, reply: FastifyReply) {
    if (typed === null) return html(reply, 200, render.renderAsk(null, false))
    const page = await pageOfCode(typed, request)
    if (page === undefined) return miss(typed, request, reply)
    // The telephone may keep the page, and asks each time whether it still stands. Asking counts as looking.
    const tag = `"${createHash('sha256').update(page).digest('base64url')}"`
    reply.header('etag', tag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match']?.includes(tag) === true) return reply.status(304).send()
    return reply.header('content-type', 'text/html; charset=utf-8').send(page)
  }

  async function batchPage(token: string | null, request: FastifyRequest, reply: FastifyReply) {
    if (token === null) return html(reply, 200, render.renderAsk(null, false))
    const trace = await batchOf(token, request)
    return trace === undefined ? miss(token.slice(0, 60), request, reply) : html(reply, 200, render.renderTrace(trace, null))
  }

  /** The batch that a token opens; undefined for one that opens nothing. */
  async function batchOf(token: string, request: FastifyRequest): Promise<PublicTrace | undefined> {
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(token)) return undefined
    const { rows } = await pool.query<{ enterprise_id: string; lot_id: string }>({
      name: 'lot_of_public_token',
      text: 'select * from lot_of_public_token($1)',
      values: [token],
    })
    const [lot] = rows
    return lot && readAsPublic(ground, lot.enterprise_id, request.id, (tx) => readBatchTrace(tx, lot.lot_id))
  }

  /** One neutral answer for unknown, malformed and foreign codes alike, and a pause for an address that tries many. */
  async function miss(typed: string, request: FastifyRequest, reply: FastifyReply) {
    const { rows } = await pool.query<{ hits: number }>(`select count_guess($1, '15 minutes') as hits`, [`trace:${request.ip}`])
    const tooMany = only(rows).hits > missesAllowed
    if (tooMany) reply.header('retry-after', 300)
    return html(reply, tooMany ? 429 : 404, render.renderAsk([...typed].slice(0, 60).join(''), tooMany))
  }
}

/** Opens the pack or box of a code, without counting it as looked at. */
const packOpener = (pool: pg.Pool, masterKey: Uint8Array) => async (typed: string) => {
  const opened = await openCode(pool, masterKey, typed)
  const scanned = opened && (await readScanned(pool, opened, nobodysVisit, []))
  return opened && scanned && { code: opened.code, enterpriseId: scanned.enterpriseId, lotId: scanned.lotId }
}

/** A word of a query; nothing where it was given twice or not at all. */
const textOf = (given: unknown) => (typeof given === 'string' ? given : '')

const html = (reply: FastifyReply, status: number, page: string) =>
  reply.status(status).header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store').send(page)

/** No cache may keep this: the address of the page may change, the one printed on the packs cannot. */
const toIndex = (reply: FastifyReply, code: string) =>
  reply.header('cache-control', 'no-store').redirect(`/index?c=${encodeURIComponent(code)}`, 302)

/** Every item of every report of a batch, as a table to keep. */
const sendResults = (reply: FastifyReply, trace: PublicTrace) =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(`${trace.product.name} ${trace.product.batchNo} 检验结果.csv`)}`,
    )
    .header('cache-control', 'no-store')
    .send(
      csvStream(
        ['对象', '名称', '批号', '报告编号', '报告日期', '依据', '项目', '标准规定', '结果', '结论'],
        [
          trace.reports.flatMap(({ subject, material, batchNo, reportNo, on, standard, items }) =>
            items.map((item) => [subject, material, batchNo, reportNo, on, standard, item.name, item.spec, item.result, item.verdict]),
          ),
        ],
      ),
    )
