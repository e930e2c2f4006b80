import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fieldNames } from '#contract/office/field-names.ts'
import { historyApi, historyTables, type HistoryTable } from '#contract/office/history.ts'
import { changedSupplier } from '#server/test/changed-supplier.ts'
import { signed } from '#server/demo/person.ts'
import { historyValue } from '#contract/office/field-words.ts'
import { correctionApi } from '#contract/cases/correction.ts'
import { readView, traceApi } from '#contract/tracing/trace.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { openWorld, type World } from '#server/test/world.ts'

let world: World
let lot: Awaited<ReturnType<typeof releasedLot>>
before(async () => {
  world = await openWorld()
  lot = await releasedLot(world.as)
})
after(() => world.close())

test('the history of a lot tells every change of state with who made it, and names people instead of ids', async () => {
  const { entries } = await (await world.as('qa')).ask(historyApi.read, { table: 'lot', id: lot.lotId })
  const states = entries.flatMap(({ changes, by }) => changes.filter(({ field }) => field === 'state').map(({ after }) => [after, by]))
  assert.deepEqual(states, [
    ['quarantine', '赵仓管'],
    ['under_test', '孙取样'],
    ['released', '郑质保'],
  ])
})

test('a report’s history shows its signature, still whole, with meaning, name and time', async () => {
  const { signatures, entries } = await (await world.as('zhuguan')).ask(historyApi.read, { table: 'report', id: lot.reportId })
  assert.deepEqual(
    signatures.map(({ signerName, holds }) => [signerName, holds]),
    [['吴主管', true]],
  )
  const approver = entries[0]!.changes.find(({ field }) => field === 'approved_by')
  assert.equal(approver?.after, '吴主管')
})

test('the history of an inspection shows who signed for its samples, its results and its report', async () => {
  const { signatures } = await (await world.as('zhuguan')).ask(historyApi.read, { table: 'inspection', id: lot.inspectionId })
  assert.deepEqual(
    signatures.map(({ signerName, meaning, holds }) => [signerName, meaning, holds]),
    [
      ['孙取样', '取样操作', true],
      ['李检验', '检验结果属实', true],
      ['周复核', '复核', true],
      ['吴主管', '批准', true],
    ],
  )
})

test('a signed record that was changed behind the program’s back shows its signature as broken', async () => {
  const client = await world.admin.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(`update report set conforms = not conforms where id = $1`, [lot.reportId])
  } finally {
    await client.query(`reset session_replication_role`)
    client.release()
  }
  const { signatures } = await (await world.as('zhuguan')).ask(historyApi.read, { table: 'report', id: lot.reportId })
  assert.deepEqual(
    signatures.map(({ holds }) => holds),
    [false],
  )
})

test('a history is closed to a person who may not open the page of the record, and to other enterprises', async () => {
  const ask = async (userName: string, table: HistoryTable) => (await world.as(userName)).ask(historyApi.read, { table, id: lot.lotId })
  await assert.rejects(ask('caigou', 'report'), { code: 'no_permission' })
  await assert.rejects(ask('other', 'lot'), { code: 'not_found' })
})

test('what a correction or a change asked for is told in words: which record, which value, from what to what', async () => {
  const qa = await world.as('qa')
  const told = async (table: HistoryTable, id: string) => {
    const { entries } = await qa.ask(historyApi.read, { table, id })
    const { changes } = entries[0]!
    const record = changes.find(({ field }) => field === 'record')?.after ?? undefined
    return Object.fromEntries(changes.map(({ field, after }) => [field, historyValue(after, { table, field, record, time: () => '时间' })]))
  }
  const correction = await qa.ask(correctionApi.receiptLine, {
    id: lot.lotId,
    changes: { packageCount: 9, supplierLotNo: 'GS-9' },
    reason: '复点',
    signature: signed(),
  })
  const corrected = await told('correction', correction.id)
  assert.equal(corrected['record'], '到货验收记录')
  assert.match(corrected['asked'] ?? '', /件数 \d+ → 9/)
  assert.match(corrected['asked'] ?? '', /供应商批号 \S+ → GS-9/)
  assert.match(corrected['record_id'] ?? '', new RegExp(lot.lotNo), 'and the record by its number')

  const { supplierId } = readView(await (await world.as('admin')).ask(traceApi.view, { id: lot.lotId })).nodes[0]!
  const change = await changedSupplier(world.as, supplierId ?? '', 'suspended', '资料待补')
  const changed = await told('change_request', change.id)
  assert.deepEqual([changed['record'], changed['asked']], ['供应商', '资格状态 合格 → 已暂停'])
})

test('every column that a history may show has its name in Chinese', async () => {
  const { rows } = await world.admin.query<{ name: string }>(
    `select distinct column_name as name from information_schema.columns where table_schema = 'public' and table_name = any($1)
     and column_name not in ('enterprise_id', 'id', 'row_version', 'created_at', 'initials')`,
    [Object.keys(historyTables)],
  )
  assert.ok(rows.length > 100)
  assert.deepEqual(
    rows
      .map(({ name }) => name)
      .filter((name) => fieldNames[name] === undefined)
      .sort(),
    [],
  )
})
