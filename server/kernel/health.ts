import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { metricsText } from './metrics.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/**
 * `/healthz` (the process answers), `/readyz` (the database does too), `/metrics` (only for who shows the token: behind a proxy on
 * the same machine every stranger comes from the loopback address).
 */
export function registerHealth(app: FastifyInstance, pool: pg.Pool, metricsToken?: string) {
  const expected = metricsToken === undefined ? undefined : digestOf(`Bearer ${metricsToken}`)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await pool.query('select 1')
      return { status: 'ok' }
    } catch {
      return reply.status(503).header('retry-after', 1).send({ status: 'database unavailable' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    const isReader = expected !== undefined && timingSafeEqual(digestOf(request.headers.authorization ?? ''), expected)
    if (!isReader) return reply.callNotFound()
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(await metricsText())
  })
}
