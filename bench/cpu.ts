import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** CPU milliseconds that the processes of a run have used so far: the server's, and PostgreSQL's with all its children. */
export type CpuMeter = () => { server: number; postgres: number }

/** All threads of a process. Linux alone tells; undefined when it is gone. */
function milliseconds(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6,
      0,
    )
  } catch {
    return undefined
  }
}

const parentOf = (pid: number) =>
  Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) \S /s, '')
      .split(' ', 1)[0],
  )

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return parentOf(pid) === parent
      } catch {
        return false
      }
    })
}

/** A meter for this server and the PostgreSQL behind `client`, which runs on the same machine. */
export async function cpuMeter(serverPid: number, client: pg.ClientBase): Promise<CpuMeter> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]!.pid)
  // What a process had used when it was last seen stays counted after its end.
  const seen = new Map<number, number>()
  const used = (pids: readonly number[]) => {
    for (const pid of pids) {
      const now = milliseconds(pid)
      if (now !== undefined) seen.set(pid, now)
    }
  }
  return () => {
    used([serverPid, postmaster, ...childrenOf(postmaster)])
    const server = seen.get(serverPid) ?? 0
    return { server, postgres: [...seen.values()].reduce((sum, one) => sum + one, 0) - server }
  }
}

/** The same, with this process in the place of the server: what a plain client and PostgreSQL use. What looking costs is not the client's. */
export function asPlainClient(meter: CpuMeter): CpuMeter {
  let looking = 0
  const used = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  return () => {
    const before = used()
    const { postgres } = meter()
    const after = used()
    looking += after - before
    return { server: after - looking, postgres }
  }
}
