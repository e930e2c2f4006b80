import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { accountApi } from '#contract/people/account.ts'
import { userApi } from '#contract/people/user.ts'
import { secondFactorApi } from '#contract/people/second-factor.ts'
import { demoPassword, requestOf, signIn } from '#server/demo/person.ts'
import { approvedOrder, deliveryNote } from '#server/demo/purchase.ts'
import { hashPassword } from '#tools/password.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
beforeEach(() => world.admin.query('delete from throttle'))
const { as } = world

const signInWith = (userName: string, password: string, more: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  world.app.inject({ method: 'POST', url: '/api/session', payload: { userName, password, ...more }, remoteAddress })
/** How many answers had each status. */
const tally = (answers: { statusCode: number }[]) => {
  const count: Record<number, number> = {}
  for (const { statusCode } of answers) count[statusCode] = (count[statusCode] ?? 0) + 1
  return count
}
/** 400 guesses at once, of which the one at `place` is right. */
const guesses = (place: number, right: string, wrong = 'falsch-falsch') =>
  Array.from({ length: 400 }, (_, index) => (index === place ? right : wrong))

for (const place of [200, 399])
  test(`of 400 passwords at once, the right one being number ${place + 1}, ten are looked at`, async () => {
    const answers = await Promise.all(guesses(place, demoPassword).map((password) => signInWith('caigou', password)))
    assert.deepEqual(tally(answers), { 401: 10, 429: 390 })
    assert.equal((await signInWith('caigou', demoPassword)).statusCode, 429)
    assert.equal((await signInWith('cangku', demoPassword)).statusCode, 200, 'a colleague at the same address comes in')
  })

test('a name that nobody has is stopped like one that somebody has', async () => {
  const answers = await Promise.all(guesses(-1, '').map((password) => signInWith('niemand', password)))
  assert.deepEqual(tally(answers), { 401: 10, 429: 390 })
})

test('many right passwords at once all come in', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => signInWith('quyang', demoPassword)))
  assert.deepEqual(tally(answers), { 200: 40 })
})

test('a right password does not buy more guesses', async () => {
  for (let round = 0; round < 10; round++) {
    assert.equal((await signInWith('fuhe', 'falsch-falsch')).statusCode, 401)
    if (round < 9) assert.equal((await signInWith('fuhe', demoPassword)).statusCode, 200)
  }
  assert.equal((await signInWith('fuhe', demoPassword)).statusCode, 429)
})

test('whoever guesses at one name from one address leaves the person at another address in', async () => {
  for (let round = 0; round < 12; round++) await signInWith('wuliu', 'falsch-falsch', {}, '10.0.0.1')
  assert.equal((await signInWith('wuliu', demoPassword, {}, '10.0.0.1')).statusCode, 429)
  assert.equal((await signInWith('wuliu', demoPassword, {}, '10.0.0.2')).statusCode, 200)
  const from = ['10.0.0.3', '10.0.0.4', '10.0.0.5']
  const answers = await Promise.all(from.flatMap((address) => Array.from({ length: 20 }, () => signInWith('wuliu', 'falsch', {}, address))))
  assert.equal(tally(answers)[401], 20, 'no more than thirty altogether, from wherever')
})

/** The cookies that an answer sets, as a browser sends them back; `keep` says which. */
const cookiesOf = (answer: Awaited<ReturnType<typeof signInWith>>, keep = /device/) =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => elementAt(cookie.split(';'), 0))
    .filter((cookie) => keep.test(cookie))
    .join('; ')
const signInOn = (cookie: string, userName: string, password: string, remoteAddress = '10.9.0.1') =>
  world.app.inject({ method: 'POST', url: '/api/session', payload: { userName, password }, remoteAddress, headers: { cookie } })
