import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { accountApi } from '#contract/people/account.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { mailboxApi } from '#contract/people/mailbox.ts'
import { userApi } from '#contract/people/user.ts'
import { demoPassword, requestOf, signIn, type Person } from '#server/demo/person.ts'
import { folderCarrier } from '#tools/send-mail.ts'
import { openPostman } from '#kernel/postman.ts'
import { openMailbox, type Mailbox } from '#server/test/mailbox.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'

let world: World
let mailbox: Mailbox
let admin: Person
before(async () => {
  world = await openWorld()
  mailbox = await openMailbox(world.pool)
  admin = await world.as('admin')
})
after(async () => {
  await mailbox.close()
  await world.close()
})
beforeEach(() => world.admin.query('delete from throttle'))

const newPassword = '岷县当归甲天下-2026'

/** A request of a person who is not signed in. */
const ask = (endpoint: Endpoint, input: Record<string, unknown>, headers: Record<string, string> = {}) =>
  world.app.inject({ ...requestOf(endpoint, input), headers })
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code

/** Somebody of the demo factory with a confirmed mailbox. */
async function withMailbox(userName: string): Promise<string> {
  const email = `${userName}@example.cn`
  await world.change(`update account set email = $2, email_confirmed_at = now() where user_name = $1`, [userName, email])
  return email
}
async function resetLinkOf(userName: string): Promise<string> {
  const email = await withMailbox(userName)
  assert.equal((await ask(mailboxApi.askReset, { userName, email })).statusCode, 200)
  return mailbox.tokenTo(email)
}
const idOf = async (userName: string) => (await admin.ask(userApi.list, { q: userName })).rows[0]!.id
const eventsOf = async (userName: string) =>
  (await admin.ask(userApi.read, { id: await idOf(userName) })).events.map((event) => event.event)
const backToDemoPassword = (userName: string) =>
  world.change(`update account set password_hash = (select password_hash from account where user_name = 'admin') where user_name = $1`, [
    userName,
  ])
