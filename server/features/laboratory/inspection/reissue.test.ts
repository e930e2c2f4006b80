import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { only, present } from '#contract/kernel/certain.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { reportApi, type ReportHeading } from '#contract/laboratory/report.ts'
import { paperApi } from '#contract/office/paper.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { traceApi } from '#contract/tracing/trace.ts'
import { inspect, release, sampled, tested } from '#server/demo/inspection.ts'
import { packedLot } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import { producedBatch } from '#server/demo/production.ts'
import { receivedLot } from '#server/demo/purchase.ts'
import { takeFile } from '#server/test/file-hand.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

/** A raw lot with its approved report. */
async function reportedLot() {
  const { lotId } = await receivedLot(as)
  return { lotId, ...(await inspect(as, lotId, { side: 'raw' })) }
}
const readReport = async (id: string) => (await as('zhuguan')).ask(reportApi.read, { id })
const headingOf = async (id: string, change: Partial<ReportHeading> = {}): Promise<ReportHeading> => {
  const { supplier, spec, packageCount, remark } = (await readReport(id)).sheet
  return { supplier, spec, packageCount, remark, ...change }
}
type Given = { inspectionId: string; reportId: string; change?: Partial<ReportHeading>; second?: string; who?: string; reason?: string }
const reissue = async ({ inspectionId, reportId, change, second = 'qa', who = 'zhuguan', reason = '供货单位打错' }: Given) =>
  (await as(who)).ask(rawInspectionApi.reissue, {
    id: inspectionId,
    reportId,
    heading: await headingOf(reportId, change),
    reason,
    signature: signed(),
    second: secondPerson(second),
  })
const printed = async (id: string) => {
  const print = await (await as('admin')).ask(paperApi.print, { kind: 'report', id, reason: '' })
  return (await readPdf((await takeFile(world, 'admin', paperApi.file, { id: print.id })).content)).join('')
}

test('a report with a slip in its heading is issued anew by approver and quality assurance; the old one says by what it was replaced', async () => {
  const { inspectionId, reportId, reportNo } = await reportedLot()
  const change = { supplier: '岷县当归产销合作社', packageCount: 21, remark: '件数按复核后的清点' }
  const row = await reissue({ inspectionId, reportId, change })
  const newId = present(row.reportId)
  const [old, now] = [await readReport(reportId), await readReport(newId)]
  assert.equal(row.state, 'approved')
  assert.equal(row.reportNo, now.reportNo)
  assert.deepEqual([old.state, old.version, now.state, now.version, now.replaces], ['superseded', 1, 'approved', 2, reportNo])
  assert.deepEqual(await headingOf(newId), await headingOf(reportId, change))
  assert.deepEqual(now.sheet.items, old.sheet.items)
  assert.deepEqual([now.sheet.conclusion, now.sheet.basis, now.conforms], [old.sheet.conclusion, old.sheet.basis, old.conforms])
  assert.deepEqual(
    { ...present(old.replacedBy), at: '' },
    { reportNo: now.reportNo, version: 2, reason: '供货单位打错', approver: '吴主管', second: '郑质保', at: '' },
  )
  assert.deepEqual(
    now.signatures
      .filter(({ meaning }) => meaning.startsWith('换发'))
      .map(({ signerName, meaning, holds }) => [signerName, meaning, holds]),
    [
      ['吴主管', '换发批准', true],
      ['郑质保', '换发审核', true],
    ],
  )
  const paper = await printed(reportId)
  for (const words of ['已替代', now.reportNo, '供货单位打错', '吴主管', '郑质保', '不得再作为放行或销售的依据'])
    assert.ok(paper.includes(words), `${words} in ${paper}`)
  const newPaper = await printed(newId)
  assert.ok(newPaper.includes('岷县当归产销合作社') && newPaper.includes('件数按复核后的清点') && !newPaper.includes('已替代'), newPaper)
  assert.ok(newPaper.includes(`第2版，替代${reportNo}`) && newPaper.includes('供货单位打错'), newPaper)
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})

