import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { changeApi } from '#contract/cases/change-api.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { trainingApi } from '#contract/people/training.ts'
import { careApi } from '#contract/warehouse/care.ts'
import { stocktakeApi } from '#contract/warehouse/stocktake.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import { recallReportApi } from '#contract/cases/recall-report.ts'
import { correctionApi } from '#contract/cases/correction.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { materialApi } from '#contract/making/material.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { meansApi } from '#contract/laboratory/means.ts'
import { accountApi } from '#contract/people/account.ts'
import { attachmentApi } from '#contract/office/attachment.ts'
import { paperApi } from '#contract/office/paper.ts'
import { historyApi } from '#contract/office/history.ts'
import { numberingApi } from '#contract/office/numbering.ts'
import { dictionarySheet } from '#contract/office/import-sheets.ts'
import { importOf } from '#contract/office/import.ts'
import { workApi } from '#contract/office/work.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { purchaseRuleApi } from '#contract/supply/purchase-rule.ts'
import { present } from '#contract/kernel/certain.ts'
import { claimApi } from '#contract/selling/return-api.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { secondFactorApi } from '#contract/people/second-factor.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { userApi } from '#contract/people/user.ts'
import { tokenApi } from '#contract/people/token.ts'
import { tellExpiring } from '#server/features/supply/licence/tell-expiring.ts'
import { approvedPlan, putOn } from '#server/demo/stability.ts'
import { counted, plannedCount, signedMonths } from '#server/demo/stocktake.ts'
import { destroyed, photographed, proposedDisposal } from '#server/demo/disposal.ts'
import { climatePoint, climateRead, voidedReading } from '#server/demo/climate.ts'
import { boxesOf, filledBox, openedBox } from '#server/demo/box.ts'
import { carePlan, lookedAfter } from '#server/demo/care.ts'
import { processYielding, productBeside } from '#server/demo/co-product.ts'
import { packedWithMaterials } from '#server/demo/pack-material.ts'
import { repackedLot } from '#server/demo/repack.ts'
import { reviewedRights } from '#server/demo/rights-review.ts'
import { brokenMachine } from '#server/demo/asset.ts'
import { confirmedSupplierReturn } from '#server/demo/supplier-return.ts'
import { liftedLock, placedLock } from '#server/demo/authority-lock.ts'
import { unlockedPack } from '#server/demo/code-lock.ts'
import { findingFor } from '#server/demo/finding.ts'
import { rejectedLot, releasedLot, sampled } from '#server/demo/inspection.ts'
import { furnishLaboratory, spareOvenStopped } from '#server/demo/laboratory-means.ts'
import { classifiedIncident, measureOf, toldIncident, withLots } from '#server/demo/incident.ts'
import { keptPacks, labelledPackaging, packCodes, packedLot, releasedPack } from '#server/demo/packaging.ts'
import { demoPassword, secondPerson, signed, withQualityHead } from '#server/demo/person.ts'
import {
  begunStep,
  doneStep,
  finishedProduction,
  gaveBack,
  handedOver,
  issuedProduction,
  pausedProduction,
  steppedProduction,
  supplemented,
  terminatedProduction,
} from '#server/demo/production.ts'
import { approvedOrder, deliveryNote, receivedLot } from '#server/demo/purchase.ts'
import { withdrawnRelease } from '#server/demo/withdrawal.ts'
import { partlyDelivered, restockedReturn } from '#server/demo/return.ts'
import { codesOf, deliveredSale } from '#server/demo/sale.ts'
import { workbookOf } from '#tools/sheets.ts'
import { auditedTables } from '#server/verify/tables.ts'
import { verifyRows } from '#server/verify/verify-rows.ts'
import { verifiedParts, verifyDatabase, type VerifiedPart } from '#server/verify/verify.ts'
import { handIn } from './file-hand.ts'
import { askAuthorisations, authorised } from '#server/demo/authorisation.ts'
import { proposedDeputy } from '#server/demo/deputy.ts'
import { joiningForm } from './registration-forms.ts'
import { changeOf, columnsOf, throughItsTransaction } from './tampering.ts'
import { agreeToAll } from './second-administrator.ts'
import { customersStandardOf, standardInForce } from '#server/demo/standard.ts'
import { openWorld, type World } from './world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const verify = async () => {
  const client = await world.admin.connect()
  try {
    return await verifyDatabase(client)
  } finally {
    client.release()
  }
}