/** Strangers in three networks and at the person's own address use up what there is of a name. */
const guessEverywhere = async (userName: string) => {
  const from = ['10.0.0.3', '10.0.1.4', '10.0.2.5', '10.9.0.1']
  const answers = await Promise.all(
    from.flatMap((address) => Array.from({ length: 12 }, () => signInWith(userName, 'falsch', {}, address))),
  )
  assert.equal(tally(answers)[401], 30)
}

test('guesses from wherever do not keep a person out of the browser in which they have signed in before', async () => {
  const device = cookiesOf(await signInWith('caigou', demoPassword))
  assert.match(device, /^bencao-device=[\w.-]+$/)
  await guessEverywhere('caigou')
  assert.equal((await signInWith('caigou', demoPassword, {}, '10.9.0.9')).statusCode, 429, 'a stranger waits')
  assert.equal((await signInOn(device, 'caigou', demoPassword)).statusCode, 200)
})

test('a known browser has tries of its own, no more than any address, and for its people alone', async () => {
  const device = cookiesOf(await signInWith('cangku', demoPassword))
  const answers = await Promise.all(guesses(-1, '').map((password) => signInOn(device, 'cangku', password)))
  assert.deepEqual(tally(answers), { 401: 10, 429: 390 })
  assert.equal((await signInOn(device, 'cangku', demoPassword)).statusCode, 429)
  assert.equal((await signInWith('cangku', demoPassword)).statusCode, 200, 'what was guessed there stops nobody elsewhere')

  await guessEverywhere('qa')
  assert.equal((await signInOn(device, 'qa', demoPassword)).statusCode, 429, 'nobody signed in as qa in this browser')
  const spoilt = device.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  await guessEverywhere('cangku')
  assert.equal((await signInOn(spoilt, 'cangku', demoPassword)).statusCode, 429, 'the cookie is not the server’s')
  for (const nonsense of ['bencao-device=', 'bencao-device=..', `bencao-device=${'a.'.repeat(3000)}`])
    assert.equal((await signInOn(nonsense, 'cangku', demoPassword)).statusCode, 429)
})

test('signing in again in a known browser buys no more guesses, and known browsers together have no more than strangers', async () => {
  let device = cookiesOf(await signInWith('fuhe', demoPassword))
  for (let round = 0; round < 10; round++) {
    assert.equal((await signInOn(device, 'fuhe', 'falsch-falsch')).statusCode, 401)
    if (round < 9) device = cookiesOf(await signInOn(device, 'fuhe', demoPassword))
  }
  assert.equal((await signInOn(device, 'fuhe', demoPassword)).statusCode, 429)
  const others = await Promise.all(Array.from({ length: 5 }, async () => cookiesOf(await signInWith('fuhe', demoPassword))))
  const answers = await Promise.all(others.flatMap((other) => Array.from({ length: 10 }, () => signInOn(other, 'fuhe', 'falsch'))))
  assert.equal(tally(answers)[401], 20)
})

test('several people share a browser; a new password makes it a stranger’s for them', async () => {
  let device = cookiesOf(await signInWith('zhuguan', demoPassword))
  device = cookiesOf(await signInOn(device, 'quyang', demoPassword))
  for (const userName of ['zhuguan', 'quyang']) {
    await guessEverywhere(userName)
    assert.equal((await signInOn(device, userName, demoPassword)).statusCode, 200, userName)
  }
  await world.change(`update account set password_hash = $1 where user_name = 'quyang'`, [await hashPassword(demoPassword)])
  assert.equal((await signInOn(device, 'quyang', demoPassword)).statusCode, 429)
})

test('an administrator who ends the waiting ends that of known browsers, too', async () => {
  const device = cookiesOf(await signInWith('wuliu', demoPassword))
  await Promise.all(Array.from({ length: 12 }, () => signInOn(device, 'wuliu', 'falsch')))
  assert.equal((await signInOn(device, 'wuliu', demoPassword)).statusCode, 429)
  const admin = await as('admin')
  const { id } = only((await admin.ask(userApi.list, { q: 'wuliu' })).rows)
  await admin.ask(userApi.unlock, { id })
  assert.equal((await signInOn(device, 'wuliu', demoPassword)).statusCode, 200)
})

