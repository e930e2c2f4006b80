import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { supplierReturnApi } from '#contract/warehouse/supplier-return.ts'
import { proposedDisposal } from '#server/demo/disposal.ts'
import { rejectedLot, releasedLot } from '#server/demo/inspection.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import {
  approvedSupplierReturn,
  proposedSupplierReturn,
  provenSupplierReturn,
  sentSupplierReturn,
  usualBringingBack,
  usualConfirmation,
  usualSending,
} from '#server/demo/supplier-return.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const found = async () => {
  const client = await world.admin.connect()
  try {
    return (await verifyDatabase(client)).findings
  } finally {
    client.release()
  }
}
const onHand = async (lotId: string) =>
  (
    await world.admin.query<{ quantity: string }>(
      `select coalesce(sum(b.quantity), 0)::numeric(14, 4)::text as quantity from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.lot_id = $1`,
      [lotId],
    )
  ).rows[0]!.quantity
const entriesOf = async (id: string) =>
  (
    await world.admin.query<{ kind: string; quantity: string }>(
      `select kind, quantity::text as quantity from stock_entry where document_id = $1 order by id`,
      [id],
    )
  ).rows.map(({ kind, quantity }) => [kind, quantity])

test('a rejected lot goes back to its supplier: proposed, agreed by another, weighed out by two, confirmed with a paper', async () => {
  const { lotId } = await rejectedLot(as, { material: '红花' })
  const before = await onHand(lotId)
  const proposed = await proposedSupplierReturn(as, { lotId })
  assert.deepEqual([proposed.row.state, proposed.row.quantity], ['proposed', before])
  await refused(proposedSupplierReturn(as, { lotId }), 'supplier_return_open')
  await refused(proposedDisposal(as, { lotId }), 'supplier_return_open')
  const { id, rowVersion } = proposed.row
  const decision = { id, rowVersion, opinion: '同意', signature: signed() }
  await refused((await as('qa')).ask(supplierReturnApi.approve, decision), 'no_permission')
  await refused((await as('zhiliang')).ask(supplierReturnApi.approve, { ...decision, rowVersion: rowVersion + 1 }), 'stale')
  await refused((await as('cangku')).ask(supplierReturnApi.send, usualSending(proposed)), 'wrong_state')
  const approved = await approvedSupplierReturn(as, proposed)
  const usual = usualSending(approved)
  const send = async (change: object = {}) => (await as('cangku')).ask(supplierReturnApi.send, { ...usual, ...change })
  await refused(send({ checker: secondPerson('cangku') }), 'same_person')
  await refused(send({ checker: secondPerson('jianyan') }), 'signer_lacks_duty')
  await refused(send({ weighed: '1' }), 'supplier_return_weight', 'weighed')
  await refused(send({ weighed: '9999999999.9999' }), 'supplier_return_weight', 'weighed')
  assert.equal(await onHand(lotId), before, 'nothing moved')
  const outcomes = await Promise.allSettled([send(), send()])
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'], 'once')
  assert.equal(await onHand(lotId), '0.0000')
  const sent = await (await as('qa')).ask(supplierReturnApi.read, { id })
  assert.deepEqual([sent.row.state, sent.sentByName !== null, sent.checkedByName !== null], ['sent', true, true])
  const confirmation = usualConfirmation(sent)
  const confirm = async (change: object = {}) => (await as('cangku')).ask(supplierReturnApi.confirm, { ...confirmation, ...change })
  await refused(confirm(), 'supplier_return_unproven')
  await provenSupplierReturn(as, sent)
  await refused(confirm({ confirmedOn: '2020-01-01' }), 'invalid_input', 'confirmedOn')
  await refused(confirm({ confirmedQuantity: exact(before).times(2).toFixed() }), 'supplier_return_difference', 'confirmedQuantity')
  const less = exact(before).minus('0.5').toFixed()
  await refused(confirm({ confirmedQuantity: less }), 'supplier_return_difference', 'differenceReason')
  const confirmed = await confirm({ confirmedQuantity: less, differenceReason: '供应商磅秤误差' })
  assert.deepEqual([confirmed.row.state, confirmed.differenceReason], ['confirmed', '供应商磅秤误差'])
  assert.deepEqual(await entriesOf(id), [['supplier_return', before]])
  const { rows } = await world.admin.query(
    `select meaning, signature_holds(s) as holds from signature s where record_id = $1 order by meaning`,
    [id],
  )
  assert.deepEqual(
    rows.map(({ meaning, holds }) => [meaning, holds]),
    [
      ['同意退货给供应商', true],
      ['退货发出', true],
      ['退货称重复核', true],
    ].toSorted(),
  )
  const { balances } = await (await as('qa')).ask(traceApi.view, { id: lotId })
  assert.ok(
    balances.every(({ closes }) => closes),
    'the equation of the lot closes',
  )
  assert.ok(balances[0]!.right.some(({ label }) => label === '退供应商'))
  assert.deepEqual(await found(), [])
})

