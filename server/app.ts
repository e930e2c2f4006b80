import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type pg from 'pg'
import { pages } from '#contract/kernel/pages.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { caseRoutes } from '#server/features/cases/impact/routes.ts'
import { stabilityRoutes } from '#server/features/laboratory/stability/routes.ts'
import { sampleRoutes } from '#server/features/laboratory/sample/routes.ts'
import { oosRoutes } from '#server/features/cases/oos/routes.ts'
import { incidentRoutes } from '#server/features/cases/incident/routes.ts'
import { recallRoutes } from '#server/features/cases/recall/routes.ts'
import { closeAside } from '#server/db/pool.ts'
import { accountRoutes } from '#server/features/people/account/routes.ts'
import { attachmentRoutes } from '#server/features/office/attachment/routes.ts'
import { exportRoutes } from '#server/features/office/export/routes.ts'
import { paperRoutes } from '#server/features/office/paper/routes.ts'
import { packLotRoutes } from '#server/features/release/pack/routes.ts'
import { dictionaryRoutes } from '#server/features/office/dictionary/routes.ts'
import { numberingRoutes } from '#server/features/office/numbering/routes.ts'
import { meansRoutes } from '#server/features/laboratory/means/routes.ts'
import { placeRoutes } from '#server/features/warehouse/place/routes.ts'
import { standardRoutes } from '#server/features/laboratory/standard/routes.ts'
import { historyRoutes } from '#server/features/office/history/routes.ts'
import { registerPublicPages } from '#server/features/tracing/public/pages.ts'
import { inspectionRoutes } from '#server/features/laboratory/inspection/routes.ts'
import { assetRoutes } from '#server/features/making/asset/routes.ts'
import { productionRoutes } from '#server/features/making/production/routes.ts'
import { recordRoutes } from '#server/features/laboratory/record/routes.ts'
import { authorisationRoutes } from '#server/features/people/authorisation/routes.ts'
import { deputyRoutes } from '#server/features/people/deputy/routes.ts'
import { proposalRoutes } from '#server/features/people/proposal/routes.ts'
import { secretRoutes } from '#server/features/people/secret/routes.ts'
import { registrationRoutes } from '#server/features/people/registration/routes.ts'
import { releaseRoutes } from '#server/features/release/raw/routes.ts'
import { purchaseRoutes } from '#server/features/supply/purchase/routes.ts'
import { rightsReviewRoutes } from './features/people/rights-review/routes.ts'
import { careRoutes } from './features/warehouse/care/routes.ts'
import { climateRoutes } from './features/warehouse/climate/routes.ts'
import { stockRoutes } from '#server/features/warehouse/stock/routes.ts'
import { returnRoutes } from '#server/features/selling/return/routes.ts'
import { saleRoutes } from '#server/features/selling/sale/routes.ts'
import { processingRoutes } from '#server/features/making/processing/routes.ts'
import { roleRoutes } from '#server/features/people/role/routes.ts'
import { tokenRoutes } from '#server/features/people/token/routes.ts'
import { userRoutes } from '#server/features/people/user/routes.ts'
import { traceRoutes } from '#server/features/tracing/trace/routes.ts'
import { changeRoutes } from '#server/features/cases/change/routes.ts'
import { correctionRoutes } from '#server/features/cases/correction/routes.ts'
import { customerRoutes } from '#server/features/selling/customer/routes.ts'
import { enterpriseRoutes } from '#server/features/people/enterprise/routes.ts'
import { licenceRoutes } from '#server/features/supply/licence/routes.ts'
import { supplierRoutes } from '#server/features/supply/supplier/routes.ts'
import { packagingRoutes } from '#server/features/packing/packaging/routes.ts'
import { boxRoutes } from '#server/features/packing/box/routes.ts'
import { qrRoutes } from '#server/features/packing/codes/routes.ts'
import { dashboardRoutes } from '#server/features/office/home/routes.ts'
import { searchRoutes } from '#server/features/office/search/routes.ts'
import { workRoutes } from '#server/features/office/home/waiting-routes.ts'
import { stocktakeRoutes } from '#server/features/warehouse/stocktake/routes.ts'
import { ledgerRoutes } from '#server/features/warehouse/ledger/routes.ts'
import { disposalRoutes } from '#server/features/warehouse/disposal/routes.ts'
import { authorityLockRoutes } from '#server/features/cases/lock/routes.ts'
import { discrepancyRoutes } from '#server/features/supply/discrepancy/routes.ts'
import { supplierReturnRoutes } from '#server/features/warehouse/supplier-return/routes.ts'
import type { Installation } from '#kernel/installation.ts'
import { realClock, type Clock } from '#tools/clock.ts'
import { measure } from '#kernel/metrics.ts'
import { problemBody, problemOf } from '#kernel/problem.ts'
import { registerDocs } from '#kernel/docs.ts'
import { registerHealth } from '#kernel/health.ts'
import type { Route } from '#kernel/serve.ts'

