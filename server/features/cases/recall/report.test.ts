import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { correctionApi } from '#contract/cases/correction.ts'
import { caseApi } from '#contract/cases/impact.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import { finalDay, recallReportApi } from '#contract/cases/recall-report.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { workApi } from '#contract/office/work.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { customerApi } from '#contract/selling/customer.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { signed } from '#server/demo/person.ts'
import { broughtBack, startedRecall, withdrawnRecall } from '#server/demo/recall.ts'
import { deliveredSale, shippedSale } from '#server/demo/sale.ts'
import { openMailbox, type Mailbox } from '#server/test/mailbox.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld, type World } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'
import { tellLateReports } from './report-recall.ts'

/* What the authority is told of a recall, by the clock of its class, and what reaches a customer's mailbox (decision 0074). */

let world: World
let mailbox: Mailbox
before(async () => {
  world = await openWorld()
  mailbox = await openMailbox(world.pool)
})
after(async () => {
  await mailbox.close()
  await world.close()
})
const as: World['as'] = (userName) => world.as(userName)

const read = async (id: string) => (await as('qa')).ask(recallApi.read, { id })
const told = (given: object = {}) => ({
  stage: 'progress' as const,
  authority: '甘肃省药品监督管理局',
  documentNo: '',
  sentAt: new Date().toISOString(),
  note: '已通知全部客户，收回进行中',
  ...given,
})
const daysAfter = (instant: string, days: number) => new Date(Date.parse(instant) + days * 86_400_000).toISOString()
const waitsUntil = async (caseNo: string) =>
  (await (await as('qa')).ask(workApi.waiting, {})).flatMap(({ oldest }) => oldest).find(({ no }) => no === caseNo)?.due ?? null

test('reports of progress follow the clock of the class, a wrong one is taken back by another, and the final one follows the end', async () => {
  const pack = await releasedPack(as, { packs: 6 })
  const sale = await deliveredSale(as, { pack, packs: 4 })
  const { id } = await startedRecall(as, pack)
  const qa = await as('qa')
  const { recall } = await read(id)
  const startedAt = present(recall.startedAt)
  // 三级召回: every seven days.
  assert.equal(recall.reportBy, daysAfter(startedAt, 7))
  await refused(qa.ask(recallReportApi.report, { id, ...told({ stage: 'final' }) }), 'report_of_other_stage', 'stage')
  await refused((await as('xiaoshou')).ask(recallReportApi.report, { id, ...told() }), 'no_permission')
  await refused(qa.ask(recallReportApi.report, { id, ...told({ sentAt: daysAfter(startedAt, -2) }) }), 'invalid_input', 'sentAt')
  await refused(qa.ask(recallReportApi.report, { id, ...told({ sentAt: daysAfter(startedAt, 2) }) }), 'invalid_input', 'sentAt')
  await qa.ask(recallReportApi.report, { id, ...told({ documentNo: '召报〔2026〕1号' }) })
  const once = await read(id)
  const first = only(once.reports)
  assert.deepEqual([first.customers, first.unanswered, first.recoveredPercent, first.isTakenBack], [1, 1, '100.00', false])
  assert.equal(once.recall.reportBy, daysAfter(first.sentAt, 7))

  await refused(qa.ask(recallReportApi.takeBack, { id, reportId: first.id, reason: '登错' }), 'report_own')
  await (await as('qa2')).ask(recallReportApi.takeBack, { id, reportId: first.id, reason: '登到了别的召回上' })
  await refused((await as('qa2')).ask(recallReportApi.takeBack, { id, reportId: first.id, reason: '再来' }), 'report_taken_back')
  assert.equal((await read(id)).recall.reportBy, daysAfter(startedAt, 7), 'the clock runs from the start again')

  // Everybody answered: what waits now waits for the report.
  const file = await read(id)
  const customer = only(present(file.customers))
  await qa.ask(recallApi.acknowledge, { id, customerId: customer.id, name: '药房主任' })
  assert.equal(await waitsUntil(recall.caseNo), file.recall.reportBy)
  assert.equal(await tellLateReports(world.pool), 0)
  await world.change(`update recall_case set started_at = started_at - interval '30 days' where id = $1`, [id])
  assert.ok((await tellLateReports(world.pool)) > 0)
  assert.equal(await tellLateReports(world.pool), 0, 'once for each day it was due on')
  await world.change(`update recall_case set started_at = started_at + interval '30 days' where id = $1`, [id])

  await broughtBack(as, { id, customerId: customer.id, sale, packs: 4 })
  const { recall: open } = await read(id)
  const head = await as('zhiliang')
  await head.ask(recallApi.close, { id, rowVersion: open.rowVersion, conclusion: '全部收回', signature: signed() })
  const closed = await read(id)
  assert.deepEqual([closed.recall.reportBy, closed.recall.finalBy], [null, finalDay(dayInShanghai(new Date()))])
  await refused(qa.ask(recallReportApi.report, { id, ...told() }), 'report_of_other_stage', 'stage')
  // After the end nothing of it changes but that a reminder was written.
  await assert.rejects(world.change(`update recall_case set final_by = final_by + 30 where id = $1`, [id]), /ended recall/)
  await qa.ask(recallReportApi.report, { id, ...told({ stage: 'final', note: '召回总结' }) })
  await refused(qa.ask(recallReportApi.report, { id, ...told({ stage: 'final' }) }), 'report_again')
  assert.deepEqual(
    (await read(id)).reports.map(({ stage, isTakenBack, recoveredPercent }) => [stage, isTakenBack, recoveredPercent]),
    [
      ['progress', true, '100.00'],
      ['progress', false, '100.00'],
      ['final', false, '100.00'],
    ],
  )
})

