import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { packCodes, packedLot, releasedPack, releaseOf } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { pickedSale } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* 换签: a damaged label is replaced; codes, boxes and stock stay as many as they were, and old and new name each other. */

const world = await openWorld()
after(() => world.close())
const { as } = world

async function findings() {
  const client = await world.admin.connect()
  try {
    return (await verifyDatabase(client)).findings
  } finally {
    client.release()
  }
}
const story = async (code: string) => (await as('qa')).ask(qrApi.lookUp, { code })
const replace = async (code: string, more: { reason?: string; checker?: string; who?: string } = {}) =>
  (await as(more.who ?? 'baozhuang')).ask(qrApi.replace, {
    ...{ code, reason: more.reason ?? '标签被水浸湿', signature: signed() },
    checker: secondPerson(more.checker ?? 'qa2'),
  })

test('a damaged label is replaced by two: the pack stays in its lot and box, old and new name each other, and the lot is released and sold as ever', async () => {
  const pack = await packedLot(as, { quantity: '60', packs: 25, spare: 2 })
  const [first, , third] = await packCodes(as, pack.lotNo, 27)
  const code = present(first)
  const before = await story(code)
  await refused(replace(code, { checker: 'baozhuang' }), 'same_person')
  await refused(replace(code, { checker: 'cangku' }), 'signer_lacks_duty')
  await refused(replace(code, { who: 'cangku' }), 'no_permission')
  await refused(replace(code, { reason: ' ' }), 'invalid_input', 'reason')
  await refused(replace('B0000000000000000000'), 'code_unknown', 'code')
  await refused(replace(present(before.box).code), 'code_not_in_stock', 'code')
  const done = await replace(code)
  const [old, fresh] = [await story(code), await story(done.code)]
  assert.deepEqual([old.state, old.replacedBy, old.lot, old.box], ['voided', done.code, null, null])
  assert.deepEqual([fresh.state, fresh.replaces, fresh.lot?.lotNo, fresh.box?.code], ['activated', code, pack.lotNo, before.box?.code])
  await refused(replace(code), 'code_not_in_stock', 'code')
  assert.deepEqual(await findings(), [])
  await releaseOf(as, pack)
  assert.equal((await story(done.code)).state, 'in_stock')
  // A label that was replaced is replaced again, and of two at once one.
  const again = await replace(done.code)
  const twice = await Promise.allSettled([replace(present(third)), replace(present(third))])
  assert.deepEqual(twice.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.equal((await story(again.code)).state, 'in_stock')
  assert.deepEqual(await findings(), [])
  // The next test sells another lot.
  await (await as('qa')).ask(stockApi.pack.freeze, { id: pack.lotId, kind: 'freeze', reason: '待查' })
})

test('what is held or picked keeps its label, and the database takes no replacement whose old code lives', async () => {
  const pack = await releasedPack(as, { quantity: '60', packs: 20 })
  const codes = await packCodes(as, pack.lotNo, 20)
  const qa = await as('qa')
  const { holdId } = await qa.ask(stockApi.pack.freeze, { id: pack.lotId, kind: 'freeze', reason: '待查' })
  await refused(replace(elementAt(codes, 0)), 'lot_held', 'code')
  await qa.ask(stockApi.pack.unfreeze, { id: pack.lotId, holdId, conclusion: '查无问题', ...withQualityHead() })
  await assert.rejects(
    world.change(
      `insert into code_replacement (enterprise_id, lot_id, old_range_id, old_index, new_range_id, new_index, reason, replaced_by, checked_by, replaced_at)
       select s.enterprise_id, s.lot_id, s.range_id, s.first_index, s.range_id, s.first_index + 1, 'x', (select id from account where user_name = 'qa'),
         (select id from account where user_name = 'zhiliang'), now() from code_span s where s.lot_id = $1 and s.state = 'in_stock' limit 1`,
      [pack.lotId],
    ),
    /signed by two/,
  )
  await pickedSale(as, { pack, packs: 20 })
  await refused(replace(elementAt(codes, 1)), 'packs_picked', 'code')
})
