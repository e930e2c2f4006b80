import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import pg from 'pg'
import { testDatabase } from '#server/test/database.ts'

const database = await testDatabase()
const admin = new pg.Client({ connectionString: database.adminUrl })
await admin.connect()
const data = mkdtempSync(join(tmpdir(), 'bencao-main-'))
after(async () => {
  await admin.end()
  await database.drop()
  rmSync(data, { recursive: true })
})

/** The program as a person starts it, over a migrated and empty database. */
function startProgram(t: TestContext, settings: Record<string, string> = {}) {
  const program = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      BENCAO_DEMO: '0',
      BENCAO_DATA: data,
      DATABASE_URL: database.appUrl,
      DATABASE_ADMIN_URL: database.adminUrl,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => program.kill('SIGKILL'))
  const said = { text: '' }
  const ended = once(program, 'close').then(([code]) => code as number | null)
  const waitFor = async (pattern: RegExp) => {
    for await (const chunk of program.stdout) {
      said.text += String(chunk)
      const match = pattern.exec(said.text)
      if (match) return match[1] ?? match[0]
    }
    throw new Error(`the program ended without ${pattern}: ${said.text}`)
  }
  program.stderr.on('data', (chunk) => (said.text += String(chunk)))
  return { program, said, ended, address: () => waitFor(/打开 +(http:\S+)/) }
}

const signIn = (address: string, password: string) =>
  fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ userName: 'admin', password }),
  })

test('the first start makes admin with a one-time password, which opens the door once it is shown and is not shown again', async (t) => {
  const first = startProgram(t)
  const address = await first.address()
  const password = /admin \/ (\S+)/.exec(first.said.text)?.[1]
  assert.ok(password)
  assert.equal((await signIn(address, password)).status, 200)
  first.program.kill('SIGTERM')
  assert.equal(await first.ended, 0)

  const second = startProgram(t)
  await second.address()
  assert.ok(!second.said.text.includes('admin /'))
  second.program.kill('SIGTERM')
  assert.equal(await second.ended, 0)
})

test('a one-time password that ran out unused is replaced at the next start', async (t) => {
  await admin.query(
    `select set_config('app.enterprise', (select id::text from enterprise), false), set_config('app.actor', 'test', false), set_config('app.request', 'test', false)`,
  )
  await admin.query(`update account set one_time_until = now() - interval '1 minute'`)
  const { program, said, ended, address } = startProgram(t)
  const open = await address()
  const password = /admin \/ (\S+)/.exec(said.text)?.[1]
  assert.ok(password)
  assert.equal((await signIn(open, password)).status, 200)
  program.kill('SIGTERM')
  assert.equal(await ended, 0)
})

test('asked to stop, the server answers what is in flight and takes nothing new', async (t) => {
  const { program, ended, address } = startProgram(t)
  const open = await address()
  await admin.query('begin')
  await admin.query('lock table throttle in access exclusive mode') // signing in counts its attempts there
  const inFlight = signIn(open, 'not the password')
  for (;;) {
    const { rowCount } = await admin.query(`select from pg_locks where relation = 'throttle'::regclass and not granted`)
    if (rowCount !== 0) break
  }
  program.kill('SIGTERM')
  for (;;) {
    const refused = await fetch(`${open}/healthz`).then(
      (response) => response.status === 503,
      () => true,
    )
    if (refused) break
  }
  await admin.query('commit')
  assert.equal((await inFlight).status, 401)
  assert.equal(await ended, 0)
})

test('a port in use is said in one sentence', async (t) => {
  const owner = createServer().listen(0, 'localhost')
  t.after(() => owner.close())
  await once(owner, 'listening')
  const address = owner.address()
  assert.ok(typeof address === 'object' && address !== null)
  const { said, ended, program } = startProgram(t, { PORT: String(address.port) })
  program.stdout.resume()
  assert.equal(await ended, 1)
  assert.match(said.text, new RegExp(`端口 ${address.port} 已被另一个程序占用`))
  assert.doesNotMatch(said.text, /\.ts:\d+/, 'no stack')
})
