import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import type { Seat } from './postgres-seat.ts'
import { isPostgresOn, processesOn, waitUntil } from './process-identity.ts'

type Log = (line: string) => void

/**
 * All that PostgreSQL gets of an environment: in ours there may be secrets. A process that has planned a long statement keeps the memory for the next one. Where
 * it happened to lie at the end it was given back to the system each time, which cost a list found by its pinyin three times its rows (decision 0130).
 */
export const postgresEnvironment = { LC_ALL: 'C', TZ: 'UTC', MALLOC_TRIM_THRESHOLD_: '67108864', MALLOC_MMAP_THRESHOLD_: '33554432' }

/** Runs PostgreSQL until it gets the signal to stop, and starts it again when it dies in between. */
export async function keepRunning(
  folder: string,
  seat: Seat,
  port: number,
  settings: Record<string, string>,
  log: Log,
): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const start = async () => {
    const child = await launch(folder, seat, port, settings)
    child.once('exit', () => {
      if (!stopping.signal.aborted) void restart()
    })
    return child
  }
  const restart = async () => {
    log('数据库意外停止，正在重新启动……')
    while (!stopping.signal.aborted) {
      try {
        await stopLeftBehind(realpathSync(seat.cluster), log)
        if (stopping.signal.aborted) return
        current = start()
        await current
        log('数据库已恢复')
        return
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await new Promise((resume) => setTimeout(resume, 2000))
      }
    }
  }
  let current = start()
  await current
  return {
    async stop() {
      stopping.abort()
      const child = await current.catch(() => undefined)
      if (child?.pid === undefined || hasExited(child)) return
      await shutDown(child.pid, () => hasExited(child))
    },
  }
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function launch(
  folder: string,
  { programs, cluster, identity }: Seat,
  port: number,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const logFile = join(folder, 'postgres.log')
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) renameSync(logFile, `${logFile}.1`)
  const output = openSync(logFile, 'a', 0o600)
  const before = statSync(logFile).size
  const flags = Object.entries({ listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(join(programs, 'bin', 'postgres'), ['-D', cluster, '-p', String(port), ...flags], {
    ...identity,
    cwd: '/',
    env: postgresEnvironment,
    stdio: ['ignore', output, output],
    detached: true, // Ctrl-C is for us: PostgreSQL must outlive the requests that are still in flight
  })
  closeSync(output)
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  const over = () => failure !== undefined || hasExited(child)
  // As pg_ctl does: the postmaster itself writes into its pid file when it takes connections, after any recovery.
  const ready = () => {
    const lines = existsSync(join(cluster, 'postmaster.pid')) ? readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n') : []
    return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready'
  }
  while (!(await waitUntil(() => over() || ready(), 60_000)));
  if (over()) {
    const lastLines = failure?.message ?? readFileSync(logFile, 'utf8').slice(before).trim().split('\n').slice(-5).join('\n')
    throw new CannotStart(
      `PostgreSQL 没有启动成功，数据未被改动。日志 ${logFile} 的最后几行：`,
      `PostgreSQL did not start; the data is untouched. The last lines of ${logFile}:\n${lastLines}`,
    )
  }
  return child
}

/** Stops a PostgreSQL that a killed server left running on this cluster, after checking that it truly is the one. */
export async function stopLeftBehind(cluster: string, log: Log): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  if (pid > 0 && isPostgresOn(pid, cluster)) {
    log(`上次没有正常停止，数据库还在运行（进程 ${pid}）：正在停止……`)
    await shutDown(pid, () => !isPostgresOn(pid, cluster))
  }
  // Children outlive a killed postmaster until their statement ends, and PostgreSQL refuses to start beside them.
  for (const orphan of processesOn(cluster)) signal(orphan, 'SIGTERM')
  if (!(await waitUntil(() => processesOn(cluster).length === 0, 10_000))) {
    const left = processesOn(cluster).join(', ')
    throw new CannotStart(
      `数据文件夹 ${cluster} 里还有未结束的数据库进程（${left}），稍后再启动，或先结束它们。没有改动任何数据。`,
      `Database processes (${left}) are still at work in ${cluster}. Start again later, or end them first. No data was changed.`,
    )
  }
  // The number in the file may since belong to another process, which PostgreSQL would take for a rival.
  rmSync(file, { force: true })
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // it has gone by itself
  }
}

/** Fast shutdown; after half a minute an immediate one, from which the next start recovers. */
async function shutDown(pid: number, gone: () => boolean): Promise<void> {
  signal(pid, 'SIGINT')
  if (await waitUntil(gone, 30_000)) return
  signal(pid, 'SIGQUIT')
  await waitUntil(gone, 10_000)
}
