import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { correctionApi } from '#contract/cases/correction.ts'
import { ledgerApi } from '#contract/warehouse/ledger.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { present } from '#contract/kernel/certain.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import { only } from '#contract/kernel/certain.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { refusalCauses } from '#contract/supply/purchase.ts'
import { attachmentApi } from '#contract/office/attachment.ts'
import { paperApi, paperKinds, type PaperKind } from '#contract/office/paper.ts'
import { rightsReviewApi } from '#contract/people/rights-review.ts'
import { acceptedPieces, bag } from '#server/demo/pack-material.ts'
import { authorised } from '#server/demo/authorisation.ts'
import { carePlan, lookedAfter } from '#server/demo/care.ts'
import { boxesOf, filledBox, openedBox } from '#server/demo/box.ts'
import { climatePoint, climateRead } from '#server/demo/climate.ts'
import { approvedPlan } from '#server/demo/stability.ts'
import { counted, plannedCount, settledCount } from '#server/demo/stocktake.ts'
import { destroyed } from '#server/demo/disposal.ts'
import { confirmedSupplierReturn } from '#server/demo/supplier-return.ts'
import { inspect, rejectedLot, releasedLot, sampled } from '#server/demo/inspection.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { keptPacks, packCodes, releasedPack } from '#server/demo/packaging.ts'
import { secondPerson, signed } from '#server/demo/person.ts'
import {
  approvedIncident,
  classifiedIncident,
  closedIncident,
  measureOf,
  toldIncident,
  withLots,
  workedMeasure,
} from '#server/demo/incident.ts'
import { gaveBack, issuedProduction, supplemented } from '#server/demo/production.ts'
import { approvedOrder, deliveryNote, draftOrder, receivedLot } from '#server/demo/purchase.ts'
import { inspectedReturn } from '#server/demo/return.ts'
import { shippedSale } from '#server/demo/sale.ts'
import { handIn, takeFile } from '#server/test/file-hand.ts'
import { longRecord } from '#server/test/long-record.ts'
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
async function refilledBox(lotNo: string): Promise<string> {
  const box = present((await boxesOf(as, lotNo)).boxes[0])
  const loose = box.packs.slice(0, 2)
  await openedBox(as, box.code, loose)
  return (await filledBox(as, { box: box.code, packs: loose })).id
}

async function failedResult() {
  const { lotId } = await receivedLot(as)
  await inspect(as, lotId, { side: 'raw', outcome: 'fail' })
  return idOf(`select id from oos_case where lot_id = $1`, lotId)
}

/** A receipt of which everything was turned away at the door. */
async function refusedReceipt() {
  const { id } = await approvedOrder(as)
  const { lots, ...note } = await deliveryNote(as, id)
  const { receiptId } = await (
    await as('cangku')
  ).ask(purchaseApi.receive, {
    ...note,
    lots: [],
    refused: [
      {
        ...{ purchaseLineId: only(lots).purchaseLineId, nameOnNote: '当归', supplierLotNo: 'X-1', packageCount: 2, quantity: '50' },
        ...{ cause: keysOf(refusalCauses)[0]!, reason: '霉变，整车退回' },
      },
    ],
  })
  return receiptId
}

/** An order for which more was weighed out, and some went back. */
/** A point where it was too hot once. */
async function hotPoint() {
  const point = await climatePoint(as, { number: 'WS-P1' })
  await climateRead(as, point, '24', '60')
  return point
}

/** A lot that was found mouldy. */
async function mouldyLot() {
  await carePlan(as)
  return lookedAfter(as, (await receivedLot(as)).lotId, { findings: ['mould'], measures: ['sun'], note: '表层见白点' })
}

async function moreAndLess() {
  const lot = await releasedLot(as, { quantity: '60' })
  const { id } = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '40', reason: '按计划' }] })
  await supplemented(as, id, { lotNo: lot.lotNo, net: '2' })
  await gaveBack(as, id, { lotNo: lot.lotNo, net: '1' })
  return id
}

