import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { present } from '#contract/kernel/certain.ts'
import { bulkTestApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { historyApi } from '#contract/office/history.ts'
import { workApi } from '#contract/office/work.ts'
import { accountApi } from '#contract/people/account.ts'
import { deputyApi } from '#contract/people/deputy.ts'
import { userApi } from '#contract/people/user.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { accountOf } from '#server/demo/authorisation.ts'
import { confirmedDeputy, proposedDeputy } from '#server/demo/deputy.ts'
import { sampled, tested } from '#server/demo/inspection.ts'
import { demoPassword, secondPerson, signed } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const [qa, zhiliang, zhuguan] = [await as('qa'), await as('zhiliang'), await as('zhuguan')]
const today = dayInShanghai(new Date())
const idOf = async (userName: string) => (await accountOf(as, userName)).id
const days = { validFrom: today, validUntil: addDays(today, 14), reason: '出差' }
const dutiesOf = async (userName: string) => (await (await as(userName)).ask(accountApi.current, {})).duties

test('only what a person holds is handed over, to another, for some days, and never what decides about rights', async () => {
  const deputyId = await idOf('fuhe')
  const give = { deputyId, duties: ['12:approve' as const], ...days }
  await refused(zhuguan.ask(deputyApi.giveOwn, { ...give, deputyId: await idOf('zhuguan') }), 'same_person', 'deputyId')
  await refused(zhuguan.ask(deputyApi.giveOwn, { ...give, duties: ['13:decide'] }), 'duty_not_held', 'duties')
  await refused(zhuguan.ask(deputyApi.giveOwn, { ...give, duties: [] }), 'invalid_input', 'duties')
  await refused((await as('admin')).ask(deputyApi.giveOwn, { ...give, duties: ['31:manage'] as never }), 'invalid_input', 'duties.0')
  await refused(zhiliang.ask(deputyApi.giveOwn, { ...give, duties: ['31:authorise'] as never }), 'invalid_input', 'duties.0')
  await refused(zhuguan.ask(deputyApi.giveOwn, { ...give, validFrom: addDays(today, -1) }), 'invalid_input', 'validFrom')
  for (const validUntil of [addDays(today, -1), addDays(today, 93), '2199-12-31'])
    await refused(zhuguan.ask(deputyApi.giveOwn, { ...give, validUntil }), 'invalid_input', 'validUntil')
  const foreign = present((await world.admin.query<{ id: string }>(`select id from account where user_name = 'other'`)).rows[0]).id
  await refused(zhuguan.ask(deputyApi.giveOwn, { ...give, deputyId: foreign }), 'invalid_input', 'deputyId')
  await refused(
    qa.ask(deputyApi.give, { ...give, principalId: await idOf('zhuguan'), deputyId: await idOf('qa') }),
    'deputy_by_deputy',
    'deputyId',
  )
  await refused(zhuguan.ask(deputyApi.give, { ...give, principalId: await idOf('zhuguan') }), 'no_permission')
})

test('a deputy is confirmed by neither the giver nor the deputy, and once', async () => {
  const admin = await as('admin')
  const own = await proposedDeputy(as, 'admin', 'fuhe', ['12:review'])
  await refused(admin.ask(deputyApi.confirm, { id: own.id, signature: signed() }), 'author_approves')
  const waiting = await zhiliang.ask(workApi.waiting, {})
  assert.ok(waiting.some(({ document, count }) => document === '代理' && count === 1))
  await zhiliang.ask(deputyApi.refuse, { id: own.id, reason: '复核员在岗' })
  await refused(zhiliang.ask(deputyApi.confirm, { id: own.id, signature: signed() }), 'wrong_state')
  const toHead = await qa.ask(deputyApi.give, {
    principalId: await idOf('qa2'),
    deputyId: await idOf('zhiliang'),
    duties: ['13:decide'],
    ...days,
  })
  await refused(zhiliang.ask(deputyApi.confirm, { id: toHead.id, signature: signed() }), 'deputy_by_deputy')
  await assert.rejects(
    world.change(`update deputy set state = 'valid', confirmed_by = given_by, confirmed_at = now() where id = '${toHead.id}'`),
    /deputy_by_two/,
  )
  const both = await Promise.allSettled(
    [admin, await as('user')].map((one) => one.ask(deputyApi.confirm, { id: toHead.id, signature: signed() })),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await zhiliang.ask(deputyApi.endOwn, { id: toHead.id, reason: '提前返岗' })
  await refused(qa.ask(deputyApi.end, { id: toHead.id, reason: '已返岗' }), 'wrong_state')
  await refused((await as('caigou')).ask(deputyApi.endOwn, { id: toHead.id, reason: '好奇' }), 'not_found')
})

/** A raw lot whose results are submitted and reviewed. */
async function reviewed() {
  const { lotId } = await receivedLot(as)
  const { inspectionId } = await sampled(as, lotId, 'raw')
  await tested(as, inspectionId, 'raw')
  await (await as('fuhe')).ask(rawInspectionApi.review, { id: inspectionId, signature: signed() })
  return inspectionId
}

/** Who was told that these results wait to be approved, each time it was said. */
async function toldOf(inspectionId: string): Promise<string[]> {
  const { rows } = await world.admin.query<{ user_name: string }>(
    `select user_name from notification n join account a on a.id = n.account_id where record_id = $1 and asked = 'reviewed' order by 1`,
    [inspectionId],
  )
  return rows.map((row) => row.user_name)
}

test('a deputy has the duty and its page for the time, is told what waits for it once, signs 代, and loses it with its end', async () => {
  const id = await reviewed()
  const deputy = await as('qa2')
  await refused(deputy.ask(rawInspectionApi.approve, { id, signature: signed() }), 'no_permission')
  const given = await confirmedDeputy(as, 'zhuguan', 'qa2', ['12:approve'])
  assert.ok((await dutiesOf('qa2')).includes('12:approve'))
  assert.ok(!(await toldOf(id)).includes('qa2'))
  const told = await toldOf(await reviewed())
  assert.deepEqual([...new Set(told)], told)
  for (const who of ['zhuguan', 'qa2']) assert.ok(told.includes(who), who)
  const { reportId } = await deputy.ask(rawInspectionApi.approve, { id, signature: signed() })
  const { signatures } = await qa.ask(historyApi.read, { table: 'report', id: present(reportId) })
  assert.deepEqual(signatures.map(({ signerName, holds }) => [signerName, holds]), [['顾质保（代 吴主管）', true]]) // prettier-ignore
  await zhuguan.ask(deputyApi.endOwn, { id: given.id, reason: '提前返岗' })
  assert.ok(!(await dutiesOf('qa2')).includes('12:approve'))
  await refused(deputy.ask(rawInspectionApi.approve, { id: await reviewed(), signature: signed() }), 'no_permission')
})

test('nobody stands in for a second person of himself', async () => {
  // The reviewer stands in for the approver: what they reviewed they do not approve.
  const first = await reviewed()
  const forApprover = await confirmedDeputy(as, 'zhuguan', 'fuhe', ['12:approve'])
  await refused((await as('fuhe')).ask(rawInspectionApi.approve, { id: first, signature: signed() }), 'analyst_approves')
  await zhuguan.ask(rawInspectionApi.approve, { id: first, signature: signed() })
  await zhuguan.ask(deputyApi.endOwn, { id: forApprover.id, reason: '返岗' })

  // Someone stands in for the reviewer, who reviewed it: what a person reviewed is not approved in their name.
  const second = await reviewed()
  await world.change(`insert into account_role (enterprise_id, account_id, role_id) select a.enterprise_id, a.id, r.id from account a, role r
    where a.user_name = 'fuhe' and r.name = 'QC主管' and r.enterprise_id = a.enterprise_id`)
  const given = await confirmedDeputy(as, 'fuhe', 'shouquan', ['12:approve'])
  await refused((await as('shouquan')).ask(rawInspectionApi.approve, { id: second, signature: signed() }), 'deputy_of_first')
  await (await as('fuhe')).ask(deputyApi.endOwn, { id: given.id, reason: '返岗' })
})

test('a person and their deputy are one at a screen that asks for two', async () => {
  const { lotId } = await receivedLot(as)
  const { holdId } = await (await as('qa2')).ask(stockApi.raw.freeze, { id: lotId, kind: 'freeze', reason: '受潮' })
  await confirmedDeputy(as, 'zhiliang', 'shouquan', ['13:approve'])
  const lift = { id: lotId, holdId, conclusion: '未见异常', signature: signed() }
  const forQa = await confirmedDeputy(as, 'qa', 'wuliu', ['14:freeze'])
  // The deputy of quality assurance lifts, and quality assurance itself would be the second person.
  await world.change(`insert into account_role (enterprise_id, account_id, role_id) select a.enterprise_id, a.id, r.id from account a, role r
    where a.user_name = 'qa' and r.name = '质量负责人' and r.enterprise_id = a.enterprise_id`)
  const deputy = await as('wuliu')
  await refused(deputy.ask(stockApi.raw.unfreeze, { ...lift, approver: secondPerson('qa') }), 'deputy_of_first')
  await deputy.ask(stockApi.raw.unfreeze, { ...lift, approver: { userName: 'shouquan', password: demoPassword } })
  const { rows } = await world.admin.query<{ signer_name: string }>(`select signer_name from signature where record_id = $1 order by id`, [
    holdId,
  ])
  assert.deepEqual(rows.map((row) => row.signer_name), ['韩物流（代 郑质保）', '冯受权（代 何质量）']) // prettier-ignore
  await qa.ask(deputyApi.endOwn, { id: forQa.id, reason: '返岗' })
})

test('the duty goes when its day is over, when the principal loses it, or leaves; and no name looks like 代', async () => {
  const given = await confirmedDeputy(as, 'zhuguan', 'xiaoshou', ['17:approve'])
  assert.ok((await dutiesOf('xiaoshou')).includes('17:approve'))
  await world.change(
    `delete from role_right where right_code = '17:approve' and role_id = (select id from role where name = 'QC主管' and enterprise_id = current_enterprise())`,
  )
  assert.ok(!(await dutiesOf('xiaoshou')).includes('17:approve'))
  await refused((await as('xiaoshou')).ask(bulkTestApi.approve, { id: given.id, signature: signed() }), 'no_permission')
  await world.change(
    `insert into role_right (enterprise_id, role_id, right_code) select enterprise_id, id, '17:approve' from role where name = 'QC主管' and enterprise_id = current_enterprise()`,
  )
  assert.ok((await dutiesOf('xiaoshou')).includes('17:approve'))
  await world.change(`alter table deputy disable trigger user`)
  await world.change(`update deputy set valid_from = today() - 9, valid_until = today() - 1 where id = '${given.id}'`)
  await world.change(`alter table deputy enable trigger user`)
  assert.ok(!(await dutiesOf('xiaoshou')).includes('17:approve'))
  const { rows } = await qa.ask(deputyApi.list, { state: 'over' })
  assert.deepEqual(rows.map(({ id }) => id), [given.id]) // prettier-ignore
  await refused((await as('admin')).ask(userApi.create, { userName: 'jia', name: '甲（代 乙）', roleIds: [] }), 'name_of_signer')
})

test('the door gives each person what their roles and the duties taken over say at this moment', async () => {
  const given = await confirmedDeputy(as, 'zhuguan', 'qa2', ['12:approve'])
  const { rows } = await world.admin.query<{ user_name: string; at_the_door: string[]; by_rule: string[] }>(
    `select a.user_name, array(select distinct unnest(string_to_array(door.rights, ',')) order by 1) as at_the_door,
      array(select r.right_code from account_role held join role_right r using (enterprise_id, role_id)
          where held.enterprise_id = a.enterprise_id and held.account_id = a.id
        union select unnest(array[d.right_code, split_part(d.right_code, ':', 1)]) from deputed_rights(a.enterprise_id, a.id) d order by 1) as by_rule
    from session s join account a on a.enterprise_id = s.enterprise_id and a.id = s.account_id cross join begin_request(s.token_hash, 'test', null, false) door
    where s.revoked_at is null`,
  )
  assert.ok(rows.some((row) => row.user_name === 'qa2' && row.at_the_door.includes('12:approve')))
  for (const row of rows) assert.deepEqual(row.at_the_door, row.by_rule, row.user_name)
  await zhuguan.ask(deputyApi.endOwn, { id: given.id, reason: '提前返岗' })
})
