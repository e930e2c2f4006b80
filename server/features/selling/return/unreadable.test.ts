import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { returnApi } from '#contract/selling/return-api.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { destroyed } from '#server/demo/disposal.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { conformingBatch } from '#server/demo/production.ts'
import { arrivalOf, awaitedReturn, packsOut, provenReturn } from '#server/demo/return.ts'
import { deliveredSale } from '#server/demo/sale.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* Packs that come back and whose codes nobody can read (decision 0065). */

const world = await openWorld()
after(() => world.close())
const { as } = world
const pack = await releasedPack(as, { batch: await conformingBatch(as), packs: 200, spec: '500 g' })

/** Five packs with a customer, of which some are announced to come back. */
async function fiveOut(packs: number) {
  const sale = await deliveredSale(as, { pack, packs: 5 })
  const out = (await packsOut(as, sale)).map(({ code }) => code)
  assert.equal(out.length, 5)
  return { ...(await awaitedReturn(as, { sale, packs })), out }
}
type Came = { codes?: string[]; counted?: number; kept?: string[] }
const receive = async ({ id, rowVersion }: { id: string; rowVersion: number }, { codes = [], counted, kept = [] }: Came) =>
  (await as('cangku')).ask(returnApi.receive, {
    ...{ id, rowVersion, ...(await arrivalOf(as, codes.length === 0 ? [] : [{ condition: 'intact', codes }])) },
    ...{ counted: counted === undefined ? [] : [{ lotId: pack.lotId, packs: counted }], kept },
  })
const stateOf = async (code: string) => {
  const { body } = await world.app.inject({ url: `/index?c=${code}`, headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  return ['退回', '请核对', '正品'].filter((word) => body.includes(word))
}
async function closes() {
  const { balances } = await (await as('qa')).ask(traceApi.view, { id: pack.lotId })
  assert.deepEqual(
    balances.filter((one) => !one.closes).map(({ title, difference }) => [title, difference]),
    [],
  )
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
}

test('all that is left of a shipment comes back unread: its codes are those that are nowhere else, and it is only destroyed', async () => {
  const back = await fiveOut(5)
  const [first, ...unread] = back.out
  await refused(receive(back, {}), 'invalid_input', 'items')
  await refused(receive(back, { codes: [present(first)], counted: 5 }), 'more_than_shipped', 'counted.0.packs')
  await refused(receive(back, { codes: [present(first)], counted: 3 }), 'codes_undetermined', 'counted.0.packs')
  const { rowVersion } = await receive(back, { codes: [present(first)], counted: 4 })
  const qa = await as('qa')
  const { receipt } = await qa.ask(returnApi.read, { id: back.id })
  const items = present(receipt).items.toSorted((one, other) => one.packs - other.packs)
  assert.deepEqual(
    items.map(({ condition, packs, quantity }) => [condition, packs, quantity]),
    [
      ['intact', 1, '0.5000'],
      ['unreadable', 4, '2.0000'],
    ],
  )
  assert.deepEqual(elementAt(items, 1).codes.toSorted(), unread.toSorted())
  assert.notDeepEqual(await stateOf(elementAt(unread, 0)), [])
  await closes()

  const seen = await qa.ask(returnApi.inspect, {
    id: back.id,
    rowVersion,
    conforms: true,
    findings: '标签污损，码不可读',
    signature: signed(),
  })
  await provenReturn(as, back.id)
  const decide = (decision: 'restock' | 'destroy') =>
    qa.ask(returnApi.decide, {
      ...{ id: back.id, rowVersion: seen.rowVersion, conclusion: '码不可读的销毁', ...withQualityHead() },
      decisions: items.map(({ id }) => ({ itemId: id, decision })),
    })
  await refused(decide('restock'), 'return_opened')
  assert.equal((await decide('destroy')).state, 'destroying')
  await destroyed(as, { lotId: pack.lotId, ground: 'returned' })
  assert.equal((await qa.ask(returnApi.read, { id: back.id })).state, 'closed')
  await closes()
})

test('a part comes back unread when the customer tells which codes stay; what stays may still come back, and no more', async () => {
  const back = await fiveOut(2)
  const stays = back.out.slice(0, 3)
  const elsewhere = await fiveOut(1)
  await refused(receive(back, { counted: 2 }), 'codes_undetermined', 'counted.0.packs')
  await refused(receive(back, { counted: 2, kept: stays.slice(1) }), 'codes_undetermined', 'counted.0.packs')
  await refused(receive(back, { codes: [elementAt(stays, 0)], kept: stays }), 'invalid_input', 'kept')
  await refused(receive(back, { counted: 2, kept: elsewhere.out }), 'code_not_shipped', 'kept.0')
  await refused(receive(back, { counted: 3, kept: stays }), 'more_than_shipped', 'counted.0.packs')
  const received = await receive(back, { counted: 2, kept: stays })
  const { receipt } = await (await as('qa')).ask(returnApi.read, { id: back.id })
  assert.deepEqual(elementAt(present(receipt).items, 0).codes.toSorted(), back.out.slice(3).toSorted())
  await closes()

  // The receipt was wrong: everything is as before, and comes in again.
  const taken = await (
    await as('cangku')
  ).ask(returnApi.takeBack, {
    ...{ id: back.id, rowVersion: received.rowVersion, reason: '点错', signature: signed(), approver: secondPerson('qa') },
  })
  await closes()
  await receive({ id: back.id, rowVersion: taken.rowVersion }, { counted: 2, kept: stays })
  const rest = await awaitedReturn(as, { sale: back.sale, packs: 3 })
  await receive(rest, { codes: stays.slice(0, 1), counted: 2 })
  await closes()
})
