import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { rawInspectionApi, bulkInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import type { TestedItem } from '#contract/laboratory/tested-item.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { reportApi } from '#contract/laboratory/report.ts'
import { attachmentApi } from '#contract/office/attachment.ts'
import { paperApi } from '#contract/office/paper.ts'
import { drawPackages } from '#contract/laboratory/sampling.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { only } from '#contract/kernel/certain.ts'
import { binIn } from '#server/demo/bin-in.ts'
import { approvedVersionChange } from '#server/demo/change.ts'
import { findingFor, waterRead } from '#server/demo/finding.ts'
import { inspect, receivedSamples, reported, sampled, sampleOf } from '#server/demo/inspection.ts'
import type { Refused } from '#server/demo/person.ts'
import { requestOf, secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import { accreditedLaboratory } from '#server/demo/laboratory-means.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { handIn, takeFile } from '#server/test/file-hand.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

/** Asserts a no: its code, and, where given, the field it blames. */
const lotOf = async (lotId: string) =>
  (await world.admin.query<{ state: string; holds: number }>(`select state, holds from lot where id = $1`, [lotId])).rows[0]!
const lotsOf = async (who: string, lotId: string) => (await (await as(who)).ask(rawInspectionApi.lots, { lotId })).rows
const fileOf = async (id: string) => (await as('jianyan')).ask(rawInspectionApi.file, { id })

/** A request for a lot by `who`, not yet accepted. */
async function requested(lotId: string, who = 'cangku') {
  return (await as(who)).ask(rawInspectionApi.request, { lotId, department: '仓库' })
}

type Written = z.input<typeof rawInspectionApi.record.input>['results'][number]
/** What the analyst writes for every item of an inspection, all well. */
const allResults = (items: readonly TestedItem[]): Written[] =>
  items.map((item) => ({ itemId: item.id, revision: 0, ...findingFor(item, true) }))
const itemNamed = (file: Pick<InspectionFile, 'items'>, name: string) => file.items.find((item) => item.name === name)!
const record = async (id: string, results: Written[], who = 'jianyan') => (await as(who)).ask(rawInspectionApi.record, { id, results })
const submit = async (id: string, who = 'jianyan') => (await as(who)).ask(rawInspectionApi.submit, { id, signature: signed() })

test('a lot goes from request to approved report through six pairs of hands, and its samples leave the warehouse', async () => {
  const { lotId, lotNo } = await receivedLot(as)
  const inspection = await requested(lotId)
  assert.match(inspection.requestNo, /^QY\d{8}\d{3}$/)
  assert.deepEqual(
    [inspection.state, inspection.requestKind, inspection.packageCount, inspection.lotState],
    ['requested', 'initial', 20, 'quarantine'],
  )
  const { id } = inspection
  assert.equal((await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })).state, 'accepted')

  const taken = await (await as('quyang')).ask(rawInspectionApi.sample, { id, ...sampleOf('raw') })
  assert.deepEqual([taken.state, taken.lotState], ['sampled', 'under_test'])
  const { rows: entries } = await world.admin.query(
    `select e.kind, f.zone, t.kind as to_kind, e.quantity from stock_entry e join place f on f.id = e.from_place_id join place t on t.id = e.to_place_id
     where e.lot_id = $1 and e.document_kind = 'sampling' order by e.kind`,
    [lotId],
  )
  assert.deepEqual(entries, [
    { kind: 'retention', zone: 'quarantine', to_kind: 'retention', quantity: '0.1000' },
    { kind: 'sample', zone: 'quarantine', to_kind: 'laboratory', quantity: '0.2000' },
  ])
  await receivedSamples(as, id, 'raw')
  const { items } = await fileOf(id)
  await record(id, allResults(items))
  assert.equal((await submit(id)).state, 'submitted')
  assert.equal((await (await as('fuhe')).ask(rawInspectionApi.review, { id, signature: signed() })).state, 'reviewed')
  const approved = await (await as('zhuguan')).ask(rawInspectionApi.approve, { id, signature: signed('同意') })
  assert.equal(approved.state, 'approved')
  // A report lets nothing go: that is decided on page 13.
  assert.deepEqual(await lotOf(lotId), { state: 'under_test', holds: 0 })

  const report = await (await as('qa')).ask(reportApi.read, { id: approved.reportId! })
  assert.ok(report.conforms)
  assert.match(report.reportNo, /^BG\d{8}\d{3}$/)
  assert.deepEqual(
    [report.sheet.lotNo, report.sheet.origin, report.sheet.analysts, report.sheet.reviewer, report.sheet.approver],
    [lotNo, '甘肃省定西市岷县秦许乡百花村', ['李检验'], '周复核', '吴主管'],
  )
  assert.match(report.sheet.conclusion, /^本品按《中国药典》2020年版一部检验，结果符合规定$/)
  assert.deepEqual(
    report.signatures.map(({ meaning, signerName, holds }) => [meaning, signerName, holds]),
    [
      ['检验结果属实', '李检验', true],
      ['复核', '周复核', true],
      ['批准', '吴主管', true],
    ],
  )
})

