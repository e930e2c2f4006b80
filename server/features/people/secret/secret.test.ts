import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { accountApi } from '#contract/people/account.ts'
import { mailboxApi } from '#contract/people/mailbox.ts'
import { secondFactorApi } from '#contract/people/second-factor.ts'
import { secretApi } from '#contract/people/secret.ts'
import { userApi } from '#contract/people/user.ts'
import { workApi } from '#contract/office/work.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { allWell, inspect } from '#server/demo/inspection.ts'
import { demoPassword, requestOf, signed, signIn, type Person } from '#server/demo/person.ts'
import { approvedOrder, deliveryNote, receivedLot } from '#server/demo/purchase.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { openMailbox } from '#server/test/mailbox.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { Secret, TOTP } from 'otpauth'

const world = await openWorld()
const mailbox = await openMailbox(world.pool)
after(async () => {
  await mailbox.close()
  await world.close()
})
beforeEach(() => world.admin.query('delete from throttle'))
const { as } = world
const [admin, second] = [await as('admin'), await as('user')]

const userOf = async (userName: string) => (await admin.ask(userApi.list, { q: userName })).rows.find((row) => row.userName === userName)!
const waitingFor = async (userName: string) => (await admin.ask(secretApi.list, { q: userName, state: 'waiting' })).rows
const isWaiting = async (person: Person) => (await person.ask(accountApi.current, {})).user.secretWaiting
const newPassword = 'zhe-shi-wo-ziji-de-9'

/** The administrator sets a one-time password, signs in with it as the person and chooses another one. */
async function takenOver(userName: string): Promise<Person> {
  const { oneTimePassword } = await admin.ask(userApi.giveOneTimePassword, { id: (await userOf(userName)).id })
  const person = await signIn(world.app, userName, oneTimePassword)
  await person.ask(accountApi.changePassword, { current: oneTimePassword, next: newPassword })
  return person
}

/** The person named a mailbox and opened the link in it. */
async function withMailbox(userName: string, password = demoPassword): Promise<string> {
  const email = `${userName}-${randomUUID().slice(0, 8)}@example.cn`
  const person = await signIn(world.app, userName, password)
  await person.ask(mailboxApi.changeEmail, { email, password })
  const token = await mailbox.tokenTo(email)
  assert.equal((await world.app.inject(requestOf(mailboxApi.confirmEmail, { token }))).statusCode, 200)
  return email
}
const openLink = (token: string) => world.app.inject(requestOf(mailboxApi.confirmSecret, { token }))

test('an administrator who resets the QA’s password releases nothing in that name until another administrator confirmed it', async () => {
  const lot = await receivedLot(as)
  const { reportId } = await inspect(as, lot.lotId, { side: 'raw' })
  const qa = await takenOver('qa')
  const { latestRetestOn, release } = await qa.ask(releaseApi.file, { id: reportId })
  const input = {
    id: reportId,
    checklist: allWell,
    retestOn: latestRetestOn,
    placeId: await binIn(qa, 'released', release),
    signature: { password: newPassword, comment: '' },
  }
  await refused(qa.ask(releaseApi.release, input), 'secret_unconfirmed')
  assert.equal(await isWaiting(qa), true)

  const [secret] = await waitingFor('qa')
  await refused(admin.ask(secretApi.confirm, { id: secret!.id, note: '自己设的' }), 'setter_confirms')
  const confirmed = await second.ask(secretApi.confirm, { id: secret!.id, note: '当面核对工牌' })
  assert.deepEqual([confirmed.state, confirmed.confirmedHow, confirmed.confirmedBy?.name], ['confirmed', 'administrator', '林用户'])
  await refused(second.ask(secretApi.confirm, { id: secret!.id, note: '再来' }), 'wrong_state')
  assert.equal(await isWaiting(qa), false)
  await qa.ask(releaseApi.release, input)
})

