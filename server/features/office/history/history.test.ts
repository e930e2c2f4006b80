import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fieldNames } from '#contract/office/field-names.ts'
import { historyApi, historyTables, type HistoryTable } from '#contract/office/history.ts'
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
