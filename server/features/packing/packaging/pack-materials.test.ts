import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { incidentApi } from '#contract/cases/incident.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import {
  acceptedPieces,
  bag,
  bagAndCarton,
  carton,
  issueInput,
  receivedPieces,
  specTakes,
  suppliedPackaging,
} from '#server/demo/pack-material.ts'
import { approvedPackaging, labelledPackaging, releaseOf, usualCompletion } from '#server/demo/packaging.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { concludedCase, conformingBatch } from '#server/demo/production.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

/* Bags and boxes go to the line by lot, and every one of them has an end: in a pack, broken, destroyed, back in its bin, or lost with a case. */

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

const batch = await conformingBatch(as, { quantity: '400' })
const packer = await as('baozhuang')
const { spec } = await approvedPackaging(as, { batch, packs: 1 })
await specTakes(as, spec.id, bagAndCarton)
const bags = await acceptedPieces(as, { material: bag, pieces: 500 })
const cartons = await acceptedPieces(as, { material: carton, pieces: 100 })

const onHand = async (lotId: string) => (await (await as('cangku')).ask(stockApi.read, { id: lotId })).onHand
const fileOf = (id: string) => packer.ask(packagingApi.read, { id })
const giveBack = { reason: '领多了', signature: signed(), keeper: secondPerson('cangku') }

test('an order says what its packs need and what there is; its pieces are issued, used, returned by lot, and the graph leads from the bags to the packs', async () => {
  const supplied = await suppliedPackaging(as, { batch, packs: 20, spare: 2, bags, cartons, spareBags: 5 })
  const before = await fileOf(supplied.orderId)
  assert.deepEqual(
    before.materials.map(({ name, needed, issued }) => [name, needed, issued]),
    [
      [bag, 20, 25],
      [carton, supplied.boxes, supplied.boxes],
    ],
  )
  assert.deepEqual(
    before.pieces.map(({ issued, out }) => [issued, out]),
    [
      [25, 25],
      [supplied.boxes, supplied.boxes],
    ],
  )
  const usual = await usualCompletion(as, supplied)
  const complete = (ofBags: object, ofCartons: object = { used: supplied.boxes }) =>
    packer.ask(packagingApi.complete, {
      ...usual,
      materials: [
        { lotId: bags.lotId, used: 0, ...ofBags },
        { lotId: cartons.lotId, used: 0, ...ofCartons },
      ],
    })
  await refused(packer.ask(packagingApi.complete, usual), 'pieces_unreconciled', 'materials')
  await refused(complete({ used: 20, returned: 4 }), 'pieces_unreconciled', 'materials.0.used')
  await refused(complete({ used: 21, spoiled: 4 }), 'pieces_unreconciled', 'deviation')
  await refused(complete({ used: 20, returned: 5 }), 'return_bin_required', 'materials.0.placeId')
  await refused(complete({ used: 20, returned: 5, placeId: await binIn(await as('cangku'), 'quarantine', { code: 'F' }) }), 'zone_mismatch')
  const placeId = await binIn(await as('cangku'), 'released', { code: 'F' })
  const done = await complete({ used: 20, spoiled: 1, sampled: 1, destroyed: 1, returned: 2, placeId })
  assert.equal(done.materialCaseNo, null)
  assert.equal(await onHand(bags.lotId), '477.0000')
  const { pieces, pieceEntries } = await fileOf(supplied.orderId)
  assert.deepEqual(
    pieces.map(({ issued, used, spoiled, sampled, destroyed, returned, lost, out }) => [
      issued,
      used,
      spoiled,
      sampled,
      destroyed,
      returned,
      lost,
      out,
    ]),
    [
      [25, 20, 1, 1, 1, 2, 0, 0],
      [supplied.boxes, supplied.boxes, 0, 0, 0, 0, 0, 0],
    ],
  )
  assert.deepEqual(pieceEntries.map(({ kind, enteredByName, secondByName }) => [kind, enteredByName, secondByName]).slice(0, 3), [
    ['issue', '蒋包装', '赵仓管'],
    ['issue', '蒋包装', '赵仓管'],
    ['account', '蒋包装', '顾质保'],
  ])
  const { rows } = await world.admin.query(`select role, quantity::text, share::text from lot_edge where to_lot_id = $1 order by id`, [
    done.lotId,
  ])
  assert.deepEqual(rows.map(({ role, quantity }: { role: string; quantity: string }) => [role, Number(quantity)]).slice(1), [
    ['packaging', 20],
    ['packaging', supplied.boxes],
  ])
  const freeze = await (
    await as('qa')
  ).ask(stockApi.raw.freeze, { id: bags.lotId, kind: 'freeze', reason: '包材厂通知有异味', reaches: true })
  await refused(releaseOf(as, done), 'checklist_incomplete')
  await (
    await as('qa')
  ).ask(stockApi.raw.unfreeze, {
    ...{ id: bags.lotId, holdId: freeze.holdId, conclusion: '复检无异味' },
    ...{ signature: signed(), approver: secondPerson('zhiliang') },
  })
  await releaseOf(as, done)
  assert.deepEqual(await findings(), [])
})

