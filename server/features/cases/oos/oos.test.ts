import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { oosApi, oosLaboratoryApi, type OosFile } from '#contract/cases/oos-api.ts'
import { present } from '#contract/kernel/certain.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { TestedItem } from '#contract/laboratory/tested-item.ts'
import { sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { attachmentApi } from '#contract/office/attachment.ts'
import { paperApi } from '#contract/office/paper.ts'
import { findingFor, waterRead } from '#server/demo/finding.ts'
import { receivedSamples, sampled, sampleOf } from '#server/demo/inspection.ts'
import { nothingAmiss } from '#server/demo/investigation.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { refused } from '#server/test/refused.ts'
import { handIn, takeFile } from '#server/test/file-hand.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

const userNameOf = async (id: string) =>
  (await world.admin.query<{ user_name: string }>(`select user_name from account where id = $1`, [id])).rows[0]!.user_name
const passing = (item: TestedItem) => findingFor(item, true)

const water = '水分'
type Value = { individual?: string[]; words?: string; raw?: Record<string, string>[] }

/** A sampled lot whose moisture was saved so. */
async function weighed(value: Value, who = 'jianyan') {
  const { lotId, lotNo } = await receivedLot(as)
  const { inspectionId: id } = await sampled(as, lotId, 'raw')
  const item = (await (await as('jianyan')).ask(rawInspectionApi.file, { id })).items.find(({ name }) => name === water)!
  const file = await (await as(who)).ask(rawInspectionApi.record, { id, results: [{ itemId: item.id, revision: 0, ...value }] })
  return { id, lotId, lotNo, itemId: item.id, file, caseId: file.oosCases[0]?.id ?? '' }
}
const holdsOf = async (lotId: string) =>
  (await world.admin.query<{ holds: number }>(`select holds from lot where id = $1`, [lotId])).rows[0]!.holds
const fileOf = async (id: string, who = 'qa') => (await as(who)).ask(oosApi.file, { id })
const write = async (id: string, itemId: string, revision: number, value: Value, who = 'jianyan') =>
  (await as(who)).ask(rawInspectionApi.record, { id, results: [{ itemId, revision, ...value }] })
const submit = async (id: string) => (await as('jianyan')).ask(rawInspectionApi.submit, { id, signature: signed() })
const amiss = { ...nothingAmiss, instrument: { ok: false, note: '烘箱温度偏高 8 ℃' } }

type Check = Partial<{
  checklist: typeof nothingAmiss
  finding: 'none' | 'laboratory_error' | 'sampling_error' | 'slip'
  proofId: string
  corrected: Value
}>
const check = async (id: string, more: Check = {}, who = 'fuhe'): Promise<OosFile> =>
  (await as(who)).ask(oosLaboratoryApi.raw.check, {
    id,
    rowVersion: (await fileOf(id)).case.rowVersion,
    checklist: nothingAmiss,
    finding: 'none',
    explanation: '逐项检查',
    signature: signed(),
    ...more,
  })
const decide = async (id: string, decision: 'confirmed' | 'accepted', who = 'qa') =>
  (await as(who)).ask(oosApi.decide, {
    id,
    rowVersion: (await fileOf(id)).case.rowVersion,
    decision,
    conclusion: '见调查',
    signature: signed(),
  })
const invalidate = async (id: string, who = 'qa') =>
  (await as(who)).ask(oosApi.invalidate, {
    id,
    rowVersion: (await fileOf(id)).case.rowVersion,
    reason: '烘箱温度失控',
    signature: signed(),
  })
const analystOf = async (id: string) => (await (await as('qa')).ask(oosApi.analysts, { id }))[0]!
const approveRetest = async (id: string, more: { analystId?: string; retests?: number; resampled?: boolean } = {}, who = 'qa') =>
  (await as(who)).ask(oosApi.approveRetest, {
    id,
    rowVersion: (await fileOf(id)).case.rowVersion,
    retests: 2,
    analystId: (await analystOf(id)).id,
    reason: '未发现差错，复检两次',
    signature: signed(),
    ...more,
  })
const retest = async (id: string, values: Value[], who: string) =>
  (await as(who)).ask(oosLaboratoryApi.raw.retest, { id, rowVersion: (await fileOf(id)).case.rowVersion, values, signature: signed() })

test('the first failing value opens its case and holds the lot when it is saved, and a better one is not taken', async () => {
  const { id, lotId, itemId, file } = await weighed(waterRead('18.0', '18.2'))
  assert.deepEqual(
    file.oosCases.map(({ kind, state, itemName }) => [kind, state, itemName]),
    [['oos', 'open', water]],
  )
  assert.equal(await holdsOf(lotId), 1)
  await refused(write(id, itemId, 1, waterRead('13.6', '13.6')), 'result_kept')
  await refused(write(id, itemId, 1, waterRead('13.6', '13.6'), 'admin'), 'result_kept')
  await refused(submit(id), 'oos_open', water)
  await assert.rejects(
    world.change(
      `insert into test_result (enterprise_id, inspection_id, standard_item_id, revision, source, individual, verdict, reason, mean, out_of_trend, near_limit, correction, entered_by, raw, formula, formula_version)
       select enterprise_id, inspection_id, standard_item_id, 2, 'measured', '{13.6,13.6}', 'PASS', 'within', '13.6', false, false, '笔误', entered_by, raw, formula, formula_version from test_result where inspection_id = $1`,
      [id],
    ),
    /result_kept/,
  )
})

test('parallels that disagree never average into a pass, and one failing value is looked into', async () => {
  const apart = await weighed(waterRead('10.0', '19.0'))
  assert.deepEqual([apart.file.results[0]!.verdict, apart.file.oosCases[0]!.kind], ['INCONCLUSIVE', 'oos'])
  const disagree = await weighed(waterRead('8.0', '12.0'))
  assert.deepEqual([disagree.file.results[0]!.verdict, disagree.file.oosCases[0]!.kind], ['INCONCLUSIVE', 'oos'])
  const single = await weighed(waterRead('14.6', '15.2'))
  assert.deepEqual([single.file.results[0]!.verdict, single.file.oosCases[0]!.kind], ['PASS', 'oos'])
  const fine = await weighed(waterRead('13.6', '13.7'))
  assert.deepEqual([fine.file.oosCases, await holdsOf(fine.lotId)], [[], 0])
})

test('what no measurement can give is refused by its place', async () => {
  const { id, itemId } = await weighed(waterRead('13.6'))
  const { lotId } = await receivedLot(as)
  const { inspectionId } = await sampled(as, lotId, 'raw')
  const other = (await (await as('jianyan')).ask(rawInspectionApi.file, { id: inspectionId })).items.find(({ name }) => name === water)!
  await refused(write(inspectionId, other.id, 0, waterRead('13.6', '-5.0')), 'invalid_input', 'results.0.raw.1.water')
  await refused(write(inspectionId, other.id, 0, waterRead('101')), 'invalid_input', 'results.0.raw.0.water')
  await refused(write(inspectionId, other.id, 0, { words: '还行' }), 'raw_required', 'results.0.raw')
  await refused(write(inspectionId, other.id, 0, { words: '未检出' }), 'raw_required', 'results.0.raw')
  await refused(write(id, itemId, 1, waterRead('13.6', '-1')), 'invalid_input', 'results.0.raw.1.water')
})

test('a case goes on without its analyst: another looks into it, quality assurance confirms, the report fails', async () => {
  const { id, lotId, caseId } = await weighed(waterRead('18.0', '18.2'))
  await refused(check(caseId, {}, 'jianyan'), 'no_permission')
  await refused(decide(caseId, 'confirmed'), 'wrong_state')
  await refused(check(caseId, { finding: 'laboratory_error' }), 'checklist_contradicts', 'finding')
  await refused(check(caseId, { checklist: amiss }), 'checklist_contradicts', 'finding')
  const checked = await check(caseId)
  assert.deepEqual([checked.case.state, checked.checkedByName], ['checked', '周复核'])
  await refused(check(caseId), 'wrong_state')
  await refused(invalidate(caseId), 'no_error_proved')
  await refused(decide(caseId, 'accepted'), 'oos_unproved')
  assert.equal((await decide(caseId, 'confirmed')).case.state, 'confirmed')
  await refused(decide(caseId, 'accepted'), 'wrong_state')
  await assert.rejects(world.change(`update oos_case set state = 'accepted' where id = $1`, [caseId]), /ended case is kept/)
  assert.equal(await holdsOf(lotId), 1, 'the hold ends with the rejection')

  const { items } = await (await as('jianyan')).ask(rawInspectionApi.file, { id })
  await (
    await as('jianyan')
  ).ask(rawInspectionApi.record, {
    id,
    results: items.filter(({ name }) => name !== water).map((item) => ({ itemId: item.id, revision: 0, ...passing(item) })),
  })
  assert.equal((await submit(id)).verdict, 'FAIL')
})

test('a proved error makes a value invalid, for good and in sight; the test is done again', async () => {
  const { id, lotId, itemId, caseId } = await weighed(waterRead('18.0', '18.2'))
  await check(caseId, { checklist: amiss, finding: 'laboratory_error' })
  await refused(invalidate(caseId, 'fuhe'), 'no_permission')
  assert.equal((await invalidate(caseId)).case.state, 'invalidated')
  await refused(submit(id), 'oos_open', water)
  const again = await write(id, itemId, 1, waterRead('18.1', '18.1'))
  assert.deepEqual(
    again.oosCases.map(({ state }) => state),
    ['repeated', 'open'],
    'a repeated test that fails has a case of its own',
  )
  assert.equal(await holdsOf(lotId), 1, 'and the lot stays held')
  const second = again.oosCases[1]!.id
  await check(second, { checklist: amiss, finding: 'laboratory_error' })
  await invalidate(second)
  const { results } = await write(id, itemId, 2, waterRead('13.6', '13.6'))
  assert.deepEqual(
    results.map(({ part, mean }) => [part, mean]),
    [
      ['first', '18.1'],
      ['repeat', '18.1'],
      ['repeat', '13.6'],
    ],
  )
  assert.equal(await holdsOf(lotId), 0)
  // Who tested again is not called the one who decided.
  const paper = (await readPdf((await takeFile(world, 'qa', paperApi.preview, { kind: 'oos_report', id: caseId })).content)).join('')
  assert.ok(paper.includes('重做人/时间李检验') && paper.includes('郑质保') && !paper.includes('裁定人'), paper)
})

test('whoever looked into a value, or decided about one, writes no other of the same inspection', async () => {
  const { id, lotId, caseId } = await weighed(waterRead('18.0', '18.2'))
  const ash = (await (await as('jianyan')).ask(rawInspectionApi.file, { id })).items.find(({ name }) => name === '总灰分')!
  // They hold the right to test as well.
  await check(caseId, { finding: 'laboratory_error', checklist: amiss }, 'user')
  await refused(write(id, ash.id, 0, passing(ash), 'user'), 'investigator_tests')
  await invalidate(caseId)
  await refused(write(id, (await fileOf(caseId)).item.id, 1, waterRead('13.6', '13.6'), 'user'), 'investigator_tests')
  await write(id, (await fileOf(caseId)).item.id, 1, waterRead('18.0', '18.2'))
  const second = (await (await as('qa')).ask(rawInspectionApi.file, { id })).oosCases[1]!.id
  await check(second)
  const analysts = await (await as('qa')).ask(oosApi.analysts, { id: second })
  assert.ok(!analysts.some(({ name }) => name === '林用户'), 'nor do they test again in another case')
  await decide(second, 'confirmed', 'admin')
  await refused(write(id, ash.id, 0, passing(ash), 'admin'), 'investigator_tests')
  await refused((await as('admin')).ask(rawInspectionApi.recalculate, { id }), 'dry_basis_current')
  await write(id, ash.id, 0, passing(ash))
  assert.equal(await holdsOf(lotId), 1)
})

test('retests are fixed beforehand in number and analyst, all are kept, and one that fails accepts nothing', async () => {
  const { lotId, caseId } = await weighed(waterRead('18.0', '18.2'))
  await check(caseId)
  const [original] = (await fileOf(caseId)).case.analystIds
  await refused(approveRetest(caseId, { analystId: original! }), 'retest_by_other', 'analystId')
  await refused(approveRetest(caseId, { resampled: true }), 'resample_unproved')
  const other = await approveRetest(caseId)
  assert.equal(other.case.state, 'retesting')
  const analyst = await userNameOf(other.case.retestAnalyst!)
  await refused(retest(caseId, [waterRead('13.6', '13.6'), waterRead('13.7', '13.7')], 'jianyan'), 'other_retests')
  await refused(retest(caseId, [waterRead('13.6', '13.6')], analyst), 'retests_incomplete', 'values')
  const done = await retest(caseId, [waterRead('13.6', '13.6'), waterRead('15.4', '15.4')], analyst)
  assert.deepEqual(
    [done.case.state, done.results.map(({ part, verdict }) => [part, verdict])],
    [
      'retested',
      [
        ['first', 'FAIL'],
        ['retest', 'PASS'],
        ['retest', 'FAIL'],
      ],
    ],
  )
  await refused(decide(caseId, 'accepted'), 'oos_unproved')
  await decide(caseId, 'confirmed')
  assert.equal(await holdsOf(lotId), 1)
})

test('whoever cannot test again is replaced before there is a value, by signature; without anything left to test the failure is confirmed', async () => {
  const { caseId } = await weighed(waterRead('18.0', '18.2'))
  await check(caseId)
  const reassign = async (analystId: string, who = 'qa') =>
    (await as(who)).ask(oosApi.reassign, {
      id: caseId,
      rowVersion: (await fileOf(caseId)).case.rowVersion,
      analystId,
      reason: '复检人离岗',
      signature: signed(),
    })
  const [first, second] = await (await as('qa')).ask(oosApi.analysts, { id: caseId })
  await refused(reassign(second!.id), 'wrong_state')
  await approveRetest(caseId, { analystId: first!.id })
  await refused(reassign(first!.id), 'retest_by_other', 'analystId')
  const [original] = (await fileOf(caseId)).case.analystIds
  await refused(reassign(original!), 'retest_by_other', 'analystId')
  await assert.rejects(world.change(`update oos_case set retest_analyst = $2 where id = $1`, [caseId, original]), /retest_by_other/)
  await refused(reassign(second!.id, 'fuhe'), 'no_permission')
  assert.equal((await reassign(second!.id)).retestAnalystName, second!.name)
  const values = [waterRead('13.6', '13.6'), waterRead('13.7', '13.7')]
  await refused(retest(caseId, values, await userNameOf(first!.id)), 'other_retests')
  await refused(decide(caseId, 'accepted'), 'oos_unproved')
  await retest(caseId, values, await userNameOf(second!.id))
  await refused(reassign(first!.id), 'wrong_state')
  await assert.rejects(world.change(`update oos_case set retest_analyst = $2 where id = $1`, [caseId, first!.id]), { code: 'BC002' })

  const spent = await weighed(waterRead('18.0', '18.2'))
  await check(spent.caseId)
  await approveRetest(spent.caseId)
  assert.equal((await decide(spent.caseId, 'confirmed')).case.state, 'confirmed')
})

test('nothing is tested again of samples that are not there: they are drawn anew first, or the failure is confirmed', async () => {
  const { id, caseId } = await weighed(waterRead('18.0', '18.2'))
  await check(caseId)
  const { case: row } = await approveRetest(caseId)
  const second = await userNameOf(row.retestAnalyst!)
  const jianyan = await as('jianyan')
  const { sampling } = await jianyan.ask(rawInspectionApi.file, { id })
  const [first, recheck] = ['test', 'recheck'].map((kind) => present(present(sampling).samples.find((one) => one.kind === kind)))
  const values = [waterRead('13.6', '13.6'), waterRead('13.7', '13.7')]
  await jianyan.ask(sampleLaboratoryApi.raw.lack, { id: first!.id, reason: '已用完' })
  await jianyan.ask(sampleLaboratoryApi.raw.lose, { id: recheck!.id, reason: '样品瓶打碎' })
  await refused(retest(caseId, values, second), 'sample_not_received')
  await assert.rejects(
    world.change(
      `insert into test_result (enterprise_id, inspection_id, standard_item_id, revision, source, individual, verdict, reason, mean, out_of_trend, near_limit, correction, entered_by, raw, formula, formula_version, part, case_id)
       select enterprise_id, inspection_id, standard_item_id, 2, 'measured', '{13.6,13.6}', 'PASS', 'within', '13.6', false, false, '复检', $2, raw, formula, formula_version, 'retest', $3 from test_result where inspection_id = $1`,
      [id, row.retestAnalyst, caseId],
    ),
    /sample_not_received/,
  )
  await (await as('quyang')).ask(rawInspectionApi.sampleAgain, { id, reason: '复检样打碎', ...sampleOf('raw') })
  await receivedSamples(as, id, 'raw')
  await retest(caseId, values, second)
})

test('a sample that was found too little and has been disposed of is not tested again', async () => {
  const { id, itemId, caseId } = await weighed(waterRead('18.0', '18.2'))
  await check(caseId, { checklist: amiss, finding: 'laboratory_error' })
  await invalidate(caseId)
  const jianyan = await as('jianyan')
  const { sampling } = await jianyan.ask(rawInspectionApi.file, { id })
  for (const { id: sampleId, kind } of present(sampling).samples) {
    if (kind === 'retention') continue
    await jianyan.ask(sampleLaboratoryApi.raw.lack, { id: sampleId, reason: '已用完' })
    await jianyan.ask(sampleLaboratoryApi.raw.dispose, {
      ...{ id: sampleId, leftOver: '0', reason: '余样处理', signature: signed(), witness: secondPerson('qa') },
    })
  }
  await refused(write(id, itemId, 1, waterRead('13.6', '13.6')), 'sample_not_received')
})

test('two analysts at once: one value is saved, the other is refused, and its case is one', async () => {
  const { lotId } = await receivedLot(as)
  const { inspectionId } = await sampled(as, lotId, 'raw')
  const item = (await (await as('jianyan')).ask(rawInspectionApi.file, { id: inspectionId })).items.find(({ name }) => name === water)!
  const tries = await Promise.allSettled([
    write(inspectionId, item.id, 0, waterRead('18.0', '18.2')),
    write(inspectionId, item.id, 0, waterRead('13.6', '13.6'), 'admin'),
    write(inspectionId, item.id, 0, waterRead('13.5', '13.5')),
    write(inspectionId, item.id, 0, waterRead('18.4', '18.4'), 'admin'),
  ])
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  const { results, oosCases } = await (await as('jianyan')).ask(rawInspectionApi.file, { id: inspectionId })
  assert.equal(results.length, 1)
  assert.equal(oosCases.length, results[0]!.verdict === 'FAIL' ? 1 : 0)
})

test('retests that all pass may be accepted with the cause, and the lot is free', async () => {
  const { id, lotId, caseId } = await weighed(waterRead('18.0', '18.2'))
  await check(caseId)
  const { case: row } = await approveRetest(caseId)
  await retest(caseId, [waterRead('13.6', '13.6'), waterRead('13.7', '13.7')], await userNameOf(row.retestAnalyst!))
  await refused(decide(caseId, 'accepted', 'fuhe'), 'no_permission')
  assert.equal((await decide(caseId, 'accepted')).case.state, 'accepted')
  assert.equal(await holdsOf(lotId), 0)
  const { results } = await (await as('jianyan')).ask(rawInspectionApi.file, { id })
  assert.equal(results.length, 3, 'every value stays')
})

test('a retest one of whose parallels fails has not passed, though their mean does', async () => {
  const { caseId } = await weighed(waterRead('14.6', '15.4'))
  await check(caseId)
  const { case: row } = await approveRetest(caseId)
  const analyst = await userNameOf(row.retestAnalyst!)
  const { results } = await retest(caseId, [waterRead('14.6', '15.2'), waterRead('13.7', '13.7')], analyst)
  const [first, second] = results.filter(({ part }) => part === 'retest')
  assert.deepEqual([first?.verdict, first?.reason, second?.verdict], ['INCONCLUSIVE', 'single_fails', 'PASS'])
  await refused(decide(caseId, 'accepted'), 'oos_unproved')
  assert.equal((await decide(caseId, 'confirmed')).case.state, 'confirmed')
})

test('a slip of typing is put right by its reading and another person, and the case remains', async () => {
  const { id, lotId, itemId, caseId } = await weighed(waterRead('31.6', '13.6'))
  const { digest } = await handIn(world, 'jianyan', attachmentApi.upload, { name: '天平打印条.txt' }, '13.61 13.60')
  const attached = await (
    await as('jianyan')
  ).ask(attachmentApi.add, {
    of: 'inspection',
    id,
    name: '天平打印条.txt',
    kind: '照片',
    digest,
  })
  const slip = { checklist: { ...nothingAmiss, calculation: { ok: false, note: '13.6 录成 31.6' } }, finding: 'slip' as const }
  await refused(check(caseId, slip), 'slip_unproved', 'proofId')
  await refused(check(caseId, { ...slip, proofId: itemId, corrected: waterRead('13.6', '13.6') }), 'slip_unproved', 'proofId')
  await refused(check(caseId, { ...slip, proofId: attached.id }), 'slip_unproved', 'corrected')
  const put = await check(caseId, { ...slip, proofId: attached.id, corrected: waterRead('13.6', '13.6') })
  assert.deepEqual([put.case.state, put.proof?.name], ['corrected', '天平打印条.txt'])
  assert.deepEqual(
    put.results.map(({ part, individual, enteredByName }) => [part, individual, enteredByName]),
    [
      ['first', ['31.60', '13.60'], '李检验'],
      ['correction', ['13.60', '13.60'], '周复核'],
    ],
  )
  assert.equal(await holdsOf(lotId), 0)

  // A passing value is no exception: the analyst asks, another puts it right, and what is wrong now fails.
  const fine = await weighed(waterRead('13.6', '13.6'))
  const asked = await (await as('jianyan')).ask(rawInspectionApi.askCorrection, { id: fine.id, itemId: fine.itemId, reason: '应为 16.3' })
  assert.deepEqual([asked.oosCases[0]!.kind, await holdsOf(fine.lotId)], ['slip', 1])
  await refused(submit(fine.id), 'oos_open')
  const proof = await (
    await as('jianyan')
  ).ask(attachmentApi.add, {
    of: 'inspection',
    id: fine.id,
    name: '天平打印条.txt',
    kind: '照片',
    digest,
  })
  await check(asked.oosCases[0]!.id, { ...slip, proofId: proof.id, corrected: waterRead('16.3', '16.3') })
  const { oosCases } = await (await as('jianyan')).ask(rawInspectionApi.file, { id: fine.id })
  assert.deepEqual(
    oosCases.map(({ kind, state }) => [kind, state]),
    [
      ['slip', 'corrected'],
      ['oos', 'open'],
    ],
  )
  assert.equal(await holdsOf(fine.lotId), 1)
})

test('cases are counted by analyst, supplier, item and method, and each count is the length of its list', async () => {
  const reader = await as('qa')
  const { analysts, suppliers, items, methods } = await reader.ask(oosApi.choices, {})
  const found = async (only: object) => (await reader.ask(oosApi.list, { ...only, pageSize: 1 })).total
  for (const { value, count } of analysts) assert.equal(await found({ analystId: value }), count)
  for (const { value, count } of suppliers) assert.equal(await found({ supplierId: value }), count)
  for (const { value, count } of items) assert.equal(await found({ itemName: value }), count)
  for (const { value, count } of methods) assert.equal(await found({ method: value }), count)
  const confirmed = analysts.reduce((sum, one) => sum + one.confirmed, 0)
  assert.ok(confirmed > 0)
  assert.equal(await found({ state: 'confirmed' }), confirmed)
  assert.equal(await found({ side: 'bulk' }), 0)
})

test('a case of raw goods is not looked into with the duty for batches', async () => {
  const { caseId } = await weighed(waterRead('18.0', '18.2'))
  const { case: row } = await fileOf(caseId)
  const asked = { id: caseId, rowVersion: row.rowVersion, checklist: nothingAmiss, finding: 'none' as const, explanation: '逐项检查' }
  await refused((await as('fuhe')).ask(oosLaboratoryApi.bulk.check, { ...asked, signature: signed() }), 'not_found')
})

test('where cases gather shows month by month: by item, method, analyst and supplier', async () => {
  const qa = await as('qa')
  const monthOf = async (by: 'item' | 'analyst' | 'supplier' | 'method', label: string) => {
    const { months, rows } = await qa.ask(oosApi.trend, { by })
    assert.equal(months.length, 12)
    const row = rows.find((one) => one.label === label)
    assert.equal(
      row?.count,
      row?.months.reduce((sum, one) => sum + one, 0),
    )
    return row?.months.at(-1) ?? 0
  }
  const before = [await monthOf('item', water), await monthOf('analyst', '李检验')]
  const { caseId } = await weighed(waterRead('18.0', '18.2'))
  assert.deepEqual([await monthOf('item', water), await monthOf('analyst', '李检验')], [before[0]! + 1, before[1]! + 1])
  const { supplier } = (await fileOf(caseId)).case
  assert.ok((await monthOf('supplier', supplier)) > 0)
})
