import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'

const inspector = 'http://127.0.0.1:9229/json/list'
/** Microseconds between two looks. */
const interval = 200

/**
 * Leaves in `file` where the time of a server goes while `work` is done: a CPU profile, which the tools of a browser open. Only one server at a time can
 * be looked into, since each listens at the same port when it is asked to.
 */
export async function profiled(pid: number, file: string, work: () => Promise<unknown>): Promise<void> {
  process.kill(pid, 'SIGUSR1')
  let address: string | undefined
  for (let attempt = 0; address === undefined && attempt < 50; attempt++) {
    await pass(100)
    const listed = await fetch(inspector).catch(() => undefined)
    const targets: { webSocketDebuggerUrl: string }[] = listed?.ok ? await listed.json() : []
    address = targets[0]?.webSocketDebuggerUrl
  }
  if (address === undefined) throw new Error('the server cannot be looked into')
  const socket = new WebSocket(address)
  await new Promise((open) => socket.addEventListener('open', open, { once: true }))
  let asked = 0
  const send = (method: string, params: object = {}) => {
    const id = ++asked
    const answer = new Promise<unknown>((done) => {
      const listen = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data))
        if (message.id !== id) return
        socket.removeEventListener('message', listen)
        done(message.result)
      }
      socket.addEventListener('message', listen)
    })
    socket.send(JSON.stringify({ id, method, params }))
    return answer
  }
  await send('Profiler.enable')
  await send('Profiler.setSamplingInterval', { interval })
  await send('Profiler.start')
  await work()
  const { profile } = (await send('Profiler.stop')) as { profile: object }
  // So that the next server can listen. It says nothing any more, nor does it let this connection live.
  void send('Runtime.evaluate', { expression: "setTimeout(() => process.getBuiltinModule('node:inspector').close())" })
  await new Promise((closed) => socket.addEventListener('close', closed, { once: true }))
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, JSON.stringify(profile))
}