test('ten working days leave out Saturdays and Sundays', () => {
  assert.equal(finalDay('2026-03-06'), '2026-03-20')
  assert.equal(finalDay('2026-03-07'), '2026-03-20')
  assert.equal(finalDay('2026-03-04'), '2026-03-18')
})

test('a drill is reported to nobody, nor is a draft', async () => {
  const pack = await releasedPack(as, { packs: 2 })
  const qa = await as('qa')
  const asked = { recallClass: 'I' as const, scope: { node: 'lot' as const, ids: [pack.lotId] }, reason: '演练' }
  const drill = await qa.ask(recallApi.drill, asked)
  await refused(qa.ask(recallReportApi.report, { id: drill.id, ...told({ stage: 'final' }) }), 'wrong_state')
  const draft = await qa.ask(recallApi.create, { ...asked, kind: 'real', advice: '停用' })
  await refused(qa.ask(recallReportApi.report, { id: draft.id, ...told() }), 'wrong_state')
})

/** The customer with this mail address, as the sales clerk writes it down. */
async function withMail(name: string, email: string): Promise<void> {
  const clerk = await as('xiaoshou')
  const { id } = only((await clerk.ask(customerApi.list, { q: name })).rows)
  const known = await clerk.ask(customerApi.read, { id })
  await clerk.ask(customerApi.edit, {
    id,
    rowVersion: known.rowVersion,
    name: known.name,
    kind: known.kind as '医院',
    creditCode: known.creditCode,
    legalPerson: known.legalPerson,
    qualityContact: known.qualityContact,
    phone: known.phone,
    email,
    licenceKind: known.licenceKind as '医疗机构执业许可证',
    licenceNo: known.licenceNo,
    licenceValidUntil: known.licenceValidUntil,
    scopes: known.scopes as [],
    remark: known.remark,
    addresses: known.addresses
      .filter(({ isActive }) => isActive)
      .map(({ isActive, ...address }) => ({ ...address, province: address.province as '北京市' })),
  })
}

const namesOf = async () => (await (await as('xiaoshou')).ask(customerApi.list, {})).rows.map(({ name }) => name)