test('a report says that a whole standard is kept only where every item was tested by a stated method, and else what is missing', async () => {
  const { lotId } = await receivedLot(as, { material: '金银花' })
  const { reportId } = await inspect(as, lotId, { side: 'raw' })
  const { sheet, conforms } = await (await as('qa')).ask(reportApi.read, { id: reportId })
  assert.ok(conforms)
  const unnamed = sheet.gaps.map(({ name, lacks }) => `${lacks} ${name}`)
  assert.deepEqual(unnamed, ['method 绿原酸', 'method 酚酸类(绿原酸+两种异绿原酸)总量', 'method 木犀草苷'])
  assert.equal(
    sheet.conclusion,
    '本品按《中国药典》2020年版一部检验，所检项目符合规定（标准未注明检验方法：绿原酸、酚酸类(绿原酸+两种异绿原酸)总量、木犀草苷）',
  )
  const { rows } = await world.admin.query<{ verdict: string }>(
    `select public_facts ->> 'verdict' as verdict from trace_event where lot_id = $1 and kind = 'reported'`,
    [lotId],
  )
  assert.deepEqual(rows, [{ verdict: '所检项目符合规定' }])
})

test('the public may read what a report found in plain words, never a person or an internal limit', async () => {
  const { lotId } = await receivedLot(as)
  const { reportNo } = await inspect(as, lotId, { side: 'raw' })
  const { rows } = await world.admin.query<{ public_facts: Record<string, unknown> }>(
    `select public_facts from trace_event where lot_id = $1 and kind = 'reported'`,
    [lotId],
  )
  const facts = rows[0]!.public_facts as { items: object[] }
  assert.deepEqual(Object.keys(facts).sort(), ['conforms', 'items', 'reportNo', 'reportedOn', 'standard', 'verdict'])
  assert.deepEqual(
    { ...facts, items: facts.items.slice(0, 2) },
    {
      reportNo,
      conforms: true,
      verdict: '符合规定',
      standard: '《中国药典》2020年版一部',
      reportedOn: dayInShanghai(new Date()),
      items: [
        { item: '性状', spec: '应符合规定', result: '符合规定', verdict: '符合规定' },
        { item: '水分', spec: '不得过15.0%', result: '12.3%', verdict: '符合规定' },
      ],
    },
  )
  assert.ok(!/李检验|周复核|吴主管|internal|内控/.test(JSON.stringify(facts)))
})

test('the person who made the request neither accepts it nor samples the lot', async () => {
  const { lotId } = await receivedLot(as)
  const { id } = await requested(lotId, 'admin')
  await refused((await as('admin')).ask(rawInspectionApi.accept, { id }), 'requester_accepts')
  await refused((await as('admin')).ask(rawInspectionApi.return, { id, reason: '资料不全' }), 'requester_accepts')
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  await refused((await as('admin')).ask(rawInspectionApi.sample, { id, ...sampleOf('raw') }), 'requester_samples')
  // The database says so too.
  await assert.rejects(world.change(`update inspection set accepted_by = requested_by where id = $1`, [id]), /requester_accepts/)
})

test('each step asks for its duty', async () => {
  const { lotId } = await receivedLot(as)
  await refused((await as('quyang')).ask(rawInspectionApi.lots, { lotId }), 'no_permission')
  const { id } = await requested(lotId)
  await refused((await as('quyang')).ask(rawInspectionApi.accept, { id }), 'no_permission')
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  await refused((await as('zhuguan')).ask(rawInspectionApi.sample, { id, ...sampleOf('raw') }), 'no_permission')
  await refused(
    (await as('cangku')).ask(rawInspectionApi.record, { id, results: [{ itemId: randomUUID(), revision: 0, words: '符合规定' }] }),
    'no_permission',
  )
  await refused((await as('xiaoshou')).ask(rawInspectionApi.list, {}), 'no_permission')
  await refused((await as('zhuguan')).ask(rawInspectionApi.accept, { id }), 'wrong_state')
})

