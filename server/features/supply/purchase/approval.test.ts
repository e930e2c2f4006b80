import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { historyApi } from '#contract/office/history.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { purchaseRuleApi, usualPurchaseRule } from '#contract/supply/purchase-rule.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Refused } from '#server/demo/person.ts'
import { deliveryNote, draftOrder } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())

type Rule = Parameters<typeof setRule>[0]
async function setRule(changes: { secondApprovalAbove?: string | null; orderBackDays?: number; receiptBackDays?: number }) {
  const keeper = await as('zhuguan')
  const { ruleId: _, ...rule } = await keeper.ask(purchaseRuleApi.read, {})
  return keeper.ask(purchaseRuleApi.save, { ...rule, ...changes, reason: '按采购管理规程' })
}
/** What is asked while a rule holds, after which the rule is what it was. */
async function whileRule<Result>(changes: Rule, work: () => Promise<Result>): Promise<Result> {
  const { ruleId: _, rowVersion: __, ...before } = await (await as('zhuguan')).ask(purchaseRuleApi.read, {})
  await setRule(changes)
  try {
    return await work()
  } finally {
    await setRule(before)
  }
}

/** A submitted order of 当归: 63 元 a kg. */
async function submitted(quantity: string) {
  const draft = await draftOrder(as, { quantity })
  return (await as('caigou')).ask(purchaseApi.submit, { id: draft.id })
}
const approve = async (who: string, id: string) => (await as(who)).ask(purchaseApi.approve, { id })

test('an order above the limit is approved by two persons, neither of them its author; at the limit one is enough', async () => {
  await whileRule({ secondApprovalAbove: '6300' }, async () => {
    const atLimit = await submitted('100')
    assert.deepEqual([atLimit.amount, atLimit.needsSecondApproval], ['6300.00', false])
    assert.equal((await approve('shengchan2', atLimit.id)).state, 'approved')

    const above = await submitted('100.0002')
    assert.equal(above.needsSecondApproval, true)
    const half = await approve('shengchan2', above.id)
    assert.deepEqual([half.state, half.firstApprovedBy?.name], ['half_approved', '卫生产'])
    await refused(approve('shengchan2', above.id), 'first_approver_again')
    await refused((await as('cangku')).ask(purchaseApi.receive, await deliveryNote(as, above.id)), 'wrong_state')
    const whole = await approve('shouquan', above.id)
    assert.deepEqual([whole.state, whole.firstApprovedBy?.name], ['approved', '卫生产'])
    const detail = await (await as('caigou')).ask(purchaseApi.read, { id: above.id })
    assert.equal(detail.approvedBy?.name, '冯受权')
    assert.ok(detail.firstApprovedAt !== null && detail.approvedAt !== null && detail.firstApprovedAt <= detail.approvedAt)
  })
})

test('an order with a line without a price takes two, whatever the rest comes to; without a limit one is enough', async () => {
  const unpriced = async () => {
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
      lines: lines.map(({ materialId, standardVersionId, grade, quantity, agreedOrigin }) => ({
        materialId,
        standardVersionId,
        grade,
        quantity,
        agreedOrigin: agreedOrigin as never,
        unitPrice: null,
      })),
    })
    return buyer.ask(purchaseApi.submit, { id: draft.id })
  }
  const order = await unpriced()
  assert.equal((await approve('shengchan2', order.id)).state, 'half_approved')
  await whileRule({ secondApprovalAbove: null }, async () => {
    assert.equal((await approve('shengchan2', (await unpriced()).id)).state, 'approved')
  })
})

test('what was approved once and sent back is approved anew; the second person may send it back as well', async () => {
  await whileRule({ secondApprovalAbove: '0' }, async () => {
    const order = await submitted('100')
    await approve('shengchan2', order.id)
    await refused((await as('caigou')).ask(purchaseApi.submit, { id: order.id }), 'wrong_state')
    const back = await (await as('shouquan')).ask(purchaseApi.sendBack, { id: order.id, reason: '请附比价' })
    assert.deepEqual([back.state, back.firstApprovedBy], ['returned', null])
    await (await as('caigou')).ask(purchaseApi.submit, { id: order.id })
    assert.equal((await approve('shouquan', order.id)).state, 'half_approved')
    assert.equal((await approve('shengchan2', order.id)).state, 'approved')
  })
})