test('a bag that is nowhere, and a bag too many, open a case that holds the packs; it needs words', async () => {
  const supplied = await suppliedPackaging(as, { batch, packs: 10, bags, cartons, spareBags: 2 })
  const usual = await usualCompletion(as, supplied)
  const materials = [
    { lotId: bags.lotId, used: 10, lost: 2 },
    { lotId: cartons.lotId, used: supplied.boxes },
  ]
  await refused(packer.ask(packagingApi.complete, { ...usual, materials }), 'pieces_unreconciled', 'deviation')
  const done = await packer.ask(packagingApi.complete, { ...usual, materials, deviation: '清场后少两个内袋' })
  const caseNo = present(done.materialCaseNo)
  const listed = await (await as('qa')).ask(incidentApi.list, { q: caseNo })
  assert.match(only(listed.rows.filter((row) => row.caseNo === caseNo)).subject, /包材不平/)
  await refused(releaseOf(as, done), 'lot_held')
  await concludedCase(as, caseNo)
  await releaseOf(as, done)
  assert.deepEqual(await findings(), [])
})

test('only released lots of the named materials are issued, by packer and keeper; what is held, rejected, of another order or too much is refused', async () => {
  const order = await approvedPackaging(as, { batch, packs: 5 })
  const issue = (lots: { lotId: string; pieces: number }[], rest = {}) =>
    packer.ask(packagingApi.issueMaterials, { ...issueInput(order.orderId, lots), ...rest })
  const waiting = await receivedPieces(as, { pieces: 50 })
  await refused(issue([{ lotId: waiting.lotId, pieces: 5 }]), 'lot_not_released', 'lots.0.lotId')
  const { rows } = await (await as('cangku')).ask(stockApi.list, { kind: 'raw', stock: 'yes' })
  const herb = rows[0]
  if (herb !== undefined) await refused(issue([{ lotId: herb.id, pieces: 1 }]), 'pack_material_of_other_order', 'lots.0.lotId')
  await refused(issue([{ lotId: bags.lotId, pieces: 100_000 }]), 'short_stock', 'lots.0.pieces')
  await refused(issue([{ lotId: bags.lotId, pieces: 0 }]), 'invalid_input')
  await refused(issue([{ lotId: bags.lotId, pieces: 5 }], { keeper: secondPerson('jianyan') }), 'signer_lacks_duty')
  await refused(issue([{ lotId: bags.lotId, pieces: 5 }], { keeper: secondPerson('baozhuang') }), 'same_person')
  const { holdId } = await (await as('qa')).ask(stockApi.raw.freeze, { id: bags.lotId, kind: 'freeze', reason: '查', reaches: false })
  await refused(issue([{ lotId: bags.lotId, pieces: 5 }]), 'lot_held', 'lots.0.lotId')
  await (
    await as('qa')
  ).ask(stockApi.raw.unfreeze, {
    ...{ id: bags.lotId, holdId, conclusion: '无异常', signature: signed(), approver: secondPerson('zhiliang') },
  })
  const offered = await packer.ask(packagingApi.issuable, { id: order.orderId })
  assert.ok(offered.some(({ lotId }) => lotId === bags.lotId) && !offered.some(({ lotId }) => lotId === waiting.lotId))
})

test('the wrong lot goes back to its bin, what is broken or lost is told, and an order is not cancelled while pieces are on the line', async () => {
  const order = await approvedPackaging(as, { batch, packs: 5 })
  const before = await onHand(bags.lotId)
  await packer.ask(packagingApi.issueMaterials, issueInput(order.orderId, [{ lotId: bags.lotId, pieces: 6 }]))
  const cancel = async () => (await as('shengchan2')).ask(packagingApi.cancel, { id: order.orderId, reason: '改期' })
  await refused(cancel(), 'pieces_out')
  const back = async (parts: object) =>
    packer.ask(packagingApi.returnMaterials, { id: order.orderId, lotId: bags.lotId, returned: 0, ...giveBack, ...parts })
  await refused(back({}), 'invalid_input', 'returned')
  await refused(back({ returned: 7 }), 'pieces_unreconciled')
  await refused(back({ returned: 4 }), 'return_bin_required')
  const placeId = await binIn(await as('cangku'), 'released', { code: 'F' })
  assert.equal((await back({ returned: 4, spoiled: 1, placeId })).caseNo, null)
  assert.equal(Number(await onHand(bags.lotId)), Number(before) - 2)
  assert.notEqual((await back({ lost: 1 })).caseNo, null)
  await cancel()
  await refused(back({ returned: 1, placeId }), 'wrong_state')
  assert.deepEqual(await findings(), [])
})