test('nor does the person sign at another’s screen', async () => {
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  await takenOver('cangku2')
  const receive = async () =>
    (await as('cangku')).ask(purchaseApi.receive, { ...note, checker: { userName: 'cangku2', password: newPassword } })
  await refused(receive(), 'secret_unconfirmed')
  await second.ask(secretApi.confirm, { id: (await waitingFor('cangku2'))[0]!.id, note: '当面' })
  await receive()
})

test('even direct SQL writes no signature of theirs, and what confirms is another person', async () => {
  await takenOver('fuhe')
  const { id } = (await waitingFor('fuhe'))[0]!
  const sign = `insert into signature (enterprise_id, record_table, record_id, signer_id, signer_name, meaning, content, digest)
    select enterprise_id, 'purchase_order', gen_random_uuid(), id, name, '批准', '{}', sha256('{}') from account where user_name = 'fuhe'`
  await assert.rejects(world.change(sign), /secret_unconfirmed/)
  const confirm = (who: string) =>
    world.change(
      `update secret_confirmation set state = 'confirmed', confirmed_how = 'administrator', confirmed_at = now(), note = 'x',
        confirmed_by = (select id from account where user_name = $2) where id = $1`,
      [id, who],
    )
  for (const who of ['admin', 'fuhe']) await assert.rejects(confirm(who), /secret_confirmed_by_another/)
  await assert.rejects(
    world.change(
      `update secret_confirmation set state = 'confirmed', confirmed_how = 'founding', confirmed_at = now(), confirmed_by = account_id where id = $1`,
      [id],
    ),
    /secret_confirmed_by_another/,
  )
  await confirm('user')
  await assert.rejects(world.change(`update secret_confirmation set state = 'waiting' where id = $1`, [id]), /wrong_state/)
})

test('the mailbox that the person confirmed before, unchanged since, confirms it; the link opens once', async () => {
  const email = await withMailbox('zhuguan')
  const zhuguan = await takenOver('zhuguan')
  assert.equal((await mailbox.letterTo(email))!.subject, '您的账号被管理员更改')
  const token = await mailbox.tokenTo(email)
  assert.equal(await isWaiting(zhuguan), true)
  assert.equal((await openLink(token)).statusCode, 200)
  assert.equal(await isWaiting(zhuguan), false)
  assert.equal((await openLink(token)).json().code, 'link_over')
  const [secret] = (await admin.ask(secretApi.list, { q: 'zhuguan' })).rows
  assert.deepEqual([secret!.confirmedHow, secret!.confirmedBy], ['mailbox', null])
})

test('the letter about an earlier password confirms no later one', async () => {
  const email = await withMailbox('shengchan2')
  await takenOver('shengchan2')
  const earlier = await mailbox.tokenTo(email)
  const thief = await takenOver('shengchan2')
  const later = await mailbox.tokenTo(email)
  assert.equal((await openLink(earlier)).json().code, 'link_over')
  assert.equal(await isWaiting(thief), true)
  assert.equal((await openLink(later)).statusCode, 200)
  assert.equal(await isWaiting(thief), false)
})

test('nobody confirms a one-time password before the person has made it their own: whoever set it could still use it', async () => {
  const email = await withMailbox('zhiliang')
  const { oneTimePassword } = await admin.ask(userApi.giveOneTimePassword, { id: (await userOf('zhiliang')).id })
  const [secret] = await waitingFor('zhiliang')
  const token = await mailbox.tokenTo(email)
  await refused(second.ask(secretApi.confirm, { id: secret!.id, note: '当面' }), 'own_password_first')
  assert.equal((await openLink(token)).json().code, 'own_password_first')
  const person = await signIn(world.app, 'zhiliang', oneTimePassword)
  await person.ask(accountApi.changePassword, { current: oneTimePassword, next: newPassword })
  assert.equal(await isWaiting(person), true)
  assert.equal((await openLink(token)).statusCode, 200, 'the link was not used up')
  assert.equal(await isWaiting(person), false)
})