/** Every operation of the interface. OpenAPI, the permission test and the server all read this list. */
export const routesOf = (installation: Installation): Route[] => [
  ...accountRoutes(installation),
  ...userRoutes,
  ...secretRoutes,
  ...proposalRoutes,
  ...authorisationRoutes,
  ...deputyRoutes,
  ...registrationRoutes(installation),
  ...tokenRoutes,
  ...roleRoutes,
  ...historyRoutes,
  ...attachmentRoutes(installation),
  ...exportRoutes,
  ...paperRoutes(installation),
  ...dictionaryRoutes(installation),
  ...meansRoutes,
  ...placeRoutes,
  ...numberingRoutes,
  ...standardRoutes(installation),
  ...inspectionRoutes(installation),
  ...productionRoutes,
  ...assetRoutes,
  ...climateRoutes,
  ...careRoutes,
  ...rightsReviewRoutes,
  ...packagingRoutes(installation),
  ...boxRoutes(installation),
  ...packLotRoutes,
  ...qrRoutes(installation),
  ...recordRoutes,
  ...releaseRoutes,
  ...caseRoutes,
  ...sampleRoutes(installation),
  ...stabilityRoutes,
  ...oosRoutes,
  ...recallRoutes(installation),
  ...disposalRoutes(installation),
  ...supplierReturnRoutes,
  ...discrepancyRoutes,
  ...authorityLockRoutes,
  ...stocktakeRoutes(installation),
  ...ledgerRoutes,
  ...incidentRoutes(installation),
  ...purchaseRoutes,
  ...stockRoutes,
  ...saleRoutes(installation),
  ...returnRoutes(installation),
  ...traceRoutes(installation),
  ...workRoutes,
  ...enterpriseRoutes,
  ...supplierRoutes(installation),
  ...licenceRoutes,
  ...customerRoutes(installation),
  ...processingRoutes(installation),
  ...correctionRoutes(installation),
  ...changeRoutes,
  ...dashboardRoutes(installation),
  ...searchRoutes,
]

const webFolder = new URL('../dist/web/', import.meta.url)