test('an address that guessed at hundred names keeps a few tries for each of its people, and no more', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, (_, index) => signInWith(`niemand${index}`, 'falsch-falsch')))
  assert.deepEqual(tally(answers), { 401: 120 })
  for (const userName of ['zhuguan', 'qa', 'shouquan']) assert.equal((await signInWith(userName, demoPassword)).statusCode, 200, userName)
  for (const userName of ['xiaoshou', 'niemand-neu']) {
    const tries = await Promise.all(Array.from({ length: 20 }, () => signInWith(userName, 'falsch-falsch')))
    assert.deepEqual(tally(tries), { 401: 3, 429: 17 }, userName)
  }
})

test('of 400 codes of a second factor at once, the right one last, ten are looked at', async () => {
  const person = await signIn(world.app, 'jianyan')
  const { secret } = await person.ask(secondFactorApi.begin, { password: demoPassword })
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await person.ask(secondFactorApi.confirm, { code: totp.generate() })
  const later = totp.generate({ timestamp: Date.now() + 30_000 })
  const wrong = String((Number(later) + 500_000) % 1_000_000).padStart(6, '0')
  const answers = await Promise.all(guesses(399, later, wrong).map((code) => signInWith('jianyan', demoPassword, { code })))
  assert.deepEqual(tally(answers), { 409: 10, 429: 390 })
})

test('of 400 recovery codes at once, the right one in the middle, ten are looked at', async () => {
  const person = await signIn(world.app, 'baozhuang')
  const { secret } = await person.ask(secondFactorApi.begin, { password: demoPassword })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const { recoveryCodes } = await person.ask(secondFactorApi.confirm, { code })
  const wrong = recoveryCodes[0]!.replaceAll(/./g, (letter) => (letter === '-' ? '-' : letter === 'a' ? 'b' : 'a'))
  const off = (given: string) =>
    world.app.inject({
      ...requestOf(secondFactorApi.turnOff, { password: demoPassword, code: given }),
      headers: { cookie: person.cookie, 'idempotency-key': randomUUID() },
    })
  const answers: { statusCode: number; body: string }[] = []
  // As many at a time as there are connections.
  for (let from = 0; from < 400; from += 20)
    answers.push(...(await Promise.all(guesses(200, recoveryCodes[1]!, wrong).slice(from, from + 20).map(off)))) // prettier-ignore
  assert.equal(answers.filter(({ body }) => body.includes('wrong_code')).length, 10)
  assert.equal(tally(answers)[200], undefined)
})

test('of many signing passwords at once, the right one last, ten are looked at; the second person’s as well', async () => {
  const zhuguan = await as('zhuguan')
  const change = (password: string) =>
    world.app.inject({
      ...requestOf(accountApi.changePassword, { current: password, next: 'noch-ein-langes-wort' }),
      headers: { cookie: zhuguan.cookie, 'idempotency-key': randomUUID() },
    })
  const tries: string[] = []
  for (let from = 0; from < 400; from += 20)
    tries.push(...(await Promise.all(guesses(399, demoPassword).slice(from, from + 20).map(change))).map(({ body }) => body)) // prettier-ignore
  assert.equal(tries.filter((body) => body.includes('wrong_password')).length, 10)
  assert.equal(tries.filter((body) => body.includes('too_many_attempts')).length, 390)

  const bought = await approvedOrder(as)
  const note = await deliveryNote(as, bought.id)
  const cangku = await as('cangku')
  const receive = (userName: string, password: string) =>
    world.app.inject({
      ...requestOf(purchaseApi.receive, { ...note, checker: { userName, password } }),
      headers: { cookie: cangku.cookie, 'idempotency-key': randomUUID() },
    })
  for (const userName of ['cangku2', 'niemand']) {
    const answers: string[] = []
    for (let round = 0; round < 3; round++) {
      const tries = Array.from({ length: 6 }, (_, index) => receive(userName, round === 2 && index === 5 ? demoPassword : 'falsch-falsch'))
      answers.push(...(await Promise.all(tries)).map(({ body }) => body))
    }
    assert.equal(answers.filter((body) => body.includes('signer_unknown')).length, 10, answers.join('\n'))
    assert.equal(answers.filter((body) => body.includes('too_many_attempts')).length, 8)
  }
})

