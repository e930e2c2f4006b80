import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { TOTP } from 'otpauth'
import { accountApi } from '#contract/people/account.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { secondFactorApi } from '#contract/people/second-factor.ts'
import { userApi } from '#contract/people/user.ts'
import { demoPassword, signIn, type Person } from '#server/demo/person.ts'
import { sealSecret, stepOf } from '#kernel/second-factor.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, testInstallation } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())

/** What the authenticator shows now, or `steps` half minutes later. */
const shown = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
/** As if the codes shown so far had never been used, so that no test waits half a minute. */
const forgetCodes = () => world.admin.query(`update second_factor set last_step = 0`)

/** Somebody with a second factor: their secret and recovery codes. */
async function withFactor(userName: string) {
  const person = await signIn(world.app, userName)
  const { secret, uri } = await person.ask(secondFactorApi.begin, { password: demoPassword })
  const { recoveryCodes } = await person.ask(secondFactorApi.confirm, { code: shown(secret) })
  await forgetCodes()
  return { person, secret, uri, recoveryCodes }
}
const idOf = async (userName: string) => (await (await world.as('admin')).ask(userApi.list, { q: userName })).rows[0]!.id
const eventsOf = async (userName: string) =>
  (await (await world.as('admin')).ask(userApi.read, { id: await idOf(userName) })).events.map((one) => one.event)

