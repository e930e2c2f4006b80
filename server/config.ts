import { resolve } from 'node:path'
import { z } from 'zod'
import { CannotStart } from '#server/db/cannot-start.ts'
import type { ObjectStore } from '#tools/files.ts'

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
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,200}$/, { error: '应是16到200个可见字符' })
      .optional(),
    LOG_LEVEL: names('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
    BENCAO_DATA: z
      .string()
      .default('data')
      .transform((folder) => resolve(projectFolder, folder)),
    BENCAO_DEMO: flag.optional(),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: '应是 smtp://用户:口令@主机:587 或 smtps://用户:口令@主机:465 的形式' })
      .refine((url) => new URL(url).hostname !== '', { error: '缺少主机' })
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(/^([^<>@"\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, { error: '应是 名称 <用户@主机> 或 用户@主机 的形式' })
      .optional(),
    DATABASE_URL: postgresUrl
      // Any other role may see past row-level security: a superuser always does, and so does a table's owner.
      .refine((url) => new URL(url).username === 'bencao_app', { error: '必须使用角色 bencao_app（它不拥有任何表，行级安全才有效）' })
      .refine((url) => new URL(url).password !== '', { error: '缺少 bencao_app 的口令' })
      .optional(),
    DATABASE_ADMIN_URL: postgresUrl.optional(),
    S3_ENDPOINT: z.url({ protocol: /^https?$/, error: '应是 https://主机 的形式' }).optional(),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: '应是3到63位的小写字母、数字、点和短横' })
      .optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_PREFIX: z
      .string()
      .regex(/^([\w-]+\/)*$/, { error: '应以 / 结尾，只含字母、数字、_ 和 -' })
      .default(''),
  })
  .refine(
    (set) =>
      new Set([set.S3_ENDPOINT, set.S3_BUCKET, set.S3_ACCESS_KEY_ID, set.S3_SECRET_ACCESS_KEY].map((value) => value !== undefined)).size ===
      1,
    { path: ['S3_ENDPOINT'], error: '与 S3_BUCKET、S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY 要么都设置，要么都不设置' },
  )
  .refine(({ DATABASE_URL, DATABASE_ADMIN_URL }) => DATABASE_ADMIN_URL === undefined || DATABASE_URL !== undefined, {
    path: ['DATABASE_ADMIN_URL'],
    error: '只能与 DATABASE_URL 一起使用',
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ['MAIL_FROM'],
    error: '使用 SMTP_URL 时必须写明发件人',
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
  /** Where mail is handed over, and who it is from; without it letters are kept in the data folder. */
  mail: { smtpUrl: string; from: string } | undefined
  /** The proxies whose X-Forwarded-For is believed. */
  trustProxy: string[]
  /** What a reader of `/metrics` shows; without it nobody reads them. */
  metricsToken: string | undefined
  logLevel: string
  /** The folder of the embedded database, its secrets and attachments. */
  dataFolder: string
  /** Whether an empty database gets the demo factory. */
  demo: boolean
  /** An external PostgreSQL; without it the embedded one is started. `adminUrl` is for migrations and may be left out where another process runs them. */
  database: { appUrl: string; adminUrl: string | undefined } | undefined
  /** Where files lie instead of in the data folder, for several processes on several machines. */
  objects: ObjectStore | undefined
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
  // Each of the two groups was given whole or not at all: the refinements above ask for it.
  const { SMTP_URL, MAIL_FROM, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = data
  return {
    isProduction,
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    mail: SMTP_URL === undefined || MAIL_FROM === undefined ? undefined : { smtpUrl: SMTP_URL, from: MAIL_FROM },
    trustProxy: data.TRUST_PROXY,
    metricsToken: data.METRICS_TOKEN,
    logLevel: data.LOG_LEVEL,
    dataFolder: data.BENCAO_DATA,
    demo: data.BENCAO_DEMO ?? !isProduction,
    database: data.DATABASE_URL === undefined ? undefined : { appUrl: data.DATABASE_URL, adminUrl: data.DATABASE_ADMIN_URL },
    objects:
      S3_ENDPOINT === undefined || S3_BUCKET === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined
        ? undefined
        : {
            endpoint: S3_ENDPOINT,
            bucket: S3_BUCKET,
            region: data.S3_REGION,
            accessKeyId: S3_ACCESS_KEY_ID,
            secretAccessKey: S3_SECRET_ACCESS_KEY,
            prefix: data.S3_PREFIX,
          },
  }
}
