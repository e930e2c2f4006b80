import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { caseApi } from '#contract/cases/impact.ts'
import { only } from '#contract/kernel/certain.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import type { Zone } from '#contract/warehouse/movement.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { inspect, release, releasedLot } from '#server/demo/inspection.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const bin = async (zone: Zone) => binIn(await as('qa'), zone)

/** A herb that was made into a batch and two lots of packs and lost its release: three lots wait for a decision. */
async function openCase() {
  const raw = await releasedLot(as, { quantity: '100' })
  const batch = await conformingBatch(as, { lot: raw, quantity: '60' })
  const packs = [await releasedPack(as, { batch, packs: 20 }), await releasedPack(as, { batch, packs: 10 })] as const
  await (
    await as('qa')
  ).ask(releaseApi.withdraw, { id: raw.reportId, reason: '供应商通报农残超标', placeId: await bin('quarantine'), signature: signed() })
  const { id } = only((await (await as('qa')).ask(caseApi.list, { q: raw.lotNo })).rows)
  return { id, raw, batch, packs }
}
const usable = async (raw: { lotId: string }) => release(as, (await inspect(as, raw.lotId, { side: 'raw' })).reportId)

const giveRole = (userName: string, role: string) =>
  world.change(
    `insert into account_role (enterprise_id, account_id, role_id)
     select a.enterprise_id, a.id, r.id from account a join role r on r.enterprise_id = a.enterprise_id where a.user_name = $1 and r.name = $2`,
    [userName, role],
  )

type Given = Partial<z.input<typeof caseApi.decideLots.input>>
const decide = async (id: string, lotIds: string[], given: Given = {}, by = 'shouquan') =>
  (await as(by)).ask(caseApi.decideLots, { id, lotIds, decision: 'clear', conclusion: '复检合格', ...withQualityHead(), ...given })
const decisionsOf = async (id: string) => (await (await as('qa')).ask(caseApi.read, { id })).lots.map(({ decision }) => decision)

test('lots of a case are cleared together by one pair of signatures, and each keeps both with its own content', async () => {
  const { id, raw, batch, packs } = await openCase()
  await usable(raw)
  const ids = [batch.lotId, ...packs.map(({ lotId }) => lotId)]
  assert.deepEqual(await decide(id, ids), { state: 'closed', undecided: 0 })
  const { rows } = await world.admin.query(
    `select i.decision, l.holds, array(select signer_name || s.meaning from signature s
       where s.record_id = i.id and signature_holds(s) and s.content like '%' || i.lot_id || '%' order by s.id) as signatures
     from impact_lot i join lot l on l.id = i.lot_id where i.case_id = $1`,
    [id],
  )
  assert.deepEqual(
    rows,
    Array.from({ length: 3 }, () => ({ decision: 'clear', holds: 0, signatures: ['冯受权处置', '何质量批准'] })),
  )
})

test('lots are rejected together: what was made of a lot before the lot, and no new case asks about it again', async () => {
  const { id, batch, packs } = await openCase()
  const ids = [batch.lotId, ...packs.map(({ lotId }) => lotId)]
  const placeId = await bin('rejected')
  const unnamed = await refused(decide(id, ids, { decision: 'reject' }), 'rejected_bin_required')
  assert.match(unnamed.message, /不合格区货位/)
  assert.deepEqual(await decisionsOf(id), [null, null, null], 'nothing of it was done')
  assert.equal((await decide(id, ids, { decision: 'reject', placeId })).state, 'closed')
  const { rows } = await world.admin.query(`select state, holds from lot where id = any ($1)`, [ids])
  assert.deepEqual(
    rows,
    Array.from({ length: 3 }, () => ({ state: 'rejected', holds: 0 })),
  )
  assert.deepEqual((await (await as('qa')).ask(caseApi.list, { q: batch.batchNo, state: 'open' })).rows, [])
})