/** A recall of a lot that is going on. */
async function recalled(lotId: string) {
  const { id, rowVersion, caseNo } = await (
    await as('qa')
  ).ask(recallApi.create, {
    kind: 'real',
    recallClass: 'III',
    scope: { node: 'lot', ids: [lotId] },
    reason: '标签贮藏条件印错',
    advice: '请立即停止使用',
  })
  await (await as('zhiliang')).ask(recallApi.start, { id, rowVersion, signature: signed() })
  return { id, caseNo }
}

/** A deviation with a lot and a measure that came to its end, and a complaint that waits. */
async function qualityCases() {
  const told = { area: 'production' as const, description: '记录在案', foundAt: new Date().toISOString() }
  const today = dayInShanghai(new Date())
  const { id: deviation } = await toldIncident(as, 'shengchan', { kind: 'deviation', subject: '干燥温度超出范围', ...told })
  await classifiedIncident(as, deviation, { level: 'major', dueOn: today })
  await withLots(as, deviation, [(await releasedLot(as)).lotNo])
  const measureId = await measureOf(as, deviation, { action: '培训复核步骤', owner: 'baozhuang', dueOn: today })
  const cause = { whys: ['探头松动'], factors: {}, factor: 'equipment' as const, root: '没有复核' }
  await approvedIncident(as, deviation, { immediateAction: '停机', cause })
  await workedMeasure(as, { id: deviation, measureId }, 'baozhuang', '培训记录', '考核通过')
  await closedIncident(as, deviation, '措施有效')
  const { id: complaint } = await toldIncident(as, 'xiaoshou', {
    ...told,
    kind: 'complaint',
    area: 'customer',
    subject: '碎末',
    complainant: '某药房',
  })
  return { deviation, complaint }
}

