import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

const requests = new Counter({
  name: 'bencao_requests_total',
  help: 'Requests by route and status',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
})
const durations = new Histogram({
  name: 'bencao_request_seconds',
  help: 'Time to answer',
  labelNames: ['method', 'route'],
  buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
  registers: [registry],
})

/** Counts one answered request; `route` is the pattern, never the path with its ids. */
export function measure(method: string, route: string, status: number, milliseconds: number) {
  requests.inc({ method, route, status: String(status) })
  durations.observe({ method, route }, milliseconds / 1000)
}

/** All figures in Prometheus' text format. */
export const metricsText = () => registry.metrics()
