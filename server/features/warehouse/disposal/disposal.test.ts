import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { disposalApi } from '#contract/warehouse/disposal.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { approvedDisposal, damagedPacks, destroyed, photographed, proposedDisposal, usualDestruction } from '#server/demo/disposal.ts'
import { rejectedLot, releasedLot } from '#server/demo/inspection.ts'
import { packedLot, releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { allocatedSale } from '#server/demo/sale.ts'
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
const codesOf = async (lotId: string) =>
  Object.fromEntries(
    (
      await world.admin.query<{ state: string; codes: string }>(
        `select s.state, sum(s.last_index - s.first_index + 1)::text as codes from code_span s join code_range r on r.id = s.range_id and r.level = 1
          where s.lot_id = $1 group by 1`,
        [lotId],
      )
    ).rows.map(({ state, codes }) => [state, Number(codes)]),
  )
/** Packs of a range as somebody scans them, by their serials. */
async function scanned(packRangeId: string, serials: readonly number[]): Promise<string[]> {
  const { cookie } = await as('baozhuang')
  const { body } = await world.app.inject({ method: 'GET', url: `/api/code-ranges/${packRangeId}/codes`, headers: { cookie } })
  const lines = body.trimEnd().split('\r\n').slice(1)
  return serials.map((serial) => lines[serial - 1]!.split(',')[2]!)
}
const damaged = async (pack: { lotId: string; packRangeId: string }, serials: readonly number[]) =>
  damagedPacks(as, pack.lotId, await scanned(pack.packRangeId, serials))
/** One line of a proposal with other codes. */
const withCodes = ({ lines, ...rest }: Awaited<ReturnType<typeof damaged>>, codes: string[]) => ({
  ...rest,
  lines: (lines ?? []).map((line) => ({ ...line, codes })),
})

test('the code of a pack in stock is not voided by itself: stock and codes never part', async () => {
  const pack = await releasedPack(as, { packs: 20 })
  const before = await onHand(pack.lotId)
  const voided = (first: number, last: number) =>
    as('qa').then((qa) => qa.ask(qrApi.void, { id: pack.packRangeId, first, last, reason: '标签破损', signature: signed() }))
  await refused(voided(7, 8), 'code_on_stock')
  assert.deepEqual([await onHand(pack.lotId), await codesOf(pack.lotId)], [before, { in_stock: 20 }])
  // Whichever step it were: a code that leaves alone, and kilograms that leave alone.
  await assert.rejects(
    world.change(
      `with gone as (delete from code_span where lot_id = $1 and last_index > first_index + 2 returning *)
        insert into code_span (enterprise_id, range_id, first_index, last_index, state, lot_id)
        select enterprise_id, range_id, first_index, last_index - 2, state, lot_id from gone
        union all select enterprise_id, range_id, last_index - 1, last_index, 'destroyed', lot_id from gone`,
      [pack.lotId],
    ),
    /codes_leave_stock/,
  )
  await assert.rejects(
    world.change(
      `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
        select b.enterprise_id, b.lot_id, b.place_id, place_of_kind('adjustment'), 0.5, 'transfer', 'test', b.lot_id, 'X', (select id from account where user_name = 'qa'), now()
        from stock_balance b where b.lot_id = $1 and b.is_real and b.quantity > 0`,
      [pack.lotId],
    ),
    /codes_leave_stock/,
  )
})

test('a rejected lot is destroyed by three: proposed, decided, carried out before a witness', async () => {
  const { lotId } = await rejectedLot(as, { material: '红花' })
  const before = await onHand(lotId)
  const proposed = await proposedDisposal(as, { lotId })
  assert.deepEqual([proposed.disposal.state, proposed.disposal.quantity, proposed.disposal.goods], ['proposed', before, '红花'])
  await refused(proposedDisposal(as, { lotId }), 'disposal_open')
  const { id, rowVersion } = proposed.disposal
  const decision = { id, rowVersion, opinion: '同意', signature: signed() }
  await refused((await as('qa')).ask(disposalApi.approve, decision), 'no_permission')
  await refused((await as('zhiliang')).ask(disposalApi.approve, { ...decision, rowVersion: rowVersion + 1 }), 'stale')
  await refused(
    (await as('zhiliang')).ask(disposalApi.approve, { ...decision, signature: { password: 'x', comment: '' } }),
    'wrong_password',
  )
  await refused((await as('cangku')).ask(disposalApi.carryOut, usualDestruction(proposed)), 'wrong_state')
  const approved = await approvedDisposal(as, proposed)
  const usual = usualDestruction(approved)
  const carryOut = async (change: object = {}) => (await as('cangku')).ask(disposalApi.carryOut, { ...usual, ...change })
  await refused(carryOut(), 'disposal_photo_missing')
  await photographed(as, approved)
  await refused(carryOut({ witness: secondPerson('cangku') }), 'same_person')
  await refused(carryOut({ witness: secondPerson('jianyan') }), 'signer_lacks_duty')
  await refused(carryOut({ weights: [{ lineId: approved.lines[0]!.id, weighed: '1' }] }), 'disposal_weight_differs', 'weights.0.weighed')
  assert.equal(await onHand(lotId), before, 'nothing moved')
  const [first, second] = await Promise.allSettled([carryOut(), carryOut()])
  assert.deepEqual([first.status, second.status].sort(), ['fulfilled', 'rejected'], 'once')
  const file = await (await as('qa')).ask(disposalApi.read, { id })
  assert.deepEqual(
    [file.disposal.state, file.carriedByName !== null, file.witnessName !== null, file.certificateNo],
    ['done', true, true, 'LY-2026-0031'],
  )
  assert.equal(await onHand(lotId), '0.0000')
  const { rows } = await world.admin.query(
    `select meaning, signature_holds(s) as holds from signature s where record_id = $1 order by meaning`,
    [id],
  )
  assert.deepEqual(
    rows.map(({ meaning, holds }) => [meaning, holds]),
    [
      ['批准处置', true],
      ['执行销毁', true],
      ['销毁见证', true],
    ].toSorted(),
  )
  assert.deepEqual(await found(), [])
})

test('who proposed does not decide, who decided does not carry out, and neither is the witness', async () => {
  const { lotId } = await rejectedLot(as, { material: '甘草' })
  const admin = await as('admin')
  const [bin] = await admin.ask(disposalApi.choices, { ground: 'rejected', lotId })
  const own = await admin.ask(disposalApi.propose, {
    ground: 'rejected',
    reason: '不合格',
    disposalMethod: 'crush',
    lines: [{ lotId, placeId: bin!.placeId, quantity: bin!.quantity }],
  })
  const { id, rowVersion } = own.disposal
  await refused(admin.ask(disposalApi.approve, { id, rowVersion, opinion: '同意', signature: signed() }), 'author_approves')
  await assert.rejects(
    world.change(`update disposal_case set state = 'approved', decided_by = proposed_by, decided_at = now(), opinion = 'x' where id = $1`, [
      id,
    ]),
    /disposal_by_two/,
  )
  const approved = await approvedDisposal(as, own)
  await photographed(as, approved)
  const usual = usualDestruction(approved)
  // The administrator proposed it: not the witness of the keeper.
  await refused(
    (await as('cangku')).ask(disposalApi.carryOut, { ...usual, witness: secondPerson('admin') }),
    'same_person',
    'witness.userName',
  )
  // Another weight was found: the decision is asked for again, and the way is open.
  const reported = await (
    await as('cangku')
  ).ask(disposalApi.report, {
    id,
    rowVersion: usual.rowVersion,
    reason: '受潮后晾晒，失重',
    weights: [{ lineId: approved.lines[0]!.id, weighed: String(Number(bin!.quantity) * 0.9) }],
  })
  assert.deepEqual([reported.disposal.state, reported.foundReason], ['reported', '受潮后晾晒，失重'])
  const again = await approvedDisposal(as, reported)
  assert.equal(again.secondOpinion, '同意销毁')
  await refused(
    (await as('cangku')).ask(disposalApi.report, {
      id,
      rowVersion: again.disposal.rowVersion,
      reason: '又轻了',
      weights: [{ lineId: approved.lines[0]!.id, weighed: '1' }],
    }),
    'disposal_reported',
  )
  const done = await (await as('cangku')).ask(disposalApi.carryOut, usualDestruction(again))
  assert.equal(done.disposal.state, 'done')
  const { rows } = await world.admin.query(
    `select kind, sum(quantity)::float8 as quantity from stock_entry where document_id = $1 group by 1 order by 1`,
    [id],
  )
  const whole = Number(bin!.quantity)
  assert.deepEqual(rows, [
    { kind: 'destroy', quantity: whole * 0.9 },
    { kind: 'shortage', quantity: Math.round(whole * 0.1 * 10_000) / 10_000 },
  ])
  assert.deepEqual(await found(), [])
})

test('goods that are good, in date or part of an open case stay; a refused or withdrawn disposal leaves them where they are', async () => {
  const good = await releasedLot(as, { material: '黄芪' })
  const [bin] = await (await as('cangku')).ask(stockApi.raw.stock, { id: good.lotId }).then(({ places }) => places)
  const lines = [{ lotId: good.lotId, placeId: bin!.id, quantity: '1' }]
  for (const ground of ['rejected', 'expired', 'returned', 'damaged'] as const)
    await refused(proposedDisposal(as, { lotId: good.lotId, ground, lines }), 'disposal_unfounded')
  const bad = await rejectedLot(as, { material: '丹参' })
  await (await as('qa')).ask(stockApi.raw.freeze, { id: bad.lotId, kind: 'complaint', reason: '投诉调查' })
  await refused(proposedDisposal(as, { lotId: bad.lotId }), 'lot_in_case')
  const other = await rejectedLot(as, { material: '川芎' })
  const first = await proposedDisposal(as, { lotId: other.lotId })
  const { id, rowVersion } = first.disposal
  const no = await (await as('zhiliang')).ask(disposalApi.refuse, { id, rowVersion, opinion: '改退供应商', signature: signed() })
  assert.equal(no.disposal.state, 'refused')
  const second = await proposedDisposal(as, { lotId: other.lotId })
  const approved = await approvedDisposal(as, second)
  // A case that opens after the decision stops it.
  await (await as('qa')).ask(stockApi.raw.freeze, { id: other.lotId, kind: 'regulator', reason: '监管封存' })
  await photographed(as, approved)
  await refused((await as('cangku')).ask(disposalApi.carryOut, usualDestruction(approved)), 'lot_in_case')
  const cancelled = await (await as('cangku')).ask(disposalApi.cancel, { id: second.disposal.id, reason: '已封存' })
  assert.equal(cancelled.disposal.state, 'cancelled')
  await refused((await as('cangku')).ask(disposalApi.cancel, { id: second.disposal.id, reason: '再撤' }), 'wrong_state')
  assert.notEqual(await onHand(other.lotId), '0.0000')
})

test('packs that broke in stock go by their codes: kilograms, codes and boxes in one transaction', async () => {
  const pack = await releasedPack(as, { product: '当归', packs: 30 })
  const before = exact(await onHand(pack.lotId))
  const proposal = await damaged(pack, [7, 8, 9])
  const codes = await scanned(pack.packRangeId, [7, 8, 9])
  await refused(proposedDisposal(as, withCodes(proposal, codes.slice(1))), 'disposal_codes_differ')
  await refused(proposedDisposal(as, withCodes(proposal, [])), 'disposal_codes_differ')
  await refused(proposedDisposal(as, withCodes(proposal, [codes[0]!, codes[0]!, codes[0]!])), 'code_twice')
  const stranger = await packedLot(as, { packs: 5 })
  await refused(proposedDisposal(as, withCodes(proposal, await scanned(stranger.packRangeId, [1, 2, 3]))), 'code_not_in_house')
  const done = await destroyed(as, proposal)
  assert.equal(done.disposal.packs, 3)
  assert.ok(exact(await onHand(pack.lotId)).equals(before.minus(done.disposal.quantity)))
  assert.ok(exact(done.disposal.quantity).equals(before.div(10)))
  assert.deepEqual(await codesOf(pack.lotId), { in_stock: 27, destroyed: 3 })
  const story = await (await as('qa')).ask(qrApi.lookUp, { code: codes[0]! })
  assert.deepEqual([story.state, story.box, story.events.at(-1)!.documentNo], ['destroyed', null, done.disposal.disposalNo])
  await refused(
    (await as('qa')).ask(qrApi.void, { id: pack.packRangeId, first: 7, last: 7, reason: '再作废', signature: signed() }),
    'code_voided',
  )
  assert.deepEqual(await found(), [])
})

test('packs that an order has been allocated are given back before they are destroyed', async () => {
  const pack = await releasedPack(as, { product: '枸杞子', buy: { material: '枸杞子' }, packs: 6 })
  const sale = await allocatedSale(as, { pack, packs: 6 })
  const proposed = await proposedDisposal(as, await damaged(pack, [1]))
  const approved = await approvedDisposal(as, proposed)
  await photographed(as, approved)
  await refused((await as('cangku')).ask(disposalApi.carryOut, usualDestruction(approved)), 'short_stock')
  await (await as('cangku')).ask(saleApi.giveBack, { id: sale.id, reason: '有一袋破损' })
  await (await as('cangku')).ask(disposalApi.carryOut, usualDestruction(approved))
  assert.deepEqual(await codesOf(pack.lotId), { in_stock: 5, destroyed: 1 })
})

test('goods leave a bin to be destroyed by a decided disposal alone', async () => {
  const { lotId } = await rejectedLot(as, { material: '白芍' })
  await assert.rejects(
    world.change(
      `insert into stock_entry (enterprise_id, lot_id, from_place_id, to_place_id, quantity, kind, document_kind, document_id, document_no, by_id, occurred_at)
        select b.enterprise_id, b.lot_id, b.place_id, place_of_kind('loss'), 1, 'destroy', 'test', b.lot_id, 'X', (select id from account where user_name = 'qa'), now()
        from stock_balance b join place p on p.id = b.place_id and p.kind = 'bin' where b.lot_id = $1 and b.quantity > 0 limit 1`,
      [lotId],
    ),
    /destruction_undecided/,
  )
})