test('a customer with a mailbox gets the notice with its link, in a real conversation with a mail server; without one the letter stays', async () => {
  const names = await namesOf()
  const beijing = present(names.find((name) => name.includes('北京')))
  const clerk = await as('xiaoshou')
  const { id: customerId } = only((await clerk.ask(customerApi.list, { q: beijing })).rows)
  await refused(withMail(beijing, 'not a mailbox'), 'invalid_input', 'email')
  await withMail(beijing, 'pharmacy@hospital.example.cn')
  assert.equal((await clerk.ask(customerApi.read, { id: customerId })).email, 'pharmacy@hospital.example.cn')
  const pack = await releasedPack(as, { packs: 6 })
  await deliveredSale(as, { pack, packs: 3 })
  await shippedSale(as, { pack, packs: 2, customer: '上海' })
  const { id } = await startedRecall(as, pack)
  const customers = present((await read(id)).customers)
  const mailed = present(customers.find(({ name }) => name.includes('北京')))
  assert.deepEqual(customers.map(({ mailedTo }) => mailedTo).toSorted(), [null, 'pharmacy@hospital.example.cn'].toSorted())
  const letter = present(await mailbox.letterTo('pharmacy@hospital.example.cn'))
  assert.match(letter.subject ?? '', /召回通知/)
  const link = present(/https:\/\/trace\.example\.cn(\/zhaohui\?t=[\w-]+)/.exec(letter.text ?? ''))
  assert.equal(elementAt(link, 1), mailed.link)
  const page = await world.app.inject({ url: elementAt(link, 1) })
  assert.ok(page.body.includes(beijing))
  assert.equal(mailbox.letters.length, 1, 'nobody else was written to')
  await withdrawnRecall(as, { id })
  const withdrawal = present(await mailbox.letterTo('pharmacy@hospital.example.cn'))
  assert.match(withdrawal.subject ?? '', /召回撤销/)
  assert.match(withdrawal.text ?? '', /扫描包装上的追溯码/)
  await withMail(beijing, '')
})

test('a correction that shows a recalled lot at another customer writes that customer a notice, once', async () => {
  const paper = await releasedPack(as, { product: '白术', buy: { material: '白术' }, packs: 10, spare: 0 })
  const truth = await releasedPack(as, { product: '白术', buy: { material: '白术' }, packs: 10, spare: 0 })
  const sale = await shippedSale(as, { pack: paper, packs: 10 })
  const boxOf = async (rangeId: string) =>
    elementAt(present((await (await as('baozhuang')).ask(qrApi.download, { id: rangeId })).trim().split('\r\n')[1]).split(','), 4)
  const { id } = await startedRecall(as, truth)
  assert.deepEqual((await read(id)).customers, [])
  const qa = await as('qa')
  // The recalled lot left already; quality assurance looks at what came of it.
  for (const { lotId } of [paper.batch, truth.batch])
    await qa.ask(caseApi.open, { id: lotId, reason: '客户反映批号不符，评估已发货物', signature: signed() })
  const proposed = await qa.ask(correctionApi.shipment, {
    id: sale.shipmentId,
    changes: { stayed: [await boxOf(paper.packRangeId)], went: [await boxOf(truth.packRangeId)] },
    reason: '装错一箱',
    signature: signed(),
  })
  await (await as('zhiliang')).ask(correctionApi.approve, { id: proposed.id, signature: signed() })
  const added = only(present((await read(id)).customers))
  assert.deepEqual([added.packs, added.notice, present(added.link).startsWith('/zhaohui?t=')], [10, 'notified', true])
  const { rows } = await world.admin.query<{ n: number }>(
    `select count(*)::integer as n from notification where title like '%更正后%请送达召回通知%'`,
  )
  assert.ok(elementAt(rows, 0).n > 0, 'quality assurance is told')
  const page = await world.app.inject({ url: present(added.link) })
  assert.ok(page.body.includes(truth.lotNo))
})

test('the evidence is whole after all of it', async () => {
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})