test('a lot has one open request at a time, also when two ask at once', async () => {
  const { lotId } = await receivedLot(as)
  const ask = async (who: string) => (await as(who)).ask(rawInspectionApi.request, { lotId, department: '仓库' })
  const both = await Promise.allSettled([ask('cangku'), ask('cangku2')])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const lost = both.find((one) => one.status === 'rejected')!
  assert.equal((lost.reason as Refused).code, 'inspection_open')
  await refused(ask('cangku'), 'inspection_open')
  assert.deepEqual(await lotsOf('cangku', lotId), [])
})

test('the same request sent twice under one key samples the lot once', async () => {
  const { lotId } = await receivedLot(as)
  const { id } = await requested(lotId)
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  const sampler = await as('quyang')
  const key = { 'idempotency-key': randomUUID() }
  const first = await sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw') }, key)
  assert.deepEqual(await sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw') }, key), first)
  const { rows } = await world.admin.query<{ n: number; kg: string }>(
    `select count(*)::integer as n, sum(quantity) as kg from stock_entry where lot_id = $1 and document_kind = 'sampling'`,
    [lotId],
  )
  assert.deepEqual(rows[0], { n: 2, kg: '0.3000' })
})

test('the packages to open are counted by ChP 0211 and drawn from the stored seed, which an inspector can replay', async () => {
  const { lotId } = await receivedLot(as, { packages: 150 })
  const { id } = await requested(lotId)
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  const before = await fileOf(id)
  assert.equal(before.requiredPackages, 8)
  const sampler = await as('quyang')
  await refused(sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), packages: 7 }), 'invalid_input', 'packages')
  await refused(sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), packages: 151 }), 'invalid_input', 'packages')
  await sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), packages: 10 })
  const { sampling, drawSeed } = await fileOf(id)
  assert.equal(sampling!.packageNumbers.length, 10)
  assert.deepEqual(sampling!.packageNumbers, drawPackages({ packages: 150, count: 10, seed: drawSeed }))
})

test('a sample too small for test, recheck and retention is refused, and nothing has moved', async () => {
  const { lotId } = await receivedLot(as)
  const { id } = await requested(lotId)
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  const sampler = await as('quyang')
  await refused(sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), recheck: '99.9' }), 'sample_too_small', 'recheck')
  await refused(sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), test: '100000' }), 'sample_too_large', 'test')
  await refused(sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), test: '9999999.9' }), 'short_stock', 'test')
  await refused(
    sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), test: '600000', recheck: '100', retention: '100' }),
    'short_stock',
  )
  await refused(
    sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), signature: { password: 'not it', comment: '' } }),
    'wrong_password',
  )
  await refused(sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), resealed: false as never }), 'invalid_input', 'resealed')
  assert.deepEqual(await lotOf(lotId), { state: 'quarantine', holds: 0 })
  const { rows } = await world.admin.query(`select 1 from stock_entry where lot_id = $1 and document_kind = 'sampling'`, [lotId])
  assert.equal(rows.length, 0)
})