/** What the verifier says, of the whole or of a part. */
type Look = (client: pg.ClientBase) => Promise<string[]>

const lookAt =
  (...parts: readonly VerifiedPart[]): Look =>
  async (client) =>
    (await verifyDatabase(throughItsTransaction(client), parts)).findings.map((finding) => finding.what)

/** What the verifier says after a superuser did these things, with triggers switched off; then they are undone. */
type Tamper = (statements: readonly string[], look?: Look) => Promise<string[]>

/** Lends a transaction for tampering; `prepare` is done in it first. */
async function behindTheBack<Result>(
  prepare: readonly string[],
  work: (tamper: Tamper, client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await world.admin.connect()
  try {
    await client.query(`begin`)
    await client.query(`set local session_replication_role = replica`)
    await client.query(`set local timezone = 'UTC'`)
    for (const statement of prepare) await client.query(statement)
    return await work(async (statements, look = lookAt(...verifiedParts)) => {
      await client.query(`savepoint untouched`)
      for (const statement of statements) {
        const changed = await client.query(statement)
        assert.ok(changed.rowCount! > 0, statement)
      }
      const findings = await look(client)
      await client.query(`rollback to savepoint untouched`)
      return findings
    }, client)
  } finally {
    await client.query(`rollback`)
    client.release()
  }
}

test('audit, signatures, stock entries and events refuse to be changed or removed, even by the owner of the database', async () => {
  const { rows } = await world.admin.query<{
    name: string
    column: string
  }>(`select tgrelid::regclass::text as name, attname as column from pg_trigger
    join lateral (select attname from pg_attribute where attrelid = tgrelid and attnum > 0 and attidentity = '' order by attnum limit 1) first on true
    where tgfoid = 'keep_forever'::regproc and tgtype & 56 = 56 order by 1`)
  const names = rows.map((row) => row.name)
  for (const needed of ['audit', 'audit_link', 'signature', 'stock_entry', 'trace_event', 'security_log', 'witness', 'log_seal'])
    assert.ok(names.includes(needed), needed)
  for (const { name, column } of rows) {
    await assert.rejects(world.admin.query(`delete from ${name}`), { code: 'BC002' }, `delete ${name}`)
    await assert.rejects(world.admin.query(`truncate ${name} cascade`), { code: 'BC002' }, `truncate ${name}`)
    await assert.rejects(world.admin.query(`update ${name} set ${column} = ${column}`), { code: 'BC002' }, `update ${name}`)
    const may = await world.admin.query<{ update: boolean; delete: boolean; truncate: boolean }>(
      `select has_table_privilege('bencao_app', $1, 'update') as update, has_table_privilege('bencao_app', $1, 'delete') as delete, has_table_privilege('bencao_app', $1, 'truncate') as truncate`,
      [name],
    )
    assert.deepEqual(may.rows[0], { update: false, delete: false, truncate: false }, name)
  }
})

test('a change without an actor fails', async () => {
  const client = await world.pool.connect()
  const { rows } = await world.admin.query<{ id: string }>(`select id from enterprise where is_operating`)
  try {
    await client.query('begin')
    await client.query(`select set_config('app.enterprise', $1, true)`, [rows[0]!.id])
    await assert.rejects(client.query(`insert into role (enterprise_id, name) values ($1, '无名氏')`, [rows[0]!.id]), /actor/)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('every change tells who, when, in which request, before and after; a password never', async () => {
  const admin = await world.as('admin')
  const session = await admin.ask(accountApi.saveProfile, { name: '陈管理员', phone: '0932-1' })
  const { rows } = await world.admin.query<{ actor: string; change: { name: string }; request: string }>(
    `select actor, change, request from audit_entry where table_name = 'account' order by id desc limit 1`,
  )
  assert.equal(rows[0]!.actor, session.user.id)
  assert.deepEqual(Object.keys(rows[0]!.change).sort(), ['initials', 'name', 'phone', 'row_version'], 'what became other, and nothing else')
  assert.match(rows[0]!.request, /^[0-9a-f-]{36}$/)
  const { entries } = await admin.ask(historyApi.read, { table: 'account', id: session.user.id })
  assert.deepEqual(
    entries.at(-1)!.changes.find(({ field }) => field === 'name'),
    { field: 'name', before: '陈管理', after: '陈管理员' },
  )
  const secrets = await world.admin.query(`select from audit where before like '%argon2%' or after like '%argon2%'`)
  assert.equal(secrets.rowCount, 0)
})

test('after honest work the verifier finds nothing', async () => {
  const { findings, checked } = await verify()
  assert.deepEqual(findings, [])
  assert.ok(checked.links > 0 && checked.entries > 100 && checked.rows > 100)
})

test('the chain has no fork and no gap under sixteen writers', async () => {
  const people = await Promise.all(
    ['admin', 'caigou', 'qa', 'zhuguan', 'fuhe', 'shouquan', 'xiaoshou', 'wuliu'].map((name) => world.as(name)),
  )
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let turn = 0; turn < 8; turn++)
        await people[writer % people.length]!.ask(accountApi.saveProfile, { name: `写${writer}轮${turn}` })
    }),
  )
  assert.deepEqual((await verify()).findings, [])
})