test('every document of a sale, from the order of the herb to the delivery note, prints what its record says', async () => {
  const { id: saleId, shipmentNo, pack } = await shippedSale(as)
  const packLot = await idOf(`select pack_lot.bulk_lot_id as id from pack_lot where id = $1`, pack.lotId)
  const raw = await idOf(`select from_lot_id as id from lot_edge where to_lot_id = $1 and role = 'main'`, packLot)
  const inspection = await idOf(`select id from inspection where lot_id = $1`, raw)
  const report = await idOf(`select id from report where lot_id = $1`, raw)
  const back = await inspectedReturn(as, { packs: 3, pack })
  const kept = await releasedPack(as)
  const cases = await qualityCases()
  const recall = await recalled(pack.lotId)
  const waits = await receivedLot(as, { material: '丹参' })
  const planned = await plannedCount(as, { scope: 'herb', subject: '丹参' })
  const keeper = await as('cangku')
  for (const { lotId, placeId } of planned.lines) {
    const { places } = await keeper.ask(stockApi.raw.stock, { id: lotId })
    await counted(
      as,
      planned,
      { lotId, placeId },
      { quantity: present(places.find(({ id }) => id === placeId)).quantity.replace(/0$/, '') },
    )
  }
  const { count } = await settledCount(as, planned)
  const { disposal } = await destroyed(as, { lotId: (await rejectedLot(as, { material: '红花' })).lotId })
  const toSupplier = await confirmedSupplierReturn(as, { lotId: (await rejectedLot(as, { material: '丹参' })).lotId })
  const charged = await moreAndLess()
  const allowed = await authorised(as, 'cangku2', 'weighing')
  const looked = await approvedPlan(as, await idOf(`select product_id as id from lot where id = $1`, kept.lotId))
  const month = dayInShanghai(new Date(Date.now() - 40 * 86_400_000)).slice(0, 7)
  const ledger = await keeper.ask(ledgerApi.sign, {
    ...{ month, goodsClass: 'raw', signature: signed(), checker: secondPerson('cangku2') },
  })
  const about: Record<PaperKind, { id: string; says: readonly string[] }> = {
    purchase_order: { id: await idOf(`select order_id as id from raw_lot where id = $1`, raw), says: ['采购单', '执行标准', '约定产地'] },
    receipt: {
      id: await idOf(`select receipt_id as id from raw_lot where id = $1`, raw),
      says: ['到货验收记录', '供应商批号', '电子签名'],
    },
    refusal_note: { id: await refusedReceipt(), says: ['拒收通知单', '未入库', '供应商或承运人签收', '霉变'] },
    inspection_request: { id: inspection, says: ['请验单', '检验项目', '初检'] },
    sampling: { id: inspection, says: ['取样单', '取样件号', '复核样', '取样操作'] },
    sampling_seal: { id: inspection, says: ['已取样', '件号', '重新封口'] },
    sample_label: { id: inspection, says: ['检验样', '留样', '样品编号'] },
    // Of a lot that is due, and of one that failed.
    retest_notice: { id: raw, says: ['复验通知单', '现存数量', '请在复验期前请验'] },
    oos_report: {
      id: await failedResult(),
      says: ['超标调查报告', '编号：OOS', '第1份：水量V', '实验室调查', '裁定', '确认不合格', 'OOS裁定'],
    },
    pack_retention: {
      id: (await keptPacks(as, { lotId: kept.lotId, codes: await packCodes(as, kept.lotNo, 1) })).sample.id,
      says: ['成品留样单', '保质期至', '留样，不得销售', '成品留样'],
    },
    box_change: { id: await refilledBox(kept.lotNo), says: ['补装记录', '变更后箱内', '装入的标签序号', '装箱复核'] },
    retention_record: {
      id: await idOf(
        `select s.id from sample s join sampling g on g.id = s.sampling_id where g.inspection_id = $1 and s.kind = 'retention'`,
        inspection,
      ),
      says: ['留样观察记录', '留样量', '接收'],
    },
    stability_record: { id: looked.plan.id, says: ['稳定性考察记录', '考察项目', '还没有报告', '批准稳定性考察方案'] },
    test_record: {
      id: inspection,
      says: ['检验原始记录', '测得值', '通则0832', '水量', '12.30', '水分Q', '第1版', '检验结果属实', '提交与复核'],
    },
    report: { id: report, says: ['检验报告书', '标准规定', '结论', '批准'] },
    report_copy: { id: report, says: ['客户副本', '与原件一致', 'QA（盖章）', '标准规定'] },
    // The other lot is used up, and nothing is left to put a label on.
    material_pass: { id: (await releasedLot(as)).reportId, says: ['物料合格证', '合格', '件号', '放行单号', '复验期'] },
    package_label: { id: waits.lotId, says: ['物料状态标签', '待验', '件号', '质量状态', waits.lotNo] },
    raw_release: { id: report, says: ['物料放行单', '放行审核', '放行数量'] },
    pack_acceptance: {
      id: await idOf(`select id from pack_acceptance where lot_id = $1`, (await acceptedPieces(as, { material: bag })).lotId),
      says: ['包材验收检验单', '检查数量', '外观', '符合规定', '包材检验'],
    },
    bin_card: { id: raw, says: ['货位卡', '质量状态', '收发存'] },
    supplement_issue: {
      id: await idOf(`select id from production_issue where order_id = $1 and is_supplement`, charged),
      says: ['补领单', '运送途中洒落', '批准补领', '发料'],
    },
    production_return: {
      id: await idOf(`select id from production_return where order_id = $1`, charged),
      says: ['退料单', '余料退回', '核对收回', '合计退回'],
    },
    training_record: { id: allowed.training.id, says: ['培训记录', '考核结果', '合格', '受训人'] },
    authorisation: { id: allowed.id, says: ['上岗授权书', '被授权人', '称量发料', '批准'] },
    care_record: { id: (await mouldyLot()).id, says: ['养护记录', '霉变', '晾晒', '表层见白点', '质量事件', '电子签名'] },
    rights_review: {
      id: (await (await as('admin')).ask(rightsReviewApi.begin, { occasion: '季度复核' })).id,
      says: ['权限复核记录', '复核中', '未决定', '最近使用'],
    },
    climate_record: { id: (await hotPoint()).id, says: ['温湿度记录', '限度（企业自定）', '≤ 20 ℃，35–75 %RH', '无记录', '质量事件'] },
    clearance: {
      id: await idOf(
        `select c.clearance_id as id from asset_use c where c.production_order_id = (select order_id from bulk_lot where id = $1) and c.clearance_id is not null limit 1`,
        packLot,
      ),
      says: ['清场合格证', '清场检查', '地面、台面、地漏已清洁'],
    },
    production_record: {
      id: await idOf(`select order_id as id from bulk_lot where id = $1`, packLot),
      says: ['批生产记录', '领料', '生产前检查', '物料平衡', '收率'],
    },
    packaging_record: {
      id: await idOf(`select packaging_order_id as id from pack_lot where id = $1`, pack.lotId),
      says: ['批包装记录', '装量检查', '包装复核'],
    },
    pack_release: { id: pack.lotId, says: ['成品放行单', '受权人', '标签平衡'] },
    deviation_record: { id: cases.deviation, says: ['偏差处理单', '五个为什么', '涉及批次', '可继续使用', '关闭'] },
    complaint_record: { id: cases.complaint, says: ['投诉处理记录', '某药房', '未答复'] },
    measure_sheet: { id: cases.deviation, says: ['CAPA表', '培训复核步骤', '确认有效'] },
    recall_notice: {
      id: await idOf(`select id from recall_customer where case_id = $1`, recall.id),
      says: ['召回通知书', recall.caseNo, '请立即停止使用', '回执'],
    },
    recall_report: { id: recall.id, says: ['召回报告', recall.caseNo, '三级召回', '启动召回', '待回复'] },
    disposal: { id: disposal.id, says: ['不合格品处理单', disposal.disposalNo, '焚烧', '批准处置'] },
    destruction_record: { id: disposal.id, says: ['销毁记录', '绿源环保处置有限公司', '销毁见证', '实称'] },
    discrepancy: {
      id: await idOf(`select id from receipt_discrepancy where refused > 0 limit 1`),
      says: ['到货差异通知单', '拒收', '未入库', '供应商或承运人签章'],
    },
    supplier_return: {
      id: toSupplier.row.id,
      says: ['退货单（退供应商）', toSupplier.row.returnNo, '供应商签收', '退货称重复核', '马建国'],
    },
    stock_ledger: { id: ledger.id, says: ['月度台账', '期初', '结存', '合计'] },
    count_sheet: { id: count.id, says: ['盘点表', count.countNo, '账面', '确认盘点差异'] },
    return_note: { id: back.id, says: ['退货单', back.returnNo, '药房备货过多', '退货单位签字'] },
    return_inspection: { id: back.id, says: ['退货验收记录', '隔位', '退货检验', '待处理'] },
    delivery_note: { id: saleId, says: ['随货同行单', shipmentNo, '出库专用章', '药品通用名称'] },
  }
  await refused(print('retest_notice', raw), 'wrong_state')
  // What is released carries the pass instead, and what is used up carries nothing.
  const passed = await releasedLot(as)
  await refused(print('package_label', passed.lotId), 'wrong_state')
  await (await as('qa')).ask(stockApi.raw.freeze, { id: passed.lotId, kind: 'freeze', reason: '受潮' })
  await refused(print('material_pass', passed.reportId), 'wrong_state')
  await refused(print('package_label', raw), 'wrong_state')
  await refused(print('package_label', packLot), 'not_found')
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
  for (const page of await pagesOf(again.id)) assert.ok(page.includes('已替代'), page)
  assert.ok((await pagesOf(again.id)).join('').includes(`由${documentNo}（第2版）替代`))
  assert.deepEqual([before.marks.includes('已替代'), again.marks.includes('已替代')], [false, true])
  const pages = (await pagesOf((await print('report', newer)).id)).join('')
  assert.ok(pages.includes(`替代${lot.reportNo}`) && !pages.includes('已替代'), pages)
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

test('photographs beside a record are drawn at its end with captions, and what is no picture is named', async () => {
  const { inspectionId } = await requested()
  const picture = (background: string, width = 1600, height = 1200) =>
    sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const add = async (name: string, bytes: Buffer | string, kind: '图谱' | '其他') => {
    const { digest } = await handIn(world, 'jianyan', attachmentApi.upload, { name }, bytes)
    const { id } = await (await as('jianyan')).ask(attachmentApi.add, { of: 'inspection', id: inspectionId, name, kind, digest })
    return id
  }
  for (let at = 1; at <= 7; at++) await add(`薄层色谱${at}.jpg`, await picture(`rgb(${at * 30}, 90, 60)`), '图谱')
  await add('天平打印条.txt', '12.30 g', '其他')
  const voided = await add('重复.jpg', await picture('#999999', 40, 30), '图谱')
  await (await as('jianyan')).ask(attachmentApi.void, { id: voided, reason: '传重了' })
  const { id, pages } = await print('test_record', inspectionId)
  const { content } = await takeFile(world, 'admin', paperApi.file, { id })
  const read = await readPdf(content)
  const all = read.join('')
  for (const words of ['附件1图谱薄层色谱1.jpg', '附件7图谱薄层色谱7.jpg', '天平打印条.txt', '文本，见原文件', '已作废：传重了'])
    assert.ok(all.includes(words), `${words} in ${all}`)
  assert.ok(!all.includes('附件9图谱重复.jpg'))
  assert.equal(content.toString('latin1').match(/\/Subtype \/Image/g)?.length, 7)
  const onPages = read.map((page) => page.match(/附件\d图谱薄层色谱/g)?.length ?? 0).filter((count) => count > 0)
  assert.ok(onPages.length >= 2 && onPages.every((count) => count <= 6), String(onPages))
  assert.equal(read.length, pages)
  assert.ok(content.length < 500_000, 'they are scaled for paper')
  const again = (await takeFile(world, 'admin', paperApi.preview, { kind: 'test_record', id: inspectionId })).content
  assert.ok(again.equals((await takeFile(world, 'admin', paperApi.preview, { kind: 'test_record', id: inspectionId })).content))
})

test('a test record of more than hundred pages is set aside from the server’s work, says how far it is, and two at once get their numbers', async () => {
  const { inspectionId: id } = await longRecord(as)
  const record = { kind: 'test_record', id } as const
  const seen: number[] = []
  const [began, cpu] = [Date.now(), process.cpuUsage()]
  const printing = print('test_record', id)
  const over = printing.then(() => 'over')
  const colleague = await as('fuhe')
  let longest = 0
  do {
    const asked = Date.now()
    for (const { what, pages } of await (await as('admin')).ask(paperApi.progress, record)) if (what === 'print') seen.push(pages)
    longest = Math.max(longest, Date.now() - asked)
    assert.deepEqual(await colleague.ask(paperApi.progress, record), [], 'another person’s work is not theirs')
  } while ((await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 20))])) !== 'over')
  const { pages } = await printing
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `${pages} pages in ${Date.now() - began} ms, ${Math.round((user + system) / 1000)} ms of processor time; whoever asked meanwhile waited ${longest} ms at most`,
  )
  assert.ok(pages > 100, String(pages))
  assert.ok(
    seen.some((count) => count > 0 && count < pages),
    String(seen),
  )
  assert.deepEqual(await (await as('admin')).ask(paperApi.progress, record), [])
  const read = await pagesOf((await print('test_record', id, '另存一份')).id)
  assert.equal(read.length, pages)
  for (const words of ['199.', '部位199灰分', `第${pages}页，共${pages}页`, '第2次打印', '另存一份'])
    assert.ok(
      read.some((page) => page.includes(words)),
      words,
    )
  const both = await Promise.all([print('test_record', id, '甲要'), print('test_record', id, '乙要', 'zhuguan')])
  assert.deepEqual(both.map(({ printNo }) => printNo).toSorted(), [3, 4])
})

test('a document that cannot be set says so to whoever comes back, and the next try takes its place', async () => {
  const { id } = await draftOrder(as)
  await world.change(`update purchase_order set remark = '吉𠮷' where id = $1`, [id])
  await refused(print('purchase_order', id), 'glyph_missing')
  const of = { kind: 'purchase_order', id } as const
  const left = async () => (await (await as('admin')).ask(paperApi.progress, of)).map(({ what, failed }) => [what, failed])
  assert.deepEqual(await left(), [['print', 'glyph_missing']])
  await world.change(`update purchase_order set remark = '' where id = $1`, [id])
  assert.equal((await print('purchase_order', id)).printNo, 1)
  assert.deepEqual(await left(), [])
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
