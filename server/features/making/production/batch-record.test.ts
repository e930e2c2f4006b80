import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { addDays, dayInShanghai, expiryDay } from '#contract/warehouse/shelf-life.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { present } from '#contract/kernel/certain.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { approvedProcess } from '#server/demo/processing.ts'
import { secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import {
  checkedBefore,
  cleared,
  concludedCase,
  doneStep,
  finishedProduction,
  issuedProduction,
  nextStations,
  producedBatch,
  steppedProduction,
} from '#server/demo/production.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const angelica = await releasedLot(as, { quantity: '9000' })
const today = dayInShanghai(new Date())

const charge = (quantity: string, lotId = angelica.lotId) => [{ lotId, quantity }]
const read = async (id: string) => (await as('shengchan')).ask(productionApi.read, { id })
/** An instant so many milliseconds from another. */
const from = (instant: string, ms: number) => new Date(new Date(instant).getTime() + ms).toISOString()
const rowsOf = async (statement: string, ...values: unknown[]) => (await world.admin.query(statement, values)).rows

type Start = Omit<z.input<typeof productionApi.startStep.input>, 'roomId' | 'equipmentIds'>
const startOf = (id: string, change: Partial<Start> = {}): Start => ({
  id,
  stepNo: 1,
  preChecks: checkedBefore,
  temperature: '22',
  humidity: '48',
  input: '100',
  ...change,
})
type End = z.input<typeof productionApi.finishStep.input>
const endOf = (id: string, change: Partial<End> = {}): End => ({
  id,
  stepNo: 1,
  output: '97',
  losses: [{ kind: 'impurity', quantity: '3' }],
  parameters: [{ code: 'impurity', value: '2.1' }],
  checker: secondPerson('shengchan2'),
  ...change,
})
const start = async (input: Start) =>
  (await as('shengchan')).ask(productionApi.startStep, { ...(await nextStations(as, input.id)), ...input })
const end = async (input: End) => (await as('shengchan')).ask(productionApi.finishStep, input)

// ── the whole way ────────────────────────────────────────────────────────────────────────────────────────────────────

test('a batch is born in quarantine under the number of its feeding date, with edges, an expiry and nothing left in production', async () => {
  const batch = await producedBatch(as, { quantity: '400', lot: angelica })
  assert.match(batch.batchNo, new RegExp(`^${today.slice(2).replaceAll('-', '')}\\d\\d$`))
  const order = await read(batch.orderId)
  assert.equal(order.state, 'reviewed')
  assert.equal(order.productionDate, today)
  assert.ok(
    order.signatures.every(({ holds }) => holds),
    'every signature still says what was signed',
  )
  assert.deepEqual(
    order.signatures.map(({ meaning }) => meaning),
    ['批准', '称量发料', '复核', '复核', '复核', '操作', '复核', '操作', '复核', '复核', '完成生产', '审核'],
  )

  const [lot] = await rowsOf(
    `select kind, state, lot_no, batch_no, quantity::text, born_on::text, expires_on::text from lot where id = $1`,
    batch.lotId,
  )
  assert.deepEqual(lot, {
    kind: 'bulk',
    state: 'quarantine',
    lot_no: batch.batchNo,
    batch_no: batch.batchNo,
    quantity: order.balance!.output,
    born_on: today,
    expires_on: expiryDay(today, 24),
  })
  assert.deepEqual(
    await rowsOf(`select from_lot_id, quantity::text, share::text, role, step from lot_edge where to_lot_id = $1`, batch.lotId),
    [{ from_lot_id: angelica.lotId, quantity: '400.0000', share: '1.000000', role: 'main', step: 'production' }],
  )
  assert.deepEqual(
    await rowsOf(
      `select p.zone, b.quantity::text from stock_balance b join place p on p.id = b.place_id where b.lot_id = $1 and b.is_real`,
      batch.lotId,
    ),
    [{ zone: 'bulk', quantity: order.balance!.output }],
  )
  assert.deepEqual(
    await rowsOf(`select sum(b.quantity)::text as kg from stock_balance b where b.lot_id = $1`, batch.lotId),
    [{ kg: '0.0000' }],
    'the ledger is double entry',
  )
})

test('what the public may read of the production: method, steps and days, no set point, no mass, no yield', async () => {
  const batch = await producedBatch(as, { quantity: '50', lot: angelica })
  const [event] = await rowsOf(`select public_facts as facts from trace_event where lot_id = $1 and kind = 'produced'`, batch.lotId)
  assert.deepEqual(event.facts, {
    processingMethod: '切制',
    cutSpec: '薄片',
    productionDate: today,
    steps: [
      ['净制', '挑选'],
      ['洗润', '抢水洗，闷润至透'],
      ['切制', '薄片 1–2 mm'],
      ['干燥', '热风循环'],
      ['筛选', '振动筛'],
    ].map(([name, option]) => ({ name, option, date: today })),
  })
  const steps = await rowsOf(
    `select public_facts as facts from trace_event where lot_id = $1 and kind = 'step_done' order by occurred_at`,
    batch.lotId,
  )
  assert.deepEqual(
    steps.map(({ facts }) => facts),
    event.facts.steps,
  )
})

test('an auxiliary is an ancestor too, with its share of all that went in; 10 % of it keeps the yield above 80 %', async () => {
  const [herb, bran] = [
    await releasedLot(as, { material: '白术', quantity: '220' }),
    await releasedLot(as, { material: '麦麸', quantity: '60' }),
  ]
  const batch = await producedBatch(as, { product: '麸炒白术', lot: herb, quantity: '200' })
  const edges = await rowsOf(
    `select from_lot_id, quantity::text, share::text, role from lot_edge where to_lot_id = $1 order by role desc`,
    batch.lotId,
  )
  assert.deepEqual(edges, [
    { from_lot_id: herb.lotId, quantity: '200.0000', share: '0.909091', role: 'main' },
    { from_lot_id: bran.lotId, quantity: '20.0000', share: '0.090909', role: 'auxiliary' },
  ])
  assert.equal((await read(batch.orderId)).balance!.auxiliaries, '20.0000')
})

test('unused material goes back to its bin, and only what was fed is an ancestor', async () => {
  const lot = await releasedLot(as, { quantity: '130' })
  const { id } = await issuedProduction(as, { lots: charge('120', lot.lotId) })
  await doneStep(as, id, { input: '100' })
  for (let step = 2; step <= 5; step++) await doneStep(as, id)
  await refused(finishedProduction(as, id, { returns: [{ lotId: lot.lotId, quantity: '20.0001' }] }), 'return_exceeds', 'returns') // what was fed cannot be returned too
  await refused(finishedProduction(as, id, { returns: [{ lotId: angelica.lotId, quantity: '1' }] }), 'wrong_lot')
  const batch = await finishedProduction(as, id, { returns: [{ lotId: lot.lotId, quantity: '20' }] })
  const { balance } = await read(id)
  assert.deepEqual([balance!.issued, balance!.returned, balance!.charged], ['120.0000', '20.0000', '100.0000'])
  assert.deepEqual(await rowsOf(`select quantity::text from lot_edge where to_lot_id = $1`, batch.lotId), [{ quantity: '100.0000' }])
  assert.deepEqual(
    await rowsOf(
      `select sum(b.quantity)::text as kg from stock_balance b join place p on p.id = b.place_id where b.lot_id = $1 and p.kind = 'production'`,
      lot.lotId,
    ),
    [{ kg: '0.0000' }],
  )
  assert.equal(
    (await rowsOf(`select count(*)::int as n from stock_entry where lot_id = $1 and kind = 'return_from_production'`, lot.lotId))[0].n,
    1,
  )
})

// ── steps ────────────────────────────────────────────────────────────────────────────────────────────────────────────

test('steps run in their order, one after the other, and none takes in more than the one before gave', async () => {
  const { id } = await issuedProduction(as, { lots: charge('100') })
  await refused(end(endOf(id)), 'wrong_state') // nothing was fed yet
  await refused(start(startOf(id, { stepNo: 2 })), 'wrong_step')
  await refused(start(startOf(id, { input: '100.0001' })), 'input_exceeds', 'input')
  const begun = await start(startOf(id))
  assert.deepEqual([begun.state, begun.batchNo === null], ['in_progress', false])
  await refused(start(startOf(id, { stepNo: 2 })), 'step_running')
  await refused(end(endOf(id, { stepNo: 2 })), 'wrong_step')
  await end(endOf(id))
  await refused(end(endOf(id)), 'no_step_running')
  await refused(start(startOf(id, { stepNo: 2, input: '97.1' })), 'input_exceeds', 'input')
  await refused(finishedProduction(as, id), 'steps_open')
  assert.equal((await read(id)).step!.name, '洗润')
})

test('the weather of a room is what can be measured, to two decimals', async () => {
  const { id } = await issuedProduction(as, { lots: charge('10') })
  for (const humidity of ['100.5', '-1', '48.123'])
    await refused(start(startOf(id, { input: '10', humidity })), 'invalid_input', 'humidity')
  for (const temperature of ['100.01', '-100.01', '9999999999'])
    await refused(start(startOf(id, { input: '10', temperature })), 'invalid_input', 'temperature')
  await start(startOf(id, { input: '10', humidity: '100', temperature: '-100' }))
})

test('every check before a step must be confirmed', async () => {
  const { id } = await issuedProduction(as, { lots: charge('10') })
  await refused(
    start({ ...startOf(id, { input: '10' }), preChecks: { ...checkedBefore, site: false } as unknown as typeof checkedBefore }),
    'invalid_input',
    'preChecks.site',
  )
  const { site: _, ...rest } = checkedBefore
  await refused(start({ ...startOf(id, { input: '10' }), preChecks: rest as typeof checkedBefore }), 'invalid_input', 'preChecks.site')
})

test('times run forward and never lie in the future; a time that was typed marks a late entry', async () => {
  const { id } = await issuedProduction(as, { lots: charge('100') })
  const { issue } = await read(id)
  await refused(start(startOf(id, { startedAt: from(new Date().toISOString(), 3_600_000) })), 'invalid_input', 'startedAt')
  await refused(start(startOf(id, { startedAt: from(issue!.issuedAt, -60_000) })), 'invalid_input', 'startedAt') // before the material came
  await start(startOf(id, { startedAt: from(issue!.issuedAt, 1) }))
  await refused(end(endOf(id, { endedAt: from(issue!.issuedAt, 1) })), 'invalid_input', 'endedAt')
  await end(endOf(id))
  const [step] = (await read(id)).steps
  assert.equal(step!.isLateEntry, true)
  await refused(start(startOf(id, { stepNo: 2, input: '97', startedAt: from(step!.endedAt!, -60_000) })), 'invalid_input', 'startedAt')
  await assert.rejects(
    world.change(
      `insert into production_step (enterprise_id, order_id, step_no, name, is_critical, pre_checks, room, room_id, temperature, humidity, equipment, is_late_entry, started_by, started_at, input_quantity)
      select enterprise_id, order_id, 2, name, is_critical, pre_checks, room, room_id, temperature, humidity, equipment, true, started_by, started_at, 1 from production_step where id = $1`,
      [step!.id],
    ),
    /steps_out_of_order/,
    'nor by direct SQL',
  )
})

test('the production date is the day of the feeding, though a person writes it down the day after', async () => {
  const { id } = await issuedProduction(as, { lots: charge('10') })
  const yesterday = addDays(today, -1)
  // Evidence changes by a correction alone; when it was issued no correction changes.
  await world.change(`alter table production_issue disable trigger corrected;
    update production_issue set issued_at = issued_at - interval '2 days' where order_id = '${id}';
    alter table production_issue enable trigger corrected;
    alter table clearance disable trigger guarded;
    update clearance set cleaned_at = cleaned_at - interval '2 days';
    alter table clearance enable trigger guarded`)
  await start(startOf(id, { input: '10', startedAt: `${yesterday}T23:59:00+08:00` }))
  const { productionDate, batchNo } = await read(id)
  assert.equal(productionDate, yesterday)
  assert.ok(batchNo!.startsWith(yesterday.slice(2).replaceAll('-', '')))
})

test('a parameter out of its range forces a note, and the note holds the batch', async () => {
  const { id } = await issuedProduction(as, { lots: charge('100') })
  await start(startOf(id))
  await refused(end(endOf(id, { parameters: [] })), 'invalid_input', 'parameters.0.value') // a missing value
  await refused(end(endOf(id, { parameters: [{ code: 'impurity', value: '少量' }] })), 'invalid_input', 'parameters.0.value') // words where there is a limit
  await refused(
    end(
      endOf(id, {
        parameters: [
          { code: 'impurity', value: '2' },
          { code: 'colour', value: '正常' },
        ],
      }),
    ),
    'invalid_input',
    'parameters.1.code',
  )
  const beyond = endOf(id, { parameters: [{ code: 'impurity', value: '3.01' }] })
  await refused(end(beyond), 'deviation_required', 'deviation')
  const { caseNo } = await end({ ...beyond, deviation: '本批泥沙偏多，已加挑一遍' })
  await concludedCase(as, present(caseNo))
  await end(beyond)
  for (let step = 2; step <= 5; step++) await doneStep(as, id)
  const batch = await finishedProduction(as, id)
  assert.equal(batch.held, true)
  const { found, balance } = await read(id)
  assert.deepEqual(
    found.map(({ kind, stepNo, finding, note }) => ({ kind, stepNo, finding, note })),
    [{ kind: 'parameter', stepNo: 1, finding: '杂质率 3.01 %，应为 ≤3.0 %', note: '本批泥沙偏多，已加挑一遍' }],
  )
  assert.equal(balance!.holds, 1)
})

test('the operator checks neither a step they ended nor one they started; a critical step needs the operator’s signature', async () => {
  const { id } = await issuedProduction(as, { lots: charge('100') })
  await start(startOf(id))
  await refused(end(endOf(id, { checker: secondPerson('shengchan') })), 'same_person')
  await refused(
    (await as('shengchan2')).ask(productionApi.finishStep, endOf(id, { checker: secondPerson('shengchan') })),
    'operator_checks',
  ) // who started it
  await refused(end(endOf(id, { checker: secondPerson('qa') })), 'signer_lacks_duty')
  assert.equal((await read(id)).isStepRunning, true)
  await end(endOf(id))
  await doneStep(as, id)
  const { steps } = await read(id)
  await start(startOf(id, { stepNo: 3, input: steps[1]!.output! }))
  const cut = endOf(id, { stepNo: 3, output: '100', losses: [], parameters: [{ code: 'thickness', value: '1.5' }] })
  await refused(end(cut), 'signature_required')
  await refused(end({ ...cut, signature: { password: 'wrong', comment: '' } }), 'wrong_password')
  await end({ ...cut, signature: signed() })
  await assert.rejects(
    world.change(
      `set local session_replication_role = replica; update production_step set checked_by = ended_by where order_id = '${id}' and step_no = 3`,
    ),
    /production_operator_checks/,
  )
})

test('a lot held while it lies on the line is not fed', async () => {
  const lot = await releasedLot(as, { quantity: '40' })
  const { id } = await issuedProduction(as, { lots: charge('30', lot.lotId) })
  await world.change(
    `insert into hold (enterprise_id, lot_id, kind, reason, placed_by) select enterprise_id, $1, 'freeze', '待查', id from account where user_name = 'qa'`,
    [lot.lotId],
  )
  await refused(start(startOf(id, { input: '30' })), 'ancestor_unfit', 'lots')
})

test('a line makes one batch at a time: the next waits until the last is finished and cleared away', async () => {
  const line = '清场试验线'
  const [first, second] = [
    await issuedProduction(as, { lots: charge('10'), line }),
    await issuedProduction(as, { lots: charge('10'), line }),
  ]
  await start(startOf(first.id, { input: '10' }))
  await refused(start(startOf(second.id, { input: '10' })), 'line_busy')
  await (await as('shengchan')).ask(productionApi.pause, { id: first.id, reason: '停电', kept: '原位加盖' })
  await refused(start(startOf(second.id, { input: '10' })), 'line_busy') // paused is not cleared
  assert.equal((await read(second.id)).batchNo, null, 'no number was spent')
})

test('a paused batch waits with its reason until it is resumed', async () => {
  const { id } = await issuedProduction(as, { lots: charge('100') })
  const operator = await as('shengchan')
  await refused(operator.ask(productionApi.pause, { id, reason: '停电', kept: '原位加盖' }), 'wrong_state')
  await start(startOf(id))
  await operator.ask(productionApi.pause, { id, reason: '停电', kept: '原位加盖' })
  await refused(end(endOf(id)), 'wrong_state')
  assert.equal((await read(id)).pauseReason, '停电')
  await operator.ask(productionApi.resume, { id, found: '标识完好，无异常' })
  await end(endOf(id))
  await refused((await as('shengchan2')).ask(productionApi.cancel, { id, reason: '太晚', signature: signed() }), 'wrong_state') // what was fed is not cancelled
})

test('eight batches fed at the same moment get eight numbers', async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, () => issuedProduction(as, { lots: charge('10') })))
  const begun = await Promise.all(orders.map(({ id }) => start(startOf(id, { input: '10' }))))
  assert.equal(new Set(begun.map(({ batchNo }) => batchNo)).size, 8)
})

