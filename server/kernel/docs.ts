import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { nounOf, type Endpoint } from '#contract/kernel/endpoint.ts'
import type { Route } from './serve.ts'

const builtDocument = new URL('../../dist/openapi.json', import.meta.url)

/** The interface's description: the document made at build time, and a page that a person can read. */
export function registerDocs(app: FastifyInstance, routes: readonly Route[]) {
  if (existsSync(builtDocument)) {
    const text = readFileSync(builtDocument, 'utf8')
    app.get('/api/openapi.json', async (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(text))
  }
  const page = docsPage(routes.map((route) => route.endpoint))
  app.get('/api/docs', async (_request, reply) => reply.header('content-type', 'text/html; charset=utf-8').send(page))
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function docsPage(endpoints: readonly Endpoint[]): string {
  const nouns = [...new Set(endpoints.map((endpoint) => nounOf(endpoint)))].sort()
  const rows = (noun: string) =>
    endpoints
      .filter((endpoint) => nounOf(endpoint) === noun)
      .map(
        (endpoint) =>
          `<tr><td><code>${endpoint.method}</code></td><td><code>/api${escape(endpoint.path)}</code></td><td>${escape(endpoint.summary)}</td><td>${escape([endpoint.right, ...(endpoint.alsoFor ?? [])].join(' / '))}</td></tr>`,
      )
      .join('')
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>接口说明</title>
<style>body{font:15px/1.6 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1f2933}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #ddd}h2{margin-top:2rem}</style></head>
<body><main><h1>接口说明</h1><p>完整的 OpenAPI 3.1 文档：<a href="/api/openapi.json">/api/openapi.json</a></p>
${nouns.map((noun) => `<h2>${escape(noun)}</h2><table><thead><tr><th scope="col">方法</th><th scope="col">路径</th><th scope="col">用途</th><th scope="col">权限</th></tr></thead><tbody>${rows(noun)}</tbody></table>`).join('\n')}
</main></body></html>`
}