test('every change behind the program’s back is found', async () => {
  const last = `(select max(id) from audit)`
  const chain: [string, RegExp][] = [
    [`update audit set after = after || ' ' where id = ${last}`, /审计记录 \d+ 被改动过/],
    [`update audit set actor = 'somebody' where id = ${last}`, /审计记录 \d+ 被改动过/],
    [`update audit set version = 1 where id = ${last}`, /审计记录 \d+ 被改动过/],
    [`update audit_link set actor = 'somebody' where seq = 1`, /审计链第 1 环与它的记录不符/],
    [`update audit_link set at = at + interval '1 second' where seq = 1`, /审计链第 1 环与它的记录不符/],
    [`delete from audit where id = ${last}`, /不符/],
    [`delete from audit_link l where seq = (select max(seq) from audit_link k where k.enterprise_id = l.enterprise_id)`, /末端|不在链上/],
    [`delete from audit_link where seq = 1`, /断开/],
    [
      `with gone as (delete from audit_link where (enterprise_id, seq) in (select enterprise_id, max(seq) from audit_link group by 1) returning xid, enterprise_id)
      delete from audit where (enterprise_id, xid) in (select enterprise_id, xid from gone)`,
      /末端/,
    ],
  ]
  const rows: [string, RegExp][] = [
    [`update account set phone = '000' where user_name = 'qa'`, /account .*被改动/],
    [
      `update role_right set right_code = '13:decide' where right_code = '11:create' and role_id = (select id from role where name = '采购员' limit 1)`,
      /role_right .*被(删除|加入)/,
    ],
    [`delete from account_role where account_id = (select id from account where user_name = 'qa')`, /account_role .*被删除/],
    [`insert into role (enterprise_id, name) select id, '后门' from enterprise where is_operating`, /role .*被加入/],
    [`update material set retest_months = 99 where name = '当归'`, /material .*被改动/],
    [`update standard_item set high = '99.0' where high is not null`, /standard_item .*被改动/],
    [`update enterprise set name = '改名公司'`, /enterprise .*被改动/],
  ]
  await behindTheBack([], async (tamper) => {
    for (const [part, cases] of Object.entries({ chain, rows }))
      for (const [statement, expected] of cases) {
        const findings = await tamper([statement], lookAt(part as VerifiedPart))
        assert.ok(
          findings.some((what) => expected.test(what)),
          `${statement} → ${findings.join('；') || 'nothing found'}`,
        )
      }
  })
})

test('an honest change after one behind the program’s back does not wash it', async () => {
  const one = `code = (select min(code) from supplier) and enterprise_id = (select id from enterprise where is_operating)`
  await behindTheBack([], async (tamper) => {
    const found = await tamper(
      [
        `update supplier set phone = '000' where ${one}`,
        `select set_config('session_replication_role', 'origin', true), set_config('app.actor', 'test', true), set_config('app.enterprise', id::text, true) from enterprise where is_operating`,
        `update supplier set remark = '照常联系' where ${one}`,
        `select seal_audit()`,
      ],
      lookAt('chain', 'rows'),
    )
    assert.equal(found.length, 1, found.join())
    assert.match(found[0]!, /supplier .*被改动/)
  })
})

/** An analyst, whose password and role another administrator agreed to. */
async function newColleague() {
  const admin = await world.as('admin')
  const role = (await admin.ask(userApi.roleChoices, {})).find(({ name }) => name === '检验员')!
  await admin.ask(userApi.create, { userName: 'xinlai', name: '新来', roleIds: [role.id] })
  await agreeToAll(await world.as('user'))
}

