import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { accountApi } from '#contract/people/account.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { dashboardApi } from '#contract/office/dashboard.ts'
import { historyApi } from '#contract/office/history.ts'
import { foundingApi, joiningApi, registrationApi, type RegistrationForm, type RegistrationStatus } from '#contract/people/registration.ts'
import { roleApi } from '#contract/people/role.ts'
import { userApi } from '#contract/people/user.ts'
import { requestOf, signIn, type Person } from '#server/demo/person.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { openMailbox, type Mailbox } from '#server/test/mailbox.ts'
import { foundingForm, joiningForm } from '#server/test/registration-forms.ts'
import { refused } from '#server/test/refused.ts'
import { agreeToAll } from '#server/test/second-administrator.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { lapseRegistrations } from './lapse-registrations.ts'

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

const ask = (endpoint: Endpoint, input: Record<string, unknown>, headers: Record<string, string> = {}) =>
  world.app.inject({ ...requestOf(endpoint, input), headers })
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code
const statusOf = async (receipt: string): Promise<RegistrationStatus> => (await ask(registrationApi.status, { receipt })).json()
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const handInLicence = (ticket: string, { name = '许可证.pdf', content = pdf }: { name?: string; content?: Buffer } = {}) =>
  world.app.inject({
    method: 'POST',
    url: `/api/registrations/licence?${new URLSearchParams({ ticket, name })}`,
    payload: content,
    headers: { 'content-type': 'application/octet-stream' },
  })

let asked = 0
/** Registers a person under names that are not taken. */
async function submitted(form: RegistrationForm = joiningForm, changes: Partial<RegistrationForm> = {}) {
  const mine = { ...form, userName: `zhuce${++asked}`, email: `zhuce${asked}@example.cn`, name: `申请人${asked}`, ...changes }
  const answer = await ask(registrationApi.submit, mine)
  assert.equal(answer.statusCode, 200, answer.body)
  return { ...mine, receipt: answer.json().receipt as string }
}
/** The same, with the mailbox confirmed. */
async function confirmed(form: RegistrationForm = joiningForm, changes: Partial<RegistrationForm> = {}) {
  const mine = await submitted(form, changes)
  const answer = await ask(registrationApi.confirm, { token: await mailbox.tokenTo(mine.email) })
  assert.deepEqual(answer.json(), { receipt: mine.receipt })
  return mine
}
const joiningOf = async (email: string) => (await admin.ask(joiningApi.list, { q: email })).rows[0]!
const foundingOf = async (email: string) => (await admin.ask(foundingApi.list, { q: email })).rows[0]!
const rolesOf = async (...names: string[]) => {
  const { rows } = await admin.ask(roleApi.list, { pageSize: 200 })
  return rows.filter((role) => names.includes(role.name)).map((role) => role.id)
}

test('a colleague registers, confirms the mailbox, is let in with roles, and signs in with the password they chose', async () => {
  const form = await submitted()
  const letter = await mailbox.letterTo(form.email)
  assert.equal(letter!.subject, '确认注册邮箱')
  for (const typed of [form.name, form.enterpriseName, form.userName])
    assert.ok(!letter!.text!.includes(typed), `${typed} in a letter to anybody`)
  assert.equal((await statusOf(form.receipt)).state, 'unconfirmed')
  await refused(signIn(world.app, form.userName, form.password), 'wrong_credentials')

  const token = await mailbox.tokenTo(form.email)
  assert.equal((await ask(registrationApi.confirm, { token })).statusCode, 200)
  assert.equal((await ask(registrationApi.confirm, { token })).statusCode, 200, 'a second click changes nothing')
  assert.equal((await statusOf(form.receipt)).state, 'pending')
  await refused(signIn(world.app, form.userName, form.password), 'wrong_credentials')
  const { rows: told } = await admin.ask(accountApi.notifications, { q: form.name })
  assert.equal(told.length, 1)
  assert.equal(told[0]!.title, `${form.name} 申请加入已入驻的企业：岷州本草饮片有限公司`)
  assert.match(told[0]!.path, /^\/system-user\?by=registration&q=/)

  const row = await joiningOf(form.email)
  const approved = await admin.ask(joiningApi.approve, { id: row.id, userName: form.userName, roleIds: await rolesOf('检验员') })
  assert.deepEqual([approved.state, approved.decidedBy], ['approved', '陈管理'])
  assert.match((await mailbox.letterTo(form.email))!.text!, new RegExp(`用户名：${form.userName}`))
  assert.equal((await statusOf(form.receipt)).state, 'approved')

  const person = await signIn(world.app, form.userName, form.password)
  assert.deepEqual((await person.ask(accountApi.current, {})).roles, [], 'an analyst signs, so a second administrator approves')
  await agreeToAll(await world.as('user'))
  const session = await person.ask(accountApi.current, {})
  assert.deepEqual([session.enterprise.name, session.roles, session.user.emailConfirmed], ['岷州本草饮片有限公司', ['检验员'], true])
  await refused(admin.ask(joiningApi.approve, { id: row.id, userName: 'zweite', roleIds: [] }), 'wrong_state')
  assert.equal(codeOf(await ask(registrationApi.confirm, { token })), 'link_over')
  const { signatures: _, entries } = await admin.ask(historyApi.read, { table: 'registration', id: row.id })
  assert.ok(!JSON.stringify(entries).includes('argon2'))
})