test('the letter about a removed second factor confirms that and no password', async () => {
  const email = await withMailbox('xiaoshou')
  const person = await signIn(world.app, 'xiaoshou')
  const { secret } = await person.ask(secondFactorApi.begin, { password: demoPassword })
  await person.ask(secondFactorApi.confirm, { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
  await admin.ask(userApi.removeSecondFactor, { id: (await userOf('xiaoshou')).id, reason: '手机遗失' })
  const token = await mailbox.tokenTo(email)
  const thief = await takenOver('xiaoshou')
  assert.equal((await openLink(token)).statusCode, 200)
  assert.deepEqual((await waitingFor('xiaoshou')).map((one) => one.what), ['password']) // prettier-ignore
  assert.equal(await isWaiting(thief), true)
})

test('a mailbox that was changed after the reset confirms nothing, and none is named meanwhile', async () => {
  const email = await withMailbox('jianyan')
  const jianyan = await takenOver('jianyan')
  const token = await mailbox.tokenTo(email)
  await refused(jianyan.ask(mailboxApi.changeEmail, { email: 'fremd@example.cn', password: newPassword }), 'secret_unconfirmed')
  const user = await userOf('jianyan')
  const profile = { name: user.name, post: user.post, phone: user.phone, roleIds: user.roles.map((role) => role.id) }
  const changed = await admin.ask(userApi.edit, { id: user.id, rowVersion: user.rowVersion, ...profile, email: 'fremd@example.cn' })
  assert.equal((await openLink(token)).json().code, 'link_over')
  // Back again it is the same address, which nobody confirmed since.
  await admin.ask(userApi.edit, { id: user.id, rowVersion: changed.rowVersion, ...profile, email })
  assert.equal((await openLink(token)).json().code, 'link_over')
  assert.deepEqual((await waitingFor('jianyan')).map((secret) => secret.what).sort(), ['email', 'password']) // prettier-ignore
  for (const { id } of await waitingFor('jianyan')) await second.ask(secretApi.confirm, { id, note: '当面' })
  assert.equal(await isWaiting(jianyan), false)
})

test('whose mailbox alone was changed names one again with their own password, and signs', async () => {
  await withMailbox('cangku')
  const user = await userOf('cangku')
  const profile = { name: user.name, post: user.post, phone: user.phone, roleIds: user.roles.map((role) => role.id) }
  await admin.ask(userApi.edit, { id: user.id, rowVersion: user.rowVersion, ...profile, email: 'neu@example.cn' })
  const cangku = await signIn(world.app, 'cangku')
  assert.equal(await isWaiting(cangku), true)
  await withMailbox('cangku')
  assert.equal(await isWaiting(cangku), false)
})

test('a new colleague, and one whose second factor was taken away, sign after a confirmation', async () => {
  const { oneTimePassword } = await admin.ask(userApi.create, { userName: 'xinren', name: '新人', roleIds: [] })
  const xinren = await signIn(world.app, 'xinren', oneTimePassword)
  assert.equal(await isWaiting(xinren), true)

  const person = await signIn(world.app, 'wuliu')
  const { secret } = await person.ask(secondFactorApi.begin, { password: demoPassword })
  await person.ask(secondFactorApi.confirm, { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
  await admin.ask(userApi.removeSecondFactor, { id: (await userOf('wuliu')).id, reason: '手机遗失' })
  const wuliu = await signIn(world.app, 'wuliu')
  assert.equal(await isWaiting(wuliu), true)
  assert.deepEqual((await waitingFor('wuliu')).map((one) => one.what), ['second_factor']) // prettier-ignore
})

test('a newer password takes the place of the one that waits', async () => {
  await takenOver('quyang')
  const { oneTimePassword } = await second.ask(userApi.giveOneTimePassword, { id: (await userOf('quyang')).id })
  const quyang = await signIn(world.app, 'quyang', oneTimePassword)
  await quyang.ask(accountApi.changePassword, { current: oneTimePassword, next: newPassword })
  const waiting = await waitingFor('quyang')
  assert.equal(waiting.length, 1)
  await refused(second.ask(secretApi.confirm, { id: waiting[0]!.id, note: '自己设的' }), 'setter_confirms')
  await admin.ask(secretApi.confirm, { id: waiting[0]!.id, note: '当面' })
})

test('an administrator whose own secret waits confirms nothing: whoever set it may be whoever uses it', async () => {
  await takenOver('baozhuang')
  const { id } = (await waitingFor('baozhuang'))[0]!
  const straw = await takenOver('user')
  await refused(straw.ask(secretApi.confirm, { id, note: '当面' }), 'secret_unconfirmed')
  // Nor does the straw begin what the one behind it would then agree to.
  const { id: receiver } = await userOf('xiaoshou')
  await refused(straw.ask(userApi.giveOneTimePassword, { id: receiver }), 'secret_unconfirmed')
  await refused(straw.ask(userApi.create, { userName: 'caoren', name: '草人', roleIds: [] }), 'secret_unconfirmed')
  const { rowVersion, name, post, roles } = await userOf('xiaoshou')
  const signing = (await admin.ask(userApi.roleChoices, {})).find((role) => role.name === '质量受权人')!
  const give = { id: receiver, rowVersion, name, post, roleIds: [...roles.map((role) => role.id), signing.id] }
  await refused(straw.ask(userApi.edit, give), 'secret_unconfirmed')
  await world.change(`update secret_confirmation set state = 'replaced' where account_id = (select id from account where user_name = 'user') and state = 'waiting'`) // prettier-ignore
  await straw.ask(secretApi.confirm, { id, note: '当面' })
})

test('the person is told, the other administrators have it on their home page, and the security log keeps it', async () => {
  const shouquan = await takenOver('shouquan')
  const { rows } = await shouquan.ask(accountApi.notifications, {})
  assert.match(rows[0]!.title, /口令已被管理员重置/)
  assert.match(rows[0]!.body, /陈管理/)
  const lin = await signIn(world.app, 'user', newPassword)
  const work = (await lin.ask(workApi.waiting, {})).find((one) => one.document === '账号口令')
  assert.ok(work!.oldest.some((one) => one.no === 'shouquan'))
  assert.equal(work!.path, '/system-user?by=secret&state=waiting')
  assert.ok((await lin.ask(accountApi.notifications, { q: '冯受权' })).rows.length > 0)
  const mine = (await admin.ask(workApi.waiting, {})).find((one) => one.document === '账号口令')
  assert.ok(!mine?.oldest.some((one) => one.no === 'shouquan'), 'who set it is not who confirms it')
  await lin.ask(secretApi.confirm, { id: (await waitingFor('shouquan'))[0]!.id, note: '当面核对身份证' })
  const { events } = await admin.ask(userApi.read, { id: (await userOf('shouquan')).id })
  assert.deepEqual(events.filter((one) => one.event === 'secret_confirmed').map(({ by, reason }) => [by, reason]), [['林用户', '当面核对身份证']]) // prettier-ignore
  assert.ok(signed())
})

test('another enterprise’s secrets are not there', async () => {
  await takenOver('shengchan')
  const other = await as('other')
  assert.equal((await other.ask(secretApi.list, {})).total, 0)
  await refused(other.ask(secretApi.confirm, { id: (await waitingFor('shengchan'))[0]!.id, note: '外' }), 'not_found')
})

test('the demo factory has two administrators and is founded; the enterprise of one is being founded still', async () => {
  const isFounding = async (userName: string) => (await (await as(userName)).ask(accountApi.current, {})).enterprise.isFounding
  assert.deepEqual([await isFounding('caigou'), await isFounding('other')], [false, true])
  const { rows } = await world.admin.query(`select count(*)::int as n from founding_end`)
  assert.deepEqual(rows, [{ n: 1 }])
})
