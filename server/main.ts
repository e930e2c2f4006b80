import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { buildApp } from './app.ts'
import { calendarWork } from './calendar-work.ts'
import { type Config, readConfig } from './config.ts'
import { CannotStart, systemCode } from '#server/db/cannot-start.ts'
import { closeAside, openPool, patience } from '#server/db/pool.ts'
import { startDatabase } from '#server/db/embedded.ts'
import { joinDatabase } from '#server/db/external.ts'
import { migrate } from '#server/db/migrate.ts'
import { MigrationError } from '#server/db/migration-error.ts'
import { firstAdminPassword, isEmpty } from '#server/db/seed/first-admin.ts'
import { folderCarrier, smtpCarrier } from '#tools/send-mail.ts'
import { clearIncoming, openFiles } from '#tools/files.ts'
import { furnishEnterprise } from '#server/features/people/enterprise/furnish-enterprise.ts'
import type { Installation } from '#kernel/installation.ts'
import { logOutput } from '#tools/log-output.ts'
import { openPostman } from '#kernel/postman.ts'
import { eachEnterprise } from '#kernel/calendar.ts'
import { masterKey, SecretProblem } from '#tools/secrets.ts'
import { mailAddress, welcome } from './welcome.ts'

// What was opened, to be closed in the opposite order, however far the start has come.
const closers: (() => Promise<unknown>)[] = []
let ending: Promise<void> | undefined

const say = (line: string) => console.log(line)

/** Finishes the requests in flight, lets the database go, and ends. */
function end(exitCode: number): Promise<void> {
  ending ??= (async () => {
    for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(error))
    process.exit(exitCode)
  })()
  return ending
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  const pool = openPool(database.appUrl, {
    // At the end the database may be quicker than the connections to it: no news.
    onError: (error) => {
      if (!ending) say(`数据库连接中断：${error.message}`)
    },
  })
  pool.options.connectionTimeoutMillis = patience.start
  closers.push(() => atMost(10_000, pool.end()))
  const installation = {
    masterKey: masterKey(config.dataFolder),
    publicUrl: config.publicUrl,
    files: openFiles(config.dataFolder, config.objects),
  }
  await oneAtATime(pool, () => fillEmpty(pool, config, installation))
  // An updated program may ship words and places that the enterprises here do not have yet.
  await oneAtATime(pool, () => eachEnterprise(pool, 'furnish', furnishEnterprise))

  const app = await buildApp({
    pool,
    installation,
    logger: { level: config.logLevel, stream: logOutput() },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    ...(config.metricsToken && { metricsToken: config.metricsToken }),
  })
  // A connection kept alive after its last answer would keep the server from ending.
  app.addHook('onSend', async (_request, reply) => void (ending && reply.header('connection', 'close')))
  closers.push(() => atMost(20_000, app.close()))
  const port = await listen(app, config)
  sendMail(app, pool, config, port)
  followCalendar(app, pool, config, installation)
  sealLogs(app, pool)
  // Only now: a password made before a start that then fails would never be shown.
  const firstPassword = await oneAtATime(pool, () => firstAdminPassword(pool))
  say(await welcome(pool, config, port, firstPassword))
  pool.options.connectionTimeoutMillis = patience.request
  // What was opened beside the pool has learnt the patience of the start.
  await closeAside(pool)
}

/** The database of the configuration, up to this program's schema; the embedded one is stopped again at the end. */
async function openDatabase(config: Config): Promise<{ appUrl: string }> {
  if (config.database) {
    await joinDatabase(config.database, say)
    return config.database
  }
  const embedded = await startDatabase({ folder: config.dataFolder, log: say })
  closers.push(() => embedded.stop())
  if (existsSync(demoUnfinished(config))) {
    say('上次生成演示数据时被中断，重新生成……')
    await embedded.empty()
  }
  await migrate(embedded.adminUrl, { appPassword: embedded.appPassword, log: say })
  return embedded
}