test('the database keeps author, first and second approver apart, and lets no order of two approvals out with one', async () => {
  await whileRule({ secondApprovalAbove: '0' }, async () => {
    const { id } = await submitted('100')
    const set = (assignment: string) => world.change(`update purchase_order set ${assignment} where id = $1`, [id])
    const manager = `(select id from account a where a.user_name = 'shengchan2' and a.enterprise_id = current_enterprise())`
    await assert.rejects(set(`state = 'approved', approved_by = ${manager}, approved_at = now()`), /second_approval_needed/)
    await assert.rejects(
      set(`state = 'half_approved', first_approved_by = buyer_id, first_approved_at = now()`),
      /purchase_author_first_approves/,
    )
    await assert.rejects(set(`state = 'half_approved'`), /purchase_order_check/)
    await set(`state = 'half_approved', first_approved_by = ${manager}, first_approved_at = now()`)
    await assert.rejects(set(`state = 'approved', approved_by = ${manager}, approved_at = now()`), /purchase_first_approver_again/)
    await assert.rejects(world.change(`update purchase_line set quantity = 1 where order_id = $1`, [id]), /stay/)
    await assert.rejects(world.change(`delete from purchase_line where order_id = $1`, [id]), /stay/)
  })
})

test('of two people who approve at once one is first and the other second', async () => {
  await whileRule({ secondApprovalAbove: '0' }, async () => {
    const { id } = await submitted('100')
    const both = await Promise.all([approve('shengchan2', id), approve('shouquan', id)])
    assert.deepEqual(both.map(({ state }) => state).sort(), ['approved', 'half_approved'])
    const again = await submitted('100')
    const same = await Promise.allSettled([approve('shengchan2', again.id), approve('shengchan2', again.id)])
    assert.deepEqual(same.map((one) => (one.status === 'fulfilled' ? one.value.state : (one.reason as Refused).code)).sort(), [
      'first_approver_again',
      'half_approved',
    ])
  })
})

test('an order is dated back no further than the rule says, when it is written and when it is changed', async () => {
  const order = await draftOrder(as)
  const buyer = await as('caigou')
  const { lines, supplierId, category, rowVersion } = await buyer.ask(purchaseApi.read, { id: order.id })
  const content = (purchasedOn: string) => ({
    supplierId,
    category,
    purchasedOn,
    expectedOn: null,
    lines: lines.map(({ materialId, standardVersionId, grade, quantity, unitPrice, agreedOrigin }) => ({
      materialId,
      standardVersionId,
      grade,
      quantity,
      unitPrice,
      agreedOrigin: agreedOrigin as never,
    })),
  })
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

test('the rule is the enterprise’s own, changed with a reason by those who keep the dictionary, and its changes are read', async () => {
  const other = await as('other')
  assert.deepEqual(await other.ask(purchaseRuleApi.read, {}), usualPurchaseRule)
  const own = { secondApprovalAbove: '50000.5', orderBackDays: 10, receiptBackDays: 3, reason: '采购管理规程 03 版' }
  const saved = await other.ask(purchaseRuleApi.save, { ...own, rowVersion: 0 })
  assert.deepEqual([saved.secondApprovalAbove, saved.orderBackDays, saved.receiptBackDays, saved.rowVersion], ['50000.50', 10, 3, 1])
  await refused(other.ask(purchaseRuleApi.save, { ...own, rowVersion: 0 }), 'stale')
  await refused(
    other.ask(purchaseRuleApi.save, { ...own, rowVersion: 1, secondApprovalAbove: '-1' }),
    'invalid_input',
    'secondApprovalAbove',
  )
  await refused(other.ask(purchaseRuleApi.save, { ...own, rowVersion: 1, reason: ' ' }), 'invalid_input', 'reason')
  const keeper = await as('zhuguan')
  const rule = await setRule({ secondApprovalAbove: '90000' })
  const { entries } = await keeper.ask(historyApi.read, { table: 'purchase_rule', id: rule.ruleId! })
  assert.ok(entries.some(({ reason, changes }) => reason === '按采购管理规程' && changes.some(({ after }) => after === '90000')))
  await refused((await as('caigou')).ask(purchaseRuleApi.save, { ...own, rowVersion: rule.rowVersion }), 'no_permission')
  assert.equal((await other.ask(purchaseRuleApi.read, {})).secondApprovalAbove, '50000.50')
})

test('the days that hold without a rule are the same in the database and in the contract', async () => {
  const { rows } = await world.admin.query(
    `select order_back_days(gen_random_uuid()) as orders, receipt_back_days(gen_random_uuid()) as receipts`,
  )
  assert.deepEqual(rows, [{ orders: usualPurchaseRule.orderBackDays, receipts: usualPurchaseRule.receiptBackDays }])
})
