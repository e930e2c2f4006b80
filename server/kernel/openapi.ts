import { z } from 'zod'
import { keysOf } from '#contract/kernel/key-of.ts'
import { duties, type Duty } from '#contract/kernel/duties.ts'
import { nounOf, type Endpoint } from '#contract/kernel/endpoint.ts'
import { pages } from '#contract/kernel/pages.ts'
import { refusals, type RefusalCode } from '#contract/kernel/refusals.ts'
import { refusalsOf, statusOf } from './problem.ts'
import { isList, rowsAsLines } from './whole-list.ts'

type Json = Record<string, unknown>

/** JSON Schema of one side of an endpoint, without what the reader does not need: `format` says what a pattern as long as a line does. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): z.core.JSONSchema.BaseSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override({ jsonSchema }) {
      // A number from a list is written by Zod as any number.
      if (jsonSchema.type === 'number' && jsonSchema.enum?.every(Number.isInteger)) jsonSchema.type = 'integer'
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (['uuid', 'date', 'date-time'].includes(jsonSchema.format ?? '')) delete jsonSchema.pattern
      // A schema that says itself what it is needs no alternatives: `12` from a body and `"12"` from a query are one integer.
      if (jsonSchema.type !== undefined) delete jsonSchema.anyOf
    },
  })
  return rest
}

/** A stable name for an operation, from its method and path: `postPurchasesIdApprove`. */
const operationId = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  method.toLowerCase() +
  path
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

const isDuty = (right: Endpoint['right']): right is Duty => right in duties

const titleOfRight = (right: Endpoint['right']) =>
  right === 'public'
    ? '无需登录'
    : right === 'signed-in'
      ? '登录即可'
      : isDuty(right)
        ? duties[right]
        : `页面${pages.find((page) => page.code === right)?.title ?? right}`

const statusTitle: Record<number, string> = {
  400: '输入不合法，errors 指出字段与原因',
  401: '没有登录，或登录、接口令牌已失效',
  403: '没有权限，或请求来源不受信任',
  404: '没有这条记录；其他企业的记录也是如此',
  409: '业务不允许，或记录已被他人修改',
  413: '内容太大',
  415: '不是所要求的内容类型',
  422: '幂等键用在了不同的请求上',
  429: '尝试次数过多，或请求过于频繁',
  500: '系统出了问题，请报告 requestId',
  503: '系统正忙，请按 Retry-After 重试',
}

const requestIdHeader = { 'x-request-id': { $ref: '#/components/headers/RequestId' } }

const problem = (status: number, codes: readonly RefusalCode[]): Json => ({
  description: `${statusTitle[status]}\n\n${codes.map((code) => `- \`${code}\` ${refusals[code]}`).join('\n')}`,
  headers: { ...requestIdHeader, ...([429, 503].includes(status) ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } : {}) },
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  'x-codes': codes,
})

/** Says each answer of few codes once for all operations; `components.responses` holds them under their status and codes. */
class Problems {
  readonly shared: Record<string, Json> = {}

  /** The refusals of one operation, by status; `x-codes` names them for programs, the description for people. */
  of(endpoint: Endpoint): Record<string, Json> {
    const byStatus = Map.groupBy(refusalsOf(endpoint), statusOf)
    return Object.fromEntries(
      [...byStatus].map(([status, codes]) => {
        if (codes.length > 3) return [status, problem(status, codes)]
        const name = `${status}.${codes.join('.')}`
        this.shared[name] ??= problem(status, codes)
        return [status, { $ref: `#/components/responses/${name}` }]
      }),
    )
  }
}

const parameterTitle: Record<string, string> = {
  id: '记录编号',
  page: '第几页，从1开始',
  pageSize: '每页条数',
  q: '按编号、名称或拼音首字母查找',
  sort: '按哪一列排序，前面加 - 为降序',
  state: '状态',
}

const lines = { schema: { type: 'string', description: '每行一条记录（JSON），不分页，取自同一时刻；请求头 Accept 写明时给出' } }

function operation(endpoint: Endpoint, problems: Problems): Json {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const input = schemaOf(endpoint.input, 'input')
  const { properties = {}, required = [] } = input
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.upload === true
  const outsidePath = Object.keys(properties).filter((key) => !inPath.includes(key))
  const parameter = (name: string, where: 'path' | 'query') => {
    const schema = properties[name]
    const description = typeof schema === 'object' ? schema.description : undefined
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      description: description ?? parameterTitle[name] ?? name,
      schema,
    }
  }

  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [nounOf(endpoint)],
    'x-permission': [endpoint.right, ...(endpoint.alsoFor ?? [])].join(','),
    description: `权限：${[endpoint.right, ...(endpoint.alsoFor ?? [])].map(titleOfRight).join('，或')}`,
    ...(endpoint.right === 'public' ? { security: [] } : endpoint.personal ? { security: [{ session: [] }] } : {}),
    parameters: [
      ...inPath.map((name) => parameter(name, 'path')),
      ...(inQuery ? outsidePath.map((name) => parameter(name, 'query')) : []),
      ...(endpoint.method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ],
    ...(endpoint.upload
      ? { requestBody: { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } } }
      : {}),
    ...(inQuery
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  ...input,
                  properties: Object.fromEntries(outsidePath.map((key) => [key, properties[key]])),
                  required: required.filter((key) => outsidePath.includes(key)),
                },
              },
            },
          },
        }),
    responses: {
      200: {
        description: endpoint.file === undefined ? '成功' : '文件',
        headers: requestIdHeader,
        content:
          endpoint.file === undefined
            ? { 'application/json': { schema: schemaOf(endpoint.output, 'output') }, ...(isList(endpoint) && { [rowsAsLines]: lines }) }
            : { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } },
      },
      ...problems.of(endpoint),
    },
  }
}