test('what was wrong with which package is on the 取样单; it does not join the sample, sound ones take its place, and quality assurance is told', async () => {
  const { lotId, lotNo } = await receivedLot(as, { packages: 20 })
  const { id } = await requested(lotId)
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  const sampler = await as('quyang')
  const { drawSeed, requiredPackages } = await fileOf(id)
  assert.equal(requiredPackages, 5)
  const bad = drawPackages({ packages: 20, count: 5, seed: drawSeed })[0]!
  const wet = { number: bad, seen: '受潮，有霉味' }
  const sample = (part: Partial<z.input<typeof rawInspectionApi.sample.input>>) =>
    sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), quartered: true, ...part })
  await refused(sample({ abnormalUnits: [wet] }), 'invalid_input', 'packages')
  await refused(sample({ packages: 6, abnormalUnits: [{ ...wet, number: 21 }] }), 'invalid_input', 'abnormalUnits.0.number')
  await refused(sample({ packages: 6, abnormalUnits: [wet, wet] }), 'invalid_input', 'abnormalUnits')
  await refused(sample({ packages: 6, abnormalUnits: [{ ...wet, seen: ' ' }] }), 'invalid_input', 'abnormalUnits.0.seen')
  const all = Array.from({ length: 20 }, (_, at) => ({ number: at + 1, seen: '水渍' }))
  await refused(sample({ packages: 20, abnormalUnits: all }), 'invalid_input', 'abnormalUnits')
  await sample({ packages: 6, abnormalUnits: [wet] })
  const { sampling } = await fileOf(id)
  assert.deepEqual(
    sampling!.packageNumbers,
    drawPackages({ packages: 20, count: 6, seed: drawSeed }).filter((number) => number !== bad),
  )
  assert.deepEqual([sampling!.quartered, sampling!.abnormalUnits], [true, [wet]])
  const { rows } = await world.admin.query<{ title: string }>(`select title from notification where title like $1`, [
    `%${lotNo} 取样时有 1 件%`,
  ])
  assert.ok(rows.length > 0)
  const paper = (await readPdf((await takeFile(world, 'fuhe', paperApi.preview, { kind: 'sampling', id })).content)).join('')
  for (const words of ['四分法缩分是', `第${bad}件受潮，有霉味`]) assert.ok(paper.includes(words), `${words} in ${paper}`)
  await assert.rejects(
    world.change(`update sampling set abnormal_units = '[]', quartered = false where inspection_id = $1`, [id]),
    /BC00|correct/,
  )
  for (const units of [
    [{ number: 21, seen: '湿' }],
    [{ number: 1, seen: '' }],
    [{ number: 1 }],
    [{ number: sampling!.packageNumbers[0], seen: '湿' }],
    [
      { number: bad, seen: '湿' },
      { number: bad, seen: '湿' },
    ],
  ])
    await assert.rejects(
      world.admin.query(
        `insert into sampling (enterprise_id, inspection_id, sampling_no, package_numbers, sampling_point, method, place, temperature, humidity, test_need, total,
           field_note, requested_by, sampled_by, abnormal_units)
         select enterprise_id, inspection_id, sampling_no || 'X', package_numbers, sampling_point, method, place, temperature, humidity, test_need, total, field_note,
           requested_by, sampled_by, $2::jsonb from sampling where inspection_id = $1`,
        [id, JSON.stringify(units)],
      ),
      /abnormal package/,
    )
})

test('toxic goods are sampled by two, each with their own password', async () => {
  const { lotId } = await receivedLot(as, { material: '半夏' })
  const { id, isToxic } = await requested(lotId)
  assert.ok(isToxic)
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
  const sampler = await as('quyang')
  await refused(sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw') }), 'toxic_needs_second')
  await refused(sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), witness: secondPerson('quyang') }), 'same_person')
  await refused(sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), witness: secondPerson('zhuguan') }), 'signer_lacks_duty')
  await sampler.ask(rawInspectionApi.sample, { id, ...sampleOf('raw'), witness: secondPerson('jianyan') })
  const { sampling } = await fileOf(id)
  assert.deepEqual([sampling!.sampledByName, sampling!.witnessedByName], ['孙取样', '李检验'])
})

test('13.59 and 13.67 against 15.0 report 13.6 with a deviation of 0.3 (ChP 凡例, half-even)', async () => {
  const { lotId } = await receivedLot(as)
  const { inspectionId: id } = await sampled(as, lotId, 'raw')
  const water = itemNamed(await fileOf(id), '水分')
  const { results } = await record(id, [{ itemId: water.id, revision: 0, ...waterRead('13.59', '13.67') }])
  assert.deepEqual(
    results.map(({ mean, deviation, verdict }) => ({ mean, deviation, verdict })),
    [{ mean: '13.6', deviation: '0.3', verdict: 'PASS' }],
  )
})

test('empty never passes: a record with an item left out is not submitted, and the refusal names it', async () => {
  const { lotId } = await receivedLot(as)
  const { inspectionId: id } = await sampled(as, lotId, 'raw')
  const { items } = await fileOf(id)
  await refused(submit(id), 'results_incomplete')
  const [, second, ...rest] = allResults(items.filter(({ dryBasis }) => !dryBasis))
  await record(id, [{ itemId: items[1]!.id, revision: 0, raw: second!.raw!.slice(0, 1) }, ...rest])
  await refused(submit(id), 'results_incomplete', items[0]!.name)
  // One parallel of two is no result either.
  await record(id, [{ itemId: items[0]!.id, revision: 0, words: '符合规定' }])
  await refused(submit(id), 'results_incomplete', items[1]!.name)
  for (const bad of [{ individual: ['1e3'] }, { individual: [] }, { individual: [''] }, { individual: ['13.6'], words: '符合规定' }])
    await refused(record(id, [{ itemId: items[1]!.id, revision: 1, ...bad }]), 'invalid_input')
})

