import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { refusals } from '#contract/kernel/refusals.ts'
import { allRights } from '#contract/kernel/duties.ts'
import { routesOf } from '#server/app.ts'
import { openApiDocument } from '#kernel/openapi.ts'
import { openWorld, testInstallation, type World } from './world.ts'

type Json = { [key: string]: unknown }
type Operation = Json & {
  operationId: string
  'x-permission': string
  responses: Record<string, Json>
  parameters?: Json[]
  requestBody?: Json
}

const document = openApiDocument(
  routesOf(testInstallation).map((route) => route.endpoint),
  '0.0.0',
)
const operations = Object.entries(document['paths'] as Record<string, Json>).flatMap(([path, item]) =>
  (['get', 'post', 'patch', 'delete', 'put'] as const).flatMap((method) =>
    method in item
      ? [{ method: method.toUpperCase(), url: item['servers'] === undefined ? `/api${path}` : path, operation: item[method] as Operation }]
      : [],
  ),
)

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

/** Every object in the document that has a `type`, with the way to it. */
function* schemas(value: unknown, path = ''): Generator<{ path: string; schema: Json }> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string') yield { path, schema: value as Json }
  for (const [key, inner] of Object.entries(value)) yield* schemas(inner, `${path}/${key}`)
}

const lint = async (given: unknown) => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: JSON.stringify(given), absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}

test('the description of the interface passes a public linter without a finding', async () => {
  assert.deepEqual(await lint(document), [])
  const { operationId: _, ...nameless } = operations[0]!.operation
  assert.notDeepEqual(await lint({ ...document, paths: { '/x': { get: nameless } } }), [], 'the linter can say no')
})

test('every operation of the description is served, and nothing else is', () => {
  const described = operations.map(({ method, url }) => `${method} ${url.replace(/\{(\w+)\}/g, ':$1')}`)
  for (const line of described) {
    const [method, url] = line.split(' ') as [string, string]
    assert.ok(world.app.hasRoute({ method: method as 'GET', url }), line)
  }
  const served = routesOfApp()
  assert.ok(served.length > 50)
  assert.ok(served.some(isPage) && served.some((line) => !isPage(line)))
  assert.deepEqual(
    served.filter((line) => !described.includes(line) && !isPage(line)),
    [],
  )
})

// The pages of the browser and the public ones (`*` is how the table prints /01/*) are no interface for programs.
const isPage = (line: string) =>
  // A customer answers a notice by a form.
  line === 'POST /zhaohui' ||
  line === 'POST /fankui' ||
  /^GET (\*|\/01\/\*|\/index(2(\/(report|results))?)?|\/zhaohui|\/fankui(\/dafu)?|\/public\/picture\/:digest|\/[Cc]\/:code|\/assets\/.*|\/[\w.-]+\.[\w.]+)$/.test(
    line,
  )

/** What the server listens to, from its own routing table; HEAD is GET without a body. */
function routesOfApp(): string[] {
  const lines: string[] = []
  const parents: string[] = []
  for (const line of world.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^((?:│ {3}| {4})*)(?:├── |└── )(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (match === null) continue
    const depth = match[1]!.length / 4
    parents.length = depth
    parents.push(match[2]!)
    for (const method of (match[3] ?? '').split(', ').filter((method) => method !== '' && method !== 'HEAD'))
      lines.push(`${method} ${parents.join('')}`)
  }
  return lines
}

test('every operation has a name of its own, and says who may use it', () => {
  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length)
  for (const { operation } of operations)
    for (const right of operation['x-permission'].split(','))
      assert.ok([...allRights, 'public', 'signed-in'].includes(right), operation.operationId)
})

test('no number is a float: decimals are text', () => {
  const floats = [...schemas(document)].filter(({ schema }) => schema['type'] === 'number')
  assert.deepEqual(
    floats.map(({ path }) => path),
    [],
  )
  // Of a graph, which is sent in columns, each weight of the list.
  const weights = [...schemas(document)].filter(
    ({ path, schema }) => /properties\/(quantity|net|gross|tare)(\/items)?$/.test(path) && schema['type'] !== 'array',
  )
  assert.ok(weights.length > 10)
  for (const { path, schema } of weights) assert.equal(schema['type'], 'string', path)
})

test('no operation takes or gives a field that is not described', () => {
  const bodies = operations.flatMap(({ operation }) => [operation.requestBody, ...Object.values(operation.responses)])
  const open = bodies
    .flatMap((body) => [...schemas(body)])
    .filter(({ schema }) => schema['type'] === 'object' && !('additionalProperties' in schema))
  // What lies outside the contract: health and the document itself.
  assert.ok(open.length <= 3, open.map(({ path }) => path).join('\n'))
})

test('every refusal is in the catalogue and with the operations that may give it', () => {
  const { Problem } = (
    document['components'] as { schemas: { Problem: { properties: { code: { enum: string[] } }; description: string } } }
  ).schemas
  assert.deepEqual(Problem.properties.code.enum, Object.keys(refusals))
  const responses = (document['components'] as { responses: Record<string, Json> }).responses
  const named = new Set(
    operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap((response) => {
        const resolved = typeof response['$ref'] === 'string' ? responses[response['$ref'].split('/').at(-1)!]! : response
        return (resolved['x-codes'] ?? []) as string[]
      }),
    ),
  )
  for (const code of Object.keys(refusals)) assert.match(Problem.description, new RegExp(`\`${code}\``))
  const nowhere = Object.keys(refusals).filter((code) => !named.has(code))
  assert.deepEqual(nowhere, [])
})
