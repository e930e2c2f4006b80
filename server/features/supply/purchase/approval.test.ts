import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { historyApi } from '#contract/office/history.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { purchaseRuleApi, usualPurchaseRule } from '#contract/supply/purchase-rule.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { present } from '#contract/kernel/certain.ts'
import { workApi } from '#contract/office/work.ts'
import type { PurchaseRow } from '#contract/supply/purchase.ts'
import { secondPerson, withQualityHead, type Refused } from '#server/demo/person.ts'
import { deliveryNote, draftOrder } from '#server/demo/purchase.ts'
import { lineAgain, orderAgain } from '#server/test/order-again.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())

type Rule = { approvalsAbove?: string[]; orderBackDays?: number; receiptBackDays?: number }
async function setRule(changes: Rule) {
  const keeper = await as('zhuguan')
  const { ruleId: _, changes: __, ...rule } = await keeper.ask(purchaseRuleApi.read, {})
  return keeper.ask(purchaseRuleApi.save, { ...rule, ...changes, reason: '按采购管理规程', ...withQualityHead() })
}
/** What is asked while a rule holds, after which the rule is what it was. */
async function whileRule<Result>(changes: Rule, work: () => Promise<Result>): Promise<Result> {
  const { approvalsAbove, orderBackDays, receiptBackDays } = await (await as('zhuguan')).ask(purchaseRuleApi.read, {})
  await setRule(changes)
  try {
    return await work()
  } finally {
    await setRule({ approvalsAbove, orderBackDays, receiptBackDays })
  }
}

/** A submitted order of 当归: 63 元 a kg. */
async function submitted(quantity: string) {
  const draft = await draftOrder(as, { quantity })
  return (await as('caigou')).ask(purchaseApi.submit, { id: draft.id })
}
const namesOf = ({ approvals }: { approvals: PurchaseRow['approvals'] }) => approvals.map(({ by }) => by.name)
const approve = async (who: string, id: string) => (await as(who)).ask(purchaseApi.approve, { id })

test('an order above the limit is approved by two persons, neither of them its author; at the limit one is enough', async () => {
  await whileRule({ approvalsAbove: ['6300'] }, async () => {
    const atLimit = await submitted('100')
    assert.deepEqual([atLimit.amount, atLimit.approvalsNeeded], ['6300.00', 1])
    assert.equal((await approve('shengchan2', atLimit.id)).state, 'approved')

    const above = await submitted('100.0002')
    assert.equal(above.approvalsNeeded, 2)
    const half = await approve('shengchan2', above.id)
    assert.deepEqual([half.state, namesOf(half)], ['half_approved', ['卫生产']])
    await refused(approve('shengchan2', above.id), 'approver_again')
    await refused((await as('cangku')).ask(purchaseApi.receive, await deliveryNote(as, above.id)), 'wrong_state')
    const whole = await approve('shouquan', above.id)
    assert.deepEqual([whole.state, namesOf(whole)], ['approved', ['卫生产', '冯受权']])
    const detail = await (await as('caigou')).ask(purchaseApi.read, { id: above.id })
    assert.equal(detail.approvedBy?.name, '冯受权')
    const [first, second] = detail.approvals
    assert.ok(first && second && first.at <= second.at && second.at === detail.approvedAt)
  })
})

test('an order with a line without a price takes two, whatever the rest comes to; without a limit one is enough', async () => {
  const unpriced = async (priced: string[] = []) => {
    const draft = await draftOrder(as, { quantity: '1' })
    const buyer = await as('caigou')
    const { lines, supplierId, category, purchasedOn, expectedOn, rowVersion } = await buyer.ask(purchaseApi.read, { id: draft.id })
    await buyer.ask(purchaseApi.edit, {
      id: draft.id,
      rowVersion,
      supplierId,
      category,
      purchasedOn,
      expectedOn,
      lines: lines.flatMap((line) => [...priced, null].map((unitPrice) => ({ ...lineAgain(line), unitPrice }))),
    })
    return buyer.ask(purchaseApi.submit, { id: draft.id })
  }
  // What the priced lines come to is not what the order comes to.
  assert.equal((await unpriced(['63'])).amount, null)
  const order = await unpriced()
  assert.equal((await approve('shengchan2', order.id)).state, 'half_approved')
  await whileRule({ approvalsAbove: [] }, async () => {
    assert.equal((await approve('shengchan2', (await unpriced()).id)).state, 'approved')
  })
})