// ── the balance ──────────────────────────────────────────────────────────────────────────────────────────────────────

test('a yield or balance outside the limits must be explained; then the batch is there, and held', async () => {
  const { id } = await steppedProduction(as, { lots: charge('100') })
  await refused(finishedProduction(as, id, { output: '70' }), 'deviation_required', 'deviation')
  const batch = await finishedProduction(as, id, { output: '70', deviation: '烘箱故障，焦片剔除' })
  assert.equal(batch.held, true)
  const order = await read(id)
  assert.deepEqual(
    order.found.map(({ kind, note }) => [kind, note]),
    [
      ['yield', '烘箱故障，焦片剔除'],
      ['balance', '烘箱故障，焦片剔除'],
    ],
  )
  assert.deepEqual(await rowsOf(`select kind, reason from hold where lot_id = $1`, batch.lotId), [
    { kind: 'deviation', reason: '偏差未关闭：物料平衡超出范围、收率超出范围' },
  ])
})

test('101 % without an auxiliary is a deviation even where the balance closes', async () => {
  const lot = await releasedLot(as, { material: '红花', quantity: '110' })
  await approvedProcess(as, '红花', { yieldMax: '105' })
  const { id } = await issuedProduction(as, { product: '红花', lots: charge('100', lot.lotId) })
  await start(startOf(id))
  await end(endOf(id, { output: '100', losses: [] }))
  await start(startOf(id, { stepNo: 2 }))
  const second = endOf(id, { stepNo: 2, output: '101', losses: [], parameters: [{ code: 'fines', value: '1' }], deviation: '秤漂移' })
  const { caseNo } = await end(second)
  await concludedCase(as, present(caseNo))
  await end(second)
  await refused(finishedProduction(as, id), 'deviation_required', 'deviation')
  await finishedProduction(as, id, { deviation: '库房湿度高，吸潮' })
  assert.deepEqual(
    (await read(id)).found.map(({ kind, finding }) => [kind, finding]),
    [
      ['surplus', '产出与损耗 101 kg，投入 100 kg'],
      ['gain', '收率 101.0000%，未加辅料'],
    ],
  )
})

