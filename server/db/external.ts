import pg from 'pg'
import { CannotStart } from './cannot-start.ts'
import { migrate } from './migrate.ts'

/**
 * Checks an external PostgreSQL and, where an administrator's address is given, brings it up to this program's schema. Without one some other
 * process has to have done so.
 */
export async function joinDatabase(
  { appUrl, adminUrl }: { appUrl: string; adminUrl: string | undefined },
  log: (line: string) => void,
): Promise<void> {
  if (adminUrl !== undefined) {
    await withClient('DATABASE_ADMIN_URL', adminUrl, checkVersion)
    await migrate(adminUrl, { appPassword: decodeURIComponent(new URL(appUrl).password), log })
  }
  await withClient('DATABASE_URL', appUrl, async (client) => {
    await checkVersion(client)
    const { rows } = await client.query<{ ready: boolean }>(`select to_regprocedure('find_account(text)') is not null as ready`)
    if (rows[0]?.ready) return
    throw new CannotStart(
      '数据库里还没有本程序的表。请同时设置 DATABASE_ADMIN_URL 启动一次，由它建表。',
      'The database does not hold the tables of this program yet. Start once with DATABASE_ADMIN_URL, which makes them.',
    )
  })
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major >= 18) return
  throw new CannotStart(`需要 PostgreSQL 18 或更新版本，所连接的是 ${major}。`, `PostgreSQL 18 or newer is needed; this is ${major}.`)
}

async function withClient(variable: string, connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // said by the query that fails
  try {
    await client.connect()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotStart(`连接不上 ${variable} 指定的数据库：${reason}`, `Cannot connect to the database in ${variable}: ${reason}`)
  }
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
