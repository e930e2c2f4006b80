import { resolve } from 'node:path'
import { z } from 'zod'
import { CannotStart } from './db/cannot-start.ts'

const projectFolder = resolve(import.meta.dirname, '..')

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: '应是 postgres://用户:口令@主机:端口/数据库 的形式' })
const flag = z.enum(['0', '1'], { error: '只能是 0 或 1' }).transform((value) => value === '1')
const names = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: `只能是 ${values.join('、')} 之一` })

const environment = z
  .object({
    NODE_ENV: names('development', 'production', 'test').default('development'),
    PORT: z.coerce.number({ error: '应是端口号' }).int({ error: '应是整数' }).min(0).max(65_535, { error: '最大 65535' }).default(3000),
    HOST: z.string().min(1, { error: '不能为空' }).default('localhost'),
    PUBLIC_URL: z.url({ protocol: /^https?$/, error: '应是 https://主机 的形式' }).optional(),
    TRUST_PROXY: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((address) => address.trim())
          .filter((address) => address !== ''),
      ),
    LOG_LEVEL: names('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
    BENCAO_DATA: z
      .string()
      .default('data')
      .transform((folder) => resolve(projectFolder, folder)),
    BENCAO_DEMO: flag.optional(),
    DATABASE_URL: postgresUrl
      // Any other role may see past row-level security: a superuser always does, and so does a table's owner.
      .refine((url) => new URL(url).username === 'bencao_app', { error: '必须使用角色 bencao_app（它不拥有任何表，行级安全才有效）' })
      .refine((url) => new URL(url).password !== '', { error: '缺少 bencao_app 的口令' })
      .optional(),
    DATABASE_ADMIN_URL: postgresUrl.optional(),
  })
  .refine(({ DATABASE_URL, DATABASE_ADMIN_URL }) => DATABASE_ADMIN_URL === undefined || DATABASE_URL !== undefined, {
    path: ['DATABASE_ADMIN_URL'],
    error: '只能与 DATABASE_URL 一起使用',
  })
  .refine(({ NODE_ENV, BENCAO_DEMO }) => !(NODE_ENV === 'production' && BENCAO_DEMO === true), {
    path: ['BENCAO_DEMO'],
    error: 'NODE_ENV=production 时不能生成演示数据，演示账号的口令是公开的',
  })

/** What the operator decides, read from the environment once, at the start. */
export type Config = {
  isProduction: boolean
  host: string
  port: number
  /** Under which address people and printed QR codes reach this server; without it, the one it listens on. */
  publicUrl: string | undefined
  /** The proxies whose X-Forwarded-For is believed. */
  trustProxy: string[]
  logLevel: string
  /** The folder of the embedded database, its secrets and, later, attachments. */
  dataFolder: string
  /** Whether an empty database gets the demo factory. */
  demo: boolean
  /** An external PostgreSQL; without it the embedded one is started. `adminUrl` is for migrations and may be left out where another process runs them. */
  database: { appUrl: string; adminUrl: string | undefined } | undefined
}

/** Reads and checks the environment; throws CannotStart naming every variable that is wrong. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  // A variable set to nothing means the same as one not set.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { data, error } = environment.safeParse(given)
  if (error) {
    // The values stay unsaid: there may be a password in them.
    const lines = error.issues.map((issue) => `  ${issue.path.join('.')}：${issue.message}`).join('\n')
    throw new CannotStart(`环境变量有误：\n${lines}`, 'The environment variables above are wrong; see docs/operations.md.')
  }
  const isProduction = data.NODE_ENV === 'production'
  return {
    isProduction,
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: data.TRUST_PROXY,
    logLevel: data.LOG_LEVEL,
    dataFolder: data.BENCAO_DATA,
    demo: data.BENCAO_DEMO ?? !isProduction,
    database: data.DATABASE_URL === undefined ? undefined : { appUrl: data.DATABASE_URL, adminUrl: data.DATABASE_ADMIN_URL },
  }
}
