import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * When the process was started, as the system writes it, or undefined when there is no such process. A process number alone proves nothing:
 * after a reboot it may belong to another process.
 */
export function processStart(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name in brackets and may hold blanks; the start in clock ticks is the 22nd field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`
  } catch {
    return undefined
  }
}

/** Whether this process is a PostgreSQL at work in `folder`; every process of a cluster has it as its working directory, but so may a shell. */
export function isPostgresOn(pid: number, folder: string): boolean {
  try {
    if (process.platform === 'linux') {
      return (
        readlinkSync(`/proc/${pid}/cwd`) === folder &&
        readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n' &&
        processStart(pid) !== undefined
      )
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(folder)
  } catch {
    return false
  }
}

/** Every process at work in the cluster `folder`, the postmaster's children too; on other systems than Linux none can be found. */
export function processesOn(folder: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isPostgresOn(pid, folder))
}

/** Waits until `done` or until the time is over; returns which. */
export async function waitUntil(done: () => boolean, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds
  while (!done()) {
    if (Date.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}
