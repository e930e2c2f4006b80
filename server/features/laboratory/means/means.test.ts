import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { oosLaboratoryApi } from '#contract/cases/oos-api.ts'
import { present } from '#contract/kernel/certain.ts'
import { bulkTestApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { instrumentApi } from '#contract/laboratory/instrument.ts'
import { meansApi } from '#contract/laboratory/means.ts'
import { outsideLaboratoryApi } from '#contract/laboratory/outside-laboratory.ts'
import { reagentApi } from '#contract/laboratory/reagent.ts'
import { reportApi } from '#contract/laboratory/report.ts'
import { attachmentApi } from '#contract/office/attachment.ts'
import { historyApi } from '#contract/office/history.ts'
import { paperApi } from '#contract/office/paper.ts'
import { accountApi } from '#contract/people/account.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { measuredAs, waterRead, findingFor } from '#server/demo/finding.ts'
import { releasedLot, sampled } from '#server/demo/inspection.ts'
import { retestApproved } from '#server/demo/investigation.ts'
import { accreditedLaboratory, bottle, calibratedInstrument } from '#server/demo/laboratory-means.ts'
import { signed } from '#server/demo/person.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { tellExpiring } from '#server/features/supply/licence/tell-expiring.ts'
import { handIn, takeFile } from '#server/test/file-hand.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world
const today = dayInShanghai(new Date())
const keeper = await as('zhuguan')
const analyst = await as('jianyan')

type Sheet = Omit<z.input<typeof rawInspectionApi.record.input>, 'id' | 'results'>
type Value = Partial<z.input<typeof rawInspectionApi.record.input>['results'][number]>

const isGiven = ({ individual, words, raw }: Value) => individual !== undefined || words !== undefined || raw !== undefined

/** A sampled lot, and the item of its standard that is measured first. */
async function atTheBench(material = '当归', name = '水分') {
  const { lotId } = await receivedLot(as, { material })
  const { inspectionId: id } = await sampled(as, lotId, 'raw')
  const { items } = await analyst.ask(rawInspectionApi.file, { id })
  const item = items.find((one) => one.name === name)!
  const record = (sheet: Sheet = {}, value: Value = {}) =>
    analyst.ask(rawInspectionApi.record, {
      id,
      ...sheet,
      results: [{ itemId: item.id, revision: 0, ...(isGiven(value) ? {} : measuredAs(item, ['13.6', '13.7'])), ...value }],
    })
  return { id, lotId, item, items, record }
}

const calibration = (id: string, part: Partial<z.input<typeof instrumentApi.calibrate.input>> = {}) =>
  keeper.ask(instrumentApi.calibrate, {
    id,
    calibratedOn: today,
    result: 'pass',
    certificateNo: 'JL-9',
    calibratedBy: '计量院',
    nextDue: addDays(today, 365),
    signature: signed(),
    ...part,
  })

test('until an instrument is registered a number is written without one; afterwards it is refused', async () => {
  const before = await atTheBench()
  assert.deepEqual((await analyst.ask(meansApi.choices, { id: before.id })).hasInstruments, false)
  const { results } = await before.record({}, { instrument: '烘箱 3 号' })
  assert.deepEqual([results[0]!.instrument, results[0]!.means], ['烘箱 3 号', []])

  await calibratedInstrument(keeper, today, { number: 'YQ-001' })
  const bench = await atTheBench()
  await refused(bench.record(), 'instrument_required', 'results.0.means')
  await refused(bench.record({}, { instrument: '烘箱 3 号' }), 'instrument_required')
  // By direct SQL as well, at the end of the transaction.
  await assert.rejects(
    world.change(
      `insert into test_result (enterprise_id, inspection_id, standard_item_id, revision, source, individual, verdict, reason, out_of_trend, near_limit, entered_by, raw, formula, formula_version)
       select enterprise_id, $1, $2, 1, 'measured', '{13.6,13.7}', 'PASS', '', false, false, id, '[{},{}]', 'moisture_toluene', 1 from account where user_name = 'jianyan'`,
      [bench.id, bench.item.id],
    ),
    /instrument_required/,
  )
  // What is below the limit of its method was measured as well.
  const peel = await atTheBench('陈皮', '黄曲霉毒素B1')
  await refused(peel.record({}, { words: '<0.5' }), 'instrument_required', 'results.0.means')
  // What is looked at and smelled needs none.
  const looked = bench.items.find(({ op }) => op === 'qualitative')!
  await analyst.ask(rawInspectionApi.record, { id: bench.id, results: [{ itemId: looked.id, revision: 0, words: '符合规定' }] })
})

test('what a result was made with is copied into the record as it was on that day', async () => {
  const oven = await calibratedInstrument(keeper, today, { number: 'YQ-010', model: 'DHG-9070' })
  const balance = await calibratedInstrument(keeper, today, { number: 'YQ-011', name: '分析天平' })
  const methanol = await bottle(keeper, today, { number: 'SJ-010', purity: '色谱纯', daysAfterOpening: 90 })
  const bench = await atTheBench()
  const { results } = await bench.record({
    means: { instrumentIds: [oven, balance, oven], reagentIds: [methanol] },
    environment: { temperature: '23.5', humidity: '48' },
    draws: [{ reagentId: methanol, quantity: '20.5' }],
  })
  assert.deepEqual(
    results[0]!.means.map(({ number, name, detail, goodUntil }) => [number, name, detail, goodUntil]),
    [
      ['YQ-010', '电热鼓风干燥箱', 'DHG-9070', addDays(today, 335)],
      ['YQ-011', '分析天平', '', addDays(today, 335)],
      ['SJ-010', '甲醇', 'PSJ-010 色谱纯', addDays(today, 90)],
    ],
  )
  assert.deepEqual(results[0]!.environment, { temperature: '23.5', humidity: '48.0' })
  const { rows } = await keeper.ask(reagentApi.list, { q: 'SJ-010' })
  assert.deepEqual(
    [rows[0]!.openedOn, rows[0]!.goodUntil, rows[0]!.amountLeft],
    [today, addDays(today, 90), '479.5000'],
    'the first use opened it',
  )
  // Calibrated again, the record still says what was good then.
  await calibration(oven, { nextDue: addDays(today, 700) })
  const again = await analyst.ask(rawInspectionApi.file, { id: bench.id })
  assert.equal(again.results[0]!.means[0]!.goodUntil, addDays(today, 335))
  await assert.rejects(world.change(`update result_means set number = 'YQ-999'`), /evidence/)
  await refused(bench.record({ environment: { temperature: '80', humidity: '48' } }), 'invalid_input', 'environment.temperature')
})

test('an instrument that is overdue, never calibrated, failed or out of service is refused, on screen and by direct SQL', async () => {
  const bench = await atTheBench()
  const use = (instrumentId: string) => bench.record({ means: { instrumentIds: [instrumentId] } })
  const overdue = await calibratedInstrument(keeper, today, {
    number: 'YQ-020',
    calibratedOn: addDays(today, -400),
    nextDue: addDays(today, -1),
  })
  await refused(use(overdue), 'calibration_overdue', 'means')
  await refused(bench.record({}, { means: { instrumentIds: [overdue] } }), 'calibration_overdue', 'results.0.means')
  const { id: never } = await keeper.ask(instrumentApi.create, { number: 'YQ-021', name: '分析天平', intervalMonths: 12 })
  await refused(use(never), 'calibration_overdue')
  const stopped = await calibratedInstrument(keeper, today, { number: 'YQ-022' })
  await keeper.ask(instrumentApi.takeOut, { id: stopped, reason: '温控失灵', signature: signed() })
  await refused(use(stopped), 'instrument_out_of_service')
  const failed = await calibratedInstrument(keeper, today, { number: 'YQ-023' })
  await calibration(failed, { result: 'fail', nextDue: null })
  await refused(use(failed), 'calibration_failed')
  await refused(use(bench.item.id), 'not_found')
  const { unfit, instruments } = await analyst.ask(meansApi.choices, { id: bench.id })
  for (const number of ['YQ-020', 'YQ-021', 'YQ-022', 'YQ-023']) {
    assert.ok(
      unfit.some((one) => one.number === number),
      number,
    )
    assert.ok(!instruments.some((one) => one.number === number), number)
  }
  const good = await calibratedInstrument(keeper, today, { number: 'YQ-024' })
  const { results } = await use(good)
  for (const [instrumentId, code] of [
    [overdue, 'calibration_overdue'],
    [stopped, 'instrument_out_of_service'],
    [failed, 'calibration_failed'],
  ])
    await assert.rejects(
      world.change(
        `insert into result_means (enterprise_id, test_result_id, instrument_id, used_on, number, name, detail, good_until)
         select enterprise_id, id, $2, '2026-01-01', 'X', 'X', '', '2030-01-01' from test_result where id = $1`,
        [results[0]!.id, instrumentId],
      ),
      new RegExp(code!),
    )
  // Back in service, calibrated again: used again.
  await keeper.ask(instrumentApi.takeBack, { id: stopped, reason: '更换温控器后确认', signature: signed() })
  await calibration(failed)
  const next = await atTheBench()
  await next.record({ means: { instrumentIds: [stopped, failed] } })
})

test('a failed calibration opens a case with every result since the last good one, and quality assurance is told', async () => {
  const oven = await calibratedInstrument(keeper, today, { number: 'YQ-030', calibratedOn: addDays(today, -90) })
  const bench = await atTheBench()
  await bench.record({ means: { instrumentIds: [oven] } })
  const other = await atTheBench()
  await other.record({ means: { instrumentIds: [oven] } })
  const { suspectResults, calibrationId, caseNo } = await calibration(oven, { result: 'fail', nextDue: null, remark: '示值误差 +3 ℃' })
  assert.equal(suspectResults, 2)
  const { rows, total } = await keeper.ask(instrumentApi.uses, { id: oven, calibrationId })
  assert.equal(total, 2)
  assert.deepEqual(new Set(rows.map(({ inspectionId }) => inspectionId)), new Set([bench.id, other.id]), 'each leads to its inspection')
  assert.deepEqual([rows[0]!.itemName, rows[0]!.value, rows[0]!.lotState], ['水分', '13.6%', 'under_test'])
  const { rows: messages } = await (await as('qa')).ask(accountApi.notifications, {})
  assert.equal(messages[0]!.title, `偏差 ${caseNo} 待分级`)
  assert.match(messages[0]!.body, /YQ-030.*校准不合格.*2 项结果/)
  const qa = await as('qa')
  const [row] = (await qa.ask(incidentApi.list, { q: present(caseNo) })).rows
  assert.deepEqual([row!.area, row!.source, row!.sourceNo, row!.state], ['equipment', 'calibration', 'YQ-030', 'open'])
  const { calibration: failure, description } = await qa.ask(incidentApi.read, { id: row!.id })
  assert.deepEqual([failure, description], [{ id: calibrationId, instrumentId: oven }, '示值误差 +3 ℃'])
  // Its paper has the list with it.
  const { content } = await takeFile(world, 'qa', paperApi.preview, { kind: 'deviation_record', id: row!.id })
  const words = (await readPdf(content)).join('')
  for (const word of ['受影响的结果（2）', '仪器校准YQ-030', '水分', '13.6%']) assert.ok(words.includes(word), `${word}\n${words}`)
  assert.equal((await keeper.ask(instrumentApi.read, { id: oven })).calibrations[0]!.caseNo, caseNo)
  // Who recorded it does not say that it was nothing.
  assert.ok(row!.concernedIds.includes(row!.openedBy!.id))

  // A good one in between: what came before it is not in doubt.
  await calibration(oven)
  assert.equal((await calibration(oven, { result: 'fail', nextDue: null })).suspectResults, 2, 'of this day, on which all were measured')
  const { calibrations } = await keeper.ask(instrumentApi.read, { id: oven })
  assert.deepEqual(
    calibrations.map(({ result }) => result),
    ['fail', 'pass', 'fail', 'pass'],
  )
  await world.change(
    `set local session_replication_role = replica; update result_means set used_on = used_on - 5 where instrument_id = '${oven}'`,
  )
  const [latest] = calibrations
  assert.equal((await keeper.ask(instrumentApi.uses, { id: oven, calibrationId: latest!.id })).total, 0)
  await world.change(
    `set local session_replication_role = replica; update result_means set used_on = used_on + 5 where instrument_id = '${oven}'`,
  )
})

test('a calibration brings its certificate with it: the file stands beside the instrument from the same act on', async () => {
  const id = await calibratedInstrument(keeper, today, { number: 'YQ-090' })
  const name = '校准证书 JL-9.pdf'
  const certificate = await handIn(world, 'zhuguan', attachmentApi.upload, { name }, '%PDF-1.4 校准证书')
  const stranger = await handIn(world, 'qa', attachmentApi.upload, { name }, '%PDF-1.4 别人的文件')
  await refused(calibration(id, { certificate: { name, digest: stranger.digest } }), 'file_unknown', 'certificate')
  await refused(calibration(id, { certificate: { name, digest: '0'.repeat(64) } }), 'file_unknown', 'certificate')
  await refused(calibration(id, { certificate: { name: '../a.pdf', digest: certificate.digest } }), 'invalid_input', 'certificate.name')
  assert.deepEqual(await keeper.ask(attachmentApi.list, { of: 'instrument', id }), [])
  await calibration(id, { certificate: { name, digest: certificate.digest } })
  // The same file once more is the same certificate.
  await calibration(id, { certificate: { name, digest: certificate.digest } })
  const files = await keeper.ask(attachmentApi.list, { of: 'instrument', id })
  assert.deepEqual(
    files.map((file) => [file.name, file.kind, file.digest]),
    [[name, '证书', certificate.digest]],
  )
  const { calibrations } = await keeper.ask(instrumentApi.read, { id })
  assert.deepEqual(
    calibrations.map((one) => one.certificate),
    [name, name, null],
  )
})

test('a calibration has its days in order, its certificate beside the instrument, and its signature', async () => {
  const oven = await calibratedInstrument(keeper, today, { number: 'YQ-040' })
  await refused(calibration(oven, { calibratedOn: addDays(today, 1) }), 'invalid_input', 'calibratedOn')
  await refused(calibration(oven, { nextDue: null }), 'invalid_input', 'nextDue')
  await refused(calibration(oven, { nextDue: today }), 'invalid_input', 'nextDue')
  await refused(calibration(oven, { result: 'fail' }), 'invalid_input', 'nextDue')
  await refused(calibration(oven, { signature: { password: '不对' } }), 'wrong_password')
  const { digest } = await handIn(world, 'zhuguan', attachmentApi.upload, { name: '校准证书.txt' }, '合格')
  await calibration(oven, { certificate: { name: '校准证书.txt', digest } })
  const { calibrations, number, rowVersion, dueOn } = await keeper.ask(instrumentApi.read, { id: oven })
  assert.deepEqual([calibrations[0]!.certificate, dueOn], ['校准证书.txt', addDays(today, 365)])
  // A certificate that comes late does not take the place of a later one.
  await calibration(oven, { calibratedOn: addDays(today, -10), nextDue: addDays(today, 20) })
  assert.equal((await keeper.ask(instrumentApi.read, { id: oven })).dueOn, addDays(today, 365))
  await assert.rejects(world.change(`update instrument set due_on = '2099-01-01' where id = $1`, [oven]), /recorded, not written/)
  await assert.rejects(world.change(`update calibration set result = 'fail' where instrument_id = $1`, [oven]), /evidence/)
  await refused(keeper.ask(instrumentApi.create, { number, name: '另一台', intervalMonths: 12 }), 'instrument_number_taken')
  await refused(keeper.ask(instrumentApi.edit, { id: oven, rowVersion: rowVersion - 1, name: '烘箱', intervalMonths: 6 }), 'stale')
  const { entries } = await keeper.ask(historyApi.read, { table: 'instrument', id: oven })
  assert.ok(entries.length >= 3)
})

test('a reagent that is expired, past its days after opening, used up or discarded is refused, and no more is drawn than there is', async () => {
  const oven = await calibratedInstrument(keeper, today, { number: 'YQ-050' })
  const bench = await atTheBench()
  const use = (reagentId: string, quantity?: string) =>
    bench.record({
      means: { instrumentIds: [oven], reagentIds: [reagentId] },
      ...(quantity !== undefined && { draws: [{ reagentId, quantity }] }),
    })
  const row = async (q: string) => (await keeper.ask(reagentApi.list, { q })).rows[0]!
  const old = await bottle(keeper, today, { number: 'SJ-050', useBy: addDays(today, -1), receivedOn: addDays(today, -300) })
  await refused(use(old), 'reagent_expired', 'means')
  const unopened = await row('SJ-050')
  assert.deepEqual([unopened.openedOn, unopened.isExpired], [null, true])
  for (const openedOn of [today, addDays(today, -1), addDays(today, -200)])
    await refused(keeper.ask(reagentApi.open, { id: old, rowVersion: unopened.rowVersion, openedOn }), 'reagent_expired')
  await assert.rejects(world.change(`update reagent_lot set opened_on = $2 where id = $1`, [old, today]), /reagent_opened_expired/)
  const lastDay = await bottle(keeper, today, { number: 'SJ-055', useBy: today, receivedOn: addDays(today, -300) })
  assert.equal((await keeper.ask(reagentApi.open, { id: lastDay, rowVersion: 1, openedOn: today })).isExpired, false)
  const opened = await bottle(keeper, today, { number: 'SJ-051', receivedOn: addDays(today, -60), daysAfterOpening: 30 })
  await refused(
    keeper.ask(reagentApi.open, { id: opened, rowVersion: (await row('SJ-051')).rowVersion, openedOn: addDays(today, -61) }),
    'reagent_days',
  )
  const open = await keeper.ask(reagentApi.open, {
    id: opened,
    rowVersion: (await row('SJ-051')).rowVersion,
    openedOn: addDays(today, -31),
  })
  assert.equal(open.goodUntil, addDays(today, -1))
  await refused(use(opened), 'reagent_expired')
  await refused(keeper.ask(reagentApi.open, { id: opened, rowVersion: open.rowVersion, openedOn: today }), 'wrong_state')
  const gone = await bottle(keeper, today, { number: 'SJ-052' })
  await keeper.ask(reagentApi.useUp, { id: gone, rowVersion: 1, reason: '空瓶' })
  await refused(use(gone), 'reagent_gone')
  await refused(keeper.ask(reagentApi.discard, { id: gone, rowVersion: 2, reason: '再弃' }), 'wrong_state')
  const little = await bottle(keeper, today, { number: 'SJ-053', amount: '10', unit: 'g' })
  await refused(use(little, '10.0001'), 'reagent_short', 'draws.0.quantity')
  await refused(use(little, '0'), 'invalid_input', 'draws.0.quantity')
  assert.equal((await row('SJ-053')).openedOn, null, 'what was refused opened nothing')
  await use(little, '10')
  assert.equal((await row('SJ-053')).amountLeft, '0.0000')
  await assert.rejects(world.change(`update reagent_lot set amount_left = 9 where id = $1`, [little]), /label is kept/)
  await refused(keeper.ask(reagentApi.create, { number: 'SJ-053', kind: 'reagent', name: '乙醇', lotNo: '1', receivedOn: today, useBy: addDays(today, 9), daysAfterOpening: null, unit: 'mL', amount: '1' }), 'reagent_number_taken') // prettier-ignore
  await refused(keeper.ask(reagentApi.create, { number: 'SJ-054', kind: 'reagent', name: '乙醇', lotNo: '1', receivedOn: today, useBy: today, daysAfterOpening: null, unit: 'mL', amount: '1' }), 'reagent_days') // prettier-ignore
})

test('a commissioned result names a laboratory of the register, within its scope and its days, and the report as a file', async () => {
  const bench = await atTheBench('陈皮', '黄曲霉毒素B1')
  const { digest } = await handIn(world, 'jianyan', attachmentApi.upload, { name: '检验报告.txt' }, '黄曲霉毒素 1.2')
  const file = await analyst.ask(attachmentApi.add, { of: 'inspection', id: bench.id, name: '检验报告.txt', kind: '药材检验报告', digest })
  const laboratoryId = await accreditedLaboratory(keeper, today)
  const narrow = await accreditedLaboratory(keeper, today, { name: '兰州检测中心（演示）', scope: ['水分'] })
  const good = { laboratoryId, reportedOn: today, certificateId: file.id }
  const give = (part: Partial<typeof good>) =>
    bench.record({}, { individual: ['1.2'], source: 'outsourced', referenceNo: 'W2026-118', commission: { ...good, ...part } })
  await refused(
    bench.record({}, { individual: ['1.2'], source: 'outsourced', referenceNo: 'W2026-118' }),
    'invalid_input',
    'results.0.commission',
  )
  await refused(give({ laboratoryId: bench.id }), 'laboratory_out_of_scope', 'results.0.commission.laboratoryId')
  await refused(give({ laboratoryId: narrow }), 'laboratory_out_of_scope', 'results.0.commission.laboratoryId')
  await refused(give({ reportedOn: addDays(today, -401) }), 'laboratory_over', 'results.0.commission.reportedOn')
  // A report of tomorrow, and one from before this sample was drawn, is of another sample.
  await refused(give({ reportedOn: addDays(today, 1) }), 'invalid_input', 'results.0.commission.reportedOn')
  await refused(give({ reportedOn: addDays(today, -1) }), 'invalid_input', 'results.0.commission.reportedOn')
  await refused(give({ certificateId: bench.id }), 'certificate_missing', 'results.0.commission.certificateId')
  await keeper.ask(outsideLaboratoryApi.disable, { id: laboratoryId, reason: '认可暂停' })
  await refused(give({}), 'laboratory_out_of_scope')
  await keeper.ask(outsideLaboratoryApi.enable, { id: laboratoryId })
  const { results } = await give({})
  assert.deepEqual(
    [results[0]!.laboratory, results[0]!.commission?.certificateName, results[0]!.commission?.accreditationNo],
    ['甘肃省药品检验研究院（演示）', '检验报告.txt', 'CNAS L0000（演示）'],
  )
  await assert.rejects(
    world.change(
      `insert into test_result (enterprise_id, inspection_id, standard_item_id, revision, source, individual, reference_no, laboratory, verdict, reason, out_of_trend, near_limit, entered_by)
       select enterprise_id, $1, $2, 1, 'outsourced', '{1.2}', 'W', '某机构', 'PASS', '', false, false, id from account where user_name = 'jianyan'`,
      [(await atTheBench('陈皮', '黄曲霉毒素B1')).id, bench.item.id],
    ),
    /certificate_missing/,
  )
  await refused(accreditedLaboratory(keeper, today), 'outside_laboratory_known')
})

test('a quoted result names an approved report of the lot or of one that it was made of', async () => {
  // What the builders test with.
  for (const number of ['YQ-002', 'YQ-003', 'YQ-004', 'YQ-005']) await calibratedInstrument(keeper, today, { number })
  const raw = await releasedLot(as)
  const other = await releasedLot(as)
  const batch = await producedBatch(as, { lot: raw })
  const { inspectionId: id } = await sampled(as, batch.lotId, 'bulk')
  const { items } = await analyst.ask(bulkTestApi.file, { id })
  const item = items.find(({ name }) => name === '水分')!
  await world.change(`set local session_replication_role = replica; update standard_item set quoted_allowed = true where id = '${item.id}'`)
  const { sheet } = await (await as('qa')).ask(reportApi.read, { id: raw.reportId })
  const reported = sheet.items.find(({ name }) => name === '水分')!.result.replace('%', '')
  const quote = (referenceNo: string, value = reported) =>
    analyst.ask(bulkTestApi.record, {
      id,
      results: [{ itemId: item.id, revision: 0, individual: [value], source: 'quoted', referenceNo }],
    })
  await refused(quote('BG20990101001'), 'quoted_report_unknown', 'results.0.referenceNo')
  await refused(quote(other.reportNo), 'quoted_report_unknown', 'results.0.referenceNo')
  await assert.rejects(
    world.change(
      `insert into test_result (enterprise_id, inspection_id, standard_item_id, revision, source, individual, reference_no, verdict, reason, out_of_trend, near_limit, entered_by)
       select enterprise_id, $1, $2, 1, 'quoted', '{12.0}', 'BG1', 'PASS', '', false, false, id from account where user_name = 'jianyan'`,
      [id, item.id],
    ),
    /quoted_report_unknown/,
  )
  // What the report says, and nothing better.
  await refused(quote(raw.reportNo, '9.9'), 'quoted_value_differs', 'results.0.individual')
  await assert.rejects(
    world.change(
      `insert into test_result (enterprise_id, inspection_id, standard_item_id, revision, source, individual, mean, reference_no, verdict, reason, out_of_trend, near_limit, entered_by)
       select enterprise_id, $1, $2, 1, 'quoted', '{9.9}', '9.9', $3, 'PASS', '', false, false, id from account where user_name = 'jianyan'`,
      [id, item.id, raw.reportNo],
    ),
    /quoted_value_differs/,
  )
  const { results } = await quote(raw.reportNo)
  assert.deepEqual([results[0]!.source, results[0]!.referenceNo, results[0]!.means], ['quoted', raw.reportNo, []])
})

test('a retest names its own means; a mistyped value that is put right keeps those of the first', async () => {
  const oven = await calibratedInstrument(keeper, today, { number: 'YQ-060' })
  const bench = await atTheBench()
  const { oosCases } = await bench.record(
    { means: { instrumentIds: [oven] }, environment: { temperature: '22', humidity: '50' } },
    waterRead('31.6', '13.6'),
  )
  const caseId = oosCases[0]!.id
  const { digest } = await handIn(world, 'jianyan', attachmentApi.upload, { name: '打印条.txt' }, '13.6')
  const proof = await analyst.ask(attachmentApi.add, { of: 'inspection', id: bench.id, name: '打印条.txt', kind: '照片', digest })
  // Meanwhile the oven failed: the value was measured all the same.
  await calibration(oven, { result: 'fail', nextDue: null })
  const ok = { ok: true, note: '' }
  const checked = await (
    await as('fuhe')
  ).ask(oosLaboratoryApi.raw.check, {
    id: caseId,
    rowVersion: 1,
    checklist: { sample: ok, instrument: ok, calculation: { ok: false, note: '录错' }, solutions: ok, calibration: ok, method: ok },
    finding: 'slip',
    explanation: '13.6 录成 31.6',
    proofId: proof.id,
    corrected: waterRead('13.6', '13.6'),
    signature: signed(),
  })
  assert.deepEqual(
    checked.results.map(({ part, means, environment }) => [part, means.map(({ number }) => number), environment?.temperature]),
    [
      ['first', ['YQ-060'], '22.0'],
      ['correction', ['YQ-060'], '22.0'],
    ],
  )
})

test('a retest takes of the bottles that it names as a first test does, and of no others', async () => {
  const oven = await calibratedInstrument(keeper, today, { number: 'YQ-065' })
  const named = await bottle(keeper, today, { number: 'SJ-065', amount: '50' })
  const other = await bottle(keeper, today, { number: 'SJ-066', amount: '50' })
  const bench = await atTheBench()
  const means = { instrumentIds: [oven], reagentIds: [named] }
  const failing = waterRead('15.4', '15.4')
  await refused(bench.record({ means, draws: [{ reagentId: other, quantity: '1' }] }, failing), 'invalid_input', 'draws.0.reagentId')
  const { oosCases } = await bench.record({ means, draws: [{ reagentId: named, quantity: '5' }] }, failing)
  const { case: approved, analyst: second } = await retestApproved(as, oosCases[0]!.id)
  const retest = (draws: { reagentId: string; quantity: string }[]) =>
    second.ask(oosLaboratoryApi.raw.retest, {
      ...{ id: approved.id, rowVersion: approved.rowVersion, signature: signed(), means, draws },
      values: [waterRead('13.6', '13.6'), waterRead('13.7', '13.7')],
    })
  await refused(retest([{ reagentId: other, quantity: '1' }]), 'invalid_input', 'draws.0.reagentId')
  await refused(retest([{ reagentId: named, quantity: '45.1' }]), 'reagent_short', 'draws.0.quantity')
  await retest([{ reagentId: named, quantity: '10.5' }])
  const { rows } = await keeper.ask(reagentApi.list, { q: 'SJ-065' })
  assert.equal(rows[0]!.amountLeft, '34.5000')
  // By direct SQL nothing is taken of a bottle that is not in use.
  await keeper.ask(reagentApi.discard, { id: other, rowVersion: 1, reason: '瓶口开裂' })
  await assert.rejects(
    world.change(
      `insert into reagent_draw (enterprise_id, reagent_lot_id, inspection_id, quantity, drawn_by, drawn_at)
       select enterprise_id, $1, $2, 1, id, now() from account where user_name = 'jianyan'`,
      [other, bench.id],
    ),
    /reagent_gone/,
  )
})

test('what was used last time is offered again as far as it is fit', async () => {
  const oven = await calibratedInstrument(keeper, today, { number: 'YQ-070' })
  const bench = await atTheBench()
  await analyst.ask(rawInspectionApi.record, {
    id: bench.id,
    means: { instrumentIds: [oven] },
    results: bench.items.map((item) => ({ itemId: item.id, revision: 0, ...findingFor(item, true) })),
  })
  await analyst.ask(rawInspectionApi.submit, { id: bench.id, signature: signed() })
  const next = await atTheBench()
  const usualOf = async () =>
    (await analyst.ask(meansApi.choices, { id: next.id })).usual.find(({ itemId }) => itemId === next.item.id)?.instrumentIds
  assert.deepEqual(await usualOf(), [oven])
  await calibration(oven, { result: 'fail', nextDue: null })
  assert.deepEqual(await usualOf(), [])
})

test('the head of the laboratory alone keeps the register, and it is of one enterprise', async () => {
  await refused(analyst.ask(instrumentApi.create, { number: 'YQ-090', name: '烘箱', intervalMonths: 12 }), 'no_permission')
  await refused(
    analyst.ask(reagentApi.useUp, { id: await bottle(keeper, today, { number: 'SJ-090' }), rowVersion: 1, reason: '空' }),
    'no_permission',
  )
  const oven = await calibratedInstrument(keeper, today, { number: 'YQ-091' })
  assert.equal((await analyst.ask(instrumentApi.read, { id: oven })).number, 'YQ-091', 'who tests may read')
  const other = await as('other')
  assert.equal((await other.ask(instrumentApi.list, {})).total, 0)
  await refused(other.ask(instrumentApi.read, { id: oven }), 'not_found')
  await refused(other.ask(instrumentApi.takeOut, { id: oven, reason: '不用', signature: signed() }), 'not_found')
  await refused((await as('caigou')).ask(instrumentApi.list, {}), 'no_permission')
})

test('what ends soon in the laboratory is told to its head once, and done with when it was renewed', async () => {
  const oven = await calibratedInstrument(keeper, today, { number: 'YQ-095', nextDue: addDays(today, 20) })
  await bottle(keeper, today, { number: 'SJ-095', useBy: addDays(today, -1), receivedOn: addDays(today, -300) })
  await tellExpiring(world.pool)
  const titles = async () => (await keeper.ask(accountApi.notifications, { box: 'unread', pageSize: 200 })).rows.map(({ title }) => title)
  const told = await titles()
  assert.ok(
    told.some((title) => title.includes('仪器 YQ-095') && title.includes('还有20天到期')),
    told.join('\n'),
  )
  assert.ok(told.some((title) => title.includes('SJ-095') && title.includes('到期')))
  await tellExpiring(world.pool)
  assert.equal((await titles()).length, told.length)
  await calibration(oven)
  const { rows } = await world.admin.query(`select from notification where record_id = $1 and done_at is null`, [oven])
  assert.equal(rows.length, 0)
})
