import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { codeLockApi } from '#contract/packing/code-lock.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { returnApi } from '#contract/selling/return-api.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { publicStatuses } from '#contract/tracing/public-trace.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { packCodes, releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { decidedReturn } from '#server/demo/return.ts'
import { allocatedSale, checkedSale, deliveredSale, usualTransport } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 监管锁定单码: one pack or box is locked by the authority, its neighbours are not (decision 0082). */

const world = await openWorld()
after(() => world.close())
const { as } = world

const lock = async (code: string, who = 'qa') =>
  (await as(who)).ask(codeLockApi.place, { code, authorityNo: '甘药监锁〔2026〕1号', reason: '抽检疑似混装', signature: signed() })
const lift = async ({ id, rowVersion }: { id: string; rowVersion: number }, second = 'zhiliang') =>
  (await as('qa')).ask(codeLockApi.lift, {
    ...{ id, rowVersion, conclusion: '复检符合规定', evidence: '甘药监解〔2026〕1号', signature: signed() },
    approver: secondPerson(second),
  })
const story = async (code: string) => (await as('qa')).ask(qrApi.lookUp, { code })
async function shown(code: string): Promise<string[]> {
  const { body } = await world.app.inject({ url: `/index?c=${code}`, headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  return Object.entries(publicStatuses).flatMap(([name, { title }]) => (body.includes(`<h1>${title}</h1>`) ? [name] : []))
}

test('a locked pack says so to everybody and is not picked; its neighbours are; it is lifted by two, once', async () => {
  const pack = await releasedPack(as, { packs: 40, spec: '500 g' })
  const [first, second, third] = await packCodes(as, pack.lotNo, 40)
  const [code, beside] = [present(first), present(second)]
  await refused(lock(code, 'cangku'), 'no_permission')
  await refused(lock('B0000000000000000000'), 'code_unknown', 'code')
  const placed = await lock(code)
  assert.deepEqual([placed.packs, placed.lifted], [1, null])
  assert.deepEqual([await shown(code), await shown(beside)], [['locked'], ['genuine']])
  const box = present((await story(code)).box).code
  assert.deepEqual(await shown(box), ['locked'], 'the box holds it')
  assert.deepEqual([(await story(code)).locks.length, (await story(box)).locks.length, (await story(beside)).locks.length], [1, 1, 0])

  const sale = await allocatedSale(as, { pack, packs: 1 })
  const keeper = await as('cangku')
  await refused(keeper.ask(saleApi.scan, { id: sale.id, code }), 'code_locked', 'code')
  await refused(keeper.ask(saleApi.pick, { id: sale.id, codes: [code], signature: signed() }), 'code_locked', 'codes.0')
  await keeper.ask(saleApi.pick, { id: sale.id, codes: [beside], signature: signed() })
  await refused(
    (await as('baozhuang')).ask(qrApi.replace, { code, reason: '标签破损', signature: signed(), checker: secondPerson('qa2') }),
    'code_locked',
  )

  // A second notice locks it again; each is lifted by itself.
  const again = await lock(code)
  await refused(lift(placed, 'qa'), 'same_person')
  await refused(lift(placed, 'cangku'), 'signer_lacks_duty')
  await refused(lift({ ...placed, id: pack.lotId }), 'not_found')
  await refused(lift({ ...placed, rowVersion: 99 }), 'stale')
  const lifted = await lift(placed)
  assert.equal(present(lifted.lifted).evidence, '甘药监解〔2026〕1号')
  await refused(lift(lifted), 'not_held')
  assert.deepEqual(await shown(code), ['locked'])
  await lift(again)
  assert.deepEqual(await shown(code), ['genuine'])
  const other = await allocatedSale(as, { pack, packs: 1 })
  await keeper.ask(saleApi.pick, { id: other.id, codes: [code], signature: signed() })
  assert.equal((await story(present(third))).locks.length, 0)
})

test('what was picked before it was locked does not leave, and what came back locked is not sold again', async () => {
  const pack = await releasedPack(as, { product: '白术', buy: { material: '白术' }, packs: 20 })
  const sale = await checkedSale(as, { pack, packs: 2 })
  const code = elementAt(sale.codes, 0)
  const placed = await lock(code)
  const ship = async () => (await as('wuliu')).ask(saleApi.ship, { id: sale.id, ...usualTransport(), signature: signed() })
  await refused(ship(), 'code_locked')
  await lift(placed)
  await ship()

  const sold = await deliveredSale(as, { pack, packs: 4 })
  const back = await decidedReturn(as, { sale: sold, packs: 2 })
  const inReturn = await lock(elementAt(back.codes, 0))
  const keeper = await as('cangku')
  const { rowVersion } = await keeper.ask(returnApi.read, { id: back.id })
  const restock = async () => keeper.ask(returnApi.restock, { id: back.id, rowVersion, placeId: await binIn(keeper, 'pack_released') })
  await refused(restock(), 'code_locked')
  await lift(inReturn)
  assert.equal((await restock()).state, 'closed')
})

test('a box locks every pack in it, and the database lets nobody lift it alone, change it, or sell round it', async () => {
  const pack = await releasedPack(as, { product: '白芍', buy: { material: '白芍' }, packs: 20 })
  const code = elementAt(await packCodes(as, pack.lotNo, 20), 0)
  const box = present((await story(code)).box).code
  const placed = await lock(box)
  assert.ok(placed.packs > 1)
  assert.deepEqual(await shown(code), ['locked'])
  const sql = (text: string) => world.change(text, [placed.id])
  await assert.rejects(
    sql(
      `update code_lock set lifted_by = placed_by, lift_second_by = placed_by, lifted_at = now(), conclusion = 'x', lift_evidence = 'x' where id = $1`,
    ),
    /code_lock_lifted_by_two/,
  )
  await assert.rejects(sql(`update code_lock set reason = 'x' where id = $1`), /what the authority said/)
  await assert.rejects(
    sql(`update code_lock k set lifted_by = (select id from account where user_name = 'baozhuang'), lift_second_by = placed_by, lifted_at = now(),
      conclusion = 'x', lift_evidence = 'x' where id = $1`),
    /hold_own_work/,
  )
  await assert.rejects(
    sql(`insert into code_event (enterprise_id, range_id, first_index, last_index, state, document_kind, document_id, document_no, by_id)
      select enterprise_id, range_id, first_index, last_index, 'shipped', 'shipment', lock_id, 'x', (select id from account limit 1) from code_lock_run where lock_id = $1`),
    /code_locked/,
  )
  const lifts = await Promise.allSettled([lift(placed), lift(placed)])
  assert.deepEqual(lifts.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})