test('a saved value is never replaced; only the parallels that are missing are added', async () => {
  const { lotId } = await receivedLot(as)
  const { inspectionId: id } = await sampled(as, lotId, 'raw')
  const water = itemNamed(await fileOf(id), '水分')
  await record(id, [{ itemId: water.id, revision: 0, ...waterRead('13.6') }])
  await refused(record(id, [{ itemId: water.id, revision: 1, ...waterRead('13.5', '13.6') }]), 'result_kept', 'results.0')
  await refused(record(id, [{ itemId: water.id, revision: 0, ...waterRead('13.6', '13.6') }]), 'stale')
  const { results } = await record(id, [{ itemId: water.id, revision: 1, ...waterRead('13.6', '13.7') }])
  assert.deepEqual(
    results.map(({ individual, verdict }) => ({ individual, verdict })),
    [
      { individual: ['13.60'], verdict: 'INCONCLUSIVE' },
      { individual: ['13.60', '13.70'], verdict: 'PASS' },
    ],
  )
  await refused(record(id, [{ itemId: water.id, revision: 2, ...waterRead('13.1', '13.2') }]), 'result_kept', 'results.0')
  await assert.rejects(world.change(`update test_result set words = '符合规定' where inspection_id = $1`, [id]), /evidence/)
  await assert.rejects(world.change(`delete from test_result where inspection_id = $1`, [id]), /evidence/)
})

test('a result of another standard, and one quoted where the item does not allow it, are refused', async () => {
  const { lotId } = await receivedLot(as)
  const { inspectionId: id } = await sampled(as, lotId, 'raw')
  const water = itemNamed(await fileOf(id), '水分')
  await refused(record(id, [{ itemId: randomUUID(), revision: 0, words: '符合规定' }]), 'invalid_input', 'results.0.itemId')
  await refused(
    record(id, [{ itemId: water.id, revision: 0, individual: ['13.6'], source: 'quoted', referenceNo: 'BG1' }]),
    'quote_not_allowed',
  )

  const { lotId: chenpi } = await receivedLot(as, { material: '陈皮' })
  const { inspectionId } = await sampled(as, chenpi, 'raw')
  const toxin = itemNamed(await fileOf(inspectionId), '黄曲霉毒素B1')
  const commissioned = { itemId: toxin.id, revision: 0, individual: ['1.2'], source: 'outsourced' as const }
  await refused(record(inspectionId, [commissioned]), 'invalid_input', 'results.0.referenceNo')
  const laboratoryId = await accreditedLaboratory(await as('zhuguan'), dayInShanghai(new Date()))
  const { digest } = await handIn(world, 'jianyan', attachmentApi.upload, { name: '检验报告.txt' }, '1.2')
  const report = { of: 'inspection', id: inspectionId, name: '检验报告.txt', kind: '药材检验报告', digest } as const
  const { id: certificateId } = await (await as('jianyan')).ask(attachmentApi.add, report)
  const commission = { laboratoryId, reportedOn: dayInShanghai(new Date()), certificateId }
  const { results } = await record(inspectionId, [{ ...commissioned, referenceNo: 'W2026-118', commission }])
  // One value of another laboratory is a result: the parallels lie there.
  assert.equal(results[0]!.verdict, 'PASS')
})

test('the person who wrote a result does not review it, and neither analyst nor reviewer approves the report', async () => {
  const { lotId } = await receivedLot(as)
  const { inspectionId: id } = await sampled(as, lotId, 'raw')
  const { items } = await fileOf(id)
  const [first, ...rest] = allResults(items)
  await record(id, [first!], 'admin')
  await record(id, rest)
  const submitted = await submit(id)
  assert.equal(submitted.analystIds.length, 2)
  // admin wrote one of the results, though another person signed for all.
  await refused((await as('admin')).ask(rawInspectionApi.review, { id, signature: signed() }), 'analyst_reviews')
  await refused((await as('admin')).ask(rawInspectionApi.sendBack, { id, reason: '重做' }), 'analyst_reviews')
  await (await as('user')).ask(rawInspectionApi.review, { id, signature: signed() })
  await refused((await as('user')).ask(rawInspectionApi.approve, { id, signature: signed() }), 'analyst_approves')
  await refused((await as('admin')).ask(rawInspectionApi.approve, { id, signature: signed() }), 'analyst_approves')
  await assert.rejects(world.change(`update test_record set reviewed_by = submitted_by where inspection_id = $1`, [id]), /analyst_reviews/)
  const { reportId } = await (await as('zhuguan')).ask(rawInspectionApi.approve, { id, signature: signed() })
  await assert.rejects(
    world.change(`set local session_replication_role = replica; update report set approved_by = reviewed_by where id = '${reportId}'`),
    /analyst_approves/,
  )
})