test('what was approved once and sent back is approved anew; the second person may send it back as well', async () => {
  await whileRule({ approvalsAbove: ['0'] }, async () => {
    const order = await submitted('100')
    await approve('shengchan2', order.id)
    await refused((await as('caigou')).ask(purchaseApi.submit, { id: order.id }), 'wrong_state')
    const back = await (await as('shouquan')).ask(purchaseApi.sendBack, { id: order.id, reason: '请附比价' })
    assert.deepEqual([back.state, namesOf(back)], ['returned', []])
    await (await as('caigou')).ask(purchaseApi.submit, { id: order.id })
    assert.equal((await approve('shouquan', order.id)).state, 'half_approved')
    assert.equal((await approve('shengchan2', order.id)).state, 'approved')
  })
})

test('the database keeps author, first and second approver apart, and lets no order of two approvals out with one', async () => {
  await whileRule({ approvalsAbove: ['0'] }, async () => {
    const { id } = await submitted('100')
    const set = (assignment: string) => world.change(`update purchase_order set ${assignment} where id = $1`, [id])
    const person = (userName: string) =>
      `(select id from account a where a.user_name = '${userName}' and a.enterprise_id = current_enterprise())`
    const approval = (by: string, step = 1) =>
      world.change(
        `insert into purchase_approval (enterprise_id, order_id, round, step, buyer_id, approved_by)
         select enterprise_id, id, approval_round, ${step}, buyer_id, ${by} from purchase_order where id = $1`,
        [id],
      )
    const approved = (by: string) => set(`state = 'approved', approved_by = ${by}, approved_at = now()`)
    await assert.rejects(approved(person('shengchan2')), /approvals_missing/)
    await assert.rejects(set(`state = 'half_approved'`), /approvals_missing/)
    await assert.rejects(approval('buyer_id'), /purchase_author_approves_step/)
    await assert.rejects(approval(person('shengchan2'), 2), /the next of an order/)
    await approval(person('shengchan2'))
    await set(`state = 'half_approved'`)
    await assert.rejects(approved(person('shengchan2')), /approvals_missing/)
    await assert.rejects(approval(person('shengchan2'), 2), /purchase_approver_again/)
    await assert.rejects(set(`state = 'submitted', approval_round = approval_round + 1`), /approved anew/)
    await assert.rejects(world.change(`delete from purchase_approval where order_id = $1`, [id]), /evidence/)
    await assert.rejects(world.change(`update purchase_line set quantity = 1 where order_id = $1`, [id]), /stay/)
    await assert.rejects(world.change(`delete from purchase_line where order_id = $1`, [id]), /stay/)
  })
})

test('an order begins as a draft, and comes to no later state past its approvals', async () => {
  await whileRule({ approvalsAbove: ['0'] }, async () => {
    const { id } = await submitted('100')
    for (const state of ['partially_received', 'received', 'closed'])
      await assert.rejects(
        world.change(
          `update purchase_order set state = '${state}', approved_by = (select id from account where user_name = 'shengchan2'), approved_at = now() where id = $1`,
          [id],
        ),
        /approvals_missing/,
        state,
      )
    const written = (state: string) =>
      world.change(
        `insert into purchase_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'order_no', 'CG-X', 'state', '${state}',
           'approved_by', (select id from account where user_name = 'shengchan2'), 'approved_at', now()))).* from purchase_order o where o.id = $1`,
        [id],
      )
    await assert.rejects(written('approved'), /begins as a draft/)
    await assert.rejects(written('half_approved'), /begins as a draft/)
  })
})

test('of two people who approve at once one is first and the other second', async () => {
  await whileRule({ approvalsAbove: ['0'] }, async () => {
    const { id } = await submitted('100')
    const both = await Promise.all([approve('shengchan2', id), approve('shouquan', id)])
    assert.deepEqual(both.map(({ state }) => state).sort(), ['approved', 'half_approved'])
    const again = await submitted('100')
    const same = await Promise.allSettled([approve('shengchan2', again.id), approve('shengchan2', again.id)])
    assert.deepEqual(same.map((one) => (one.status === 'fulfilled' ? one.value.state : (one.reason as Refused).code)).sort(), [
      'approver_again',
      'half_approved',
    ])
  })
})