test('who proposed does not agree, who agreed does not weigh out, and who confirmed does not take it back', async () => {
  const { lotId } = await rejectedLot(as, { material: '甘草' })
  const admin = await as('admin')
  const [bin] = await admin.ask(supplierReturnApi.choices, { lotId })
  const own = await admin.ask(supplierReturnApi.propose, { lotId, placeId: bin!.placeId, quantity: bin!.quantity, reason: '不合格' })
  const { id, rowVersion } = own.row
  await refused(admin.ask(supplierReturnApi.approve, { id, rowVersion, opinion: '同意', signature: signed() }), 'author_approves')
  await refused(admin.ask(supplierReturnApi.refuse, { id, rowVersion, opinion: '不', signature: signed() }), 'author_approves')
  await assert.rejects(
    world.change(
      `update supplier_return set state = 'approved', decided_by = proposed_by, decided_at = now(), opinion = 'x' where id = $1`,
      [id],
    ),
    /supplier_return_by_two/,
  )
  await admin.ask(supplierReturnApi.cancel, { id, reason: '换人提出' })
  await refused(admin.ask(supplierReturnApi.cancel, { id, reason: '再撤' }), 'wrong_state')
  const proposed = await proposedSupplierReturn(as, { lotId })
  const approved = await admin.ask(supplierReturnApi.approve, {
    id: proposed.row.id,
    rowVersion: proposed.row.rowVersion,
    opinion: '同意',
    signature: signed(),
  })
  await refused(admin.ask(supplierReturnApi.send, usualSending(approved)), 'supplier_return_sent_by_decider')
  await refused(
    (await as('cangku')).ask(supplierReturnApi.send, { ...usualSending(approved), checker: secondPerson('admin') }),
    'same_person',
    'checker.userName',
  )
  const sent = await (await as('cangku')).ask(supplierReturnApi.send, usualSending(approved))
  await provenSupplierReturn(as, sent)
  const confirmed = await (await as('cangku')).ask(supplierReturnApi.confirm, usualConfirmation(sent))
  const mistaken = { id: confirmed.row.id, reason: '登记错单' }
  await refused((await as('cangku')).ask(supplierReturnApi.unconfirm, mistaken), 'supplier_return_own_confirmation')
  await assert.rejects(
    world.change(
      `update supplier_return set state = 'sent', unconfirmed_by = confirmed_by, unconfirmed_at = now(), unconfirm_reason = 'x', confirmed_by = null, confirmed_at = null,
        confirmed_on = null, confirmed_quantity = null, confirmed_person = null, confirmation_no = null, difference_reason = null where id = $1`,
      [confirmed.row.id],
    ),
    /same_person/,
  )
  const again = await (await as('cangku2')).ask(supplierReturnApi.unconfirm, mistaken)
  assert.deepEqual([again.row.state, again.confirmedOn, again.unconfirmReason], ['sent', null, '登记错单'])
  const right = await (await as('cangku')).ask(supplierReturnApi.confirm, usualConfirmation(again))
  assert.equal(right.row.state, 'confirmed')
  assert.deepEqual(await found(), [])
})

test('what the supplier does not take comes back into the 不合格区, and what is not there was lost on its way', async () => {
  const { lotId } = await rejectedLot(as, { material: '丹参' })
  const before = await onHand(lotId)
  const sent = await sentSupplierReturn(as, { lotId })
  const { id } = sent.row
  const back = await usualBringingBack(as, sent, exact(before).minus('2').toFixed())
  const keeper = await as('cangku')
  await refused(keeper.ask(supplierReturnApi.bringBack, { ...back, placeId: undefined }), 'rejected_bin_required', 'placeId')
  await refused(
    keeper.ask(supplierReturnApi.bringBack, { ...back, weight: exact(before).times(2).toFixed() }),
    'supplier_return_weight',
    'weight',
  )
  const done = await keeper.ask(supplierReturnApi.bringBack, back)
  assert.deepEqual([done.row.state, await onHand(lotId)], ['back', exact(before).minus('2').toFixed(4)])
  assert.deepEqual(await entriesOf(id), [
    ['supplier_return', before],
    ['supplier_return', exact(before).minus('2').toFixed(4)],
    ['shortage', '2.0000'],
  ])
  // The way on: it is disposed of, or goes back once more, and is lost altogether.
  const second = await sentSupplierReturn(as, { lotId })
  const lost = await keeper.ask(supplierReturnApi.bringBack, { ...(await usualBringingBack(as, second, '0')), placeId: undefined })
  assert.deepEqual([lost.row.state, lost.backPlaceCode, await onHand(lotId)], ['back', null, '0.0000'])
  const { balances } = await (await as('qa')).ask(traceApi.view, { id: lotId })
  assert.ok(balances.every(({ closes }) => closes))
  assert.deepEqual(await found(), [])
})