/** An empty database gets the demo factory, if that is wanted. */
async function fillEmpty(pool: pg.Pool, config: Config, installation: Installation): Promise<void> {
  if (config.demo && (await isEmpty(pool))) {
    say('正在生成演示数据（一年的业务），约需一分钟……')
    if (!config.database) writeFileSync(demoUnfinished(config), '')
    const { makeDemo } = await import('#server/demo/demo.ts') // what is needed once is not kept in memory
    await makeDemo(pool, installation, say)
  }
  rmSync(demoUnfinished(config), { force: true })
}

/** Of several processes that start at once on an empty database, one fills it while the others wait. */
async function oneAtATime<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result> {
  const guard = await pool.connect()
  try {
    await guard.query(`set statement_timeout = 0; set lock_timeout = 0`) // the other may be making demo data
    await guard.query(`select pg_advisory_lock(hashtext('bencao first rows'))`)
    return await work()
  } finally {
    guard.release(true) // closes the connection, and with it the lock
  }
}

/** This file exists while demo data are being made, so that half of them is never taken for all of them. */
const demoUnfinished = ({ dataFolder }: Config) => join(dataFolder, 'demo-unfinished')

async function listen(app: FastifyInstance, { host, port }: Config): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EADDRINUSE') {
      throw new CannotStart(
        `端口 ${port} 已被另一个程序占用。请先停止那个程序，或换一个端口，例如：PORT=3001 npm start`,
        `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=3001 npm start`,
      )
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new CannotStart(
        `不能在 ${host}:${port} 上监听（${code}）。请检查环境变量 HOST 和 PORT。`,
        `Cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`,
      )
    }
    throw error
  }
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/** Does what the calendar asks for: at once, and every hour, since a day may turn while the server runs. */
function followCalendar(app: FastifyInstance, pool: pg.Pool, config: Config, installation: Installation): void {
  const work = Object.entries({
    ...calendarWork(pool, installation.files),
    'clearing broken-off uploads': () => clearIncoming(config.dataFolder),
  })
  const look = () => Promise.all(work.map(([what, doIt]) => doIt().catch((error: unknown) => app.log.error({ err: error }, what))))
  let underWay = look()
  const hourly = setInterval(() => (underWay = look()), 3_600_000)
  closers.push(() => {
    clearInterval(hourly)
    return atMost(10_000, underWay) // it still needs the connections
  })
}

/** Seals the logs every few seconds: what is not sealed yet could be taken back unseen. Who is at it at the end is waited for, and once more is sealed. */
function sealLogs(app: FastifyInstance, pool: pg.Pool): void {
  const seal = () => pool.query('select seal_logs()').catch((error: unknown) => app.log.error({ err: error }, 'sealing the logs'))
  let underWay: Promise<unknown> = seal()
  const often = setInterval(() => (underWay = seal()), 5_000)
  closers.push(async () => {
    clearInterval(often)
    await atMost(5_000, underWay.then(seal))
  })
}

/** Sends letters from the outbox as long as the server runs. */
function sendMail(app: FastifyInstance, pool: pg.Pool, config: Config, port: number): void {
  const carrier = config.mail
    ? smtpCarrier(config.mail.smtpUrl, config.mail.from)
    : folderCarrier(join(config.dataFolder, 'mail'), 'bencao@localhost')
  const postman = openPostman(pool, {
    carrier,
    publicUrl: mailAddress(config, port),
    tell: (what, facts) => app.log.warn(facts, what),
  })
  postman.start()
  closers.push(() => atMost(10_000, postman.stop()))
}

/** Waits for a piece of work, but not longer than this: one that hangs must not keep the database from being closed in order. */
async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds).unref())])
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!ending) say('正在停止……')
    void end(0)
  })
}
// The reader of our output may be gone (a closed terminal, a killed parent). That is no reason to stop, and saying so would fail again.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

process.on('uncaughtException', (error) => {
  console.error(error)
  void end(1)
})

try {
  await start()
} catch (error) {
  // Asked to stop while starting: what breaks then is no news.
  if (!ending) {
    const isForThePerson = error instanceof CannotStart || error instanceof MigrationError || error instanceof SecretProblem
    console.error(isForThePerson ? `\n${error.message}` : error)
  }
  await end(1)
}