test('two orders that take the last bags at once: one has them, the other is told that there are none', async () => {
  const last = await acceptedPieces(as, { material: bag, pieces: 10 })
  const orders = [await approvedPackaging(as, { batch, packs: 5 }), await approvedPackaging(as, { batch, packs: 5 })]
  const answers = await Promise.allSettled(
    orders.map(({ orderId }) => packer.ask(packagingApi.issueMaterials, issueInput(orderId, [{ lotId: last.lotId, pieces: 7 }]))),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal(await onHand(last.lotId), '3.0000')
})

test('a specification that names no packaging material is packed as before, with its lot in words', async () => {
  await specTakes(as, spec.id, [])
  await refused(
    packer.ask(packagingApi.create, { bulkLotId: batch.lotId, packSpecId: spec.id, plannedPacks: 1, labelVersion: 'BQ-01' }),
    'invalid_input',
    'packagingMaterial',
  )
  const labelled = await labelledPackaging(as, { batch, packs: 3 })
  assert.deepEqual((await fileOf(labelled.orderId)).materials, [])
  const done = await packer.ask(packagingApi.complete, await usualCompletion(as, labelled))
  assert.equal(done.materialCaseNo, null)
  await specTakes(as, spec.id, bagAndCarton)
})

test('the database lets no piece appear, vanish or be halved, by whatever way', async () => {
  const order = await approvedPackaging(as, { batch, packs: 5 })
  await packer.ask(packagingApi.issueMaterials, issueInput(order.orderId, [{ lotId: bags.lotId, pieces: 6 }]))
  const enterprise = `(select enterprise_id from lot where id = '${bags.lotId}')`
  const person = (name: string) => `(select id from account where user_name = '${name}' and enterprise_id = ${enterprise})`
  const place = (kind: string) => `(select id from place where kind = '${kind}' and enterprise_id = ${enterprise} order by code limit 1)`
  const entry = (kind: string, quantity: string, from: string, to: string, lot = bags.lotId) =>
    world.change(`insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
      values (${enterprise}, '${lot}', ${from}, ${to}, ${quantity}, '${kind}', 'packaging_order', '${order.orderId}', 'x', ${person('baozhuang')}, now())`)
  const bin = `(select place_id from stock_balance where lot_id = '${bags.lotId}' and is_real and quantity > 20 limit 1)`
  await assert.rejects(entry('pack_issue', '0.5', bin, place('packing')), /pieces_whole/)
  await assert.rejects(entry('issue', '1', bin, place('production')), /pieces_whole/)
  await assert.rejects(entry('pack_issue', '1', bin, place('packing')), /what the ledger moved/)
  await assert.rejects(entry('pack_loss', '1', place('packing'), place('loss')), /what the ledger moved/)
  const told = (columns: string, values: string) =>
    world.change(`insert into pack_material_entry (enterprise_id, packaging_order_id, lot_id, entered_by, second_by, entered_at, ${columns})
      values (${enterprise}, '${order.orderId}', '${bags.lotId}', ${person('baozhuang')}, ${person('cangku')}, now(), ${values})`)
  await assert.rejects(told('kind, issued', `'issue', 3`), /signed by two|what the ledger moved/)
  await assert.rejects(told('kind, used', `'account', 6`), /signed by two|what the ledger moved/)
  await assert.rejects(
    world.change(`insert into pack_material_entry (enterprise_id, packaging_order_id, lot_id, entered_by, second_by, entered_at, kind, issued)
      values (${enterprise}, '${order.orderId}', '${bags.lotId}', ${person('baozhuang')}, ${person('baozhuang')}, now(), 'issue', 1)`),
    /pack_material_by_two/,
  )
  await assert.rejects(world.change(`update pack_material_entry set issued = 5 where packaging_order_id = '${order.orderId}'`), /evidence/)
  await assert.rejects(
    world.change(
      `update packaging_order set state = 'cancelled', cancelled_by = ${person('shengchan2')}, cancelled_at = now(), cancel_reason = 'x' where id = '${order.orderId}'`,
    ),
    /pieces_out/,
  )
  await assert.rejects(world.change(`update material set unit = 'kg' where name = '${bag}'`), /material_used/)
  await assert.rejects(world.change(`update lot set unit = 'kg' where id = '${bags.lotId}'`), /counted as its material/)
  await assert.rejects(world.change(`update lot_edge set quantity = 1 where from_lot_id = '${bags.lotId}'`), /evidence/)
  assert.equal(elementAt((await fileOf(order.orderId)).pieces, 0).out, 6)
})
