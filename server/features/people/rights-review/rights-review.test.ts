import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { workApi } from '#contract/office/work.ts'
import { rightsReviewApi, type ReviewFile } from '#contract/people/rights-review.ts'
import { userApi } from '#contract/people/user.ts'
import { addDays, addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { signed } from '#server/demo/person.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())
const admin = await as('admin')
const second = await as('user')
const zhiliang = await as('zhiliang')
const lineOf = (file: ReviewFile, userName: string) => present(file.lines.find((line) => line.userName === userName))
const keep = { decision: 'keep' as const }
const keptAll = async (file: ReviewFile, ...but: string[]) => {
  const lineIds = file.lines
    .filter(({ userName, decision }) => decision === null && !['admin', ...but].includes(userName))
    .map(({ id }) => id)
  await admin.ask(rightsReviewApi.decide, { id: file.id, lineIds, ...keep })
  const own = lineOf(file, 'admin')
  if (own.decision === null) await second.ask(rightsReviewApi.decide, { id: file.id, lineIds: [own.id], ...keep })
}

test('a review lists every account with what it may do; nobody decides over themself, and whoever decided agrees to nothing', async () => {
  const before = await admin.ask(rightsReviewApi.due, {})
  assert.deepEqual([before.dueOn, before.openId], [addMonths(today, 3), null])
  await refused(zhiliang.ask(rightsReviewApi.begin, { occasion: '季度复核' }), 'no_permission')
  const both = await Promise.allSettled([
    admin.ask(rightsReviewApi.begin, { occasion: '季度复核' }),
    second.ask(rightsReviewApi.begin, { occasion: '季度复核' }),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const { openId } = await admin.ask(rightsReviewApi.due, {})
  const id = present(openId)
  const file = await admin.ask(rightsReviewApi.read, { id })
  const { rows } = await world.admin.query(`select from account a where state = 'active' and enterprise_id = (select enterprise_id from rights_review where id = $1)
    and not exists (select from api_token t where t.id = a.id)`, [id]) // prettier-ignore
  assert.equal(file.lines.length, rows.length)
  const keeper = lineOf(file, 'cangku')
  assert.ok(keeper.roles.length > 0 && keeper.rights.includes('14:move'))
  await refused(admin.ask(rightsReviewApi.decide, { id, lineIds: [lineOf(file, 'admin').id], ...keep }), 'own_account', 'lineIds')
  await refused(admin.ask(rightsReviewApi.decide, { id, lineIds: [keeper.id], decision: 'disable', reason: '' }), 'invalid_input', 'reason')
  await refused(
    admin.ask(rightsReviewApi.decide, { id, lineIds: [keeper.id], decision: 'revoke', reason: '甲' }),
    'invalid_input',
    'takenRoleIds',
  )
  const foreign = elementAt(lineOf(file, 'zhuguan').roles, 0).id
  await refused(
    admin.ask(rightsReviewApi.decide, { id, lineIds: [keeper.id], decision: 'revoke', takenRoleIds: [foreign], reason: '甲' }),
    'role_unknown',
    'takenRoleIds',
  )
  await refused(admin.ask(rightsReviewApi.submit, { id, signature: signed() }), 'review_undecided')
  await keptAll(file)
  await refused(admin.ask(rightsReviewApi.submit, { id, signature: { password: 'falsch', comment: '' } }), 'wrong_password')
  await admin.ask(rightsReviewApi.submit, { id, signature: signed() })
  await refused(admin.ask(rightsReviewApi.decide, { id, lineIds: [keeper.id], ...keep }), 'wrong_state')
  await refused(second.ask(rightsReviewApi.approve, { id, signature: signed() }), 'reviewer_approves')
  await refused((await as('cangku')).ask(rightsReviewApi.approve, { id, signature: signed() }), 'no_permission')
  await zhiliang.ask(rightsReviewApi.sendBack, { id, reason: '请核对仓库两人的角色' })
  await admin.ask(rightsReviewApi.submit, { id, signature: signed() })
  assert.ok((await zhiliang.ask(workApi.waiting, {})).some(({ document, state }) => document === '权限复核' && state === '待批准'))
  const done = await zhiliang.ask(rightsReviewApi.approve, { id, signature: signed() })
  assert.deepEqual([done.state, done.changed, done.approvedBy?.name], ['closed', 0, '何质量'])
  assert.deepEqual(await admin.ask(rightsReviewApi.due, {}), { dueOn: addMonths(today, 3), openId: null })
})

test('what is taken away is carried out by the steps that change rights, not before it is agreed to and not by the person themself', async () => {
  const file = await admin.ask(rightsReviewApi.begin, { occasion: '季度复核' })
  const { id } = file
  const [leaving, other] = [lineOf(file, 'cangku2'), lineOf(file, 'xiaoshou')]
  const role = elementAt(other.roles, 0)
  await admin.ask(rightsReviewApi.decide, { id, lineIds: [leaving.id], decision: 'disable', reason: '已离职' })
  await admin.ask(rightsReviewApi.decide, { id, lineIds: [other.id], decision: 'revoke', takenRoleIds: [role.id], reason: '已调岗' })
  await keptAll(file, 'cangku2', 'xiaoshou')
  await admin.ask(rightsReviewApi.submit, { id, signature: signed() })
  await refused(admin.ask(rightsReviewApi.carryOut, { id, lineId: leaving.id }), 'wrong_state')
  const agreed = await zhiliang.ask(rightsReviewApi.approve, { id, signature: signed() })
  assert.deepEqual([agreed.state, agreed.uncarried], ['approved', 2])
  await refused(admin.ask(rightsReviewApi.begin, { occasion: '季度复核' }), 'review_open')
  await refused(admin.ask(rightsReviewApi.carryOut, { id, lineId: lineOf(file, 'cangku').id }), 'wrong_state')
  await refused(zhiliang.ask(rightsReviewApi.carryOut, { id, lineId: leaving.id }), 'no_permission')
  await assert.rejects(
    world.change(`update rights_review set state = 'closed', closed_at = now() where id = '${id}'`),
    /carried out before/,
  )
  const twice = await Promise.allSettled([admin, second].map((one) => one.ask(rightsReviewApi.carryOut, { id, lineId: leaving.id })))
  assert.deepEqual(twice.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const last = await second.ask(rightsReviewApi.carryOut, { id, lineId: other.id })
  assert.equal(last.state, 'closed')
  assert.equal(only((await admin.ask(userApi.list, { q: 'cangku2' })).rows).state, 'disabled')
  const [seller] = (await admin.ask(userApi.list, { q: 'xiaoshou' })).rows
  assert.ok(!present(seller).roles.some((one) => one.id === role.id))
  await assert.rejects(
    world.change(`update rights_review_line set decision = 'keep', taken_role_ids = '{}' where review_id = '${id}'`),
    /wrong_state/,
  )
  await assert.rejects(world.change(`delete from rights_review_line where review_id = '${id}'`), /kept/)
})

test('one that cannot be carried out is sent back and decided anew, and one that was begun by mistake is given up', async () => {
  const file = await admin.ask(rightsReviewApi.begin, { occasion: '季度复核' })
  const line = lineOf(file, 'baozhuang')
  await admin.ask(rightsReviewApi.decide, { id: file.id, lineIds: [line.id], decision: 'disable', reason: '以为已离职' })
  await keptAll(file, 'baozhuang')
  await admin.ask(rightsReviewApi.submit, { id: file.id, signature: signed() })
  await zhiliang.ask(rightsReviewApi.approve, { id: file.id, signature: signed() })
  await zhiliang.ask(rightsReviewApi.sendBack, { id: file.id, reason: '此人仍在岗' })
  await admin.ask(rightsReviewApi.decide, { id: file.id, lineIds: [line.id], ...keep })
  await refused(zhiliang.ask(rightsReviewApi.cancel, { id: file.id, reason: '甲' }), 'no_permission')
  await admin.ask(rightsReviewApi.cancel, { id: file.id, reason: '与年度审核重复' })
  await refused(admin.ask(rightsReviewApi.submit, { id: file.id, signature: signed() }), 'wrong_state')
  await assert.rejects(
    world.change(`update rights_review_line set decided_by = account_id where review_id = '${file.id}' and decision is not null`),
    /rights_review_of_others|wrong_state/,
  )
})

test('from two weeks before its day the next review waits for an administrator, and an overdue one is late', async () => {
  const move = (days: number) =>
    world.change(`set local session_replication_role = replica; update rights_review set approved_at = now() - make_interval(days => ${days}) where approved_at is not null;
      set local session_replication_role = origin; update rights_review set reason = reason, approved_at = approved_at where state = 'closed'`)
  const waits = async () => (await admin.ask(workApi.waiting, {})).find(({ document }) => document === '季度权限复核')
  assert.equal(await waits(), undefined)
  await move(80)
  assert.equal((await waits())?.late, 0)
  await move(120)
  assert.equal((await waits())?.late, 1)
  assert.ok((await admin.ask(rightsReviewApi.due, {})).dueOn < addDays(today, 0))
  const kept = await world.admin.query(
    `select from ((select id, since, ends from waiting where life like 'rights%') except (select id, since, ends from waits_rights_due union select id, since, ends from waits_rights_review)) x`,
  )
  assert.equal(kept.rowCount, 0)
})