/** One lot's whole life and what goes wrong beside it, so that every table has rows to be changed. */
async function wholeFactory() {
  const { as } = world
  await tellExpiring(world.pool)
  const [qa, clerk, packer] = [await as('qa'), await as('cangku'), await as('baozhuang')]
  await (
    await as('admin')
  ).ask(tokenApi.create, { name: 'ERP', rights: ['11'], validUntil: addDays(dayInShanghai(new Date()), 30), password: demoPassword })
  await (await as('admin')).ask(secondFactorApi.saveRule, { secondFactorRequired: false, rowVersion: 0, reason: '暂不要求' })
  await newColleague()
  await authorised(as, 'quyang', 'sampling')
  await proposedDeputy(as, 'zhuguan', 'fuhe', ['12:approve'])
  await askAuthorisations(as, addDays(dayInShanghai(new Date()), 30))
  await usedMeans()
  await standardInForce(as, customersStandardOf('当归', { water: '13.0', ash: '6.0' }))
  const pack = await releasedPack(as, { packs: 20, spare: 3 })
  await packer.ask(qrApi.print, { id: pack.packRangeId, first: 1, last: 2, origin: 'https://trace.example.cn' })
  await world.admin.query(
    `select count_scans(array_agg(enterprise_id), array_agg(id), array_agg(first_index), array['\\x01'::bytea], array[now()]) from code_range where id = $1`,
    [pack.packRangeId],
  )
  await restockedReturn(as, { sale: await deliveredSale(as, { pack, packs: 5 }), packs: 2 })
  const { claim } = await partlyDelivered(as, { pack, packs: 4, refused: 1, missing: 2 })
  const { id: claimId, rowVersion } = present(claim)
  await (await as('wuliu')).ask(claimApi.settle, { id: claimId, rowVersion, outcome: 'delivered', packs: 1, note: '次日补送' })
  await liftedLock(as, await placedLock(as, '白芍'))
  await unlockedPack(as, present((await packCodes(as, pack.lotNo, 23))[0]))
  await recalled(pack.lotId)
  const labels = await labelledPackaging(as, { packs: 3 })
  await qa.ask(qrApi.void, { id: labels.packRangeId, first: 2, last: 2, reason: '印刷模糊', signature: signed() })
  await destroyed(as, { lotId: (await rejectedLot(as, { material: '红花' })).lotId })
  await confirmedSupplierReturn(as, { lotId: (await rejectedLot(as, { material: '丹参' })).lotId })
  await countedTwice()
  await wentWrong()
  await endedBatch()
  const kept = await releasedPack(as)
  await keptPacks(as, { lotId: kept.lotId, codes: await packCodes(as, kept.lotNo, 2) })
  const looked = await world.admin.query<{ id: string }>(`select product_id as id from lot where id = $1`, [kept.lotId])
  const { plan } = await approvedPlan(as, present(looked.rows[0]).id, [0])
  await putOn(as, plan.id, kept.lotId)
  await signedMonths(as, addDays(dayInShanghai(new Date()), -40).slice(0, 7))
  await repackedLot(as, { lot: await releasedPack(as, { packs: 4 }) })
  const relabelled = await packedLot(as, { packs: 3 })
  await packer.ask(qrApi.replace, {
    code: present((await packCodes(as, relabelled.lotNo, 1))[0]),
    reason: '标签刮花',
    signature: signed(),
    checker: secondPerson('qa2'),
  })
  const whole = await packedLot(as, { packs: 4 })
  await photographed(as, await proposedDisposal(as, { lotId: whole.lotId, ground: 'damaged', reason: '水浸，全部损坏' }))
  await withdrawnRelease(as)
  const frozen = await receivedLot(as)
  await qa.ask(stockApi.raw.freeze, { id: frozen.lotId, kind: 'freeze', reason: '受潮' })
  const { rows } = await world.admin.query<{ from: string; to: string }>(
    `select b.place_id as from, p.id as to from stock_balance b join place here on here.id = b.place_id and here.kind = 'bin'
      join place p on p.enterprise_id = b.enterprise_id and p.zone = here.zone and p.id <> here.id and p.storage_condition = here.storage_condition where b.lot_id = $1 limit 1`,
    [frozen.lotId],
  )
  const photograph = { of: 'lot', id: frozen.lotId, name: '受潮.txt', kind: '照片' } as const
  await world.app.inject({ method: 'POST', url: '/api/registrations', payload: joiningForm })
  const { digest } = await handIn(world, 'qa', attachmentApi.upload, { name: photograph.name }, '受潮的两袋')
  const attached = await qa.ask(attachmentApi.add, { ...photograph, digest })
  await (await as('zhuguan')).ask(paperApi.setForm, { kind: 'bin_card', version: 0, formNo: 'R-01', retention: '五年', reason: '启用' })
  await (await as('zhuguan')).ask(paperApi.setLetterhead, { version: 0, reason: '不用标志' })
  await clerk.ask(paperApi.print, { kind: 'bin_card', id: frozen.lotId, reason: '' })
  await qa.ask(attachmentApi.void, { id: attached.id, reason: '另拍' })
  const word = await workbookOf([
    { name: '字典词条', widths: [], heading: ['字典类型', '代码', '名称', '顺序'], rows: [['运输方式', 'barge', '驳船', '70']] },
  ])
  const sheet = await handIn(world, 'zhuguan', attachmentApi.upload, { name: '词条.xlsx' }, word)
  await (await as('zhuguan')).ask(importOf(dictionarySheet).commit, { digest: sheet.digest, name: '词条.xlsx' })
  await clerk.ask(stockApi.raw.transfer, {
    id: frozen.lotId,
    fromPlaceId: rows[0]!.from,
    toPlaceId: rows[0]!.to,
    quantity: '3.5',
    reason: '整理货位',
  })
  await (
    await as('zhuguan')
  ).ask(numberingApi.set, { object: 'BQ', rowVersion: 0, prefix: 'BQL', datePart: 'YYMMDD', digits: 3, reason: '按本厂文件' })
  const order = await approvedOrder(as)
  const note = await deliveryNote(as, order.id)
  const { purchaseLineId, nameOnNote, supplierLotNo } = note.lots[0]!
  const turnedAway = {
    purchaseLineId,
    nameOnNote,
    supplierLotNo,
    packageCount: 20,
    quantity: '500',
    cause: 'sulfur' as const,
    reason: '开袋有明显硫味',
  }
  await clerk.ask(purchaseApi.receive, { ...note, lots: [], refused: [turnedAway] })
  const raw = await releasedLot(as)
  const stepped = await steppedProduction(as, { lots: [{ lotId: raw.lotId, quantity: '100' }] })
  await finishedProduction(as, stepped.id, { output: '70', deviation: '烘箱故障，焦片剔除' })
  await putRight(raw.lotId, raw.name)
  await ruled()
  await judgedSupplier()
  await packedByPiece()
  await madeInParts()
  await keptInOrder()
}