test('a new enterprise comes in with its licence: its own rows, roles and ledger places, its administrator, and no way to the platform', async () => {
  const form = await confirmed(foundingForm)
  const waiting = await foundingOf(form.email)
  await refused(admin.ask(foundingApi.approve, { id: waiting.id, userName: form.userName }), 'licence_file_missing')
  const { ticket } = await statusOf(form.receipt)
  assert.equal((await handInLicence(ticket!)).statusCode, 200)
  assert.equal((await statusOf(form.receipt)).licenceFile!.name, '许可证.pdf')
  const file = await world.app.inject({ ...requestOf(foundingApi.licence, { id: waiting.id }), headers: { cookie: admin.cookie } })
  assert.deepEqual(file.rawPayload, pdf)
  assert.match(String(file.headers['content-disposition']), /^attachment/)

  await admin.ask(foundingApi.approve, { id: waiting.id, userName: form.userName })
  const boss = await signIn(world.app, form.userName, form.password)
  const session = await boss.ask(accountApi.current, {})
  assert.deepEqual([session.enterprise.name, session.enterprise.isOperating, session.roles], [form.enterpriseName, false, ['admin']])
  const { beginnings } = await boss.ask(dashboardApi.figures, {})
  assert.equal(beginnings?.length, 14, 'its first day is that of every factory')
  assert.ok(beginnings.every(({ title, done, path }) => title === '设置对外网址' || (!done && path !== null)))
  assert.match(beginnings.find(({ path }) => path === null)?.how ?? '', /平台运营方/, 'the address is that of the installation')
  assert.ok(session.duties.includes('31:manage') && !session.duties.includes('33:platform'))
  assert.ok((await boss.ask(userApi.list, {})).rows.every((user) => user.userName === form.userName))
  const { rows } = await world.admin.query(
    `select (select count(*)::int from place p where p.enterprise_id = e.id) as places, (select count(*)::int from supplier s where s.enterprise_id = e.id) as suppliers,
       (select number from licence l where l.enterprise_id = e.id) as licence, (select name from attachment a where a.enterprise_id = e.id) as file
     from enterprise e where credit_code = $1`,
    [form.creditCode],
  )
  assert.deepEqual(rows, [{ places: 9, suppliers: 0, licence: '粤20260099', file: '许可证.pdf' }])
  await assert.rejects(
    world.admin.query(
      `insert into role_right select enterprise_id, id, '33:platform' from role where name = 'user' and enterprise_id <> (select id from enterprise where is_operating)`,
    ),
    /beyond_own_rights/,
  )

  // Both chains hold: that of the new enterprise begins with what the platform wrote.
  const client = await world.admin.connect()
  assert.deepEqual((await verifyDatabase(client)).findings, [])
  client.release()

  const again = await confirmed(foundingForm)
  await refused(admin.ask(foundingApi.approve, { id: (await foundingOf(again.email)).id, userName: again.userName }), 'enterprise_exists')
})