test('it is refused to whoever tested or reviewed, to one person alone, for nothing, and of a report that another one replaced', async () => {
  const { lotId } = await receivedLot(as)
  const { inspectionId } = await sampled(as, lotId, 'raw')
  const early = { id: inspectionId, reportId: inspectionId, heading: { supplier: '甲', spec: '', packageCount: 1, remark: '' } }
  await refused(
    (await as('zhuguan')).ask(rawInspectionApi.reissue, { ...early, reason: '打错', signature: signed(), second: secondPerson('qa') }),
    'wrong_state',
  )
  await tested(as, inspectionId, 'raw')
  await (await as('admin')).ask(rawInspectionApi.review, { id: inspectionId, signature: signed() })
  const reportId = present((await (await as('zhuguan')).ask(rawInspectionApi.approve, { id: inspectionId, signature: signed() })).reportId)
  const given = { inspectionId, reportId, change: { remark: '补记' } }
  await refused(reissue({ ...given, who: 'jianyan' }), 'no_permission')
  await refused(reissue({ ...given, who: 'admin' }), 'analyst_approves')
  await refused(reissue({ ...given, second: 'admin' }), 'analyst_approves', 'second.userName')
  await refused(reissue({ ...given, second: 'zhuguan' }), 'same_person')
  await refused(reissue({ ...given, second: 'fuhe' }), 'signer_lacks_duty')
  await refused(reissue({ ...given, change: {} }), 'report_unchanged')
  await refused(reissue({ ...given, reason: '  ' }), 'invalid_input', 'reason')
  await refused(reissue({ ...given, change: { packageCount: 0 } }), 'invalid_input', 'heading.packageCount')
  await refused(reissue({ ...given, change: { supplier: '' } }), 'report_unnamed', 'heading.supplier')
  assert.equal((await readReport(reportId)).state, 'approved')
  await reissue(given)
  await refused(reissue({ ...given, change: { remark: '又一次' } }), 'stale')
})

test('of two who issue the same report anew at once, one does', async () => {
  const { inspectionId, reportId } = await reportedLot()
  const answers = await Promise.allSettled([
    reissue({ inspectionId, reportId, change: { remark: '甲' } }),
    reissue({ inspectionId, reportId, change: { remark: '乙' }, who: 'admin' }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.equal(answers.find((answer) => answer.status === 'rejected')?.reason.code, 'stale')
  const { rows } = await world.admin.query(`select version, state from report where inspection_id = $1 order by 1`, [inspectionId])
  assert.deepEqual(rows, [
    { version: 1, state: 'superseded' },
    { version: 2, state: 'approved' },
  ])
})

test('a lot is released by the report that stands, and what was released reads it', async () => {
  const { lotId, inspectionId, reportId, reportNo } = await reportedLot()
  const second = present((await reissue({ inspectionId, reportId, change: { remark: '一' } })).reportId)
  await refused((await as('qa')).ask(releaseApi.file, { id: reportId }), 'report_superseded')
  await release(as, second)
  const third = present((await reissue({ inspectionId, reportId: second, change: { remark: '二' } })).reportId)
  const { release: row } = await (await as('qa')).ask(releaseApi.file, { id: third })
  assert.deepEqual([row.state, row.reportNo], ['released', (await readReport(third)).reportNo])
  const { events } = await (await as('qa')).ask(traceApi.timeline, { id: lotId })
  assert.deepEqual(
    events
      .filter(({ kind }) => kind === 'reported')
      .map(({ documentNo }) => documentNo)
      .toSorted(),
    [reportNo, (await readReport(second)).reportNo, row.reportNo],
  )
})

test('the database changes no value by it, and wants two persons and a reason', async () => {
  const { reportId } = await reportedLot()
  const qa = only((await world.admin.query<{ id: string }>(`select id from account where user_name = 'qa'`)).rows).id
  const copied = (sheet: string, secondBy: string, reason = `'打错'`) =>
    world.change(
      `insert into report (enterprise_id, report_no, inspection_id, lot_id, test_record_id, version, conforms, sheet, analyst_ids, reviewed_by, approved_by, replaces_id, reissue_reason, reissue_second_by)
        select enterprise_id, 'BG-x', inspection_id, lot_id, test_record_id, 2, conforms, ${sheet}, analyst_ids, reviewed_by, approved_by, id, ${reason}, ${secondBy}
        from report where id = $1`,
      [reportId],
    )
  await assert.rejects(copied(`jsonb_set(sheet, '{conclusion}', '"好"')`, `'${qa}'`), /only the heading/)
  await assert.rejects(copied(`jsonb_set(sheet, '{items,0,result}', '"1.0%"')`, `'${qa}'`), /only the heading/)
  await assert.rejects(copied(`sheet`, 'reviewed_by'), /reissued_by_two/)
  await assert.rejects(copied(`sheet`, 'analyst_ids[1]'), /reissued_by_two/)
  await assert.rejects(copied(`sheet`, 'approved_by'), /reissued_by_two/)
  await assert.rejects(copied(`sheet`, 'null'), /report_replaced_why/)
  await assert.rejects(copied(`sheet`, `'${qa}'`, 'null'), /report_replaced_why/)
})

test('the paper of a batch names what it was packed into, as of the day of the print; the signed sheet stays', async () => {
  const bulk = await producedBatch(as)
  const { reportId } = await inspect(as, bulk.lotId, { side: 'bulk' })
  const preview = async () =>
    (await readPdf((await takeFile(world, 'admin', paperApi.preview, { kind: 'report', id: reportId })).content)).join('')
  const before = await readReport(reportId)
  assert.ok(!(await preview()).includes('包装规格'))
  const { spec } = await packedLot(as, { batch: bulk })
  assert.ok((await preview()).includes(`包装规格${spec.name}（截至打印日已包装）`.replaceAll(' ', '')), await preview())
  assert.deepEqual(await readReport(reportId), before)
})