test('one lot that cannot be decided so keeps all from it, and is named', async () => {
  const { id, raw, batch, packs } = await openCase()
  const ids = [packs[0].lotId, packs[1].lotId]
  await refused(decide(id, ids), 'ancestor_unfit', 'lotIds.1')
  await usable(raw)
  const other = await releasedLot(as)
  const unknown = await refused(decide(id, [...ids, other.lotId]), 'wrong_state', 'lotIds.2')
  assert.ok(unknown.message.includes(other.lotNo), unknown.message)
  assert.deepEqual(await decisionsOf(id), [null, null, null])
  // Of the demo's QA one checked the packing and may clear no packs.
  await refused(decide(id, [batch.lotId, ...ids], {}, 'qa2'), 'producer_releases', 'lotIds.2')
  await refused(decide(id, [packs[0].lotId, packs[0].lotId]), 'invalid_input', 'lotIds')
  await refused(decide(id, []), 'invalid_input', 'lotIds')
  await refused(decide(id, ids, { approver: secondPerson('shouquan') }), 'same_person')
  await refused(decide(id, ids, { signature: signed(), approver: secondPerson('shengchan') }), 'signer_lacks_duty')
  await refused(decide(id, ids, {}, 'shengchan'), 'no_permission')
  assert.deepEqual(await decisionsOf(id), [null, null, null])
  assert.deepEqual(await decide(id, ids), { state: 'open', undecided: 1 })
  const again = await refused(decide(id, [batch.lotId, packs[0].lotId]), 'wrong_state', 'lotIds.1')
  assert.match(again.message, new RegExp(`${packs[0].lotNo}.*没有待处置`), 'it says what the state is')
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})

test('who tested or made a lot does not confirm the decision about it either; the database says the same', async () => {
  await giveRole('jianyan', '质量负责人')
  await giveRole('shengchan', '质量负责人')
  const { id, raw, batch, packs } = await openCase()
  await usable(raw)
  const placeId = await bin('rejected')
  const beside = (userName: string): Given => ({ signature: signed(), approver: secondPerson(userName) })

  const tested = await refused(decide(id, [batch.lotId, packs[0].lotId], beside('jianyan')), 'analyst_releases', 'approver.userName')
  assert.match(tested.message, new RegExp(`${batch.batchNo}.*检验人`))
  await refused(decide(id, [batch.lotId], { ...beside('jianyan'), decision: 'reject', placeId }), 'analyst_releases', 'approver.userName')
  const made = await refused(decide(id, [batch.lotId], beside('shengchan')), 'producer_releases', 'approver.userName')
  assert.match(made.message, new RegExp(`${batch.batchNo}.*生产`))
  await refused(
    (await as('shouquan')).ask(caseApi.decide, {
      id,
      lotId: batch.lotId,
      decision: 'clear',
      conclusion: '复检合格',
      ...withQualityHead(),
      ...beside('shengchan'),
    }),
    'producer_releases',
    'approver.userName',
  )
  assert.deepEqual(await decisionsOf(id), [null, null, null], 'nothing of it was done')

  const write = (userName: string, decision: string) =>
    world.change(
      `update impact_lot i set decision = $3, conclusion = '直写', decided_at = now(), analyst_ids = '{}', producer_ids = '{}',
         decided_by = (select a.id from account a where a.user_name = 'shouquan'), approved_by = (select a.id from account a where a.user_name = $2)
       where i.lot_id = $1`,
      [batch.lotId, userName, decision],
    )
  await assert.rejects(write('jianyan', 'clear'), /analyst_releases/)
  await assert.rejects(write('jianyan', 'reject'), /analyst_releases/)
  await assert.rejects(write('shengchan', 'clear'), /producer_releases/)
  // Who made it may say that it is bad.
  assert.equal((await decide(id, [batch.lotId], { ...beside('shengchan'), decision: 'reject', placeId })).undecided, 2)
})
