import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import { keyFingerprint, masterKey, SecretProblem } from './secrets.ts'

const root = mkdtempSync(join(tmpdir(), 'bencao-secrets-'))
after(() => rmSync(root, { recursive: true }))
let data = ''
beforeEach(() => {
  data = mkdtempSync(join(root, 'data-'))
})

const file = () => join(data, 'secrets', 'master-key')
function keep(text: string, mode = 0o600) {
  mkdirSync(join(data, 'secrets'), { recursive: true })
  writeFileSync(file(), text)
  chmodSync(file(), mode)
}

test('the first start makes a key that only its owner can read, and the second start finds it', () => {
  const key = masterKey(data, {})
  assert.equal(key.length, 32)
  assert.equal(statSync(file()).mode & 0o777, 0o600)
  assert.equal(statSync(join(data, 'secrets')).mode & 0o777, 0o700)
  assert.deepEqual(readdirSync(join(data, 'secrets')), ['master-key'], 'no draft is left behind')
  assert.ok(masterKey(data, {}).equals(key))
})

test('two installations have different keys', () => {
  const other = mkdtempSync(join(root, 'data-'))
  assert.ok(!masterKey(data, {}).equals(masterKey(other, {})))
})

test('processes that start at once agree on one key', async () => {
  const program = `import { masterKey } from ${JSON.stringify(new URL('./secrets.ts', import.meta.url).href)}; process.stdout.write(masterKey(${JSON.stringify(data)}, {}).toString('hex'))`
  const starts = await Promise.all(
    Array.from({ length: 6 }, () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])),
  )
  assert.equal(new Set(starts.map(({ stdout }) => stdout)).size, 1)
  assert.equal(starts[0]!.stdout, readFileSync(file(), 'utf8').trim())
})

test('the environment may give the key, as hexadecimal or base64', () => {
  const key = randomBytes(32)
  for (const text of [
    key.toString('hex'),
    key.toString('hex').toUpperCase(),
    key.toString('base64'),
    key.toString('base64url'),
    ` ${key.toString('hex')}\n`,
  ])
    assert.ok(masterKey(data, { BENCAO_MASTER_KEY: text }).equals(key), text)
  assert.deepEqual(readdirSync(data), [], 'and is not written to disk')
})

test('a malformed or feeble key is refused, and no other put in its place', () => {
  const feeble = [
    '',
    ' ',
    'changeme',
    'x'.repeat(64),
    '0'.repeat(64),
    'ab'.repeat(32),
    randomBytes(31).toString('hex'),
    randomBytes(33).toString('base64'),
    `${randomBytes(32).toString('hex')}00`,
  ]
  for (const text of feeble) {
    assert.throws(() => masterKey(data, { BENCAO_MASTER_KEY: text }), SecretProblem, text)
    keep(text)
    assert.throws(() => masterKey(data, {}), SecretProblem, text)
    assert.equal(readFileSync(file(), 'utf8'), text, 'the file is left as it was')
  }
})

test('a key file that others can read is refused', () => {
  keep(randomBytes(32).toString('hex'), 0o644)
  assert.throws(() => masterKey(data, {}), /chmod 600/)
})

test('an environment that contradicts the file is refused, one that agrees is not', () => {
  const key = masterKey(data, {})
  assert.throws(() => masterKey(data, { BENCAO_MASTER_KEY: randomBytes(32).toString('hex') }), /不一致/)
  assert.ok(masterKey(data, { BENCAO_MASTER_KEY: key.toString('hex') }).equals(key))
})

test('the sentence of a refusal does not give the key away', () => {
  const text = `${randomBytes(32).toString('hex')}ff`
  assert.throws(
    () => masterKey(data, { BENCAO_MASTER_KEY: text }),
    (error: Error) => !error.message.includes(text.slice(0, 8)),
  )
})

test('a fingerprint names a key without giving it away', () => {
  const key = masterKey(data, {})
  assert.match(keyFingerprint(key), /^[0-9a-f]{16}$/)
  assert.equal(keyFingerprint(key), keyFingerprint(Buffer.from(key)))
  assert.notEqual(keyFingerprint(key), keyFingerprint(randomBytes(32)))
  assert.ok(!key.toString('hex').includes(keyFingerprint(key)))
})