test('no more is good than the last step gave, and the batch waits in the bulk zone only', async () => {
  const { id } = await steppedProduction(as, { lots: charge('100') })
  await refused(finishedProduction(as, id, { output: '200' }), 'output_exceeds', 'output')
  const [bin] = await rowsOf(
    `select p.id from place p join enterprise e on e.id = p.enterprise_id and e.is_operating where zone = 'released' and storage_condition <> '双锁' limit 1`,
  )
  const operator = await as('shengchan')
  const input = { id, output: '90', placeId: bin.id, clearance: cleared, clearedUntil: today, signature: signed() }
  await refused(operator.ask(productionApi.finish, input), 'zone_mismatch', 'placeId')
  await refused(
    operator.ask(productionApi.finish, { ...input, placeId: await binIn(operator, 'bulk'), clearedUntil: addDays(today, -1) }),
    'invalid_input',
    'clearedUntil',
  )
  assert.equal((await read(id)).balance, null)
})

test('a double click finishes once', async () => {
  const { id } = await steppedProduction(as, { lots: charge('100') })
  const operator = await as('shengchan')
  const input = {
    id,
    output: String((await read(id)).steps.at(-1)!.output),
    placeId: await binIn(operator, 'bulk'),
    clearance: cleared,
    clearedUntil: today,
    signature: signed(),
  }
  const key = { 'idempotency-key': randomUUID() }
  const [one, two] = await Promise.all([operator.ask(productionApi.finish, input, key), operator.ask(productionApi.finish, input, key)])
  assert.deepEqual(one, two)
  assert.equal((await rowsOf(`select count(*)::int as n from lot where batch_no = $1`, one!.batchNo))[0].n, 1)
})