test('who forgot their password sets a new one through the confirmed mailbox, and is signed out everywhere', async () => {
  const open = await signIn(world.app, 'caigou')
  await world.change(`update account set must_change_password = true where user_name = 'caigou'`)
  const token = await resetLinkOf('caigou')
  const letter = mailbox.letters.at(-1)!
  assert.equal(letter.subject, '重置口令')
  assert.equal(letter.from?.address, 'bencao@example.cn')
  assert.match(letter.text!, /15分钟内/)
  assert.match(letter.text!, /^https:\/\/trace\.example\.cn\/reset-pwd#token=[\w-]{43}$/m)

  const answer = await ask(mailboxApi.resetPassword, { token, password: newPassword })
  assert.deepEqual(answer.json(), { userName: 'caigou' })
  await refused(open.ask(accountApi.current, {}), 'unauthenticated')
  await refused(signIn(world.app, 'caigou'), 'wrong_credentials')
  const again = await signIn(world.app, 'caigou', newPassword)
  assert.equal((await again.ask(accountApi.current, {})).user.mustChangePassword, false)
  assert.equal((await mailbox.letterTo('caigou@example.cn'))!.subject, '口令已重置')
  assert.deepEqual((await eventsOf('caigou')).slice(0, 3).sort(), ['password_reset', 'sign_in_failed', 'signed_in'])
  await backToDemoPassword('caigou')
})

test('the answer is the same whether the account, the address or its confirmation is there or not', async () => {
  const email = await withMailbox('qa')
  await world.change(`update account set email = 'u@example.cn' where user_name = 'fuhe'`)
  await world.change(`update account set email = 'd@example.cn', email_confirmed_at = now(), state = 'disabled' where user_name = 'quyang'`)
  const arrived = mailbox.letters.length
  const answers = await Promise.all(
    [
      { userName: 'qa', email: email.toUpperCase() },
      { userName: 'niemand', email },
      { userName: 'qa', email: 'other@example.cn' },
      { userName: 'fuhe', email: 'u@example.cn' },
      { userName: 'quyang', email: 'd@example.cn' },
    ].map((input) => ask(mailboxApi.askReset, input)),
  )
  const [first, ...others] = answers.map(({ statusCode, body, headers }) => ({ statusCode, body, names: Object.keys(headers).sort() }))
  for (const other of others) assert.deepEqual(other, first)
  await mailbox.deliver()
  assert.deepEqual(
    mailbox.letters.slice(arrived).map((letter) => letter.to![0]!.address),
    [email],
  )
  await world.change(`update account set state = 'active' where user_name = 'quyang'`)
})

test('a link opens once', async () => {
  const token = await resetLinkOf('jianyan')
  const ends = await Promise.all([1, 2].map(() => ask(mailboxApi.resetPassword, { token, password: newPassword })))
  assert.deepEqual(ends.map((end) => end.statusCode).sort(), [200, 409])
  assert.equal(codeOf(await ask(mailboxApi.resetPassword, { token, password: newPassword })), 'link_over')
  await backToDemoPassword('jianyan')
})

test('a link that was never sent, or that is for something else, opens nothing', async () => {
  const token = randomBytes(32).toString('base64url')
  assert.equal(codeOf(await ask(mailboxApi.resetPassword, { token, password: newPassword })), 'link_over')
  assert.equal(codeOf(await ask(mailboxApi.confirmEmail, { token: await resetLinkOf('jianyan') })), 'link_over')
  assert.equal((await ask(mailboxApi.resetPassword, { token: 'short', password: newPassword })).statusCode, 400)
})

test('a link is over after 15 minutes, when the password or the mailbox changed, and when the account was disabled', async () => {
  const over = [
    `update mail_link set expires_at = now() where used_at is null`,
    `update account set password_hash = password_hash || '' , email = 'new@example.cn', email_confirmed_at = now() where user_name = 'zhuguan'`,
    `update account set state = 'disabled' where user_name = 'zhuguan'`,
  ]
  for (const statement of over) {
    const token = await resetLinkOf('zhuguan')
    await world.change(statement)
    assert.equal(codeOf(await ask(mailboxApi.resetPassword, { token, password: newPassword })), 'link_over', statement)
    await world.change(`update account set state = 'active' where user_name = 'zhuguan'`)
    assert.equal(codeOf(await ask(mailboxApi.resetPassword, { token, password: newPassword })), 'link_over', 'and stays over')
  }
  const token = await resetLinkOf('zhuguan')
  await (await signIn(world.app, 'zhuguan')).ask(accountApi.changePassword, { current: demoPassword, next: newPassword })
  assert.equal(codeOf(await ask(mailboxApi.resetPassword, { token, password: newPassword })), 'link_over')
  await backToDemoPassword('zhuguan')
  const { rows } = await world.admin.query(`select max(expires_at - created_at) <= interval '15 minutes' as short from mail_link`)
  assert.deepEqual(rows, [{ short: true }])
})

test('a password that is too easy is refused, and the link still opens', async () => {
  const token = await resetLinkOf('wuliu')
  for (const password of ['password123', 'wuliu-wuliu-1']) {
    const answer = await ask(mailboxApi.resetPassword, { token, password })
    assert.equal(codeOf(answer), 'weak_password', password)
  }
  assert.equal((await ask(mailboxApi.resetPassword, { token, password: newPassword })).statusCode, 200)
  await backToDemoPassword('wuliu')
})

test('a person locked out by guesses is let in again by the reset', async () => {
  for (let guess = 0; guess < 10; guess++) await refused(signIn(world.app, 'baozhuang', 'falsch-falsch'), 'wrong_credentials')
  await refused(signIn(world.app, 'baozhuang'), 'too_many_attempts')
  await ask(mailboxApi.resetPassword, { token: await resetLinkOf('baozhuang'), password: newPassword })
  await signIn(world.app, 'baozhuang', newPassword)
  await backToDemoPassword('baozhuang')
})

test('asking is limited for one account and for one address, alike for those who exist and those who do not', async () => {
  const email = await withMailbox('xiaoshou')
  for (const userName of ['xiaoshou', 'niemand']) {
    for (let asked = 0; asked < 5; asked++) assert.equal((await ask(mailboxApi.askReset, { userName, email })).statusCode, 200)
    const answer = await ask(mailboxApi.askReset, { userName, email })
    assert.equal(answer.statusCode, 429)
    assert.equal(answer.headers['retry-after'], '60')
  }
  for (let asked = 12; asked < 30; asked++) await ask(mailboxApi.askReset, { userName: `u${asked}`, email })
  assert.equal((await ask(mailboxApi.askReset, { userName: 'noch-einer', email })).statusCode, 429)
})

test('another website cannot ask in a visitor’s name', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  assert.equal(codeOf(await ask(mailboxApi.askReset, { userName: 'qa', email: 'qa@example.cn' }, headers)), 'forbidden_origin')
})