/** Packs in bags and cartons that were counted; a box opened and filled up again. */
async function packedByPiece() {
  const { as } = world
  const { lotNo } = await packedWithMaterials(as)
  const { boxes } = await boxesOf(as, lotNo)
  const [box] = boxes
  const { code, packs } = present(box)
  await openedBox(as, code, packs.slice(0, 1))
  await filledBox(as, { box: code, packs: packs.slice(0, 1) })
}

/** A batch handed over in part, with another product beside it. */
async function madeInParts() {
  const { as } = world
  const { id: productId } = await productBeside(as, '当归', { name: '当归尾' })
  await processYielding(as, '当归', { productId, stepNo: 1, min: '5', expected: '10', max: '15' }, '70')
  const { lotId } = await releasedLot(as, { quantity: '80' })
  const { id } = await issuedProduction(as, { lots: [{ lotId, quantity: '60', reason: '按计划' }] })
  for (;;) {
    const { stepsDone, stepsTotal } = await (await as('shengchan')).ask(productionApi.read, { id })
    if (stepsDone === stepsTotal) break
    await doneStep(as, id)
  }
  await handedOver(as, id, '10')
}

/** Goods that were looked after, a machine that was maintained, rights that were reviewed: each by a plan or rule of two, and with a record that was voided. */
async function keptInOrder() {
  const { as } = world
  await carePlan(as)
  const { lines } = await lookedAfter(as, (await receivedLot(as)).lotId)
  const [line] = lines
  await (await as('qa')).ask(careApi.raw.void, { id: present(line).id, reason: '看错货位', signature: signed() })
  const rule = { kind: 'hygiene', months: 12, serial: 0, reason: '人员培训管理规程' }
  await (await as('qa')).ask(trainingApi.setRule, { ...rule, signature: signed(), approver: secondPerson('zhiliang') })
  await reviewedRights(as)
  const keeper = await as('shengchan2')
  const { rows } = await keeper.ask(assetApi.list, { kind: 'equipment' })
  const { id } = present(rows.find(({ state }) => state !== 'out_of_service'))
  const plan = { id, serial: 0, months: 6, content: '检查刀片与传动', onOverdue: 'warn' as const, reason: '设备维护保养规程' }
  await keeper.ask(assetApi.planMaintenance, { ...plan, signature: signed(), approver: secondPerson('qa') })
  const today = dayInShanghai(new Date())
  const service = {
    id,
    kind: 'maintenance' as const,
    doneOn: today,
    doneBy: '设备部',
    result: 'pass' as const,
    nextDue: addDays(today, 90),
  }
  const { serviceId } = await keeper.ask(assetApi.service, { ...service, signature: signed(), checker: secondPerson('qa') })
  const wrong = { id: serviceId, reason: '登记成了另一台', signature: signed() }
  await (await as('admin')).ask(assetApi.voidService, { ...wrong, approver: secondPerson('qa2') })
}

