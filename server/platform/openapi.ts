import { z } from 'zod'
import { duties } from '../../contract/duties.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { pages } from '../../contract/pages.ts'
import { refusals } from '../../contract/refusals.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json
  return rest
}

const problem = (description: string): Json => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

/** A stable name for an operation, from its method and path: `postPurchasesIdApprove`. */
export const operationId = ({ method, path }: Endpoint) =>
  method.toLowerCase() +
  path
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '')
    .map((part) => part[0]!.toUpperCase() + part.slice(1))
    .join('')

const titleOfRight = (right: Endpoint['right']) =>
  right === 'public' ? '无需登录' : right === 'signed-in' ? '登录即可' : right in duties ? duties[right as keyof typeof duties] : `页面${pages.find((page) => page.code === right)?.title ?? right}`

function operation(endpoint: Endpoint): Json {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const input = schemaOf(endpoint.input, 'input')
  const properties = (input['properties'] ?? {}) as Record<string, Json>
  const required = (input['required'] ?? []) as string[]
  const isRead = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const rest = Object.keys(properties).filter((key) => !inPath.includes(key))
  const writes = endpoint.method !== 'GET'
  const conflicts = (endpoint.refusals ?? []).map((code) => `\`${code}\` ${refusals[code]}`)

  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]!],
    'x-permission': endpoint.right,
    description: `权限：${titleOfRight(endpoint.right)}。${conflicts.length > 0 ? `\n\n可能的拒绝：\n\n- ${conflicts.join('\n- ')}` : ''}`,
    ...(endpoint.right === 'public' ? { security: [] } : {}),
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] })),
      ...(isRead ? rest.map((name) => ({ name, in: 'query', required: required.includes(name), schema: properties[name] })) : []),
      ...(writes ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(writes && !isRead
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { ...input, properties: Object.fromEntries(rest.map((key) => [key, properties[key]])), required: required.filter((key) => rest.includes(key)), additionalProperties: false },
              },
            },
          },
        }
      : {}),
    responses: {
      200:
        endpoint.file === undefined
          ? { description: '成功', content: { 'application/json': { schema: schemaOf(endpoint.output, 'output') } } }
          : { description: '文件', content: { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } } },
      400: problem('输入不合法，errors 指出字段与原因'),
      ...(endpoint.right === 'public' ? { 401: problem('用户名或密码不正确') } : { 401: problem('未登录或登录已失效'), 403: problem('没有权限，或请求来源不受信任') }),
      404: problem('没有这条记录；其他企业的记录也是如此'),
      ...(writes ? { 409: problem('业务不允许，或记录已被他人修改'), 413: problem('内容太大'), 415: problem('不是 JSON'), 422: problem('幂等键用在了不同的请求上') } : {}),
      429: problem('尝试次数过多'),
      500: problem('系统出了问题，请报告 requestId'),
      503: problem('系统正忙，请按 Retry-After 重试'),
    },
  }
}

/** The whole interface as an OpenAPI 3.1 document, made from the contract when the program is built. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint)
  return {
    openapi: '3.1.0',
    info: {
      title: '中药材质量溯源服务平台 接口',
      version,
      description: '十进制数一律为文本；时刻为带时区的 ISO 8601；日期为 Asia/Shanghai 的 YYYY-MM-DD。写操作请带 Idempotency-Key，重复的键得到第一次的答复。',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      contact: { name: 'bencao' },
    },
    servers: [{ url: '/api' }],
    security: [{ session: [] }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.path.split('/')[1]!))].sort().map((name) => ({ name, description: name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'bencao' } },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: '同一次操作的重试请用同一个键，只会生效一次',
          schema: { type: 'string', minLength: 8, maxLength: 100 },
        },
      },
      schemas: {
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'code', 'errors', 'requestId'],
          additionalProperties: false,
          properties: {
            type: { type: 'string' },
            title: { type: 'string', description: '给人看的中文说明' },
            status: { type: 'integer' },
            code: { type: 'string', enum: Object.keys(refusals) },
            errors: {
              type: 'array',
              items: { type: 'object', required: ['path', 'message'], additionalProperties: false, properties: { path: { type: 'string' }, message: { type: 'string' } } },
            },
            requestId: { type: 'string' },
          },
        },
      },
    },
  }
}