test('only what was bought and rejected goes back, and nothing about which a case is open; what its supplier declines waits to be disposed of', async () => {
  const good = await releasedLot(as, { material: '黄芪' })
  const [bin] = await (await as('cangku')).ask(stockApi.raw.stock, { id: good.lotId }).then(({ places }) => places)
  const keeper = await as('cangku')
  const asked = { lotId: good.lotId, placeId: bin!.id, quantity: '1', reason: '不想要了' }
  await refused(keeper.ask(supplierReturnApi.propose, asked), 'supplier_return_unfounded')
  assert.deepEqual(await keeper.ask(supplierReturnApi.choices, { lotId: good.lotId }), [])
  const bad = await rejectedLot(as, { material: '川芎' })
  await refused(proposedSupplierReturn(as, { lotId: bad.lotId, quantity: '9999999999.9999' }), 'short_stock', 'quantity')
  const proposed = await proposedSupplierReturn(as, { lotId: bad.lotId, quantity: '10' })
  const approved = await approvedSupplierReturn(as, proposed)
  // A case that opens after the decision stops it.
  await (await as('qa')).ask(stockApi.raw.freeze, { id: bad.lotId, kind: 'regulator', reason: '监管封存' })
  await refused(keeper.ask(supplierReturnApi.send, usualSending(approved)), 'lot_in_case')
  const declined = await keeper.ask(supplierReturnApi.decline, { id: approved.row.id, reason: '供应商电话表示不收' })
  assert.deepEqual([declined.row.state, declined.endReason], ['declined', '供应商电话表示不收'])
  await refused(proposedSupplierReturn(as, { lotId: bad.lotId }), 'lot_in_case')
  const other = await rejectedLot(as, { material: '白芍' })
  const asking = await proposedSupplierReturn(as, { lotId: other.lotId })
  const no = await (
    await as('zhiliang')
  ).ask(supplierReturnApi.refuse, {
    id: asking.row.id,
    rowVersion: asking.row.rowVersion,
    opinion: '改为销毁',
    signature: signed(),
  })
  assert.equal(no.row.state, 'refused')
  const disposal = await proposedDisposal(as, { lotId: other.lotId })
  await refused(proposedSupplierReturn(as, { lotId: other.lotId }), 'supplier_return_open')
  assert.equal(disposal.disposal.state, 'proposed')
})

test('goods go to a supplier by an agreed return alone, and a part of a bin leaves no shortage behind', async () => {
  const { lotId } = await rejectedLot(as, { material: '白术' })
  await assert.rejects(
    world.change(
      `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
        select b.enterprise_id, b.lot_id, b.place_id, place_of_kind('supplier'), 1, 'supplier_return', 'test', b.lot_id, 'X', (select id from account where user_name = 'qa'), now()
        from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.lot_id = $1 and b.quantity > 0 limit 1`,
      [lotId],
    ),
    /supplier_return_undecided/,
  )
  const before = await onHand(lotId)
  const part = await approvedSupplierReturn(as, await proposedSupplierReturn(as, { lotId, quantity: '10' }))
  const sent = await (await as('cangku')).ask(supplierReturnApi.send, { ...usualSending(part), weighed: '9.9' })
  assert.deepEqual([sent.missing, await onHand(lotId)], ['0.0000', exact(before).minus('9.9').toFixed(4)])
  const rest = await approvedSupplierReturn(as, await proposedSupplierReturn(as, { lotId }))
  const weighed = exact(rest.row.quantity).minus('0.1').toFixed()
  const whole = await (await as('cangku')).ask(supplierReturnApi.send, { ...usualSending(rest), weighed })
  assert.deepEqual([whole.missing, await onHand(lotId)], ['0.1000', '0.0000'])
  assert.deepEqual(await found(), [])
})