test('no secret of a link or letter stays where a person could read it', async () => {
  const token = await resetLinkOf('shouquan')
  await ask(mailboxApi.resetPassword, { token, password: newPassword })
  await mailbox.deliver()
  for (const table of ['mail', 'mail_link', 'audit', 'security_log', 'idempotent_answer', 'throttle']) {
    const { rows } = await world.admin.query(`select from ${table} t where strpos(t::text, $1) > 0`, [token])
    assert.equal(rows.length, 0, table)
  }
  const { rows } = await world.admin.query(`select count(*)::int as n from mail where sent_at is not null and (body <> '' or link <> '')`)
  assert.deepEqual(rows, [{ n: 0 }])
  await assert.rejects(world.pool.query('select body from mail'), /permission denied/)
  await backToDemoPassword('shouquan')
})

test('while the mail server says “later” a letter waits and is tried again; a mailbox that is not there is given up', async () => {
  const email = await withMailbox('shengchan')
  const arrived = () => mailbox.letters.filter((letter) => letter.to![0]!.address === email).length
  const state = async () =>
    (
      await world.admin.query(
        `select attempts, sent_at is not null as sent, given_up_at is not null as gone, body <> '' as kept, last_error from mail where to_address = $1 order by id desc limit 1`,
        [email],
      )
    ).rows[0]
  await ask(mailboxApi.askReset, { userName: 'shengchan', email })
  mailbox.refuseWith(451)
  await mailbox.deliver()
  const first = await state()
  assert.deepEqual([first.attempts, first.sent, first.gone, first.kept], [1, false, false, true])
  assert.match(first.last_error, /451/)
  await mailbox.deliver()
  assert.equal((await state()).attempts, 1, 'not before its time')
  mailbox.refuseWith(undefined)
  await world.admin.query(`update mail set next_attempt_at = now() where sent_at is null`)
  await mailbox.deliver()
  assert.deepEqual([(await state()).sent, (await state()).kept, arrived()], [true, false, 1])

  await ask(mailboxApi.askReset, { userName: 'shengchan', email })
  mailbox.refuseWith(550)
  await mailbox.deliver()
  const refusedForGood = await state()
  assert.deepEqual([refusedForGood.gone, refusedForGood.kept], [true, false])
  mailbox.refuseWith(undefined)
  assert.doesNotMatch(JSON.stringify(mailbox.told), /shengchan|example\.cn|token/i)
})

test('a letter whose link is over is not sent any more', async () => {
  const email = await withMailbox('shengchan2')
  await ask(mailboxApi.askReset, { userName: 'shengchan2', email })
  await world.admin.query(`update mail set useless_after = now() - interval '1 second' where to_address = $1`, [email])
  assert.equal(await mailbox.letterTo(email), undefined)
  const { rows } = await world.admin.query(`select body, link, given_up_at is not null as gone from mail where to_address = $1`, [email])
  assert.deepEqual(rows, [{ body: '', link: '', gone: true }])
})

test('of two postmen each letter goes with one', async () => {
  const email = await withMailbox('cangku')
  await ask(mailboxApi.askReset, { userName: 'cangku', email })
  const second = await openMailbox(world.pool)
  const sent = await Promise.all([mailbox.deliver(), second.deliver()])
  await second.close()
  assert.equal(sent[0]! + sent[1]!, 1)
})

