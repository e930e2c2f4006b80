import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { CannotStart } from '#server/db/cannot-start.ts'
import { hasDefinitions, readDefinitions, schemaChecksum } from '#server/db/definitions.ts'
import { hasDatabase, runningDatabase, startDatabase } from '#server/db/embedded.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { verifyDatabase } from './verify.ts'

// npm run verify: exit code 0 when everything agrees, 1 when something was found, 2 when it could not be checked.

const stay = async () => {}

type Opened = { adminUrl: string; close: () => Promise<void> }

/** The database of the configuration as its administrator sees it; the embedded one is started when no server runs on it. */
async function openDatabase(): Promise<Opened> {
  const { database, dataFolder } = readConfig(process.env)
  if (database !== undefined) {
    if (database.adminUrl !== undefined) return { adminUrl: database.adminUrl, close: stay }
    throw new CannotStart(
      '核对需要看到全部企业的数据：请同时设置 DATABASE_ADMIN_URL。',
      'Verification has to see the rows of every enterprise: set DATABASE_ADMIN_URL as well.',
    )
  }
  const running = runningDatabase(dataFolder)
  if (running !== undefined) return { adminUrl: running, close: stay }
  if (!hasDatabase(dataFolder))
    throw new CannotStart(
      `${dataFolder} 里还没有数据库，没有可核对的数据。请先运行 npm start，或用环境变量 BENCAO_DATA 指明数据文件夹。`,
      `There is no database in ${dataFolder} yet. Run npm start first, or name the data folder in BENCAO_DATA.`,
    )
  const { adminUrl, stop } = await startDatabase({ folder: dataFolder })
  return { adminUrl, close: stop }
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
  const { adminUrl, close } = await openDatabase()
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'bencao verify' })
  try {
    await client.connect()
    await refuseOtherSchema(client)
    const begun = performance.now()
    const { findings, checked } = await verifyDatabase(client)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    for (const { enterprise, what } of findings) console.log(`✖ ${enterprise}：${what}`)
    const scope = `${checked.enterprises} 家企业，${checked.rows} 条记录，${checked.entries} 条审计（${checked.links} 环），${seconds} 秒`
    console.log(findings.length === 0 ? `✔ 一切相符：${scope}` : `发现 ${findings.length} 处不符：${scope}`)
    return findings.length === 0 ? 0 : 1
  } finally {
    await client.end().catch(() => {})
    await close()
  }
}

try {
  process.exitCode = await verify()
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error)
  process.exitCode = 2
}