// No inline script, no other host; styles may be inline because the component library sets them at run time.
const contentSecurityPolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  // the viewer of an attached PDF, which the page itself has fetched
  `frame-src blob:`,
  `object-src blob:`,
  `font-src 'self' data:`,
  `connect-src 'self'`,
  `manifest-src 'self'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
].join('; ')

const challengeOf = (shown: string | undefined) =>
  shown === undefined ? 'Bearer realm="bencao"' : 'Bearer realm="bencao", error="invalid_token"'
/** How long a request other than an upload may take to arrive, in milliseconds. */
const patience = 30_000

export type AppOptions = {
  pool: pg.Pool
  installation: Installation
  /** What time it is for the business: the real time, unless the maker of the demo factory tells of days gone by. */
  clock?: Clock
  logger?: FastifyServerOptions['logger']
  /** Which proxies' X-Forwarded-For to believe; none by default. */
  trustProxy?: FastifyServerOptions['trustProxy']
  /** What a reader of `/metrics` shows; without it nobody reads them. */
  metricsToken?: string
}

declare module 'fastify' {
  // What a route says of itself to the hooks below.
  interface FastifyContextConfig {
    upload?: boolean
  }
}

/** The whole server over a pool of connections, not yet listening. */
export async function buildApp({
  pool,
  installation,
  clock = realClock,
  logger = false,
  trustProxy = false,
  metricsToken,
}: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger,
    trustProxy,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: 1_048_576,
    // A file of 20 MB may come slowly; everything else has `patience`.
    requestTimeout: 300_000,
    http: { headersTimeout: patience },
    // Closing waits for what is in flight and drops connections that idle.
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 200 },
    // One line per answer is written below, without the query.
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.removeContentTypeParser('text/plain')
  // A file is not read here: the upload takes it as it comes. Elsewhere it is no body at all.
  app.addContentTypeParser('application/octet-stream', (request, body, done) => {
    if (request.routeOptions.config?.upload) return done(null, body)
    done(new Refusal('unsupported_media'), undefined)
  })

  addHooks(app)
  answerErrors(app)

  const routes = routesOf(installation)
  for (const { endpoint, handle } of routes) {
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { upload: endpoint.upload === true },
      handler: (request, reply) => handle({ pool, clock }, request, reply),
    })
  }

  registerHealth(app, pool, metricsToken)
  app.addHook('onClose', () => closeAside(pool))
  registerDocs(app, routes)
  await registerPublicPages(app, { pool, clock }, installation)
  await registerWeb(app)
  return app
}

/** What every answer carries, how long a body may take, and the line that each answer leaves in the log. */
function addHooks(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': request.id,
    })
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.routeOptions.config?.upload || request.raw.complete) return payload
    const late = setTimeout(() => request.raw.destroy(), patience).unref()
    for (const over of [request.raw, reply.raw]) over.once('close', () => clearTimeout(late))
    request.raw.once('end', () => clearTimeout(late))
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    // The path without its query: a query may hold a trace code or a name.
    const path = request.routeOptions.url ?? '(none)'
    measure(request.method, path, reply.statusCode, reply.elapsedTime)
    request.log.info({ method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
}

/** Every error as a problem of RFC 9457. */
function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error) ?? { status: 500, code: 'internal' as const, errors: [] }
    if (problem.status === 500) request.log.error({ err: error }, 'a bug')
    // A cookie is no scheme of HTTP; what a program may try is a token.
    if (problem.status === 401) reply.header('www-authenticate', challengeOf(request.headers.authorization))
    if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter)
    return reply
      .status(problem.status)
      .header('content-type', 'application/problem+json; charset=utf-8')
      .send(JSON.stringify(problemBody(problem, request.id)))
  })
}

/** The single-page application: hashed files for ever, every other page path its index.html. */
async function registerWeb(app: FastifyInstance) {
  const built = existsSync(new URL('index.html', webFolder))
  if (built) {
    await app.register(fastifyStatic, {
      root: webFolder.pathname,
      index: false,
      preCompressed: true,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  const known = new Set<string>(['/', ...pages.map((page) => page.path)])
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?', 1)
    if (built && ['GET', 'HEAD'].includes(request.method) && !/^\/(api|assets)\//.test(path) && !path.includes('.')) {
      return reply
        .status(known.has(path) ? 200 : 404)
        .header('cache-control', 'no-cache')
        .sendFile('index.html')
    }
    return reply
      .status(404)
      .header('content-type', 'application/problem+json; charset=utf-8')
      .send(JSON.stringify(problemBody({ status: 404, code: 'not_found', errors: [] }, request.id)))
  })
}