/** A count of packs of which one was not found, decided about by two, and a tolerance of the factory's own. */
async function countedTwice() {
  const { as } = world
  const pack = await releasedPack(as, { packs: 3 })
  const codes = await codesOf(as, pack.lotNo, 2)
  const planned = await plannedCount(as, { scope: 'class', goodsClass: 'pack' })
  const line = planned.lines.find(({ lotId }) => lotId === pack.lotId)!
  await counted(as, planned, line, { codes })
  await counted(as, planned, line, { codes }, 'cangku2')
  const asked = {
    id: planned.count.id,
    lineId: line.id,
    outcome: 'adjust',
    cause: 'unknown',
    note: '遍寻不见',
    ...withQualityHead(),
  } as const
  await (await as('qa')).ask(stocktakeApi.decide, asked)
  const tolerance = { goodsClass: 'raw', percent: '1', reason: '含水量高的根茎类' } as const
  await (await as('zhuguan')).ask(stocktakeApi.setTolerance, { ...tolerance, signature: signed(), approver: secondPerson('qa') })
}

/** A case with a lot and a measure. */
async function wentWrong() {
  const { as } = world
  const today = dayInShanghai(new Date())
  const { id } = await toldIncident(as, 'shengchan', {
    kind: 'deviation',
    subject: '干燥温度超出范围',
    area: 'production',
    description: '记录在案',
    foundAt: new Date().toISOString(),
  })
  await classifiedIncident(as, id, { level: 'major', dueOn: today })
  await withLots(as, id, [(await releasedLot(as)).lotNo])
  await measureOf(as, id, { action: '培训复核步骤', owner: 'baozhuang', dueOn: today })
}

/** A batch that got more and gave some back, whose weighing was asked about again, that stood still and was ended. */
async function endedBatch() {
  const { as } = world
  const lot = await releasedLot(as, { quantity: '60' })
  const { id } = await issuedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '40', reason: '按计划' }] })
  await supplemented(as, id, { lotNo: lot.lotNo, net: '2' })
  await gaveBack(as, id, { lotNo: lot.lotNo, net: '1' })
  const point = await climatePoint(as, { number: 'WS-Y1' })
  await voidedReading(as, point)
  await climateRead(as, point, '24', '60')
  await begunStep(as, id)
  await brokenMachine(as, id)
  await doneStep(as, id)
  await pausedProduction(as, id)
  await terminatedProduction(as, id, { remains: '30' })
  const whole = await steppedProduction(as, { lots: [{ lotId: lot.lotId, quantity: '10', reason: '余料' }] })
  await finishedProduction(as, whole.id)
  await (await as('qa')).ask(productionApi.sendBack, { id: whole.id, parts: [{ part: 'issue', reason: '秤号不清' }] })
}

/** A recall of which some came back, and a drill. */
async function recalled(lotId: string) {
  const [qa, head] = [await world.as('qa'), await world.as('zhiliang')]
  const asked = { recallClass: 'III' as const, scope: { node: 'lot' as const, ids: [lotId] }, reason: '标签贮藏条件印错' }
  await qa.ask(recallApi.drill, asked)
  const { id, rowVersion } = await qa.ask(recallApi.create, { ...asked, kind: 'real', advice: '停止使用' })
  await head.ask(recallApi.start, { id, rowVersion, signature: signed() })
  const { customers } = await qa.ask(recallApi.read, { id })
  await qa.ask(recallApi.recover, { id, customerId: customers![0]!.id, lotId, outcome: 'consumed', packs: 2 })
  const told = { authority: '甘肃省药品监督管理局', sentAt: new Date().toISOString(), note: '已通知全部客户' }
  await qa.ask(recallReportApi.report, { id, stage: 'progress', ...told })
  // As the calendar writes it when a report is late.
  await world.change(
    `insert into recall_reminder (enterprise_id, case_id, due) select enterprise_id, id, 'progress 2026-01-01 08:00' from recall_case where id = $1`,
    [id],
  )
}

