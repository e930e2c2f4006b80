import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { CannotStart } from './cannot-start.ts'
import { claimFolder, hasSecret, isClaimed, secret } from './data-folder.ts'
import { checkOwner, findSeat, rememberPlace, type Seat } from './postgres-seat.ts'
import { keepRunning, postgresEnvironment, stopLeftBehind } from './postmaster.ts'

const superuser = 'postgres'
const database = 'bencao'

/** What a small server wants; written into postgresql.conf once, so that an operator may change it there. */
const initialSettings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '60',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic', // a statement's text may hold a password, and a row's detail a person
  log_error_verbosity: 'terse',
}

// What a commit promises is given on the command line, where no configuration file can take it back.
const durable = { fsync: 'on', full_page_writes: 'on' }
const throwAway = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '400',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

type Log = (line: string) => void

export type Database = {
  /** Connects as the superuser, for migrations only. */
  adminUrl: string
  /** Connects as bencao_app, the role the server works with, once the migrations have made it. */
  appUrl: string
  /** The password that the migrations give to bencao_app. */
  appPassword: string
  /** Throws away everything in the database: for demo data whose making was interrupted, which no person has worked with yet. */
  empty: () => Promise<void>
  /** Shuts PostgreSQL down after its checkpoint and lets the data folder go. */
  stop: () => Promise<void>
}

/**
 * Starts the real PostgreSQL that comes with the project on the data in `folder`, making the cluster at the first start. A PostgreSQL that a
 * killed server left behind is stopped first; one that dies is started again. Throws CannotStart, and changes nothing, where the
 * folder is in use, damaged or not ours.
 */
export async function startDatabase(options: { folder: string; log?: Log; forTests?: boolean }): Promise<Database> {
  const folder = resolve(options.folder)
  const log = options.log ?? (() => {})
  const letGo = claimFolder(folder)
  try {
    const seat = findSeat(folder, log)
    if (existsSync(seat.cluster)) {
      examine(folder, seat)
      await stopLeftBehind(realpathSync(seat.cluster), log)
    } else {
      log('第一次启动：正在创建数据库……')
      createCluster(folder, seat, options.forTests ?? false)
      rememberPlace(folder, seat)
    }
    const port = await choosePort(folder, log)
    const server = await keepRunning(folder, seat, port, options.forTests ? throwAway : durable, log)
    const adminUrl = localUrl(port, superuser, secret(folder, 'postgres-superuser'))
    const maintenance = `${adminUrl}postgres`
    try {
      await createDatabase(maintenance)
    } catch (error) {
      await server.stop()
      throw error
    }
    const appPassword = secret(folder, 'bencao-app')
    return {
      adminUrl: adminUrl + database,
      appUrl: localUrl(port, 'bencao_app', appPassword) + database,
      appPassword,
      async empty() {
        await onDatabase(maintenance, (client) => client.query(`drop database ${database} with (force)`))
        await createDatabase(maintenance)
      },
      async stop() {
        await server.stop()
        letGo()
      },
    }
  } catch (error) {
    letGo()
    throw error
  }
}

const localUrl = (port: number, role: string, password: string) => `postgres://${role}:${password}@127.0.0.1:${port}/`

/** How to reach the database in `folder` as the superuser while a server of this program runs on it; undefined when none does. */
export function runningDatabase(folder: string): string | undefined {
  const portFile = join(folder, 'postgres-port')
  if (!isClaimed(folder) || !existsSync(portFile) || !hasSecret(folder, 'postgres-superuser')) return undefined
  return localUrl(Number(readFileSync(portFile, 'utf8')), superuser, secret(folder, 'postgres-superuser')) + database
}

/** Whether a database was ever made in `folder`. */
export const hasDatabase = (folder: string): boolean => hasSecret(folder, 'postgres-superuser')

function createCluster(folder: string, { programs, cluster, identity }: Seat, forTests: boolean): void {
  // Made beside its place and then renamed, so that a start killed half-way leaves nothing that looks like a database.
  const unfinished = `${cluster}.unfinished`
  const passwordFile = `${unfinished}.password`
  rmSync(unfinished, { recursive: true, force: true })
  try {
    mkdirSync(unfinished, { mode: 0o700 })
    writeFileSync(passwordFile, secret(folder, 'postgres-superuser'), { mode: 0o600 })
    if (identity) for (const path of [unfinished, passwordFile]) chownSync(path, identity.uid, identity.gid)
    const settings = Object.entries(initialSettings).flatMap(([name, value]) => ['--set', `${name}=${value}`])
    const initdb = spawnSync(
      join(programs, 'bin', 'initdb'),
      [
        `--pgdata=${unfinished}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--data-checksums',
        ...(forTests ? ['--no-sync'] : []),
        ...settings,
      ],
      { ...identity, cwd: '/', env: postgresEnvironment, encoding: 'utf8' },
    )
    if (initdb.status !== 0) {
      const reason = `${initdb.stderr ?? ''}${initdb.error?.message ?? ''}`.trim()
      throw new CannotStart(`数据库创建失败：${reason}`, `The database could not be made: ${reason}`)
    }
    renameSync(unfinished, cluster)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Refuses a cluster that is not whole, not ours or not of this version; a folder with too many rights (a plain copy) is closed again. */
function examine(folder: string, seat: Seat): void {
  const { cluster } = seat
  checkOwner(seat)
  const missing = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'postgresql.conf', 'pg_hba.conf'].filter(
    (name) => !existsSync(join(cluster, name)),
  )
  if (missing.length > 0) {
    throw new CannotStart(
      `数据文件夹 ${cluster} 不完整，缺少 ${missing.join('、')}。没有改动任何文件。请从备份恢复；若确认其中没有要保留的数据，可把它改名后重新启动。`,
      `The data folder ${cluster} is damaged: ${missing.join(', ')} missing. Nothing was changed. Restore it from a backup; if it holds nothing worth keeping, rename it and start again.`,
    )
  }
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== '18') {
    throw new CannotStart(
      `${cluster} 是 PostgreSQL ${version} 的数据，本程序使用 18。没有改动任何文件。`,
      `${cluster} holds data of PostgreSQL ${version}; this program uses 18. Nothing was changed.`,
    )
  }
  if (!hasSecret(folder, 'postgres-superuser')) {
    const file = join(folder, 'secrets', 'postgres-superuser')
    throw new CannotStart(
      `缺少数据库口令文件 ${file}。没有改动任何文件。请从备份恢复它，或按 docs/operations.md“口令文件丢失”一节重设。`,
      `The database password file ${file} is missing. Nothing was changed. Restore it from a backup, or reset it as docs/operations.md says.`,
    )
  }
  if ((statSync(cluster).mode & 0o027) !== 0) chmodSync(cluster, 0o700)
}

/** The port of the last start if it is free, else a random free one. Not 5432, where the machine's own PostgreSQL may listen. */
async function choosePort(folder: string, log: Log): Promise<number> {
  const file = join(folder, 'postgres-port')
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (last > 1023 && last < 65_536 && (await isFree(last))) return last
  for (let attempt = 0; attempt < 100; attempt += 1) {
    // Below the range from which the system hands out ports for outgoing connections.
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    if (!(await isFree(port))) continue
    if (last > 0) log(`数据库端口 ${last} 已被占用，改用 ${port}`)
    writeFileSync(file, `${port}\n`)
    return port
  }
  throw new CannotStart('找不到可供数据库使用的本机端口（15000–29999）。', 'No free local port for the database between 15000 and 29999.')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })
}

async function createDatabase(maintenance: string): Promise<void> {
  await onDatabase(maintenance, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
  })
}

async function onDatabase(connectionString: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}