test('an applicant to an enterprise that is not here goes to the platform, which can only send them back', async () => {
  const form = await confirmed(joiningForm, { creditCode: '91110000802100433B' })
  const row = await foundingOf(form.email)
  assert.deepEqual([row.kind, row.creditCodeTaken], ['join', false])
  await refused(admin.ask(foundingApi.approve, { id: row.id, userName: form.userName }), 'enterprise_unknown')
  await admin.ask(foundingApi.refuse, { id: row.id, reason: '该企业尚未入驻，请以新企业注册' })
  const status = await statusOf(form.receipt)
  assert.deepEqual([status.state, status.reason], ['refused', '该企业尚未入驻，请以新企业注册'])
})

test('an applicant who is sent back learns why by mail and by their receipt, and their password is forgotten', async () => {
  const form = await confirmed()
  const row = await joiningOf(form.email)
  await refused(admin.ask(joiningApi.refuse, { id: row.id, reason: ' ' }), 'invalid_input')
  await admin.ask(joiningApi.refuse, { id: row.id, reason: '请用本人的手机号' })
  const letter = (await mailbox.letterTo(form.email))!
  assert.match(letter.text!, /原因：请用本人的手机号/)
  assert.ok(letter.text!.includes(`/register#receipt=${form.receipt}`))
  const { rows } = await world.admin.query(`select password_hash from registration where id = $1`, [row.id])
  assert.deepEqual(rows, [{ password_hash: '' }])
  await refused(admin.ask(joiningApi.refuse, { id: row.id, reason: '再来' }), 'wrong_state')
})

test('the applicant gets the same answer whether enterprise, user name and mailbox are known here or not', async () => {
  const known = { creditCode: joiningForm.creditCode, userName: 'caigou', email: 'a1@example.cn' }
  const unknown = { creditCode: '91110000802100433B', userName: 'niemand', email: 'a2@example.cn' }
  const [first, second] = await Promise.all([known, unknown].map((changes) => ask(registrationApi.submit, { ...joiningForm, ...changes })))
  assert.deepEqual(first!.statusCode, second!.statusCode)
  assert.deepEqual(Object.keys(first!.json()), Object.keys(second!.json()))
  assert.equal(first!.body.length, second!.body.length)
})

test('a user name that is taken by now is replaced at the approval', async () => {
  const form = await confirmed(joiningForm, { userName: 'caigou' })
  const row = await joiningOf(form.email)
  assert.equal(row.userNameTaken, true)
  await refused(admin.ask(joiningApi.approve, { id: row.id, userName: 'Caigou', roleIds: [] }), 'user_name_taken')
  await refused(admin.ask(joiningApi.approve, { id: row.id, userName: 'a b', roleIds: [] }), 'user_name_not_allowed')
  await admin.ask(joiningApi.approve, { id: row.id, userName: 'caigou9', roleIds: [] })
  assert.match((await mailbox.letterTo(form.email))!.text!, /用户名：caigou9/)
  await signIn(world.app, 'caigou9', form.password)
})

test('nobody is let in under the name of a colleague who signs; they are sent back and register anew', async () => {
  const form = await confirmed(joiningForm, { name: '何质量' })
  const row = await joiningOf(form.email)
  const no = await refused(admin.ask(joiningApi.approve, { id: row.id, userName: form.userName, roleIds: [] }), 'name_of_signer')
  assert.match(no.message, /重新注册/)
  assert.equal((await admin.ask(joiningApi.refuse, { id: row.id, reason: '与同事同名，请加部门' })).state, 'refused')
})

test('nobody is let in whose mailbox has not answered, not even by direct SQL', async () => {
  const form = await submitted()
  const row = await joiningOf(form.email)
  await refused(admin.ask(joiningApi.approve, { id: row.id, userName: form.userName, roleIds: [] }), 'wrong_state')
  await assert.rejects(
    world.change(
      `update registration set state = 'approved', decided_by = a.id, decided_at = now(), account_id = a.id, password_hash = ''
       from account a where a.user_name = 'admin' and registration.id = $1`,
      [row.id],
    ),
    /check constraint/,
  )
  await admin.ask(joiningApi.refuse, { id: row.id, reason: '疑似误填' })
  await mailbox.deliver()
  assert.equal(mailbox.letters.filter((letter) => letter.to![0]!.address === form.email).length, 1, 'a stranger’s mailbox is left in peace')
})