test('a record that was sent back stays beside the next one, and its reason with it', async () => {
  const { lotId } = await receivedLot(as)
  const { inspectionId: id } = await sampled(as, lotId, 'raw')
  const { items } = await fileOf(id)
  const water = itemNamed({ items }, '水分')
  await record(id, allResults(items))
  await submit(id)
  await refused(record(id, [{ itemId: water.id, revision: 1, ...waterRead('12.0', '12.1') }]), 'wrong_state')
  const back = await (await as('fuhe')).ask(rawInspectionApi.sendBack, { id, reason: '水分原始记录缺恒重数据' })
  assert.deepEqual([back.state, back.analystIds, back.verdict], ['sampled', [], null])
  await submit(id)
  await (await as('fuhe')).ask(rawInspectionApi.review, { id, signature: signed() })
  const refusedBy = await (await as('zhuguan')).ask(rawInspectionApi.refuse, { id, reason: '附图缺失' })
  assert.equal(refusedBy.state, 'sampled')
  await submit(id)
  const { records } = await fileOf(id)
  assert.deepEqual(
    records.map(({ revision, state, returnReason, returnedByName }) => [revision, state, returnReason, returnedByName]),
    [
      [1, 'returned', '水分原始记录缺恒重数据', '周复核'],
      [2, 'returned', '附图缺失', '吴主管'],
      [3, 'submitted', null, null],
    ],
  )
})

test('a request is returned or cancelled with a reason before sampling, and the lot may be requested again', async () => {
  const { lotId } = await receivedLot(as)
  const first = await requested(lotId)
  assert.equal((await (await as('zhuguan')).ask(rawInspectionApi.return, { id: first.id, reason: '产地证明缺失' })).state, 'returned')
  const second = await requested(lotId)
  await (await as('zhuguan')).ask(rawInspectionApi.accept, { id: second.id })
  assert.equal((await (await as('cangku')).ask(rawInspectionApi.cancel, { id: second.id, reason: '批号有误' })).state, 'cancelled')
  await refused((await as('cangku')).ask(rawInspectionApi.cancel, { id: second.id, reason: '批号有误' }), 'wrong_state')
  const { inspectionId } = await sampled(as, lotId, 'raw')
  await refused((await as('cangku')).ask(rawInspectionApi.cancel, { id: inspectionId, reason: '不检了' }), 'wrong_state')
})

test('an inspection keeps the edition it was requested under when the next one comes into force', async () => {
  const { lotId } = await receivedLot(as, { material: '白芍' })
  const { inspectionId } = await sampled(as, lotId, 'raw')
  const before = await fileOf(inspectionId)
  const water = itemNamed(before, '水分')
  const { lotId: waiting } = await receivedLot(as, { material: '白芍' })
  const [old] = (await lotsOf('cangku', waiting))[0]!.standards

  await world.change(
    `with taken_over as (update standard_version set effective_to = today() where id = $1 returning *),
     next as (insert into standard_version (enterprise_id, standard_id, version, edition, effective_from, state)
       select enterprise_id, standard_id, version + 1, '2025年版一部', today(), 'draft' from taken_over returning *)
     insert into standard_item (enterprise_id, standard_version_id, line, item_group, name, spec_text, operator, high, unit, parallels)
       select enterprise_id, id, 1, '检查', '水分', '不得过12.0%', 'le', '12.0', '%', 2 from next`,
    [old!.versionId],
  )
  await world.change(`update standard_version set state = 'written', content = '[{}]', written_by = (select id from account where user_name = 'zhuguan')
    where state = 'draft' and edition = '2025年版一部'`)
  const { rows: standards } = await world.admin.query<{ id: string }>(`select standard_id as id from standard_version where id = $1`, [
    old!.versionId,
  ])
  const { id: standardId } = only(standards)
  await approvedVersionChange(as, { record: 'standard', id: standardId })
  await world.change(`update change_request set state = 'in_force', applied_at = now() where record_id = '${standardId}' and state = 'approved';
    update standard_version set state = 'approved', approved_by = (select id from account where user_name = 'shouquan') where state = 'written'`)
  assert.deepEqual((await fileOf(inspectionId)).items, before.items)
  const { results } = await record(inspectionId, [{ itemId: water.id, revision: 0, individual: ['13.0', '13.1'] }])
  assert.equal(results[0]!.verdict, 'PASS', '13.0 % keeps the limit of 14.0 under which the lot was requested')

  const { inspectionId: later } = await sampled(as, waiting, 'raw')
  assert.deepEqual(
    (await fileOf(later)).items.map(({ name, limit }) => [name, limit]),
    [['水分', '12.0']],
  )
})