/** An address outside the contract: no input, an answer of one media type. `root` marks those that do not lie under /api. */
const plain = (path: Endpoint['path'], summary: string, mediaType: string, more: Json = {}): [string, Json] => [
  path,
  {
    get: {
      operationId: operationId({ method: 'GET', path }),
      summary,
      tags: ['platform'],
      'x-permission': 'public',
      security: [],
      responses: {
        200: {
          description: '成功',
          headers: requestIdHeader,
          content: { [mediaType]: { schema: mediaType === 'application/json' ? { type: 'object' } : { type: 'string' } } },
        },
        '4XX': {
          description: '请求本身不合法',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
        ...more,
      },
    },
  },
]
const atRoot = ([path, item]: [string, Json]): [string, Json] => [path, { servers: [{ url: '/' }], ...item }]

const outsideTheContract = Object.fromEntries([
  plain('/openapi.json', '本文档', 'application/json'),
  plain('/docs', '可阅读的接口说明', 'text/html'),
  atRoot(plain('/healthz', '进程是否应答', 'application/json')),
  atRoot(
    plain('/readyz', '数据库是否应答', 'application/json', {
      503: { description: '数据库不可用', headers: { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } },
    }),
  ),
  atRoot(plain('/metrics', '运行指标（Prometheus 格式；须出示 METRICS_TOKEN，否则404）', 'text/plain')),
])

const codeList = keysOf(refusals)
  .map((code) => `- \`${code}\`（${statusOf(code)}）${refusals[code]}`)
  .join('\n')

/** The whole interface as an OpenAPI 3.1 document, made from the contract when the program is built. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {}
  const problems = new Problems()
  for (const endpoint of endpoints) (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, problems)
  const nouns = [...new Set(endpoints.map((endpoint) => nounOf(endpoint)))].sort()
  return {
    openapi: '3.1.0',
    info: {
      title: '中药材质量溯源服务平台 接口',
      version,
      description:
        '十进制数一律为文本（format: decimal），绝不用浮点；时刻为带时区的 ISO 8601；日期为 Asia/Shanghai 的 YYYY-MM-DD；未列出的字段一律拒绝。写操作请带 Idempotency-Key，重复的键得到第一次的答复。',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      contact: { name: 'bencao' },
    },
    servers: [{ url: '/api' }],
    security: [{ session: [] }, { token: [] }],
    tags: [...nouns, 'platform'].map((name) => ({ name, description: name === 'platform' ? '运行与接口说明' : `/${name}` })),
    paths: { ...paths, ...outsideTheContract },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'bencao', description: '登录后得到；HTTPS 下名为 __Host-bencao' },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'bencao_…',
          description:
            '接口令牌，在用户管理中建立。能做的是所选权限中建立人此刻仍持有的部分；不能签名，不能办理本人的事；每个令牌每分钟最多600次请求',
        },
      },
      responses: problems.shared,
      headers: {
        RequestId: { description: '请求编号，报告问题时请提供', schema: { type: 'string', format: 'uuid' } },
        RetryAfter: { description: '几秒后再试', schema: { type: 'integer' } },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: '同一次操作的重试请用同一个键，只会生效一次',
          schema: { type: 'string', minLength: 8, maxLength: 100, pattern: '^[\\x21-\\x7e]+$' },
        },
      },
      schemas: {
        Problem: {
          type: 'object',
          description: `RFC 9457。全部代码：\n\n${codeList}`,
          required: ['type', 'title', 'status', 'code', 'errors', 'requestId'],
          additionalProperties: false,
          properties: {
            type: { type: 'string', const: 'about:blank' },
            title: { type: 'string', description: '给人看的中文说明' },
            status: { type: 'integer' },
            code: { type: 'string', enum: Object.keys(refusals) },
            errors: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'message'],
                additionalProperties: false,
                properties: { path: { type: 'string', description: '字段，如 lines.0.quantity' }, message: { type: 'string' } },
              },
            },
            requestId: { type: 'string', format: 'uuid' },
          },
        },
      },
    },
  }
}