test('without a mail server letters are kept as files that only their owner reads', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'bencao-mail-')), 'mail')
  const postman = openPostman(world.pool, {
    carrier: folderCarrier(folder, 'bencao@localhost'),
    publicUrl: 'http://localhost:3000',
    tell: () => {},
  })
  const email = await withMailbox('cangku2')
  await ask(mailboxApi.askReset, { userName: 'cangku2', email })
  assert.equal(await postman.deliver(), 1)
  const [file] = readdirSync(folder)
  assert.equal(statSync(join(folder, file!)).mode & 0o777, 0o600)
  assert.match(readFileSync(join(folder, file!), 'utf8'), new RegExp(`^To: ${email}$`, 'm'))
  await postman.stop()
  rmSync(join(folder, '..'), { recursive: true })
})

test('a person’s own mailbox counts once it has answered, and the old one gets a letter', async () => {
  await withMailbox('user')
  const lin = await signIn(world.app, 'user')
  await refused(lin.ask(mailboxApi.changeEmail, { email: 'lin@example.cn', password: 'falsch-falsch' }), 'wrong_password')
  await lin.ask(mailboxApi.changeEmail, { email: 'lin@example.cn', password: demoPassword })
  const emailOf = async () => {
    const { user } = await lin.ask(accountApi.current, {})
    return [user.email, user.emailConfirmed]
  }
  assert.deepEqual(await emailOf(), ['user@example.cn', true], 'not before the link was opened')
  const token = await mailbox.tokenTo('lin@example.cn')
  assert.deepEqual((await ask(mailboxApi.confirmEmail, { token })).json(), { email: 'lin@example.cn' })
  assert.deepEqual(await emailOf(), ['lin@example.cn', true])
  assert.equal(codeOf(await ask(mailboxApi.confirmEmail, { token })), 'link_over')
  assert.equal((await mailbox.letterTo('user@example.cn'))!.subject, '邮箱已更换')
  await refused(lin.ask(mailboxApi.changeEmail, { email: 'lin@example.cn', password: demoPassword }), 'email_confirmed')
  for (let wrong = 0; wrong < 9; wrong++)
    await refused(lin.ask(mailboxApi.changeEmail, { email: 'x@example.cn', password: 'falsch' }), 'wrong_password')
  await refused(lin.ask(mailboxApi.changeEmail, { email: 'x@example.cn', password: demoPassword }), 'too_many_attempts')
})

test('a confirmation may be asked for ten times an hour', async () => {
  const qa = await world.as('fuhe')
  for (let asked = 0; asked < 10; asked++) await qa.ask(mailboxApi.changeEmail, { email: `f${asked}@example.cn`, password: demoPassword })
  await refused(qa.ask(mailboxApi.changeEmail, { email: 'f@example.cn', password: demoPassword }), 'too_many_attempts')
})

test('an administrator has the link sent to the person’s own mailbox, and to no address they typed themselves', async () => {
  const id = await idOf('qa')
  const email = await withMailbox('qa')
  await mailbox.deliver()
  const before = mailbox.letters.length
  await admin.ask(userApi.sendReset, { id })
  assert.match((await mailbox.letterTo(email))!.text!, /陈管理 为您发起了重置口令/)
  assert.equal(mailbox.letters.length, before + 1)
  assert.equal((await eventsOf('qa'))[0], 'reset_sent')

  const user = (await admin.ask(userApi.list, { q: 'qa' })).rows[0]!
  const { name, post, phone, rowVersion, roles } = user
  const roleIds = roles.map((role) => role.id)
  const edited = await admin.ask(userApi.edit, { id, name, post, phone, email: 'admin-chose@example.cn', roleIds, rowVersion })
  assert.equal(edited.emailConfirmed, false)
  await refused(admin.ask(userApi.sendReset, { id }), 'email_unconfirmed')
  await world.change(`update account set email_confirmed_at = now() where user_name = 'qa'`)
  for (let sent = 1; sent < 5; sent++) await admin.ask(userApi.sendReset, { id })
  await refused(admin.ask(userApi.sendReset, { id }), 'too_many_attempts')
})
