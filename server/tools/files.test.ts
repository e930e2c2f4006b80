import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { clearIncoming, openFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'bencao-files-'))
after(() => rmSync(folder, { recursive: true }))

test('a connection that breaks off leaves nothing behind', async () => {
  const files = openFiles(folder)
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('half')
      throw new Error('gone')
    })(),
  )
  await assert.rejects(files.receive(broken), /gone/)
  assert.deepEqual(readdirSync(join(folder, 'files', 'incoming')), [])
})

test('the same content is kept once, keeping it again does no harm, and a name is never a path', async () => {
  const files = openFiles(folder)
  const one = await files.receive(Readable.from(Buffer.from('same')))
  const two = await files.receive(Readable.from(Buffer.from('same')))
  await files.keep(one)
  await files.keep(one)
  await files.keep(two)
  assert.equal((await files.read(one.digest)).toString(), 'same')
  assert.equal(readdirSync(join(folder, 'files', one.digest.slice(0, 2))).length, 1)
  await assert.rejects(async () => files.read('../../secrets/master-key'), /not a digest/)
  await files.remove(one.digest)
  await assert.rejects(files.read(one.digest), { code: 'file_missing' })
})

test('what a killed server left aside goes after an hour, and not before', async () => {
  const incoming = join(folder, 'files', 'incoming')
  mkdirSync(incoming, { recursive: true })
  for (const [name, ago] of [
    ['old', 7_200],
    ['new', 60],
  ] as const) {
    writeFileSync(join(incoming, name), 'x')
    utimesSync(join(incoming, name), new Date(), new Date(Date.now() - ago * 1000))
  }
  await clearIncoming(folder)
  assert.equal(existsSync(join(incoming, 'old')), false)
  assert.equal(existsSync(join(incoming, 'new')), true)
})

test('with an object store set, files go there signed, with their digest, and come back', async () => {
  const kept = new Map<string, Buffer>()
  const asked: { method: string; url: string; digest: unknown; authorization: string }[] = []
  // Speaks what the program needs of the S3 protocol.
  const store = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    asked.push({ method, url, digest: headers['x-amz-content-sha256'], authorization: String(headers.authorization) })
    const body = await buffer(request)
    if (method === 'PUT') kept.set(url, body)
    if (method === 'DELETE') kept.delete(url)
    const found = kept.get(url)
    response.writeHead(method === 'GET' && found === undefined ? 404 : method === 'DELETE' ? 204 : 200).end(method === 'GET' ? found : '')
  })
  await new Promise<void>((listening) => store.listen(0, '127.0.0.1', listening))
  after(() => store.close())
  const files = openFiles(folder, {
    endpoint: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    bucket: 'herbs',
    region: 'cn-east',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    prefix: 'bencao/',
  })
  const content = Buffer.from('in a bucket')
  const file = await files.receive(Readable.from(content))
  assert.equal(file.digest, createHash('sha256').update(content).digest('hex'))
  await files.keep(file)
  await files.drop(file)
  assert.deepEqual(await files.read(file.digest), content)
  for (const [url] of kept) kept.set(url, Buffer.from('another one'))
  await assert.rejects(files.read(file.digest), { code: 'file_damaged' })
  await files.remove(file.digest)
  await assert.rejects(files.read(file.digest), { code: 'file_missing' })
  assert.equal(asked[0]!.url, `/herbs/bencao/${file.digest.slice(0, 2)}/${file.digest.slice(2)}`)
  assert.equal(asked[0]!.digest, file.digest)
  assert.match(asked[0]!.authorization, /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/cn-east\/s3\//)
  store.closeAllConnections()
})
