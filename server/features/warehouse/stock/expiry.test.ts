import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { saleApi } from '#contract/selling/sale-api.ts'
import { disposalApi } from '#contract/warehouse/disposal.ts'
import { proposedDisposal } from '#server/demo/disposal.ts'
import { packedLot, releasedPack, releaseOf } from '#server/demo/packaging.ts'
import { signed } from '#server/demo/person.ts'
import { approvedSale, checkedSale, usualTransport } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

// No job of the calendar runs in a test: what is out of date is found by its day alone.
test('with the calendar stopped nothing that is out of date is released, allocated or shipped; it may be disposed of', async () => {
  const pack = await releasedPack(as, { packs: 20 })
  const checked = await checkedSale(as, { pack, packs: 5 })
  const waiting = await approvedSale(as, { pack, packs: 5 })
  const unreleased = await packedLot(as, { batch: pack.batch, packs: 5 })
  const [shelf] = await (await as('cangku')).ask(disposalApi.choices, { ground: 'damaged', lotId: pack.lotId })
  const lines = [{ lotId: pack.lotId, placeId: shelf!.placeId, quantity: shelf!.quantity }]
  await refused(proposedDisposal(as, { lotId: pack.lotId, ground: 'expired', lines }), 'disposal_unfounded')
  await world.change(`update lot set expires_on = today() - 1 where batch_no = (select batch_no from lot where id = $1)`, [pack.lotId])
  const { rows } = await world.admin.query<{ state: string; holds: number }>(`select state, holds from lot where id = $1`, [pack.lotId])
  assert.deepEqual(rows, [{ state: 'released', holds: 0 }], 'nothing marked it')

  const keeper = await as('cangku')
  await refused(keeper.ask(saleApi.allocate, { id: waiting.id }), 'short_stock')
  await refused((await as('wuliu')).ask(saleApi.ship, { id: checked.id, ...usualTransport(), signature: signed() }), 'lot_expired')
  await refused(releaseOf(as, unreleased), 'lot_expired')
  const [bin] = await keeper.ask(disposalApi.choices, { ground: 'expired', lotId: unreleased.lotId })
  assert.ok(bin !== undefined)
  const proposed = await proposedDisposal(as, { lotId: unreleased.lotId, ground: 'expired', reason: '超过有效期' })
  assert.deepEqual([proposed.disposal.state, proposed.disposal.packs], ['proposed', 5])
})
