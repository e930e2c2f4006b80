import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { changeApi } from '#contract/cases/change-api.ts'
import { caseApi } from '#contract/cases/impact.ts'
import { only } from '#contract/kernel/certain.ts'
import { materialApi, type MaterialRow } from '#contract/making/material.ts'
import { productApi } from '#contract/making/product.ts'
import { addDays, addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { signed } from '#server/demo/person.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { applyChanges } from './apply-changes.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())

const materialOf = async (name: string): Promise<MaterialRow> =>
  only((await (await as('shengchan2')).ask(materialApi.list, { q: name })).rows.filter((row) => row.name === name))
const edit = async (row: MaterialRow, changes: Partial<MaterialRow>) => {
  const { code: _, state: __, products: ___, createdAt: ____, retentionMonths: _____, ...fields } = { ...row, ...changes }
  return (await as('shengchan2')).ask(materialApi.edit, fields as z.input<typeof materialApi.edit.input>)
}

type Changes = z.input<typeof changeApi.material.input>['changes']
const propose = async (id: string, changes: Changes, { who = 'qa', effectiveOn = today } = {}) =>
  (await as(who)).ask(changeApi.material, {
    id,
    changes,
    effectiveOn,
    reason: '按新版药典与毒性药品目录',
    impact: '在库批次与货位',
    signature: signed(),
  })
const approve = async (id: string, who = 'zhiliang') => (await as(who)).ask(changeApi.approve, { id, signature: signed() })

const withdraw = async (id: string, who = 'zhiliang') =>
  (await as(who)).ask(changeApi.withdraw, { id, reason: '生效日期填错', signature: signed() })

test('before anything rests on it, a material is edited as it was; afterwards only a change makes it toxic', async () => {
  const fresh = await materialOf('甘草')
  assert.equal((await edit(fresh, { retestMonths: 18 })).retestMonths, 18)
  await receivedLot(as, { material: '甘草' })
  const used = await materialOf('甘草')
  await refused(edit(used, { retestMonths: 12 }), 'change_required')
  await refused(edit(used, { isToxic: true }), 'change_required')
  assert.equal((await edit(used, { usualHarvest: '春秋两季' })).usualHarvest, '春秋两季')
})

test('made toxic by two persons: its lots in wrong bins are listed first, and are toxic from that moment', async () => {
  const lot = await receivedLot(as)
  const herb = await materialOf('当归')
  const qa = await as('qa')
  const { touched, values } = await qa.ask(changeApi.subject, { record: 'material', recordId: herb.id })
  assert.deepEqual(values, { is_toxic: false, retest_months: 12, retention_months: 12 })
  const listed = only(touched.lots.filter(({ lotId }) => lotId === lot.lotId))
  assert.deepEqual(
    listed.bins.map(({ isDoubleLocked }) => isDoubleLocked),
    [false],
  )

  const proposed = await propose(herb.id, { isToxic: true })
  assert.match(proposed.caseNo, /^SJ\d{11}$/)
  assert.equal((await materialOf('当归')).isToxic, false)
  const done = await approve(proposed.id)
  assert.equal(done.state, 'in_force')
  assert.equal((await materialOf('当归')).isToxic, true)
  // From here on its goods can only go to the double-locked store.
  const targets = await (await as('cangku')).ask(stockApi.raw.targets, { id: lot.lotId })
  assert.ok(
    targets.every(({ code }) => code.startsWith('D')),
    JSON.stringify(targets),
  )
  const { rows } = await world.admin.query(`select is_toxic from lot where id = $1`, [lot.lotId])
  assert.deepEqual(rows, [{ is_toxic: true }])
  const { rows: told } = await world.admin.query(`select 1 from notification where title like '当归%毒性分类已变更%'`)
  assert.ok(told.length > 0)
  const found = only((await qa.ask(caseApi.list, { q: proposed.caseNo })).rows)
  assert.deepEqual([found.kind, found.state], ['change', 'closed'])
  await approve((await propose(herb.id, { isToxic: false })).id)
})

test('a change waits for its day, and the calendar puts it into force then, once', async () => {
  const lot = await receivedLot(as, { material: '党参' })
  const herb = await materialOf('党参')
  const proposed = await propose(herb.id, { retestMonths: 6 }, { effectiveOn: addDays(today, 3) })
  assert.equal((await approve(proposed.id)).state, 'approved')
  assert.equal(await applyChanges(world.pool), 0)
  assert.equal((await materialOf('党参')).retestMonths, 12)
  // The change cannot be put into force early, nor its day be moved.
  for (const statement of [
    `update change_request set state = 'in_force', applied_at = now() where id = '${proposed.id}'`,
    `update change_request set effective_on = today() where id = '${proposed.id}'`,
    `update material set retest_months = 6 where id = '${herb.id}'`,
  ])
    await assert.rejects(world.change(statement), /not rewritten|change_open/, statement)
  await world.change(
    `set local session_replication_role = replica; update change_request set effective_on = today() where id = '${proposed.id}'`,
  )
  assert.equal(await applyChanges(world.pool), 1)
  assert.equal(await applyChanges(world.pool), 0)
  assert.equal((await materialOf('党参')).retestMonths, 6)
  const { rows } = await world.admin.query<{ retest_on: string }>(`select retest_on::text from lot where id = $1`, [lot.lotId])
  assert.equal(only(rows).retest_on, addMonths(today, 6))
})

