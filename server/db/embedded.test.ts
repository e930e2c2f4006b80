import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import pg from 'pg'
import { CannotStart } from './cannot-start.ts'
import { startDatabase } from './embedded.ts'
import { processStart } from './process-identity.ts'

const isRoot = process.getuid?.() === 0
const isLinux = process.platform === 'linux'
const home = mkdtempSync(join(tmpdir(), 'bencao-embedded-'))
chmodSync(home, 0o711)
after(() => rmSync(home, { recursive: true, force: true }))

// One cluster is made once; each test that may harm it works on a copy.
const folder = join(home, 'data')
const copyOfData = (name: string) => {
  const copy = join(home, name)
  cpSync(folder, copy, { recursive: true })
  chmodSync(join(copy, 'postgres'), 0o755) // as a careless copy leaves it
  return copy
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts a database that is stopped at the latest when the test ends. */
async function start(t: TestContext, data: string, log?: (line: string) => void) {
  const database = await startDatabase(log ? { folder: data, log } : { folder: data })
  t.after(() => database.stop())
  return database
}

const postmasterOf = (data: string) => Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .filter((name) => !/postgres\.log|postmaster\.pid/.test(name)) // traces of the attempt
    .map((name) => ({ name, size: statSync(join(path, name)).size }))

test('the first start makes a durable cluster that only this machine reaches, with a password', async (t) => {
  process.env['BENCAO_TEST_SECRET'] = 'not for postgres'
  const { adminUrl, stop } = await start(t, folder)
  try {
    const settings = await query<{ name: string; setting: string }>(adminUrl, 'select name, setting from pg_settings')
    const setting = (name: string) => settings.find((row) => row.name === name)?.setting
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']) assert.equal(setting(name), 'on', name)
    assert.equal(setting('listen_addresses'), '127.0.0.1')
    assert.equal(setting('unix_socket_directories'), '')
    assert.equal(setting('TimeZone'), 'UTC')
    assert.notEqual(setting('port'), '5432')
    const methods = await query<{ auth_method: string }>(adminUrl, 'select distinct auth_method from pg_hba_file_rules')
    assert.deepEqual(methods, [{ auth_method: 'scram-sha-256' }])
    const [locale] = await query(
      adminUrl,
      'select datlocprovider, datlocale, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()',
    )
    assert.deepEqual(locale, { datlocprovider: 'b', datlocale: 'C.UTF-8', encoding: 'UTF8' })
    await query(adminUrl, 'create table kept (what text)')
    await query(adminUrl, `insert into kept values ('当归')`)
    if (isLinux) assert.ok(!readFileSync(`/proc/${postmasterOf(folder)}/environ`, 'utf8').includes('not for postgres'))
  } finally {
    delete process.env['BENCAO_TEST_SECRET']
    await stop()
  }
  for (const name of readdirSync(join(folder, 'secrets'))) assert.equal(statSync(join(folder, 'secrets', name)).mode & 0o777, 0o600, name)
  assert.equal(statSync(join(folder, 'postgres')).mode & 0o777, 0o700)
})

test('the second start finds the rows of the first, also in a plain copy of the folder', async (t) => {
  for (const data of [folder, copyOfData('copied')]) {
    const { adminUrl, stop } = await start(t, data)
    assert.deepEqual(await query(adminUrl, 'select what from kept'), [{ what: '当归' }])
    await stop()
  }
})

test('two servers cannot share one data folder, and the first continues unharmed', async (t) => {
  const first = await start(t, folder)
  await assert.rejects(
    startDatabase({ folder }),
    (error: unknown) => error instanceof CannotStart && error.message.includes(String(process.pid)),
  )
  assert.deepEqual(await query(first.adminUrl, 'select what from kept'), [{ what: '当归' }])
  await first.stop()
})

test('after kill -9 of the server the next start stops the PostgreSQL left behind and loses nothing', async (t) => {
  const program = `
    import pg from 'pg'
    import { startDatabase } from './server/db/embedded.ts'
    const { adminUrl } = await startDatabase({ folder: ${JSON.stringify(folder)} })
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    await client.query("insert into kept values ('黄芪')")
    console.log('written')
    await client.query('select pg_sleep(60)')`
  const server = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(server.stdout, 'data')
  const leftBehind = postmasterOf(folder)
  server.kill('SIGKILL')
  await once(server, 'close')
  assert.notEqual(processStart(leftBehind), undefined, 'PostgreSQL outlived its server')

  const said: string[] = []
  const { adminUrl, stop } = await start(t, folder, (line) => said.push(line))
  assert.ok(
    said.some((line) => line.includes(String(leftBehind))),
    said.join(),
  )
  assert.equal(processStart(leftBehind), undefined)
  assert.deepEqual(await query(adminUrl, 'select what from kept order by 1'), [{ what: '当归' }, { what: '黄芪' }])
  await stop()
})

test('a PostgreSQL that dies is started again, at the same address', async (t) => {
  const { adminUrl, stop } = await start(t, folder)
  const before = postmasterOf(folder)
  process.kill(before, 'SIGKILL')
  const end = Date.now() + 10_000
  let rows: object[] = []
  while (rows.length === 0 && Date.now() < end) rows = await query(adminUrl, `select what from kept where what = '当归'`).catch(() => [])
  assert.equal(rows.length, 1)
  assert.notEqual(postmasterOf(folder), before)
  await stop()
})

test('a pid file and a lock whose numbers now belong to other processes are no obstacle', async (t) => {
  const data = copyOfData('reused')
  writeFileSync(join(data, 'postgres', 'postmaster.pid'), `${process.pid}\n${join(data, 'postgres')}\n1\n5433\n\n127.0.0.1\n\nready\n`)
  writeFileSync(join(data, 'server.lock'), JSON.stringify({ pid: process.ppid, start: 'another life' }))
  const { stop } = await start(t, data)
  await stop()
  assert.ok(!existsSync(join(data, 'server.lock')))
})

test('a shell whose folder is the data folder is not stopped', { skip: !isLinux }, async (t) => {
  const data = copyOfData('visited')
  const visitor = spawn('sleep', ['60'], { cwd: join(data, 'postgres') })
  t.after(() => visitor.kill())
  const { stop } = await start(t, data)
  await stop()
  assert.equal(visitor.signalCode, null)
})

test('a first start that was killed half-way is begun anew', async (t) => {
  const data = join(home, 'half')
  mkdirSync(join(data, 'postgres.unfinished', 'base'), { recursive: true })
  chmodSync(data, 0o711)
  const { stop } = await start(t, data)
  await stop()
  assert.deepEqual(readdirSync(data).sort(), ['postgres', 'postgres-port', 'postgres.log', 'secrets'])
})

test('a taken port is left to its owner, and the new one is remembered', async (t) => {
  const data = copyOfData('busy')
  const owner = createServer()
  t.after(() => owner.close())
  owner.listen(Number(readFileSync(join(data, 'postgres-port'), 'utf8')), '127.0.0.1')
  await once(owner, 'listening')
  const first = await start(t, data)
  await first.stop()
  owner.close()
  const second = await start(t, data)
  await second.stop()
  assert.equal(second.adminUrl, first.adminUrl)
})

const damages: [string, (data: string) => void, RegExp][] = [
  ['PG_VERSION is missing', (data) => rmSync(join(data, 'postgres', 'PG_VERSION')), /不完整，缺少 PG_VERSION/],
  [
    'the cluster folder is empty',
    (data) => (rmSync(join(data, 'postgres'), { recursive: true }), mkdirSync(join(data, 'postgres'))),
    /不完整/,
  ],
  [
    'the control file is cut short',
    (data) => writeFileSync(join(data, 'postgres', 'global', 'pg_control'), 'x'),
    /没有启动成功[^]*pg_control/,
  ],
  ['it was made by another version', (data) => writeFileSync(join(data, 'postgres', 'PG_VERSION'), '17\n'), /PostgreSQL 17/],
  ['the password is missing', (data) => rmSync(join(data, 'secrets', 'postgres-superuser')), /口令文件/],
  [
    'the remembered place is empty',
    (data) => (renameSync(join(data, 'postgres'), join(data, 'moved')), writeFileSync(join(data, 'postgres-place'), '/nowhere/postgres\n')),
    /\/nowhere\/postgres/,
  ],
]
for (const [what, damage, sentence] of damages) {
  test(`a damaged data folder is refused in words and left as it was: ${what}`, async () => {
    const data = copyOfData('damaged')
    damage(data)
    const before = filesBelow(data)
    await assert.rejects(startDatabase({ folder: data }), (error: unknown) => error instanceof CannotStart && sentence.test(error.message))
    assert.deepEqual(filesBelow(data), before)
    rmSync(data, { recursive: true })
  })
}

test('a folder that cannot be written is refused in words', async () => {
  const file = join(home, 'a-file')
  writeFileSync(file, '')
  await assert.rejects(
    startDatabase({ folder: join(file, 'data') }),
    (error: unknown) => error instanceof CannotStart && error.message.includes('不能写入'),
  )
})

test(
  'started by root below a folder only root may enter, the cluster lies where the database user can reach it',
  { skip: !isRoot },
  async (t) => {
    const closed = join(home, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const data = join(closed, 'data')
    const said: string[] = []
    for (const isFirst of [true, false]) {
      const database = await start(t, data, (line) => said.push(line))
      if (isFirst) await query(database.adminUrl, 'create table kept_elsewhere ()')
      else await query(database.adminUrl, 'select from kept_elsewhere')
      await database.stop()
    }
    const place = readFileSync(join(data, 'postgres-place'), 'utf8').trim()
    assert.ok(
      said.some((line) => line.includes(dirname(place))),
      said.join(),
    )
    assert.notEqual(statSync(place).uid, 0)
    rmSync(dirname(place), { recursive: true })
  },
)
