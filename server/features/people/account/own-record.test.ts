import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { accountApi } from '#contract/people/account.ts'
import { avatarApi } from '#contract/people/avatar.ts'
import { ownRecordApi } from '#contract/people/own-record.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { userApi } from '#contract/people/user.ts'
import { demoPassword, requestOf, signIn } from '#server/demo/person.ts'
import { approvedOrder, deliveryNote, draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } })
const base64 = async (of: Sharp) => (await of.toBuffer()).toString('base64')

test('a picture is made anew: square, WebP, without what the camera wrote into it', async () => {
  const person = await as('caigou')
  const image = await base64(
    picture(900, 600)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Geheim-Kamera' } }),
  )
  const { digest } = await person.ask(avatarApi.save, { image })
  const me = (await person.ask(accountApi.current, {})).user
  assert.equal(me.avatar, digest)
  const answer = await world.app.inject({ ...requestOf(avatarApi.read, { id: me.id, digest }), headers: { cookie: person.cookie } })
  assert.equal(answer.headers['content-type'], 'image/webp')
  assert.equal(answer.headers['cache-control'], 'private, max-age=31536000, immutable')
  const kept = await sharp(answer.rawPayload).metadata()
  assert.deepEqual([kept.format, kept.width, kept.height, kept.exif], ['webp', 256, 256, undefined])
  assert.doesNotMatch(answer.rawPayload.toString('latin1'), /Geheim/)

  // A colleague sees it, another enterprise does not, and a stranger is asked who they are.
  await (await as('qa')).ask(avatarApi.read, { id: me.id, digest })
  await refused((await as('other')).ask(avatarApi.read, { id: me.id, digest }), 'not_found')
  assert.equal((await world.app.inject(requestOf(avatarApi.read, { id: me.id, digest }))).statusCode, 401)
  await person.ask(avatarApi.remove, {})
  assert.equal((await person.ask(accountApi.current, {})).user.avatar, null)
  await refused(person.ask(avatarApi.read, { id: me.id, digest }), 'not_found')
})

