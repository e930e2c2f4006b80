import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { PublicEnterprise, PublicScans, PublicStatus, PublicTrace } from '#contract/tracing/public-trace.ts'
import { readCode } from '#contract/packing/scanned-code.ts'
import { elementAt, only } from '#contract/kernel/certain.ts'
import type { Installation } from '#kernel/installation.ts'
import { readAsPublic, type Ground, type Tx } from '#kernel/serve.ts'
import { csvStream } from '#tools/csv.ts'
import { openInternalCode } from '#tools/trace-code.ts'
import { findCode, type FoundCode, type PackRun } from '#server/features/packing/codes/code-spans.ts'
import { registerPictures } from './pictures.ts'
import { readBatchTrace, readBoxedBatches, readEnterprise, readPackTrace } from './read-public-trace.ts'

/** Codes that lead nowhere, per address in 15 minutes, before the visitor has to wait (safety H3). */
export const missesAllowed = 60

/** A code that is on no pack: not activated, or voided. The page says only that, and who issued it. */
type Notice = { status: PublicStatus; code: string; scans: PublicScans; enterprise: PublicEnterprise }

type Render = {
  renderTrace(trace: PublicTrace, code: string | null): string
  renderReport(trace: PublicTrace, reportNo: string): string | undefined
  renderNotice(notice: Notice): string
  renderAsk(tried: string | null, tooMany: boolean): string
}

const built = new URL('../../../../dist/public/render.js', import.meta.url)

/**
 * The public pages: /index?c= (a pack), /index2?b= (a batch), and the two short addresses a QR symbol carries, which
 * redirect to /index and count nothing themselves. Beside the batch: one of its reports for printing, and all results as a
 * table. Rendered here, no script; nothing is registered while the pages are not built.
 */
export async function registerPublicPages(app: FastifyInstance, ground: Ground, installation: Installation): Promise<void> {
  const { pool } = ground
  if (!existsSync(built)) return
  const render: Render = await import(built.href)

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

  async function packPage(typed: string | null, request: FastifyRequest, reply: FastifyReply) {
    if (typed === null) return html(reply, 200, render.renderAsk(null, false))
    const enterpriseId = await enterpriseOfCode(pool, installation.masterKey, typed)
    if (enterpriseId === undefined) return miss(typed, request, reply)
    const page = await readAsPublic(ground, enterpriseId, request.id, async (tx) => {
      const found = await findCode(tx, installation.masterKey, typed)
      return found && { found, ...(await pageOf(tx, found, visitOf(request))) }
    })
    if (page === undefined) return miss(typed, request, reply)
    if (isPerson(request)) noteScan(ground, request, enterpriseId, page.found)
    const { code } = page.found
    return html(reply, 200, 'trace' in page ? render.renderTrace(page.trace, code) : render.renderNotice({ ...page.notice, code }))
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

/** A word of a query; nothing where it was given twice or not at all. */
const textOf = (given: unknown) => (typeof given === 'string' ? given : '')

const html = (reply: FastifyReply, status: number, page: string) =>
  reply.status(status).header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store').send(page)

/** No cache may keep this: the address of the page may change, the one printed on the packs cannot. */
const toIndex = (reply: FastifyReply, code: string) =>
  reply.header('cache-control', 'no-store').redirect(`/index?c=${encodeURIComponent(code)}`, 302)

/** The enterprise that a code names, whether or not it issued it. */
async function enterpriseOfCode(pool: pg.Pool, masterKey: Uint8Array, typed: string): Promise<string | undefined> {
  const read = readCode(typed)
  if (read === undefined) return undefined
  const ask = async (name: string, value: string | number) =>
    (await pool.query<{ id: string | null }>({ name, text: `select ${name}($1) as id`, values: [value] })).rows[0]?.id ?? undefined
  if (read.scheme === 'NMPA20') return ask('enterprise_of_identification', read.product)
  // A serial alone does not say whose it is.
  if (read.scheme === 'GS1') return read.gtin === null ? undefined : ask('enterprise_of_gtin', read.gtin)
  const opened = openInternalCode(masterKey, read.code)
  return opened === undefined ? undefined : ask('enterprise_of_number', opened.enterpriseNo)
}

/** What the page of a code tells. */
async function pageOf(tx: Tx, found: FoundCode, visit: Buffer): Promise<{ trace: PublicTrace } | { notice: Omit<Notice, 'code'> }> {
  const lotId = found.lotId ?? found.packs.find((run) => run.lotId !== null)?.lotId ?? null
  // This visit is counted after the answer, so here it is added to the others.
  const others = await tx
    .selectFrom('codeScan')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('scannedAt').as('firstAt')])
    .where('rangeId', '=', found.rangeId)
    .where('codeIndex', '=', found.index)
    .where('visit', '<>', visit)
    .executeTakeFirstOrThrow()
  const seen: PublicScans = { firstAt: others.firstAt ?? tx.now().toISOString(), count: Number(others.count) + 1 }
  if (lotId === null || found.state === 'voided') {
    const status = found.state === 'voided' ? 'voided' : 'not_activated'
    return { notice: { status, scans: seen, enterprise: await readEnterprise(tx) } }
  }
  const boxed = found.packs.filter((run): run is PackRun & { lotId: string } => run.lotId !== null)
  if (new Set(boxed.map((run) => run.lotId)).size <= 1) {
    return { trace: await readPackTrace(tx, lotId, found.state, seen) }
  }
  // A box with packs of two batches (合箱) tells of the worse one, and names both.
  const batches = await readBoxedBatches(
    tx,
    boxed.map((run) => ({ lotId: run.lotId, packs: run.last - run.first + 1 })),
    found.state,
  )
  const trace = await readPackTrace(tx, elementAt(batches, 0).lotId, found.state, seen)
  return { trace: { ...trace, inBox: batches.map(({ lotId: _, ...batch }) => batch) } }
}

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

/** Whether a person looks; link previews, prefetches and robots do not count (safety H6). */
function isPerson(request: FastifyRequest): boolean {
  const { 'sec-purpose': purpose, purpose: oldPurpose, 'user-agent': agent = '' } = request.headers
  return (
    request.method === 'GET' &&
    purpose === undefined &&
    oldPurpose === undefined &&
    agent !== '' &&
    !/bot|spider|crawl|preview|slurp|curl|wget|python|headlesschrome\/0/i.test(agent)
  )
}

/** Tells one visit from another without naming a person: a digest of address, browser and the current ten minutes, 12 bytes. */
const visitOf = (request: FastifyRequest) =>
  createHash('sha256')
    .update(`${Math.floor(Date.now() / 600_000)} ${request.ip} ${request.headers['user-agent']}`)
    .digest()
    .subarray(0, 12)

/** Writes a scan down without making the visitor wait; the same visit counts once. */
function noteScan({ pool, clock }: Ground, request: FastifyRequest, enterpriseId: string, { rangeId, index }: FoundCode) {
  pool
    .query({
      name: 'count_scan',
      text: 'select count_scan($1, $2, $3, $4, $5)',
      values: [enterpriseId, rangeId, index, visitOf(request), clock.now()],
    })
    .catch((error: unknown) => request.log.warn({ err: error }, 'a scan was not counted'))
}