test('an order is dated back no further than the rule says, when it is written and when it is changed', async () => {
  const order = await draftOrder(as)
  const buyer = await as('caigou')
  const written = await buyer.ask(purchaseApi.read, { id: order.id })
  const { rowVersion } = written
  const content = (purchasedOn: string) => ({ ...orderAgain(written), purchasedOn })
  await whileRule({ orderBackDays: 5 }, async () => {
    await refused(buyer.ask(purchaseApi.create, content(addDays(today, -6))), 'dated_back', 'purchasedOn')
    assert.equal((await buyer.ask(purchaseApi.create, content(addDays(today, -5)))).state, 'draft')
    await refused(buyer.ask(purchaseApi.edit, { id: order.id, rowVersion, ...content(addDays(today, -6)) }), 'dated_back', 'purchasedOn')
    await assert.rejects(world.change(`update purchase_order set purchased_on = today() - 6 where id = $1`, [order.id]), /dated_back/)
  })
  // A date that was right when it was written stays right under a stricter rule.
  await whileRule({ orderBackDays: 0 }, async () => {
    assert.equal((await buyer.ask(purchaseApi.edit, { id: order.id, rowVersion, ...content(order.purchasedOn) })).state, 'draft')
  })
})

test('three limits ask for four persons, each another; what was approved before it was sent back stays on record', async () => {
  await whileRule({ approvalsAbove: ['1000', '2000', '6000'] }, async () => {
    assert.equal((await submitted('20')).approvalsNeeded, 2)
    const order = await submitted('100')
    assert.equal(order.approvalsNeeded, 4)
    for (const who of ['shengchan2', 'shouquan', 'user']) {
      assert.equal((await approve(who, order.id)).state, 'half_approved')
      await refused(approve(who, order.id), 'approver_again')
    }
    await refused(approve('shengchan2', order.id), 'approver_again')
    await (await as('admin')).ask(purchaseApi.sendBack, { id: order.id, reason: '请附比价' })
    await (await as('caigou')).ask(purchaseApi.submit, { id: order.id })
    for (const who of ['user', 'shouquan', 'shengchan2']) assert.equal((await approve(who, order.id)).state, 'half_approved')
    const whole = await approve('admin', order.id)
    assert.deepEqual([whole.state, namesOf(whole)], ['approved', ['林用户', '冯受权', '卫生产', '陈管理']])
    const { rows } = await world.admin.query(
      `select round, count(*)::integer as given from purchase_approval where order_id = $1 group by 1 order by 1`,
      [order.id],
    )
    assert.deepEqual(rows, [
      { round: 1, given: 3 },
      { round: 2, given: 4 },
    ])
  })
})

test('a rule that is lowered while an order is in approval lets nothing out by itself: one more person approves, and the order says so', async () => {
  await whileRule({ approvalsAbove: ['1000', '2000', '3000'] }, async () => {
    const order = await submitted('100')
    for (const who of ['shengchan2', 'shouquan']) await approve(who, order.id)
    await whileRule({ approvalsAbove: [] }, async () => {
      const waiting = await (await as('caigou')).ask(purchaseApi.read, { id: order.id })
      assert.deepEqual([waiting.state, waiting.approvals.length, waiting.approvalsNeeded], ['half_approved', 2, 3])
      await refused(approve('shouquan', order.id), 'approver_again')
      assert.equal((await approve('user', order.id)).state, 'approved')
    })
  })
})

test('an order in approval waits in the tasks of those who have not approved it', async () => {
  await whileRule({ approvalsAbove: ['0'] }, async () => {
    const inTasks = async (who: string) => {
      const work = (await (await as(who)).ask(workApi.waiting, {})).filter(({ state }) => state === '审批中')
      return work.reduce((sum, { count }) => sum + count, 0)
    }
    const before = [await inTasks('shengchan2'), await inTasks('shouquan')] as const
    const order = await submitted('100')
    await approve('shengchan2', order.id)
    assert.deepEqual([await inTasks('shengchan2'), await inTasks('shouquan')], [before[0], before[1] + 1])
    await approve('shouquan', order.id)
  })
})