test('the warehouse chooses no standard, and the database applies those in force and no other', async () => {
  const { lotId } = await receivedLot(as)
  const { lotId: other } = await receivedLot(as, { material: '黄芪' })
  const foreign = (await lotsOf('cangku', other))[0]!.standards[0]!.versionId
  const chosen = { lotId, department: '仓库', standardVersionId: foreign }
  await refused((await as('cangku')).ask(rawInspectionApi.request, chosen as never), 'invalid_input')
  const { id } = await requested(lotId)
  for (const statement of [
    `insert into inspection_standard select enterprise_id, '${id}', '${foreign}', 'legal' from inspection where id = '${id}'`,
    `update inspection_standard set authority = 'internal' where inspection_id = '${id}'`,
    `delete from inspection_standard where inspection_id = '${id}'`,
    `insert into inspection (enterprise_id, request_no, side, request_kind, priority, lot_id, standard_version_id, lot_quantity, package_count, required_packages,
       draw_seed, department, requested_by, state, closed_by, closed_at, close_reason)
       select enterprise_id, 'QY-X', side, request_kind, priority, lot_id, '${foreign}', lot_quantity, package_count, required_packages, draw_seed, department,
       requested_by, 'cancelled', requested_by, now(), '试' from inspection where id = '${id}'`,
  ])
    await assert.rejects(world.change(statement), /in force on its day|evidence|standard_not_effective/, statement)
})

test('a batch is inspected on its own pages: a conforming report lets it be packed, and it keeps twice the retention', async () => {
  const { lotId } = await producedBatch(as)
  const workshop = await as('shengchan')
  await refused((await as('cangku')).ask(bulkInspectionApi.lots, { lotId }), 'no_permission')
  const request = { lotId, department: '生产车间' }
  await refused(workshop.ask(bulkInspectionApi.request, request as never), 'invalid_input', 'packageCount')
  const { id } = await workshop.ask(bulkInspectionApi.request, { ...request, packageCount: 8 })
  // The raw side does not know it.
  await refused((await as('zhuguan')).ask(rawInspectionApi.accept, { id }), 'not_found')
  await (await as('zhuguan')).ask(bulkInspectionApi.accept, { id })
  await refused((await as('quyang')).ask(bulkInspectionApi.sample, { id, ...sampleOf('raw') }), 'sample_too_small', 'retention')
  await (await as('quyang')).ask(bulkInspectionApi.sample, { id, ...sampleOf('bulk') })
  await receivedSamples(as, id, 'bulk')
  const { reportId } = await reported(as, id, 'bulk')
  assert.equal((await lotOf(lotId)).state, 'conforming')
  const report = await (await as('shouquan')).ask(reportApi.read, { id: reportId })
  assert.deepEqual(
    [report.sheet.side, report.sheet.origin, report.sheet.expiresOn !== null],
    ['bulk', '甘肃省定西市岷县秦许乡百花村', true],
  )
})

test('a held batch is not declared conforming', async () => {
  const { lotId } = await producedBatch(as)
  const { inspectionId: id } = await sampled(as, lotId, 'bulk')
  const { items } = await (await as('jianyan')).ask(bulkTestApi.file, { id })
  await (await as('jianyan')).ask(bulkTestApi.record, { id, results: allResults(items) })
  await (await as('jianyan')).ask(bulkTestApi.submit, { id, signature: signed() })
  await (await as('fuhe')).ask(bulkTestApi.review, { id, signature: signed() })
  await world.change(
    `insert into hold (enterprise_id, lot_id, kind, reason, placed_by) select enterprise_id, id, 'deviation', '待查', (select id from account where user_name = 'qa') from lot where id = $1`,
    [lotId],
  )
  await refused((await as('zhuguan')).ask(bulkTestApi.approve, { id, signature: signed() }), 'lot_held')
})