/** A laboratory with its register, and a sheet that names everything in it. */
async function usedMeans() {
  const { as } = world
  const [keeper, analyst, today] = [await as('zhuguan'), await as('jianyan'), dayInShanghai(new Date())]
  await furnishLaboratory(keeper, today)
  await spareOvenStopped(keeper)
  const { lotId } = await receivedLot(as, { material: '陈皮' })
  const { inspectionId: id } = await sampled(as, lotId, 'raw')
  const { items } = await analyst.ask(rawInspectionApi.file, { id })
  const { instruments, reagents, laboratories } = await analyst.ask(meansApi.choices, { id })
  const means = { instrumentIds: [instruments[0]!.id], reagentIds: [reagents[0]!.id] }
  const { digest } = await handIn(world, 'jianyan', attachmentApi.upload, { name: '委托报告.txt' }, '未超标')
  const file = await analyst.ask(attachmentApi.add, { of: 'inspection', id, name: '委托报告.txt', kind: '药材检验报告', digest })
  const toxin = items.find(({ name }) => name === '黄曲霉毒素B1')!
  const laboratoryId = laboratories.find(({ scope }) => scope.includes(toxin.name))!.id
  const commission = { laboratoryId, reportedOn: today, certificateId: file.id }
  const water = items.find(({ name }) => name === '水分')!
  await analyst.ask(rawInspectionApi.record, {
    id,
    means,
    draws: [{ reagentId: reagents[0]!.id, quantity: '5' }],
    environment: { temperature: '22.5', humidity: '48' },
    results: [
      { itemId: toxin.id, revision: 0, source: 'outsourced', referenceNo: 'W2026-7', individual: ['1.1'], commission },
      { itemId: water.id, revision: 0, ...findingFor(water, true) },
    ],
  })
}

/** Rules that the factory sets itself. */
async function ruled() {
  const keeper = await world.as('zhuguan')
  const { approvalsAbove, orderBackDays, receiptBackDays, rowVersion } = await keeper.ask(purchaseRuleApi.read, {})
  const rule = { approvalsAbove: [...approvalsAbove, '900000'], orderBackDays, receiptBackDays, rowVersion, reason: '大额采购须多一人批准' }
  await keeper.ask(purchaseRuleApi.save, { ...rule, ...withQualityHead() })
  await keeper.ask(workApi.setLimit, { life: 'purchase', state: 'submitted', hours: 24, seen: null, reason: '按本厂文件' })
}

/** A supplier that may deliver more than before, and was stopped. */
async function judgedSupplier() {
  const { rows } = await world.admin.query<{ id: string }>(`select id from supplier where state = 'qualified' order by code desc limit 1`)
  const qa = await world.as('qa')
  const { id, rowVersion, categories, approved } = await qa.ask(supplierApi.read, { id: rows[0]!.id })
  const known = approved.map(({ materialId, province, city, county }) => ({ materialId, province, city, county }))
  const more = (await qa.ask(supplierApi.materialChoices, {})).filter((one) => categories.includes(one.category) && !known.some(({ materialId }) => materialId === one.id)) // prettier-ignore
  const materials = [...known, { materialId: more[0]!.id }]
  await qa.ask(supplierApi.setMaterials, { id, rowVersion, materials, reason: '扩项审计', ...withQualityHead() })
  await qa.ask(supplierApi.stop, { id, reason: '抽检二氧化硫残留超标' })
}

/** A correction that two persons have signed, and a change of the herb that waits for its day. */
async function putRight(lotId: string, herb: string) {
  const [qa, head, keeper] = [await world.as('qa'), await world.as('zhiliang'), await world.as('shengchan2')]
  const { id } = await qa.ask(correctionApi.receiptLine, {
    id: lotId,
    changes: { supplierLotNo: 'GY-7' },
    reason: '供应商批号录错',
    signature: signed(),
  })
  await head.ask(correctionApi.approve, { id, signature: signed() })
  const { rows } = await keeper.ask(materialApi.list, { q: herb })
  const material = rows.find((row) => row.name === herb)!
  const change = { id: material.id, changes: { retestMonths: 6 }, effectiveOn: addDays(dayInShanghai(new Date()), 30) }
  await qa.ask(changeApi.material, { ...change, reason: '留样考察', impact: '在库批次提前复验', signature: signed() })
}

