import { availableParallelism } from 'node:os'
import pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { readConfig } from '#server/config.ts'
import { CannotStart } from '#server/db/cannot-start.ts'
import { hasDefinitions, readDefinitions, schemaChecksum } from '#server/db/definitions.ts'
import { hasDatabase, runningDatabase, startDatabase } from '#server/db/embedded.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { openFiles, type FileStore } from '#tools/files.ts'
import { seesEveryRow, verifiedParts, verifyDatabase } from './verify.ts'

// npm run verify: exit code 0 when everything agrees, 1 when something was found, 2 when it could not be checked, which one sentence says.

const stay = async () => {}

type Opened = { adminUrl: string; files: FileStore; close: () => Promise<void> }

/** The database of the configuration as its administrator sees it; the embedded one is started when no server runs on it. */
async function openDatabase(): Promise<Opened> {
  const { database, dataFolder, objects } = readConfig(process.env)
  const files = openFiles(dataFolder, objects)
  if (database !== undefined) {
    if (database.adminUrl !== undefined) return { adminUrl: database.adminUrl, files, close: stay }
    throw new CannotStart(
      '核对需要看到全部企业的数据：请同时设置 DATABASE_ADMIN_URL。',
      'Verification has to see the rows of every enterprise: set DATABASE_ADMIN_URL as well.',
    )
  }
  const running = runningDatabase(dataFolder)
  if (running !== undefined) return { adminUrl: running, files, close: stay }
  if (!hasDatabase(dataFolder))
    throw new CannotStart(
      `${dataFolder} 里还没有数据库，没有可核对的数据。请先运行 npm start，或用环境变量 BENCAO_DATA 指明数据文件夹。`,
      `There is no database in ${dataFolder} yet. Run npm start first, or name the data folder in BENCAO_DATA.`,
    )
  const { adminUrl, stop } = await startDatabase({ folder: dataFolder })
  return { adminUrl, files, close: stop }
}

/** What the administrator cannot see looks like what somebody has removed. And only one version of PostgreSQL writes definitions in the same words. */
async function refuseBlind(client: pg.Client) {
  const { rows } = await client.query<{ major: number }>(`select current_setting('server_version_num')::int / 10000 as major`)
  const { major } = only(rows)
  if (major !== 18)
    throw new CannotStart(
      `核对要求 PostgreSQL 18，所连接的是 ${major}：各版本书写定义的方式不同。`,
      `Verification needs PostgreSQL 18; this is ${major}, which writes definitions in other words.`,
    )
  if (await seesEveryRow(client)) return
  throw new CannotStart(
    '核对要看到所有企业的每一条记录，DATABASE_ADMIN_URL 的用户看不到：请用建表的管理员，并由超级用户执行 ALTER ROLE 用户 BYPASSRLS；或改用超级用户的地址。',
    'Verification has to see every row, and the user of DATABASE_ADMIN_URL does not: use the administrator that migrates and give it BYPASSRLS (alter role … bypassrls), or use a superuser.',
  )
}

/** A database that has not run all migrations, or has other definitions, is not what this program can judge. */
async function refuseOtherSchema(client: pg.Client) {
  // The checksum covers the names and the texts of the migrations as well.
  if (await hasDefinitions(client, schemaChecksum(readMigrations(), readDefinitions()))) return
  throw new CannotStart(
    '数据库的结构与本程序的版本不同：请先用本版本启动一次，再核对。',
    'The database is not at the schema of this program: start this version once, then verify.',
  )
}

async function verify(): Promise<number> {
  const { adminUrl, files, close } = await openDatabase()
  const connect = () => new pg.Client({ connectionString: adminUrl, application_name: 'bencao verify' })
  const client = connect()
  // One core is left to those who work meanwhile, where there are more than two.
  const beside = Array.from({ length: Math.min(Math.max(availableParallelism() - 2, 1), 3) }, connect)
  try {
    await Promise.all([client, ...beside].map((one) => one.connect()))
    await refuseBlind(client)
    await refuseOtherSchema(client)
    const begun = performance.now()
    const { findings, checked } = await verifyDatabase(client, verifiedParts, files, beside)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    for (const { enterprise, what } of findings) console.log(`✖ ${enterprise}：${what}`)
    const scope = `${checked.enterprises} 家企业，${checked.rows} 条记录，${checked.entries} 条审计（${checked.links} 环），${checked.logged} 条日志（${checked.seals} 环），${checked.files} 个文件，${seconds} 秒`
    console.log(findings.length === 0 ? `✔ 一切相符：${scope}` : `发现 ${findings.length} 处不符：${scope}`)
    return findings.length === 0 ? 0 : 1
  } finally {
    await Promise.all([client, ...beside].map((one) => one.end().catch(() => {})))
    await close()
  }
}

try {
  process.exitCode = await verify()
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error)
  process.exitCode = 2
}