// ── the review ───────────────────────────────────────────────────────────────────────────────────────────────────────

test('QA closes a deviation with a conclusion, which ends its hold; without one the record stays open', async () => {
  const { id } = await steppedProduction(as, { lots: charge('100') })
  const batch = await finishedProduction(as, id, { output: '70', deviation: '烘箱故障' })
  const qa = await as('qa')
  await refused(qa.ask(productionApi.review, { id, signature: signed() }), 'conclusion_required', 'deviationConclusion')
  await qa.ask(productionApi.review, { id, deviationConclusion: '损失为焦片，已剔除，不影响质量，同意继续', ...withQualityHead() })
  assert.deepEqual(await rowsOf(`select holds from lot where id = $1`, batch.lotId), [{ holds: 0 }])
  assert.deepEqual(await rowsOf(`select conclusion from hold where lot_id = $1`, batch.lotId), [
    { conclusion: '损失为焦片，已剔除，不影响质量，同意继续' },
  ])
  assert.ok((await read(id)).signatures.every(({ holds }) => holds))
})

test('nobody reviews the record of a batch they worked on, administrators included', async () => {
  const { id } = await steppedProduction(as, { lots: charge('100') })
  await finishedProduction(as, id)
  await world.change(
    `update production_order set operator_ids = operator_ids || (select id from account where user_name = 'admin') where id = $1`,
    [id],
  )
  await refused((await as('admin')).ask(productionApi.review, { id, signature: signed() }), 'operator_reviews')
  await assert.rejects(
    world.change(`update production_order set reviewed_by = operator_ids[1], reviewed_at = now(), state = 'reviewed' where id = $1`, [id]),
    /production_operator_reviews/,
  )
  const [row] = (await (await as('qa')).ask(productionApi.list, { q: (await read(id)).batchNo! })).rows
  assert.equal(row!.operatorIds.length, 4, 'weigher, operator, checker, and the one just added')
})

test('a batch, what it was charged with and its deviations are evidence: direct SQL changes none of them', async () => {
  const { id } = await steppedProduction(as, { lots: charge('100') })
  await finishedProduction(as, id, { output: '70', deviation: '烘箱故障' })
  for (const table of ['bulk_lot', 'production_input', 'production_deviation']) {
    await assert.rejects(world.change(`update ${table} set order_id = order_id where order_id = $1`, [id]), /evidence/, table)
    await assert.rejects(world.change(`delete from ${table} where order_id = $1`, [id]), /evidence/, table)
  }
})

test('a changed step shows as a broken signature', async () => {
  const { id } = await issuedProduction(as, { lots: charge('100') })
  await start(startOf(id))
  await end(endOf(id))
  await world.change(
    `set local session_replication_role = replica; update production_step set output_quantity = 99 where order_id = '${id}'`,
  )
  assert.deepEqual(
    (await read(id)).signatures.filter(({ holds }) => !holds).map(({ of }) => of),
    ['第1道 净制'],
  )
})