test('nobody approves their own change, nobody without the duty; no two at once, none for yesterday, none without a difference', async () => {
  const herb = await materialOf('黄芪')
  await refused(propose(herb.id, { isToxic: true }, { who: 'shengchan2' }), 'no_permission')
  await refused(propose(herb.id, { isToxic: true }, { effectiveOn: addDays(today, -1) }), 'effective_in_past', 'effectiveOn')
  await refused(propose(herb.id, { isToxic: false }), 'nothing_corrected')
  await refused(propose(herb.id, {}), 'invalid_input', 'changes')
  await refused(propose('00000000-0000-7000-8000-000000000000', { isToxic: true }), 'not_found')
  const own = await propose(herb.id, { isToxic: true }, { who: 'admin' })
  await refused(propose(herb.id, { retestMonths: 3 }), 'change_open')
  await refused(approve(own.id, 'admin'), 'author_approves')
  await refused(approve(own.id, 'qa'), 'no_permission')
  await refused((await as('admin')).ask(changeApi.refuse, { id: own.id, reason: '自己' }), 'author_approves')
  await refused((await as('qa')).ask(changeApi.cancel, { id: own.id, reason: '他人的' }), 'not_author')
  assert.equal((await (await as('zhiliang')).ask(changeApi.refuse, { id: own.id, reason: '依据不足' })).state, 'refused')
  await refused(approve(own.id), 'wrong_state')
  const second = await propose(herb.id, { retestMonths: 3 })
  assert.equal((await (await as('qa')).ask(changeApi.cancel, { id: second.id, reason: '填错' })).state, 'cancelled')
  await assert.rejects(
    world.change(`update change_request set state = 'approved', approved_by = proposed_by, approved_at = now() where id = $1`, [
      (await propose(herb.id, { retestMonths: 4 })).id,
    ]),
    /change_by_two/,
  )
})

test('while a change is under way nobody edits what it changes, though nothing rests on it yet', async () => {
  const herb = await materialOf('白术')
  const proposed = await propose(herb.id, { retestMonths: 9 }, { effectiveOn: addDays(today, 1) })
  await refused(edit(await materialOf('白术'), { retestMonths: 10 }), 'change_open')
  await approve(proposed.id)
  await refused(edit(await materialOf('白术'), { retestMonths: 10 }), 'change_open')
  await assert.rejects(world.change(`update material set retest_months = 10 where id = $1`, [herb.id]), /change_open/)
  assert.equal((await edit(await materialOf('白术'), { usualHarvest: '秋冬' })).usualHarvest, '秋冬')
  await withdraw(proposed.id)
  assert.equal((await edit(await materialOf('白术'), { retestMonths: 10 })).retestMonths, 10)
})

test('a value that became another behind the program’s back is not approved over', async () => {
  const herb = await materialOf('白术')
  const proposed = await propose(herb.id, { retestMonths: 9 })
  await world.change(`set local session_replication_role = replica; update material set retest_months = 11 where id = '${herb.id}'`)
  await refused(approve(proposed.id), 'stale')
  await world.change(`set local session_replication_role = replica; update material set retest_months = 10 where id = '${herb.id}'`)
})