const isAudited = `exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audited')`

/** Takes away, as an administrator could, what would refuse a change by itself. */
const takeGuardsAway = async () =>
  (
    await world.admin.query<{ statement: string }>(`
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint where contype in ('c', 'x') and connamespace = 'public'::regnamespace
      union all select format('drop index %s', indexrelid::regclass) from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
        where indisunique and not exists (select from pg_constraint where conindid = indexrelid)
      union all select format('alter table %s alter column %I drop identity', attrelid::regclass, attname) from pg_attribute a join pg_class c on c.oid = a.attrelid
        where relkind = 'r' and relnamespace = 'public'::regnamespace and attidentity <> ''`)
  ).rows.map((row) => row.statement)

test('another value in any column of any audited table is found', async () => {
  await wholeFactory()
  await world.admin.query('analyze') // as a server in use has been; without it the verifier’s joins go row by row
  assert.deepEqual((await verify()).findings, [])
  const columns = Map.groupBy(await columnsOf(world.admin, isAudited), (column) => column.table)
  assert.ok(columns.size > 50 && [...columns.values()].flat().length > 700)
  const { rows: enterprises } = await world.admin.query<{ id: string }>(`select id from enterprise`)
  const missed: string[] = []
  await behindTheBack(await takeGuardsAway(), async (tamper) => {
    for (const table of auditedTables()) {
      const lookAtTable: Look = async (client) => {
        const findings: string[] = []
        for (const { id } of enterprises) await verifyRows(client, id, table, (what) => findings.push(what))
        return findings
      }
      for (const column of columns.get(table.name)!)
        if ((await tamper([changeOf(column)], lookAtTable)).length === 0) missed.push(`${table.name}.${column.column}`)
    }
  })
  assert.deepEqual(missed, [])
})

test('of evidence the audit keeps the digest, of a change what became other, and who and when once a transaction', async () => {
  const { rows } = await world.admin.query<{ op: string; whole: boolean; digest: boolean; said: boolean }>(
    `select distinct op, after is not null as whole, row_digest is not null as digest, num_nonnulls(actor, at, request, before) > 0 as said
    from audit where table_name in ('signature', 'material') and version = 2 order by 1, 2`,
  )
  assert.deepEqual(rows, [
    { op: 'INSERT', whole: false, digest: true, said: false },
    { op: 'INSERT', whole: true, digest: false, said: false },
  ])
  const links = await world.admin.query(`select from audit_link where version <> 2 or actor is null or request is null`)
  assert.equal(links.rowCount, 0)
})

test('another value in any column of the chain itself, the balances and the counters is found', async () => {
  const missed: string[] = []
  // Of many rows of a month only the highest says how high it was.
  await world.change('select fold_months()')
  await behindTheBack(await takeGuardsAway(), async (tamper) => {
    for (const [part, tables] of [
      ['chain', `'audit', 'audit_link', 'audit_head'`],
      [
        'ledgers',
        `'stock_balance', 'number_counter', 'code_counter', 'code_scan_total', 'waiting', 'lot_at_hand', 'month_tally', 'lot_month', 'recall_word', 'step_equipment', 'supplier_number'`,
      ],
    ] as const)
      for (const column of await columnsOf(world.admin, `c.relname in (${tables})`))
        // A balance of nothing says nothing, of whichever lot.
        if (
          (
            await tamper(
              [changeOf(column, column.table === 'stock_balance' ? 'order by quantity = 0, ctid desc' : undefined)],
              lookAt(part),
            )
          ).length === 0
        )
          missed.push(`${column.table}.${column.column}`)
  })
  assert.deepEqual(missed, [])
})

test('a row that disappears from any table is found', async () => {
  const tables = [...new Set((await columnsOf(world.admin, isAudited)).map((column) => column.table))]
  const findings = await behindTheBack([], (tamper) =>
    tamper(tables.map((table) => `delete from ${table} where ctid = (select ctid from ${table} order by ctid desc limit 1)`)),
  )
  assert.deepEqual(
    tables.filter((table) => !findings.some((what) => what.startsWith(`${table} `) && what.includes('被删除'))),
    [],
  )
})