test('a confirmation that came too late is sent again, and only the newest link works', async () => {
  const form = await submitted()
  const first = await mailbox.tokenTo(form.email)
  await world.change(`update registration set confirm_until = now() where email = $1`, [form.email])
  assert.equal(codeOf(await ask(registrationApi.confirm, { token: first })), 'link_over')
  assert.equal((await ask(registrationApi.resend, { receipt: form.receipt })).statusCode, 200)
  const second = await mailbox.tokenTo(form.email)
  assert.notEqual(second, first)
  assert.equal(codeOf(await ask(registrationApi.confirm, { token: first })), 'link_over')
  assert.equal((await ask(registrationApi.confirm, { token: second })).statusCode, 200)
  assert.equal(codeOf(await ask(registrationApi.resend, { receipt: form.receipt })), 'wrong_state')
})

test('what nobody confirms lapses after a week, and its password is forgotten', async () => {
  const form = await submitted()
  await lapseRegistrations(world.pool)
  assert.equal((await statusOf(form.receipt)).state, 'unconfirmed')
  await world.change(`update registration set created_at = now() - interval '8 days' where email = $1`, [form.email])
  await lapseRegistrations(world.pool)
  await lapseRegistrations(world.pool)
  assert.equal((await statusOf(form.receipt)).state, 'lapsed')
  const row = await joiningOf(form.email)
  await refused(admin.ask(joiningApi.refuse, { id: row.id, reason: '晚了' }), 'wrong_state')
})

test('a receipt that is not ours shows nothing, and the one for the licence shows nothing either', async () => {
  const form = await submitted(foundingForm)
  const other = await submitted()
  const { ticket } = await statusOf(form.receipt)
  const forged = `${form.receipt.split('.')[0]}.${other.receipt.split('.')[1]}`
  for (const receipt of [forged, ticket!, `${randomUUID()}.${form.receipt.split('.')[1]}`])
    assert.equal(codeOf(await ask(registrationApi.status, { receipt })), 'link_over')
  assert.equal(codeOf(await handInLicence(form.receipt)), 'link_over')
  assert.equal((await statusOf(other.receipt)).ticket, null, 'who joins an enterprise shows no licence')
})

test('a licence is a PDF or a picture by its content, at most 10 MB, and comes before the decision', async () => {
  const form = await confirmed(foundingForm)
  const { ticket } = await statusOf(form.receipt)
  assert.equal(codeOf(await handInLicence(ticket!, { name: 'a.xlsx' })), 'licence_file_type')
  assert.equal(codeOf(await handInLicence(ticket!, { content: Buffer.from('<html><script>alert(1)</script>') })), 'file_content')
  assert.equal(codeOf(await handInLicence(ticket!, { content: Buffer.alloc(0) })), 'file_empty')
  assert.equal((await handInLicence(ticket!, { content: Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]) })).statusCode, 413)
  assert.equal((await statusOf(form.receipt)).licenceFile, null)
  assert.equal((await handInLicence(ticket!)).statusCode, 200)
  assert.equal((await handInLicence(ticket!, { name: '更清楚.pdf', content: Buffer.concat([pdf, Buffer.from('\n')]) })).statusCode, 200)
  assert.equal((await statusOf(form.receipt)).licenceFile!.name, '更清楚.pdf')
  await admin.ask(foundingApi.refuse, { id: (await foundingOf(form.email)).id, reason: '证照不清楚' })
  assert.equal(codeOf(await handInLicence(ticket!)), 'wrong_state')
})

test('a licence that has run out does not bring an enterprise in', async () => {
  const licence = { ...foundingForm.licence!, validUntil: '2024-12-31' }
  const form = await confirmed(foundingForm, { creditCode: '91110000802100433B', licence })
  await handInLicence((await statusOf(form.receipt)).ticket!)
  const row = await foundingOf(form.email)
  await refused(admin.ask(foundingApi.approve, { id: row.id, userName: form.userName }), 'licence_over')
})