test('the codes are those of RFC 6238, one step early or late', () => {
  const key = testInstallation.masterKey
  const box = sealSecret(key, 'a', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') // "12345678901234567890", appendix B
  const at = (second: number, code: string) => stepOf(key, 'a', box, code, second * 1000)
  assert.equal(at(59, '287082'), 1)
  assert.equal(at(1111111109, '081804'), 37037036)
  assert.equal(at(20000000000, '353130'), 666666666)
  assert.equal(at(89, '287082'), 1, 'one late')
  assert.equal(at(29, '287082'), 1, 'one early')
  assert.equal(at(91, '287082'), undefined)
  assert.equal(stepOf(key, 'b', box, '287082', 59_000), undefined, 'in another account’s row it opens nothing')
  assert.equal(stepOf(key.map((byte) => byte ^ 1), 'a', box, '287082', 59_000), undefined) // prettier-ignore
})

test('a person who has set it up is asked for a code, in a second step; no session until then', async () => {
  const { uri, secret } = await withFactor('caigou')
  assert.match(uri, /^otpauth:\/\/totp\/.*caigou\?.*secret=/)
  const first = await world.app.inject({ method: 'POST', url: '/api/session', payload: { userName: 'caigou', password: demoPassword } })
  assert.deepEqual([first.statusCode, first.json().code, first.headers['set-cookie']], [401, 'second_factor_required', undefined])
  const person = await signIn(world.app, 'caigou', demoPassword, shown(secret))
  await person.ask(purchaseApi.list, {})
  const own = await person.ask(secondFactorApi.read, {})
  assert.ok(own.since !== null)
  assert.equal(own.recoveryLeft, 10)
  assert.ok((await eventsOf('caigou')).includes('second_factor_on'))
})

test('a wrong password is refused before any code, and the right code does not help it', async () => {
  const { secret } = await withFactor('quyang')
  await refused(signIn(world.app, 'quyang', 'falsch-falsch', shown(secret)), 'wrong_credentials')
  await signIn(world.app, 'quyang', demoPassword, shown(secret))
})

test('no code is taken twice, nor one before it, even by two at the same moment', async () => {
  const { secret } = await withFactor('jianyan')
  const code = shown(secret)
  const ends = await Promise.allSettled([
    signIn(world.app, 'jianyan', demoPassword, code),
    signIn(world.app, 'jianyan', demoPassword, code),
  ])
  assert.equal(ends.filter((end) => end.status === 'fulfilled').length, 1)
  await refused(signIn(world.app, 'jianyan', demoPassword, code), 'wrong_code')
  await signIn(world.app, 'jianyan', demoPassword, shown(secret, 1))
  await refused(signIn(world.app, 'jianyan', demoPassword, shown(secret, 0)), 'wrong_code')
})

test('a recovery code opens once', async () => {
  const { recoveryCodes, person } = await withFactor('fuhe')
  assert.equal(new Set(recoveryCodes).size, 10)
  await signIn(world.app, 'fuhe', demoPassword, ` ${recoveryCodes[3]!.toUpperCase()} `)
  await refused(signIn(world.app, 'fuhe', demoPassword, recoveryCodes[3]), 'wrong_code')
  assert.equal((await person.ask(secondFactorApi.read, {})).recoveryLeft, 9)
  assert.ok((await eventsOf('fuhe')).includes('recovery_code_used'))
})

test('guessing codes locks like guessing passwords, and an administrator unlocks', async () => {
  const { secret } = await withFactor('cangku')
  const wrong = String((Number(shown(secret)) + 500_000) % 1_000_000).padStart(6, '0')
  for (let guess = 0; guess < 10; guess++) await refused(signIn(world.app, 'cangku', demoPassword, wrong), 'wrong_code')
  await refused(signIn(world.app, 'cangku', demoPassword, shown(secret)), 'too_many_attempts')
  const admin = await world.as('admin')
  await admin.ask(userApi.unlock, { id: await idOf('cangku') })
  await signIn(world.app, 'cangku', demoPassword, shown(secret))
  assert.ok((await eventsOf('cangku')).includes('sign_in_code_failed'))
})

test('it guards nothing before a code was shown, and setting it up again needs turning it off', async () => {
  const person = await signIn(world.app, 'zhuguan')
  await refused(person.ask(secondFactorApi.confirm, { code: '123456' }), 'second_factor_off')
  await refused(person.ask(secondFactorApi.begin, { password: 'falsch' }), 'wrong_password')
  const given = await person.ask(secondFactorApi.begin, { password: demoPassword })
  await signIn(world.app, 'zhuguan')
  const wrong = String((Number(shown(given.secret)) + 500_000) % 1_000_000).padStart(6, '0')
  await refused(person.ask(secondFactorApi.confirm, { code: wrong }), 'wrong_code')
  await refused(person.ask(secondFactorApi.confirm, { code: 'abc' }), 'invalid_input')
  const elsewhere = await signIn(world.app, 'zhuguan')
  await person.ask(secondFactorApi.confirm, { code: shown(given.secret) })
  await refused(elsewhere.ask(accountApi.current, {}), 'unauthenticated')
  await refused(person.ask(secondFactorApi.begin, { password: demoPassword }), 'second_factor_on')
  await refused(person.ask(secondFactorApi.confirm, { code: shown(given.secret) }), 'second_factor_on')
})

test('turning it off asks for password and code', async () => {
  const { person, secret, recoveryCodes } = await withFactor('qa')
  await refused(person.ask(secondFactorApi.turnOff, { password: 'falsch', code: shown(secret) }), 'wrong_password')
  await refused(person.ask(secondFactorApi.turnOff, { password: demoPassword, code: 'aaaaa-aaaaa' }), 'wrong_code')
  await person.ask(secondFactorApi.turnOff, { password: demoPassword, code: recoveryCodes[0]! })
  await signIn(world.app, 'qa')
  await refused(person.ask(secondFactorApi.turnOff, { password: demoPassword, code: recoveryCodes[1]! }), 'second_factor_off')
})

test('the secret and the recovery codes are shown once and are stored nowhere in clear', async () => {
  const person = await signIn(world.app, 'wuliu')
  const key = { 'idempotency-key': randomUUID() }
  const { secret } = await person.ask(secondFactorApi.begin, { password: demoPassword }, key)
  await refused(person.ask(secondFactorApi.begin, { password: demoPassword }, key), 'shown_once')
  const { recoveryCodes } = await person.ask(secondFactorApi.confirm, { code: shown(secret) })
  for (const table of ['second_factor', 'idempotent_answer', 'audit', 'security_log', 'account']) {
    const { rows } = await world.admin.query(`select from ${table} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0`, [
      secret,
      recoveryCodes[0],
    ])
    assert.equal(rows.length, 0, table)
  }
  const { rows } = await world.admin.query(`select from audit where table_name = 'second_factor'`)
  assert.equal(rows.length, 0)
})

test('an administrator takes a lost one away with a reason; the person gets a message, and nobody takes away their own', async () => {
  const { person } = await withFactor('xiaoshou')
  const admin = await world.as('admin')
  const id = await idOf('xiaoshou')
  assert.equal((await admin.ask(userApi.removeSecondFactor, { id, reason: '手机遗失' })).secondFactor, false)
  await refused(person.ask(accountApi.current, {}), 'unauthenticated')
  const again = await signIn(world.app, 'xiaoshou')
  assert.match((await again.ask(accountApi.notifications, {})).rows[0]!.title, /两步验证已被解除/)
  await refused(admin.ask(userApi.removeSecondFactor, { id, reason: '再来' }), 'second_factor_off')
  await refused(admin.ask(userApi.removeSecondFactor, { id: await idOf('admin'), reason: '自己' }), 'own_account')
  const { events } = await admin.ask(userApi.read, { id })
  const told = (event: string) => events.filter((one) => one.event === event).map(({ by, reason }) => [by, reason])
  assert.deepEqual(told('second_factor_removed'), [['陈管理', '手机遗失']])
  assert.deepEqual(told('second_factor_on'), [[null, null]])
})

test('where the enterprise asks for it, a person without one sets it up before anything else', async () => {
  const admin = await world.as('admin')
  const before = await signIn(world.app, 'baozhuang')
  const rule = await admin.ask(secondFactorApi.readRule, {})
  await admin.ask(secondFactorApi.saveRule, { ...rule, secondFactorRequired: true, reason: '公司规定' })
  try {
    const shut = async (person: Person) => {
      assert.equal((await person.ask(accountApi.current, {})).user.secondFactorDue, true)
      await refused(person.ask(accountApi.notifications, {}), 'second_factor_due')
      await refused(person.ask(accountApi.saveProfile, { name: '甲' }), 'second_factor_due')
    }
    await shut(before)
    await refused(admin.ask(userApi.list, {}), 'second_factor_due')
    const person = await signIn(world.app, 'baozhuang')
    await shut(person)
    const { secret } = await person.ask(secondFactorApi.begin, { password: demoPassword })
    await shut(person)
    await person.ask(secondFactorApi.confirm, { code: shown(secret) })
    assert.equal((await person.ask(accountApi.current, {})).user.secondFactorDue, false)
    await person.ask(accountApi.notifications, {})
    // Another enterprise decides for itself.
    assert.equal((await (await world.as('other')).ask(accountApi.current, {})).user.secondFactorDue, false)
    await refused(person.ask(secondFactorApi.saveRule, { ...rule, secondFactorRequired: false, reason: '不要' }), 'no_permission')
  } finally {
    const client = await world.as('admin')
    const { secret } = await client.ask(secondFactorApi.begin, { password: demoPassword })
    await client.ask(secondFactorApi.confirm, { code: shown(secret) })
    const now = await client.ask(secondFactorApi.readRule, {})
    await refused(
      client.ask(secondFactorApi.saveRule, { ...now, rowVersion: now.rowVersion + 1, secondFactorRequired: false, reason: 'x' }),
      'stale',
    )
    await client.ask(secondFactorApi.saveRule, { ...now, secondFactorRequired: false, reason: '试行结束' })
  }
})
