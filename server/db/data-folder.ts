import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { CannotStart, systemCode } from './cannot-start.ts'
import { processStart } from './process-identity.ts'

const me = () => JSON.stringify({ pid: process.pid, start: processStart(process.pid) })

/** The process that holds the lock, or undefined when it is gone (its number may since belong to another). */
function livingHolder(lock: string): number | undefined {
  try {
    const { pid, start }: { pid: number; start: string } = JSON.parse(lock)
    return processStart(pid) === start ? pid : undefined
  } catch {
    return undefined // cut short by a power failure: no process can be behind it
  }
}

/** Whether a program that still runs has claimed the data folder. */
export function isClaimed(folder: string): boolean {
  const lock = join(folder, 'server.lock')
  return existsSync(lock) && livingHolder(readFileSync(lock, 'utf8')) !== undefined
}

/** Makes the data folder if need be and claims it for this process, so that two servers never share one; gives back how to let it go. */
export function claimFolder(folder: string): () => void {
  const lock = join(folder, 'server.lock')
  const mine = `${lock}.${process.pid}`
  try {
    // The database user of a server started by root passes through here; what is secret lies deeper.
    if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o711)
    writeFileSync(mine, me(), { mode: 0o644 })
  } catch (error) {
    const code = systemCode(error)
    throw new CannotStart(
      `数据文件夹 ${folder} 不能写入（${code}，当前用户 ${userInfo().username}）。请修改该文件夹的权限，或用环境变量 BENCAO_DATA 指定另一个文件夹。`,
      `The data folder ${folder} cannot be written (${code}, user ${userInfo().username}). Change its permissions, or name another folder in BENCAO_DATA.`,
    )
  }
  try {
    // A link appears whole or not at all, with its content; an exclusive open would show an empty lock for a moment.
    for (let attempt = 0; ; attempt += 1) {
      try {
        linkSync(mine, lock)
        break
      } catch (error) {
        if (systemCode(error) !== 'EEXIST' || attempt === 20) throw error
      }
      dropStaleLock(folder, lock)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  return () => {
    if (existsSync(lock) && readFileSync(lock, 'utf8') === me()) rmSync(lock)
  }
}

function dropStaleLock(folder: string, lock: string): void {
  const aside = `${lock}.stale.${process.pid}`
  let seen: string
  try {
    seen = readFileSync(lock, 'utf8')
    const pid = livingHolder(seen)
    if (pid !== undefined) {
      throw new CannotStart(
        `数据文件夹 ${folder} 正由另一个正在运行的服务使用（进程 ${pid}）。请先停止它，或用环境变量 BENCAO_DATA 另选数据文件夹。`,
        `The data folder ${folder} is in use by a server that is still running (process ${pid}). Stop it first, or choose another folder in BENCAO_DATA.`,
      )
    }
    renameSync(lock, aside)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return // another starter was quicker
    throw error
  }
  // Between reading and renaming another starter may have put its own lock there: then it goes back.
  if (readFileSync(aside, 'utf8') !== seen) linkSync(aside, lock)
  rmSync(aside)
}

/** A random secret kept in a file that only its owner can read; made when it is first asked for. */
export function secret(folder: string, name: string): string {
  const file = join(folder, 'secrets', name)
  mkdirSync(join(folder, 'secrets'), { recursive: true, mode: 0o700 })
  chmodSync(join(folder, 'secrets'), 0o700)
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return readFileSync(file, 'utf8').trim()
}

/** Whether this secret was ever made. */
export function hasSecret(folder: string, name: string): boolean {
  return existsSync(join(folder, 'secrets', name))
}