test('what is wrong in the form is said by its field', async () => {
  const wrong: [Partial<RegistrationForm>, string, string][] = [
    [{ creditCode: '91621126MA7BC0DE1F' }, 'invalid_input', 'creditCode'],
    [{ email: 'nobody' }, 'invalid_input', 'email'],
    [{ phone: '12' }, 'invalid_input', 'phone'],
    [{ password: 'short' }, 'invalid_input', 'password'],
    [{ password: 'password123' }, 'weak_password', 'password'],
    [{ userName: 'a b' }, 'user_name_not_allowed', 'userName'],
    [{ kind: 'new' }, 'invalid_input', 'licence.kind'],
  ]
  for (const [changes, code, path] of wrong) {
    const answer = await ask(registrationApi.submit, { ...joiningForm, ...changes })
    assert.equal(codeOf(answer), code, path)
    assert.equal(answer.json().errors[0].path, path)
  }
})

test('a request sent twice under one key is one registration with one letter', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const form = { ...joiningForm, email: 'zweimal@example.cn', userName: 'zweimal' }
  const answers = await Promise.all([ask(registrationApi.submit, form, key), ask(registrationApi.submit, form, key)])
  assert.equal(answers[0]!.body, answers[1]!.body)
  await mailbox.deliver()
  assert.equal(mailbox.letters.filter((letter) => letter.to![0]!.address === form.email).length, 1)
})

test('registering is limited for one mailbox and for one address, and refused to other websites', async () => {
  for (let sent = 0; sent < 5; sent++) await submitted(joiningForm, { email: 'oft@example.cn' })
  assert.equal((await ask(registrationApi.submit, { ...joiningForm, email: 'OFT@example.cn' })).statusCode, 429)
  for (let sent = 6; sent < 20; sent++) await submitted()
  assert.equal((await ask(registrationApi.submit, { ...joiningForm, email: 'anders@example.cn' })).statusCode, 429)
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  assert.equal(codeOf(await ask(registrationApi.submit, { ...joiningForm }, headers)), 'forbidden_origin')
})

test('of two who decide at the same moment one decides, and nobody decides for another enterprise', async () => {
  const form = await confirmed()
  const row = await joiningOf(form.email)
  const ends = await Promise.allSettled([
    admin.ask(joiningApi.approve, { id: row.id, userName: form.userName, roleIds: [] }),
    admin.ask(joiningApi.refuse, { id: row.id, reason: '同时' }),
  ])
  assert.deepEqual(ends.map((end) => end.status).sort(), ['fulfilled', 'rejected'])
  const other = await world.as('other')
  const mine = await confirmed()
  const { id } = await joiningOf(mine.email)
  await refused(other.ask(joiningApi.refuse, { id, reason: '外' }), 'not_found')
  await refused(other.ask(foundingApi.list, {}), 'no_permission')
  await refused(admin.ask(foundingApi.refuse, { id, reason: '走错门' }), 'not_found')
  assert.equal((await other.ask(joiningApi.list, {})).total, 0)
})

test('rights that decide about rights are given to an applicant only by those who hold them', async () => {
  await admin.ask(roleApi.create, { name: '人事', rights: ['31', '31:manage'] })
  const clerkForm = await confirmed()
  await admin.ask(joiningApi.approve, {
    id: (await joiningOf(clerkForm.email)).id,
    userName: clerkForm.userName,
    roleIds: await rolesOf('人事'),
  })
  await agreeToAll(await world.as('user'))
  const clerk = await signIn(world.app, clerkForm.userName, clerkForm.password)
  const form = await confirmed()
  const { id } = await joiningOf(form.email)
  await refused(clerk.ask(joiningApi.approve, { id, userName: form.userName, roleIds: await rolesOf('admin') }), 'beyond_own_rights')
  await refused(clerk.ask(joiningApi.approve, { id, userName: form.userName, roleIds: [randomUUID()] }), 'role_unknown')
  assert.equal((await joiningOf(form.email)).state, 'pending', 'a refused approval leaves everything as it was')
  await clerk.ask(joiningApi.approve, { id, userName: form.userName, roleIds: await rolesOf('采购员') })
})