test('what is no picture, or claims more pixels than are needed, is refused', async () => {
  const person = await as('caigou')
  const save = (image: string) => person.ask(avatarApi.save, { image })
  await refused(save(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64')), 'bad_image')
  await refused(save(Buffer.from('hello').toString('base64')), 'bad_image')
  await refused(save(await base64(picture(9, 9).gif())), 'bad_image')
  await refused(save(await base64(picture(5000, 4000).png({ compressionLevel: 9 }))), 'bad_image')
  const cut = await picture(500, 500).png().toBuffer()
  await refused(save(cut.subarray(0, cut.length / 2).toString('base64')), 'bad_image')
  await refused(save('no base64!'), 'invalid_input')
})

test('who came in with my name, and who tried: when, from where, with what', async () => {
  const login = (password: string) =>
    world.app.inject({
      method: 'POST',
      url: '/api/session',
      payload: { userName: 'wuliu', password },
      headers: { 'user-agent': 'Firefox auf Windows' },
    })
  await login('falsch-falsch')
  await login(demoPassword)
  const { rows } = await (await as('wuliu')).ask(ownRecordApi.signIns, {})
  assert.deepEqual(rows.slice(0, 3).map((row) => row.event), ['signed_in', 'signed_in', 'sign_in_failed']) // prettier-ignore
  assert.equal(rows[2]!.userAgent, 'Firefox auf Windows')
  assert.equal(rows[2]!.address, '127.0.0.1')
  assert.ok((await (await as('xiaoshou')).ask(ownRecordApi.signIns, {})).rows.every((row) => row.userAgent !== 'Firefox auf Windows'))
})

test('my signatures name the document, lead to it, and say when the record no longer is what I signed', async () => {
  const lot = await receivedLot(as)
  const keeper = await as('cangku2') // who checks a delivery signs as the second person
  const { rows } = await keeper.ask(ownRecordApi.signatures, {})
  assert.equal(rows[0]!.document, '收货单')
  assert.ok(rows[0]!.no !== '' && rows[0]!.holds)
  const order = (await keeper.ask(purchaseApi.list, { q: new URLSearchParams(rows[0]!.path!.split('?')[1]).get('q')! })).rows
  assert.equal(order.length, 1, 'the way leads to one order')
  assert.equal((await keeper.ask(ownRecordApi.signatures, { q: '没有这个词' })).total, 0)
  assert.ok(lot.lotNo)
  await world.admin.query(
    `set session_replication_role = replica; update receipt set remark = '改过' where receipt_no = '${rows[0]!.no}'; reset session_replication_role`,
  )
  assert.equal((await keeper.ask(ownRecordApi.signatures, {})).rows[0]!.holds, false)
  await world.admin.query(
    `set session_replication_role = replica; update receipt set remark = '' where receipt_no = '${rows[0]!.no}'; reset session_replication_role`,
  )
  assert.equal((await (await as('xiaoshou')).ask(ownRecordApi.signatures, {})).total, 0)
})

test('what I began stays with me until it is at its end', async () => {
  const buyer = await as('caigou')
  const draft = await draftOrder(as)
  const mine = async (q: string) => (await buyer.ask(ownRecordApi.started, { q })).rows
  const [found] = await mine(draft.orderNo)
  assert.deepEqual([found!.document, found!.state.label, found!.path], ['采购单', '草稿', `/yuanliao-caigou?q=${draft.orderNo}`])
  const order = await approvedOrder(as)
  assert.equal((await mine(order.orderNo))[0]!.state.label, '待到货')
  await (await as('cangku')).ask(purchaseApi.receive, await deliveryNote(as, order.id))
  assert.deepEqual(await mine(order.orderNo), [])
  assert.equal((await (await as('xiaoshou')).ask(ownRecordApi.started, {})).total, 0)
})

test('a message goes from unread to read to the bin and back, and only from the bin for good', async () => {
  const person = await as('shengchan2')
  await (await as('caigou')).ask(purchaseApi.submit, { id: (await draftOrder(as)).id })
  const box = async (name: 'unread' | 'read' | 'bin') =>
    (await person.ask(accountApi.notifications, { box: name })).rows.map((row) => row.id)
  const [id] = await box('unread')
  assert.ok(id !== undefined)
  const before = (await person.ask(accountApi.current, {})).unread
  const move = (to: 'read' | 'unread' | 'bin' | 'gone') => person.ask(accountApi.moveNotifications, { ids: [id], to })
  assert.equal((await move('read')).unread, before - 1)
  assert.ok((await box('read')).includes(id))
  await move('gone')
  assert.ok((await box('read')).includes(id), 'what is not in the bin is not thrown away')
  await move('bin')
  assert.ok((await box('bin')).includes(id) && !(await box('read')).includes(id))
  await move('read')
  assert.ok((await box('read')).includes(id))
  assert.equal((await move('unread')).unread, before)
  await move('bin')
  await move('gone')
  assert.ok(!(await box('bin')).includes(id))
  await refused(move('read'), 'not_found')
  const [theirs] = (await (await as('zhuguan')).ask(accountApi.notifications, {})).rows
  if (theirs) await refused(person.ask(accountApi.moveNotifications, { ids: [theirs.id], to: 'bin' }), 'not_found')
})

test('a person who must change their password continues to work, but signs nothing until they have', async () => {
  const admin = await as('admin')
  const keeper = (await admin.ask(userApi.list, { q: 'cangku' })).rows.find((user) => user.userName === 'cangku')!
  const order = await approvedOrder(as, { material: '半夏' }) // toxic, so its receiver signs
  await admin.ask(userApi.requirePasswordChange, { id: keeper.id })
  const person = await signIn(world.app, 'cangku')
  await person.ask(purchaseApi.list, {})
  const note = await deliveryNote(as, order.id, { material: '半夏' })
  await refused(person.ask(purchaseApi.receive, note), 'must_change_password')
  const next = 'kuan-yan-shu-hua-37'
  await person.ask(accountApi.changePassword, { current: demoPassword, next })
  await person.ask(purchaseApi.receive, { ...note, ...(note.signature && { signature: { ...note.signature, password: next } }) })
})

test('a person who lacks a right is told who can give it, in their own enterprise', async () => {
  const buyer = await as('caigou')
  const givers = (await buyer.ask(accountApi.roleGivers, {})).map(({ name }) => name)
  const { user } = await (await as('admin')).ask(accountApi.current, {})
  assert.ok(givers.includes(user.name))
  assert.ok(!givers.includes((await buyer.ask(accountApi.current, {})).user.name))
  const elsewhere = await (await as('other')).ask(accountApi.roleGivers, {})
  assert.ok(!elsewhere.some(({ name }) => name === user.name))
})
