import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { present } from '#contract/kernel/certain.ts'
import { routesOf } from '#server/app.ts'
import type { Filled } from '#server/test/fill/factory.ts'
import { knownIn } from '#server/test/plans/walk.ts'
import { walkReads } from '#server/test/plans/walk-reads.ts'
import { testInstallation } from '#server/test/world.ts'
import { demoPassword, Refused, handingIn, requestOf, type Person } from '#server/demo/person.ts'
import { realTime } from '#server/demo/told-time.ts'
import { root, serverCommand } from '../scripts/ready.mjs'

/** The master key of the benched server: always the same, so that the codes of a database that was kept can be read in the next run. */
export const masterKey = createHash('sha256').update('bencao bench').digest()

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string; bytes: number }
export type Call = { method: string; url: string; payload?: unknown; headers?: Record<string, string> }

/** The real server, listening, in a process of its own. */
export type Serving = {
  url: string
  pid: number
  send: (call: Call) => Promise<Answer>
  as: (userName: string) => Promise<Person>
  /** How many messages it has sent to the database so far. */
  messages: () => Promise<number>
  stop: () => Promise<void>
}

/**
 * Starts the server of this checkout on a database that exists already and waits until it is ready. `before` is another checkout with the same migrations: its
 * server brings the database of `adminUrl` to its own definitions first.
 */
export async function startServer(appUrl: string, before?: { checkout: string; adminUrl: string }): Promise<Serving> {
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), 'bencao-bench-'))
  const child = spawn(
    process.execPath,
    serverCommand
      .toSpliced(-1, 0, '--import', join(root, 'bench', 'count-messages.ts'))
      .map((part) => (before === undefined ? part : part.replace(root, before.checkout))),
    {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: appUrl,
        ...(before && { DATABASE_ADMIN_URL: before.adminUrl }),
        PORT: String(port),
        BENCAO_DATA: data,
        BENCAO_MASTER_KEY: masterKey.toString('hex'),
        BENCAO_ARGON2_KIB: process.env['BENCAO_ARGON2_KIB'],
      },
      // The log is written as ever, to nowhere.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  process.once('exit', () => child.kill('SIGKILL')) // also when this program fails
  const url = `http://localhost:${port}`
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const send = ({ method, url: path, payload, headers = {} }: Call) =>
    new Promise<Answer>((done, fail) => {
      const body = payload === undefined ? undefined : JSON.stringify(payload)
      const asked = request(
        `${url}${path}`,
        {
          method,
          agent,
          headers: {
            'user-agent': 'bench',
            ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const whole = Buffer.concat(chunks)
            done({ status: response.statusCode!, headers: response.headers, body: whole.toString(), bytes: whole.length })
          })
        },
      )
      asked.on('error', fail)
      asked.end(body)
    })
  for (let attempt = 0; ; attempt++) {
    const ready = await send({ method: 'GET', url: '/readyz' }).catch(() => undefined)
    if (ready?.status === 200) break
    if (attempt > 300 || child.exitCode !== null) throw new Error('the server does not start')
    await new Promise((later) => setTimeout(later, 100))
  }
  const people = new Map<string, Promise<Person>>()
  return {
    url,
    pid: child.pid!,
    send,
    as(userName) {
      const person = people.get(userName) ?? signIn(send, userName)
      people.set(userName, person)
      return person
    },
    messages() {
      const told = new Promise<number>((done) => child.once('message', (count) => done(Number(count))))
      child.send('how many')
      return told
    },
    async stop() {
      const ended = new Promise((done) => child.once('close', done))
      agent.destroy()
      child.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Asks for everything once: each list in each order and with each filter, what it leads to, choices, figures, files. */
export async function askForEverything({ as, send }: Serving, filled: Filled): Promise<void> {
  const { cookie } = await as('admin')
  const endpoints = routesOf(testInstallation).map(({ endpoint }) => endpoint)
  const known = { ...knownIn(filled), countedLot: present(filled.raws[0]) }
  const { broken } = await walkReads(endpoints, known, (_what, request) => send({ ...request, headers: { cookie } }))
  if (broken.length > 0) throw new Error(`not answered: ${broken.join(', ')}`)
}

/** Reads an answer as it comes and keeps nothing of it but the number of its lines. */
export const streamed = (url: string, headers: Record<string, string>) =>
  new Promise<{ lines: number }>((done, fail) => {
    const asked = request(url, { headers }, (response) => {
      let lines = 0
      response.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
      })
      response.on('end', () => (response.statusCode === 200 ? done({ lines }) : fail(new Error(`${url}: ${response.statusCode}`))))
    })
    asked.on('error', fail)
    asked.end()
  })

async function signIn(send: Serving['send'], userName: string): Promise<Person> {
  const entered = await send({ method: 'POST', url: '/api/session', payload: { userName, password: demoPassword } })
  if (entered.status !== 200) throw new Refused(`sign in ${userName}`, entered.status, JSON.parse(entered.body))
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!
  return {
    userName,
    cookie,
    time: realTime,
    async hand(endpoint, input, content) {
      const { headers, ...call } = handingIn(endpoint, input)
      const answer = await send({ ...call, payload: content, headers: { cookie, ...headers } })
      if (answer.status >= 300) throw new Refused(`${userName} POST ${call.url}`, answer.status, JSON.parse(answer.body))
      return JSON.parse(answer.body)
    },
    async ask(endpoint, input, headers = {}) {
      const call = requestOf(endpoint, input)
      const answer = await send({
        ...call,
        headers: { cookie, ...(call.method === 'GET' ? {} : { 'idempotency-key': randomUUID() }), ...headers },
      })
      if (answer.status >= 300) throw new Refused(`${userName} ${call.method} ${call.url}`, answer.status, JSON.parse(answer.body))
      return endpoint.file === undefined ? JSON.parse(answer.body) : answer.body
    },
  }
}

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer()
    probe.listen(0, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
