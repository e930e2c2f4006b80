import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { correctionApi } from '#contract/cases/correction.ts'
import { only } from '#contract/kernel/certain.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { attachmentApi } from '#contract/office/attachment.ts'
import { paperApi, paperKinds, type PaperKind } from '#contract/office/paper.ts'
import { inspect, releasedLot, sampled } from '#server/demo/inspection.ts'
import { signed } from '#server/demo/person.ts'
import { draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { shippedSale } from '#server/demo/sale.ts'
import { handIn, takeFile } from '#server/test/file-hand.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'
import { verifyDatabase } from '#server/verify/verify.ts'

const world = await openWorld()
after(() => world.close())
const { as } = world

/** The pages of a print as another program reads them. */
const pagesOf = async (id: string, who = 'admin') => readPdf((await takeFile(world, who, paperApi.file, { id })).content)
const print = async (kind: PaperKind, id: string, reason = '', who = 'admin') => (await as(who)).ask(paperApi.print, { kind, id, reason })
const idOf = async (statement: string, ...values: unknown[]) => only((await world.admin.query<{ id: string }>(statement, values)).rows).id

/** A value that failed and was confirmed. */
async function failedResult() {
  const { lotId } = await receivedLot(as)
  await inspect(as, lotId, { side: 'raw', outcome: 'fail' })
  return idOf(`select id from oos_case where lot_id = $1`, lotId)
}

test('every document of a sale, from the order of the herb to the delivery note, prints what its record says', async () => {
  const { id: saleId, shipmentNo, pack } = await shippedSale(as)
  const packLot = await idOf(`select pack_lot.bulk_lot_id as id from pack_lot where id = $1`, pack.lotId)
  const raw = await idOf(`select from_lot_id as id from lot_edge where to_lot_id = $1 and role = 'main'`, packLot)
  const inspection = await idOf(`select id from inspection where lot_id = $1`, raw)
  const report = await idOf(`select id from report where lot_id = $1`, raw)
  const about: Record<PaperKind, { id: string; says: readonly string[] }> = {
    purchase_order: { id: await idOf(`select order_id as id from raw_lot where id = $1`, raw), says: ['采购单', '执行标准', '约定产地'] },
    receipt: {
      id: await idOf(`select receipt_id as id from raw_lot where id = $1`, raw),
      says: ['到货验收记录', '供应商批号', '电子签名'],
    },
    inspection_request: { id: inspection, says: ['请验单', '检验项目', '初检'] },
    sampling: { id: inspection, says: ['取样单', '取样件号', '复核样', '取样操作'] },
    sampling_seal: { id: inspection, says: ['已取样', '件号', '重新封口'] },
    sample_label: { id: inspection, says: ['检验样', '留样', '样品编号'] },
    // Of a lot that is due, and of one that failed.
    retest_notice: { id: raw, says: ['复验通知单', '现存数量', '请在复验期前请验'] },
    oos_report: { id: await failedResult(), says: ['超标调查报告', '实验室调查', '裁定', '确认不合格', 'OOS裁定'] },
    retention_record: {
      id: await idOf(
        `select s.id from sample s join sampling g on g.id = s.sampling_id where g.inspection_id = $1 and s.kind = 'retention'`,
        inspection,
      ),
      says: ['留样观察记录', '留样量', '接收'],
    },
    test_record: {
      id: inspection,
      says: ['检验原始记录', '测得值', '通则0832', '水量', '12.30', '水分Q', '第1版', '检验结果属实', '提交与复核'],
    },
    report: { id: report, says: ['检验报告书', '标准规定', '结论', '批准'] },
    raw_release: { id: report, says: ['物料放行单', '放行审核', '放行数量'] },
    bin_card: { id: raw, says: ['货位卡', '质量状态', '收发存'] },
    production_record: {
      id: await idOf(`select order_id as id from bulk_lot where id = $1`, packLot),
      says: ['批生产记录', '领料', '生产前检查', '物料平衡', '收率'],
    },
    packaging_record: {
      id: await idOf(`select packaging_order_id as id from pack_lot where id = $1`, pack.lotId),
      says: ['批包装记录', '装量检查', '包装复核'],
    },
    pack_release: { id: pack.lotId, says: ['成品放行单', '受权人', '标签平衡'] },
    delivery_note: { id: saleId, says: ['随货同行单', shipmentNo, '出库专用章', '药品通用名称'] },
  }
  await refused(print('retest_notice', raw), 'wrong_state')
  await world.change(`update lot set retest_on = today() + 20 where id = $1`, [raw])
  for (const kind of keysOf(paperKinds)) {
    const { id, says } = about[kind]
    const printed = await print(kind, id)
    const pages = await pagesOf(printed.id)
    const { documentNo, prints } = await (await as('admin')).ask(paperApi.read, { kind, id })
    assert.equal(pages.length, printed.pages, kind)
    assert.deepEqual(
      prints.map(({ printNo, printedBy, reason }) => [printNo, printedBy.name, reason]),
      [[1, printed.printedBy.name, '']],
    )
    pages.forEach((page, at) => {
      assert.ok(page.includes(`第${at + 1}页，共${pages.length}页`), `${kind}: ${page}`)
      assert.ok(page.includes(documentNo) && page.includes(`第1次打印打印人${printed.printedBy.name}`), `${kind}: ${page}`)
    })
    for (const words of says) assert.ok(pages.join('').includes(words.replaceAll(/\s/g, '')), `${words} in ${kind}`)
    assert.doesNotMatch(pages.join(''), /undefined|null|NaN|\uFFFD/, kind)
  }
  const client = await world.admin.connect()
  try {
    assert.deepEqual((await verifyDatabase(client)).findings, [])
  } finally {
    client.release()
  }
})

test('a print is kept to the byte; another one of the same record takes a reason, which stands on the paper', async () => {
  const { inspectionId } = await requested()
  const first = await print('inspection_request', inspectionId, '', 'cangku')
  const { content, headers } = await takeFile(world, 'cangku', paperApi.file, { id: first.id })
  assert.equal(createHash('sha256').update(content).digest('hex'), first.digest)
  assert.match(String(headers['content-type']), /pdf/)
  await refused(print('inspection_request', inspectionId, '  ', 'cangku'), 'reprint_reason', 'reason')
  const second = await print('inspection_request', inspectionId, '原件受潮', 'cangku')
  assert.equal(second.printNo, 2)
  assert.match((await pagesOf(second.id)).join(''), /第2次打印打印人.+原因：原件受潮/)
  // The first paper says what it said.
  assert.match((await pagesOf(first.id)).join(''), /第1次打印/)
  const { rows } = await world.admin.query(
    `select print_no, reason from paper_print where kind = 'inspection_request' and record_id = $1 order by 1`,
    [inspectionId],
  )
  assert.deepEqual(rows, [
    { print_no: 1, reason: '' },
    { print_no: 2, reason: '原件受潮' },
  ])
})

test('the database itself counts prints without a gap, wants the reason and forgets none', async () => {
  const { inspectionId } = await requested()
  await print('inspection_request', inspectionId)
  const copied = (no: number, reason: string) =>
    world.change(
      `insert into paper_print (enterprise_id, kind, record_id, document_no, print_no, marks, pages, digest, reason, printed_by, printed_at)
        select enterprise_id, kind, record_id, document_no, $2, marks, pages, digest, $3, printed_by, printed_at from paper_print where record_id = $1`,
      [inspectionId, no, reason],
    )
  await assert.rejects(copied(2, ''), /reprint_has_reason/)
  await assert.rejects(copied(3, '漏掉一次'), /stale/)
  await assert.rejects(world.change(`update paper_print set reason = '改'`), /evidence/)
  await assert.rejects(world.change(`delete from paper_print`), /evidence/)
})

test('two who print at once get two numbers: the second is asked for the reason', async () => {
  const { inspectionId } = await requested()
  const answers = await Promise.allSettled([
    print('inspection_request', inspectionId, '', 'cangku'),
    print('inspection_request', inspectionId, '', 'zhuguan'),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const no = answers.find((answer) => answer.status === 'rejected')
  assert.equal(no?.reason.code, 'reprint_reason')
})

test('a preview says that it is one, is no print, and is the same every time', async () => {
  const { inspectionId } = await requested()
  const of = { kind: 'inspection_request', id: inspectionId } as const
  const { content } = await takeFile(world, 'cangku', paperApi.preview, of)
  for (const page of await readPdf(content))
    assert.ok(page.includes('预览') && page.includes('未登记为打印') && !page.includes('次打印'), page)
  assert.ok((await takeFile(world, 'zhuguan', paperApi.preview, of)).content.equals(content))
  assert.deepEqual((await (await as('cangku')).ask(paperApi.read, of)).prints, [])
})

test('who may not read the record prints none of it, and what belongs to another enterprise is not there', async () => {
  const { inspectionId, orderId } = await requested()
  const printed = await print('inspection_request', inspectionId)
  for (const asked of [paperApi.read, paperApi.preview, paperApi.print])
    await refused(
      (await as('wuliu')).ask(asked, { kind: 'inspection_request', id: inspectionId, ...(asked === paperApi.print && { reason: '' }) }),
      'no_permission',
    )
  await refused((await as('wuliu')).ask(paperApi.file, { id: printed.id }), 'no_permission')
  // The storekeeper sees no prices, and the order names them.
  await refused(print('purchase_order', orderId, '', 'cangku2'), 'no_permission')
  const other = await as('other')
  await refused(other.ask(paperApi.print, { kind: 'inspection_request', id: inspectionId, reason: '' }), 'not_found')
  await refused(other.ask(paperApi.file, { id: printed.id }), 'not_found')
})

test('there is no paper of what has not happened', async () => {
  const { inspectionId } = await requested({ untilSampled: false })
  for (const kind of ['sampling', 'test_record', 'sampling_seal'] as const) await refused(print(kind, inspectionId), 'wrong_state')
})

test('a report that another one took the place of prints as superseded, on every page', async () => {
  const lot = await releasedLot(as)
  const before = await print('report', lot.reportId)
  const proposed = await (
    await as('qa')
  ).ask(correctionApi.receiptLine, { id: lot.lotId, changes: { village: '扎那村' }, reason: '产地村名录入错误', signature: signed() })
  await (await as('zhiliang')).ask(correctionApi.approve, { id: proposed.id, signature: signed() })
  const again = await print('report', lot.reportId, '客户索要旧版')
  const newer = await idOf(`select id from report where replaces_id = $1`, lot.reportId)
  const { documentNo } = await (await as('qa')).ask(paperApi.read, { kind: 'report', id: newer })
  for (const page of await pagesOf(again.id)) assert.ok(page.includes('已被替代'), page)
  assert.ok((await pagesOf(again.id)).join('').includes(`由${documentNo}取代`))
  assert.deepEqual([before.marks.includes('已被替代'), again.marks.includes('已被替代')], [false, true])
  const pages = (await pagesOf((await print('report', newer)).id)).join('')
  assert.ok(pages.includes(`替代${lot.reportNo}`) && !pages.includes('已被替代'), pages)
})

test('a sign that no font has is refused by name and nothing is kept of the print', async () => {
  const { id } = await draftOrder(as)
  await world.change(`update purchase_order set remark = '䗪虫、栝楼、𬭁' where id = $1`, [id])
  const printed = await print('purchase_order', id)
  assert.match((await pagesOf(printed.id)).join(''), /䗪虫、栝楼、𬭁/)
  await world.change(`update purchase_order set remark = '吉𠮷' where id = $1`, [id])
  const no = await refused(print('purchase_order', id, '备注已改'), 'glyph_missing')
  assert.match(no.message, /𠮷/)
  assert.equal((await (await as('admin')).ask(paperApi.read, { kind: 'purchase_order', id })).prints.length, 1)
})

test('a form has its number, version and retention; an old print keeps the version it was printed under', async () => {
  const keeper = await as('zhuguan')
  const set = { kind: 'inspection_request', formNo: 'QR-QC-001', retention: '有效期后一年', reason: '按本厂文件' } as const
  const { inspectionId } = await requested()
  const bare = await print('inspection_request', inspectionId)
  assert.doesNotMatch((await pagesOf(bare.id)).join(''), /表单编号|保存期限/)
  assert.equal((await keeper.ask(paperApi.setForm, { ...set, version: 0 })).version, 1)
  await refused(keeper.ask(paperApi.setForm, { ...set, version: 0 }), 'stale')
  await refused(keeper.ask(paperApi.setForm, { ...set, version: 1, reason: ' ' }), 'invalid_input', 'reason')
  await refused((await as('cangku')).ask(paperApi.setForm, { ...set, version: 1 }), 'no_permission')
  const first = await print('inspection_request', inspectionId, '换表单')
  assert.match((await pagesOf(first.id)).join(''), /表单编号：QR-QC-001第1版.*保存期限：有效期后一年/)
  await keeper.ask(paperApi.setForm, { ...set, version: 1, formNo: 'QR-QC-001A' })
  await print('inspection_request', inspectionId, '再换')
  const { prints } = await keeper.ask(paperApi.read, { kind: 'inspection_request', id: inspectionId })
  assert.deepEqual(
    prints.map(({ formNo, formVersion }) => [formNo, formVersion]),
    [
      ['', 0],
      ['QR-QC-001', 1],
      ['QR-QC-001A', 2],
    ],
  )
  assert.deepEqual(
    (await keeper.ask(paperApi.versions, { kind: 'inspection_request' })).map(({ version, formNo, reason }) => [version, formNo, reason]),
    [
      [2, 'QR-QC-001A', '按本厂文件'],
      [1, 'QR-QC-001', '按本厂文件'],
    ],
  )
  await assert.rejects(world.change(`update paper_form set form_no = 'x'`), /evidence/)
})

test('the logo is a picture that this person handed in, and stands over the documents', async () => {
  const keeper = await as('zhuguan')
  const picture = await sharp({ create: { width: 240, height: 80, channels: 3, background: '#17382c' } })
    .png()
    .toBuffer()
  const { digest } = await handIn(world, 'zhuguan', attachmentApi.upload, { name: '标志.png' }, picture)
  await refused(keeper.ask(paperApi.setLetterhead, { version: 0, digest: 'a'.repeat(64), reason: '启用' }), 'file_unknown')
  const text = await handIn(world, 'zhuguan', attachmentApi.upload, { name: '说明.txt' }, '不是图片')
  await refused(keeper.ask(paperApi.setLetterhead, { version: 0, digest: text.digest, reason: '启用' }), 'logo_type')
  const { inspectionId } = await requested()
  const bare = await print('inspection_request', inspectionId)
  const set = await keeper.ask(paperApi.setLetterhead, { version: 0, digest, reason: '启用' })
  assert.deepEqual([set.version, set.digest], [1, digest])
  const marked = await print('inspection_request', inspectionId, '加标志')
  const bytes = async (id: string) => (await takeFile(world, 'admin', paperApi.file, { id })).content
  assert.doesNotMatch((await bytes(bare.id)).toString('latin1'), /\/Subtype \/Image/)
  assert.match((await bytes(marked.id)).toString('latin1'), /\/Subtype \/Image/)
  assert.ok((await takeFile(world, 'zhuguan', paperApi.logo, {})).content.equals(picture))
  assert.equal((await keeper.ask(paperApi.setLetterhead, { version: 1, reason: '停用' })).digest, null)
})

/** A raw lot that was requested and, usually, sampled. */
async function requested({ untilSampled = true } = {}) {
  const { lotId } = await receivedLot(as)
  const orderId = await idOf(`select order_id as id from raw_lot where id = $1`, lotId)
  if (untilSampled) return { orderId, ...(await sampled(as, lotId, 'raw')) }
  const asker = await as('cangku')
  const { id } = await asker.ask(rawInspectionApi.request, {
    lotId,
    department: '仓库',
  })
  return { orderId, inspectionId: id }
}
