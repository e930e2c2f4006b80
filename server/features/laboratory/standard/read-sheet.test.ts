import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomUUID } from 'node:crypto'
import writeWorkbook, { type SheetData } from 'write-excel-file/node'
import { itemColumns } from '#contract/laboratory/standard-sheet.ts'
import { standardApi } from '#contract/laboratory/standard.ts'
import { readWorkbookCells } from '#tools/sheets.ts'
import { refused } from '#server/test/refused.ts'
import { openWorld } from '#server/test/world.ts'

const world = await openWorld()
after(() => world.close())
const author = await world.as('zhuguan')

type Cell = string | number | { formula: string } | null
const titles = itemColumns.map((column) => column.title)
const line = (more: Record<string, Cell> = {}): Record<string, Cell> => ({
  类别: '检查',
  项目: '水分',
  限度符号: '不得过',
  上限: '3.0',
  单位: '%',
  平行份数: '2',
  必检: '是',
  ...more,
})

/** Hands a workbook of these rows in, as a browser does, and gives its digest. */
async function uploaded(rows: readonly Record<string, Cell>[], heading: readonly string[] = titles): Promise<string> {
  const cell = (value: Cell) =>
    value === null
      ? null
      : typeof value === 'object'
        ? { value: value.formula, type: 'Formula' as const }
        : typeof value === 'number'
          ? { value, type: Number }
          : { value, type: String }
  const data = [heading.map((title) => cell(title)), ...rows.map((row) => heading.map((title) => cell(row[title] ?? null)))] as SheetData
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/files?name=${encodeURIComponent('标准.xlsx')}`,
    headers: { cookie: author.cookie, 'content-type': 'application/octet-stream', 'idempotency-key': randomUUID() },
    payload: await writeWorkbook(data).toBuffer(),
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<{ digest: string }>().digest
}
const read = async (...given: Parameters<typeof uploaded>) => author.ask(standardApi.readSheet, { digest: await uploaded(...given) })

test('the items of a workbook are read as they are written: 3.0 stays 3.0', async () => {
  const { rows, errors, items } = await read([
    line(),
    line({ 项目: '阿魏酸', 类别: '含量测定', 限度符号: '不得少于', 上限: null, 下限: '0.050', 必检: '否', 可委托: '是', 平行份数: 2 }),
    line({ 项目: '性状', 类别: '性状', 限度符号: '应符合规定', 上限: null, 单位: null }),
  ])
  assert.deepEqual([rows, errors], [3, []])
  assert.deepEqual(
    items.map(({ name, op, low, high, isMandatory, outsourcedAllowed }) => [name, op, low, high, isMandatory, outsourcedAllowed]),
    [
      ['水分', 'le', '', '3.0', true, false],
      ['阿魏酸', 'ge', '0.050', '', false, true],
      ['性状', 'qualitative', '', '', true, false],
    ],
  )
})

test('every wrong row is reported with its number, its column and its reason, and then none is read', async () => {
  const { errors, items } = await read([
    line(),
    line({ 项目: '总灰分', 上限: 3 }),
    line({ 项目: '杂质', 限度符号: '大约' }),
    line({ 项目: '水分' }),
    line({ 项目: '浸出物', 上限: '' }),
    line({ 项目: '二氧化硫', 必检: null, 内控上限: '4' }),
  ])
  assert.deepEqual(items, [])
  const told = errors.map(({ row, column }) => `${row} ${column}`)
  for (const one of ['3 上限', '4 限度符号', '5 项目', '6 上限', '7 必检']) assert.ok(told.includes(one), `${one} in ${told.join(', ')}`)
  assert.match(errors.find((error) => error.row === 3)!.reason, /文本格式/)
})

test('a formula is refused with its cell, another heading and an empty sheet as well, and so is what is no workbook of ours', async () => {
  const formula = await refused(read([line({ 上限: { formula: '=1+2' } })]), 'sheet_unreadable')
  assert.match(formula.message, /公式/)
  const headings = await refused(read([line()], ['类别', '项目', '多余']), 'sheet_columns')
  assert.match(headings.message, /限度符号/)
  await refused(read([]), 'sheet_empty')
  await refused(author.ask(standardApi.readSheet, { digest: 'a'.repeat(64) }), 'file_unknown')
})

test('the template reads back as its own heading, its cells are text', async () => {
  const answer = await world.app.inject({ method: 'GET', url: '/api/standards/sheet-template', headers: { cookie: author.cookie } })
  assert.equal(answer.statusCode, 200)
  const { rows } = await readWorkbookCells(answer.rawPayload)
  assert.deepEqual(
    rows[0]!.map((title) => title!.replace('*', '')),
    titles,
  )
})