test('a colleague who guesses at a second person’s password leaves that person signing', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  const receive = async (password: string) =>
    (await as('cangku')).ask(purchaseApi.receive, { ...note, checker: { userName: 'qa', password } })
  for (let round = 0; round < 10; round++) await refused(receive('falsch-falsch'), 'signer_unknown')
  await refused(receive('falsch-falsch'), 'too_many_attempts')
  const qa = await as('qa')
  await refused(qa.ask(accountApi.changePassword, { current: demoPassword, next: demoPassword }), 'weak_password')
})

/** A colleague with the password and the roles of the storekeeper. */
async function alsoReceives(userName: string) {
  await world.change(
    `insert into account (enterprise_id, user_name, name, password_hash)
      select enterprise_id, $1, '库管' || $1, password_hash from account where user_name = 'cangku'`,
    [userName],
  )
  await world.change(
    `insert into account_role (enterprise_id, account_id, role_id)
      select r.enterprise_id, n.id, r.role_id from account_role r join account o on o.id = r.account_id and o.user_name = 'cangku'
        join account n on n.user_name = $1`,
    [userName],
  )
}

test('three colleagues who guess at a second person’s password shut that person out nowhere but at their own screens', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  const receive = async (who: string, password: string) =>
    (await as(who)).ask(purchaseApi.receive, { ...note, checker: { userName: 'cangku2', password } })
  for (const colleague of ['甲', '乙', '丙']) await alsoReceives(colleague)
  for (const who of ['cangku', 'admin', '甲'])
    for (let round = 0; round < 10; round++) await refused(receive(who, 'falsch-falsch'), 'signer_unknown')
  for (const who of ['cangku', 'admin']) await refused(receive(who, demoPassword), 'too_many_attempts')
  for (let round = 0; round < 3; round++) await refused(receive('乙', 'falsch-falsch'), 'signer_unknown')
  await refused(receive('乙', demoPassword), 'too_many_attempts')
  const { receiptNo } = await receive('丙', demoPassword)
  assert.match(receiptNo, /^SH/)
})

test('a wrong second person is told nothing of who exists', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  const cangku = await as('cangku')
  for (const userName of ['cangku2', 'niemand'])
    await refused(cangku.ask(purchaseApi.receive, { ...note, checker: { userName, password: 'falsch' } }), 'signer_unknown')
})

/** How many guesses at signing count at this moment. */
const counted = async () =>
  only(
    (await world.admin.query<{ hits: number }>(`select coalesce(sum(hits), 0)::int as hits from throttle where key ~ '^(sign|second):'`))
      .rows,
  ).hits

test('a right password at signing counts no more when its step is over, whatever became of the step', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  const cangku = await as('cangku')
  // Right, and refused for another reason, more often than there are guesses.
  for (let round = 0; round < 12; round++)
    await refused(
      cangku.ask(purchaseApi.receive, { ...note, checker: { userName: 'caigou', password: demoPassword } }),
      'signer_lacks_duty',
    )
  assert.equal(await counted(), 0)
  // A step that breaks off.
  await world.admin.query(`create function break_off() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
  await world.admin.query(`create trigger broken before insert on signature for each row execute function break_off()`)
  try {
    await refused(cangku.ask(purchaseApi.receive, note), 'internal')
  } finally {
    await world.admin.query(`drop function break_off() cascade`)
  }
  assert.equal(await counted(), 0)
  await cangku.ask(purchaseApi.receive, note)
  assert.equal(await counted(), 0)
})
