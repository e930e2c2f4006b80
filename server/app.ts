import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type pg from 'pg'
import { pages } from '../contract/pages.ts'
import { Refusal } from '../contract/refusals.ts'
import { accountRoutes } from './features/account/routes.ts'
import { attachmentRoutes } from './features/attachment/routes.ts'
import { exportRoutes } from './features/export/routes.ts'
import { finishedLotRoutes } from './features/finished-lot/routes.ts'
import { dictionaryRoutes } from './features/dictionary/routes.ts'
import { numberingRoutes } from './features/numbering/routes.ts'
import { placeRoutes } from './features/place/routes.ts'
import { standardRoutes } from './features/standard/routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import { registerPublicPages } from './features/public-trace/pages.ts'
import { inspectionRoutes } from './features/inspection/routes.ts'
import { productionRoutes } from './features/production/routes.ts'
import { recordRoutes } from './features/record/routes.ts'
import { registrationRoutes } from './features/registration/routes.ts'
import { releaseRoutes } from './features/release/routes.ts'
import { purchaseRoutes } from './features/purchase/routes.ts'
import { stockRoutes } from './features/stock/routes.ts'
import { saleRoutes } from './features/sale/routes.ts'
import { processingRoutes } from './features/processing/routes.ts'
import { roleRoutes } from './features/role/routes.ts'
import { tokenRoutes } from './features/token/routes.ts'
import { userRoutes } from './features/user/routes.ts'
import { traceRoutes } from './features/trace/routes.ts'
import { customerRoutes } from './features/customer/routes.ts'
import { enterpriseRoutes } from './features/enterprise/routes.ts'
import { licenceRoutes } from './features/licence/routes.ts'
import { supplierRoutes } from './features/supplier/routes.ts'
import { packagingRoutes } from './features/packaging/routes.ts'
import { qrRoutes } from './features/qr/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { workRoutes } from './features/work/routes.ts'
import type { Installation } from './platform/installation.ts'
import { measure } from './platform/metrics.ts'
import { problemBody, problemOf } from './platform/problem.ts'
import { registerDocs } from './platform/docs.ts'
import { registerHealth } from './platform/health.ts'
import type { Route } from './platform/serve.ts'

/** Every operation of the interface. OpenAPI, the permission test and the server all read this list. */
export const routesOf = (installation: Installation): Route[] => [
  ...accountRoutes(installation),
  ...userRoutes,
  ...registrationRoutes(installation),
  ...tokenRoutes,
  ...roleRoutes,
  ...historyRoutes,
  ...attachmentRoutes(installation),
  ...exportRoutes,
  ...dictionaryRoutes(installation),
  ...placeRoutes,
  ...numberingRoutes,
  ...standardRoutes(installation),
  ...inspectionRoutes,
  ...productionRoutes,
  ...packagingRoutes(installation),
  ...finishedLotRoutes,
  ...qrRoutes(installation),
  ...recordRoutes,
  ...releaseRoutes,
  ...purchaseRoutes,
  ...stockRoutes,
  ...saleRoutes(installation),
  ...traceRoutes(installation),
  ...workRoutes,
  ...enterpriseRoutes,
  ...supplierRoutes(installation),
  ...licenceRoutes,
  ...customerRoutes(installation),
  ...processingRoutes(installation),
  ...dashboardRoutes,
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
  logger?: FastifyServerOptions['logger']
  /** Which proxies' X-Forwarded-For to believe; none by default. */
  trustProxy?: FastifyServerOptions['trustProxy']
}

/** The whole server over a pool of connections, not yet listening. */
export async function buildApp({ pool, installation, logger = false, trustProxy = false }: AppOptions): Promise<FastifyInstance> {
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
    const { config } = request.routeOptions as { config?: { upload?: boolean } }
    if (config?.upload) return done(null, body)
    done(new Refusal('unsupported_media'), undefined)
  })

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
    const { config } = request.routeOptions as { config?: { upload?: boolean } }
    if (config?.upload || request.raw.complete) return payload
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

  const routes = routesOf(installation)
  for (const { endpoint, handle } of routes) {
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { upload: endpoint.upload === true },
      handler: (request, reply) => handle(pool, request, reply),
    })
  }

  registerHealth(app, pool)
  registerDocs(app, routes)
  await registerPublicPages(app, pool, installation)
  await registerWeb(app)
  return app
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
    const path = request.url.split('?', 1)[0]!
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