test('a batch that does not conform is rejected by quality assurance, who did not test it, and goes to the rejected zone', async () => {
  const { lotId } = await producedBatch(as)
  const { inspectionId: id } = await inspect(as, lotId, { side: 'bulk', outcome: 'fail' })
  assert.deepEqual(await lotOf(lotId), { state: 'under_test', holds: 1 })
  const decider = await as('qa')
  const rejection = { id, basis: '水分不符合规定', placeId: await binIn(decider, 'rejected'), ...withQualityHead() }
  await refused((await as('jianyan')).ask(releaseApi.rejectBatch, rejection), 'no_permission')
  const { releaseNo } = await decider.ask(releaseApi.rejectBatch, rejection)
  assert.match(releaseNo, /^FX/)
  assert.deepEqual(await lotOf(lotId), { state: 'rejected', holds: 0 })
  const { rows } = await world.admin.query(
    `select distinct p.zone from stock_balance b join place p on p.id = b.place_id where b.lot_id = $1 and p.kind = 'bin' and b.quantity > 0`,
    [lotId],
  )
  assert.deepEqual(rows, [{ zone: 'rejected' }])
  await refused(decider.ask(releaseApi.rejectBatch, rejection), 'wrong_state')

  const { lotId: good } = await producedBatch(as)
  const conforming = await inspect(as, good, { side: 'bulk' })
  await refused(decider.ask(releaseApi.rejectBatch, { ...rejection, id: conforming.inspectionId }), 'report_conforming')
})

test('another enterprise’s inspection is not found, byte for byte like one that never was', async () => {
  const { lotId } = await receivedLot(as)
  const { id } = await requested(lotId)
  const stranger = await as('other')
  const body = async (url: string) => {
    const answer = await world.app.inject({ method: 'GET', url, headers: { cookie: stranger.cookie } })
    return [answer.statusCode, answer.body.replace(/"requestId":"[^"]*"/, '')]
  }
  for (const api of [rawInspectionApi.file, reportApi.read])
    assert.deepEqual(await body(requestOf(api, { id }).url), await body(requestOf(api, { id: randomUUID() }).url))
  await refused(stranger.ask(rawInspectionApi.accept, { id }), 'not_found')
  await refused(stranger.ask(rawInspectionApi.request, { lotId, department: '仓库' }), 'not_found')
  assert.deepEqual((await stranger.ask(rawInspectionApi.list, {})).rows, [])
})

test('the list finds an inspection by its number, its lot and the herb’s pinyin, and by state', async () => {
  const { lotId, lotNo } = await receivedLot(as, { material: '党参' })
  const { requestNo } = await requested(lotId)
  const reader = await as('zhuguan')
  for (const q of [requestNo, lotNo, '党参', 'ds']) {
    const { rows } = await reader.ask(rawInspectionApi.list, { q })
    assert.ok(
      rows.some((row) => row.requestNo === requestNo),
      q,
    )
  }
  assert.deepEqual((await reader.ask(rawInspectionApi.list, { q: requestNo, state: 'approved' })).rows, [])
  await refused(reader.ask(rawInspectionApi.list, { sort: 'password' as never }), 'invalid_input', 'sort')
})

test('each step sends a message to those who hold the next duty, and to nobody else', async () => {
  const { lotId, lotNo } = await receivedLot(as, { material: '甘草' })
  await inspect(as, lotId, { side: 'raw' })
  const { rows } = await world.admin.query<{ user_name: string; title: string }>(
    `select user_name, title from notification join account using (enterprise_id) where account.id = account_id and title like '甘草 ' || $1 || ' %' and user_name not in ('admin', 'user') order by notification.id`,
    [lotNo],
  )
  const told = (part: string) =>
    rows
      .filter(({ title }) => title.includes(part))
      .map(({ user_name }) => user_name)
      .sort()
  assert.deepEqual(told('请验待受理'), ['zhuguan'])
  assert.deepEqual(told('待取样'), ['jianyan', 'quyang'])
  assert.deepEqual(told('待检验'), ['jianyan'])
  assert.deepEqual(told('待复核'), ['fuhe'])
  assert.deepEqual(told('报告待批准'), ['zhuguan'])
  assert.deepEqual(told('待放行决定'), ['qa', 'qa2'])
})