test('the rule is the enterprise’s own, changed with a reason by those who keep the dictionary and a second person, and its changes are read', async () => {
  const keeper = await as('zhuguan')
  const { rowVersion, approvalsAbove } = await keeper.ask(purchaseRuleApi.read, {})
  const own = {
    approvalsAbove: ['50000.5', '90000'],
    orderBackDays: 3650,
    receiptBackDays: 3650,
    reason: '采购管理规程 03 版',
    rowVersion,
    ...withQualityHead(),
  }
  const save = (changes: Partial<typeof own>) => keeper.ask(purchaseRuleApi.save, { ...own, ...changes })
  await refused(save({ approvalsAbove: ['-1'] }), 'invalid_input', 'approvalsAbove.0')
  await refused(save({ approvalsAbove: ['5', '5'] }), 'invalid_input', 'approvalsAbove.1')
  await refused(save({ approvalsAbove: ['1', '2', '3', '4', '5'] }), 'invalid_input', 'approvalsAbove')
  await refused(save({ reason: ' ' }), 'invalid_input', 'reason')
  await refused(save({ approver: secondPerson('zhuguan') }), 'same_person')
  await refused(save({ approver: secondPerson('caigou') }), 'signer_lacks_duty')
  await refused(save({ signature: { password: 'x', comment: '' } }), 'wrong_password')
  await refused((await as('caigou')).ask(purchaseRuleApi.save, own), 'no_permission')
  assert.deepEqual((await keeper.ask(purchaseRuleApi.read, {})).approvalsAbove, approvalsAbove, 'nothing of it was written')
  const saved = await save({})
  assert.deepEqual(saved.approvalsAbove, ['50000.50', '90000.00'])
  await refused(save({}), 'stale')
  const { changes } = await keeper.ask(purchaseRuleApi.read, {})
  const [latest] = changes
  assert.deepEqual(
    [latest?.reason, latest?.changedBy.name, latest?.approvedBy, latest?.approvalsAbove],
    ['采购管理规程 03 版', '吴主管', '何质量', ['50000.50', '90000.00']],
  )
  const { signatures } = await keeper.ask(historyApi.read, { table: 'purchase_rule_change', id: present(latest).id })
  assert.deepEqual(signatures.map(({ signerName, holds }) => [signerName, holds]).sort(), [['何质量', true], ['吴主管', true]]) // prettier-ignore
  const { entries } = await keeper.ask(historyApi.read, { table: 'purchase_rule', id: present(saved.ruleId) })
  assert.ok(entries.some(({ reason }) => reason === '采购管理规程 03 版'))
  assert.deepEqual((await (await as('other')).ask(purchaseRuleApi.read, {})).approvalsAbove, usualPurchaseRule.approvalsAbove)
  for (const statement of [
    `update purchase_rule_change set approvals_above = '{}'`,
    `update purchase_rule_change set approved_by = changed_by`,
    `delete from purchase_rule_change`,
    // Written down as approved: the signatures of two persons are what fills it in.
    `insert into purchase_rule_change (enterprise_id, approvals_above, order_back_days, receipt_back_days, reason, changed_by, approved_by)
     select enterprise_id, '{}', 1, 1, reason, changed_by, approved_by from purchase_rule_change order by id desc limit 1`,
  ])
    await assert.rejects(world.change(statement), /not rewritten|begins without its second person/, statement)
  await assert.rejects(world.change(`update purchase_rule set approvals_above = '{5,4}'`), /purchase_steps_ascend/)
  await assert.rejects(
    world.change(
      `select set_config('app.actor', id::text, true) from account where user_name = 'zhuguan'; update purchase_rule set approvals_above = '{}'`,
    ),
    /changed by two persons/,
  )
  await setRule({ approvalsAbove })
})

test('the days that hold without a rule are the same in the database and in the contract', async () => {
  const { rows } = await world.admin.query(
    `select order_back_days(gen_random_uuid()) as orders, receipt_back_days(gen_random_uuid()) as receipts`,
  )
  assert.deepEqual(rows, [{ orders: usualPurchaseRule.orderBackDays, receipts: usualPurchaseRule.receiptBackDays }])
})
