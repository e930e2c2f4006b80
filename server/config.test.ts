import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { CannotStart } from '#server/db/cannot-start.ts'

const app = 'postgres://bencao_app:geheim@db.example/bencao'

test('an empty environment is enough: port 3000 on this machine, embedded database, demo data', () => {
  const config = readConfig({})
  assert.deepEqual(
    { port: config.port, host: config.host, demo: config.demo, database: config.database, trustProxy: config.trustProxy },
    { port: 3000, host: 'localhost', demo: true, database: undefined, trustProxy: [] },
  )
})

test('production makes no demo data, and says no when asked to', () => {
  assert.equal(readConfig({ NODE_ENV: 'production' }).demo, false)
  assert.throws(() => readConfig({ NODE_ENV: 'production', BENCAO_DEMO: '1' }), CannotStart)
})

test('the server connects as bencao_app and as no other role, for which row-level security might not hold', () => {
  assert.equal(readConfig({ DATABASE_URL: app }).database?.appUrl, app)
  assert.throws(() => readConfig({ DATABASE_URL: app.replace('bencao_app', 'postgres') }), /DATABASE_URL/)
})

test('every wrong variable is named, and no value is said, since there may be a password in it', () => {
  assert.throws(
    () => readConfig({ PORT: '99999', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://root:geheim@db/x' }),
    (error: unknown) =>
      error instanceof CannotStart &&
      ['PORT', 'LOG_LEVEL', 'DATABASE_URL'].every((name) => error.message.includes(name)) &&
      !error.message.includes('geheim'),
  )
})

test('a token for the figures is long enough not to be guessed', () => {
  assert.equal(readConfig({}).metricsToken, undefined)
  assert.equal(readConfig({ METRICS_TOKEN: 'a-token-of-24-characters' }).metricsToken, 'a-token-of-24-characters')
  assert.throws(() => readConfig({ METRICS_TOKEN: 'short' }), /METRICS_TOKEN/)
})

test('proxies are believed by address only', () => {
  assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16' }).trustProxy, ['10.0.0.1', '10.1.0.0/16'])
})
