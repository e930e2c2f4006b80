import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'

const inspector = 'http://127.0.0.1:9229/json/list'
/** Microseconds between two looks. */
const interval = 200

/**
 * Leaves in `file` where the time of a server goes while `work` is done: a CPU profile, which the tools of a browser open. Only one process at a time can
 * be looked into, since each listens at the same port when it is asked to; where another one does already, this throws.
 */
export async function profiled(pid: number, file: string, work: () => Promise<unknown>): Promise<void> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await addressOf())
  const closed = new Promise((done) => socket.addEventListener('close', done, { once: true }))
  await new Promise((open, fail) => {
    socket.addEventListener('open', open, { once: true })
    socket.addEventListener('error', () => fail(new Error('the server cannot be looked into')), { once: true })
  })
  let asked = 0
  const send = <Result>(method: string, params: object = {}): Promise<Result> => {
    const id = ++asked
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const listen = ({ data }: MessageEvent) => {
      const { id: answered, result, error } = JSON.parse(String(data))
      if (answered !== id) return
      socket.removeEventListener('message', listen)
      if (error === undefined) resolve(result)
      else reject(new Error(`${method}: ${error.message}`))
    }
    socket.addEventListener('message', listen)
    socket.send(JSON.stringify({ id, method, params }))
    return promise
  }
  const { result } = await send<{ result: { value: number } }>('Runtime.evaluate', { expression: 'process.pid', returnByValue: true })
  if (result.value !== pid) throw new Error('another process listens where a server is looked into')
  try {
    await send('Profiler.enable')
    await send('Profiler.setSamplingInterval', { interval })
    await send('Profiler.start')
    await work()
    const { profile } = await send<{ profile: object }>('Profiler.stop')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(profile))
  } finally {
    // So that the next server can listen. It does not answer any more.
    void send('Runtime.evaluate', { expression: "setTimeout(() => process.getBuiltinModule('node:inspector').close())" })
    await closed
  }
}

/** Where the process that was asked to listen does so. */
async function addressOf(): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    await pass(100)
    const listed = await fetch(inspector).catch(() => undefined)
    const targets: { webSocketDebuggerUrl: string }[] = listed?.ok ? await listed.json() : []
    const [target] = targets
    if (target !== undefined) return target.webSocketDebuggerUrl
  }
  throw new Error('the server cannot be looked into')
}
