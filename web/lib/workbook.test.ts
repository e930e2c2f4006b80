import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CFB, read, type CellObject } from '@e965/xlsx'
import write from 'write-excel-file/node'
import { cellOf, workbookParts } from './workbook.ts'

/** What another program finds in a workbook of one row. */
async function readBack(row: readonly (readonly [title: string, shown: string | null, isNumber: boolean])[]) {
  const { data, options, more } = workbookParts(
    row.map(([title, , isNumber]) => ({ title, isNumber })),
    [row.map(([, shown]) => shown)],
  )
  const bytes = await write(data, options, more).toBuffer()
  const book = read(bytes, { cellNF: true, cellFormula: true })
  const sheet = book.Sheets['导出']
  assert.ok(sheet)
  const cells: (CellObject | undefined)[] = row.map((_, index) => sheet[`${String.fromCharCode(65 + index)}2`])
  return { book, sheet, bytes, cells }
}

test('batch numbers and codes are text, also where they are figures alone; quantities, shares and counts are numbers with their format', async () => {
  const { cells } = await readBack([
    ['批号', '26112307', false],
    ['追溯码', '83857930000879766660', false],
    ['代码', '0093', false],
    ['库存 (kg)', '1,250.500', true],
    ['收率', '96.50 %', true],
    ['偏差', '0.3%', true],
    ['在库', '12 袋', true],
    ['件数', '12', true],
    ['到货', '-3.000', true],
  ])
  assert.deepEqual(
    cells.map((cell) => [cell?.t, cell?.v, cell?.z]),
    [
      ['s', '26112307', '@'],
      ['s', '83857930000879766660', '@'],
      ['s', '0093', '@'],
      ['n', 1250.5, '#,##0.000'],
      ['n', 0.965, '#,##0.00%'],
      ['n', 0.003, '#,##0.0%'],
      ['n', 12, '0" 袋"'],
      ['n', 12, '0'],
      ['n', -3, '#,##0.000'],
    ],
  )
  assert.deepEqual(
    cells.map((cell) => cell?.w),
    ['26112307', '83857930000879766660', '0093', '1,250.500', '96.50%', '0.3%', '12 袋', '12', '-3.000'],
    'and each is shown with the decimals of the screen',
  )
})

test('what is no number, or too long for one, stays text; what is empty stays empty', async () => {
  const texts = ['12345678901234567', '0012', '75～95', '3 / 12 批', '约 12 袋', '1000+']
  const { cells } = await readBack([...texts.map((text) => ['数量', text, true] as const), ['数量', '—', true], ['数量', null, true]])
  assert.deepEqual(
    cells.map((cell) => cell?.v),
    [...texts, undefined, undefined],
  )
  assert.ok(cells.every((cell) => cell === undefined || cell.t === 's'))
})

test('nothing is a formula, whatever it looks like', async () => {
  const texts = ['=1+1', '@SUM(A1)', '+86 138', '-2+3', '=HYPERLINK("http://x")']
  const { cells } = await readBack(texts.flatMap((text) => [['备注', text, false] as const, ['数量', text, true] as const]))
  for (const [index, cell] of cells.entries()) assert.deepEqual([cell?.t, cell?.v, cell?.f], ['s', texts[Math.floor(index / 2)], undefined])
})

test('a day is written as that day, whatever the zone of the browser', async () => {
  const { cells } = await readBack([
    ['到货', '2026-11-22', false],
    ['时间', '2026-11-22 08:05', false],
  ])
  assert.deepEqual(
    cells.map((cell) => [cell?.t, cell?.w, cell?.z]),
    [
      ['n', '2026-11-22', 'yyyy-mm-dd'],
      ['n', '2026-11-22 08:05', 'yyyy-mm-dd hh:mm'],
    ],
  )
  assert.deepEqual(cellOf('2026-11-22', false)?.value, new Date('2026-11-22T00:00:00Z'))
})

test('the heading stays in sight and filters every column', async () => {
  const { book, sheet, bytes } = await readBack(Array.from({ length: 28 }, (_, index) => [`列${index}`, '1', false] as const))
  assert.equal(sheet['!autofilter']?.ref, 'A1:AB2')
  assert.deepEqual(
    book.Workbook?.Names?.map(({ Name, Ref }) => [Name, Ref]),
    [['_xlnm._FilterDatabase', "'导出'!$A$1:$AB$2"]],
  )
  // The reader passes over what is frozen, so it is looked for where it is written.
  const file: { content: Uint8Array } = CFB.find(CFB.read(bytes, { type: 'buffer' }), '/xl/worksheets/sheet1.xml')
  assert.match(new TextDecoder().decode(file.content), /<pane ySplit="1"[^>]*state="frozen"/)
})
