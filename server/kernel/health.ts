import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { metricsText } from './metrics.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** `/healthz` (the process answers), `/readyz` (the database does too), `/metrics` (loopback only; the address is the connection's own, not a header's). */
export function registerHealth(app: FastifyInstance, pool: pg.Pool) {
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
    if (!loopback.has(request.socket.remoteAddress ?? '')) return reply.callNotFound()
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(await metricsText())
  })
}