test('an approved change is withdrawn before its day, signed; afterwards another can be asked for', async () => {
  const herb = await materialOf('黄芩')
  const tomorrow = addDays(today, 1)
  const proposed = await propose(herb.id, { retestMonths: 7 }, { effectiveOn: tomorrow })
  await refused(withdraw(proposed.id), 'wrong_state')
  await approve(proposed.id)
  await refused((await as('qa')).ask(changeApi.cancel, { id: proposed.id, reason: '已批准' }), 'wrong_state')
  await refused(withdraw(proposed.id, 'qa'), 'no_permission')
  await refused(
    (await as('zhiliang')).ask(changeApi.withdraw, { id: proposed.id, reason: '误', signature: { password: 'x' } }),
    'wrong_password',
  )
  const withdrawn = await withdraw(proposed.id)
  assert.deepEqual([withdrawn.state, withdrawn.endReason, withdrawn.approvedBy], ['cancelled', '生效日期填错', '何质量'])
  await refused(withdraw(proposed.id), 'wrong_state')
  assert.equal(await applyChanges(world.pool), 0)
  const { rows } = await world.admin.query(
    `select meaning, signature_holds(signature) as holds from signature where record_id = $1 order by id`,
    [proposed.id],
  )
  assert.deepEqual(rows, [
    { meaning: '提出变更', holds: true },
    { meaning: '批准变更', holds: true },
    { meaning: '撤销变更', holds: true },
  ])

  const due = await propose(herb.id, { retestMonths: 8 }, { effectiveOn: tomorrow })
  await approve(due.id)
  await world.change(
    `set local session_replication_role = replica; update change_request set effective_on = today() where id = '${due.id}'`,
  )
  await refused(withdraw(due.id), 'change_due')
  await assert.rejects(
    world.change(
      `update change_request set state = 'cancelled', ended_by = approved_by, ended_at = now(), end_reason = '误' where id = '${due.id}'`,
    ),
    /not rewritten/,
  )
  assert.equal(await applyChanges(world.pool), 1)
})

test('a change begins as a proposal: nobody writes one down as approved or in force', async () => {
  const herb = await materialOf('丹参')
  const { id } = await propose(herb.id, { retestMonths: 7 })
  await (await as('qa')).ask(changeApi.cancel, { id, reason: '填错' })
  const written = (state: string, more = '') =>
    world.change(
      `insert into change_request (enterprise_id, case_id, record, record_id, subject, asked, reason, impact, effective_on, proposed_by, state, approved_by, approved_at, applied_at)
      select enterprise_id, case_id, record, record_id, subject, asked, reason, impact, effective_on, proposed_by, $2,
        (select id from account where user_name = 'zhiliang'), now(), case $2 when 'in_force' then now() end from change_request where id = $1; ${more}`
        .replaceAll('$1', `'${id}'`)
        .replaceAll('$2', `'${state}'`),
    )
  await assert.rejects(written('approved'), /begins as a proposal/)
  await assert.rejects(written('in_force', `update material set retest_months = 7 where id = '${herb.id}'`), /begins as a proposal/)
})

test('a change waits no longer than a year', async () => {
  const herb = await materialOf('黄连')
  const last = addMonths(today, 12)
  await refused(propose(herb.id, { retestMonths: 5 }, { effectiveOn: addDays(last, 1) }), 'effective_too_late', 'effectiveOn')
  const proposed = await propose(herb.id, { retestMonths: 5 }, { effectiveOn: last })
  await (await as('qa')).ask(changeApi.cancel, { id: proposed.id, reason: '填错' })
  await assert.rejects(
    world.change(
      `insert into change_request (enterprise_id, case_id, record, record_id, subject, asked, reason, impact, effective_on, proposed_by)
      select enterprise_id, case_id, record, record_id, subject, asked, reason, impact, '2199-12-31', proposed_by from change_request where id = $1`,
      [proposed.id],
    ),
    /effective_too_late/,
  )
})

test('a shelf life is that of future batches: what was made keeps its day', async () => {
  const batch = await producedBatch(as)
  const chief = await as('shengchan2')
  const product = only((await chief.ask(productApi.list, { q: '当归' })).rows.filter((row) => row.name === '当归'))
  const { rows: before } = await world.admin.query(`select expires_on::text from lot where id = $1`, [batch.lotId])
  const { rows } = await world.admin.query<{ is_used: boolean }>(`select exists (select from lot where product_id = $1) as is_used`, [
    product.id,
  ])
  assert.ok(only(rows).is_used)
  const proposed = await (
    await as('qa')
  ).ask(changeApi.product, {
    id: product.id,
    changes: { shelfLifeMonths: product.shelfLifeMonths - 6 },
    effectiveOn: today,
    reason: '留样考察显示含量下降',
    impact: '以后投料的批次',
    signature: signed(),
  })
  await approve(proposed.id)
  const after = only((await chief.ask(productApi.list, { q: '当归' })).rows.filter((row) => row.id === product.id))
  assert.equal(after.shelfLifeMonths, product.shelfLifeMonths - 6)
  assert.deepEqual((await world.admin.query(`select expires_on::text from lot where id = $1`, [batch.lotId])).rows, before)
  await assert.rejects(world.change(`update product set shelf_life_months = 60 where id = $1`, [product.id]), /change_required/)
  const client = await world.admin.connect()
  try {
    const { findings } = await verifyDatabase(client, ['ledgers', 'signatures'])
    // The day of one change was moved behind the program's back, above.
    assert.deepEqual(
      findings.filter(({ what }) => !what.includes('change_request')),
      [],
    )
  } finally {
    client.release()
  }
})
